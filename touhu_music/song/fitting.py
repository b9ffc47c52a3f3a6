"""How a song and the drum go together, which no source says: each way is a choice with its reason.

The ways are `scores/fittings/*.toml`. All onsets are exact, in beats from the first stroke, or from the
first word where there is no drum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count, groupby, islice
from typing import Final, Literal, NamedTuple

from touhu_music import library
from touhu_music.errors import PlanError, SongError
from touhu_music.notation import Use
from touhu_music.performance import LONGEST_PERFORMANCE, Performance, Stroke, check_range
from touhu_music.reading import Texts, in_language
from touhu_music.song.songs import Data, Name, Singing, Song, Sung, checked, tune

ALONE: Final = "alone"
USUAL: Final = "line"
"""How a song goes with the drum where nothing else is asked for."""

JIE: Final = {"zouyu-yu": 9, "zouyu-jue": 9, "lishou": 7, "caipin": 5, "caifan": 5}
"""How many 節 a song has by the rank of who shoots to it; that a 節 is a cycle of the drum is our choice.

Source: 周禮·夏官·射人, 騶虞九節, 貍首七節, 采蘋五節, 采蘩五節.
"""
FIVE: Final = 5
"""The 節 of 投壺 and of 鄉射, whoever plays. Source: 盛世佐 儀禮集編."""

MOST_TIMES: Final = 1000
EACH: Final = 3  # strokes after a line


class Fitting(NamedTuple):
    """A way in which song and drum go together; `label` and `reason` are by language."""

    name: str
    basis: str
    label: Texts
    reason: Texts


class TimedWord(NamedTuple):
    """A word of a song when it sounds; onset and length in beats.

    `time` counts the singings of the song, `stanza`, `line` within it and `place` in that, all from 1;
    `cycle` is that of the drum, 0 where the word lies in none.
    """

    sung: Sung
    onset: Fraction
    length: Fraction
    time: int
    stanza: int
    line: int
    place: int
    cycle: int = 0

    @property
    def end(self) -> Fraction:
        """Where it ends."""
        return self.onset + self.length

    @property
    def verse(self) -> tuple[int, int, int]:
        """The line to which it belongs: singing, stanza, line."""
        return self.time, self.stanza, self.line

    @property
    def begins_stanza(self) -> bool:
        """Whether it is the first word of a stanza."""
        return self.line == self.place == 1

    @property
    def id(self) -> str:
        """The name of the word in encodings and pictures of one singing, such as `word-2-1-4`."""
        return f"word-{self.stanza}-{self.line}-{self.place}"


class Rendition(NamedTuple):
    """A song as it is sung: alone, or with the drum under a plan.

    `strokes` are those that sound, in order; `period` is the time from cycle to cycle, None where cycles
    are not equally spaced. `broken_off` is the last word sung where the drum ends before the song.
    """

    song: Song
    fitting: Fitting
    singing: Singing
    words: tuple[TimedWord, ...]
    length: Fraction
    beats_per_minute: Fraction
    drum: Performance | None = None
    strokes: tuple[Stroke, ...] = ()
    period: Fraction | None = None
    broken_off: TimedWord | None = None

    @property
    def recited(self) -> bool:
        """Whether the words are spoken, since no tune is known."""
        return not self.song.has_tune

    @property
    def times(self) -> int:
        """How often the song is begun."""
        return self.words[-1].time if self.words else 0

    @property
    def count_in(self) -> int:
        """Beats before the first stroke."""
        return self.drum.plan.count_in if self.drum else 0

    def seconds(self, beats: Fraction) -> Fraction:
        """Turn a length in beats into seconds."""
        return beats * 60 / self.beats_per_minute

    def lines(self) -> tuple[tuple[TimedWord, ...], ...]:
        """Return the words line by line."""
        return tuple(tuple(group) for _, group in groupby(self.words, lambda word: word.verse))


class FittingFile(Data, frozen=True):
    """A file of `scores/fittings`."""

    basis: Literal["text", "reconstruction"]
    label: dict[str, Name]
    reason: dict[str, Name]


def fittings() -> tuple[str, ...]:
    """Return the names of the ways in which song and drum go together."""
    return tuple(library.files(library.folder("scores", "fittings")))


def load(name: str = USUAL) -> Fitting:
    """Load a fitting by name; raises SongError with the names that there are."""
    found = library.files(library.folder("scores", "fittings"))
    if name not in found:
        raise SongError(f"no fitting {name!r}; there are {' '.join(found)}")
    file = checked(found[name], FittingFile)
    return Fitting(name, file.basis, tuple(file.label.items()), tuple(file.reason.items()))


def way(name: str = USUAL) -> Fitting:
    """Load a fitting of song and drum by name; raises SongError with the names that there are."""
    if name not in UNITS:
        raise SongError(f"no fitting {name[:40]!r} of song and drum; there are {' '.join(UNITS)}")
    return load(name)


def jie(song: Song, use: Use) -> int:
    """Return the 節 of a song by rank; five in 投壺."""
    return FIVE if use is Use.TOUHU else JIE.get(song.name, FIVE)


# --- alone ------------------------------------------------------------------------------------


def alone(song: Song, singing: Singing, *, times: int = 1, spoken: bool = False) -> Rendition:
    """Sing a song without the drum: a word a beat, a breath after each line, a longer one after a stanza.

    Raises SongError where the song has no tune, unless it may be `spoken`, and PlanError where it is to
    be sung too often.
    """
    check_range("times", times, 1, MOST_TIMES)
    words, now = list[TimedWord](), Fraction(0)
    for each in singings(song if spoken else tune(song), times):
        if words and words[-1].verse != each.verse:
            same_stanza = words[-1].verse[:2] == each.verse[:2]
            now += singing.breath if same_stanza else singing.stanza_breath
        words.append(each._replace(onset=now))
        now += each.length
    length = now + singing.stanza_breath
    return Rendition(song, load(ALONE), singing, tuple(words), length, singing.words_per_minute)


def singings(song: Song, times: int | None) -> Iterator[TimedWord]:
    """Yield the words of so many singings, or without end: a beat each, not yet placed in time."""
    for time in range(1, times + 1) if times else count(1):
        for number, stanza in enumerate(song.stanzas, 1):
            for line, words in enumerate(stanza.by_line(), 1):
                for place, sung in enumerate(words, 1):
                    yield TimedWord(sung, Fraction(0), Fraction(1), time, number, line, place)


# --- with the drum ----------------------------------------------------------------------------

Unit = tuple[TimedWord, ...]
"""The words that go with one cycle of the drum, or with its strokes after a line."""


def fit(
    song: Song,
    fitting: Fitting,
    singing: Singing,
    drum: Performance,
    *,
    times: int = 1,
    cycles: int | None = None,
) -> Rendition:
    """Sing a song with the drum, which plays as many cycles as so many singings need.

    With `cycles` the drum ends after so many instead: the song begins again, or is broken off, which
    `broken_off` tells. Raises SongError for a fitting that has not both song and drum, PlanError for
    numbers out of range.
    """
    if fitting.name not in UNITS:
        raise SongError(f"{fitting.name} is no fitting of song and drum; there are {' '.join(UNITS)}")
    check_range("times", times, 1, MOST_TIMES)
    units = list(islice(units_of(song, fitting, drum, times, cycles), cycles))
    needed = -(-EACH * len(units) // len(drum.pattern)) if fitting.name == "three" else len(units)
    check_strokes(needed, drum)
    played = drum._replace(plan=drum.plan.but(in_language(fitting.reason, "en"), cycles=needed))
    if fitting.name == "three":
        words, strokes, length, period = after_lines(units, played)
    else:
        words, strokes, length, period = over_cycles(units, played, stroke_each=fitting.name == "word")
    *_, end = singings(song, 1)
    whole = (words[-1].verse[1:], words[-1].place) == (end.verse[1:], end.place)
    return Rendition(
        song,
        fitting,
        singing,
        words,
        length,
        played.plan.beats_per_minute,
        played,
        strokes,
        period,
        None if whole else words[-1],
    )


def check_strokes(cycles: int, drum: Performance) -> None:
    """Raise PlanError where so many cycles have too many strokes."""
    if cycles * len(drum.pattern) > LONGEST_PERFORMANCE:
        raise PlanError(f"{cycles} cycles of the drum are more than {LONGEST_PERFORMANCE} strokes")


def units_of(
    song: Song, fitting: Fitting, drum: Performance, times: int, cycles: int | None
) -> Iterator[Unit]:
    """Yield the units of so many singings, or of singings without end where cycles are counted."""
    if cycles is None:
        return UNITS[fitting.name](song, len(drum.pattern), times)
    check_range("cycles", cycles, 1, LONGEST_PERFORMANCE)
    check_strokes(cycles, drum)
    if fitting.name == "three":
        raise PlanError("three strokes after each line make no cycles; say how often the song is sung")
    if times != 1:
        raise PlanError("times and cycles exclude each other")
    return UNITS[fitting.name](song, len(drum.pattern), None)


def by_line(song: Song, strokes: int, times: int | None) -> Iterator[Unit]:
    """Yield the lines of the song."""
    for _, line in groupby(singings(song, times), lambda word: word.verse):
        yield tuple(line)


def by_stanza(song: Song, strokes: int, times: int | None) -> Iterator[Unit]:
    """Yield the stanzas."""
    for _, stanza in groupby(singings(song, times), lambda word: word.verse[:2]):
        yield tuple(stanza)


def by_word(song: Song, strokes: int, times: int | None) -> Iterator[Unit]:
    """Yield as many words as the drum has strokes; each singing begins with a cycle."""
    for _, words in groupby(singings(song, times), lambda word: word.time):
        while unit := tuple(islice(words, strokes)):
            yield unit


UNITS: Final = {"line": by_line, "stanza": by_stanza, "word": by_word, "three": by_line}
"""The ways of song and drum together, and what of the song goes with one cycle."""

Placed = tuple[tuple[TimedWord, ...], tuple[Stroke, ...], Fraction, Fraction | None]
"""Words and strokes in time, the whole length, and the time from cycle to cycle, if it is always the same."""


def over_cycles(units: Sequence[Unit], drum: Performance, *, stroke_each: bool = False) -> Placed:
    """Begin a cycle with each unit, and spread its words over the strokes."""
    words = tuple(
        word._replace(onset=word.onset + number * drum.period, cycle=number + 1)
        for number, unit in enumerate(units)
        for word in spread(unit, drum, len(unit) if stroke_each else len(drum.pattern))
    )
    return words, drum.strokes, drum.length, drum.period


def spread(unit: Unit, drum: Performance, strokes: int) -> Iterator[TimedWord]:
    """Spread k words over n strokes of a cycle: word i, from 0, begins on stroke i·n/k, rounded down.

    Words that would begin on one stroke divide its time evenly.
    """
    onsets = boundaries(drum)
    first = [place * strokes // len(unit) for place in range(len(unit))]
    starts = [*dict.fromkeys(first), strokes]
    for place, stroke in enumerate(first):
        sharing = first.count(stroke)
        length = (onsets[starts[starts.index(stroke) + 1]] - onsets[stroke]) / sharing
        onset = onsets[stroke] + (place - first.index(stroke)) * length
        yield unit[place]._replace(onset=onset, length=length)


def boundaries(drum: Performance) -> tuple[Fraction, ...]:
    """Return the onsets of a cycle, and where it ends, its gap left out."""
    return (*(stroke.onset for stroke in drum.pattern), drum.cycle_beats)


def after_lines(units: Sequence[Unit], drum: Performance) -> Placed:
    """Sing each line a beat a word, and let the next three strokes of the drum follow it.

    A gap follows the last stroke of each cycle.
    """
    edges = boundaries(drum)
    following = iter(drum.strokes)
    words, strokes, now = list[TimedWord](), list[Stroke](), Fraction(0)
    for unit in units:
        for word in unit:
            words.append(word._replace(onset=now))
            now += word.length
        for stroke in islice(following, EACH):
            strokes.append(stroke._replace(onset=now))
            now += edges[stroke.number] - edges[stroke.number - 1]
            now += drum.plan.gap if stroke.number == len(drum.pattern) else 0
    return tuple(words), tuple(strokes), now, None
