"""A ramp on the page: in its address, in what is seen, from the moment at which it is turned on."""

from __future__ import annotations

from typing import Any

import pytest
from player.visiting import fragment_of, until


@pytest.mark.parametrize("ramp", ["60-93-7", "400-20-19", "72.5-90-2.5", "60-61-1", "20-400-20", "100-100-0"])
def test_any_ramp_goes_into_an_address_and_back(visit: Any, ramp: str) -> None:
    with visit(f"#lu-1/touhu/60/ramp-{ramp}") as page:
        page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
        first, last, step = ramp.split("-")
        assert page.inner_text("[data-step=rampTo] output") == last
        assert page.inner_text("[data-step=rampBy] output") == step
        assert page.inner_text("#tempo-now") == first
        page.click("[data-choice=school] [data-value=xue]")
        assert fragment_of(page) == f"#xue-1/touhu/60/ramp-{ramp}"


def test_its_steps_are_taken_from_where_it_is(visit: Any) -> None:
    with visit("#lu-1/touhu/60/ramp-72.5-93-7") as page:
        page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
        page.click("[data-step=rampTo] [data-value='1']")
        page.click("[data-step=rampBy] [data-value='-1']")
        assert fragment_of(page) == "#lu-1/touhu/60/ramp-72.5-98-6"


@pytest.mark.parametrize(
    "ramp", ["19-60-5", "60-401-5", "60-19.999-1", "1-1-1", "60-90", "60-90-5-5", "60-90-."]
)
def test_a_ramp_beyond_the_tempi_is_told(visit: Any, ramp: str) -> None:
    with visit(f"#lu-1/touhu/60/ramp-{ramp}") as page:
        assert f"ramp-{ramp}" in page.inner_text("#notice-text")
        assert page.get_attribute("[data-toggle=ramp]", "aria-pressed") == "false"


def test_turned_on_while_playing_it_counts_from_now(visit: Any) -> None:
    with visit("#xue-1/touhu/300") as page:
        page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
        page.click("#start")
        until(page, "document.getElementById('where').textContent.startsWith('cycle 3')")
        page.evaluate(
            """() => {
              window.tempi = [];
              const look = () => {
                const [cycle, tempo] = document.getElementById("where").textContent.match(/\\d+/g);
                tempi.push([Number(cycle), tempo, document.getElementById("tempo-now").textContent]);
                requestAnimationFrame(look);
              };
              document.querySelector("[data-toggle=ramp]").click();
              look();
            }"""
        )
        page.evaluate("0")
        until(page, "tempi.at(-1)[0] >= 6")
        seen = [tuple(each) for each in page.evaluate("tempi")]
        on = seen[0][0]
        for cycle, tempo, big in seen[3:]:
            assert tempo == big
            assert int(tempo) == 300 - 5 * (cycle - on)


def test_the_big_tempo_is_the_one_that_sounds(visit: Any) -> None:
    with visit("#xue-1/touhu/60/ramp-300-400-50") as page:
        assert page.inner_text("#tempo-now") == "300"
        page.click("#start")
        until(page, "document.getElementById('tempo-now').textContent === '350'")
        assert page.input_value("#tempo") == "350"
        page.click("#start")
        assert page.inner_text("#tempo-now") == "300"
        page.click("#start")
        until(page, "document.querySelector('.giant.struck')")
        assert page.inner_text("#where") == "cycle 1 · 300"


def test_the_panel_of_sources_says_what_was_chosen(visit: Any) -> None:
    with visit("#lu-1/touhu/60/ramp-100-140-5/respond/leave-strokes-30/without-gu/cycles-3/sources") as page:
        told = page.inner_text("#our-choices")
        assert "from 100 to 140 beats a minute, by 5 each cycle" in told
        assert "60 beats a minute" not in told
        for said in ("without the 鼓", "every second cycle silent", "30% of the strokes left out"):
            assert said in told
        assert told.count("Your own choice.") == 3  # tempo, cycles, practice
    with visit("#lu-1/touhu/60/organology/sources") as page:
        told = page.inner_text("#our-choices")
        assert told.count("Your own choice.") == 1
        assert "A modern inference" in told
    with visit("#lu-1/touhu/60/sources") as page:
        assert "Your own choice." not in page.inner_text("#our-choices")
