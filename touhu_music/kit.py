"""The kit: one folder with everything that a troupe needs, and a page that leads through it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import escape
from typing import Final
from urllib.parse import quote

from touhu_music import kit_rite, library, vector
from touhu_music.filenames import stem
from touhu_music.kit_rite import USUAL, Stage, Staging
from touhu_music.language import Language, both, choices, number, reasons, source, title, word, words
from touhu_music.notation import Drum, Use
from touhu_music.performance import Performance, Plan
from touhu_music.practice import filling
from touhu_music.render import Data, Options, file_of
from touhu_music.sheet import Order, to_pdf
from touhu_music.sheet.paper import A4
from touhu_music.webpage import document
from touhu_music.witnessfile import Witness, load

FOLDERS: Final = {
    "sound": ("mid",),
    "print": ("pdf",),
    "score": ("musicxml", "mei", "ly", "abc", "svg", "timeline.svg"),
    "data": ("json", "csv", "txt"),
}
"""Which formats go into which folder."""

SOUNDS: Final = ("wav", "mp3")
"""The formats of each sound; the first one loops without a seam in every player."""

SHEETS: Final = {
    "card.pdf": ("card", Use.TOUHU),
    "print/traditional.pdf": ("traditional", Use.ARCHERY),
    "print/parts_touhu.pdf": ("parts", Use.TOUHU),
    "print/parts_archery.pdf": ("parts", Use.ARCHERY),
    "print/grid_touhu.pdf": ("grid", Use.TOUHU),
    "print/grid_archery.pdf": ("grid", Use.ARCHERY),
    "print/class.pdf": ("class", Use.TOUHU),
    "print/booklet.pdf": ("booklet", Use.TOUHU),
}
"""Which pages of all rows go into which file, and for which use."""


Heard = dict[str, tuple[Performance, Options]]


def heard(performance: Performance, options: Options, minutes: Fraction) -> Heard:
    """Return what is to be heard of a row: a cycle as a loop, five cycles, and as many as fill minutes."""
    once = performance._replace(plan=performance.plan.but("a loop", cycles=1, count_in=0))
    five = performance._replace(plan=performance.plan.but("the kit has five", cycles=5))
    looped = replace(options, audio=replace(options.audio, loop=True))
    return {
        "sound-loop": (once, looped),
        "sound-five": (five, options),
        "sound-long": (filling(performance, options.practice, minutes), options),
    }


PLAYER: Final = "touhu.html"


def contents(
    performances: list[Performance],
    options: Options,
    minutes: Fraction,
    books: Sequence[Witness] = (),
    staging: Staging = USUAL,
) -> dict[str, Callable[[], Data]]:
    """Return the path of each file in the kit and what makes it, the leading page last.

    The player has the rows of `books`, by default of the packaged witnesses. Making a rendered file
    reads it back, and raises RenderError as its format does. Where this system has no converter for
    them, the pages as PDF are left out. Raises RiteError where people are too few for the rite, and
    RenderError for a title that the font lacks.
    """
    options.font.check(staging.title)
    stage = kit_rite.Stage(staging, performances[0].plan, options.language)
    made: dict[str, Callable[[], Data]] = {
        path(performance, folder, name, options): partial(file_of, name, performance, options)
        for performance in performances
        for folder, names in FOLDERS.items()
        for name in names
        if name != "pdf" or vector.can_write_pdf()
    }
    for performance in performances:
        for played, written in heard(performance, options, minutes).values():
            for name in SOUNDS:
                made[path(played, "sound", name, written)] = partial(file_of, name, played, written)
    for file in sheets():
        made[file] = partial(printed, file, performances, options, staging.title)
    made |= kit_rite.contents(stage)
    made[PLAYER] = lambda: player(books, options.language)
    made["README.txt"] = lambda: readme(performances, options, minutes, stage).encode()
    made["index.html"] = lambda: index(performances, options, minutes, stage)
    return made


def player(books: Sequence[Witness], language: Language) -> bytes:
    """Make the page that plays on a phone."""
    from touhu_music.player import building

    return building.to_html(books or [load(path) for path in library.witnesses().values()], language)


def sheets() -> list[str]:
    """Return the files of pages of all rows."""
    return list(SHEETS) if vector.can_write_pdf() else []


def printed(file: str, performances: list[Performance], options: Options, title: str = "") -> bytes:
    """Print the pages of a file."""
    kind, use = SHEETS[file]
    return to_pdf([kind], Order(tuple(each for each in performances if each.use is use), A4, options, title))


def readme(performances: list[Performance], options: Options, minutes: Fraction, stage: Stage) -> str:
    """Say in plain text what is in the kit, what is text and what is choice."""
    language, plan = options.language, performances[0].plan
    first, *others = kit_rite.told(stage)
    lines = [
        f"touhu_music: {named(stage)}",
        "",
        "index.html   the same as a page with pictures",
        f"{PLAYER}   {word('kit-player-say', language)}",
        f"sound/       {word('kit-sound', language).format(number(minutes))}",
        f"             {playing(plan, language, word)}",
        *([f"print/       {word('kit-print', language)}"] if sheets() else []),
        f"rite/        {first}",
        *(f"             {each}" for each in others),
        *(f"  {each.name:<22} {each.label}" for each in kit_rite.kept(language)),
        f"score/ data/ {word('kit-files', language)}",
        "",
        *lines_of("kit-marks", language),
        "",
        *([] if sheets() else ["There are no pages to print: they need the package svg2pdf-py.", ""]),
        words("text", language),
        choices(plan, language, recorded=options.audio.recorded),
        *(f"  {reason}" for reason in reasons(plan, language, recorded=options.audio.recorded)),
        "",
    ]
    for performance in performances:
        lines += [title(performance, language), f"  {performance.row}", f"  {source(performance, language)}"]
    lines += ["", "The notation is free of rights (CC0 1.0); do with these files what you like.", ""]
    return "\n".join(lines)


def named(stage: Stage) -> str:
    """Name the kit: as the troupe calls it, or after what is in it."""
    return stage.staging.title or words("kit", stage.language)


def playing(plan: Plan, language: Language, said: Callable[[str, Language], str]) -> str:
    """Say of the MIDI files that they loop without a gap, or what keeps them from it."""
    if not plan.gap and not plan.count_in:
        return said("kit-play", language)
    counts = {"cycles": Fraction(plan.cycles), "gap": plan.gap, "count-in": Fraction(plan.count_in)}
    return f"MIDI: {'; '.join(said(key, language).format(number(n)) for key, n in counts.items() if n)}"


def lines_of(key: str, language: Language) -> list[str]:
    """Return a sentence in Chinese, and in the other language below it."""
    return [word(key, each) for each in both(language)]


STYLE: Final = """
body { font-size: 1.1rem; line-height: 1.5; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111;
  background: #fff; overflow-wrap: anywhere }
nav a, ul.big a { display: inline-block; padding: .7rem 1.2rem; color: #111; border: 2px solid #111;
  border-radius: .5rem; text-decoration: none }
nav a { font-size: 1.4rem }
nav, ul.big { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .6rem }
a { color: #00439c }
section, figure { margin: 2.5rem 0 }
figure { overflow-x: auto }
img { width: 100%; min-width: 40rem; max-width: 52rem; height: auto }
ul.sounds { list-style: none; padding: 0 }
ul.sounds li { margin: 1.6rem 0 } ul.sounds p { margin: .4rem 0 }
ul.sounds a { display: inline-block; padding: .5rem .4rem }
audio { width: 100%; max-width: 40rem }
figcaption a { display: inline-block; padding: .5rem .8rem .5rem 0 }
.mark { width: .8em; height: .8em; vertical-align: -.06em; fill: none; stroke: currentColor }
"""

SHAPES: Final = {
    Drum.PI: '<circle cx="6" cy="6" r="5"/>',
    Drum.GU: '<rect x="1.5" y="1.5" width="9" height="9"/>',
}
"""The marks as shapes in a square of 12, both as large to the eye."""


def shown(text: str) -> str:
    """Write a text for the page, its ○ and □ as shapes that are read aloud as the marks."""

    def shape(mark: re.Match[str]) -> str:
        look = f'class="mark" viewBox="0 0 12 12" role="img" aria-label="{mark[0]}"'
        return f"<svg {look}>{SHAPES[Drum(mark[0])]}</svg>"

    return re.sub("[○□]", shape, escape(text))


def index(performances: list[Performance], options: Options, minutes: Fraction, stage: Stage) -> bytes:
    """Make the page: what to play, what to print, the rite, then each pattern with its picture and files."""
    language, plan = options.language, performances[0].plan
    marks = "<br>".join(shown(line) for line in lines_of("kit-marks", language))
    items = "\n".join(
        f"<li>{shown(reason)}</li>" for reason in reasons(plan, language, recorded=options.audio.recorded)
    )
    to_prints = f'<a href="#print">{words("print", language)}</a>\n' if sheets() else ""
    figures = "\n".join(figure(performance, options) for performance in performances)
    body = f"""<h1>{escape(named(stage))}</h1>
<nav>
<a href="{PLAYER}">{words("play", language)}</a>
{to_prints}<a href="#rite">{words("kit-rite-head", language)}</a>
</nav>
<p><a href="#play">{words("kit-sounds", language)}</a> · <a href="#files">{words("files", language)}</a></p>
<p>{marks}</p>
<p>{escape(words("kit-player-say", language))}</p>
{links(performances, options, minutes)}
{prints(options)}
{kit_rite.section(stage)}
<section id="files">
<h2>{words("files", language)}</h2>
<p>{shown(words("kit-files", language))}</p>
{figures}
</section>
<section>
<h2>{escape(words("choices", language))}</h2>
<p>{shown(words("text", language))}</p>
<p>{shown(choices(plan, language, recorded=options.audio.recorded))}</p>
<ul>
{items}
</ul>
</section>
"""
    return document(named(stage), body, STYLE, language)


def links(performances: list[Performance], options: Options, minutes: Fraction) -> str:
    """Make the section that plays every pattern, and leads to all its sounds."""
    language = options.language
    items = "\n".join(item(performance, options, minutes) for performance in performances)
    return f"""<section id="play">
<h2>{words("kit-sounds", language)}</h2>
<p>{shown(words("kit-sound", language).format(number(minutes)))}</p>
<p>{shown(playing(performances[0].plan, language, words))}</p>
<ul class="sounds">
{items}
</ul>
</section>"""


def item(performance: Performance, options: Options, minutes: Fraction) -> str:
    """Play one pattern, and name all its sounds."""
    language = options.language
    sounds = heard(performance, options, minutes)
    files = [
        f"{escape(word(key, language).format(number(minutes)))} "
        + " ".join(f'<a href="{link(played, "sound", name, written)}">{name}</a>' for name in SOUNDS)
        for key, (played, written) in sounds.items()
    ]
    files.append(f'MIDI <a href="{link(performance, "sound", "mid", options)}">mid</a>')
    played, written = sounds["sound-long"]
    return f"""<li>
<p>{shown(title(performance, language))}</p>
<audio controls preload="none" src="{link(played, "sound", "mp3", written)}"></audio>
<p>{"; ".join(files)}</p>
</li>"""


def prints(options: Options) -> str:
    """Make the section that leads to the pages, if there are any."""
    if not sheets():
        return ""
    items = "\n".join(
        f'<li><a href="{file}">{escape(words(kind, options.language))},'
        f" {escape(word(str(use), options.language))}</a></li>"
        for file, (kind, use) in SHEETS.items()
    )
    return f"""<section id="print">
<h2>{words("print", options.language)}</h2>
<p>{escape(words("kit-print", options.language))}</p>
<ul class="big">
{items}
</ul>
</section>"""


def figure(performance: Performance, options: Options) -> str:
    """Show one pattern with all its files; the picture itself names pattern and source."""
    files = "\n".join(
        f'<a href="{link(performance, folder, name, options)}">{name}</a>'
        for folder, names in FOLDERS.items()
        for name in names
        if name != "pdf" or vector.can_write_pdf()
    )
    spoken = escape(f"{title(performance, options.language)}: {performance.row}")
    return f"""<figure>
<img src="{link(performance, "score", "timeline.svg", options)}" alt="{spoken}">
<figcaption>
{files}
</figcaption>
</figure>"""


def link(performance: Performance, folder: str, name: str, options: Options) -> str:
    """Return the path of a file as the page writes it."""
    return quote(path(performance, folder, name, options))


def path(performance: Performance, folder: str, name: str, options: Options) -> str:
    """Return the path of a file in the kit."""
    return f"{folder}/{stem(performance, options)}.{name}"
