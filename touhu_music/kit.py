"""The kit: one folder with everything that a troupe needs, and a page that leads through it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Final

from touhu_music.filenames import stem
from touhu_music.language import choices, source, title, words
from touhu_music.performance import Performance
from touhu_music.render import Options, render

FOLDERS: Final = {
    "sound": ("mid",),
    "print": ("timeline.pdf", "timeline.png"),
    "score": ("musicxml", "timeline.svg"),
    "data": ("json", "csv", "txt"),
}
"""Which formats go into which folder."""


def contents(performances: list[Performance], options: Options) -> dict[str, Callable[[], bytes]]:
    """Return the path of each file in the kit and what makes it, the leading page last.

    Making a rendered file reads it back, and raises RenderError as its format does.
    """
    made: dict[str, Callable[[], bytes]] = {
        link(performance, folder, name, options): partial(render, name, performance, options)
        for performance in performances
        for folder, names in FOLDERS.items()
        for name in names
    }
    made["README.txt"] = lambda: readme(performances, options).encode()
    made["index.html"] = lambda: index(performances, options).encode()
    return made


def readme(performances: list[Performance], options: Options) -> str:
    """Say what is in the kit, what is text and what is choice."""
    language = options.language
    plan = performances[0].plan
    lines = [
        "touhu_music: the drum patterns of 禮記·投壺",
        "",
        "index.html   the same as a page with pictures; open it first",
        "sound/       MIDI files that loop without a gap",
        "print/       pictures to print (PDF) and to send (PNG)",
        "score/       MusicXML for notation programs, SVG for layout",
        "data/        rows and strokes as text, CSV and JSON, each stroke with its place in the source",
        "",
        "○ is a stroke on the 鼙, the small drum, tà; □ is a stroke on the 鼓, the large drum, tāng.",
        "touhu 投壺 takes the strokes after 半, archery 射禮 the whole row. 半 itself is no stroke.",
        "",
        words("text", language),
        choices(plan, language),
        *(f"  {field}: {reason}" for field, reason in plan.reasons),
        f"  sounds {plan.sounds.name}: {plan.sounds.reason}",
        "",
    ]
    for performance in performances:
        lines += [title(performance, language), f"  {performance.row}", f"  {source(performance, language)}"]
    lines += ["", "The notation is free of rights (CC0); do with these files what you like.", ""]
    return "\n".join(lines)


STYLE: Final = """
body { font: 1.1rem/1.5 serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111;
  background: #fff }
nav a { display: inline-block; margin: .3rem .5rem .3rem 0; padding: .7rem 1.2rem; color: #111;
  border: 2px solid #111; border-radius: .5rem; font-size: 1.3rem; text-decoration: none }
a { color: #00439c }
section { margin: 2.5rem 0 }
img { max-width: 100%; height: auto }
h2 { margin-bottom: .2rem }
.links a { display: inline-block; padding: .5rem .8rem .5rem 0 }
"""


def index(performances: list[Performance], options: Options) -> str:
    """Make the page: what to play and what to print first, then each pattern with its picture."""
    language = options.language
    heading = "投壺鼓節 · Drum patterns for touhu 投壺 and archery 射禮"
    sections = "\n".join(section(performance, options) for performance in performances)
    first = performances[0]
    reasons = "\n".join(f"<li>{escape(field)}: {escape(reason)}</li>" for field, reason in first.plan.reasons)
    links = "\n".join(
        f'<a href="{escape(link(first, folder, name, options))}">{label}</a>'
        for label, folder, name in (("Play", "sound", "mid"), ("Print", "print", "timeline.pdf"))
    )
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(heading)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(heading)}</h1>
<nav>
{links}
</nav>
<p>For the drummer: the MIDI files in <a href="sound/">sound</a> loop without a gap; the pages in
<a href="print/">print</a> are for paper. For the scholar: <a href="score/">score</a> has MusicXML and
vector pictures, <a href="data/">data</a> has every stroke with its place in the source.
<a href="README.txt">README.txt</a> says the same in plain text.</p>
<p>A circle is a stroke on the 鼙, the small drum, <i>tà</i>; a square is a stroke on the 鼓, the large drum,
<i>tāng</i>. Touhu takes the strokes after 半, archery the whole row.</p>
{sections}
<section>
<h2>{escape(words("choices", language))}</h2>
<p>{escape(words("text", language))}. {escape(choices(first.plan, language))}.</p>
<ul>
{reasons}
</ul>
</section>
</body>
</html>
"""


def section(performance: Performance, options: Options) -> str:
    """Show one pattern: its name, its picture, its files, its source."""
    name = title(performance, options.language)
    picture = link(performance, "score", "timeline.svg", options)
    links = "\n".join(
        f'<a href="{escape(link(performance, folder, suffix, options))}">{suffix}</a>'
        for folder, suffixes in FOLDERS.items()
        for suffix in suffixes
    )
    return f"""<section>
<h2>{escape(name)}</h2>
<p>{escape(source(performance, options.language))}</p>
<img src="{escape(picture)}" alt="{escape(performance.row)}">
<p class="links">{links}</p>
</section>"""


def link(performance: Performance, folder: str, name: str, options: Options) -> str:
    """Return the path of a file from the page."""
    return f"{folder}/{stem(performance, options)}.{name}"
