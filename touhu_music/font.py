"""The fonts of every picture and page, one for a page and perhaps one behind it, and what they lack."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from touhu_music.errors import RenderError
from touhu_music.language import Language, Syllables
from touhu_music.notation import describe

if TYPE_CHECKING:
    import uharfbuzz

HANGUL: Final = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xA960, 0xA97F), (0xAC00, 0xD7FF))

PIECE: Final = re.compile(
    r"[!-\u2bff]{1,30} *"  # a word, or as much of it as surely fits a line
    r"|[（「『《〈〔【]{0,3}.[，。、；：！？）」』》〉〕】]{0,3} *",  # a hanzi and its punctuation
    re.DOTALL,
)
"""What stays together when a text is broken into lines."""


class Font(NamedTuple):
    """A font by the family name that drawings call it by, and the package that ships its file.

    A font of no package is a file of the user's. The font `behind` draws what this one lacks.
    """

    name: str
    package: str
    file: str
    behind: Font | None = None

    @property
    def path(self) -> Path:
        """The file; raises RenderError if the package is not installed."""
        if not self.package:
            return Path(self.file)
        try:
            return Path(str(files(self.package) / self.file))
        except ModuleNotFoundError as error:
            if self.name == KOREAN.name:
                raise RenderError("pictures with Korean letters need the extra [ko]") from error
            raise RenderError(f"pictures need the package {self.package}, which is not installed") from error

    @property
    def family(self) -> str:
        """The names of the font and of the one behind it, as a style sheet calls them."""
        return f"'{self.name}'" + (f", {self.behind.family}" if self.behind else "")

    def drawing(self, character: str) -> Font | None:
        """Return the font that draws a character: this one, the one behind it, or none."""
        if has(self, character):
            return self
        return self.behind.drawing(character) if self.behind else None

    def runs(self, text: str) -> list[tuple[Font, str]]:
        """Part a text into stretches that one font draws; what none has stays with this one."""
        parts = groupby(text, lambda character: self.drawing(character) or self)
        return [(font, "".join(letters)) for font, letters in parts]

    def missing(self, text: str) -> str:
        """Return the characters that the font cannot draw, each once, in text order.

        Control characters are among them.
        """
        return "".join(character for character in dict.fromkeys(text) if not self.drawing(character))

    def check(self, text: str) -> None:
        """Raise RenderError that names the first character which the font cannot draw."""
        for character in self.missing(text)[:1]:
            cure = "; --lang ko draws it" if is_hangul(character) and self == CHINESE else ""
            raise RenderError(f"{describe(character)} is not in the font {self.name}{cure}")

    def width(self, text: str, size: float) -> float:
        """Return how far a text reaches when set in that size, in the unit of the size."""
        return size * sum(advance(self.drawing(character) or self, character) for character in text)

    def lines(self, text: str, size: float, room: float) -> list[str]:
        """Break a text into lines at spaces and beside hanzi; a line keeps the space that ends it.

        A word wider than the room is cut. Raises RenderError for a character that the font cannot draw.
        """
        self.check(text)
        found = [""]
        for piece in PIECE.findall(text):
            for part in self.cut(piece, size, room):
                if found[-1] and self.width(found[-1] + part.rstrip(), size) > room:
                    found.append("")
                found[-1] += part
        return found

    def cut(self, piece: str, size: float, room: float) -> list[str]:
        """Cut what is wider than the room into parts that fit, a character at least in each."""
        if self.width(piece.rstrip(), size) <= room:
            return [piece]
        parts = [""]
        for character in piece:
            if parts[-1] and self.width(parts[-1] + character.rstrip(), size) > room:
                parts.append("")
            parts[-1] += character
        return parts


CHINESE: Final = Font("Noto Serif SC", "pylopdf_fonts_zh_cn", "NotoSerifSC-Regular.otf")
KOREAN: Final = Font("Noto Serif KR", "pylopdf_fonts_ko", "NotoSerifKR-Regular.otf", CHINESE)  # has hanja
LARGEST: Final = 64_000_000  # bytes of a font of one's own


def own(file: str) -> Font:
    """Return a user's font; raises RenderError if the file is none that pages can be set in."""
    import uharfbuzz

    try:
        path = Path(file)
        if not path.is_file() or path.stat().st_size > LARGEST:
            raise RenderError(f"{file}: no file of at most {LARGEST // 1_000_000} megabytes")
        face = uharfbuzz.Face(path.read_bytes())
    except OSError as error:
        raise RenderError(f"{file}: {error.strerror}") from error
    name = face.get_name(uharfbuzz.OTNameIdPredefined.FONT_FAMILY) if face.glyph_count else None
    if not name or not {"glyf", "CFF ", "CFF2"} & set(face.table_tags):
        raise RenderError(f"{file}: no font with a name and outlines")
    if not re.fullmatch(r"[^\W_][\w .()+-]*", name):
        raise RenderError(f"{file}: pages cannot call a font {name!r}")
    found = Font(name, "", file)
    if not found.width("0", 1):
        raise RenderError(f"{file}: the font has no digits")
    subset(found, frozenset("0"))
    return found


def of(language: Language, syllables: Syllables = Syllables.HANZI) -> Font:
    """Return the font in which a page is set, hanzi and letters alike; hangul stands behind Chinese."""
    if language is Language.KOREAN:
        return KOREAN
    return CHINESE._replace(behind=KOREAN) if syllables is Syllables.HANGUL else CHINESE


@cache
def face(font: Font) -> uharfbuzz.Face:
    """Open a font once."""
    import uharfbuzz

    return uharfbuzz.Face(font.path.read_bytes())


@cache
def measure(font: Font) -> uharfbuzz.Font:
    """Return what measures the letters of a font."""
    import uharfbuzz

    return uharfbuzz.Font(face(font))


def has(font: Font, character: str) -> bool:
    """Tell whether a font can draw a character."""
    return bool(measure(font).get_nominal_glyph(ord(character)))


@cache
def advance(font: Font, character: str) -> float:
    """Return the width of a character as a part of the size; nothing where there is no glyph."""
    glyph = measure(font).get_nominal_glyph(ord(character))
    return float(measure(font).get_glyph_h_advance(glyph) / face(font).upem) if glyph else 0.0


@lru_cache(maxsize=8)
def subset(font: Font, letters: frozenset[str]) -> bytes:
    """Return the file of a font that has no more than these letters, its names and its licence.

    Raises RenderError for a damaged font.
    """
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(sorted(map(ord, letters)))
    wanted.name_id_set.update([13, 14])  # the licence and its address
    try:
        return bytes(uharfbuzz.subset(face(font), wanted).blob.data)
    except RuntimeError as error:
        raise RenderError(f"the font {font.name} is damaged: {error}") from error


def is_hangul(character: str) -> bool:
    """Tell whether a character is a Korean letter or syllable."""
    return any(first <= ord(character) <= last for first, last in HANGUL)
