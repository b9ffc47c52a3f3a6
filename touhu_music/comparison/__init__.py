"""Rows side by side: how one is got from the other."""
