"""The measures: every figure of the books, exact; the reckoning of the belly; the drawing of the props."""

from __future__ import annotations

from fractions import Fraction
from xml.etree.ElementTree import fromstring

import pytest

from touhu_music import vector
from touhu_music.errors import RenderError, RiteError
from touhu_music.language import Language
from touhu_music.rite import measure_lines, measures, props_drawing
from touhu_music.rite.measure_lines import Asked
from touhu_music.rite.measures import Belly, Pot, Root, Venue, decimal, exactly, rounded

SVG = "{http://www.w3.org/2000/svg}"


def found(which: Pot, belly: Belly = Belly.ZHU) -> dict[str, str]:
    """Return the measures of a pot as they are printed."""
    return {row.quantity: exactly(row.value) for row in measures.pot(which, belly)}


# --- arrows and distances ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "venue, fu, arrow, distance, depth",
    [
        (Venue.ROOM, 5, 20, 50, "40.000"),
        (Venue.HALL, 7, 28, 70, "63.246"),
        (Venue.COURT, 9, 36, 90, "84.853"),
        (None, None, 24, 60, "51.962"),
    ],
)
def test_the_arrow_the_distance_and_the_depth_of_a_venue(
    venue: Venue | None, fu: int | None, arrow: int, distance: int, depth: str
) -> None:
    assert venue is None or venue.fu == fu
    assert measures.arrow(venue) == arrow
    assert measures.distance(venue) == distance
    assert decimal(measures.depth(venue), 3) == depth
    assert measures.squared(measures.depth(venue)) + 30**2 == distance**2


def test_the_depths_in_chi_are_rounded_from_the_exact_root() -> None:
    told = [measure_lines.in_chi(measures.depth(venue)) for venue in (*Venue, None)]
    assert told == ["4 尺", "√40 尺 = 6.3246 尺", "√72 尺 = 8.4853 尺", "√27 尺 = 5.1962 尺"]


def test_the_pot_is_two_and_a_half_arrows_away_everywhere() -> None:
    assert all(2 * measures.distance(venue) == 5 * measures.arrow(venue) for venue in (*Venue, None))


def test_of_one_venue_nothing_of_another_is_told() -> None:
    assert {row.item for row in measures.venues(Venue.HALL)} == {"hall"}
    assert [row.item for row in measures.venues()][-1] == "dingzhai"
    assert [row.quantity for row in measures.venues(Venue.HALL)] == ["fu", "arrow", "distance", "depth"]


def test_units_seats_and_counters() -> None:
    told = {(row.item, row.quantity): row.value for row in measures.things()}
    assert told == {
        ("fu", "width"): 4,
        ("shaft", "thickness"): Fraction(7, 10),
        ("seats", "apart"): 60,
        ("counter", "length"): 12,
        ("counter-long", "length"): 14,
        ("grip", "width"): 4,
        ("counter-set", "number"): 80,
    }
    assert exactly(told["counter-long", "length"]) == "14"  # a 尺 and a grip


# --- pots ----------------------------------------------------------------------------------------


def test_the_pots_have_what_their_books_say_and_no_more() -> None:
    common = {"neck": "7", "belly-height": "5", "mouth": "2½", "capacity": "15"}
    assert found(Pot.LIJI) == common | {"height": "12", "belly-width": "8.05", "girth": "24.15"}
    assert found(Pot.DADAI) == common | {"height": "12"}
    assert found(Pot.DINGZHAI) == common | {
        "foot": "2",
        "height": "14",
        "belly-width": "8.05",
        "girth": "24.15",
    }
    assert found(Pot.SIMA) == {"height": "10", "mouth": "3", "ears": "1"}
    assert (measures.EARS[Pot.LIJI], measures.EARS[Pot.DADAI]) == ("none", "none")
    assert (measures.EARS[Pot.DINGZHAI], measures.EARS[Pot.SIMA]) == ("kept", "measured")


def test_the_belly_after_zheng_is_wider() -> None:
    width, girth = measures.belly(Belly.ZHENG)
    assert (decimal(width, 3), decimal(girth, 3)) == ("9.295", "27.885")
    assert (decimal(width), decimal(girth)) == ("9.2952", "27.8855")
    assert measures.belly(Belly.ZHU) == (Fraction(805, 100), Fraction(2415, 100))


def test_every_measure_has_its_book_or_is_ours() -> None:
    told = [*measures.venues(), *measures.things(), *(row for each in Pot for row in measures.pot(each))]
    for row in told:
        assert bool(row.books) == (row.basis not in ("layout", "reconstruction")), row
        assert set(row.books) <= set(measures.BOOKS)


# --- the volume ----------------------------------------------------------------------------------


def test_the_volume_is_reckoned_step_by_step() -> None:
    told = {step.key: measures.shown(step.value) for step in measures.steps()}
    assert told == {
        "sheng": "16.2",
        "dou": "162",
        "dou-five": "243",
        "two-dou": "324",
        "layer": "64.8",
        "third": "21.6",
        "square": "86.4",
        "side": "√86.4 = 9.2952",
        "perimeter": "√1382.4 = 37.1806",
        "girth": "√777.6 = 27.8855",
        "diameter": "√86.4 = 9.2952",
        "nine-square": "405",
        "nine-off": "101¼",
        "nine": "303¾",
        "nine-left": "20¼",
        "true-layer": "48.6",
        "true-square": "64.8",
        "true-side": "√64.8 = 8.0498",
        "true-girth": "√583.2 = 24.1495",
        "eight": "240",
        "eight-left": "3",
    }


def test_the_e_text_slips_where_the_printed_commentary_is_right() -> None:
    slips = {step.key: step for step in measures.steps() if step.slip}
    assert set(slips) == {"sheng", "square", "nine"}
    assert slips["sheng"].seed == "高中六尺二分"
    assert "八十六寸八分" in slips["square"].seed
    assert "八十六寸四分" in slips["square"].zhushu
    assert "三百二寸" in slips["nine"].seed
    printed = Fraction("66.8") + Fraction("21.6")
    assert printed == Fraction("88.4") != Fraction("86.8")
    assert [slip.printed for slip in measures.SLIPS if slip.book == "zhushu"] == ["據一斗之數"]


def test_zhu_xi_fills_one_dou_and_five_sheng() -> None:
    width, girth = measures.belly(Belly.ZHU)
    assert measures.squared(width) == Fraction("64.8025")
    assert decimal(measures.by_zhu(), 3) == "243.009"
    assert girth == Fraction("24.15")


def test_with_the_true_pi_the_belly_is_another() -> None:
    told = [decimal(each) for sheng in (20, 15) for each in measures.modern(measures.volume(sheng))]
    assert told == ["9.0833", "28.5360", "7.8663", "24.7129"]


# --- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value, places, text",
    [
        (Root(Fraction(2)), 4, "1.4142"),
        (Root(Fraction(1, 4)), 0, "1"),
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-1, 3), 4, "-0.3333"),
        (Fraction(5), 4, "5.0000"),
    ],
)
def test_numbers_are_rounded_from_exact_ones(value: measures.Exact, places: int, text: str) -> None:
    assert decimal(value, places) == text
    assert float(rounded(value, places)) == float(text)


def test_centimetres_need_a_foot() -> None:
    with pytest.raises(RiteError, match=r"^no centimetres without --foot CM: the sources give no modern"):
        measures.centimetres(Fraction(28), None)
    assert measures.centimetres(Fraction(28), Fraction("23.1")) == Fraction("64.68")
    assert measures.centimetres(Fraction(243), Fraction(20), 3) == 1944
    assert measures.centimetres(Root(Fraction(4000)), Fraction("23.1")) == Fraction("146.1")


@pytest.mark.parametrize("foot", ["0", "-1", "9.9", "101"])
def test_what_can_be_no_foot_is_refused(foot: str) -> None:
    with pytest.raises(RiteError, match=r"^foot: .* cm; expected the length of a 尺, 10 to 100$"):
        measures.centimetres(Fraction(1), Fraction(foot))


# --- as it is told -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("asked", [Asked(), Asked(Venue.ROOM, Pot.SIMA), Asked(foot=Fraction(23))])
def test_every_language_tells_everything(language: Language, asked: Asked) -> None:
    text = "\n".join(measure_lines.lines(asked, language))
    assert "{" not in text
    assert ("cm" in text.replace("cm (", "")) == (asked.foot is not None)
    assert measure_lines.to_html(asked, language).count(b"<h2>") == (8 if asked.whole else 2)


def test_json_and_table_give_each_measure_once() -> None:
    shape = measure_lines.shape(Asked())
    assert len(shape["measures"]) == len(measure_lines.rows(Asked()))
    assert measure_lines.to_csv(Asked()).count(b"\n") == 1 + len(shape["measures"]) + len(shape["volume"])
    assert "volume" not in measure_lines.shape(Asked(pot=Pot.SIMA))
    assert shape["modern"]["20 升"] == {"width": 9.0833, "girth": 28.536}


# --- the drawing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("belly", Belly)
def test_the_props_are_drawn_to_scale(language: Language, belly: Belly) -> None:
    page = fromstring(props_drawing.to_svg(belly, None, language))
    by_id = {each.get("id", ""): each for each in page.iter()}
    scale = props_drawing.SCALE
    for venue in Venue:
        arrow = by_id[f"arrow-{venue}"]
        assert float(arrow.attrib["width"]) == float(measures.arrow(venue)) * scale
        assert float(arrow.attrib["height"]) == pytest.approx(0.7 * scale)
    assert float(by_id["counter"].attrib["width"]) == 12 * scale
    body = by_id["pot-liji-belly"]
    width = float(rounded(measures.belly(belly)[0])) * scale
    assert (float(body.attrib["width"]), float(body.attrib["height"])) == pytest.approx(
        (width, 5 * scale), abs=0.002
    )
    assert "stroke-dasharray" in by_id["pot-sima"].attrib  # its belly is not told
    assert "dim-sima-belly-width" not in by_id
    assert "dim-dadai-belly-width" not in by_id


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("belly", Belly)
def test_no_label_of_the_props_lies_on_another(language: Language, belly: Belly) -> None:
    canvas = props_drawing.drawn(belly, Fraction("23.125"), language)
    boxes = []
    for each in fromstring(canvas.svg()).iter(f"{SVG}text"):
        size, text = float(each.attrib["font-size"]), each.text or ""
        width = canvas.font.width(text, size)
        x = (
            float(each.attrib["x"])
            - {"start": 0.0, "middle": 0.5, "end": 1.0}[each.attrib["text-anchor"]] * width
        )
        y = float(each.attrib["y"])
        assert 0 < x < x + width < canvas.width, text
        boxes.append((x, y - 0.8 * size, x + width, y + 0.15 * size, text))
    for place, one in enumerate(boxes):
        for other in boxes[:place]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one[4], other[4])


def test_a_wrong_length_is_told() -> None:
    data = props_drawing.to_svg(Belly.ZHU, None, Language.ENGLISH)
    with pytest.raises(RenderError, match=r"^dim-liji-belly-width is drawn 32\.2 mm long, not 37\.1808$"):
        props_drawing.check(data, Belly.ZHENG)
    with pytest.raises(RenderError, match=r"^the drawing has lost dim-liji-mouth$"):
        props_drawing.check(data.replace(b"dim-liji-mouth", b"x"), Belly.ZHU)


@pytest.mark.skipif(not vector.can_write_pdf(), reason="no converter to PDF here")
@pytest.mark.parametrize("language", Language)
def test_the_drawing_is_one_page_with_its_letters(language: Language) -> None:
    assert props_drawing.to_pdf(Belly.ZHU, Fraction(23), language).startswith(b"%PDF")
