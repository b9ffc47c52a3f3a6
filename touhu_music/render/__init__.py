"""The formats that a performance can be written in: one registry, one module a format.

A format is a module or object with `render(performance, options) -> bytes` and
`check(data, performance, options)`, which reads the bytes back and raises RenderError where they
are not the performance. Other packages add one by an entry point of the group `touhu.formats`:
its name is the format's name and its suffix.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pkgutil import resolve_name
from typing import Any, Final, NamedTuple, Protocol, cast

from touhu_music import font
from touhu_music.errors import RenderError, TouhuError
from touhu_music.font import Font
from touhu_music.language import Language, Syllables
from touhu_music.performance import Performance
from touhu_music.practice import PLAIN, Practice
from touhu_music.sound import USUAL, Audio


@dataclass(frozen=True, slots=True)
class Options:
    """How a performance is written down, where a format can vary.

    `stroke` is the note value of a beat, as a part of a whole note. `editorial_bars` asks for bars
    that the text does not have.
    """

    language: Language = Language.ENGLISH
    syllables: Syllables = Syllables.HANZI
    stroke: Fraction = Fraction(1, 4)
    editorial_bars: bool = False
    own_font: Font | None = None
    practice: Practice = PLAIN
    audio: Audio = USUAL

    @property
    def font(self) -> Font:
        """The font of all letters of a page."""
        return self.own_font or font.of(self.language, self.syllables)

    def __post_init__(self) -> None:
        if self.stroke not in STROKES:
            values = " ".join(str(value) for value in STROKES)
            raise RenderError(f"a stroke of {self.stroke} is no note value; expected one of {values}")


STROKES: Final = tuple(Fraction(1, 2**power) for power in range(6))


Data = bytes | memoryview
"""What a file holds; a memoryview where 100 MB are not to be copied."""


class Renderer(Protocol):
    """What a format's module offers."""

    def render(self, performance: Performance, options: Options) -> Data:
        """Write a performance."""

    def check(self, data: Any, performance: Performance, options: Options) -> None:
        """Read the bytes back; raise RenderError where they are not the performance."""


class Format(NamedTuple):
    """A format: its summary for lists, and where its renderer is found (`module` or `module:object`).

    `practises` tells whether it can hold a practice; the others refuse one. `sounds` tells whether
    it is sound, of which each voice can be had alone.
    """

    summary: str
    home: str
    practises: bool = False
    sounds: bool = False

    def renderer(self) -> Renderer:
        """Import the renderer; heavy libraries are loaded here and not before."""
        home = self.home if ":" in self.home else f"{self.home}:"  # so that errors of the import are told
        return cast(Renderer, resolve_name(home))


FORMATS: Final[dict[str, Format]] = {
    "mid": Format("MIDI, both drums on the drum channel, 半 as a marker", f"{__name__}.midi", True),
    "musicxml": Format("score of two one-line percussion staves", f"{__name__}.musicxml"),
    "mei": Format("MEI 5 of one cycle, with its source and choices", f"{__name__}.mei"),
    "svg": Format("engraved score, as vectors", f"{__name__}.score:SVG"),
    "pdf": Format("the same score for print", f"{__name__}.score:PDF"),
    "png": Format("the same score as pixels", f"{__name__}.score:PNG"),
    "ly": Format("LilyPond source of two one-line drum staves", f"{__name__}.ly"),
    "abc": Format("ABC of two one-line voices, for abcjs and abc2midi", f"{__name__}.abc"),
    "timeline.svg": Format("picture: two lanes of drawn ○ and □, as vectors", f"{__name__}.timeline:SVG"),
    "timeline.pdf": Format("the same picture for print", f"{__name__}.timeline:PDF"),
    "timeline.png": Format("the same picture as pixels", f"{__name__}.timeline:PNG"),
    "wav": Format("sound, exact to the sample", f"{__name__}.audio:WAV", True, True),
    "flac": Format("the same sound, smaller without loss", f"{__name__}.audio:FLAC", True, True),
    "ogg": Format("sound, small (Vorbis)", f"{__name__}.audio:OGG", True, True),
    "mp3": Format("sound, small, for every player", f"{__name__}.audio:MP3", True, True),
    "labels.txt": Format(
        "labels for Audacity: each cycle and each 半 in the sound", f"{__name__}.labels", True
    ),
    "txt": Format("rows, syllables and a grid for a terminal", f"{__name__}.txt"),
    "json": Format("everything known of a performance", f"{__name__}.json"),
    "csv": Format("one line a stroke with its place in the source", f"{__name__}.csv"),
}
"""The formats of this package; the name is the suffix. `formats()` adds those of others."""


def formats() -> dict[str, Format]:
    """Return all formats, those of other packages included, which are not loaded yet.

    Raises RenderError if another package claims a name that is taken, or that is no suffix.
    """
    from importlib.metadata import entry_points

    found = dict(FORMATS)
    try:
        others = sorted(entry_points(group="touhu.formats"), key=lambda entry: entry.name)
    except Exception as error:  # of a package with a broken list of entry points
        raise RenderError(f"the formats of other packages cannot be listed: {error}") from error
    for entry in others:
        if entry.name in found:
            raise RenderError(f"format {entry.name} of {entry.value} is already taken")
        if not re.fullmatch(r"[a-z0-9]+(\.[a-z0-9]+)*", entry.name):
            raise RenderError(
                f"format {entry.name!r} of {entry.value} is no suffix (letters, digits, points)"
            )
        found[entry.name] = Format(f"from {entry.value}", entry.value)
    return found


def find(name: str) -> Format:
    """Return the format of that name; raises RenderError with the names that there are."""
    known = FORMATS if name in FORMATS else formats()
    if name not in known:
        raise RenderError(f"no format {name!r}; there are {' '.join(known)}")
    return known[name]


def render(name: str, performance: Performance, options: Options | None = None) -> bytes:
    """Write a performance in a format as `file_of` does, as bytes."""
    return bytes(file_of(name, performance, options))


def file_of(name: str, performance: Performance, options: Options | None = None) -> Data:
    """Write a performance in a format, and read it back before handing it on.

    Raises RenderError if the format cannot hold the performance or did not keep it, and for
    whatever goes wrong in a format of another package.
    """
    chosen, found = options or Options(), find(name)
    if chosen.practice.changes and not found.practises:
        able = " ".join(name for name, it in FORMATS.items() if it.practises)
        raise RenderError(f"{name} holds the row as it is, not a practice of it; {able} do")
    try:
        renderer = found.renderer()
    except Exception as error:  # a library is missing, or its settings are broken
        raise RenderError(f"format {name} of {found.home}: {type(error).__name__}: {error}") from error
    try:
        data = renderer.render(performance, chosen)
        if not isinstance(data, bytes | memoryview):
            raise TypeError(f"render gives {type(data).__name__} and not bytes")
        renderer.check(data, performance, chosen)
    except TouhuError:
        raise
    except Exception as error:
        if name in FORMATS:
            raise
        raise RenderError(f"format {name} of {found.home}: {type(error).__name__}: {error}") from error
    return data
