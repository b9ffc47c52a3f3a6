"""Throws, what each scores, and whether it was on the drum."""
