"""The sheets as a page for a browser, to be read on a phone or printed, each person's on pages of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from touhu_music.language import Language, word
from touhu_music.rite.cast import lines as cast_lines
from touhu_music.rite.cuesheet import lines as cue_lines
from touhu_music.rite.cuesheet.page import mark
from touhu_music.rite.parts import lines as parts_lines
from touhu_music.rite.parts.lines import Book, Told
from touhu_music.rite.parts.parts import Kind, Part
from touhu_music.webpage import document

STYLE: Final = """\
body { margin: 0 auto; max-width: 46rem; padding: 1rem; font-size: 1.15rem; line-height: 1.45; color: #111;
  background: #fff; overflow-wrap: anywhere }
h1 { font-size: 1.5rem } h2 { font-size: 1.9rem; margin: 3rem 0 .3rem; border-top: 3px solid #111 }
h3 { font-size: 1.3rem; margin: 1.6rem 0 .4rem; border-bottom: 1px solid #111 }
ul { padding-left: 1.2rem } ul.roles { font-size: 1.2rem }
.entry { margin: .9rem 0 1.2rem 3.2rem; position: relative; break-inside: avoid }
.entry > .step { position: absolute; left: -3.2rem; font-weight: bold }
.cue, .where, .small { color: #444; font-size: .95rem }
.cue { border-left: .3rem solid #999; padding-left: .5rem }
.mine { font-style: italic }
.words { font-size: 1.9rem; line-height: 1.3 } .aloud { font-size: 1.3rem } .what { font-size: 1.3rem }
.heard .words { font-size: 1.4rem } .heard .aloud, .heard .what { font-size: 1.1rem }
p { margin: .15rem 0 }
.drum { font-weight: bold; font-size: 1.3rem }
.turn { color: #fff; background: #111; font-size: 1.4rem; padding: .2rem .6rem; margin: .5rem 0 }
.row { font-size: 2rem; letter-spacing: .15em }
.basis { white-space: nowrap; padding: 0 .4rem; border: 1px solid #555; border-radius: .2rem }
.text { background: #fff } .commentary, .dingzhai, .dadai { background: #e3ecf7 }
.analogy, .reconstruction, .layout { background: #fde7a8 }
@media print {
  body { max-width: none; font-size: 14pt } section { break-before: page } h3 { break-after: avoid }
  .words { font-size: 24pt } .what, .aloud, .drum { font-size: 16pt } nav { display: none }
}
"""


def to_html(parts: Sequence[Part], book: Book) -> bytes:
    """Write the sheets as a page; raises RenderError where the font of the language is not installed."""
    links = "".join(
        f'<li><a href="#person-{number}">{escape(part.player.name)}</a>: {escape(roles(part, book))}</li>\n'
        for number, part in enumerate(parts, 1)
    )
    language, casting = book.language, book.casting
    said = list(cue_lines.settings(casting.sheet, book.performances, language))
    said += list(cast_lines.remarks([part.player for part in parts], casting, language, given=True))[1:]
    body = f"""<h1>{escape(book.heading)}</h1>
<nav><ul>
{links}</ul></nav>
<ul class="small">
{"".join(f"<li>{escape(each)}</li>" for each in said)}
</ul>
{"".join(section(part, f"person-{number}", book) for number, part in enumerate(parts, 1))}"""
    return document(book.heading, body, STYLE, book.language)


def alone(part: Part, book: Book) -> bytes:
    """Write the sheet of one person as a page of its own."""
    title = f"{part.player.name}: {book.heading}"
    return document(title, section(part, "person", book), STYLE, book.language)


def roles(part: Part, book: Book) -> str:
    """Name the roles of a person in a line."""
    return cast_lines.listed(
        parts_lines.roles(part, book) or [word("part-idle", book.language)], book.language
    )


def section(part: Part, name: str, book: Book) -> str:
    """Set the sheet of a person."""
    named = "".join(f"<li>{escape(each)}</li>" for each in parts_lines.roles(part, book))
    notes = "".join(f"<p>{escape(each)}</p>\n" for each in parts_lines.notes(part, book))
    rows = "".join(
        f'<p class="small">{escape(head)}</p>\n<p class="row">{escape(row)}</p>\n'
        for head, row in parts_lines.patterns(part, book)
    )
    marks = parts_lines.legend(part, book)
    return f"""<section id="{name}">
<h2>{escape(part.player.name)}</h2>
<ul class="roles">{named}</ul>
<p class="small">{escape(book.heading)}</p>
{notes}{rows}{f'<p class="small">{escape(marks)}</p>' if marks else ""}
{"".join(entries(parts_lines.rows(part, book), book.language))}{counting(part, book)}</section>
"""


def counting(part: Part, book: Book) -> str:
    """Set the words of the count, if he announces it."""
    found = parts_lines.counting(part, book)
    if found is None:
        return ""
    head, amounts = found
    return f'<h3>{escape(head)}</h3>\n<p class="what">{escape("; ".join(amounts))}</p>\n'


def entries(rows: Iterable[Told], language: Language) -> Iterator[str]:
    """Set the rows."""
    for told in rows:
        if told.head:
            yield f"<h3>{escape(told.head)}</h3>\n"
        yield entry(told, language)


def entry(told: Told, language: Language) -> str:
    """Set a row: what is waited for, then what is done and said, whence and where."""
    line, lines = told.line, []

    def put(kind: str, text: str) -> None:
        if text:
            lines.append(f'<p class="{kind}">{escape(text)}</p>\n')

    for cue in told.cues:
        put("cue", f"{word('part-cue', language)}: {cue}")
    put("mine", parts_lines.marked(told))
    put("drum", line.drum)
    own = told.kind is Kind.OWN
    put("what", f"{parts_lines.other(told, language)}{line.what}")
    words, _, aloud = line.words.partition("」")
    put("words", f"{words}」" if words else "")
    put("aloud", aloud.strip())
    put("meaning", line.meaning)
    put("note", line.note)
    lines.append(f'<p class="where">{mark(line.basis, language)} {escape(line.where)}</p>\n')
    put("turn", told.turn)
    step = f'<span class="step">{escape(line.step)}</span>'
    return f'<div class="entry {"own" if own else "heard"}">{step}\n{"".join(lines)}</div>\n'
