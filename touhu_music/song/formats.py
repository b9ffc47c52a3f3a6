"""The formats that a song can be written in: one registry, one module a format.

A format is a module or object with `render(rendition, options) -> bytes` and
`check(data, rendition, options)`, which reads the bytes back and raises RenderError where they are not
the song.
"""

from __future__ import annotations

from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from touhu_music import font
from touhu_music.errors import RenderError
from touhu_music.font import Font
from touhu_music.language import Language, Syllables
from touhu_music.song.fitting import Rendition
from touhu_music.song.sound.instrument import PLAIN, Sound

if TYPE_CHECKING:
    from touhu_music import render as drums
    from touhu_music.render import Data

SIGNS: Final = ("words", "lulu", "gongche", "jianpu")
READINGS: Final = ("pinyin", "hangul")
LINES: Final = (*SIGNS, *READINGS)
"""What can stand under the notes, a line each: words, their signs, numbers, and how they are read."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a song is written down, where a format can vary.

    `lines` stand under the notes, from the top. `layout` is where the page of old books has the signs,
    `under` the verse or `inline`; where it is empty, as the print has them. Raises RenderError for a line
    that there is not, or none.
    """

    language: Language = Language.ENGLISH
    lines: tuple[str, ...] = ("words",)
    layout: str = ""
    own_font: Font | None = None
    sound: Sound = PLAIN

    def __post_init__(self) -> None:
        wrong = [line for line in self.lines if line not in LINES]
        if wrong or not self.lines or len(set(self.lines)) != len(self.lines):
            raise RenderError(f"lines must be some of {','.join(LINES)}, not {','.join(self.lines)[:80]!r}")

    @property
    def font(self) -> Font:
        """The font of all letters of a page."""
        syllables = Syllables.HANGUL if "hangul" in self.lines else Syllables.HANZI
        return self.own_font or font.of(self.language, syllables)

    @property
    def drums(self) -> drums.Options:
        """How the drums are written down."""
        from touhu_music import render

        return render.Options(language=self.language, own_font=self.own_font)


class Renderer(Protocol):
    """What a format's module offers."""

    def render(self, rendition: Rendition, options: Options) -> Data:
        """Write a song."""

    def check(self, data: Any, rendition: Rendition, options: Options) -> None:
        """Read the bytes back; raise RenderError where they are not the song."""


class Format(NamedTuple):
    """A format: its summary for lists, and where its renderer is found (`module` or `module:object`).

    `sounds` tells whether it is sound, `reads` whether it holds words without a tune, to be read, `lines`
    whether it has what one chooses under its notes.
    """

    summary: str
    home: str
    sounds: bool = False
    reads: bool = False
    lines: bool = False

    def renderer(self) -> Renderer:
        """Import the renderer; heavy libraries are loaded here and not before."""
        home = self.home if ":" in self.home else f"{self.home}:"
        return cast(Renderer, resolve_name(home))


ROOM: Final = __name__.rpartition(".")[0]

FORMATS: Final[dict[str, Format]] = {
    "musicxml": Format(
        "score: the words on their notes, the drums on theirs", f"{ROOM}.score.musicxml", lines=True
    ),
    "mei": Format("MEI 5, with its sources and choices", f"{ROOM}.score.mei", lines=True),
    "svg": Format("engraved score, as vectors", f"{ROOM}.score.staff:SVG", lines=True),
    "pdf": Format("the same score for print, on A4", f"{ROOM}.score.staff:PDF", lines=True),
    "png": Format("the same score as pixels", f"{ROOM}.score.staff:PNG", lines=True),
    "traditional.svg": Format(
        "the page of the old books, as vectors", f"{ROOM}.score.vertical:SVG", reads=True
    ),
    "traditional.pdf": Format("the same page for print", f"{ROOM}.score.vertical:PDF", reads=True),
    "traditional.png": Format("the same page as pixels", f"{ROOM}.score.vertical:PNG", reads=True),
    "mid": Format("MIDI: the string on channels of its own, the words as lyrics", f"{ROOM}.sound.midi"),
    "wav": Format("sound of a plucked string, exact to the sample", f"{ROOM}.sound.audio:WAV", True),
    "flac": Format("the same sound, smaller without loss", f"{ROOM}.sound.audio:FLAC", True),
    "ogg": Format("sound, small (Vorbis)", f"{ROOM}.sound.audio:OGG", True),
    "mp3": Format("sound, small, for every player", f"{ROOM}.sound.audio:MP3", True),
}
"""The formats by suffix."""


def find(name: str) -> Format:
    """Return the format of that name; raises RenderError with the names that there are."""
    if name not in FORMATS:
        raise RenderError(f"no format {name[:40]!r} of songs; there are {' '.join(FORMATS)}")
    return FORMATS[name]


def file_of(name: str, rendition: Rendition, options: Options | None = None) -> Data:
    """Write a song in a format, and read it back before handing it on.

    Raises RenderError if the format cannot hold it or did not keep it.
    """
    chosen, renderer = options or Options(), find(name).renderer()
    data = renderer.render(rendition, chosen)
    renderer.check(data, rendition, chosen)
    return data
