"""Arrows, distances, counters and pots in the measures of the books."""
