"""The sheets on paper: each person's own, in letters that are read at arm's length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Final

from touhu_music import font, vector
from touhu_music.canvas import BLACK, Canvas
from touhu_music.font import Font
from touhu_music.language import Syllables, word
from touhu_music.rite.cast import lines as cast_lines
from touhu_music.rite.cuesheet import lines as cue_lines
from touhu_music.rite.cuesheet.printing import MARGIN, OURS, Block, Written, draw, wrapped
from touhu_music.rite.parts import lines as parts_lines
from touhu_music.rite.parts.lines import BETWEEN, Book, Told
from touhu_music.rite.parts.parts import Kind, Part
from touhu_music.sheet.paper import A4, Paper

NAME, HEAD, SPOKEN, MARKS = 9.0, 6.0, 8.5, 9.5  # sizes of letters: 25, 17, 24, 27 points
TEXT, PLAIN, SMALL = 5.7, 5.0, 4.2  # 16, 14, 12 points
FOOT: Final = 3.6
WHAT: Final = 19.0  # where what is done begins, from the margin; before it stands the step
ROLES: Final = 62.0  # where roles stand beside names on the page of the cast
WHITE, GREY = "#ffffff", "#444444"


def to_pdf(parts: Sequence[Part], book: Book, *, overview: bool = True) -> bytes:
    """Print the sheets, the cast before them on a page of its own, and open the PDF again.

    Raises RenderError where the font of the language or the converter is not installed, or lacks a letter.
    """
    drawn = pages(parts, book, A4, overview=overview)
    data = vector.to_pdf([page.svg() for page in drawn], drawn[0].font, title=book.heading)
    sizes = [(page.width, page.height) for page in drawn]
    vector.check_pdf(data, sizes, "".join(page.letters for page in drawn))
    return data


def pages(parts: Sequence[Part], book: Book, paper: Paper, *, overview: bool) -> list[Canvas]:
    """Draw the sheets, each beginning on a page of its own."""
    face, room = face_of(parts, book), paper.width - 2 * MARGIN
    found: list[Canvas] = []
    if overview:
        found += flow(first(parts, book, face, room), book.heading, book, face, paper)
    for part in parts:
        blocks = [*head(part, book, face, room), *body(part, book, face, room)]
        found += flow(blocks, running(part, book), book, face, paper)
    return found


def face_of(parts: Sequence[Part], book: Book) -> Font:
    """Return the font of the language, with hangul behind it where a name or the title has any."""
    hangul = any(map(font.is_hangul, book.title + "".join(part.player.name for part in parts)))
    return font.of(book.language, Syllables.HANGUL if hangul else Syllables.HANZI)


def running(part: Part, book: Book) -> str:
    """Return what stands above the later pages of a sheet."""
    roles = [book.casting.by_name[name].chinese for name in part.player.roles]
    names = cast_lines.listed((cue_lines.hanzi(name, book.language) for name in roles), book.language)
    return BETWEEN.join(filter(None, [part.player.name, names, book.heading]))


def flow(blocks: Iterable[Block], name: str, book: Book, face: Font, paper: Paper) -> list[Canvas]:
    """Set blocks below each other on as many pages as they need; what opens stays with what follows."""
    bottom, room = paper.height - MARGIN, paper.width - 2 * MARGIN
    found: list[Canvas] = []
    y = bottom
    waiting: list[Block] = []
    for block in blocks:
        waiting.append(block)
        if block.opens:
            continue
        if y + sum(each.height for each in waiting) > bottom:
            found.append(Canvas(paper.width, paper.height, face, title=book.heading))
            number = word("part-page", book.language).format(len(found))
            found[-1].write(paper.width - MARGIN, MARGIN - 3, number, FOOT, align="end")
            if len(found) > 1:
                above = wrapped(face, name, FOOT, room - 30)[0]
                found[-1].write(MARGIN, MARGIN - 3, above.rstrip(), FOOT)
            y = MARGIN
        for each in waiting:
            y = draw(found[-1], each, y, room)
        waiting = []
    return found


# --- what stands on the pages -----------------------------------------------------------------------


def column(face: Font, text: str, size: float, room: float, x: float = 0.0, color: str = BLACK) -> Block:
    """Set a text in as many lines as it needs."""
    lines = [Written(x, size, line, color) for line in wrapped(face, text, size, room - x)]
    return Block(tuple((line,) for line in lines))


def first(parts: Sequence[Part], book: Book, face: Font, room: float) -> Iterator[Block]:
    """Set the page of the cast: who is whom, under which choices."""
    casting, language = book.casting, book.language
    yield column(face, book.heading, NAME, room)._replace(opens=True)
    if book.title:
        yield column(face, cast_lines.heading(casting, language), PLAIN, room)
    for line in cue_lines.settings(casting.sheet, book.performances, language):
        yield column(face, line, FOOT, room)
    for part in parts:
        names = [Written(0, TEXT, line) for line in wrapped(face, part.player.name, TEXT, ROLES - 4)]
        roles = parts_lines.roles(part, book) or [word("part-idle", language)]
        told = [
            Written(ROLES, SMALL, line) for role in roles for line in wrapped(face, role, SMALL, room - ROLES)
        ]
        both = zip_longest(names, told)
        yield Block(tuple(tuple(filter(None, line)) for line in both))
    players = [part.player for part in parts]
    _, *said = cast_lines.remarks(players, casting, language, given=True)
    for line in said:
        yield column(face, line, FOOT, room)


def head(part: Part, book: Book, face: Font, room: float) -> Iterator[Block]:
    """Set who he is, what he plays, and what his marks mean."""
    yield column(face, part.player.name, NAME, room)._replace(opens=True)
    for role in parts_lines.roles(part, book):
        yield column(face, role, TEXT, room)
    yield column(face, book.heading, SMALL, room)
    for note in parts_lines.notes(part, book):
        yield column(face, note, PLAIN, room)
    for told, row in parts_lines.patterns(part, book):
        yield column(face, told, SMALL, room)._replace(opens=True)
        yield column(face, row, MARKS, room)
    if marks := parts_lines.legend(part, book):
        yield column(face, f"{marks}; {word('cue-bar', book.language)}", FOOT, room)


def body(part: Part, book: Book, face: Font, room: float) -> Iterator[Block]:
    """Set the rows, a cycle of the drum with all that are thrown in it, and the words of the count."""
    told = list(zip(part.entries, parts_lines.rows(part, book), strict=True))

    def together(place: int) -> object:
        entry = told[place][0]
        beat = entry.cue.beat
        if beat is None or (entry.kind is Kind.OWN and not part.plays) or entry.kind is Kind.TURN:
            return place
        return entry.rounds, entry.cue.pair, beat.cycle

    shown = ""  # as which role he has acted last
    for _, places in groupby(range(len(told)), key=together):
        rows = [told[place] for place in places]
        entry, row = rows[0]
        if row.head:
            shown = ""
            yield column(face, row.head, HEAD, room)._replace(opens=True)
        if row.turn:
            yield from turned(row, book, face, room)
            continue
        if row.role == shown:
            rows[0] = (entry, row._replace(role=""))
        shown = row.role
        yield block([each for _, each in rows], book, face, room)
    if found := parts_lines.counting(part, book):
        yield column(face, found[0], PLAIN, room)._replace(opens=True)
        yield items(face, found[1], TEXT, room)


def items(face: Font, texts: Iterable[str], size: float, room: float) -> Block:
    """Set short texts beside each other, none of them broken."""
    lines = [""]
    for text in texts:
        longer = f"{lines[-1]}{BETWEEN}{text}" if lines[-1] else text
        if face.width(longer, size) > room:
            lines.append(text)
        else:
            lines[-1] = longer
    return Block(tuple((Written(0, size, line),) for line in lines))


def turned(told: Told, book: Book, face: Font, room: float) -> Iterator[Block]:
    """Set a banner where the music turns, below the words at which it does."""
    waited = Told("", (), "", "", told.line, "", Kind.HEARD)
    yield block([waited], book, face, room)._replace(opens=True)
    lines = wrapped(face, told.turn, HEAD, room - 6)
    yield Block(tuple((Written(3, HEAD, line, WHITE),) for line in lines), banner=True)


def block(rows: Sequence[Told], book: Book, face: Font, room: float) -> Block:
    """Set what is waited for, and below it what is done and said, whence and where."""
    language, wide = book.language, room - WHAT

    def set_in(text: str, size: float, color: str = BLACK) -> list[Written]:
        return [Written(WHAT, size, line, color) for line in wrapped(face, text, size, wide)] if text else []

    told = rows[0]
    lines: list[Written] = []
    for number, each in enumerate(rows):
        line = each.line
        for cue in each.cues:
            lines += set_in(f"{word('part-cue', language)}: {cue}", SMALL, GREY)
        if not number:
            start = len(lines)
            lines += set_in(parts_lines.marked(each), PLAIN)
            lines += set_in(line.drum, TEXT)
        words, _, aloud = line.words.partition("」")
        own = each.kind is Kind.OWN
        lines += set_in(f"{parts_lines.other(each, language)}{line.what}", TEXT if own else PLAIN)
        lines += set_in(f"{words}」" if words else "", SPOKEN if own else TEXT)
        lines += set_in(aloud.strip(), TEXT if own else SMALL)
        lines += set_in(line.meaning, PLAIN if own else SMALL)
        lines += set_in(line.note, SMALL)
        if len(rows) == 1:
            whence = f"[{cue_lines.basis(line.basis, language)}]"
            lines += set_in(BETWEEN.join(filter(None, [whence, line.where])), SMALL)
    if len(rows) > 1:  # a cycle of the drummer, to whom it is all one where they stand
        bases = dict.fromkeys(f"[{cue_lines.basis(each.line.basis, language)}]" for each in rows)
        lines += set_in(BETWEEN.join(bases), SMALL)
    step = Written(0, PLAIN, told.line.step)
    shown = [(line,) if number != start else (step, line) for number, line in enumerate(lines)]
    return Block(tuple(shown), ours=told.line.basis in OURS)
