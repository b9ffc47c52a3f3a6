"""The prints of a song side by side: each word whose tone differs from that of one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

from touhu_music.song import songs
from touhu_music.song.songs import Song, Stanza, Sung

Kind = Literal["substitution", "sign", "lost", "supplied", "omission", "addition", "spelling"]
"""How a print differs from the base.

Another tone, the same with another gongche, one lost here or in the base, no word, a word more, another
form of the word.
"""

LONGEST: Final = 2_000
"""Stanzas of more words are held together place by place."""


class Reading(NamedTuple):
    """What some prints have for a word; nothing where they lack it."""

    kind: Kind
    sung: Sung | None
    witnesses: tuple[str, ...]


class Entry(NamedTuple):
    """A word at which prints differ: its stanza and place from 1, what the base has, what others have.

    What is added stands after the place; the base has nothing then.
    """

    stanza: int
    place: int
    lemma: Sung | None
    readings: tuple[Reading, ...]

    def with_reading(self, new: Reading) -> Entry:
        """Add what a print has, to those that have the same."""
        for at, each in enumerate(self.readings):
            if each._replace(witnesses=()) == new._replace(witnesses=()):
                joined = each._replace(witnesses=each.witnesses + new.witnesses)
                return self._replace(readings=(*self.readings[:at], joined, *self.readings[at + 1 :]))
        return self._replace(readings=(*self.readings, new))


class Collation(NamedTuple):
    """A song in all its prints against one of them."""

    base: Song
    others: tuple[Song, ...]
    entries: tuple[Entry, ...]
    spellings: tuple[Entry, ...]

    @property
    def same(self) -> tuple[str, ...]:
        """The prints, beside the base, with the same tones."""
        differing = {siglum for entry in self.entries for each in entry.readings for siglum in each.witnesses}
        return tuple(song.witness for song in self.others if song.witness not in differing)

    @property
    def songs(self) -> tuple[Song, ...]:
        """The song in all its prints, that of the base first."""
        return (self.base, *self.others)


def collate(name: str, base: str | None = None) -> Collation:
    """Hold the prints of a song against one of them, by default the first.

    Raises SongError for a name or a siglum that is none, and for a song without a tune.
    """
    ground = songs.tune(songs.load(name, base))
    others = tuple(song for song in songs.prints(name) if song.witness != ground.witness)
    return held(ground, others)


def held(ground: Song, others: Sequence[Song]) -> Collation:
    """Hold prints against one; words that stand at the same place of a stanza meet."""
    found: dict[tuple[int, int, bool], Entry] = {}
    for song in others:
        for stanza, place, lemma, sung in met(ground, song):
            if kind := difference(lemma, sung):
                key = (stanza, place, kind == "spelling")
                entry = found.get(key, Entry(stanza, place, lemma, ()))
                found[key] = entry.with_reading(Reading(kind, sung, (song.witness,)))
    tones, spellings = (
        tuple(found[key] for key in sorted(found) if key[2] is spelled) for spelled in (False, True)
    )
    return Collation(ground, tuple(others), tones, spellings)


def met(ground: Song, other: Song) -> Iterator[tuple[int, int, Sung | None, Sung | None]]:
    """Yield the words of two prints that meet, each with its stanza and place in the first."""
    nothing = Stanza((), ())
    pairs = zip_longest(ground.stanzas, other.stanzas, fillvalue=nothing)
    for number, (first, second) in enumerate(pairs, 1):
        for place, one, two in words(first, second):
            yield number, place, one, two


def words(first: Stanza, second: Stanza) -> Iterator[tuple[int, Sung | None, Sung | None]]:
    """Yield the words that meet: place by place where both have as many, else those that are the same."""
    if len(first.sung) == len(second.sung) or max(len(first.sung), len(second.sung)) > LONGEST:
        for at, (one, two) in enumerate(zip_longest(first.sung, second.sung), 1):
            yield at, one, two
        return
    for _, a, b, c, d in SequenceMatcher(None, first.words, second.words, autojunk=False).get_opcodes():
        for step in range(max(b - a, d - c)):
            one = first.sung[a + step] if a + step < b else None
            two = second.sung[c + step] if c + step < d else None
            yield min(a + step + 1, b) if one is None else a + step + 1, one, two


def difference(lemma: Sung | None, sung: Sung | None) -> Kind | None:
    """Tell how a print differs from the base in a word; None where it does not."""
    if lemma is None or sung is None:
        return "addition" if lemma is None else "omission"
    if (lemma.lulu, lemma.semitones) != (sung.lulu, sung.semitones):
        if lemma.lost:
            return "supplied"
        return "lost" if sung.lost else "substitution"
    if lemma.gongche != sung.gongche:
        return "sign"
    return "spelling" if lemma.word != sung.word else None
