"""What fills the measures of a song: one grid of time for voice and drums, before anything is written.

A measure is a line of the verse, which nothing measures: it has no time signature and no number.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from touhu_music.errors import RenderError
from touhu_music.notation import Drum
from touhu_music.performance import Stroke, Timing
from touhu_music.render.measures import MOST_NOTES, NoteValue, dyadic, note_value, rests
from touhu_music.song import fitting
from touhu_music.song.fitting import Rendition, TimedWord

BEAT: Final = Fraction(1, 4)
"""The note value of a beat, as a part of a whole note."""


class Cell(NamedTuple):
    """A stretch of time in which nothing begins after its start; in beats.

    `word` is the word that sounds and `begins` tells whether it does so here; `stroke` is the one that is
    struck at its start. Neighbours of one length and one `group` share a tuplet.
    """

    onset: Fraction
    length: Fraction
    group: int
    word: TimedWord | None = None
    begins: bool = False
    stroke: Stroke | None = None


class Measure(NamedTuple):
    """A line of the verse: its cells, the barline after it, and whether it is the beats before all."""

    cells: tuple[Cell, ...]
    line: str
    count_in: bool = False

    @property
    def runs(self) -> Iterator[list[Cell]]:
        """The cells in runs of neighbours that share a tuplet, where they are of one."""
        for _, run in groupby(self.cells, lambda cell: (cell.length, cell.group)):
            yield list(run)

    @property
    def words(self) -> Iterator[TimedWord]:
        """The words that begin in it."""
        return (cell.word for cell in self.cells if cell.word and cell.begins)

    @property
    def breaths(self) -> frozenset[TimedWord]:
        """The words after which a line ends within the measure."""
        following = pairwise(self.words)
        return frozenset(word for word, after in following if word.verse != after.verse)

    @property
    def beats(self) -> Fraction:
        """Its length."""
        return sum((cell.length for cell in self.cells), Fraction(0))


def measures(rendition: Rendition, *, rounded: bool = False) -> list[Measure]:
    """Divide a song into measures: the count-in, then one a line of the verse.

    Where readers round the length of measures, as MuseScore does, a line that would end between two note
    values shares a measure with the next. Raises RenderError for lengths without a note value, and for
    too many notes.
    """
    starts = {line[0].onset: line[0] for line in rendition.lines()}
    found, filling = list[Measure](), list[Cell]()
    if rendition.count_in:
        beats = (Cell(Fraction(at - rendition.count_in), Fraction(1), 0) for at in range(rendition.count_in))
        found.append(Measure(tuple(beats), "regular", count_in=True))
    filled = cells(rendition)
    for cell, after in zip(filled, [*filled[1:], None], strict=True):
        filling.append(cell)
        end = Measure(tuple(filling), "final")
        if after is None:
            found.append(end)
        elif (following := starts.get(after.onset)) and (not rounded or dyadic(end.beats)):
            found.append(end._replace(line="double" if following.line == 1 else "dashed"))
            filling = []
    return found


def cells(rendition: Rendition) -> list[Cell]:
    """Divide the whole length where a word or a stroke begins or ends; silences have note values."""
    words = {word.onset: word for word in rendition.words}
    strokes = {stroke.onset: stroke for stroke in rendition.strokes}
    edges = {Fraction(0), rendition.length, *words, *strokes, *(word.end for word in rendition.words)}
    if len(edges) > MOST_NOTES:
        raise RenderError(f"{len(edges)} notes and rests are more than the {MOST_NOTES} of a score")
    edges |= set(ends(rendition))
    found, group, sounding = list[Cell](), 0, None
    for start, end in pairwise(sorted(edges)):
        stroke, begun = strokes.get(start), words.get(start)
        sounding = begun or (sounding if sounding and sounding.end > start else None)
        group += opens_group(rendition, stroke)
        if sounding or stroke:
            note_value(end - start, BEAT)
            found.append(Cell(start, end - start, group, sounding, begun is not None, stroke))
        else:
            found += silence(start, end, group)
    return found


def ends(rendition: Rendition) -> Iterator[Fraction]:
    """Yield where the time of each stroke ends, the gap left out."""
    if rendition.drum:
        edges = fitting.boundaries(rendition.drum)
        for stroke in rendition.strokes:
            yield stroke.onset + edges[stroke.number] - edges[stroke.number - 1]


def opens_group(rendition: Rendition, stroke: Stroke | None) -> bool:
    """Tell whether a new tuplet may begin: with each stroke, under on-gu with each □."""
    if stroke is None:
        return False
    on_gu = rendition.drum is not None and rendition.drum.plan.timing is Timing.ON_GU
    return stroke.drum is Drum.GU if on_gu else True


def silence(start: Fraction, end: Fraction, group: int) -> Iterator[Cell]:
    """Yield the cells of a silence, each of a note value."""
    for length in rests(end - start, BEAT):
        yield Cell(start, length, group + 1)
        start += length


# --- the notes of the voice -------------------------------------------------------------------

LONGEST: Final = Fraction(6)  # a dotted whole note
DOT: Final = Fraction(3, 2)


class Note(NamedTuple):
    """A note or rest of the voice: `value` without its dot, `length` in beats with it.

    `begins` tells whether its word does so here, `continues` whether it sounds on in the next note.
    """

    length: Fraction
    value: NoteValue
    dotted: bool
    word: TimedWord | None
    begins: bool
    continues: bool


def voice(measure: Measure) -> Iterator[list[Note]]:
    """Yield the notes of the voice, those that share a tuplet together, all others alone.

    Where nothing divides a word its cells are joined to the fewest note values.
    """
    joined = list[Cell]()
    for run in measure.runs:
        for cell in run if dyadic(run[0].length) else ():
            if joined and (cell.word is None or cell.begins or cell.word != joined[-1].word):
                yield from ([each] for each in notes(joined, measure))
                joined = []
            joined.append(cell)
        if not dyadic(run[0].length):
            yield from ([each] for each in notes(joined, measure))
            joined = []
            yield [note for cell in run for note in notes([cell], measure)]
    yield from ([each] for each in notes(joined, measure))


def notes(cells: list[Cell], measure: Measure) -> Iterator[Note]:
    """Yield the notes of cells of one word, or of one silence."""
    if not cells:
        return
    word, end = cells[0].word, cells[-1].onset + cells[-1].length
    lengths = list(values(sum((cell.length for cell in cells), Fraction(0))))
    for place, length in enumerate(lengths):
        dotted = length.numerator % 3 == 0 and dyadic(length)
        more = place + 1 < len(lengths) or (word is not None and word.end > end)
        plain = length / DOT if dotted else length
        yield Note(
            length,
            note_value(plain, BEAT),
            dotted,
            word,
            cells[0].begins and place == 0,
            word is not None and more,
        )


def values(length: Fraction) -> Iterator[Fraction]:
    """Divide a length into as few note values as there are, dotted ones too; a part of a tuplet is one."""
    if not dyadic(length):
        yield length
        return
    value = LONGEST
    while length:
        while value > length:
            value = value / DOT if value.numerator % 3 == 0 else value * DOT / 2
        yield value
        length -= value
