"""`touhu song render`: songs as files, alone or with the drum, one a format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from touhu_music import output
from touhu_music.cli import terminal
from touhu_music.cli.options import (
    AUDIO,
    FONT,
    FORCE,
    LANGUAGE,
    PLAN,
    QUIET,
    USE,
    WITNESSES,
    chosen_audio,
    chosen_plan,
    options,
    whole,
)
from touhu_music.cli.song.showing import named
from touhu_music.errors import OutputError, PlanError, RenderError
from touhu_music.language import Language
from touhu_music.notation import Use
from touhu_music.song import fitting, songs
from touhu_music.song.formats import FORMATS, LINES, Options, file_of, find
from touhu_music.song.songs import Singing, Song
from touhu_music.song.sound.instrument import Ring, Sound, Stem

if TYPE_CHECKING:
    from touhu_music.performance import Performance
    from touhu_music.song.fitting import Rendition

OF_THE_DRUM: Final = (
    "timing",
    "gap",
    "count_in",
    "sounds",
    "accent",
    "keys",
    "cycles",
    "fit",
    "by_rank",
    "plan",
)
"""What says how the drum goes with the song, and nothing of a song alone."""

WITH: Final = (
    click.option("--with", "drum", metavar="CADENCE", help="Let the drum play with the song: lu-1, xue-2@B."),
    click.option("--fit", metavar="|".join(fitting.UNITS), help="How song and drum go together: line."),
    click.option("--times", metavar="N", help="How often the song is sung.", default="1"),
    click.option("--by-rank", is_flag=True, help="As many cycles as 節 by rank: 9, 7, 5, 5; touhu five."),
)
SUNG: Final = (
    click.option("--huangzhong", metavar="C4|D4|256", help="The pitch of 黃鐘, a note or hertz."),
    click.option("--temperament", metavar="equal|sanfen", help="Equal, or the twelve lü by fifths."),
)
STRING: Final = (
    click.option("--stems", is_flag=True, help="Sound as one file for the string and one for the drums."),
    click.option(
        "--ring",
        type=click.Choice([str(ring) for ring in Ring]),
        default=str(Ring.OPEN),
        show_default=True,
        help="The string rings until it is plucked again, or as long as its word.",
    ),
)
SET: Final = (
    click.option(
        "--lines",
        metavar=",".join(LINES),
        default="words",
        show_default=True,
        help="What stands under the notes, from the top.",
    ),
    click.option(
        "--layout",
        type=click.Choice(["under", "inline"]),
        help="Signs on the page of old books: below each verse, or after each word; as the print has them.",
    ),
)


@click.command()
@click.argument("names", metavar="SONG...", nargs=-1, required=True)
@click.option("--witness", metavar="SIGLUM", help="The print; else the first that touhu song list names.")
@options(*WITH, USE)
@click.option("--format", "formats", metavar="F", multiple=True, help="A format, or several: musicxml,pdf.")
@click.option(
    "-o", "target", metavar="FILE", help="The file to write; its suffix is the format; - is stdout."
)
@click.option("--into", type=click.Path(path_type=Path), metavar="DIR", help="The folder to write into.")
@options(*SUNG, *STRING, *SET, *PLAN, *AUDIO, LANGUAGE, FONT, WITNESSES, FORCE, QUIET)
@click.pass_context
def render(
    ctx: click.Context,
    /,
    names: tuple[str, ...],
    formats: tuple[str, ...],
    target: str | None,
    into: Path | None,
    stems: bool,
    force: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """Write songs as scores, pages, MIDI and sound, alone or with the drum.

    No source fits the drum to the words: every fitting is a reconstruction, and each output says so. A
    song alone takes --bpm words a minute.
    """
    from touhu_music.song import naming

    if target and into:
        raise click.UsageError("-o and --into exclude each other")
    if target is not None and (not target or target.endswith("/")):
        raise OutputError(f"{target!r} names no file")
    style, singing = chosen_style(given), chosen_singing(given)
    wanted = chosen_formats(formats, target)
    if ctx.get_parameter_source("use") is not ParameterSource.DEFAULT and given["drum"] is None:
        raise PlanError("--for says which strokes the drum plays; name its row: --with lu-1")
    drums = performances(given)
    check_sound(wanted, style, stems, given)
    check_page(wanted, style)
    spoken = all(find(name).reads for name in wanted)
    found: list[Rendition] = []

    def sing(argument: str) -> None:
        song = named(argument, given["witness"])
        found.extend(renditions(song, singing, drums, given, spoken=spoken))

    code = terminal.each(names, sing)
    folder = into or Path()
    jobs = [
        (rendition, name, each, Path(target or folder / f"{naming.stem(rendition, each)}.{name}"))
        for rendition in found
        for name in wanted
        for each in written(rendition, style, name, stems)
    ]
    if target is not None and len(jobs) > 1:
        raise RenderError("-o takes one song and one format, no stems; --into DIR takes several")
    if target != "-":
        if into is not None and jobs:
            output.folder(into)
        output.refuse_existing([path for *_, path in jobs], force=force)

    for line in () if quiet or not any(heard(name) for name in wanted) else silent(found, style.language):
        terminal.talk(f"touhu: note: {line}")

    def write(job: tuple[Rendition, str, Options, Path]) -> None:
        rendition, name, each, path = job
        data = file_of(name, rendition, each)
        if target == "-":
            terminal.print_bytes(data)
            return
        output.write(path, data, force=force)
        if not quiet:
            terminal.say([str(path)])

    ctx.exit(max(code, terminal.each(jobs, write)))


def performances(given: dict[str, Any]) -> list[Performance]:
    """Return what the drum plays, a performance for each row that was named; none for a song alone."""
    if given["drum"] is None:
        for name in OF_THE_DRUM:
            if given[name] not in (None, False, "default"):
                option = name.replace("_", "-")
                raise PlanError(f"--{option} says how the drum goes with the song; name its row: --with lu-1")
        return []
    from touhu_music.cli import inputs
    from touhu_music.performance import perform

    plan = chosen_plan(given | {"cycles": None})
    rows = inputs.readings(given["drum"], given["witnesses"])
    return [perform(row, Use(given["use"]), plan) for row in rows]


def renditions(
    song: Song, singing: Singing, drums: list[Performance], given: dict[str, Any], *, spoken: bool
) -> list[Rendition]:
    """Sing a song alone, or with each performance of the drum; raises SongError or PlanError."""
    times = whole("times", given["times"])
    if not drums:
        return [fitting.alone(song, singing, times=times, spoken=spoken)]
    cycles = None if given["cycles"] is None else whole("cycles", given["cycles"])
    if given["by_rank"]:
        if cycles is not None:
            raise PlanError("--by-rank and --cycles exclude each other")
        cycles = fitting.jie(song, Use(given["use"]))
    way = fitting.way(given["fit"] or fitting.USUAL)
    return [fitting.fit(song, way, singing, drum, times=times, cycles=cycles) for drum in drums]


def written(rendition: Rendition, style: Options, name: str, stems: bool) -> list[Options]:
    """Return how to write a format: once, or each part of a sound by itself, where it is heard at all."""
    if not (stems and find(name).sounds):
        return [style]
    parts = [stem for stem in Stem if stem is Stem.DRUMS or not rendition.recited]
    return [replace(style, sound=style.sound._replace(stem=stem)) for stem in parts]


def check_sound(wanted: list[str], style: Options, stems: bool, given: dict[str, Any]) -> None:
    """Refuse choices of sound where nothing sounds, and choices of drums where there is none."""
    sounds = " ".join(name for name, it in FORMATS.items() if it.sounds)
    if stems and given["drum"] is None:
        raise RenderError("--stems parts the string from the drums; name their row: --with lu-1")
    if (stems or style.sound != Options().sound) and not any(find(name).sounds for name in wanted):
        raise RenderError(f"stems, ring, rate, bits, loop, level and recordings are for sound: {sounds}")
    if style.sound.audio.recordings and given["drum"] is None:
        raise RenderError("recordings are of the drums; name their row: --with lu-1")


def check_page(wanted: list[str], style: Options) -> None:
    """Refuse choices of what stands on a page where none is written that they are of."""
    scores = [name for name, it in FORMATS.items() if it.lines]
    if style.lines != Options().lines and not set(scores) & set(wanted):
        raise RenderError(f"lines stand under the notes of a score: {' '.join(scores)}")
    pages = [name for name, it in FORMATS.items() if it.reads]
    if style.layout and not set(pages) & set(wanted):
        raise RenderError(f"layout is of the page of the old books: {' '.join(pages)}")


def heard(name: str) -> bool:
    """Tell whether a format is heard, as sound or by what plays it."""
    return find(name).sounds or name == "mid"


def silent(found: list[Rendition], language: Language) -> Iterator[str]:
    """Say of each song which of its words make no sound."""
    from touhu_music.song import naming
    from touhu_music.song.sound import heard

    for song, lines in {each.song: [*heard.silences(each, language)] for each in found}.items():
        yield from (f"{naming.of_song(song)}: {line}" for line in lines)


def chosen_singing(given: dict[str, Any]) -> Singing:
    """Return how songs are sung; raises SongError or PlanError for a choice that is none."""
    from touhu_music import library
    from touhu_music.song.sound import tuning

    singing = songs.singing()
    for field in ("huangzhong", "temperament"):
        if given[field] is not None:
            singing = singing._replace(**{field: given[field]})
    tuning.tuning(singing.huangzhong, singing.temperament)
    if given["beats_per_minute"] is not None:
        tempo = library.choice("beats_per_minute", given["beats_per_minute"])
        library.plan().but("checked for its range", beats_per_minute=tempo)
        singing = singing._replace(words_per_minute=tempo)  # type: ignore[arg-type]
    return singing


def chosen_style(given: dict[str, Any]) -> Options:
    """Return how songs are written down; raises RenderError, PlanError or LibraryError."""
    from touhu_music.font import own

    lines = tuple(line.strip() for line in given["lines"].split(","))
    font = own(given["font"]) if given["font"] else None
    plan = chosen_plan(given | {"cycles": None})
    sound = Sound(chosen_audio(given, plan), Ring(given["ring"]))
    return Options(Language(given["language"]), lines, given["layout"] or "", font, sound)


def chosen_formats(names: tuple[str, ...], target: str | None) -> list[str]:
    """Return the names of the formats to write: those asked for, else the one that the suffix says.

    Raises RenderError for a name or suffix that is no format.
    """
    wanted = list(dict.fromkeys(name.strip() for several in names for name in several.split(",")))
    if not wanted:
        fitting_names = [name for name in FORMATS if target and target.endswith(f".{name}")]
        if not fitting_names:
            raise RenderError(f"say --format, or -o with one of these suffixes: {' '.join(FORMATS)}")
        wanted = [max(fitting_names, key=len)]
    for name in wanted:
        find(name)
    return wanted
