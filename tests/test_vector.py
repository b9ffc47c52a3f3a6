from __future__ import annotations

import io
import subprocess
import sys

import numpy
import pytest
from PIL import Image
from pypdf import PdfReader

from touhu_music import vector
from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError
from touhu_music.font import CHINESE, KOREAN, Font
from touhu_music.notation import Drum


def page(text: str = "鼙鼓", font: Font = CHINESE) -> str:
    drawn = Canvas(100, 50, font, title="t")
    drawn.mark(Drum.PI, 20, 25, 20)
    drawn.write(50, 25, text, 8)
    return drawn.svg()


def test_a_pdf_has_a_page_a_page_and_its_text() -> None:
    pdf = PdfReader(io.BytesIO(vector.to_pdf([page(), page("魯薛")], CHINESE, title="題")))
    assert [each.extract_text().strip() for each in pdf.pages] == ["鼙鼓", "魯薛"]
    assert [round(float(length)) for length in pdf.pages[0].mediabox[2:]] == [283, 142]
    assert pdf.metadata is not None
    assert pdf.metadata.title == "題"


@pytest.mark.parametrize(
    "sizes, written, said",
    [
        ([(100, 50)], "鼙鼓", None),
        ([(100, 50)], "鼙鼓魯", "the PDF has lost the letters 魯"),
        ([(100, 51)], "鼙鼓", "the PDF has other pages than were drawn: 1, not 1"),
        ([(100, 50)] * 2, "鼙鼓", "the PDF has other pages than were drawn: 1, not 2"),
    ],
)
def test_a_pdf_that_lost_pages_or_letters_is_found_out(
    sizes: list[tuple[float, float]], written: str, said: str | None
) -> None:
    data = vector.to_pdf([page()], CHINESE, title="t")
    if said is None:
        vector.check_pdf(data, sizes, written)
        return
    with pytest.raises(RenderError) as raised:
        vector.check_pdf(data, sizes, written)
    assert str(raised.value) == said


@pytest.mark.parametrize("font", [CHINESE, KOREAN])
def test_letters_that_stand_in_a_ligature_alone_are_not_lost(font: Font) -> None:
    for text in ("simplified", "fluent", "office", "staff", "waffle"):
        data = vector.to_pdf([page(text, font)], font, title="t")
        vector.check_pdf(data, [(100, 50)], text)


@pytest.mark.parametrize("font, text", [(CHINESE, "鼙鼓"), (KOREAN, "비고 鼙鼓")])
def test_letters_and_shapes_leave_ink(font: Font, text: str) -> None:
    with Image.open(io.BytesIO(vector.to_png(page(text, font), font, pixels_per_inch=144))) as image:
        assert image.size in ((566, 284), (567, 284))
        pixels = numpy.asarray(image.convert("L"))
    assert (pixels[:, :280] < 128).any()
    assert (pixels[:, 280:] < 128).any()


def test_the_letters_of_a_page_can_travel_with_it() -> None:
    plain = page()
    carried = vector.with_letters(plain, CHINESE, "鼙鼓")
    assert carried.startswith(plain[:60])
    assert 'font-family: "Noto Serif SC"; src: url(data:font/otf;base64,' in carried
    assert len(carried) < len(plain) + 20_000


def test_the_same_page_gives_the_same_bytes_in_every_process() -> None:
    code = (
        "import sys, hashlib; sys.path.insert(0, sys.argv[1])\n"
        "from test_vector import page, vector, CHINESE\n"
        "data = vector.to_pdf([page(), page()], CHINESE, title='t') + vector.to_png(page(), CHINESE,"
        " pixels_per_inch=100) + vector.with_letters(page(), CHINESE, '鼙鼓').encode()\n"
        "print(hashlib.sha256(data).hexdigest())"
    )
    folder = str(__file__).rpartition("/")[0]
    made = {
        subprocess.run([sys.executable, "-c", code, folder], capture_output=True, check=True).stdout
        for _ in range(2)
    }
    assert len(made) == 1


def test_the_fonts_of_a_page_are_always_in_the_same_order() -> None:
    made = set()
    for _ in range(6):
        vector.converted.cache_clear()
        made.add(vector.to_pdf([page("비고 豝豵", KOREAN)], KOREAN, title="t"))
    assert len(made) == 1


def test_a_converter_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "svg2pdf_py", None)
    with pytest.raises(RenderError, match="pdf needs the package svg2pdf-py, which is not installed here"):
        vector.to_pdf([page()], CHINESE, title="t")
