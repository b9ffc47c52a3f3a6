"""A comparison as sound: one row in the left ear, the other in the right, what differs accented.

Each column of the alignment takes a beat, and a row that has no stroke there is silent for it. Where
both rows strike alike, both ears hear the very same stroke, which thus stands in the middle. 半 takes
no time. There is no MIDI of it: the drums of General MIDI share one channel, which has one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from math import prod
from typing import Final, NamedTuple

import numpy

from touhu_music.comparison.aligned import Side, label, said_costs, said_ways, sides, sources, struck_doubts
from touhu_music.comparison.pairs import Comparison
from touhu_music.errors import RenderError
from touhu_music.language import Language, both, number, sounds, word, words
from touhu_music.notation import Drum
from touhu_music.performance import Accent, Plan, Stroke, Timing
from touhu_music.practice import PLAIN, Moment, Voice
from touhu_music.sound import LONGEST, Audio, check_loop
from touhu_music.sound.encoding import FULL, KINDS, beginning, file_of, held, subtype
from touhu_music.sound.mixing import Mix, hit, laid, levelling
from touhu_music.sound.voices import voices

EARS: Final = (-1.0, 1.0)
"""Where the first row is heard, and where the second."""

LOSS: Final = 0.2
"""How much of an ear a lossy file may change, measured by the louder ear."""


class Duet(NamedTuple):
    """Both rows on the columns of their alignment; `beats` are those of a cycle without its gap.

    The number of a stroke is that of its column, so that both rows strike alike where they agree.
    """

    rows: tuple[tuple[Stroke, ...], ...]
    columns: int
    beats: int


def render(
    comparison: Comparison,
    kind: str,
    plan: Plan,
    audio: Audio,
    *,
    alternate: bool = False,
    language: Language,
) -> bytes | memoryview:
    """Write a comparison as wav, flac, ogg or mp3.

    With `alternate` the rows are heard in turn, phrase by phrase, each still in its own ear: so it is
    heard whose phrase it is, wherever one begins to listen. A phrase ends with the last of the columns,
    one after the other, in which both rows have □, and at 半; this is a choice, no text has phrases.
    Raises RenderError for a plan that is not even or has accents of its own, for rows without a stroke
    or too long to be aligned, and for what such a file cannot hold.
    """
    mixed, level = made(comparison, plan, audio, alternate)
    return file_of(mixed, level, kind, audio, tags(comparison, plan, audio, alternate, language))


def check(
    data: bytes | memoryview,
    comparison: Comparison,
    kind: str,
    plan: Plan,
    audio: Audio,
    *,
    alternate: bool = False,
    language: Language,
) -> None:
    """Open the file again, and listen to the first cycle with either ear.

    Raises RenderError unless kind, length, title and what each ear hears are as they should be.
    """
    mixed, level = made(comparison, plan, audio, alternate)
    written = subtype(KINDS[kind], audio.rate, audio.bits)
    title = tags(comparison, plan, audio, alternate, language)["title"]
    expected = (KINDS[kind].container, written, audio.rate, 2, mixed.frames, title)
    found = held(data)
    if found != expected:
        raise RenderError(f"the {kind} file does not give back the sound: {found}, not {expected}")
    beats = plan.count_in + duet(comparison, alternate).beats
    frames = min(mixed.frames, round(beats * plan.seconds_per_beat * audio.rate))
    wanted = mixed.stretch(0, frames) * numpy.float32(level)
    heard = beginning(data, frames)
    exact = 1.5 / FULL[written] if written in FULL else None
    for name, ear, sound in zip(("left", "right"), wanted.T, heard.T, strict=True):
        off, loud = sound - ear, max(map(numpy.linalg.norm, wanted.T))
        if numpy.abs(off).max() > exact if exact else numpy.linalg.norm(off) > LOSS * loud:
            raise RenderError(f"the {kind} file does not give back what the {name} ear should hear")


def made(comparison: Comparison, plan: Plan, audio: Audio, alternate: bool) -> tuple[Mix, float]:
    """Return the mix, and what it is multiplied by; raises RenderError for what cannot be heard so."""
    if plan.timing is not Timing.EVEN:
        raise RenderError(
            f"rows are heard together under the timing even, not {plan.timing}:"
            " a beat is a column of the alignment"
        )
    if plan.accent is not Accent.NONE:
        raise RenderError("accents say here what differs; choose the accent none")
    check_loop(plan, audio)
    heard = duet(comparison, alternate)
    if not heard.beats:
        raise RenderError("there is no stroke to hear")
    if (plan.count_in + plan.cycles * (heard.beats + plan.gap)) * plan.seconds_per_beat > LONGEST:
        raise RenderError(f"sound is written for at most {LONGEST // 60} minutes")
    return mix(heard, plan, audio), gain(heard, plan, replace(audio, stem=None))


def duet(comparison: Comparison, alternate: bool) -> Duet:
    """Set both rows on columns, both at once or in turn."""
    found = sides([comparison.a, comparison.b], comparison.use, comparison.costs)
    waits = list(waiting(found)) if alternate else None
    columns = sum(len(side.columns) for side in found)
    rows = tuple(tuple(strokes(found, row, waits)) for row in range(len(EARS)))
    return Duet(rows, columns, columns * (len(EARS) if alternate else 1))


def strokes(found: Sequence[Side], row: int, waits: Sequence[tuple[int, int]] | None) -> Iterator[Stroke]:
    """Give the strokes of a row, those accented that differ or stand alone."""
    column = 0
    for side in found:
        place = 0
        for cells, differs in zip(side.columns, side.differing, strict=True):
            if cells[row]:
                place += 1
                beat = column + (waits[column][row] if waits else 0)
                yield Stroke(
                    Fraction(beat), Drum(cells[row]), 1, column + 1, side.section, place, accent=differs
                )
            column += 1


def waiting(found: Sequence[Side]) -> Iterator[tuple[int, int]]:
    """Give for each column by how many beats each row comes later, where they are heard in turn."""
    ends = accumulate(length for side in found for length in phrases(side))
    for start, end in pairwise([0, *ends]):
        for _ in range(start, end):
            yield start, end


def phrases(side: Side) -> Iterator[int]:
    """Give how many columns each phrase has."""
    length = 0
    for place, cells in enumerate(side.columns, 1):
        length += 1
        closed = set(cells) == {str(Drum.GU)}
        if place == len(side.columns) or (closed and set(side.columns[place]) != {str(Drum.GU)}):
            yield length
            length = 0


@lru_cache(maxsize=2)
def mix(heard: Duet, plan: Plan, audio: Audio) -> Mix:
    """Place the strokes of both rows at their frames, as a performance is, each row in its ear."""
    beat = plan.seconds_per_beat
    period, lead = (heard.beats + plan.gap) * beat, plan.count_in * beat
    starts = [lead + cycle * period for cycle in range(plan.cycles + 1)]
    ears = [voices(plan.sounds, audio, PLAIN.seed, ear) for ear in EARS]
    clicks = [Moment(place * beat, Voice.CLICK, 0) for place in range(plan.count_in)]
    moments = [(ears[0], click) for click in clicks]
    for cycle, start in enumerate(starts[:-1], 1):
        for ear, row in zip(ears, heard.rows, strict=True):
            moments += [
                (ear, Moment(start + stroke.onset * beat, Voice(stroke.drum.word), cycle, stroke))
                for stroke in row
            ]
    moments.sort(key=lambda each: each[1].seconds)
    struck = [
        (moment.voice, hit(moment.seconds, audio.rate, ear.wave(moment, heard.columns)))
        for ear, moment in moments
    ]
    return laid(struck, starts, period, ears[0].longest, audio)


@lru_cache(maxsize=2)
def gain(heard: Duet, plan: Plan, audio: Audio) -> float:
    """Return what the samples are multiplied by; both ears, and all stems, get the same."""
    return levelling(mix(heard, plan, audio)) if audio.normalised else 1.0


def tags(
    comparison: Comparison, plan: Plan, audio: Audio, alternate: bool, language: Language
) -> dict[str, str]:
    """Return what a player shows: which row is in which ear, and in the comment the sources and choices."""
    rows = [comparison.a, comparison.b]
    title = [
        f"{word('hear-ears', each).format(*(label(row, each) for row in rows))}"
        f"{word('joined', each)}{word(str(comparison.use), each)}"
        for each in both(language)
    ]
    if audio.stem:
        title.append(words(f"stem-{audio.stem}", language))
    lines = [
        *sources(rows, language),
        words("text", language),
        *struck_doubts(rows, comparison.use, language),
        choices(comparison, plan, audio, alternate, language),
    ]
    if plan.sounds.tones != plan.sounds.name and not audio.recorded:
        lines.append(words(plan.sounds.tones, language))
    return {"title": " · ".join(title), "comment": "\n".join(lines)}


def choices(comparison: Comparison, plan: Plan, audio: Audio, alternate: bool, language: Language) -> str:
    """List all that is chosen in one line, the alignment as well."""
    found = sides([comparison.a, comparison.b], comparison.use, comparison.costs)
    lines = [
        said_ways(prod(side.ways for side in found), language),
        *said_costs(comparison.costs, language),
        word("hear-columns", language),
        *([word("hear-alternate", language)] if alternate else []),
        word("hear-accents", language),
        word("tempo", language).format(number(plan.beats_per_minute)),
        word("cycles", language).format(plan.cycles),
        word("gap" if plan.gap else "no-gap", language).format(number(plan.gap)),
        word("count-in" if plan.count_in else "no-count-in", language).format(plan.count_in),
        sounds(plan, language, audio.recorded),
    ]
    return f"{words('choices', language)}: {'; '.join(lines)}"
