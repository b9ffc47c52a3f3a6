"""The engraved score of one cycle, in its three kinds."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import numpy
import pytest
from conftest import NAMES, performance
from PIL import Image
from pypdf import PdfReader
from render.test_golden import GOLDEN, compare

from touhu_music import Performance, Reading, School, Use, font, perform, plan, vector
from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, Language, Syllables, title
from touhu_music.performance import Accent, Timing
from touhu_music.reading import literal
from touhu_music.render import Options, find, render
from touhu_music.render.score.engraving import Row, engrave
from touhu_music.render.score.page import draw
from touhu_music.render.score.systems import MILLIMETRES, SYLLABLE, arrange

KINDS: Final = ("svg", "pdf", "png")
SVG: Final = "{http://www.w3.org/2000/svg}"
HEAD: Final = 4.2  # millimetres


def svg(drawn: Performance, options: Options | None = None) -> ElementTree.Element:
    """Return the score as a tree."""
    return ElementTree.fromstring(render("svg", drawn, options))


def texts(drawn: Performance, options: Options | None = None) -> list[str]:
    """Return the texts of a score in document order."""
    return [element.text or "" for element in svg(drawn, options).iter(f"{SVG}text")]


def rows(drawn: Performance, options: Options | None = None) -> tuple[Row, ...]:
    """Return the systems of a score."""
    chosen = options or Options()
    face = font.of(chosen.language, chosen.syllables)
    return engrave(drawn, chosen, arrange(drawn, chosen, face)).rows


def long(strokes: int) -> Performance:
    """Return a performance of many strokes."""
    return perform(literal("○半" + ("○□○○□" * strokes)[: strokes - 1]), Use.ARCHERY, plan())


def sourced(source: str) -> Performance:
    """Return a performance of a row that stands in the given source."""
    marks = literal("○□半□○").marks
    return perform(Reading(School.LU, 1, 1, marks, witness="X", source=source), Use.TOUHU, plan())


def pdf(drawn: Performance, options: Options | None = None) -> Any:
    """Return the one page of the PDF."""
    return PdfReader(io.BytesIO(render("pdf", drawn, options))).pages[0]


# --- the music --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("use", Use)
def test_each_cadence_and_use_is_engraved_and_read_back(name: str, use: Use, kind: str) -> None:
    assert render(kind, performance(name, use))


def places(drawn: Performance) -> str:
    """Return the size of the page, then each stroke with its place on the page in units of verovio."""
    page = draw(drawn, Options())
    lines = [f"page {page.width:.2f} {page.height:.2f} mm"]
    for number, row in enumerate(rows(drawn), 1):
        lines.append(f"system {number} from {row.start:.0f} to {row.end:.0f}")
        lines += [f"{stroke.id} {stroke.x:.0f} {stroke.y:.0f}" for stroke in row.strokes]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("timing", Timing)
def test_the_golden_file(timing: Timing) -> None:
    compare(places(performance(timing=timing)), GOLDEN / f"lu-1_archery_{timing}.svg.txt")


def test_the_gu_is_above_the_pi() -> None:
    for row in rows(performance()):
        assert {stroke.y for stroke in row.strokes if stroke.id.endswith("gu")} == {min(row.lines.values())}


def test_heads_are_drawn_shapes_and_no_letters() -> None:
    symbols = {group.get("id"): [each.tag for each in group] for group in svg(performance()).iter(f"{SVG}g")}
    assert (symbols["E0A3"], symbols["E0B8"]) == ([f"{SVG}circle"], [f"{SVG}rect"])


@pytest.mark.parametrize("timing", Timing)
@pytest.mark.parametrize("accent", Accent)
def test_no_mark_is_a_letter(timing: Timing, accent: Accent) -> None:
    drawn = performance("xue-2", siglum="C", timing=timing, accent=accent)
    assert not set("○□") & set("".join(texts(drawn)))


def test_strokes_are_equally_spaced_within_a_section() -> None:
    for row in rows(performance()):
        gaps = [after.x - before.x for before, after in pairwise(row.strokes)]
        assert max(gaps) - min(gaps) <= 2


def test_strokes_of_all_systems_stand_below_each_other() -> None:
    before, after = (row.strokes for row in rows(performance()))
    assert [stroke.x for stroke in after[:11]] == pytest.approx([stroke.x for stroke in before], abs=15)


@pytest.mark.parametrize("timing", Timing)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("syllables", Syllables)
def test_neither_heads_nor_syllables_touch(name: str, timing: Timing, syllables: Syllables) -> None:
    face = font.of(Language.ENGLISH, syllables)
    for row in rows(performance(name, timing=timing), Options(syllables=syllables)):
        assert min(after.x - before.x for before, after in pairwise(row.strokes)) * MILLIMETRES > HEAD + 1.5
        for drum, syllable in SYLLABLES[syllables].items():
            own = [stroke.x for stroke in row.strokes if stroke.id.endswith(drum.word)]
            gaps = [(after - before) * MILLIMETRES for before, after in pairwise(own)]
            assert min(gaps, default=99) > face.width(syllable, SYLLABLE[syllables]) + 0.4


def test_the_text_has_no_durations_and_even_has_no_stems() -> None:
    def lines(timing: Timing) -> int:
        strokes = [each for each in svg(performance(timing=timing)).iter() if "stroke-" in each.get("id", "")]
        return sum(len(list(stroke.iter(f"{SVG}path"))) for stroke in strokes)

    assert lines(Timing.EVEN) == 0
    assert lines(Timing.ON_GU) >= 15


# --- systems ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, use, lengths",
    [
        ("lu-1", Use.TOUHU, [12]),
        ("lu-1", Use.ARCHERY, [11, 12]),
        ("xue-1", Use.ARCHERY, [20, 8]),
        ("lu-2", Use.ARCHERY, [8, 13]),
        ("xue-2", Use.ARCHERY, [21, 10]),
    ],
)
@pytest.mark.parametrize("syllables", Syllables)
def test_a_row_that_needs_two_systems_is_broken_at_half(
    name: str, use: Use, lengths: list[int], syllables: Syllables
) -> None:
    drawn = rows(performance(name, use), Options(syllables=syllables))
    assert [len(row.strokes) for row in drawn] == lengths


@pytest.mark.parametrize("strokes", [50, 100, 397])
def test_a_long_row_is_broken_evenly(strokes: int) -> None:
    lengths = [len(row.strokes) for row in rows(long(strokes))]
    assert sum(lengths) == strokes
    assert max(lengths) - min(lengths) <= 1
    assert max(lengths) <= 17


def test_systems_that_go_on_are_as_wide_as_the_widest() -> None:
    *open_rows, last = rows(long(100))
    assert len({row.end for row in open_rows}) == 1
    assert last.end <= open_rows[0].end


def test_more_strokes_than_fit_a_page_are_refused() -> None:
    with pytest.raises(RenderError, match="at most 400 strokes, not 401"):
        render("svg", long(401))


def test_a_beat_too_full_for_its_note_value_is_refused() -> None:
    drawn = perform(literal("○半□" + "○" * 20), Use.TOUHU, plan().but("test", timing=Timing.ON_GU))
    with pytest.raises(RenderError, match=r"too close where a beat is 0\.03125 of a whole note$"):
        render("svg", drawn, Options(stroke=Fraction(1, 32)))


def test_a_page_fits_a4_in_width() -> None:
    assert max(draw(performance(name), Options()).width for name in NAMES) <= 206


def test_the_gap_is_said_and_not_drawn() -> None:
    assert rows(performance(gap=Fraction(4)))[-1].end == rows(performance())[-1].end
    assert "gap of 4" in "".join(texts(performance(gap=Fraction(4))))


# --- what stands beside the music -------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_the_title_the_source_and_the_tempo_stand_above(language: Language) -> None:
    drawn = performance()
    above = texts(drawn, Options(language))[:3]
    assert above[0] == title(drawn, language)
    assert "A 禮記正義 卷五十九" in above[1]
    assert "每分60拍" in above[2]


@pytest.mark.parametrize(
    "language, names",
    [
        (Language.ENGLISH, ["鼓", "gu", "the large drum", "鼙", "pi", "the small drum"]),
        (Language.KOREAN, ["鼓", "고", "鼙", "비"]),
        (Language.SIMPLIFIED, ["鼓", "鼙"]),
    ],
)
def test_the_drums_are_named_in_chinese_and_the_reader_s_language(
    language: Language, names: list[str]
) -> None:
    assert texts(performance(use=Use.TOUHU), Options(language))[3 : 3 + len(names)] == names


def test_every_fifth_stroke_and_the_first_of_a_section_have_numbers() -> None:
    numbers = [text for text in texts(performance()) if text.isdigit()]
    assert sorted(numbers, key=int) == ["1", "5", "10", "12", "15", "20"]


def test_half_is_a_letter_between_the_strokes() -> None:
    (half,) = (each for each in svg(long(10)).iter(f"{SVG}text") if each.get("id") == "half")
    assert half.text == "半"


@pytest.mark.parametrize(
    "syllables, count", [("hanzi", "鏜"), ("pinyin", "tāng"), ("hangul", "당"), ("romaja", "tang")]
)
def test_each_stroke_has_its_syllable(syllables: str, count: str) -> None:
    assert texts(performance(), Options(syllables=Syllables(syllables))).count(count) == 10


def test_a_doubtful_stroke_is_dashed_and_has_a_question_mark_and_a_reason() -> None:
    drawn = performance("xue-2", siglum="C")
    dashed = [each for each in svg(drawn).iter(f"{SVG}g") if each.find("*[@stroke-dasharray]") is not None]
    assert [each.get("id") for each in dashed] == ["stroke-32-pi"]
    assert texts(drawn).count("?") == 1
    assert any(text.startswith("存疑 doubtful: the last") for text in texts(drawn))


def test_what_is_our_choice_is_grey_and_the_text_is_black() -> None:
    colors = {each.text: each.get("fill") for each in svg(performance()).iter(f"{SVG}text")}
    grey = [text for text, color in colors.items() if color != "#000000"]
    assert [str(text)[:6] for text in grey] == ["每分60拍 ", "演奏選擇（非", "shiwen"]


def test_editorial_bars_are_said_with_their_metre() -> None:
    assert any(
        "23/4: 小節線為編者所加" in text for text in texts(performance(), Options(editorial_bars=True))
    )


# --- texts ------------------------------------------------------------------------------------

HOSTILE: Final = "a <b> & ]]> \"'"


def test_a_hostile_source_is_escaped_in_svg() -> None:
    assert any(HOSTILE in text for text in texts(sourced(HOSTILE)))


def test_a_hostile_source_is_text_in_the_pdf() -> None:
    assert HOSTILE in pdf(sourced(HOSTILE)).extract_text()


@pytest.mark.parametrize("character", ["주", "𫝊", "\x07", "\n", "\u202e", "\u200f", "\ud800"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_character_that_cannot_be_drawn_is_named(character: str, kind: str) -> None:
    with pytest.raises(RenderError, match=rf"U\+{ord(character):04X}"):
        render(kind, sourced(f"鼓{character}"))


@pytest.mark.parametrize("text", ["禮記正義" * 60, "x" * 300, "MMMM " * 60, "（「『" * 60, "word, 鼓。" * 40])
def test_a_long_source_is_broken_and_stays_inside(text: str) -> None:
    root = svg(sourced(text))
    width = float(root.get("viewBox", "").split()[2])
    lines = [each for each in root.iter(f"{SVG}text") if each.get("text-anchor") == "start"]
    ends = [
        float(each.get("x", "")) + font.CHINESE.width(each.text or "", float(each.get("font-size", "")))
        for each in lines
    ]
    assert max(ends) <= width - 7


def test_a_source_without_end_is_refused() -> None:
    with pytest.raises(RenderError, match="at most 1000 characters, not"):
        render("svg", sourced("鼓" * 2000))


# --- the kinds --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options, name",
    [
        (Options(), "NotoSerifSC-Regular-Identity-H"),
        (Options(Language.KOREAN, Syllables.HANGUL), "NotoSerifKR-Regular-Identity-H"),
    ],
    ids=["Chinese", "Korean"],
)
def test_the_pdf_embeds_one_font(options: Options, name: str) -> None:
    fonts = pdf(performance(), options)["/Resources"]["/Font"].values()
    assert [each.get_object()["/BaseFont"].partition("+")[2] for each in fonts] == [name]


@pytest.mark.parametrize("language", Language)
def test_the_title_is_text_in_the_pdf(language: Language) -> None:
    drawn = performance("xue-2", Use.TOUHU)
    assert title(drawn, language) in pdf(drawn, Options(language)).extract_text()


def test_a_font_of_ones_own_sets_the_score(tmp_path: Path) -> None:
    file = tmp_path / "own.otf"
    file.write_bytes(font.KOREAN.path.read_bytes())
    options = Options(own_font=font.own(str(file)))
    assert 'font-family: "Noto Serif KR"' in render("svg", performance(), options).decode()
    page = PdfReader(io.BytesIO(render("pdf", performance(), options))).pages[0]
    fonts = page["/Resources"]["/Font"].values()  # type: ignore[index]
    assert {each.get_object()["/BaseFont"].partition("+")[2] for each in fonts} == {
        "NotoSerifKR-Regular-Identity-H"
    }
    assert render("png", performance(), options) != render("png", performance())


def test_a_korean_title_is_text_in_the_svg_with_its_letters() -> None:
    data = render("svg", performance("xue-2"), Options(Language.KOREAN)).decode()
    assert "설고, 후도" in data
    assert data.count("@font-face") == data.count('font-family: "Noto Serif KR"') == 1


def test_the_png_has_300_pixels_an_inch_and_a_white_margin() -> None:
    drawn = performance("lu-1", Use.TOUHU)
    page = draw(drawn, Options())
    with Image.open(io.BytesIO(render("png", drawn))) as image:
        assert image.size == (round(page.width / 25.4 * 300), round(page.height / 25.4 * 300))
        pixels = numpy.asarray(image.convert("L"))
    ink = numpy.argwhere(pixels < 128)
    (top, left), (bottom, right) = ink.min(0), ink.max(0)
    assert min(top, left, pixels.shape[0] - bottom, pixels.shape[1] - right) >= 60
    assert max(left, pixels.shape[1] - right) <= 200  # cropped to the music


def test_the_svg_has_a_title_for_its_reader() -> None:
    assert svg(performance()).findtext(f"{SVG}title") == title(performance(), Language.ENGLISH)


@pytest.mark.parametrize(
    "missing, kind, package",
    [
        (["svg2pdf_py"], "pdf", "svg2pdf-py"),
        (["pypdfium2"], "png", "pypdfium2"),
        (["svg2pdf_py", "resvg_py"], "png", "resvg-py"),
    ],
)
def test_a_missing_converter_is_named_and_the_svg_is_written_all_the_same(
    missing: list[str], kind: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    vector.converted.cache_clear()
    for module in missing:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(RenderError, match=f"^{kind} needs the package {package}, which is not installed"):
        render(kind, performance())
    assert render("svg", performance())


def test_without_the_converter_to_pdf_the_png_looks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = [pixels(render("png", performance()))]
    monkeypatch.setitem(sys.modules, "svg2pdf_py", None)
    drawn.append(pixels(render("png", performance())))
    assert drawn[0].shape == drawn[1].shape
    ink = (255 - drawn[0]).mean()
    assert numpy.abs(drawn[0] - drawn[1]).mean() < 0.3 * ink  # edges are smoothed otherwise


def pixels(png: bytes) -> numpy.typing.NDArray[numpy.int64]:
    """Return the greys of a picture."""
    with Image.open(io.BytesIO(png)) as image:
        assert image.mode == "L"
        assert [round(dots) for dots in image.info["dpi"]] == [300, 300]
        return numpy.asarray(image, numpy.int64)


def test_a_score_loads_no_library_of_other_formats() -> None:
    script = (
        "import sys; from touhu_music import *; from touhu_music.render import render;"
        "render('pdf', perform(witness('A').reading('lu-1'), Use.TOUHU, plan()));"
        "assert not {'matplotlib', 'music21', 'numpy', 'mido'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


SCRIPT: Final = """
from hashlib import sha256
from touhu_music import Use, perform, plan, witness
from touhu_music.render import render
drawn = perform(witness("C").reading("xue-2"), Use.ARCHERY, plan())
for kind in ("png", "pdf", "svg"):
    print(kind, sha256(render(kind, drawn)).hexdigest())
"""


def test_the_surroundings_change_no_byte() -> None:
    surroundings = {"LC_ALL": "C", "TZ": "Asia/Shanghai", "PYTHONHASHSEED": "1"}
    call = [sys.executable, "-c", SCRIPT]
    printed = subprocess.run(call, check=True, capture_output=True, text=True, env=os.environ | surroundings)
    drawn = performance("xue-2", Use.ARCHERY, "C")
    here = {kind: sha256(render(kind, drawn)).hexdigest() for kind in KINDS}
    assert dict(line.split() for line in printed.stdout.splitlines()) == here


# --- reading back -----------------------------------------------------------------------------


def tampered(kind: str, data: bytes) -> dict[str, bytes]:
    """Return damaged copies of a score by what was done to them."""
    common = {"emptied": b"", "cut": data[: len(data) // 2]}
    return (
        common
        | {
            "svg": {
                "stroke lost": data.replace(b'id="stroke-3-pi"', b""),
                "drum changed": data.replace(b"stroke-3-pi", b"stroke-3-gu"),
                "half lost": data.replace(b'id="half"', b""),
                "resized": re.sub(rb'width="\d+"', b'width="50"', data, count=1),
            },
            "pdf": {"letters lost": data.replace(b"/ToUnicode", b"/ToNothing")},
            "png": {"a byte changed": data[:3000] + bytes([data[3000] ^ 1]) + data[3001:]},
        }[kind]
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_score_is_found_out(kind: str) -> None:
    drawn, renderer = performance(), find(kind).renderer()
    data = render(kind, drawn)
    for damage, other in tampered(kind, data).items():
        assert other != data, damage
        with pytest.raises(RenderError):
            renderer.check(other, drawn, Options())


@pytest.mark.parametrize("kind", KINDS)
def test_the_score_of_another_performance_is_found_out(kind: str) -> None:
    with pytest.raises(RenderError):
        find(kind).renderer().check(render(kind, long(60)), performance(), Options())
