"""An edit in words: of the run in which it stands, since nobody can know which stroke of a run is missing."""

from __future__ import annotations

from touhu_music.comparison.alignment import Edit, Kind
from touhu_music.language import Language, word
from touhu_music.notation import Section


def edit_said(section: Section | None, edit: Edit, length: int, language: Language) -> str:
    """Say an edit of a side of that length: of its run, where it could be any stroke of the run."""
    if edit.kind is Kind.SUBSTITUTION:
        where = strokes(section, edit.place, edit.place, language)
        return word("edit-instead", language).format(edit.second, edit.first, where)
    if not edit.first:
        end = edit.place > length
        place = edit.place - end
        where = strokes(section, place, place, language)
        return word("edit-after" if end else "edit-before", language).format(edit.second, where)
    where = strokes(section, edit.place, edit.place + len(edit.first) - 1, language)
    if edit.kind is Kind.OMISSION and len(edit.first) == 1:
        return word("edit-missing", language).format(edit.first, where)
    more = "edit-more" if len(edit.first) > 1 else "edit-beside"
    number = word("one", language) if size(edit) == 1 else str(size(edit))
    key = "edit-fewer" if edit.kind is Kind.OMISSION else more
    return word(key, language).format(number, edit.first[0], where)


def size(edit: Edit) -> int:
    """Return how many strokes an edit changes."""
    return 1 if edit.kind is Kind.SUBSTITUTION else abs(len(edit.first) - len(edit.second))


def strokes(section: Section | None, first: int, last: int, language: Language) -> str:
    """Name a stroke, or several in a row, by section and place."""
    if first == last:
        return word("stroke-at", language).format(first, side(section, language))
    return word("strokes-at", language).format(first, last, side(section, language))


def side(section: Section | None, language: Language) -> str:
    """Name a section, or the whole row."""
    return word(section or "of-whole", language)
