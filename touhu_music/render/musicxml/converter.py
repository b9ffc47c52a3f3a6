"""The format `touhu` of music21: one row as it is printed."""
# mypy: disable-error-code="no-untyped-call"
# (half of music21 has no type information)

from __future__ import annotations

from music21 import stream
from music21.converter.subConverters import SubConverter

from touhu_music import library
from touhu_music.errors import NotationError
from touhu_music.notation import Use, parse
from touhu_music.performance import perform
from touhu_music.render.musicxml.score import to_score


class TouhuConverter(SubConverter):
    """The format `touhu` and the suffix `.touhu` in music21: one row, whole, under the default plan."""

    registerFormats = ("touhu",)  # noqa: N815
    registerInputExtensions = ("touhu",)  # noqa: N815
    readBinary = True  # noqa: N815  # music21 would decode by the locale

    def parseData(self, dataString: str | bytes, number: int | None = None) -> stream.Score:  # noqa: N802, N803
        """Read a row; raises NotationError if it is none."""
        row = dataString if isinstance(dataString, str) else utf8(dataString)
        score = to_score(perform(parse(row), Use.ARCHERY, library.plan()))
        self.stream = score
        return score


def utf8(data: bytes) -> str:
    """Return the text of a file; raises NotationError if it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"byte {error.start} is not UTF-8") from error
