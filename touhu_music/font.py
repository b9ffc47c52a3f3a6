"""The one font of every picture and page, and what it cannot draw."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from touhu_music.errors import RenderError
from touhu_music.notation import describe

if TYPE_CHECKING:
    from matplotlib.ft2font import FT2Font

NAME: Final = "Noto Serif SC"
HANGUL: Final = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xA960, 0xA97F), (0xAC00, 0xD7FF))


@cache
def path() -> Path:
    """Return the file of the font."""
    return Path(str(files("pylopdf_fonts_zh_cn") / "NotoSerifSC-Regular.otf"))


def missing(text: str) -> str:
    """Return the characters of a text that the font cannot draw, each once, in text order.

    Control characters are among them.
    """
    return "".join(character for character in dict.fromkeys(text) if advance(character) is None)


def check(text: str) -> None:
    """Raise RenderError that names the first character of a text which the font cannot draw."""
    for character in missing(text)[:1]:
        cure = "; choose --lang en, zh-Hant or zh-Hans for pictures" if is_hangul(character) else ""
        raise RenderError(f"{describe(character)} is not in the font {NAME}{cure}")


def width(text: str, size: float) -> float:
    """Return how far a text reaches when set in that size, in the unit of the size."""
    return size * sum(advance(character) or 0 for character in text)


@cache
def advance(character: str) -> float | None:
    """Return the width of a character as a part of the size; None where there is no glyph."""
    from matplotlib.ft2font import LoadFlags

    face = opened()
    if not face.get_char_index(ord(character)):
        return None
    return face.load_char(ord(character), flags=LoadFlags.NO_SCALE).horiAdvance / face.units_per_EM


@cache
def opened() -> FT2Font:
    """Open the font once, by the library that draws with it."""
    from matplotlib.ft2font import FT2Font

    return FT2Font(str(path()))


def is_hangul(character: str) -> bool:
    """Tell whether a character is a Korean letter or syllable."""
    return any(first <= ord(character) <= last for first, last in HANGUL)
