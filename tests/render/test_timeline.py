"""The picture of one cycle, in its three kinds."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import matplotlib
import pytest
from conftest import NAMES, need, performance
from PIL import Image
from pypdf import PdfReader
from render.pictures import SVG, centres, named, svg

from touhu_music import Performance, Reading, School, Use, perform, plan
from touhu_music.errors import RenderError
from touhu_music.language import Language, Syllables, title
from touhu_music.performance import Accent, Timing
from touhu_music.reading import literal
from touhu_music.render import Options, find, render
from touhu_music.render.timeline.layout import WIDTH, arrange

KINDS: Final = ("timeline.svg", "timeline.pdf", "timeline.png")


def sourced(source: str) -> Performance:
    """Return a performance of a row that stands in the given source."""
    marks = literal("○□半□○").marks
    return perform(Reading(School.LU, 1, 1, marks, witness="X", source=source), Use.TOUHU, plan())


def page(data: bytes) -> Any:
    """Return the one page of a PDF."""
    return PdfReader(io.BytesIO(data)).pages[0]


def pdftotext(data: bytes, folder: Path, *options: str) -> str:
    """Return the text of a PDF as poppler reads it."""
    program = need("pdftotext")
    (folder / "picture.pdf").write_bytes(data)
    call = [program, *options, str(folder / "picture.pdf"), "-"]
    return subprocess.run(call, check=True, capture_output=True, encoding="utf-8").stdout


# --- what is drawn ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("kind", KINDS)
def test_each_cadence_and_use_is_drawn_and_read_back(name: str, use: Use, kind: str) -> None:
    assert render(kind, performance(name, use))


def test_the_strokes_are_named_in_text_order_with_half_between_them() -> None:
    drawn = perform(literal("○□半□○"), Use.ARCHERY, plan())
    assert list(named(svg(drawn))) == ["stroke-1-pi", "stroke-2-gu", "half", "stroke-3-gu", "stroke-4-pi"]


def test_touhu_starts_after_half() -> None:
    places = centres(svg(performance("lu-1", Use.TOUHU)))
    assert next(iter(places)) == "half"
    assert places["half"][0] < places["stroke-1-pi"][0]


def test_half_stands_between_its_neighbours() -> None:
    places = centres(svg(performance("lu-1")))
    assert 2 * places["half"][0] == pytest.approx(places["stroke-11-gu"][0] + places["stroke-12-pi"][0])


def test_the_gu_is_above_the_pi() -> None:
    places = centres(svg(performance("lu-1")))
    assert places["stroke-2-gu"][1] < places["stroke-1-pi"][1]


def test_a_pi_is_round_and_a_gu_is_not() -> None:
    paths = named(svg(performance("lu-1")))
    assert "C" in paths["stroke-1-pi"].attrib["d"]
    assert "C" not in paths["stroke-2-gu"].attrib["d"]


@pytest.mark.parametrize("timing", Timing)
def test_a_stroke_stands_in_proportion_to_its_onset(timing: Timing) -> None:
    drawn = performance("lu-1", Use.TOUHU, timing=timing)
    xs = [x for name, (x, _) in centres(svg(drawn)).items() if name != "half"]
    shares = [float(stroke.onset / drawn.pattern[-1].onset) for stroke in drawn.pattern]
    assert [(x - xs[0]) / (xs[-1] - xs[0]) for x in xs] == pytest.approx(shares, abs=1e-6)


def test_cycles_and_gap_are_said_and_not_drawn() -> None:
    once, often = performance(), performance(cycles=3, gap=Fraction(4))
    assert centres(svg(often)) == centres(svg(once))
    assert "gap of 4" in "".join(svg(often).itertext())


def test_a_doubtful_stroke_is_dashed() -> None:
    paths = named(svg(performance("xue-2", siglum="C")))
    assert [name for name, path in paths.items() if "dasharray" in path.attrib["style"]] == ["stroke-32-pi"]


@pytest.mark.parametrize("siglum, said", [("A", False), ("C", True)])
def test_the_reason_of_a_doubt_is_said(siglum: str, said: bool) -> None:
    drawn = performance("xue-2", Use.TOUHU, siglum)
    assert ("存疑 doubtful: the last" in "".join(svg(drawn).itertext())) is said


@pytest.mark.parametrize("accent, heavy", [(Accent.NONE, 0), (Accent.FIRST, 1), (Accent.GU, 5)])
def test_an_accent_is_a_heavy_outline(accent: Accent, heavy: int) -> None:
    root = svg(performance("lu-1", Use.TOUHU, accent=accent))
    styles = [path.get("style", "") for path in root.iter(f"{SVG}path")]
    assert sum("stroke-width: 4" in style for style in styles) == heavy


def test_no_text_is_left_to_the_reader_s_fonts() -> None:
    data = render("timeline.svg", performance())
    assert b"<text" not in data
    assert b"font" not in data


def test_the_svg_has_a_title() -> None:
    drawn = performance()
    assert svg(drawn).findtext(f"{SVG}title") == title(drawn, Language.ENGLISH)


# --- texts ------------------------------------------------------------------------------------

HOSTILE: Final = "a <b> & $x^2$ ]]> \"'"


def test_a_hostile_source_is_escaped_in_svg() -> None:
    assert HOSTILE in "".join(svg(sourced(HOSTILE)).itertext())


@pytest.mark.parametrize("text", [HOSTILE, r"$\frac{1}{$", "100 % \\LaTeX {"])
def test_a_dollar_opens_no_formula(text: str, tmp_path: Path) -> None:
    assert text in pdftotext(render("timeline.pdf", sourced(text)), tmp_path)


@pytest.mark.parametrize("character", ["주", "𫝊", "\x07", "\n", "\u202e", "\ud800"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_character_that_cannot_be_drawn_is_named(character: str, kind: str) -> None:
    with pytest.raises(RenderError, match=rf"U\+{ord(character):04X}"):
        render(kind, sourced(f"鼓{character}"))


def test_korean_is_drawn_in_its_own_font() -> None:
    drawn = performance("xue-1", Use.TOUHU)
    data = render("timeline.pdf", drawn, Options(language=Language.KOREAN, syllables=Syllables.HANGUL))
    fonts = page(data)["/Resources"]["/Font"].values()
    names = {each.get_object()["/FontDescriptor"]["/FontName"].partition("+")[2] for each in fonts}
    assert names == {"NotoSerifKR-Regular"}


@pytest.mark.parametrize("text", ["禮記正義" * 60, "x" * 300, "MMMM " * 60, "（「『" * 60, "word, 鼓。" * 40])
def test_a_long_source_is_broken_and_stays_inside(text: str, tmp_path: Path) -> None:
    data = render("timeline.pdf", sourced(text))
    boxes = re.findall(r'<word xMin="(.+?)" .*? xMax="(.+?)"', pdftotext(data, tmp_path, "-bbox"))
    assert boxes
    assert all(float(left) > 0 and float(right) <= WIDTH for left, right in boxes)


def test_a_source_without_end_is_refused() -> None:
    with pytest.raises(RenderError, match="at most 1000 characters, not"):
        render("timeline.svg", sourced("鼓" * 2000))


def test_a_tempo_of_many_digits_stays_before_the_lanes(tmp_path: Path) -> None:
    drawn = performance(beats_per_minute=Fraction(987_654_321, 12_345_677))
    text = pdftotext(render("timeline.pdf", drawn), tmp_path, "-bbox")
    ends = re.findall(r'xMax="(.+?)" yMax=".+?">(?:minute|每分987654321/12345677拍)<', text)
    assert min(map(float, ends)) < 87


# --- the kinds --------------------------------------------------------------------------------


def test_the_pdf_is_one_page_of_the_layout_s_size() -> None:
    drawn = performance()
    box = page(render("timeline.pdf", drawn)).mediabox
    assert (box.width, box.height) == (WIDTH, arrange(drawn, Options()).height)


def test_the_pdf_embeds_only_the_shipped_font() -> None:
    fonts = page(render("timeline.pdf", performance()))["/Resources"]["/Font"].values()
    names = {each.get_object()["/FontDescriptor"]["/FontName"].partition("+")[2] for each in fonts}
    assert names == {"NotoSerifSC-Regular"}


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.TRADITIONAL, Language.SIMPLIFIED])
def test_the_title_is_text_in_the_pdf(language: Language, tmp_path: Path) -> None:
    drawn = performance("xue-2", Use.TOUHU)
    data = render("timeline.pdf", drawn, Options(language=language))
    assert title(drawn, language) in pdftotext(data, tmp_path)


def test_the_pdf_says_what_is_text_and_what_is_choice(tmp_path: Path) -> None:
    text = pdftotext(render("timeline.pdf", performance()), tmp_path)
    assert "In the text: the order of" in text
    assert "Our choices, not in the text: even, one mark a beat" in text


def test_the_png_has_200_pixels_an_inch() -> None:
    drawn = performance()
    with Image.open(io.BytesIO(render("timeline.png", drawn))) as image:
        assert image.size == (1400, arrange(drawn, Options()).height * 200 // 72)
        assert image.info["dpi"] == pytest.approx((200, 200), abs=0.01)


def test_the_png_has_ink_and_a_white_margin() -> None:
    with Image.open(io.BytesIO(render("timeline.png", performance()))) as image:
        ink = image.point(lambda level: 255 - level).getbbox()
        assert image.getextrema() == (0, 255)
        assert ink is not None
        assert min(ink[0], ink[1], image.width - ink[2], image.height - ink[3]) >= 40


# --- the same bytes everywhere ----------------------------------------------------------------

HOSTILE_SETTINGS: Final = """
text.usetex: True
text.hinting: none
svg.fonttype: none
svg.hashsalt: other
pdf.fonttype: 42
savefig.bbox: tight
savefig.dpi: 30
savefig.transparent: True
figure.dpi: 30
figure.facecolor: red
figure.constrained_layout.use: True
patch.antialiased: False
lines.scale_dashes: False
path.sketch: 1, 100, 2
font.family: monospace
font.size: 40
"""
SCRIPT: Final = """
from hashlib import sha256
from touhu_music import Use, perform, plan, witness
from touhu_music.render import render
drawn = perform(witness("C").reading("xue-2"), Use.ARCHERY, plan())
for kind in ("timeline.png", "timeline.pdf", "timeline.svg"):
    print(kind, sha256(render(kind, drawn)).hexdigest())
"""


@pytest.mark.parametrize(
    "surroundings",
    [{"LC_ALL": "C", "TZ": "Asia/Shanghai", "PYTHONHASHSEED": "1"}, {"MATPLOTLIBRC": "matplotlibrc"}],
    ids=["locale", "matplotlibrc"],
)
def test_the_surroundings_change_no_byte(surroundings: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text(HOSTILE_SETTINGS)
    call = [sys.executable, "-c", SCRIPT]
    printed = subprocess.run(
        call, check=True, capture_output=True, text=True, cwd=tmp_path, env=os.environ | surroundings
    ).stdout
    drawn = performance("xue-2", Use.ARCHERY, "C")
    here = {kind: sha256(render(kind, drawn)).hexdigest() for kind in KINDS}
    assert dict(line.split() for line in printed.splitlines()) == here


def test_a_user_s_settings_stay_as_they_were() -> None:
    before = dict(matplotlib.rcParams)
    render("timeline.svg", performance())
    assert dict(matplotlib.rcParams) == before


# --- reading back -----------------------------------------------------------------------------


def tampered(kind: str, data: bytes) -> dict[str, bytes]:
    """Return damaged copies of a picture by what was done to them."""
    common = {"emptied": b"", "cut": data[: len(data) // 2]}
    return (
        common
        | {
            "timeline.svg": {
                "stroke lost": data.replace(b'id="stroke-3-pi"', b""),
                "drum changed": data.replace(b"stroke-3-pi", b"stroke-3-gu"),
                "half lost": data.replace(b'id="half"', b""),
                "resized": data.replace(b'width="504pt"', b'width="50pt"'),
            },
            "timeline.pdf": {"resized": data.replace(b"[ 0 0 504", b"[ 0 0 505")},
            "timeline.png": {"a byte changed": data[:3000] + bytes([data[3000] ^ 1]) + data[3001:]},
        }[kind]
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_picture_is_found_out(kind: str) -> None:
    drawn, renderer = performance(), find(kind).renderer()
    data = render(kind, drawn)
    for damage, other in tampered(kind, data).items():
        assert other != data, damage
        with pytest.raises(RenderError):
            renderer.check(other, drawn, Options())


@pytest.mark.parametrize("kind", KINDS)
def test_the_picture_of_another_performance_is_found_out(kind: str) -> None:
    other = perform(literal("○半" + "○□" * 30), Use.TOUHU, plan())
    with pytest.raises(RenderError):
        find(kind).renderer().check(render(kind, other), performance(), Options())


def test_a_lost_stroke_is_named_in_the_error() -> None:
    drawn = perform(literal("○半○□"), Use.TOUHU, plan())
    data = render("timeline.svg", drawn).replace(b'id="stroke-1-pi"', b"")
    with pytest.raises(RenderError) as raised:
        find("timeline.svg").renderer().check(data, drawn, Options())
    assert str(raised.value) == (
        "the SVG has other strokes than the performance:"
        " ['half', 'stroke-2-gu'], not ['half', 'stroke-1-pi', 'stroke-2-gu']"
    )
