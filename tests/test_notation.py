from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cadences
from tables import COUNTS, ROWS, RUNS

from touhu_music.errors import GlyphVariant, NotationError
from touhu_music.notation import LOOKALIKES, Cadence, Drum, School, Use, parse


def sides(name: str) -> tuple[str, str]:
    before, _, after = ROWS[name].partition("半")
    return before, after


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_printing_a_parsed_row_gives_the_row(row: str) -> None:
    assert str(parse(row)) == row


@given(cadences)
def test_parsing_a_printed_cadence_gives_the_cadence(cadence: Cadence) -> None:
    assert parse(str(cadence), school=cadence.school, record=cadence.record) == cadence


@pytest.mark.parametrize("name", COUNTS)
def test_strokes_are_counted_as_in_the_table(name: str) -> None:
    cadence = parse(ROWS[name])
    for strokes, expected in zip(
        (cadence.before_half, cadence.strokes(Use.TOUHU), cadence.strokes(Use.ARCHERY)),
        COUNTS[name],
        strict=True,
    ):
        assert (len(strokes), strokes.count(Drum.PI), strokes.count(Drum.GU)) == expected


@pytest.mark.parametrize("name", RUNS)
def test_runs_are_as_in_the_table(name: str) -> None:
    found = tuple("".join(str(len(list(run))) for _, run in groupby(side)) for side in sides(name))
    assert found == RUNS[name]


@pytest.mark.parametrize("name", ROWS)
def test_every_section_opens_with_circle_square_circle(name: str) -> None:
    assert all(side.startswith("○□○") for side in sides(name))


@pytest.mark.parametrize("name", ROWS)
def test_only_lu_1_before_half_ends_with_a_square(name: str) -> None:
    before, after = sides(name)
    assert after.endswith("○")
    assert before.endswith("□") is name.startswith("lu-1")


@pytest.mark.parametrize("name", ROWS)
def test_no_run_is_longer_than_two_squares_or_four_circles(name: str) -> None:
    assert not any("□□□" in side or "○○○○○" in side for side in sides(name))


def test_sections_repeat_as_observed() -> None:
    assert sides("xue-1@A")[1] == sides("xue-1@A")[0][:8]
    assert sides("lu-1@A")[1] == "○□" + sides("xue-1@A")[1] + "□○"
    assert sides("lu-2@B")[1] == sides("xue-2@A")[1] + "□○"
    palindromes = {
        (name, side) for name in ROWS for side in (0, 1) if sides(name)[side] == sides(name)[side][::-1]
    }
    assert palindromes == {("lu-2@B", 1)}


def test_the_share_of_touhu_is_no_half() -> None:
    share = {name: len(parse(ROWS[name]).after_half) / (len(ROWS[name]) - 1) for name in COUNTS}
    assert min(share.values()) == pytest.approx(0.286, abs=1e-3)
    assert max(share.values()) == pytest.approx(0.619, abs=1e-3)


def test_lu_has_more_strokes_for_touhu_than_xue() -> None:
    """Source: 義疏 quotes 陸佃, 魯投壺之鼔多薛投壺之鼓少; it holds after 半 and not before it."""
    for record in (1, 2):
        (lu_before, lu_after), (xue_before, xue_after) = sides(f"lu-{record}@A"), sides(f"xue-{record}@A")
        assert len(lu_after) > len(xue_after)
        assert len(lu_before) < len(xue_before)


def test_touhu_takes_what_comes_after_half_and_archery_all() -> None:
    cadence = parse("○□○○半○□○")
    assert "".join(cadence.strokes(Use.TOUHU)) == "○□○"
    assert "".join(cadence.strokes(Use.ARCHERY)) == "○□○○○□○"


@pytest.mark.parametrize(
    "row, message",
    [
        ("○□x半○", "character 3: 'x' U+0078 is no stroke; expected ○ □ or 半, in ○□[x]半○"),
        ("○□●○半○□○", "character 3: '●' U+25CF is no stroke; expected ○ □ or 半, in ○□[●]○半○□○"),
        ("○□○○○□○", "half-missing: no 半 in the row; expected ○ and □ on both sides of one 半"),
        ("", "half-missing: no 半 in the row; expected ○ and □ on both sides of one 半"),
        ("○□半○□半○", "character 6: a second 半, in ○□半○□[半]○"),
        ("半○□○", "character 1: no stroke before 半, in [半]○□○"),
        ("○□○半", "character 4: no stroke after 半, in ○□○[半]"),
        (
            "○□\x07半○",
            "character 3: 'unprintable' U+0007 is no stroke; expected ○ □ or 半, in ○□[\\u0007]半○",
        ),
        ("○□ㅇ半○", "character 3: 'ㅇ' U+3147 is no stroke; expected ○ □ or 半, in ○□[ㅇ]半○"),
        ("○" * 9_999 + "半○□", "a row of more than 10000 strokes"),
    ],
)
def test_a_row_that_is_none_says_what_is_wrong_and_where(row: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(row)
    assert str(caught.value) == message


@pytest.mark.parametrize("glyph", "●■◎?？\ufffd〓ㅇㅁロOo0")
def test_what_is_drawn_like_a_mark_is_none(glyph: str) -> None:
    with pytest.raises(NotationError, match=f"U\\+{ord(glyph):04X}"):
        parse(f"○□{glyph}○半○□○")


@pytest.mark.parametrize("glyph", LOOKALIKES)
def test_a_lookalike_is_read_as_its_mark_and_told(glyph: str) -> None:
    with pytest.warns(GlyphVariant, match=f"character 2: '{glyph}' U\\+{ord(glyph):04X} read as") as told:
        cadence = parse(f"○{glyph}□半○□")
    assert cadence.before_half[1] is LOOKALIKES[glyph]
    assert len(told) == 1


def test_lookalikes_mix() -> None:
    with pytest.warns(GlyphVariant):
        assert str(parse("〇囗〇〇半◯◛◯")) == "○□○○半○□○"


@given(st.text("○□半 \u3000口x", max_size=12))
def test_any_short_text_is_a_row_or_one_error(row: str) -> None:
    bare = row.replace(" ", "").replace("\u3000", "")
    fits = bare.count("半") == 1 and not bare.startswith("半") and not bare.endswith("半")
    if "x" in bare or not fits:
        with pytest.raises(NotationError):
            parse(row)
    elif "口" in bare:
        with pytest.warns(GlyphVariant):
            assert str(parse(row)) == bare.replace("口", "□")
    else:
        assert str(parse(row)) == bare


@pytest.mark.parametrize("school, record", [("wei", 1), (School.LU, 3), (School.LU, 0)])
def test_an_unknown_school_or_record_is_refused(school: School, record: int) -> None:
    with pytest.raises(NotationError, match="unknown"):
        Cadence((Drum.PI,), (Drum.GU,), school, record)


def test_a_side_without_strokes_is_refused() -> None:
    with pytest.raises(NotationError, match="no stroke before half 半"):
        Cadence((), (Drum.GU,))


def test_a_cadence_is_named_by_school_and_record() -> None:
    assert parse("○半□", school=School.XUE, record=2).name == "xue-2"
    assert parse("○半□").name is None
    assert parse("○半□", school=School.LU).name is None


@pytest.mark.parametrize("before", [1, 5_000, 9_999])
def test_a_row_may_have_ten_thousand_strokes_and_no_more(before: int) -> None:
    after = 10_000 - before
    assert len(parse("○" * before + "半" + "□" * after).strokes(Use.ARCHERY)) == 10_000
    with pytest.raises(NotationError, match=r"^a row of more than 10000 strokes$"):
        parse("○" * before + "半" + "□" * (after + 1))
    with pytest.raises(NotationError, match=r"^a row of more than 10000 strokes$"):
        parse("○" * 10_001 + "半")
