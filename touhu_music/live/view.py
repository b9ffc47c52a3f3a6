"""What a drummer is to see while playing, as plain values: the marks that run, and what is chosen.

The process that plays says it; another process draws it, for drawing would delay the sound.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain, islice, repeat
from typing import Final, NamedTuple

from touhu_music.language import (
    SYLLABLES,
    Language,
    Syllables,
    number,
    practised,
    source,
    title,
    word,
)
from touhu_music.live.control import Report
from touhu_music.live.keys import KEYS, OF_SONG
from touhu_music.live.singing import told
from touhu_music.live.transport import Settings
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance
from touhu_music.words.performing import WORDS

SEAM: Final = ":"
"""What stands between the end of a cycle and the next."""

AHEAD: Final = 16
"""So many marks are told that come next."""

PAGE: Final = 160
"""A row of more signs is shown in parts."""

SPELLING: Final = {
    Language.TRADITIONAL: Syllables.HANZI,
    Language.SIMPLIFIED: Syllables.HANZI,
    Language.KOREAN: Syllables.HANGUL,
    Language.ENGLISH: Syllables.PINYIN,
}


class View(NamedTuple):
    """What there is to see, as plain values that fit into a line of JSON.

    `row` has 半 where it stands; `at` is the place of the current mark in it, from 0, or -1 between
    cycles and where nothing plays. For half its time the current mark is `fresh`. `coming` are the
    marks from the current one on, or from the next. `beat` is that of a count-in, 0 where there is
    none. `syllables` are of 鼙 and 鼓. `song` is a line of the song, the word that sounds now in
    brackets, and the line that comes next.
    """

    titles: list[str]
    row: str
    at: int
    fresh: bool
    coming: str
    beat: int
    syllables: list[str]
    state: list[str]
    notices: list[str]
    source: str
    keys: list[str]
    song: str = ""


def view(
    settings: Settings, report: Report | None, since: float, notices: Sequence[str], language: Language
) -> View:
    """Say what there is to see, so many seconds after a report: the marks run on where nothing sounds."""
    performance, cycle, beats, beat, stroke = settings.performance, 0, 0.0, 0, None
    if report:
        performance, cycle = report.position.performance, report.position.cycle
        beats = float(report.position.beats) + since * float(report.position.beats_per_minute) / 60
        beat = 0 if cycle else min(int(beats) + 1, report.position.count_in)
        stroke = struck(performance, beats) if cycle else None
    at = -1 if stroke is None else sign(performance, stroke)
    page = max(at, 0) // PAGE * PAGE
    return View(
        [name(performance), *title(performance, language).split(" · ")],
        performance.row[page : page + PAGE],
        max(at - page, -1),
        stroke is not None and beats < middle(performance, stroke),
        coming(settings, performance, cycle, at),
        beat,
        syllables(settings, language),
        state(settings, report, performance, language),
        [*practised(settings.practice, language), *told(settings.tune, language), *notices[-2:]],
        source(performance, language),
        [
            f"{cap(key.cap, language)} {word(key.word, language)}"
            for key in (*KEYS, *([OF_SONG] if settings.tune else []))
        ],
        sung(settings, performance, cycle, beats),
    )


def struck(performance: Performance, beats: float) -> int | None:
    """Return the stroke, from 0, that so many beats of a cycle have reached; none in the gap after it."""
    if beats >= performance.cycle_beats and performance.plan.gap:
        return None
    return max(bisect_right(performance.pattern, beats + 1e-6, key=lambda it: float(it.onset)) - 1, 0)


def middle(performance: Performance, stroke: int) -> float:
    """Return the beat in the middle between a stroke, from 0, and the next."""
    onsets = [each.onset for each in performance.pattern[stroke : stroke + 2]]
    return float(onsets[0] + [*onsets, performance.cycle_beats][1]) / 2


def sign(performance: Performance, stroke: int) -> int:
    """Return the place of a stroke in the printed row, both from 0."""
    before = performance.row.find(HALF)
    return stroke + (0 <= before <= stroke)


def coming(settings: Settings, performance: Performance, cycle: int, at: int) -> str:
    """Return the marks from the current one on; after the row that sounds comes the one that is chosen."""
    left = performance.row[max(at, 0) :] if at >= 0 or cycle == 0 else ""
    ends = not settings.loop and max(cycle, 1) >= performance.plan.cycles
    after = () if ends else chain.from_iterable(repeat(SEAM + settings.performance.row))
    return "".join(islice(chain(left, after), AHEAD))


def sung(settings: Settings, performance: Performance, cycle: int, beats: float) -> str:
    """Return the line of this cycle with the word that sounds in brackets, and the line of the next one."""
    tune, number = settings.tune, max(cycle, 1)
    if tune is None:
        return ""
    line = tune.words(performance, number)
    at = bisect_right(line, beats + 1e-6, key=lambda it: float(it.onset)) - 1 if cycle else -1
    signs = [f"[{it.sung.word}]" if place == at else f" {it.sung.word} " for place, it in enumerate(line)]
    shown = f"{line[0].stanza}.{line[0].line}  {''.join(signs)}"
    if not settings.loop and number >= performance.plan.cycles:
        return shown
    following = "".join(it.sung.word for it in tune.words(settings.performance, number + 1))
    return f"{shown}  {SEAM} {following}"


def name(performance: Performance) -> str:
    """Name a performance as it is typed: `lu-1 archery`."""
    return f"{performance.cadence.name or 'row'} {performance.use}"


def syllables(settings: Settings, language: Language) -> list[str]:
    """Return what is said to each drum, in parentheses for one that is left out."""
    said = SYLLABLES[SPELLING[language]]
    return [f"({said[drum]})" if drum is settings.muted else said[drum] for drum in Drum]


def state(
    settings: Settings, report: Report | None, performance: Performance, language: Language
) -> list[str]:
    """Say in words where the playing is and what is chosen."""
    cycle = report.position.cycle if report else 0
    where = "stopped" if report is None else "cycle" if cycle else "count_in"
    tempo = settings.tempo(max(cycle, 1), performance)
    said = [word(where, language).format(cycle), word("tempo", language).format(number(tempo))]
    if settings.performance is not performance:
        said.append(word("next", language).format(name(settings.performance)))
    if settings.muted:
        said.append(word(f"mute-{settings.muted.word}", language))
    if settings.unsung:
        said.append(word("mute-song", language))
    last = max(performance.plan.cycles, cycle)
    said.append(word("loop" if settings.loop else "no-loop", language).format(last))
    said.append(word("count-in" if settings.count_in else "no-count-in", language).format(settings.count_in))
    return said


def cap(key: str, language: Language) -> str:
    """Return what is on a key."""
    return word(key, language) if key in WORDS else key
