"""The heaps on the ground: how they lie to each other, in marks, and as a map."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music import vector
from touhu_music.columns import columns
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.rite.counting import heaps
from touhu_music.rite.counting.counting import MOST, Form, Odd, Side, announce, layout
from touhu_music.rite.counting.heaps import (
    ARCHERY_LENGTH,
    LENGTH,
    Rod,
    block,
    check,
    heap,
    marks,
    to_pdf,
    to_svg,
)

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = [0, 1, 2, 7, 9, 10, 19, 20, 21, 27, 39, 40, 59]


def apart(one: Rod, other: Rod) -> bool:
    """Tell whether two counters do not lie on each other."""
    return (
        one.east <= other.west
        or other.east <= one.west
        or one.north <= other.south
        or other.north <= one.south
    )


@given(st.integers(0, 2 * MOST), st.sampled_from(Side), st.sampled_from(Odd))
def test_every_counter_lies_once(halves: int, side: Side, odd: Odd) -> None:
    laid = layout(0)._replace(
        bundles=halves // 40, pairs=halves % 40 // 4, single=halves % 4 // 2, half=halves % 2
    )
    found = heap(laid, side, odd)
    assert len(found.rods) == len(set(found.rods)) == laid.counters + (laid.half and 0.5)
    assert [len(bundle) for bundle in found.bundles] == [20] * laid.bundles


@pytest.mark.parametrize("counters", NUMBERS)
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("odd", Odd)
def test_no_counter_lies_on_another(counters: int, side: Side, odd: Odd) -> None:
    rods = heap(layout(counters)._replace(half=1), side, odd).rods
    assert all(apart(one, other) for place, one in enumerate(rods) for other in rods[:place])


@pytest.mark.parametrize("counters", NUMBERS)
@pytest.mark.parametrize("side", Side)
def test_tens_and_the_odd_one_lie_lengthwise_and_pairs_crosswise_further_west(
    counters: int, side: Side
) -> None:
    found = heap(layout(counters), side)
    tens = [rod for bundle in found.bundles for rod in bundle]
    assert all(rod.lengthwise for rod in (*tens, *found.odd))
    assert not any(rod.lengthwise for rod in found.pairs)
    for western, eastern in ((found.pairs, tens), (found.odd, found.pairs), (found.odd, tens)):
        assert all(one.east < other.west for one in western for other in eastern)


@pytest.mark.parametrize("counters", [1, 3, 9, 27, 39])
@pytest.mark.parametrize("side", Side)
def test_the_odd_one_may_lie_south_of_the_pairs(counters: int, side: Side) -> None:
    found = heap(layout(counters), side, Odd.SOUTH)
    (odd,) = found.odd
    assert all(odd.north < rod.south for rod in found.pairs)
    assert all(odd.east < rod.west for bundle in found.bundles for rod in bundle)


def test_further_tens_lie_outward_southward_at_the_right_and_northward_at_the_left() -> None:
    for side, outward in ((Side.GUEST, -1), (Side.HOST, 1)):
        first, second = (bundle[0].y for bundle in heap(layout(40), side).bundles)
        assert (second - first) * outward > LENGTH


def test_the_picture_of_both_heaps_is_the_same_up_to_twenty_pairs() -> None:
    for counters in range(40):
        assert heap(layout(counters), Side.GUEST) == heap(layout(counters), Side.HOST)


@pytest.mark.parametrize(
    "form, length, said", [(Form.WHO, 12, "12 寸"), (Form.PARTIES, 12, "12 寸"), (Form.ARCHERY, 14, "14 寸")]
)
def test_a_counter_of_archery_is_longer(form: Form, length: int, said: str) -> None:
    assert heaps.length_of(form) == length
    drawn = heaps.drawn(layout(27), layout(9), announce(27, 9, form=form), Language.ENGLISH, Odd.WEST)
    rods = [each for each in drawn.root.iter("rect") if (each.get("id") or "").startswith("right-")]
    sizes = {max(float(each.get("width", 0)), float(each.get("height", 0))) for each in rods}
    thick = {min(float(each.get("width", 0)), float(each.get("height", 0))) for each in rods}
    assert max(sizes) / min(thick) == pytest.approx(length / heaps.THICK, rel=0.01)
    assert any(said in (each.text or "") for each in drawn.root.iter("text"))


@pytest.mark.parametrize("counters", NUMBERS)
def test_no_longer_counter_lies_on_another(counters: int) -> None:
    rods = heap(layout(counters), Side.HOST, Odd.WEST, ARCHERY_LENGTH).rods
    assert all(apart(one, other) for place, one in enumerate(rods) for other in rods[:place])


# --- marks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("counters", NUMBERS)
@pytest.mark.parametrize("odd", Odd)
def test_the_marks_can_be_counted(counters: int, odd: Odd) -> None:
    laid = layout(counters)
    rows = "\n".join(block(laid, odd))
    tens = rows.count("=" * heaps.ROD)
    if laid.bundles <= heaps.MOST_DRAWN:
        assert tens == 10 * laid.bundles
    assert rows.count("||") == 3 * laid.pairs
    assert rows.count("-" * heaps.ROD) == laid.single
    assert rows.isascii()


def test_more_heaps_of_ten_than_two_are_told_by_a_number() -> None:
    rows = list(block(layout(100), Odd.WEST))
    assert (len(rows), rows[-1].strip()) == (11, "x 5")


def test_the_map_in_marks_has_both_heaps_flush_in_the_east() -> None:
    lines = list(marks(layout(27), layout(9), Form.WHO, Language.ENGLISH))
    assert lines[0] == "主人，左，北 host, left, north: 9 = 4 pairs and an odd 1"
    assert lines[-1] == "賓，右，南 guest, right, south: 27 = 13 pairs and an odd 1"
    drawn = [line for line in lines[1:-1] if line.strip() and line.isascii()]
    assert len(drawn) == 3 + 10
    assert {len(line) for line in (*drawn[:3], *drawn[3:])} == {len(drawn[0])}
    (middle,) = [line for line in lines if line.startswith("司射東面 >")]
    assert columns(middle.partition("[")[0]) > len(drawn[0])  # the box is east of the heaps
    assert min(len(line) - len(line.lstrip()) for line in drawn) > columns("司射東面 >")


def test_in_archery_the_archers_are_named_and_another_counts() -> None:
    text = "\n".join(marks(layout(3), layout(0), Form.ARCHERY, Language.TRADITIONAL))
    assert "上射，右，南: 3 = 一純一奇" in text
    assert "下射，左，北: 無算" in text
    assert "釋獲者東面 >" in text


@pytest.mark.parametrize("language", Language)
def test_a_half_is_drawn_half_as_long(language: Language) -> None:
    lines = list(marks(layout(2)._replace(half=1), layout(1)._replace(half=1), Form.WHO, language))
    assert any(line.strip() == "--- -------" for line in lines)
    assert any(line.strip().startswith("---   ||") for line in lines)


# --- the map -----------------------------------------------------------------------------------


def counters(page: Element, side: Side) -> list[Element]:
    """Return the counters of a heap on the map."""
    return [each for each in page.iter(f"{SVG}rect") if each.get("id", "").startswith(f"{side.heap}-")]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("right, left", [(10, 1), (27, 9), (0, 0), (59, 40), (1, 800)])
def test_the_map_has_every_counter_right_in_the_south(right: int, left: int, language: Language) -> None:
    page = fromstring(to_svg(layout(right), layout(left), announce(right, left), language))
    assert (len(counters(page, Side.GUEST)), len(counters(page, Side.HOST))) == (right, left)
    (middle,) = [float(each.attrib["cy"]) for each in page.iter(f"{SVG}circle")]
    assert all(float(each.attrib["y"]) > middle for each in counters(page, Side.GUEST))
    assert all(float(each.attrib["y"]) < middle for each in counters(page, Side.HOST))


@pytest.mark.parametrize("right, left", [(10, 1), (59, 40), (39, 39), (800, 800)])
@pytest.mark.parametrize("odd", Odd)
def test_the_map_is_to_scale_and_on_its_page(right: int, left: int, odd: Odd) -> None:
    canvas = heaps.drawn(layout(right), layout(left), announce(right, left), Language.ENGLISH, odd)
    assert canvas.width == heaps.WIDTH
    assert canvas.height <= heaps.HIGHEST + 0.001
    rods = [*counters(page := fromstring(canvas.svg()), Side.GUEST), *counters(page, Side.HOST)]
    lengths = [max(float(each.attrib["width"]), float(each.attrib["height"])) for each in rods]
    assert max(lengths) - min(lengths) < 0.01
    (sitter,) = [float(each.attrib["cx"]) for each in page.iter(f"{SVG}circle")]
    assert all(float(each.attrib["x"]) > sitter + 8 for each in rods)
    edges = [float(each.attrib["x"]) + float(each.attrib["width"]) for each in rods]
    assert max(edges) < canvas.width - heaps.STAND


def words_of(page: Element) -> list[tuple[str, float, float, str]]:
    """Return what is written, where, and how it is set."""
    return [
        (
            each.text or "",
            float(each.attrib["x"]),
            float(each.attrib["font-size"]),
            each.attrib["text-anchor"],
        )
        for each in page.iter(f"{SVG}text")
    ]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("form", Form)
def test_nothing_is_written_beyond_the_page(language: Language, form: Form) -> None:
    said = announce(799, 0, form=form)
    canvas = heaps.drawn(layout(799)._replace(half=1), layout(39), said, language, Odd.SOUTH)
    for text, x, size, anchor in words_of(fromstring(canvas.svg())):
        width = canvas.font.width(text, size)
        start = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
        assert 0 < start < start + width < canvas.width, text


def test_what_is_disputed_is_told_below_the_map() -> None:
    def text(right: int, odd: Odd = Odd.WEST) -> str:
        page = fromstring(
            heaps.drawn(layout(right), layout(2), announce(right, 2), Language.ENGLISH, odd).svg()
        )
        return " ".join(each for each, *_ in words_of(page))

    assert "south of them after 盛世佐" in text(3)
    assert "west of them after 孔穎達" in text(3, Odd.SOUTH)
    assert "盛世佐" not in text(4)
    assert "敖繼公" in text(44)
    assert "our choice" in text(4)


def test_a_lost_counter_is_told() -> None:
    data = to_svg(layout(5), layout(2), announce(5, 2), Language.ENGLISH)
    with pytest.raises(RenderError, match=r"^the SVG has 5 counters in the right heap, not 6$"):
        check(data, layout(6), layout(2))


def test_the_same_heaps_give_the_same_bytes() -> None:
    one, other = (to_svg(layout(27), layout(9), announce(27, 9), Language.KOREAN) for _ in range(2))
    assert one == other


@pytest.mark.skipif(not vector.can_write_pdf(), reason="no converter to PDF here")
@pytest.mark.parametrize("language", Language)
def test_the_pdf_is_one_page_with_its_letters(language: Language) -> None:
    assert to_pdf(layout(27), layout(9), announce(27, 9), language).startswith(b"%PDF")
