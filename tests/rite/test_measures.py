"""The measures: every figure of the books, exact; the reckoning of the belly; the drawing of the props."""

from __future__ import annotations

import csv
import unicodedata
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from touhu_music import vector
from touhu_music.errors import RenderError, RiteError
from touhu_music.language import Language, word
from touhu_music.rite.measures import lines as measure_lines
from touhu_music.rite.measures import measures, reckoning
from touhu_music.rite.measures import props as props_drawing
from touhu_music.rite.measures.lines import Asked
from touhu_music.rite.measures.measures import Belly, Pot, Root, Venue, decimal, exactly, rounded
from touhu_music.rite.stage import stage

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
        "capacity-later": "37½",
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


@pytest.mark.parametrize("language", Language)
def test_the_dispute_about_the_belly_has_the_numbers_that_are_reckoned(language: Language) -> None:
    told = word("measure-dispute-belly", language)
    for whose, places in ((Belly.ZHU, 2), (Belly.ZHENG, 3)):
        assert all(decimal(each, places) in told for each in measures.belly(whose))


def test_every_measure_has_its_book_or_is_ours() -> None:
    told = [*measures.venues(), *measures.things(), *(row for each in Pot for row in measures.pot(each))]
    for row in told:
        assert bool(row.books) == (row.basis not in ("layout", "reconstruction")), row
        assert set(row.books) <= set(measures.BOOKS)


def bare(text: str) -> str:
    """Leave out punctuation and spaces."""
    return "".join(letter for letter in text if unicodedata.category(letter)[0] in "LNS" or letter == "?")


def test_what_is_quoted_stands_in_the_book(texts: Path) -> None:
    books = {path.name[:3]: bare(path.read_text("utf-8")) for path in (texts / "seeds").glob("00*.txt")}
    rows = [*measures.venues(), *measures.things()]
    rows += [row for which in Pot for whose in Belly for row in measures.pot(which, whose)]
    said = [(row.books, row.quote) for row in rows] + [(note.books, note.quote) for note in measures.NOTES]
    said += [(("001",), part) for step in reckoning.steps() for part in step.seed.split("；")]
    said += [((slip.book,), slip.printed) for slip in reckoning.SLIPS]
    said += [(place.books[:1], place.quote) for place in stage.places().values() if place.quote]
    for names, quote in said:
        for name in set(names) & set(books):  # the others are not among the texts
            assert bare(quote) in books[name], (name, quote)


# --- the volume ----------------------------------------------------------------------------------


def test_the_volume_is_reckoned_step_by_step() -> None:
    told = {step.key: measures.shown(step.value) for step in reckoning.steps()}
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
    slips = {step.key: step for step in reckoning.steps() if step.slip}
    assert set(slips) == {"sheng", "square", "nine"}
    assert slips["sheng"].seed == "高中六尺二分"
    assert "八十六寸八分" in slips["square"].seed
    assert "八十六寸四分" in slips["square"].zhushu
    assert "三百二寸" in slips["nine"].seed
    printed = Fraction("66.8") + Fraction("21.6")
    assert printed == Fraction("88.4") != Fraction("86.8")
    assert [slip.printed for slip in reckoning.SLIPS if slip.book == "zhushu"] == ["據一斗之數"]


def test_zhu_xi_takes_the_square_vessel_for_two_dou_and_the_round_one_in_it_for_one_and_a_half() -> None:
    told = {step.key: measures.shown(step.value) for step in reckoning.zhu_steps()}
    assert told == {
        "zhu-side": "8.05",
        "zhu-perimeter": "32.2",
        "zhu-area": "64.8025",
        "zhu-square": "324.0125",
        "zhu-layer": "48.601875",
        "zhu-round": "243.009375",
        "zhu-girth": "24.15",
    }
    assert decimal(measures.volume(15), 0) == decimal(reckoning.by_zhu(), 0) == "243"


def reckoned(rule: str, before: float) -> float:
    """Follow a rule from left to right, as one reads it; one that begins with a sign goes on from a value."""
    if rule == "√":
        return float(before**0.5)
    found, sign = before, ""
    for token in rule.split():
        if token in "+-×÷=√":
            sign = token
            continue
        for quarter in "¼¾":
            token = token.replace(quarter, f" {3 if quarter == '¾' else 1}/4")
        value = float(sum(Fraction(each) for each in token.split()))
        found = {"": value, "+": found + value, "-": found - value, "×": found * value}.get(
            sign, found / value
        )
    return found


def test_the_rule_of_each_step_gives_what_stands_beside_it() -> None:
    sheng = float(measures.SHENG)
    for steps in (reckoning.steps(), reckoning.zhu_steps()):
        last = float(steps[0].value) if isinstance(steps[0].value, Fraction) else 0.0
        for step in steps:
            if step.key == "diameter":  # of the side, two steps before
                last = float(measures.by_zheng()) ** 0.5
            given = sheng if step.key in ("dou", "dou-five") else last
            value = float(measures.squared(step.value)) ** 0.5
            assert reckoned(step.rule, given) == pytest.approx(value), step.key
            last = value


def test_zhu_xi_fills_one_dou_and_five_sheng() -> None:
    width, girth = measures.belly(Belly.ZHU)
    assert measures.squared(width) == Fraction("64.8025")
    assert decimal(reckoning.by_zhu(), 3) == "243.009"
    assert girth == Fraction("24.15")


def test_with_the_true_pi_the_belly_is_another() -> None:
    told = [decimal(each) for sheng in (20, 15) for each in reckoning.modern(measures.volume(sheng))]
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


def test_a_root_is_written_so_that_it_can_be_read_in_one_way_alone() -> None:
    assert [measures.symbol(each) for each in (Root(Fraction(40)), Fraction(3, 4))] == ["√40", "3/4"]
    volume = {step["step"]: step["exact"] for step in measure_lines.shape(Asked())["volume"]}
    assert volume["side"] == "√(432/5)"


def test_no_cell_of_the_table_is_a_formula_to_a_spreadsheet() -> None:
    for line in csv.reader(measure_lines.to_csv(Asked()).decode().splitlines()):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in line), line


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
    assert measure_lines.to_html(asked, language).count(b"<h2>") == (9 if asked.whole else 2)


def test_json_and_table_give_each_measure_once() -> None:
    shape = measure_lines.shape(Asked())
    assert len(shape["measures"]) == len(measure_lines.rows(Asked()))
    found = sum(len(shape[head]) for head in ("measures", "volume", "zhu"))
    assert measure_lines.to_csv(Asked()).count(b"\n") == 1 + found
    assert "volume" not in measure_lines.shape(Asked(pot=Pot.SIMA))
    assert shape["modern"]["20 升"] == {"width": 9.0833, "girth": 28.536}


def test_on_the_page_no_number_is_parted_from_its_unit() -> None:
    page = measure_lines.to_html(Asked(foot=Fraction("23.1")), Language.ENGLISH).decode()
    assert "<td><span>36 寸</span> = <span>3 尺 6 寸</span> = <span>83.16 cm</span></td>" in page
    assert "td span { white-space: nowrap }" in page
    assert page.count(word("measure-column-prints", Language.ENGLISH)) == 1  # 朱熹's steps have none beside


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
@pytest.mark.parametrize("foot", [None, Fraction("23.125"), Fraction("99.999"), Fraction(31, 3)])
def test_no_label_of_the_props_lies_on_another_or_on_the_floor(
    language: Language, belly: Belly, foot: Fraction | None
) -> None:
    canvas = props_drawing.drawn(belly, foot, language)
    boxes = []
    for each in fromstring(canvas.svg()).iter(f"{SVG}text"):
        size, text = float(each.attrib["font-size"]), each.text or ""
        width = canvas.font.width(text, size)
        x = (
            float(each.attrib["x"])
            - {"start": 0.0, "middle": 0.5, "end": 1.0}[each.attrib["text-anchor"]] * width
        )
        y = float(each.attrib["y"])
        assert 8 < x < x + width < canvas.width - 8, text
        assert not y - 0.7 * size < props_drawing.FLOOR < y + 0.1 * size, text
        boxes.append((x, y - 0.8 * size, x + width, y + 0.15 * size, text))
    for place, one in enumerate(boxes):
        for other in boxes[:place]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one[4], other[4])


def test_every_dimension_has_its_number_and_with_a_foot_its_centimetres() -> None:
    canvas = props_drawing.drawn(Belly.ZHENG, Fraction("23.1"), Language.ENGLISH)
    texts = [each.text or "" for each in fromstring(canvas.svg()).iter(f"{SVG}text")]
    for which in Pot:
        for row in measures.pot(which, Belly.ZHENG):
            if row.unit == "寸":
                cm = measure_lines.amount(row.value, "寸", Fraction("23.1")).rpartition(" = ")[2]
                assert any(text.endswith(cm) for text in texts), (which, row.quantity)
    assert "thickness 0.7 寸 = 1.62 cm" in texts
    assert "printed at 100 %, the ruler is 40 mm long (with your foot, 1 : 5.78)" in texts


def test_the_page_is_as_large_as_its_ruler_says() -> None:
    page = fromstring(props_drawing.to_svg(Belly.ZHU, None, Language.ENGLISH))
    wide = float(page.attrib["width"]) / 72 * 25.4  # points
    assert wide == pytest.approx(float(page.attrib["viewBox"].split()[2]), abs=0.001)
    (ruler,) = (each for each in page.iter() if each.get("id") == "ruler")
    assert float(ruler.attrib["x2"]) - float(ruler.attrib["x1"]) == 40


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
