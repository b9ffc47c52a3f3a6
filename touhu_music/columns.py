"""Texts in the columns of a terminal, in which hanzi and hangul take two."""

from __future__ import annotations

from unicodedata import combining, east_asian_width


def columns(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(0 if combining(letter) else 1 + (east_asian_width(letter) in "WF") for letter in text)


def left(text: str, room: int) -> str:
    """Fill a text with spaces after it to so many columns."""
    return text + " " * (room - columns(text))


def right(text: str, room: int) -> str:
    """Fill a text with spaces before it to so many columns."""
    return " " * (room - columns(text)) + text
