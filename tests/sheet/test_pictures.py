"""Printed pages as pixels, compared with those that were looked at.

`make golden` writes them anew. Where a page differs, the difference is kept as a picture.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy
import pytest
from conftest import performance
from PIL import Image

from touhu_music import Use, vector
from touhu_music.notation import Drum
from touhu_music.render import Options
from touhu_music.sheet import Order, card, classroom, grid, kinds, parts, traditional
from touhu_music.sheet.paper import A4, A5

GOLDEN = Path(__file__).parents[1] / "golden"
LU, XUE = (performance(name, Use.TOUHU) for name in ("lu-1", "xue-1"))
WHOLE = performance("lu-1", Use.ARCHERY)
DOUBTED = performance("xue-2", Use.ARCHERY, "C")
ORDER = Order((LU, XUE), A4, Options())
READINGS = tuple(performance(name, Use.ARCHERY, "C").reading for name in ("lu-1", "xue-1", "lu-2", "xue-2"))
PAGES = {
    "score": kinds.scores(ORDER)[0],
    "traditional": traditional.page([each for each in READINGS if each], A4, Options(), glosses=True),
    "grid": grid.page(WHOLE, A4.landscape, Options())[0],
    "grid-down": grid.page(LU, A5, Options(), vertical=True)[0],
    "part": parts.page(LU, Drum.PI, A4.landscape, Options())[0],
    "card": card.pages((LU, XUE), Options())[0],
    "class": classroom.pages((LU, XUE), A4, Options())[2],
    "class-archery": classroom.pages((WHOLE, DOUBTED), A4, Options())[4],
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_it_did(name: str, tmp_path: Path) -> None:
    canvas, file = PAGES[name], GOLDEN / f"page-{name}.png"
    drawn = vector.to_png(canvas.svg(), canvas.font, pixels_per_inch=100)
    if os.environ.get("TOUHU_GOLDEN") == "update":
        file.write_bytes(drawn)
    golden = file.read_bytes()
    if golden == drawn:
        return
    seen, now = (numpy.asarray(Image.open(io.BytesIO(data)).convert("L"), int) for data in (golden, drawn))
    assert seen.shape == now.shape
    difference = numpy.abs(seen - now)
    if (difference > 64).sum() > 20:  # more than another release of the converter smooths otherwise
        picture = tmp_path / f"{name}-difference.png"
        Image.fromarray((255 - difference).astype("uint8")).save(picture)
        pytest.fail(f"{(difference > 64).sum()} pixels differ; see {picture}")
