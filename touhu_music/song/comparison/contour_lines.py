"""Two songs compared, as lines, JSON and CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any, Final

from touhu_music.columns import right
from touhu_music.language import Language, word
from touhu_music.song import telling
from touhu_music.song.comparison.contours import Comparison, Profile, Stretch, lulu
from touhu_music.song.signs import LULU, OCTAVE, UPPER
from touhu_music.song.songs import NOTHING, Song

Shape = dict[str, Any]
SIGNS: Final = {lu.semitones: lu.sign for lu in LULU.values()}


def tone(semitones: int | None) -> str:
    """Name a tone by its lülü: 黃, and 黃清 an octave above."""
    if semitones is None:
        return NOTHING
    return SIGNS[semitones % OCTAVE] + UPPER * (semitones >= OCTAVE)


def stretch(song: Song, stanza: int, place: int, length: int) -> str:
    """Return the lülü signs of a stretch, octaves aside."""
    tones = lulu(song.stanzas[stanza - 1].semitones)[place - 1 : place - 1 + length]
    return "".join(map(tone, tones))


# --- data -------------------------------------------------------------------------------------


def shape(found: Comparison, language: Language) -> Shape:
    """Give a comparison as JSON: keys are added, never renamed."""
    first, second = found.first.song, found.second.song
    longest = found.longest
    return {
        "a": label(first),
        "b": label(second),
        "opening": {
            "tones": found.opening,
            "lulu": found.opening_lulu,
            "signs": stretch(first, 1, 1, found.opening_lulu),
            "steps": found.opening_steps,
        },
        "longest": {
            "length": longest.length,
            "signs": common(found),
            "a": place(longest.first),
            "b": place(longest.second),
        },
        "chance": {
            "shuffles": found.shuffles,
            "opening": found.chance_opening,
            "longest": found.chance_longest,
        },
        "songs": [of_profile(each) for each in (found.first, found.second)],
        "warnings": [warning for song in (first, second) for warning in song.warnings],
        "remarks": said(found, language),
    }


def of_profile(profile: Profile) -> Shape:
    """Give how a song moves."""
    return {
        "song": profile.song.name,
        "witness": profile.song.witness,
        "mode": profile.song.mode,
        "contours": [*profile.contours],
        "intervals": [[*stanza] for stanza in profile.intervals],
        "sizes": {str(size): count for size, count in profile.sizes},
        "tones": {str(semitones): count for semitones, count in profile.tones},
        "range": [profile.lowest, profile.highest],
        "finals": [*profile.finals],
    }


def place(at: tuple[int, int]) -> Shape | None:
    """Give a place; nothing where nothing is alike."""
    return {"stanza": at[0], "word": at[1]} if at[0] else None


COLUMNS: Final = ("table", "value", "a", "b")


def to_csv(found: Comparison) -> bytes:
    """Write how often each interval and each tone comes in the two songs."""
    data = StringIO()
    writer = csv.writer(data, lineterminator="\n")
    writer.writerow(("table", "value", label(found.first.song), label(found.second.song)))
    for name, counts in counted(found).items():
        for value, one, other in counts:
            writer.writerow((name, value, one, other))
    return data.getvalue().encode()


def counted(found: Comparison) -> Mapping[str, list[tuple[int, int, int]]]:
    """Return how often intervals and tones come: the value and its number in each song."""
    tables = {}
    for name in ("sizes", "tones"):
        one, other = (dict(getattr(each, name)) for each in (found.first, found.second))
        tables["intervals" if name == "sizes" else name] = [
            (value, one.get(value, 0), other.get(value, 0)) for value in sorted({*one, *other})
        ]
    return tables


# --- lines ------------------------------------------------------------------------------------


def label(song: Song) -> str:
    """Name a song at its print."""
    return f"{song.name}@{song.witness}"


def common(found: Comparison) -> str:
    """Return the lülü of the longest stretch."""
    if not found.longest.length:
        return ""
    return stretch(found.first.song, *found.longest.first, found.longest.length)


def lines(found: Comparison, language: Language) -> Iterator[str]:
    """Tell what two songs have alike, and how each moves."""
    profiles = (found.first, found.second)
    room = max(len(label(each.song)) for each in profiles) + 2
    for each in profiles:
        yield f"{label(each.song):{room}}{telling.name(each.song, language)}; {each.song.mode}"
    yield ""
    yield word("song-opening", language).format(
        found.opening,
        found.opening_lulu,
        stretch(found.first.song, 1, 1, found.opening_lulu) or NOTHING,
        found.opening_steps,
    )
    yield longest(found, found.longest, language)
    yield word("song-chance", language).format(found.shuffles, found.chance_opening, found.chance_longest)
    yield ""
    yield word("song-contours", language)
    for each in profiles:
        for number, contour in enumerate(each.contours, 1):
            yield f"  {label(each.song):{room}}{number}  {contour}"
    for name, counts in counted(found).items():
        yield ""
        yield word(f"song-{name}", language)
        heads = [tone(value) if name == "tones" else str(value) for value, _, _ in counts]
        yield "  " + " " * room + " ".join(right(head, 4) for head in heads)
        for at, each in enumerate(profiles, 1):
            yield f"  {label(each.song):{room}}" + " ".join(f"{row[at]:4}" for row in counts)
    yield ""
    for each in profiles:
        ends = " ".join(map(tone, each.finals))
        low, high = tone(each.lowest), tone(each.highest)
        yield word("song-range", language).format(label(each.song), low, high, ends)
    yield from said(found, language)


def longest(found: Comparison, alike: Stretch, language: Language) -> str:
    """Say where the longest stretch is that both have."""
    songs = (found.first.song, found.second.song)
    places = (
        word("song-there", language).format(label(song), *at)
        for song, at in zip(songs, (alike.first, alike.second), strict=True)
    )
    return word("song-longest", language).format(alike.length, common(found) or NOTHING, *places)


def said(found: Comparison, language: Language) -> list[str]:
    """Say what the books say of the songs, and what must be said."""
    songs = (found.first.song, found.second.song)
    notes = [telling.note(song, language) for song in songs if song.notes]
    return [*dict.fromkeys([*notes, *(line for song in songs for line in telling.caveats(song, language))])]
