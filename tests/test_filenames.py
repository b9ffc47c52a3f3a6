from __future__ import annotations

from fractions import Fraction

import pytest
from conftest import performance
from hypothesis import given
from strategies import plans

from touhu_music import Use, library, parse, perform, plan, read
from touhu_music.filenames import stem
from touhu_music.language import Syllables
from touhu_music.performance import Accent, Plan, Timing
from touhu_music.practice import Practice, Ramp
from touhu_music.render import Options


@pytest.mark.parametrize(
    "expected, siglum, choices",
    [
        ("lu-1_touhu", "A", {}),
        ("lu-1@B_touhu", "B", {}),
        (
            "lu-1_touhu_on-gu_gap4_72bpm",
            "A",
            {"timing": Timing.ON_GU, "gap": Fraction(4), "beats_per_minute": Fraction(72)},
        ),
        ("lu-1_touhu_gap1-3", "A", {"gap": Fraction(1, 3)}),
        (
            "lu-1_touhu_72.5bpm_5cycles_count-in4",
            "A",
            {"beats_per_minute": Fraction("72.5"), "cycles": 5, "count_in": 4},
        ),
        (
            "lu-1_touhu_organology_accent-gu",
            "A",
            {"sounds": library.sounds("organology"), "accent": Accent.GU},
        ),
        ("lu-1_touhu_keys36-38", "A", {"sounds": library.sounds("shiwen").with_keys(36, 38)}),
    ],
)
def test_a_name_carries_every_choice_that_differs(
    expected: str, siglum: str, choices: dict[str, object]
) -> None:
    assert stem(performance("lu-1", Use.TOUHU, siglum, **choices), Options()) == expected


def test_a_name_carries_how_it_is_written_down() -> None:
    options = Options(stroke=Fraction(1, 8), editorial_bars=True, syllables=Syllables.PINYIN)
    expected = "lu-1_archery_stroke1-8_bars-editorial_pinyin"
    assert stem(performance("lu-1", Use.ARCHERY), options) == expected


def test_a_row_of_no_book_is_named_by_its_marks() -> None:
    found = perform(parse("○□○○半○□○"), Use.TOUHU, plan())
    assert stem(found, Options()) == "row-a8fdbc3f_touhu"


def test_rows_of_two_places_or_texts_have_two_names() -> None:
    text = "鼓○□○○半○□○魯鼓\n鼓○□○○半○□○魯鼓"
    readings = [r._replace(file=file) for file in ("a.txt", "b.txt") for r in read(text).readings]
    names = {stem(perform(reading, Use.TOUHU, plan()), Options()) for reading in readings}
    assert len(names) == 4


def test_a_ramp_of_fractions_has_a_name_of_its_own() -> None:
    it = performance("lu-1", Use.TOUHU)
    names = {
        stem(it, Options(practice=Practice(ramp=Ramp.parse(text)))) for text in ("100/3-7-11", "100-3-7/11")
    }
    assert names == {"lu-1_touhu_ramp100-3to7by11", "lu-1_touhu_ramp100to3by7-11"}


@given(plans(), plans())
def test_different_performances_have_different_names(one: Plan, other: Plan) -> None:
    row = parse("○□○○半○□○")
    stems = [stem(perform(row, Use.TOUHU, each), Options()) for each in (one, other)]
    assert (stems[0] == stems[1]) is (one == other)
    assert all(name.isascii() and "/" not in name for name in stems)
