"""One song against another: how its tones move, which it uses, and what the two have alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from random import Random
from typing import Final, NamedTuple

from touhu_music.song import songs
from touhu_music.song.signs import OCTAVE
from touhu_music.song.songs import Song

Tones = tuple[int | None, ...]
"""Semitones above 黃鐘, one a word; None where the tone is lost."""

UP, DOWN, SAME, UNKNOWN = "+", "-", "=", "?"
SHUFFLES: Final = 999


class Profile(NamedTuple):
    """How a song moves: its intervals stanza by stanza, how often it has each tone, and where it ends.

    An interval is in semitones, None beside a lost tone.
    """

    song: Song
    intervals: tuple[Tones, ...]
    tones: tuple[tuple[int, int], ...]
    lowest: int
    highest: int
    finals: Tones

    @property
    def contours(self) -> tuple[str, ...]:
        """The direction of each interval, stanza by stanza: + - = and ? beside a lost tone."""
        return tuple("".join(map(direction, stanza)) for stanza in self.intervals)

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """How often each size of interval comes, whatever its direction."""
        found = Counter(abs(step) for stanza in self.intervals for step in stanza if step is not None)
        return tuple(sorted(found.items()))


class Stretch(NamedTuple):
    """As many tones that two songs have alike, and where they begin: stanza and word from 1 in each."""

    length: int
    first: tuple[int, int]
    second: tuple[int, int]


class Comparison(NamedTuple):
    """What two songs have alike.

    `opening` counts the tones at their beginning that are the same, `opening_lulu` those that are with
    octaves aside, `opening_steps` the steps of the contour. `longest` is the longest stretch within
    stanzas of the same lülü, octaves aside. The chances say how often, of so many shuffles of the tones
    in each stanza, an opening of lülü and a stretch were at least as long.
    """

    first: Profile
    second: Profile
    opening: int
    opening_lulu: int
    opening_steps: int
    longest: Stretch
    shuffles: int
    chance_opening: int
    chance_longest: int


def profile(song: Song) -> Profile:
    """Tell how a song moves; raises SongError if it has no tune."""
    stanzas = [stanza.semitones for stanza in songs.tune(song).stanzas]
    heard = [tone for stanza in stanzas for tone in stanza if tone is not None]
    return Profile(
        song,
        tuple(tuple(steps(stanza)) for stanza in stanzas),
        tuple(sorted(Counter(heard).items())),
        min(heard),
        max(heard),
        tuple(stanza[-1] for stanza in stanzas),
    )


def steps(stanza: Tones) -> Iterator[int | None]:
    """Yield the intervals of a stanza."""
    for before, after in pairwise(stanza):
        yield None if before is None or after is None else after - before


def direction(step: int | None) -> str:
    """Tell which way an interval goes."""
    if step is None:
        return UNKNOWN
    return SAME if step == 0 else UP if step > 0 else DOWN


def compare(first: Song, second: Song) -> Comparison:
    """Tell what two songs have alike; the same songs give the same, chance too."""
    one, other = profile(first), profile(second)
    ours, theirs = ([stanza.semitones for stanza in song.stanzas] for song in (first, second))
    plain, shuffled = [lulu(stanza) for stanza in ours], [lulu(stanza) for stanza in theirs]
    opening, longest = alike(plain[0], shuffled[0]), stretch(plain, shuffled)
    openings = stretches = 0
    draw = Random(0)
    for _ in range(SHUFFLES):
        drawn = [tuple(draw.sample(stanza, len(stanza))) for stanza in shuffled]
        openings += alike(plain[0], drawn[0]) >= opening
        stretches += stretch(plain, drawn).length >= longest.length
    return Comparison(
        one,
        other,
        alike(ours[0], theirs[0]),
        opening,
        alike(one.contours[0], other.contours[0], unknown=UNKNOWN),
        longest,
        SHUFFLES,
        openings,
        stretches,
    )


def lulu(stanza: Tones) -> Tones:
    """Return the tones of a stanza with octaves aside."""
    return tuple(None if tone is None else tone % OCTAVE for tone in stanza)


def alike(first: Sequence[object], second: Sequence[object], unknown: object = None) -> int:
    """Count what is the same from the beginning on; what is not known is like nothing."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] != unknown, pairs))


def stretch(first: Sequence[Tones], second: Sequence[Tones]) -> Stretch:
    """Find the longest stretch of tones that two songs have alike, the first of several."""
    best = Stretch(0, (0, 0), (0, 0))
    for number, ours in enumerate(first, 1):
        for other, theirs in enumerate(second, 1):
            for length, at, there in runs(ours, theirs):
                if length > best.length:
                    best = Stretch(length, (number, at - length + 1), (other, there - length + 1))
    return best


def runs(first: Tones, second: Tones) -> Iterable[tuple[int, int, int]]:
    """Yield how many tones up to each pair of places, from 1, are alike."""
    before = [0] * (len(second) + 1)
    for at, tone in enumerate(first, 1):
        now = [0] * (len(second) + 1)
        for there, other in enumerate(second, 1):
            if tone == other and tone is not None:
                now[there] = before[there - 1] + 1
                yield now[there], at, there
        before = now
