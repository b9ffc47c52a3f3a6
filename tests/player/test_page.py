"""The page in a real browser: clicks, keys, words, addresses, texts that are pasted."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import mido
import pytest
from conftest import heard, performance
from player.visiting import MEASURE, TABS, checked, fragment_of, onsets, playing, pressed, until

from touhu_music import Use, player
from touhu_music.language import Language
from touhu_music.performance import Timing
from touhu_music.player.building import SCRIPTS
from touhu_music.player.words import OF_RITE, PAGE_WORDS, RITE_WORDS
from touhu_music.witnessfile import Witness
from touhu_music.words import every

SOURCES: Final = Path(player.__file__).parent
HOSTILE: Final = (
    "<script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 1'>",
    '"><svg onload=window.hacked=1>',
    "</script><script>window.hacked = 1</script>",
    "</textarea><script>window.hacked = 1</script>",
    "javascript:window.hacked=1",
    "\u2028window.hacked = 1\u2029",
    "'; window.hacked = 1; '",
    "${window.hacked = 1}",
    "__proto__/constructor/60",
)


# --- playing ------------------------------------------------------------------------------------


def test_start_and_stop_by_click_and_by_key(visit: Any) -> None:
    with visit() as page:
        assert page.inner_text("#start-word") == "Start"
        page.click("#start")
        assert playing(page)
        assert page.inner_text("#start-word") == "Stop"
        until(page, "document.querySelector('.giant.struck')")
        page.keyboard.press(" ")
        assert not playing(page)
        page.keyboard.press(" ")
        assert playing(page)
        page.keyboard.press("Escape")
        assert not playing(page)
        assert page.evaluate("scrollY") == 0


def test_a_finger_starts_and_stops(visit: Any) -> None:
    with visit(has_touch=True, is_mobile=True) as page:
        page.tap("#start")
        until(page, "document.querySelector('.lit')")
        page.tap("#start")
        assert not playing(page)
        assert page.query_selector(".lit") is None


def test_the_count_in_is_exact_and_once_and_the_cursor_stands_still(visit: Any) -> None:
    with visit("#lu-1/touhu/240/count-in-4") as page:
        page.evaluate(
            """() => {
              window.seen = [];
              const look = () => {
                const beat = document.getElementById("beat").textContent;
                const lit = document.querySelector(".lit");
                const now = beat ? `count ${beat}` : lit ? "stroke" : "";
                if (now && seen.at(-1) !== now) seen.push(now);
                requestAnimationFrame(look);
              };
              look();
            }"""
        )
        page.click("#start")
        times = onsets(page, 10)
        assert times == pytest.approx([beat / 4 for beat in range(10)], abs=1e-4)
        clicks = page.evaluate("heard.slice(0, 20).map(({frames}) => frames)")
        assert len(set(clicks[:4])) == 1
        assert clicks[0] not in clicks[4:]
        seen = until(page, "seen.includes('stroke') && seen")
        counts = [each for each in seen if each != "stroke"]
        assert counts == sorted(counts)
        assert seen.index("stroke") >= len(counts)


def test_tempo_changes_at_once_and_nothing_loses_its_place(visit: Any) -> None:
    with visit("#lu-1/touhu/120") as page:
        page.click("#start")
        until(page, "document.querySelector('.lit[data-number=\"2\"]')")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("#tempo-now") == "126"
        page.click("#slower")
        assert page.inner_text("#tempo-now") == "125"
        until(page, "document.querySelector('.lit[data-number=\"5\"]')")
        times = page.evaluate("heard.map(({when}) => when)")
        steps = [round(later - sooner, 3) for sooner, later in pairwise(times)]
        assert set(steps) <= {0.5, 0.48, 0.476}
        assert steps[0] == 0.5
        assert steps[-1] == 0.48


def test_the_slider_and_taps_set_the_tempo(visit: Any) -> None:
    with visit() as page:
        page.focus("#tempo")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("#tempo-now") == "61"
        assert page.get_attribute("#tempo", "aria-valuetext") == "61 beats a minute"
        page.keyboard.press("End")
        assert page.inner_text("#tempo-now") == "400"
        page.keyboard.press("Home")
        assert page.inner_text("#tempo-now") == "20"
        for _ in range(3):
            page.click("#tap-tempo")
        assert int(page.inner_text("#tempo-now")) > 20


def test_row_chart_use_and_witness_are_switched(visit: Any) -> None:
    with visit() as page:
        page.click("[data-choice=school] [data-value=xue]")
        page.click("[data-choice=chart] [data-value='2']")
        page.click("[data-choice=use] [data-value=archery]")
        page.select_option("#witness", "C")
        assert page.inner_text("#row-title") == "Xue, second chart C · Archery"
        assert page.locator(".leaf .stroke").count() == 32
        assert page.locator(".leaf .stroke .doubtful").count() == 1
        assert pressed(page, "[data-choice=school] [data-value=xue]")
        assert not pressed(page, "[data-choice=school] [data-value=lu]")
        assert fragment_of(page) == "#xue-2@C/archery/60"


def test_keys_are_those_of_the_terminal(visit: Any) -> None:
    with visit() as page:
        page.keyboard.press("4")
        assert page.inner_text("#row-title").startswith("Xue, second chart")
        page.keyboard.press("0")
        assert page.inner_text("#row-title").startswith("Lu, first chart")
        page.keyboard.press("u")
        assert pressed(page, "[data-choice=use] [data-value=archery]")
        page.keyboard.press("m")
        assert pressed(page, "[data-toggle=mute-pi]")
        page.keyboard.press("m")
        assert pressed(page, "[data-toggle=mute-gu]")
        assert not pressed(page, "[data-toggle=mute-pi]")
        page.keyboard.press("m")
        page.keyboard.press("l")
        assert not pressed(page, "[data-toggle=loop]")
        page.keyboard.press("c")
        assert page.inner_text("[data-step=countIn] output") == "4"
        page.keyboard.press("ArrowDown")
        assert page.inner_text("#tempo-now") == "55"
        assert fragment_of(page) == "#lu-1/archery/55/count-in-4/cycles-4"


def test_without_a_loop_the_playing_ends(visit: Any) -> None:
    with visit("#%E2%97%8B%E5%8D%8A%E2%96%A1/touhu/400/cycles-2") as page:
        page.click("#start")
        until(page, "document.getElementById('start').dataset.playing === 'false'")
        assert page.evaluate("heard.length") == 2


def test_a_muted_drum_is_silent_and_still_led(visit: Any) -> None:
    with visit("#lu-1/touhu/400/without-pi/cycles-1") as page:
        page.click("#start")
        until(page, "document.querySelector('.lit.pi')")
        until(page, "document.getElementById('start').dataset.playing === 'false'")
        assert page.evaluate("heard.length") == 5


def test_a_key_of_a_focused_button_is_pressed_once_and_text_keeps_its_keys(visit: Any) -> None:
    with visit() as page:
        page.keyboard.press("Tab")
        page.focus("#start")
        page.keyboard.press(" ")
        assert playing(page)
        page.keyboard.press(" ")
        assert not playing(page)
        page.click("[data-value=xue]")  # clicked, it does not keep the keys of a foot pedal
        page.keyboard.press(" ")
        assert playing(page)
        assert pressed(page, "[data-value=xue]")
        page.keyboard.press(" ")
        page.click("[data-value=check]")
        page.click("#pasted")
        page.keyboard.type("u l 4")
        assert page.input_value("#pasted") == "u l 4"
        assert not playing(page)


def test_the_sheet_of_the_display_closes_by_key_and_by_a_touch_beside_it(visit: Any) -> None:
    with visit() as page:
        page.click("#display summary")
        assert page.is_visible(".sheet")
        page.keyboard.press("Escape")
        assert not page.is_visible(".sheet")
        page.click("#display summary")
        page.click(".brand")
        assert not page.is_visible(".sheet")


def test_focus_is_seen_and_every_control_is_reached(visit: Any) -> None:
    with visit() as page:
        page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
        wanted = page.evaluate(
            """() => [...document.querySelectorAll("button, select, input, summary")]
              .filter((it) => it.checkVisibility() && it.tabIndex >= 0 && !it.disabled).length"""
        )
        reached = set()
        for _ in range(wanted + 5):
            page.keyboard.press("Tab")
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            where = page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)")
            if page.evaluate("document.activeElement !== document.body"):
                assert outline != "none"
                reached.add(where)
        assert len(reached) >= wanted


def test_a_suspended_sound_is_told_and_goes_on(visit: Any) -> None:
    with visit() as page:
        page.click("#start")
        until(page, "document.querySelector('.lit')")
        page.evaluate(
            "contexts[0].resume = () => Promise.reject(new Error('not now')), contexts[0].suspend()"
        )
        until(page, "!document.getElementById('notice').hidden")
        assert "paused the sound" in page.inner_text("#notice-text")
        page.evaluate("delete contexts[0].resume")
        page.click("#notice-act")
        until(page, "contexts[0].state === 'running' && document.getElementById('notice').hidden")
        assert playing(page)


# --- following ----------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", ["old", "staff", "boxes"])
def test_each_picture_lights_what_sounds(visit: Any, picture: str) -> None:
    with visit("#xue-2/archery/240") as page:
        page.click(f"[data-choice=picture] [data-value={picture}]")
        page.click("#start")
        until(page, "document.querySelector('#pictures .lit[data-number=\"4\"]')")
        assert page.locator("#pictures [data-number]").count() == 31


@pytest.mark.parametrize("row", ["#lu-2/archery/200/all", f"#{quote('○○□半□○○□')}/touhu/200/on-gu/all"])
def test_all_pictures_light_the_same_stroke(visit: Any, row: str) -> None:
    with visit(row) as page:
        page.click("#start")
        until(page, "document.querySelectorAll('#pictures .lit').length === 3")
        lit = page.evaluate(
            """() => [...document.querySelectorAll("#pictures .lit")].map((it) =>
              [it.dataset.number ?? it.getAttribute("data-number"), it.classList.contains("pi")].join())"""
        )
        assert len(set(lit)) == 1


def test_arrows_walk_a_row_and_a_touched_stroke_says_its_place(visit: Any) -> None:
    with visit() as page:
        page.focus(".leaf .stroke[tabindex='0']")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        assert page.inner_text("#picked") == "the small drum, tà, stroke 3 before 半"
        assert page.inner_text("#tempo-now") == "60"
        assert page.evaluate("heard.length") == 1


def test_the_next_strokes_stand_in_the_order_of_the_row(visit: Any) -> None:
    with visit() as page:
        drums = page.evaluate(
            """() => [...document.querySelectorAll("#lane .mark")].map((it) => it.classList.contains("pi"))"""
        )
        row = performance("lu-1", Use.TOUHU).row
        assert drums == [mark == "○" for mark in row[1 : 1 + len(drums)]]


def test_a_flash_is_a_choice_and_it_has_the_shape_of_the_drum(visit: Any) -> None:
    with visit("#lu-1/touhu/100") as page:
        page.click("#start")
        until(page, "document.querySelector('.lit[data-number=\"2\"]')")
        assert page.get_attribute("#flash", "class") in (None, "")
        page.click("#display summary")
        page.click("[data-toggle=flash]")
        page.click("#display summary")
        seen = {
            until(page, "document.querySelector('#flash.pi') && '50%'"),
            until(page, "document.querySelector('#flash.gu') && '0px'"),
        }
        assert seen == {"50%", "0px"}


def test_full_screen_leaves_the_stage_and_the_bar(visit: Any) -> None:
    with visit() as page:
        page.click("[data-toggle=full]")
        assert not page.is_visible(".tabs")
        assert page.is_visible("#giant")
        assert page.is_visible("#start")
        assert page.evaluate("document.getElementById('giant').clientWidth") > 250
        assert page.evaluate(MEASURE) == []
        page.click("[data-toggle=full]")
        assert page.is_visible(".tabs")


# --- tapping along ------------------------------------------------------------------------------


def test_pads_and_keys_are_judged_by_drum(visit: Any) -> None:
    with visit("#%E2%97%8B%E5%8D%8A%E2%97%8B/touhu/30/tap") as page:
        page.click("#pad-pi")
        assert page.evaluate("heard.length") == 1  # a pad sounds before anything plays
        page.click("#start")
        until(page, "document.querySelector('.giant.struck')")
        page.click("#pad-pi")
        until(page, "document.querySelector('.tap.good, .tap.late, .tap.early, .tap.extra')")
        page.keyboard.press("j")
        until(page, "document.querySelector('.tap.wrong, .tap.extra')")
        until(page, "document.querySelector('.tap.missed')")
        assert "missed" in page.inner_text("#taps-said")
        page.click("#taps-clear")
        assert page.locator(".tap").count() <= 1


def test_the_delay_of_input_is_taken_from_taps(visit: Any) -> None:
    with visit("#%E2%97%8B%E5%8D%8A%E2%97%8B/touhu/120/tap") as page:
        page.click("#calibrate")
        assert "at least 4" in page.inner_text("#delay-said")
        page.click("#start")
        for _ in range(40):
            page.keyboard.press("d")
            page.wait_for_timeout(100)
        page.click("#calibrate")
        assert page.inner_text("#delay-said").startswith("The delay is set to")
        page.focus("#input-delay")
        page.keyboard.press("Home")
        assert page.inner_text("#input-delay-value") == "-200 ms"


# --- comparing ----------------------------------------------------------------------------------


def test_lu_and_xue_stand_aligned_with_what_differs(visit: Any) -> None:
    with visit("#lu-1/touhu/120/compare") as page:
        assert page.locator(".pair").count() == 12
        assert page.locator(".pair.differs .wedge").count() == 4
        assert "4 strokes differ" in page.inner_text(".edits-head")
        assert "24 equally good alignments: this one is a choice." in page.inner_text("#edits")


@pytest.mark.parametrize("hearing", ["first", "second", "turns", "ears"])
def test_two_rows_are_heard_alone_in_turn_and_in_two_ears(visit: Any, hearing: str) -> None:
    with visit("#lu-1/touhu/240/compare") as page:
        page.click(f"[data-hear={hearing}]")
        assert pressed(page, f"[data-hear={hearing}]")
        until(page, "document.querySelector('.pair.lit')")
        sides = set(page.evaluate("pans.map((pan) => Math.abs(pan.value) === 1 ? pan.value : 0)"))
        assert sides == ({-1, 1} if hearing in ("turns", "ears") else {0})
        page.click(f"[data-hear={hearing}]")
        assert not playing(page)


def test_after_a_comparison_the_stage_follows_the_row_again(visit: Any) -> None:
    with visit("#lu-1/touhu/240/compare") as page:
        page.click("[data-hear=ears]")
        until(page, "document.querySelector('.pair.lit')")
        page.click("[data-value=play]")
        assert not playing(page)
        page.keyboard.press("u")
        page.click("#start")
        until(page, "document.querySelector('#pictures .lit[data-number=\"3\"]')")
        assert page.inner_text("#where").startswith("cycle 1")


def test_a_variant_plays_its_spot_in_one_book_and_then_in_the_other(visit: Any) -> None:
    with visit("#lu-2/touhu/240/compare") as page:
        first = page.locator(".variant").first
        assert first.inner_text().startswith("B ")
        first.click()
        assert page.locator(".variant.sounding").count() == 1
        until(page, "document.getElementById('start').dataset.playing === 'false'")
        assert page.evaluate("heard.length") == 6 + 6 - 1
        assert page.locator(".variant.sounding").count() == 0


def test_the_witness_changes_picture_and_sound_together(visit: Any) -> None:
    with visit("#lu-2/touhu/400/cycles-1") as page:
        counts = []
        for siglum in ("A", "B"):
            page.select_option("#witness", siglum)
            page.evaluate("heard.length = 0")
            page.click("#start")
            until(page, "document.getElementById('start').dataset.playing === 'false'")
            counts.append((page.evaluate("heard.length"), page.locator(".leaf [data-number]").count()))
        assert counts == [(13, 13), (12, 12)]


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(Language))
def test_every_word_is_said_in_every_language(visit: Any, language: Language) -> None:
    with visit() as page:
        page.click("#display summary")
        page.click(f"[data-choice=language] [data-value={language}]")
        page.click("#display summary")
        assert page.get_attribute("html", "lang") == language
        for tab in TABS:
            page.click(f"[data-value={tab}]")
            assert "player-" not in page.inner_text("body")
            assert not re.search(r"\{\d\}", page.inner_text("body"))
        page.reload()
        assert page.get_attribute("html", "lang") == language  # remembered


def test_scripts_and_template_look_up_the_words_that_the_page_is_given() -> None:
    text = "\n".join((SOURCES / f"script/{name}.js").read_text(encoding="utf-8") for name in SCRIPTS[9:])
    template = (SOURCES / "page.html.jinja").read_text(encoding="utf-8")
    used = set(re.findall(r'"(player-[a-z0-9-]+)"', text + template))
    made = {f"player-{part}-" for part in ("count", "hit", "stroke")}
    known = {key for key in PAGE_WORDS if key.startswith("player-")}
    assert {key for key in used if not key.endswith("-")} <= known | set(RITE_WORDS)
    unused = {key for key in known - used if not any(key.startswith(part) for part in made)}
    assert unused <= {"player-touhu", "player-archery"}
    assert set(re.findall(r'say\("([a-z_0-9-]+)"\)', template)) <= set(PAGE_WORDS)
    assert {*PAGE_WORDS, *RITE_WORDS} <= set(every())


def test_the_scripts_of_the_rite_look_up_every_word_of_it() -> None:
    scripts = (SOURCES / f"script/{name}.js" for name in SCRIPTS if name.startswith("rite"))
    text = "\n".join(script.read_text(encoding="utf-8") for script in scripts)
    made = ("drum-", "hit-", "miss-", "rounds-")
    keys = {key.removeprefix(OF_RITE) for key in RITE_WORDS if key.startswith(OF_RITE)}
    assert {key for key in keys if f'"{key}"' not in text and f'"{OF_RITE}{key}"' not in text} == {
        key for key in keys if key.startswith(made) and key not in ("drum-start", "drum-stop")
    }


# --- addresses ----------------------------------------------------------------------------------

FULL: Final = (
    "#xue-2@C/archery/133/on-gu/gap-3/count-in-5/cycles-7/organology/without-gu/ramp-60-120-5"
    "/leave-strokes-30/leave-cycles-20/respond/click/boxes/compare/with-lu-2@B"
)


def test_an_address_makes_the_page_and_the_page_makes_the_address(visit: Any) -> None:
    with visit(FULL) as page:
        page.keyboard.press("1")
        assert fragment_of(page) == FULL.replace("xue-2@C", "lu-1@C")
        page.select_option("#compare-a", "xue-2@C")
        assert fragment_of(page) == FULL


def test_what_is_compared_goes_along_with_the_row_unless_it_was_chosen(visit: Any) -> None:
    with visit("#lu-1/touhu/60/compare") as page:
        page.click("[data-choice=school] [data-value=xue]")
        assert page.input_value("#compare-b") == "lu-1"
        page.select_option("#compare-b", "lu-2@B")
        page.click("[data-choice=school] [data-value=lu]")
        assert page.input_value("#compare-b") == "lu-2@B"
        assert fragment_of(page) == "#lu-1/touhu/60/compare/with-lu-2@B"


def test_a_row_of_ones_own_goes_into_an_address_and_back(visit: Any) -> None:
    own = f"#{quote('○□○○半□○')}/archery/90"
    with visit(own) as page:
        assert page.inner_text("#row-title") == "Your own row · Archery"
        assert page.locator(".leaf .stroke").count() == 6
        page.click("[data-toggle=loop]")
        assert fragment_of(page) == f"{own}/cycles-4"
        page.click("[data-choice=school] [data-value=xue]")
        assert page.inner_text("#row-title").startswith("Xue, first chart A")


def test_the_link_is_copied_or_shown_to_be_copied(visit: Any) -> None:
    with visit("#xue-1/touhu/72") as page:
        page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
        page.click("#copy-link")
        until(page, "document.getElementById('link-said').textContent")
        assert page.input_value("#link").endswith("touhu.html#xue-1/touhu/72")


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("form", ["#{0}", "#lu-1/{0}/60", "#lu-1/touhu/60/{0}", "#○□{0}半○/touhu"])
def test_a_hostile_address_runs_nothing_and_is_told(visit: Any, hostile: str, form: str) -> None:
    template = (SOURCES / "page.html.jinja").read_text(encoding="utf-8")
    with visit(form.replace("{0}", quote(hostile, safe=""))) as page:
        assert page.is_visible("#notice-text")
        assert page.inner_text("#row-title") == "Lu, first chart A · Touhu"
        assert page.locator("script").count() == template.count("<script")
        page.click("#start")
        assert playing(page)


@pytest.mark.parametrize(
    "fragment",
    ["#lu-9", "#lu-1@ZZ", "#lu-1/touhu/5000", "#%E0%A4%A", "#lu-1/touhu/60/with-xue-1@ZZ", "#" + "x" * 9000],
)
def test_an_address_that_means_nothing_is_told(visit: Any, fragment: str) -> None:
    with visit(fragment) as page:
        assert page.is_visible("#notice-text")
        assert page.inner_text("#row-title") == "Lu, first chart A · Touhu"


def test_what_is_heard_can_be_saved_as_midi(visit: Any) -> None:
    with visit("#lu-2@B/archery/96/cycles-2/count-in-3/on-gu") as page:
        page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
        with page.expect_download() as download:
            page.click("#save-midi")
        data = Path(download.value.path()).read_bytes()
        assert download.value.suggested_filename == "lu-2@B_archery_on-gu_96bpm_2cycles_count-in3.mid"
    found = heard(mido.MidiFile(file=io.BytesIO(data)))
    wanted = performance("lu-2", Use.ARCHERY, "B", timing=Timing.ON_GU, cycles=2, count_in=3)
    strokes = [(stroke.onset + 3, wanted.plan.sounds.key(stroke.drum)) for stroke in wanted.strokes]
    assert [(onset, key) for onset, channel, key in found if channel == 9 and key != 37] == strokes
    assert [onset for onset, _, key in found if key == 37] == [Fraction(beat) for beat in range(3)]


def test_with_both_drums_muted_only_the_count_in_is_saved(visit: Any) -> None:
    with visit("#xue-1/touhu/96/cycles-2/count-in-3/without-both") as page:
        page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
        with page.expect_download() as download:
            page.click("#save-midi")
        data = Path(download.value.path()).read_bytes()
    found = heard(mido.MidiFile(file=io.BytesIO(data)))
    assert found == [(Fraction(beat), 9, 37) for beat in range(3)]


# --- pasting ------------------------------------------------------------------------------------


def test_a_pasted_row_is_told_and_played(visit: Any) -> None:
    with visit("#lu-1/touhu/60/check") as page:
        told = checked(page, "○□○○□□○○半○□○□○○○○□○□○")
        assert "this is lu-2" in told
        assert "agrees with B" in told
        page.click("#answer button")
        assert playing(page)
        assert page.inner_text("#row-title") == "Lu, second chart B · Touhu"


def test_a_pasted_passage_is_told_row_by_row(visit: Any, books: tuple[Witness, ...]) -> None:
    rows = {reading.name: reading.cadence for reading in books[0].readings}
    first = f"鼓：{rows['lu-1']}。魯鼓。{rows['xue-1']}。薛鼓。取半以下為投壺禮，盡用之為射禮。"
    passage = f"{first}魯鼓：{rows['lu-2']}。薛鼓：{rows['xue-2']}。"
    with visit("#lu-1/touhu/60/check") as page:
        told = checked(page, passage)
        assert "4 of 4 rows agree" in told
        assert page.locator("#answer button").count() == 4


def test_a_wrong_mark_shows_the_error_and_plays_nothing(visit: Any) -> None:
    with visit("#lu-1/touhu/60/check") as page:
        told = checked(page, "○□x○半○□○")
        assert "'x' U+0078 is no stroke" in told
        assert page.locator("#answer button").count() == 0
        assert page.evaluate("heard.length") == 0
        assert page.inner_text("#row-title") == "Lu, first chart A · Touhu"


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("form", ["{0}", "○□{0}半○□", "魯鼓：○□○半{0}○□○"])
def test_hostile_text_is_only_text(visit: Any, hostile: str, form: str) -> None:
    with visit("#lu-1/touhu/60/check") as page:
        checked(page, form.replace("{0}", hostile))
        assert page.locator("#answer script, #answer img, #answer svg[onload]").count() == 0


# --- other circumstances ---


def test_the_screen_stays_on_while_something_plays(visit: Any) -> None:
    with visit() as page:
        page.evaluate(
            """() => {
              window.locks = [];
              navigator.wakeLock.request = (kind) => {
                locks.push(kind);
                return Promise.resolve({release: () => locks.pop(), addEventListener: () => undefined});
              };
            }"""
        )
        page.click("#start")
        until(page, "locks.length === 1")
        page.click("#start")
        until(page, "locks.length === 0")


def test_in_public_it_invites_in_silence_and_begins_anew(visit: Any) -> None:
    with visit("#xue-2/archery/120/kiosk") as page:
        page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
        assert not page.is_visible("#copy-link")
        assert not page.is_visible("[data-value=check]")
        until(page, "document.querySelector('#pictures .lit[data-number=\"2\"]')")
        assert page.inner_text("#where") == "touch Start"
        assert page.evaluate("heard.length") == 0
        page.clock.install()
        page.click("[data-value=compare]")
        page.clock.fast_forward(61_000)
        assert page.inner_text("#row-title") == "Lu, first chart A · Touhu"
        assert page.get_attribute("#main", "data-tab") == "play"
        assert page.get_attribute("body", "class") == "kiosk"


def test_what_is_chosen_stays_where_storage_is_refused(browser: Any, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    told: list[str] = []
    page.on("pageerror", lambda error: told.append(str(error)))
    page.add_init_script(
        """Object.defineProperty(window, "localStorage", {get() { throw new Error("refused"); }});"""
    )
    page.goto(address)
    page.click("#display summary")
    page.click("[data-choice=language] [data-value=ko]")
    assert page.get_attribute("html", "lang") == "ko"
    assert told == []
    context.close()


def test_the_hook_renders_a_row_of_any_witness(visit: Any) -> None:
    with visit() as page:
        length = page.evaluate(
            "touhu.render('lu-2@B', 'touhu', 120, 2).then((it) => [it.duration, it.numberOfChannels])"
        )
        assert length[0] > 11.5
        assert length[1] == 2
        refused = page.evaluate("touhu.render('lu-7').catch(({message}) => message)")
        assert refused == "no row lu-7"
