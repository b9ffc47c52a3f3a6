"""What somebody copied against what the witnesses print: which row it is, and what is wrong with it.

Each side of 半 is compared by itself. A row without 半 is compared with whole rows and with halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb, prod
from typing import Final, NamedTuple

from touhu_music.comparison.alignment import Alignment, Edit, Kind, align
from touhu_music.comparison.telling import edit_said, side, size, strokes
from touhu_music.edition.copying import Copied
from touhu_music.language import Language, word
from touhu_music.notation import HALF, Section, Use
from touhu_music.witnessfile import Witness

LONGEST: Final = 200
"""A row of more strokes is near to none; the longest that any book prints has 32."""


# --- what the witnesses print -----------------------------------------------------------------


Doubt = tuple[Section, int]
"""Section and place of a doubtful stroke."""


class Form(NamedTuple):
    """One form of a row, and the witnesses that print it.

    `sides` are as in `Copied`: both sides of 半, or, for rows without 半, the strokes of a use.
    """

    cadence: str
    use: Use
    sides: tuple[str, ...]
    doubtful: tuple[Doubt, ...]
    witnesses: tuple[str, ...]

    @property
    def sections(self) -> tuple[Section | None, ...]:
        """The section of each side; None for a whole row without 半."""
        if len(self.sides) > 1:
            return tuple(Section)
        return (Section.AFTER_HALF if self.use is Use.TOUHU else None,)


def forms(witnesses: Iterable[Witness]) -> tuple[Form, ...]:
    """Return each form of each row, with 半, and without it as a whole and as a half."""
    found: dict[tuple[str, Use, tuple[str, ...], tuple[Doubt, ...]], list[str]] = {}
    for witness in witnesses:
        for reading in witness.readings:
            before, after = str(reading.cadence).split(HALF)
            whole = tuple((mark.section, mark.place) for mark in reading.marks if mark.doubtful)
            half = tuple(doubt for doubt in whole if doubt[0] is Section.AFTER_HALF)
            for use, sides, doubtful in (
                (Use.ARCHERY, (before, after), whole),
                (Use.ARCHERY, (before + after,), whole),
                (Use.TOUHU, (after,), half),
            ):
                if reading.name:
                    found.setdefault((reading.name, use, sides, doubtful), []).append(witness.siglum)
    return tuple(Form(*form, tuple(dict.fromkeys(sigla))) for form, sigla in found.items())


# --- the verdict ------------------------------------------------------------------------------


class Difference(NamedTuple):
    """How a row is got from a form, a way for each side."""

    form: Form
    ways: tuple[Alignment, ...]

    @property
    def distance(self) -> int:
        """The least number of edits."""
        return sum(way.distance for way in self.ways)

    @property
    def far(self) -> bool:
        """Whether more than a third of the strokes differ."""
        return 3 * self.distance > sum(map(len, self.form.sides))

    @property
    def edits(self) -> tuple[tuple[Section | None, Edit], ...]:
        """The edits with the section in which their places count; None counts in the whole row."""
        return tuple(
            (section, edit)
            for section, way in zip(self.form.sections, self.ways, strict=True)
            for edit in way.edits
        )

    @property
    def sure(self) -> bool:
        """Whether all ways that are equally good differ only within runs, and so are told alike."""
        return all(way.ways <= prod(map(choices, way.edits)) for way in self.ways)


def choices(edit: Edit) -> int:
    """Return in how many ways an edit can be made within its run."""
    return comb(*sorted((len(edit.first), len(edit.second)), reverse=True)) if edit.first else 1


class Verdict(NamedTuple):
    """The forms that a row agrees with; where these are none, or doubtful, the nearest others.

    A row that is far from all has after its nearest that of its name.
    """

    row: Copied
    agrees: tuple[Form, ...]
    nearest: tuple[Difference, ...]

    @property
    def found(self) -> tuple[Form, ...]:
        """The forms that say which row it is: none if it is far, or near to several and named as none."""
        if self.agrees or not self.nearest or self.nearest[0].far:
            return self.agrees
        near = tuple(each.form for each in self.nearest)
        named = tuple(form for form in near if form.cadence == self.row.name)
        single = len({(form.cadence, form.use) for form in near}) == 1
        return named or (near if single else ())


def verify(row: Copied, known: Iterable[Form]) -> Verdict:
    """Compare a row with all forms that have 半, or have not, as it has."""
    like = [form for form in known if len(form.sides) == len(row.sides)]
    agrees = tuple(form for form in like if form.sides == row.sides)
    if any(not form.doubtful for form in agrees) or sum(map(len, row.sides)) > LONGEST:
        return Verdict(row, agrees, ())
    cadences = {form.cadence for form in agrees or like}
    others = [
        Difference(form, tuple(map(align, form.sides, row.sides)))
        for form in like
        if form.sides != row.sides and form.cadence in cadences
    ]
    near = nearest(others)
    if near and near[0].far and not any(each.form.cadence == row.name for each in near):
        near += nearest([each for each in others if each.form.cadence == row.name])
    return Verdict(row, agrees, tuple(near))


def nearest(differences: Sequence[Difference]) -> list[Difference]:
    """Return those of the least distance."""
    least = min((each.distance for each in differences), default=0)
    return [each for each in differences if each.distance == least]


# --- in words ---------------------------------------------------------------------------------


def said(verdict: Verdict, language: Language) -> str:
    """Say in one line which row it is, who prints it so, and how it differs from the nearest."""
    return "; ".join(
        [
            *([word("no-half", language)] if len(verdict.row.sides) == 1 else []),
            identity(verdict, language),
            *(agreement(form, language) for form in verdict.agrees),
            *(against(verdict, each, language) for each in verdict.nearest),
        ]
    )


def identity(verdict: Verdict, language: Language) -> str:
    """Say which row it is, and whether the text names it otherwise."""
    name, found = verdict.row.name, verdict.found
    if not found:
        return word("no-known-row", language)
    if name is None or any(form.cadence == name for form in found):
        key = "this-is"
    else:
        school, _, _ = name.partition("-")
        key = "placed-but" if found[0].cadence.startswith(school) else "named-but"
    return word(key, language).format(", ".join(dict.fromkeys(title(form, language) for form in found)), name)


def title(form: Form, language: Language) -> str:
    """Name a row, or its half."""
    if len(form.sides) > 1:
        return form.cadence
    return word("whole-of" if form.use is Use.ARCHERY else "touhu-of", language).format(form.cadence)


def agreement(form: Form, language: Language) -> str:
    """Say who prints a row just so, and what is doubtful there."""
    key = "agrees-doubtful" if form.doubtful else "agrees"
    doubts = [strokes(section, place, place, language) for section, place in form.doubtful]
    return word(key, language).format(" ".join(form.witnesses), ", ".join(doubts))


def against(verdict: Verdict, difference: Difference, language: Language) -> str:
    """Say how a row differs from a form: each edit, or of a far one how many."""
    form = difference.form
    sigla = " ".join(form.witnesses) + (f" ({word('doubtful', language)})" if form.doubtful else "")
    told = list(counts(difference, language) if difference.far else edits(difference, language))
    if not difference.far and not difference.sure:
        told.append(word("other-ways", language))
    if verdict.agrees or form in verdict.found:
        return word("against", language).format(sigla, ", ".join(told))
    least = difference.distance == verdict.nearest[0].distance
    key = "as-near" if verdict.found else "nearest" if least else "as-named"
    return word(key, language).format(title(form, language), sigla, ", ".join(told))


def counts(difference: Difference, language: Language) -> Iterator[str]:
    """Say how many strokes differ, and of each section how many are missing, added or others."""
    yield word("strokes-off", language).format(difference.distance)
    for section, way in zip(difference.form.sections, difference.ways, strict=True):
        for kind in Kind:
            count = sum(size(edit) for edit in way.edits if edit.kind is kind)
            if count:
                yield word(f"count-{kind}", language).format(count, side(section, language))


def edits(difference: Difference, language: Language) -> Iterator[str]:
    """Say each edit in words."""
    for section, edit in difference.edits:
        form = difference.form.sides[difference.form.sections.index(section)]
        yield edit_said(section, edit, len(form), language)
