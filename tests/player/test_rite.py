"""The rite on the page, in a real browser: gone through by taps and keys, with the drum and the hits."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import pytest
from conftest import performance
from player.visiting import MEASURE, fragment_of, playing, until

from touhu_music import Use
from touhu_music.language import Language

FAST: Final = "#lu-1/touhu/400/rite"
THROWS: Final = 33  # the stop at which the first pair throws, in the book that is usual
AFTER: Final = THROWS + 1


def step(page: Any) -> str:
    """Return the step that is shown."""
    told: str = page.inner_text(".rite-head p").split(" · step")[0]
    return told.rpartition(" · ")[2]


def tap(page: Any, times: int = 1) -> None:
    for _ in range(times):
        page.tap("#rite-next")


def at(number: int, *, pairs: int = 1, throws: str = "__", tempo: int = 400, mode: str = "exchange") -> str:
    return f"#lu-1/touhu/{tempo}/rite/rite-liji.{mode}.{pairs}.3.{number}.0.{throws}"


def cycle(page: Any, number: int) -> None:
    """Wait until a cycle is shown."""
    until(page, f"/^cycle {number}\\b/.test(document.querySelector('.rite-cycle')?.textContent)")


def struck(page: Any) -> list[float]:
    times: list[float] = page.evaluate("heard.map(({when}) => when).sort((a, b) => a - b)")
    return times


# --- from start to end --------------------------------------------------------------------------


@pytest.mark.parametrize("school", ["lu", "xue"])
def test_the_rite_from_start_to_end_by_taps_with_the_drum_only_where_the_cue_sheet_has_it(
    visit: Any, school: str
) -> None:
    """Guest, tie, guest: each step is met in its order, and the drum sounds from R23 to R24 alone."""
    strokes = performance(f"{school}-1", Use.TOUHU).cycle_beats
    with visit(FAST, has_touch=True) as page:
        page.tap("#rite details summary")
        page.tap(f"[data-rite={school}]")
        page.tap("#rite details summary")
        met, said, sounded = [step(page)], [], set()
        for round_ in range(1, 4):
            while step(page) != "R23":
                before = struck(page)
                said += page.locator(".rite-said").all_inner_texts()
                tap(page)
                met.append(step(page))
                assert step(page) == "R23" or struck(page) == before
            assert playing(page)
            cycle(page, 2)
            sounded.add(step(page))
            page.tap("[data-hit=guest]")
            if round_ == 2:
                page.tap("[data-hit=host]")
            tap(page)
            met.append(step(page))
            sounded.add(step(page))
            assert playing(page)
            tap(page)
            assert playing(page)  # to the end of the row
            until(page, "document.getElementById('start').dataset.playing === 'false'")
            assert step(page) == "R25"
            met.append("R25")
            assert len(struck(page)) % strokes == 0
        while page.is_enabled("#rite-next"):
            said += page.locator(".rite-said").all_inner_texts()
            tap(page)
            met.append(step(page))
        assert not playing(page)
        assert "The rite is over." in page.inner_text(".rite-now")
        assert "Congratulated (請慶多馬): the guest." in page.inner_text(".rite-now")
    steps = list(dict.fromkeys(met))
    assert steps == [f"R{number:02}" for number in [*range(1, 30), 30, 31, 32]]
    assert sounded == {"R23", "R24"}
    lasts = {"lu": "有常爵。", "xue": "若是者浮。"}
    assert next(each for each in said if each.startswith("毋幠")).endswith(lasts[school])
    assert "某賢於某一奇。" in said
    assert "左右鈞。" in said
    assert said.count("請立馬。") == 2  # after a tie no horse is set


def test_the_drum_goes_on_evenly_beyond_the_plan_and_from_pair_to_pair(visit: Any) -> None:
    strokes = performance("xue-1", Use.TOUHU).cycle_beats
    with visit(at(THROWS - 1, pairs=2).replace("lu-1", "xue-1"), has_touch=True) as page:
        assert page.inner_text("#rite-next") == "Drum and throws"
        tap(page)
        cycle(page, 1)
        assert "A cycle to listen to" in page.inner_text(".rite-throwers")
        cycle(page, 2)
        assert page.inner_text(".rite-throwers") == "賓 guest → 主人 host · 1/4"
        cycle(page, 6)
        assert page.inner_text(".rite-cycle") == "cycle 6, beyond plan (5)"
        tap(page)
        assert step(page) == "R24"
        assert "servant" in page.inner_text(".rite-now")
        cycle(page, 7)
        tap(page)
        assert page.inner_text(".rite-cycle") == "this pair begins with the next cycle"
        cycle(page, 1)
        cycle(page, 2)
        assert page.inner_text(".rite-throwers") == "賓黨 guest's side → 主黨 host's side · 1/4"
        times = struck(page)
        spaces = {round(later - sooner, 4) for sooner, later in pairwise(times)}
        assert spaces == {60 / 400}
        assert len(times) > 9 * strokes
        page.tap(".rite-drum button")
        assert not playing(page)
        tap(page, 2)
        assert step(page) == "R25"  # what is silent needs no end of the row


@pytest.mark.parametrize("mode, cycles", [("throw", 8), ("free", 0)])
def test_each_way_to_throw_tells_its_cycles(visit: Any, mode: str, cycles: int) -> None:
    with visit(at(THROWS - 1, mode=mode), has_touch=True) as page:
        tap(page)
        cycle(page, 2)
        if cycles:
            assert page.inner_text(".rite-cycle") == f"cycle 2 of {cycles}"
            assert page.inner_text(".rite-throwers") == "主人 host · 1/4"
            assert page.inner_text(".rite-song") == "四正具舉"  # a line a cycle, which is our choice
        else:
            assert page.inner_text(".rite-cycle") == "cycle 2"
            assert "runs on until the last arrow" in page.inner_text(".rite-throwers")
            assert page.query_selector(".rite-song") is None


def test_choices_of_the_page_hold_for_the_drum_of_the_rite(visit: Any) -> None:
    """Count-in, gap, tempo and muting do; the use and what is for practice do not."""
    fragment = at(THROWS - 1).replace("/400", "/240/gap-2/count-in-3/ramp-60-120-5/leave-strokes-99")
    with visit(fragment.replace("/touhu", "/archery"), has_touch=True) as page:
        tap(page)
        until(page, "document.querySelector('.rite-cycle')?.textContent.startsWith('count-in')")
        until(page, "heard.length > 15 + 3")
        times = struck(page)
        steps = [round((later - sooner) * 4) for sooner, later in pairwise(times)]
        assert steps[:15] == [1] * 14 + [3]  # the count-in, twelve strokes, and a gap of two beats
        page.click("[data-value=play]")
        assert playing(page)  # the drum is not lost where another part is shown
        page.click("[data-value=compare]")
        assert playing(page)
        page.click("[data-value=rite]")
        page.keyboard.press("3")
        assert playing(page)
        page.keyboard.press("Escape")
        assert not playing(page)


def test_the_row_that_is_lit_is_the_one_that_the_ear_has(visit: Any) -> None:
    with visit(at(THROWS - 1, tempo=240)) as page:
        page.keyboard.press(" ")
        cycle(page, 1)
        page.keyboard.press("2")
        assert page.locator(".rite-marks .mark").count() == performance("lu-1", Use.TOUHU).cycle_beats
        assert "Xue, first chart" in page.inner_text(".rite-row")
        cycle(page, 2)
        assert page.locator(".rite-marks .mark").count() == performance("xue-1", Use.TOUHU).cycle_beats


def test_another_drum_is_silent_in_the_rite(visit: Any) -> None:
    with visit("#lu-1/touhu/120") as page:
        page.click("#start")
        until(page, "document.querySelector('.lit')")
        page.click("[data-value=rite]")
        assert not playing(page)


# --- hits ---------------------------------------------------------------------------------------


def test_hits_are_noted_corrected_and_announced(visit: Any) -> None:
    with visit(at(AFTER)) as page:
        for letter in "gxghgxx":  # a miss is of the one whose turn it is
            page.keyboard.press(letter)
        assert page.inner_text("[data-hit=guest] b") == "3"
        assert page.is_disabled("[data-hit=guest]")  # all four arrows of his are noted
        assert page.inner_text("[data-hit=host] b") == "1"
        page.keyboard.press("g")
        page.keyboard.press("h")
        assert page.is_disabled("[data-hit=miss]")
        assert page.inner_text(".rite-hits .quiet") == "arrows noted: guest 4, host 4, of 4 each"
        page.keyboard.press("z")
        assert page.inner_text("[data-hit=host] b") == "1"
        page.keyboard.press(" ")
        assert step(page) == "R25"
        page.keyboard.press("h")
        assert "counters: guest 3, host 2" in page.inner_text(".rite-now")
        page.keyboard.press("PageDown")
        page.keyboard.press("PageDown")
        assert step(page) == "R26"
        assert page.inner_text(".rite-said") == "某賢於某一奇。"
        assert page.query_selector("[data-hit]") is None
        page.keyboard.press("g")
        assert fragment_of(page).endswith(".gyghgyxh__")


def test_a_tie_has_no_cup_and_no_horse(visit: Any) -> None:
    with visit(at(AFTER, throws="gh__")) as page:
        met = []
        for _ in range(4):
            page.keyboard.press(" ")
            met.append(step(page))
        assert met == ["R25", "R25", "R26", "R30"]


# --- how far it has come ------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 7, 31, THROWS, AFTER, 36, 50])
def test_a_page_that_is_loaded_again_stands_at_the_same_step_with_the_hits(visit: Any, number: int) -> None:
    with visit(at(number, throws="ggh__")) as page:
        shown = page.inner_text("#rite")
        fragment = fragment_of(page)
        page.reload()
        assert page.inner_text("#rite") == shown
        assert fragment_of(page) == fragment
        assert not playing(page)  # no browser lets it sound before a tap


def test_a_drum_that_was_cut_off_goes_on_with_its_cycle(visit: Any) -> None:
    with visit(at(THROWS - 1)) as page:
        page.keyboard.press(" ")
        page.keyboard.press("g")
        cycle(page, 3)
        fragment_of(page)
        page.reload()
        assert page.inner_text("[data-hit=guest] b") == "1"
        assert page.inner_text(".rite-drum-state") == "the drum is silent"
        page.click(".rite-drum button")
        until(page, "/^cycle [34]/.test(document.querySelector('.rite-cycle').textContent)")
        page.keyboard.press("b")
        assert not playing(page)


def test_who_opens_the_page_anew_finds_the_rite_where_it_was(visit: Any, address: str) -> None:
    with visit(FAST) as page:
        for _ in range(5):
            page.keyboard.press("PageDown")
        here = page.inner_text(".rite-head")
        page.goto("about:blank")
        page.goto(address)
        page.click("[data-value=rite]")
        assert page.inner_text(".rite-head") == here
        page.click("#rite details summary")
        page.click("#rite-anew")
        assert page.inner_text("#rite-anew") == "Again: all notes go"
        assert page.inner_text(".rite-head") == here
        page.click("#rite-anew")
        assert step(page) == "R01"
        page.reload()
        assert step(page) == "R01"


def test_a_rite_that_was_over_begins_again_in_the_same_way(visit: Any, address: str) -> None:
    with visit(at(0, pairs=2, mode="throw")) as page:
        page.click("#rite details:last-of-type summary")
        page.click(".rite-jump >> nth=-1")
        assert "The rite is over." in page.inner_text(".rite-now")
        page.goto("about:blank")
        page.goto(address)
        page.click("[data-value=rite]")
        assert step(page) == "R01"
        assert ".throw.2.3.0." in fragment_of(page)


def test_in_public_the_next_person_begins_anew(visit: Any) -> None:
    with visit("#kiosk/lu-1/touhu/120/rite") as page:
        page.clock.install()
        for _ in range(5):
            page.keyboard.press(" ")
        assert step(page) == "R04"
        page.clock.run_for(61_000)
        page.click("[data-value=rite]")
        assert step(page) == "R01"
        assert page.evaluate("localStorage.getItem('touhu-rite')") is None


def test_keys_of_the_page_and_of_the_rite_do_not_meet(visit: Any) -> None:
    with visit(FAST) as page:
        page.keyboard.press("PageDown")
        page.keyboard.press(" ")
        page.keyboard.press("ArrowLeft")
        assert not playing(page)
        page.keyboard.press("b")
        page.keyboard.press("PageUp")
        assert step(page) == "R01"
        assert page.is_disabled("#rite-back")
        assert fragment_of(page) == "#lu-1/touhu/399/rite"
        page.click("[data-value=play]")
        page.keyboard.press("b")
        page.keyboard.press("g")
        page.keyboard.press(" ")
        assert playing(page)


def test_a_step_is_chosen_from_the_list_of_all(visit: Any) -> None:
    with visit(at(3, throws="g__")) as page:
        page.click("#rite details:last-of-type summary")
        page.click(".rite-jump:has-text('R28') >> nth=0")
        assert step(page) == "R28"
        assert page.evaluate("heard.length") == 0
        page.click(".rite-jump:has-text('R23') >> nth=0")
        assert not playing(page)  # it begins by going forth, or by its button
        assert page.inner_text(".rite-drum button") == "Start the drum"
        assert page.locator(".rite-jump[aria-current]").count() == 1


def test_choices_of_the_rite_keep_the_step_and_stand_in_the_address(visit: Any) -> None:
    with visit(at(31)) as page:
        page.click("#rite details summary")
        here = step(page)
        page.select_option("#rite-text", "dingzhai")
        assert "闕" in page.inner_text(".rite-now") or step(page) == here
        page.click("[data-rite=throw]")
        page.click("[data-rite='1']")
        page.click("#rite .stepper button:last-of-type")
        assert page.inner_text("#rite .stepper output") == "2"
        assert step(page) == here
        assert ".throw.2.1." in fragment_of(page)
        assert "rite-dingzhai" in fragment_of(page)
        page.click("[data-rite=xue]")
        assert fragment_of(page).startswith("#xue-1/touhu/400/rite/")


def test_a_row_that_cannot_be_drummed_so_is_told(visit: Any) -> None:
    fragment = (
        at(THROWS - 1).replace("lu-1", "□□半○○").replace("/400", "/400/on-gu").replace("/touhu", "/archery")
    )
    with visit(fragment) as page:
        page.keyboard.press(" ")
        assert page.inner_text("#notice-text").startswith("There is no")
        assert step(page) == "R23"
        assert not playing(page)


# --- how it looks, and what it costs ------------------------------------------------------------


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    "size", [(320, 568), (430, 932), (740, 360), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_every_kind_of_step_has_room(visit: Any, language: Language, size: tuple[int, int]) -> None:
    with visit(at(0, pairs=2, throws="ggh_gh_h"), size) as page:
        page.click("#display summary")
        page.click(f"[data-choice=language] [data-value={language}]")
        page.click("#display summary")
        page.evaluate("document.querySelectorAll('#rite details').forEach((it) => { it.open = true; })")
        until(page, "document.querySelector('.rite-jump')")
        for large in (False, True):
            page.evaluate("(on) => document.documentElement.classList.toggle('large', on)", large)
            for number in (25, THROWS, AFTER, 37, 43, 90):
                page.evaluate("(to) => document.querySelectorAll('.rite-jump')[to].click()", number)
                assert page.evaluate(MEASURE) == [], number
                assert "player-" not in page.inner_text("#rite")
                assert "undefined" not in page.inner_text("#rite")
                forth = page.locator("#rite-next").bounding_box()
                assert forth["y"] + forth["height"] <= size[1]
                assert min(forth["height"], forth["width"]) >= 48


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize(
    "size", [(320, 568), (360, 640), (390, 844), (740, 360)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_what_a_thumb_touches_stays_in_its_place_while_the_drum_goes(
    visit: Any, size: tuple[int, int], large: bool
) -> None:
    short = at(THROWS - 1).replace("lu-1", "○□半○□○")
    with visit(short, size, has_touch=True) as page:
        page.evaluate("(on) => document.documentElement.classList.toggle('large', on)", large)
        tap(page)
        places = set()
        for number in range(1, 8):
            cycle(page, number)
            box = page.locator("[data-hit=guest]").bounding_box()
            places.add((box["x"], box["y"]))
            assert box["y"] + box["height"] < page.locator(".bar").bounding_box()["y"]
        assert len(places) == 1


def test_the_rite_is_read_when_it_is_first_shown(visit: Any) -> None:
    with visit() as page:
        assert page.evaluate("document.getElementById('rite').childElementCount") == 0
        assert page.query_selector("#rite-next") is None
        page.click("[data-value=rite]")
        assert page.query_selector("#rite-next") is not None
        assert page.locator(".rite-jump").count() == 0


def test_the_screen_stays_on_from_the_first_step_to_the_last(visit: Any) -> None:
    with visit(FAST) as page:
        page.evaluate(
            """() => {
              window.locks = 0;
              const request = () => {
                locks += 1;
                const lock = new EventTarget();
                lock.release = () => { locks -= 1; return Promise.resolve(); };
                return Promise.resolve(lock);
              };
              Object.defineProperty(navigator, "wakeLock", { value: { request } });
            }"""
        )
        page.keyboard.press(" ")
        until(page, "locks === 1")
        page.click("[data-value=play]")
        until(page, "locks === 0")
