"""A picture of one cycle: 鼓 above 鼙, each stroke a drawn □ or ○ at its onset.

Black is what the text has: the strokes in their order, and 半. Grey is what the plan chose: beats
and accents.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import matplotlib
from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.timeline.checking import check_pdf, check_png, check_svg
from touhu_music.render.timeline.drawing import draw
from touhu_music.render.timeline.layout import PIXELS_PER_INCH, Layout, arrange

SETTINGS: Final[dict[Any, Any]] = {
    "svg.hashsalt": "touhu_music",
    "svg.fonttype": "path",
    "pdf.fonttype": 3,
    "text.parse_math": False,
}


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture as one kind of file: how it is written, and how it is compared when read back."""

    write: Callable[[Figure, Layout], bytes]
    compare: Callable[[bytes, Performance, Layout], None]

    def render(self, performance: Performance, options: Options) -> bytes:
        """Draw one cycle of a performance.

        Raises RenderError for what no picture can hold, and for what the font cannot draw.
        """
        layout = arrange(performance, options)
        with matplotlib.rc_context(), warnings.catch_warnings():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(SETTINGS)
            warnings.filterwarnings("error", "Glyph")
            return self.write(draw(performance, options, layout), layout)

    def check(self, data: bytes, performance: Performance, options: Options) -> None:
        """Open the picture again; raises RenderError where its strokes, pages or size are others."""
        self.compare(data, performance, arrange(performance, options))


def write_svg(figure: Figure, layout: Layout) -> bytes:
    """Write a figure as SVG; letters become outlines."""
    buffer = io.BytesIO()
    metadata = described(layout) | {"Creator": "touhu_music", "Date": None}
    figure.savefig(buffer, format="svg", metadata=metadata)
    return buffer.getvalue()


def write_pdf(figure: Figure, layout: Layout) -> bytes:
    """Write a figure as one page of PDF; letters stay letters."""
    buffer = io.BytesIO()
    texts = described(layout)
    metadata = {"Title": texts["Title"], "Subject": texts["Source"], "Keywords": texts["Description"]}
    figure.savefig(buffer, format="pdf", metadata=metadata | {"Creator": "touhu_music", "CreationDate": None})
    return buffer.getvalue()


def write_png(figure: Figure, layout: Layout) -> bytes:
    """Write a figure as pixels in shades of grey."""
    pixels, buffer = io.BytesIO(), io.BytesIO()
    figure.savefig(pixels, format="rgba", dpi=PIXELS_PER_INCH)
    texts = PngInfo()
    for key, text in described(layout).items():
        texts.add_itxt(key, text)
    image = Image.frombytes("RGBA", layout.pixels, pixels.getvalue()).convert("L")
    image.save(buffer, "png", dpi=(PIXELS_PER_INCH, PIXELS_PER_INCH), pnginfo=texts)
    return buffer.getvalue()


def described(layout: Layout) -> dict[str, str]:
    """Return the texts of a picture under the names that SVG and PNG have for them."""
    return {
        "Title": "".join(layout.title.lines),
        "Description": "\n".join("".join(block.lines) for block in layout.legend.values()),
        "Source": "".join(layout.source.lines),
    }


SVG = Picture(write_svg, check_svg)
PDF = Picture(write_pdf, check_pdf)
PNG = Picture(write_png, check_png)
