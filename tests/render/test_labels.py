"""The labels for Audacity."""

from __future__ import annotations

from fractions import Fraction

import pytest
from conftest import performance
from hypothesis import given, settings
from strategies import plans, practices

from touhu_music import Use, parse, perform
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.performance import Plan
from touhu_music.practice import Practice, Ramp
from touhu_music.render import Options, labels, render


def test_each_cycle_is_a_span_and_each_half_a_point() -> None:
    it = performance("xue-1", Use.ARCHERY, cycles=2, count_in=3, gap=Fraction(1, 2))
    assert render("labels.txt", it).decode().splitlines() == [
        "0.000000\t3.000000\t預備3拍 count-in of 3",
        "3.000000\t31.500000\t第1遍 cycle 1",
        "23.000000\t23.000000\t半",
        "31.500000\t60.000000\t第2遍 cycle 2",
        "51.500000\t51.500000\t半",
    ]


def test_touhu_has_no_half_and_a_ramp_has_its_tempi() -> None:
    options = Options(Language.KOREAN, practice=Practice(ramp=Ramp.parse("60-120-60")))
    assert render("labels.txt", performance("xue-1", Use.TOUHU, cycles=2), options).decode() == (
        "0.000000\t8.000000\t第1遍 1회째, 분당 60박\n8.000000\t12.000000\t第2遍 2회째, 분당 120박\n"
    )


def test_a_cycle_in_which_no_drum_sounds_is_silent_and_has_no_half() -> None:
    options = Options(practice=Practice(respond=True))
    lines = render("labels.txt", performance("xue-1", Use.ARCHERY, cycles=2), options).decode().splitlines()
    assert [line.split("\t")[2] for line in lines] == ["第1遍 cycle 1", "半", "第2遍 cycle 2, silent"]


@given(plans(), practices())
@settings(deadline=None)
def test_labels_of_any_performance_are_read_back(plan: Plan, practice: Practice) -> None:
    it = perform(parse("○□○○半○□○"), Use.ARCHERY, plan)
    render("labels.txt", it, Options(practice=practice))


@pytest.mark.parametrize(
    "old, new", [("0.000000\t", "0.000002\t"), ("半", "半半"), ("第1遍", "第2遍"), ("28.0", "28.1")]
)
def test_labels_that_moved_are_found_out(old: str, new: str) -> None:
    it = performance("xue-1", Use.ARCHERY)
    text = render("labels.txt", it).decode()
    assert old in text
    with pytest.raises(RenderError, match=r"^the labels do not give back the cycles$"):
        labels.check(text.replace(old, new, 1).encode(), it, Options())
