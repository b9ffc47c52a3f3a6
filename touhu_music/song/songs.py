"""A song as a value: its words, the tone of each, its lines, and which print has it.

The data are `scores/songs/*.toml`, a song a file with every print of it, and `scores/songbooks/*.toml`,
a book a file; what no print tells is chosen in `scores/singing/*.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, chain, pairwise
from typing import Annotated, Final, Literal, NamedTuple, TypeVar

import msgspec

from touhu_music import datafile, library
from touhu_music.errors import LibraryError, SongError
from touhu_music.performance import exact
from touhu_music.reading import Texts
from touhu_music.song import signs
from touhu_music.song.signs import LOST, LULU, UPPER, UPPERS, Da, Decision

T = TypeVar("T")
NOTHING: Final = "·"
"""Stands for a tone where only the words are known."""

UNCODED: Final = "〓"
"""Stands for a word that has no code."""


class Sung(NamedTuple):
    """One word and its tone.

    `lulu` is one of the twelve signs, `gongche` the sign beside it, `semitones` count above 黃鐘, 12 and
    more in the upper octave; all are None where the tone is lost or only words are known. `printed` are
    the two signs as the book has them: `黄清` and `六`, or `闕` and nothing.
    """

    word: str
    lulu: str | None = None
    gongche: str | None = None
    semitones: int | None = None
    printed: tuple[str, str] = ("", "")
    doubts: tuple[str, ...] = ()

    @property
    def lost(self) -> str | None:
        """What is printed where the tone is lost, such as 闕; None where it is not lost."""
        return next((each for each in self.printed if each and each in LOST), None)

    @property
    def upper(self) -> bool:
        """Whether the tone is in the upper octave."""
        return self.semitones is not None and self.semitones >= signs.OCTAVE


class Stanza(NamedTuple):
    """The words of a stanza, and how many stand in each line of the verse."""

    sung: tuple[Sung, ...]
    lines: tuple[int, ...]

    @property
    def words(self) -> str:
        """The words, a character each: 〓 for one that has no code and that a text names in another way."""
        return "".join(each.word if len(each.word) == 1 else UNCODED for each in self.sung)

    @property
    def lulu(self) -> str:
        """The lülü signs, one a word: that of the loss where it is lost, · where there is none."""
        return "".join(each.lulu or each.lost or NOTHING for each in self.sung)

    @property
    def gongche(self) -> str:
        """The gongche signs, one a word, otherwise as `lulu`."""
        return "".join(each.gongche or each.lost or NOTHING for each in self.sung)

    @property
    def semitones(self) -> tuple[int | None, ...]:
        """The tones, one a word, in semitones above 黃鐘."""
        return tuple(each.semitones for each in self.sung)

    @property
    def has_tones(self) -> bool:
        """Whether any word has a tone."""
        return any(each.lulu or each.lost for each in self.sung)

    def by_line(self) -> tuple[tuple[Sung, ...], ...]:
        """Return the words line by line."""
        return tuple(self.sung[start:end] for start, end in pairwise((0, *accumulate(self.lines))))


class Title(NamedTuple):
    """The name of a song in five spellings."""

    hant: str
    hans: str
    pinyin: str
    korean: str
    en: str


class Book(NamedTuple):
    """A book that prints songs; `why` says why it was not read, where it was not."""

    siglum: str
    title: str
    author: str
    work_date: str
    edition: str
    evidence: str
    why: Texts = ()


class Song(NamedTuple):
    """A song as one print has it.

    `witness` is the siglum of the book, `heading` the line that names song and mode, as printed. `mode`
    is empty where there is none. `known` are the sigla of all its prints. `sources` name the books in words.
    `setting` is `twelve` or `own`, or empty where there is no tune.
    """

    name: str
    title: Title
    witness: str
    mode: str
    heading: str
    sung_for: tuple[tuple[str, str], ...]
    stanzas: tuple[Stanza, ...]
    warnings: tuple[str, ...]
    sources: tuple[str, ...]
    known: tuple[str, ...]
    setting: str
    notes: Texts = ()

    @property
    def has_tune(self) -> bool:
        """Whether any of its tones is known."""
        return any(each.semitones is not None for stanza in self.stanzas for each in stanza.sung)

    @property
    def sung(self) -> tuple[Sung, ...]:
        """All words in order."""
        return tuple(each for stanza in self.stanzas for each in stanza.sung)

    @property
    def lines(self) -> tuple[tuple[Sung, ...], ...]:
        """All lines in order, of all stanzas."""
        return tuple(line for stanza in self.stanzas for line in stanza.by_line())


class Singing(NamedTuple):
    """Everything that singing needs and the prints do not say.

    `huangzhong` is the pitch of 黃鐘 by name, such as C4; `temperament` is `equal` or `sanfen`; a word
    takes a beat; `breath` and `stanza_breath` are beats of silence after a line and after a stanza.
    `reasons` gives (field, texts by language).
    """

    name: str
    huangzhong: str
    temperament: str
    words_per_minute: Fraction
    breath: Fraction
    stanza_breath: Fraction
    reasons: tuple[tuple[str, Texts], ...]


# --- files ------------------------------------------------------------------------------------

Name = Annotated[str, msgspec.Meta(min_length=1)]
Setting = Literal["", "twelve", "own"]
"""Of the twelve songs that are said to be of the Kaiyuan reign, or the author's own; else no tune."""


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file; a key that it does not know is refused."""


class Names(Data, frozen=True):
    """A title in a file."""

    hant: Name
    hans: Name
    pinyin: Name
    korean: Name
    en: Name


class Verse(Data, frozen=True):
    """A stanza in a file: words, lülü and gongche as printed, a space between lines of the verse."""

    words: Name
    lulu: str = ""
    gongche: str = ""


class Print(Data, frozen=True):
    """What one book has of a song: `place` in the book, and first and last of the `lines` of a `file`.

    `da` says what 大 stands for, with its reason, where the mode or another print tells.
    """

    witness: Name
    place: Name
    stanzas: Annotated[tuple[Verse, ...], msgspec.Meta(min_length=1)]
    heading: str = ""
    mode: str = ""
    setting: Setting = ""
    file: str = ""
    lines: tuple[int, int] | None = None
    da: Da | None = None
    da_reason: str = ""
    note: dict[str, Name] = {}


class File(Data, frozen=True):
    """A file of `scores/songs`."""

    title: Names
    sung_for: dict[str, Name]
    prints: Annotated[tuple[Print, ...], msgspec.Meta(min_length=1)]


class BookFile(Data, frozen=True):
    """A file of `scores/songbooks`."""

    title: Name
    author: Name
    work_date: Name
    edition: Name
    evidence: Name
    why: dict[str, Name] = {}


class Choice(Data, frozen=True):
    """A choice and its reason by language."""

    value: str | int | float
    reason: dict[str, Name]


class SingingFile(Data, frozen=True):
    """A file of `scores/singing`."""

    huangzhong: Choice
    temperament: Choice
    words_per_minute: Choice
    breath: Choice
    stanza_breath: Choice


@cache
def checked(path: str, kind: type[T]) -> T:
    """Load a data file as a record; raises LibraryError that names the file and the key."""
    try:
        return msgspec.convert(datafile.load(path), kind)
    except msgspec.ValidationError as error:
        raise LibraryError(f"{path}: {error}") from error


def songs() -> tuple[str, ...]:
    """Return the names of the songs."""
    return tuple(library.files(library.folder("scores", "songs")))


def books() -> dict[str, Book]:
    """Return the books that print songs by siglum, those not read too."""
    return {
        siglum: of_book(siglum, checked(path, BookFile))
        for siglum, path in library.files(library.folder("scores", "songbooks")).items()
    }


def of_book(siglum: str, file: BookFile) -> Book:
    """Make a book of its file."""
    return Book(siglum, **msgspec.structs.asdict(file) | {"why": tuple(file.why.items())})


def unread() -> tuple[Book, ...]:
    """Return the books that print songs and were not read."""
    return tuple(book for book in books().values() if book.why)


def singing(name: str = "default") -> Singing:
    """Load the choices of singing by name; raises SongError with the names that there are, PlanError."""
    found = library.files(library.folder("scores", "singing"))
    if name not in found:
        raise SongError(f"no singing {name[:40]!r}; there are {' '.join(found)}")
    file = checked(found[name], SingingFile)
    choices: dict[str, Choice] = msgspec.structs.asdict(file)
    beats = {
        field: exact(field, choices[field].value) for field in ("words_per_minute", "breath", "stanza_breath")
    }
    reasons = tuple((field, tuple(choice.reason.items())) for field, choice in choices.items())
    return Singing(name, str(file.huangzhong.value), str(file.temperament.value), **beats, reasons=reasons)


def load(name: str, witness: str | None = None) -> Song:
    """Load a song as a book prints it, by default the first that there is.

    Raises SongError for a name or a siglum that is none, LibraryError for a file that is wrong.
    """
    if name not in songs():
        raise SongError(f"no song {name[:40]!r}; there are {' '.join(songs())}")
    path = library.files(library.folder("scores", "songs"))[name]
    file = checked(path, File)
    known = tuple(each.witness for each in file.prints)
    if witness is not None and witness not in known:
        raise SongError(f"{name}: no print {witness[:40]!r}; there are {' '.join(known)}")
    chosen = file.prints[known.index(witness) if witness else 0]
    book = books().get(chosen.witness)
    if book is None:
        raise LibraryError(f"{path}: no songbook {chosen.witness!r}")
    where = f", {chosen.file} lines {chosen.lines[0]}-{chosen.lines[1]}" if chosen.lines else ""
    stanzas = tuple(of_verse(verse, chosen, path) for verse in chosen.stanzas)
    return Song(
        name,
        Title(**msgspec.structs.asdict(file.title)),
        chosen.witness,
        chosen.mode,
        chosen.heading,
        tuple(file.sung_for.items()),
        stanzas,
        tuple(warnings(stanzas, chosen.witness)),
        (f"{book.title}, {book.author}, {chosen.place}; {book.edition}{where}",),
        known,
        chosen.setting,
        tuple(chosen.note.items()),
    )


def prints(name: str) -> tuple[Song, ...]:
    """Load a song as each of its books prints it."""
    return tuple(load(name, siglum) for siglum in load(name).known)


def of_verse(verse: Verse, within: Print, path: str) -> Stanza:
    """Make a stanza; raises LibraryError unless words, lülü and gongche have as many signs in each line."""
    lines = verse.words.split()
    lengths = tuple(map(len, lines))
    if not verse.lulu:
        return Stanza(tuple(Sung(word) for word in "".join(lines)), lengths)
    lulu, gongche = [[*parted(line)] for line in verse.lulu.split()], verse.gongche.split()
    if lengths != tuple(map(len, lulu)) or lengths != tuple(map(len, gongche)):
        raise LibraryError(f"{path}: words, lulu and gongche differ in length, at {lines[0]}")
    strange = {sign[0] for line in lulu for sign in line if signs.plain(sign[0]) not in {*LULU, *LOST}}
    strange |= {sign for sign in "".join(gongche) if signs.plain(sign) not in {*signs.GONGCHE, *LOST}}
    if strange:
        raise LibraryError(f"{path}: unknown sign {' '.join(sorted(strange))}, at {lines[0]}")
    for sign in chain.from_iterable(lulu):
        if sign[-1] in UPPERS and (lu := LULU.get(signs.plain(sign[0]))) and lu.high is None:
            raise LibraryError(f"{path}: {UPPER} on {lu.name}, which has no upper octave, at {lines[0]}")
    da = Decision(within.da, within.da_reason) if within.da else signs.decide(within.mode)
    pairs = zip("".join(lines), chain.from_iterable(lulu), "".join(gongche), strict=True)
    return Stanza(tuple(of_word(*pair, da) for pair in pairs), lengths)


def parted(lulu: str) -> Iterator[str]:
    """Part a row of lülü signs, 清 going with the sign before it."""
    at = 0
    while at < len(lulu):
        end = at + 1 + (lulu[at + 1 : at + 2] in (*UPPERS,))
        yield lulu[at:end]
        at = end


def of_word(word: str, lulu: str, gongche: str, da: Decision | None) -> Sung:
    """Make a word with its tone of the signs as printed."""
    heard = signs.tone(lulu, gongche, da)
    return Sung(word, *heard[:3], (lulu, gongche), heard.doubts)


def warnings(stanzas: tuple[Stanza, ...], whose: str, places: Sequence[Sequence[str]] = ()) -> Iterator[str]:
    """Say what is odd, word by word, each with its code, whose it is and its place in the song.

    `places`, a word each, say where in a text the words stand.
    """
    for number, stanza in enumerate(stanzas, 1):
        for place, each in enumerate(stanza.sung, 1):
            there = f" ({places[number - 1][place - 1]})" if places else ""
            for doubt in each.doubts:
                code, _, said = doubt.partition(": ")
                yield f"{code}: {whose}, stanza {number}, word {place} {each.word}{there}: {said}"


def tune(song: Song) -> Song:
    """Return a song that has a tune; raises SongError that names what there is instead."""
    if not song.has_tune:
        others = " ".join(name for name in songs() if load(name).has_tune)
        raise SongError(
            f"{song.name}: the tune of {song.title.hant} is lost and none is invented;"
            f" its words can be recited; tunes that survive: {others}"
        )
    return song
