"""The cue sheet, the herald's 笏記 and the list of what is needed as pages for a browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Final

from touhu_music.language import Language, word
from touhu_music.performance import Performance
from touhu_music.rite.cues import Cue, Sheet
from touhu_music.rite.cuesheet import lines as cue_lines
from touhu_music.webpage import document

if TYPE_CHECKING:
    from touhu_music.rite.cuesheet.timings import Timings

STYLE: Final = """\
body { margin: 0 auto; max-width: 70rem; padding: 1rem; line-height: 1.5; color: #111; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin: 2rem 0 .3rem; border-bottom: 1px solid #111 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th:nth-child(1) { width: 2.5rem } th:nth-child(2) { width: 5.5rem } th:nth-child(4) { width: 30% }
th:nth-child(5) { width: 7.5rem } th.time { width: 4rem } .time { text-align: right; white-space: nowrap }
td, th { padding: .25rem .5rem; text-align: left; vertical-align: top; font-weight: normal }
tr { border-top: 1px solid #ddd; break-inside: avoid }
th { color: #444; font-size: .85rem }
td.step { font-weight: bold; white-space: nowrap }
td.who { font-size: 1.1rem } td.who .said { font-size: .85rem }
.words { font-size: 1.2rem } .aloud, .where, .said, .note { color: #444 } .drum { font-weight: bold }
.basis { white-space: nowrap; padding: 0 .4rem; border: 1px solid #555; border-radius: .2rem }
.text { background: #fff } .commentary, .dingzhai, .dadai { background: #e3ecf7 }
.analogy, .reconstruction, .layout { background: #fde7a8 }
p.turn { margin: .3rem 0; padding: .3rem .6rem; border-left: .4rem solid #111 }
ol { padding-left: 3rem } li { margin: .35rem 0 } .hanja { font-size: 1.25rem }
@media (max-width: 45rem) {
  tr:first-child { display: none } tr { display: block; padding: .4rem 0 }
  td { display: inline-block; padding: 0 .4rem } td.what, td.where { display: block }
}
@media print { body { max-width: none } h2 { break-after: avoid } }
"""


def to_html(
    sheet: Sheet,
    performances: Mapping[str, Performance],
    language: Language,
    timings: Timings | None = None,
) -> bytes:
    """Write the sheet as a page, perhaps with the times of a rehearsal.

    Raises RenderError where the font of the language is not installed.
    """
    title = cue_lines.heading(sheet, language)
    lines = [
        *cue_lines.settings(sheet, performances, language),
        *([timings.said(language)] if timings else []),
    ]
    said = "".join(f"<li>{escape(each)}</li>\n" for each in lines)
    marks = " ".join(
        f"{mark(each, language)} {escape(word(f'cue-legend-{each}', language))}"
        for each in cue_lines.BASES
        if any(cue.basis == each for cue in sheet.cues)
    )
    body = f"""<h1>{escape(title)}</h1>
<ul>
{said}</ul>
<p>{marks}</p>
{"".join(chapters(sheet, performances, language, timings))}"""
    return document(title, body, STYLE, language)


def chapters(
    sheet: Sheet,
    performances: Mapping[str, Performance],
    language: Language,
    timings: Timings | None = None,
) -> Iterable[str]:
    """Yield each section with its rows in a table, cut where the music turns."""
    columns = "".join(
        f'<th scope="col">{escape(word(f"cue-column-{name}", language))}</th>'
        for name in ("step", "who", "what", "where", "basis")
    ) + (f'<th scope="col" class="time">{escape(word("run-minutes", language))}</th>' if timings else "")
    opening = f'<div class="scroll"><table>\n<tr>{columns}</tr>\n'
    before: Cue | None = None
    for cue, time in zip(sheet.cues, cue_lines.timed(sheet, timings), strict=True):
        head = cue_lines.chapter(cue, before, sheet, language)
        turned = cue_lines.turn(cue, before, sheet, language)
        if (head or turned) and before:
            yield "</table></div>\n"
        if head:
            yield f"<h2>{escape(head)}</h2>\n"
        if turned:
            yield f'<p class="turn">{escape(turned)}</p>\n'
        if head or turned or before is None:
            yield opening
        told = cue_lines.line(cue, sheet, performances, language)
        yield row(told, language, f'<td class="time">{time}</td>' if timings else "")
        before = cue
    yield "</table></div>\n"


def row(told: cue_lines.Line, language: Language, time: str = "") -> str:
    """Set one row, with a cell for its time at the end."""
    parts = [f'<span class="drum">{escape(told.drum)}</span>'] if told.drum else []
    parts.append(escape(told.what))
    if told.words:
        printed, _, aloud = told.words.partition("」")
        spoken = f'<span class="words">{escape(printed)}」</span>'
        parts.append(f'{spoken} <span class="aloud">{escape(aloud.strip())}</span>')
    if told.meaning:
        parts.append(escape(told.meaning))
    if told.note:
        parts.append(f'<span class="note">{escape(told.note)}</span>')
    called = f'<br><span class="said">{escape(told.called)}</span>' if told.called else ""
    return (
        f'<tr><td class="step">{told.step}</td><td class="who">{escape(told.who)}{called}</td>'
        f'<td class="what">{"<br>".join(parts)}</td><td class="where">{escape(told.where)}</td>'
        f"<td>{mark(told.basis, language)}</td>{time}</tr>\n"
    )


def mark(basis: str, language: Language) -> str:
    """Set the word for a basis, in its colour."""
    return f'<span class="basis {basis}">{escape(cue_lines.basis(basis, language))}</span>'


def hongi(sheet: Sheet, performances: Mapping[str, Performance]) -> bytes:
    """Write the herald's 笏記 as a page in Korean."""
    title = f"{sheet.rite.title.ko} 홀기({sheet.rite.title.zh}笏記)"
    parts = []
    before: Cue | None = None
    for cue, call in zip(sheet.cues, cue_lines.calls(sheet), strict=True):
        head = cue_lines.chapter(cue, before, sheet, Language.KOREAN)
        turned = cue_lines.turn(cue, before, sheet, Language.KOREAN)
        if (head or turned) and before:
            parts.append("</ol>\n")
        if head:
            parts.append(f"<h2>{escape(head)}</h2>\n")
        if turned:
            parts.append(f'<p class="turn">{escape(turned)}</p>\n')
        if head or turned or before is None:
            parts.append(f'<ol start="{call.number}">\n')
        said = f"<br>{escape(call.who)}: {escape(call.words)}" if call.words else ""
        ours = mark(cue.basis, Language.KOREAN) if call.ours else ""
        at = f'<span class="drum">{escape(call.at)}</span> ' if call.at else ""
        parts.append(
            f'<li>{at}<span class="hanja">{escape(call.hanja)}</span>({escape(call.reading)}) {ours} '
            f"{escape(call.korean)}{said}</li>\n"
        )
        before = cue
    head = "<br>\n".join(map(escape, cue_lines.hongi_head(sheet, performances)))
    body = f"<h1>{escape(title)}</h1>\n<p>{head}</p>\n{''.join(parts)}</ol>\n"
    return document(title, body, STYLE, Language.KOREAN)


def props(sheet: Sheet, language: Language) -> bytes:
    """Write the list of what is needed as a page."""
    head, *lines = cue_lines.props(sheet, language)
    listed = "".join(f"<li>{escape(' '.join(line.split()))}</li>\n" for line in lines)
    return document(head, f"<h1>{escape(head)}</h1>\n<ul>\n{listed}</ul>\n", STYLE, language)
