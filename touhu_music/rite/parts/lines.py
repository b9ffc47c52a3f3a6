"""The sheets in words: what stands on each, for the terminal, the page and the print alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from touhu_music.language import Language, number, title, word
from touhu_music.performance import Performance
from touhu_music.rite.cast import lines as cast_lines
from touhu_music.rite.cast.casting import Casting
from touhu_music.rite.cues import Cue, cadence, cadences, song
from touhu_music.rite.cuesheet import lines as cue_lines
from touhu_music.rite.cuesheet.lines import Line, basis, called, hanzi
from touhu_music.rite.parts.parts import Before, Entry, Kind, Part, surpluses

BETWEEN: Final = " · "
LONG: Final = 3  # clauses of a speech of which the last is enough to wait for


class Told(NamedTuple):
    """An entry in words."""

    head: str  # the section and the rounds that begin with it
    cues: tuple[str, ...]  # what comes before it
    only: str  # where alone it is done, or is his
    role: str  # as which of his roles, if he has several
    line: Line
    turn: str  # how his music turns, for a row of another
    kind: Kind


class Book(NamedTuple):
    """What all sheets are made from: what is cast, a cycle of each cadence, the language, the title."""

    casting: Casting
    performances: Mapping[str, Performance]
    language: Language
    title: str = ""

    @property
    def heading(self) -> str:
        """What the sheets are called."""
        rite = cue_lines.heading(self.casting.sheet, self.language).rpartition(":")[0]
        return self.title or f"{rite}: {word('part-title', self.language)}"


# --- what is said of somebody before his rows -------------------------------------------------------


def roles(part: Part, book: Book) -> list[str]:
    """Name the roles of a person, each with the steps that need him."""
    found = []
    for name in part.player.roles:
        role = book.casting.by_name[name]
        steps = cast_lines.steps(name, book.casting)
        found.append(f"{cast_lines.named(role, book.language)} ({steps})")
    return found


def notes(part: Part, book: Book) -> Iterator[str]:
    """Say what is not in the rows: how to drum, what to play, whom to follow."""
    language, sheet = book.language, book.casting.sheet
    for each in part.plays:
        if each == "strings":
            sung = song(sheet.rite, sheet.choices)[0]
            name = sung.hans if language is Language.SIMPLIFIED else sung.hant
            yield word("part-strings", language).format(name)
        else:
            yield word(f"part-play-{each}", language)
    if any(book.casting.by_name[name].kind.asked for name in part.player.roles):
        yield word("part-herald", language)
    if not part.player.roles:
        yield word("part-idle", language)


def patterns(part: Part, book: Book) -> Iterator[tuple[str, str]]:
    """Yield what a drummer drums: of which rounds it is, and the row of a cycle."""
    sheet, language = book.casting.sheet, book.language
    if not set(part.plays) - {"strings"}:
        return
    drummed = {cue.round for cue in sheet.drums}
    for name in cadences(sheet.rite, sheet.choices):
        rounds = tuple(r for r in sorted(filter(None, drummed)) if cadence(sheet.choices, r) == name)
        found = book.performances[name]
        told = (
            rounded(rounds, language),
            title(found, language),
            word("cue-cycle-beats", language).format(number(found.cycle_beats)),
            word("tempo", language).format(number(found.plan.beats_per_minute)),
        )
        yield BETWEEN.join(told), found.row


def counting(part: Part, book: Book) -> tuple[str, list[str]] | None:
    """Return what he says for so many counters more, if he announces the count: a head and the amounts."""
    if not part.announces:
        return None
    language = book.language
    told = [f"{count}: {hanzi(words, language)}" for count, words in surpluses(book.casting.sheet)]
    more = word("part-count-more", language)
    return word("part-count", language), [*told, more]


# --- the rows ---------------------------------------------------------------------------------------


def rows(part: Part, book: Book) -> Iterator[Told]:
    """Tell the entries of a sheet, one after the other."""
    before: Entry | None = None
    for entry in part.entries:
        yield told(entry, before, part, book)
        before = entry


def told(entry: Entry, before: Entry | None, part: Part, book: Book) -> Told:
    """Tell an entry."""
    language = book.language
    line = line_of(entry.cue, book)
    cues = tuple(waited(each, entry, book) for each in entry.before)
    turn = ""
    if entry.kind is Kind.TURN:
        whence = basis(book.casting.sheet.rite.music[entry.cue.music].basis, language)
        turn = f"{word(f'cue-music-{entry.cue.music}', language)}: "
        turn += f"{word(f'part-{entry.cue.music}', language)} [{whence}]"
    head, as_role = chapter(entry, before, book), role(entry, part, book)
    return Told(head, cues, only(entry, book), as_role, line, turn, entry.kind)


def line_of(cue: Cue, book: Book) -> Line:
    """Tell a row, without where alone it is done, and with what the thing is that is held in it."""
    sheet, language = book.casting.sheet, book.language
    line = cue_lines.line(cue, sheet, book.performances, language)
    what = line.what.removeprefix(cue_lines.condition(cue, sheet, language))
    return line._replace(what=what, where=f"{line.where} {thing(cue, book)}".strip())


def thing(cue: Cue, book: Book) -> str:
    """Say in the language what the thing of a row is; nothing in Chinese."""
    for name, prop in book.casting.sheet.rite.props.items():
        if cue.act.object and cue.act.object in (name, prop.name):
            return {Language.ENGLISH: prop.en, Language.KOREAN: prop.ko}.get(book.language, "")
    return ""


def waited(before: Before, entry: Entry, book: Book) -> str:
    """Tell the row before one's own: who says what in it, or what he does."""
    language = book.language
    several = before.rounds and before.rounds != entry.rounds
    rounds = f"{rounded(before.rounds, language)}: " if several else ""
    if before.cue is None:
        return rounds + word("part-start", language)
    known = entry.won is not None or before.cue.only == entry.cue.only
    only = "" if known else cue_lines.condition(before.cue, book.casting.sheet, language)
    return f"{rounds}{only}{spoken(before.cue, book)}"


def spoken(cue: Cue, book: Book) -> str:
    """Tell in a line who says what in a row, the end of it if it is long, or what he does."""
    line = line_of(cue, book)
    who = " ".join(dict.fromkeys(filter(None, (line.who, line.called))))
    return f"{line.step} {who}: {ending(line.words) or line.what}"


def ending(words: str) -> str:
    """Return the last clause of what is said, and of its reading: it is that for which one waits."""
    said, quoted, aloud = words.partition("」")
    clauses = re.findall(r"[^，。；]+[，。；]*", said)
    if len(clauses) < LONG:
        return words
    return f"「…{clauses[-1]}{quoted} …{re.split('[,.] ', aloud)[-1]}"


def only(entry: Entry, book: Book) -> str:
    """Say where alone a row is done, or is his; nothing where it always is."""
    if entry.won:
        closing = entry.cue.act.only == "celebrated"
        key = f"part-celebrated-{entry.won}" if closing else f"cue-only-{entry.won}-won"
        return word(key, book.language)
    if entry.kind is not Kind.OWN:
        return ""
    return cue_lines.condition(entry.cue, book.casting.sheet, book.language).rstrip(": ：")


def role(entry: Entry, part: Part, book: Book) -> str:
    """Say as which of several roles he does a row."""
    if len(part.player.roles) == 1 or entry.kind is Kind.HEARD:
        return ""
    language = book.language
    names = (cast_lines.named(book.casting.by_name[name], language) for name in entry.roles)
    return cast_lines.listed(names, language)


def chapter(entry: Entry, before: Entry | None, book: Book) -> str:
    """Name the section and the rounds that begin at an entry; nothing within them."""
    if before and (entry.cue.section, entry.rounds) == (before.cue.section, before.rounds):
        return ""
    language = book.language
    section = hanzi(entry.cue.section, language)
    besides = called(book.casting.sheet.rite.sections[entry.cue.section], language)
    head = f"{section} {besides}".strip()
    return BETWEEN.join(filter(None, [head, rounded(entry.rounds, language)]))


def rounded(rounds: Sequence[int], language: Language) -> str:
    """Name one round, or say of several that they are alike; nothing for none."""
    if not rounds:
        return ""
    if len(rounds) == 1:
        return word("cue-round", language).format(rounds[0])
    return word("part-several", language).format(cast_lines.listed(map(str, rounds), language))


def legend(part: Part, book: Book) -> str:
    """Say what the marks of the rows mean, as far as they stand on the sheet."""
    used = {entry.cue.basis for entry in part.entries}
    language = book.language
    return "; ".join(
        f"{basis(each, language)} = {word(f'cue-legend-{each}', language)}"
        for each in cue_lines.BASES
        if each in used
    )


def other(told: Told, language: Language) -> str:
    """Say before a row of another whether it is heard or seen, and whose it is; nothing before one's own."""
    if told.kind is Kind.OWN:
        return ""
    return f"{word('part-heard' if told.line.words else 'part-seen', language)} {told.line.who}: "


def marked(told: Told) -> str:
    """Say before a row where alone it is done, and as which role."""
    return BETWEEN.join(filter(None, [told.only, told.role]))


# --- as plain text ----------------------------------------------------------------------------------


def lines(part: Part, book: Book) -> Iterator[str]:
    """Tell a sheet in lines."""
    yield f"{part.player.name}: {book.heading}"
    yield from (f"  {each}" for each in roles(part, book))
    yield from (f"  {each}" for each in notes(part, book))
    for head, row in patterns(part, book):
        yield from (f"  {head}", f"    {row}")
    for entry in rows(part, book):
        yield from plain(entry, book.language)
    if found := counting(part, book):
        yield from ("", found[0], f"  {'; '.join(found[1])}")
    if marks := legend(part, book):
        yield from ("", marks)


def plain(entry: Told, language: Language) -> Iterator[str]:
    """Tell an entry in lines: what it waits for, then what is done and said."""
    if entry.head:
        yield from ("", entry.head)
    line, room = entry.line, " " * 7
    yield from (f"{room}({word('part-cue', language)}: {each})" for each in entry.cues)
    if entry.turn:
        yield f"  {line.step:4} >> {entry.turn}"
        yield f"{room}({line.who}: {line.words or line.what})"
        return
    what = "; ".join(filter(None, (line.drum, line.what)))
    where = f" ({line.where})" if line.where else ""
    mine = f"{mark}: " if (mark := marked(entry)) else ""
    yield f"  {line.step:4} {mine}{other(entry, language)}{what}{where} [{basis(line.basis, language)}]"
    yield from (f"{room}{each}" for each in (line.words, line.meaning) if each)
    if line.note:
        yield f"{room}({line.note})"
