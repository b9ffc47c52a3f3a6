"""The names of the files of songs: ASCII, one for each different one."""

from __future__ import annotations

from dataclasses import replace

from touhu_music import filenames
from touhu_music.language import number
from touhu_music.song import fitting, songs
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import Options
from touhu_music.song.songs import Song


def stem(rendition: Rendition, options: Options) -> str:
    """Return a file name without suffix, such as `caipin@N_lu-1_touhu_stanza_huangzhong-D4`.

    It carries the song, its print where that is not the first, the drum, and every choice that is not
    the usual one.
    """
    singing, usual, plain = rendition.singing, songs.singing(), Options()
    differing = {
        rendition.fitting.name: rendition.fitting.name not in (fitting.USUAL, fitting.ALONE),
        **repeated(rendition),
        f"{number(rendition.beats_per_minute)}bpm": not rendition.drum
        and rendition.beats_per_minute != usual.words_per_minute,
        f"huangzhong-{ascii_note(singing.huangzhong)}": singing.huangzhong != usual.huangzhong,
        singing.temperament: singing.temperament != usual.temperament,
        "-".join(options.lines): options.lines != plain.lines,
        options.layout: options.layout != plain.layout,
        **filenames.heard(options.sound.audio),
        str(options.sound.ring): options.sound.ring != plain.sound.ring,
        f"stem-{options.sound.stem}": options.sound.stem is not None,
    }
    parts = [of_song(rendition.song), *of_drum(rendition, options)]
    return "_".join([*parts, *(part for part, differs in differing.items() if differs)])


def of_song(song: Song) -> str:
    """Name a song, and its print where that is not the first."""
    return song.name if song.witness == song.known[0] else f"{song.name}@{song.witness}"


def of_drum(rendition: Rendition, options: Options) -> list[str]:
    """Name the drum and its choices, but for its cycles, which are those of the song."""
    drum = rendition.drum
    if drum is None:
        return []
    once = drum._replace(plan=replace(drum.plan, cycles=1))
    return [filenames.stem(once, options.drums)]


def repeated(rendition: Rendition) -> dict[str, bool]:
    """Return how often a song is sung or, where it is broken off, how many cycles the drum plays."""
    cycles = rendition.drum.plan.cycles if rendition.drum else 0
    broken = rendition.broken_off is not None
    return {f"{cycles}cycles": broken, f"{rendition.times}times": rendition.times > 1 and not broken}


def ascii_note(name: str) -> str:
    """Write a note or a number of hertz in ASCII, without spaces."""
    return name.strip().replace("♯", "#").replace("♭", "b").replace("#", "-sharp-").replace(" ", "")
