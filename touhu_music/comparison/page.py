"""Comparisons as a page for a browser: the figure, the rows under each other, every number in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from touhu_music.comparison import figure, report
from touhu_music.comparison.alignment import Costs
from touhu_music.comparison.lanes import lanes
from touhu_music.comparison.pairs import LONGEST_ALIGNED, Comparison, Part
from touhu_music.errors import RenderError
from touhu_music.language import Language, word
from touhu_music.notation import Use
from touhu_music.webpage import document

STYLE: Final = """\
body { margin: 0 auto; max-width: 62rem; padding: 1rem; line-height: 1.6; color: #111; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.25rem; margin-top: 2.5rem } h3 { font-size: 1rem }
figure { margin: 1rem 0 } figure svg { width: 100%; height: auto }
.scroll { overflow-x: auto }
table { border-collapse: collapse } td, th { padding: 0; font-weight: normal; text-align: left }
.lanes td { width: 1.15em; text-align: center; font-size: 1.15rem } .lanes th { padding-right: 1rem }
.lanes td.differs { background: #fde7a8; box-shadow: inset 0 -.2rem #b98900 }
.said { color: #444 } code { overflow-wrap: anywhere }
@media print { body { max-width: none } h2, h3 { break-after: avoid } table { break-inside: avoid } }
"""
DIFFERS: Final = ' class="differs"'


def to_html(comparisons: Sequence[Comparison], language: Language, command: str) -> bytes:
    """Write a page with all pairs."""
    names = dict.fromkeys(row.name for each in comparisons for row in (each.a, each.b))
    title = f"{' · '.join(names)}: {word(comparisons[0].use, language)}"
    pairs = "\n".join(pair(each, language) for each in comparisons)
    body = f"""<h1>{escape(title)}</h1>
{pictured(comparisons, language, command)}
{pairs}
<p class="said"><code>{escape(command)}</code></p>
"""
    return document(title, body, STYLE, language)


def pictured(comparisons: Sequence[Comparison], language: Language, command: str) -> str:
    """Draw the figure; where no figure can hold the rows the page says why."""
    try:
        drawn = figure.to_svg(comparisons, language, command).decode()
    except RenderError as error:
        return f"<p>{escape(str(error))}</p>"
    return f"<figure>\n{drawn[drawn.index('<svg') :]}</figure>"


def pair(comparison: Comparison, language: Language) -> str:
    """Tell one pair: its rows, its parts, how it is built, what chance does."""
    a, b = comparison.a, comparison.b
    meant = ["after_half"] if comparison.use is Use.TOUHU else list(comparison.parts)
    parts = "\n".join(part(comparison, name, language) for name in meant)
    rest = [report.summary(name, each, language) for name, each in comparison.parts.items()]
    built = report.structure_lines(comparison, language, ())
    chance = word("cmp-exploratory", language).format(a.name, b.name, comparison.tests)
    return f"""<section>
<h2>{escape(word("cmp-against", language).format(a.name, b.name))}</h2>
{listed(report.described(row, language) for row in (a, b))}
{parts}
{listed(rest)}
{listed(built)}
<p class="said">{escape(chance)}</p>
</section>"""


def part(comparison: Comparison, name: str, language: Language) -> str:
    """Tell one part."""
    each = comparison.parts[name]
    return f"""<h3>{escape(report.title(name, language))}</h3>
{aligned((comparison.a.name, comparison.b.name), each, comparison.costs, language)}
{listed(report.facts(comparison, name, language))}"""


def aligned(names: Sequence[str], part: Part, costs: Costs, language: Language) -> str:
    """Set the rows under each other, what differs bright and underlined."""
    if max(len(part.first), len(part.second)) > LONGEST_ALIGNED:
        return f"<p>{escape(word('cmp-long', language).format(LONGEST_ALIGNED))}</p>"
    laid = lanes((part.first, part.second), costs)
    lines = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(
            f"<td{DIFFERS if differs else ''}>{cell or report.NOTHING}</td>"
            for cell, differs in zip(row, laid.differing, strict=True)
        )
        + "</tr>"
        for name, row in zip(names, laid.rows, strict=True)
    )
    return f'<div class="scroll"><table class="lanes">\n{lines}\n</table></div>'


def listed(lines: Iterable[str]) -> str:
    """Put lines into a list."""
    return "<ul>\n" + "".join(f"<li>{escape(line.removeprefix('- '))}</li>\n" for line in lines) + "</ul>"
