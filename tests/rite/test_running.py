"""A rite while it is done: what each key makes of it, and what is seen of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rite.runs import ARCHERY, TOUHU, at_step, begun, performances, pressed, threw, throwing, until

from touhu_music.errors import RiteError
from touhu_music.language import Language, word
from touhu_music.rite.counting import horses
from touhu_music.rite.counting.horses import Round
from touhu_music.rite.cues import COLUMNS
from touhu_music.rite.run import drum as running_drum
from touhu_music.rite.run import log as run_log
from touhu_music.rite.run import state as run_state
from touhu_music.rite.run.drum import Drummed
from touhu_music.rite.run.running import Key, Run, awaited, press
from touhu_music.rite.run.view import Seen, plain, seen
from touhu_music.rite.scoring.throws import Landing

KEYS: Final = st.lists(
    st.sampled_from([*[Key.NEXT] * 6, Key.BACK, Key.GUEST, Key.HOST, Key.MISS, Key.UNDO]), max_size=200
)
"""What a hand may press; more often on than back, so that it comes to the throws."""

CHOICES: Final = [
    {},
    {"pairs": 2},
    {"school": "xue", "pairs": 3, "mode": "throw"},
    {"mode": "free"},
    {"record": "by-round", "gap": 1},
    {"text": "dingzhai", "round": 2},
    {"by_song": True, "rank": "tianzi"},
    {"text": "dadai", "junior": "guest"},
]


def said(run: Run, drummed: Drummed | None = None, **given: Any) -> Seen:
    """Return what is seen of a run in English."""
    return seen(run, drummed, performances(run.rite, **given), Language.ENGLISH)


# --- going on and back --------------------------------------------------------------------------


def test_next_goes_through_every_step_of_the_rite_in_its_order() -> None:
    run, steps = begun(pairs=2), ["R01"]
    while not run.over:
        run = press(run, Key.NEXT)
        if run.stop.cue.step != steps[-1]:
            steps.append(run.stop.cue.step)
    assert list(dict.fromkeys(steps)) == [f"R{number:02}" for number in (*range(1, 30), 30, 31, 32)]


def test_a_row_is_a_stop_and_the_throws_of_a_pair_are_one() -> None:
    run = begun(pairs=3)
    assert tuple(cue for stop in run.stops for cue in stop.cues) == run.sheet.cues
    thrown = [stop for stop in run.stops if len(stop.cues) > 1]
    assert [(stop.cue.round, stop.cue.pair) for stop in thrown] == [
        (round, pair) for round in (1, 2, 3) for pair in (1, 2, 3)
    ]
    assert all(cue.step == "R23" for stop in thrown for cue in stop.cues)


@given(KEYS, st.sampled_from(CHOICES))
def test_back_after_next_is_the_same_step(keys: list[Key], choices: dict[str, Any]) -> None:
    run = pressed(begun(**choices), keys)
    if not run.over:
        assert press(press(run, Key.NEXT), Key.BACK) == run


@given(KEYS, st.sampled_from(CHOICES))
def test_undo_after_a_hit_is_the_same(keys: list[Key], choices: dict[str, Any]) -> None:
    run = pressed(begun(**choices), keys)
    for key in (Key.GUEST, Key.HOST, Key.MISS):
        if (after := press(run, key)) != run:
            assert press(after, Key.UNDO) == run


@given(KEYS, st.sampled_from(CHOICES))
def test_no_key_loses_a_throw_or_the_order_of_the_steps(keys: list[Key], choices: dict[str, Any]) -> None:
    run = begun(**choices)
    for key in keys:
        after = press(run, key)
        if key in (Key.NEXT, Key.BACK):
            assert after.throws == run.throws
        else:
            assert (after.place, after.stops) == (run.place, run.stops)
        shared = min(run.place, after.place)
        assert after.stops[: shared + 1][:shared] == run.stops[:shared]
        run = after


def test_before_the_first_step_and_after_the_last_there_is_none() -> None:
    first = press(begun(), Key.BACK)
    assert (first, first.told) == (begun(), "run-first")
    over = until(begun(), lambda run: run.over)
    again = press(over, Key.NEXT)
    assert (again, again.told) == (over, "run-over")
    assert press(over, Key.BACK).stop.cue.step == "R32"


# --- throws -------------------------------------------------------------------------------------


def test_throws_go_by_turns_the_guest_first() -> None:
    run = throwing(begun(pairs=2))
    told = []
    while turn := awaited(run):
        told.append((turn.pair, str(turn.side), turn.throw, turn.cycle))
        run = press(run, Key.MISS)
    assert told == [
        (pair, side, throw, 5 * (pair - 1) + 1 + throw)
        for pair in (1, 2)
        for throw in (1, 2, 3, 4)
        for side in ("guest", "host")
    ]
    assert press(run, Key.MISS).told == "run-all-thrown"


@pytest.mark.parametrize("key, told", [(Key.HOST, "run-turn-guest"), (Key.GUEST, "run-turn-host")])
def test_a_hit_of_who_does_not_throw_now_is_not_taken_down(key: Key, told: str) -> None:
    run = throwing(begun())
    run = press(run, Key.MISS) if key is Key.GUEST else run
    after = press(run, key)
    assert (after, after.told) == (run, told)


def test_throws_are_told_from_the_drum_until_the_counting_and_nowhere_else() -> None:
    run = begun()
    where = []
    while not run.over:
        if press(run, Key.MISS) != run and run.round == 1:
            where.append(run.stop.cue.step)
        run = press(run, Key.NEXT)
    assert list(dict.fromkeys(where)) == ["R22", "R23", "R24", "R25"]
    assert press(at_step(begun(), "R18"), Key.GUEST).told == "run-no-throws"
    counted = press(at_step(threw(throwing(begun()), "+", "-"), "R26", 1), Key.UNDO)
    assert counted.told == "run-counted"


# --- counting -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "guest, host, result, words",
    [
        ("++++", "----", "G", "某賢於某二純"),
        ("+---", "++++", "H", "某賢於某一純一奇"),
        ("+-+-", "-++-", "T", "左右鈞"),
        ("----", "----", "T", "左右鈞"),
        ("+", "-", "G", "某賢於某一奇"),
    ],
)
def test_a_round_is_announced_in_the_words_of_the_text(
    guest: str, host: str, result: str, words: str
) -> None:
    run = at_step(threw(throwing(begun()), guest, host), "R26", 1)
    assert run.choices.results == (result,)
    assert words in said(run).said
    assert run.told == ("" if len(guest) == 4 else "run-missing")


@pytest.mark.parametrize(
    "text, words",
    [
        ("liji", "某賢於某二純"),
        ("dingben", "某賢於某二純"),
        ("dingzhai", "賓黨賢於主黨二純"),
        ("dadai", "賓黨賢於主黨二純"),
    ],
)
def test_a_book_that_names_the_parties_is_followed(text: str, words: str) -> None:
    run = at_step(threw(throwing(begun(text=text)), "++++", "----"), "R26", 1)
    assert words in said(run, text=text).said


def test_after_a_tie_there_is_neither_cup_nor_horse() -> None:
    run = threw(throwing(begun()), "+---", "---+")
    after = at_step(run, "R26", 1)
    assert {stop.cue.step for stop in after.stops if stop.cue.round == 1} & {"R27", "R28", "R29"} == set()
    assert {stop.cue.step for stop in after.stops if stop.cue.round == 2} >= {"R27", "R28", "R29"}
    assert press(after, Key.NEXT).round == 2


def test_a_round_of_which_no_throw_was_told_stays_open() -> None:
    run = at_step(begun(), "R26", 1)
    assert (run.choices.results, run.told) == (("?",), "run-unknown")
    assert "not every result is known: of what is said with if, do what is so" in said(run).said
    assert {stop.cue.step for stop in run.stops if stop.cue.round == 1} >= {"R27", "R28", "R29"}
    later = at_step(threw(throwing(run, 2), "+---", "----"), "R26", 2)
    assert later.choices.results == ("?", "G")
    assert at_step(later, "R26", 3).choices.results == ("?", "G", "?")


def test_throws_that_were_not_told_are_counted_up_on_the_screen() -> None:
    run = at_step(threw(throwing(begun(pairs=2)), "++", "+-"), "R26", 1)
    assert "12 throws were not told and count as none; b goes back to tell them" in said(run).notices


def test_three_rounds_end_in_the_horses_of_the_text() -> None:
    run = begun()
    for round, (guest, host) in enumerate([("+---", "----"), ("----", "+---"), ("++--", "+---")], 1):
        run = at_step(threw(throwing(run, round), guest, host), "R26", round)
    run = at_step(run, "R31")
    assert run.choices.results == ("G", "H", "G")
    assert said(run).said == [
        "One horse goes to the two (一馬從二馬), from the host to the guest: guest 馬馬馬, host -",
        "Congratulated (請慶多馬): the guest.",
        "Then the horses are taken away (請徹馬).",
    ]


THROWN: Final = {"G": ("+---", "----"), "H": ("----", "+---"), "T": ("+---", "-+--")}


@pytest.mark.parametrize("results", ["".join(each) for each in product("GHT", repeat=3)])
def test_whatever_the_results_the_horses_are_as_counted_and_no_foreign_option_is_named(results: str) -> None:
    run = begun()
    for round, each in enumerate(results, 1):
        run = threw(throwing(run, round), *THROWN[each])
    run = at_step(run, "R32")
    assert run.choices.results == tuple(results)
    outcome = horses.settle([Round(each) for each in results])
    told = said(run).said
    assert word(f"horse-celebrate-{outcome.celebrate or 'nobody'}", Language.ENGLISH) in told
    assert len(told) == len(list(horses.lines(outcome, Language.ENGLISH))) - len(results)
    for language in Language:
        assert "--" not in "".join(seen(run, None, performances(), language).said)


def test_one_round_alone_has_a_result_of_its_own() -> None:
    run = at_step(threw(throwing(begun(round=2), 2), "+---", "----"), "R26", 2)
    assert run.choices.results == ("?", "G")


def test_archery_drums_and_counts_in_its_third_round() -> None:
    run = begun(ARCHERY)
    drummed = {stop.cue.round for stop in run.stops if stop.cue.music == "on"}
    assert drummed == {3}
    run = threw(throwing(run, 3), "++++", "----")
    run = until(run, lambda run: len(run.choices.results) == 2)
    assert run.choices.results == ("?", "G")
    assert "右賢於左二純" in said(run).said


# --- the drum -----------------------------------------------------------------------------------


@pytest.mark.parametrize("school", ["lu", "xue"])
def test_the_drum_is_on_where_the_cue_sheet_says(school: str) -> None:
    run = begun(school=school, pairs=2)
    while not run.over:
        assert run.drummed == (run.stop.cue.music == "on")
        assert run.drummed == (run.stop.cue.step in ("R22", "R23", "R24"))
        run = press(run, Key.NEXT)


@pytest.mark.parametrize("hold, loops", [(True, [True, False]), (False, [False, False])])
def test_under_hold_the_drum_goes_on_until_all_have_thrown(hold: bool, loops: list[bool]) -> None:
    run = throwing(begun(hold=hold))
    found = []
    for each in (run, threw(run, "++++", "----")):
        settings = running_drum.settings(each, performances(), 1)
        assert settings.performance.plan.cycles == 5
        found.append(settings.loop)
    assert found == loops


def test_after_a_break_the_drum_begins_with_the_cycle_of_the_next_throw() -> None:
    run = throwing(begun(pairs=2))
    assert running_drum.first(run) == 1
    assert running_drum.first(threw(run, "++", "++")) == 4
    assert running_drum.first(threw(run, "++++", "++++")) == 7
    done = threw(threw(run, "++++", "++++"), "++++", "++++")
    assert not running_drum.starts(done)


# --- what is seen -------------------------------------------------------------------------------


def test_who_throws_is_told_with_the_cycle_that_sounds() -> None:
    run = throwing(begun(pairs=2))
    first = said(run, Drummed(1, 0.0), pairs=2)
    assert first.acts[0].what == "A cycle to listen to; nobody throws."
    assert first.cycles[0] == ("1 listen", True)
    second = said(run, Drummed(2, 0.0), pairs=2)
    assert [act.who for act in second.acts] == ["賓", "主人"]
    assert second.cycles[1] == ("2 guest host", True)
    assert second.drum == "drum on: cycle 2 of 10"
    assert second.turn == "pair 1, guest throws arrow 1: g hit, m miss"


def test_a_cycle_beyond_the_plan_is_marked() -> None:
    run = throwing(begun())
    assert not said(run, Drummed(5, 0.0)).alarm
    beyond = said(run, Drummed(6, 0.0))
    assert beyond.alarm
    assert beyond.drum == "drum on: cycle 6, beyond the 5 of the plan, until all have thrown"
    assert not any(now for _, now in beyond.cycles)


def test_the_row_runs_with_the_beats() -> None:
    run = throwing(begun())
    for beats, at, fresh in ((0.0, 0, True), (0.6, 0, False), (11.2, 11, True)):
        found = said(run, Drummed(2, beats))
        assert (found.row, found.at, found.fresh) == ("○□○□○○○□□○□○", at, fresh)


def test_the_line_of_the_song_goes_with_the_cycle_that_sounds() -> None:
    run = throwing(begun(mode="throw"))
    assert [said(run, Drummed(cycle, 1.0), mode="throw").note for cycle in (1, 3, 8)] == [
        "song: 曾孫侯氏 [our choice]",
        "song: 大夫君子 [our choice]",
        "song: 則燕則譽 [our choice]",
    ]


def test_a_silent_drum_says_so() -> None:
    run = throwing(begun())
    found = seen(run, Drummed(1, 0.0), performances(), Language.ENGLISH, silent=True)
    assert found.drum == "drum on: cycle 1 of 5 (silent: no sound)"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("choices", [*CHOICES, {"rite": "archery"}], ids=str)
def test_every_step_is_told_in_every_language(language: Language, choices: dict[str, Any]) -> None:
    given = dict(choices)
    rite = ARCHERY if given.pop("rite", "") else TOUHU
    run, found = begun(rite, **given), performances(rite, **given)
    while not run.over:
        for drummed in (None, Drummed(2, 0.5)):
            shown = seen(run, drummed, found, language)
            assert shown.step == run.stop.cue.step
            assert all(act.what for act in shown.acts)
            assert list(plain(shown))
        run = press(run, Key.NEXT)


# --- what is kept -------------------------------------------------------------------------------


@given(KEYS, st.sampled_from(CHOICES))
def test_what_is_kept_gives_the_run_back(keys: list[Key], choices: dict[str, Any]) -> None:
    first = begun(**choices)
    run = pressed(first, keys)
    chosen = run_state.chosen(first, "A")
    data = run_state.to_bytes(run_state.state(run, chosen))
    kept = run_state.resumed(first, run_state.from_bytes(data, "kept"), chosen, "kept")
    assert kept == run
    assert kept.stops == run.stops


@given(KEYS, st.sampled_from(CHOICES))
def test_the_log_leads_to_the_same_run(keys: list[Key], choices: dict[str, Any]) -> None:
    first = begun(**choices)
    chosen, run = run_state.chosen(first, "A"), first
    lines = [run_log.line(run_log.session(run, chosen, "2026-01-01T12:00:00+00:00"))]
    for number, key in enumerate(keys):
        after = press(run, key)
        if after != run and not after.over and not run.over:
            lines.append(run_log.line(run_log.pressed(run, key, after, float(number))))
        elif after != run:
            lines.append(run_log.line(run_log.Event(float(number), key)))
        run = after
    (recorded,) = run_log.read(b"".join(lines), "log")
    assert list(run_log.replayed(first, recorded, "log"))[-1][1] == run


KEPT: Final = run_state.to_bytes(run_state.state(begun(), run_state.chosen(begun(), "A")))


NO_STATE: Final = "no state of a run, but another file; --state names another"


def told(data: bytes) -> str:
    """Return what is said of a file in which no state of this rite is kept."""
    first = begun()
    chosen = run_state.chosen(first, "A")
    with pytest.raises(RiteError) as raised:
        run_state.resumed(first, run_state.from_bytes(data, "kept"), chosen, "kept")
    assert "\n" not in str(raised.value)
    return str(raised.value).removeprefix("kept: ").removesuffix(f"; {run_state.ANEW}")


@pytest.mark.parametrize(
    "data, message",
    [
        (b"", "a damaged state: Input data was truncated"),
        (KEPT[:200], "a damaged state: Input data was truncated"),
        (b"\xff\xfe\x00", "a damaged state: JSON is malformed: invalid character (byte 0)"),
        (b"[]", NO_STATE),
        (b'{"title": "a thesis"}', NO_STATE),
    ],
)
def test_a_file_that_is_no_state_is_told_in_one_line(data: bytes, message: str) -> None:
    assert told(data) == message


def test_a_state_that_nests_without_end_is_told_in_one_line() -> None:
    assert told(b"[" * 100_000).startswith("a damaged state: ")


@pytest.mark.parametrize(
    "kept, other, message",
    [
        ('"version": 1', '"version": 0', "a state of version 0, not 1"),
        ('"place": 0', '"place": "0"', "a damaged state: Expected `int`, got `str` - at `$.place`"),
        ('"over"', '"o": 1, "over"', "a damaged state: Object contains unknown field `o`"),
        ('"place": 0', '"place": 999', "a damaged state: stop 999; expected 0 to 106"),
        ('"place": 0', '"place": -1', "a damaged state: stop -1; expected 0 to 106"),
        ('"place": 0', '"place": 7', "kept at R01, where R06 is now"),
        ('"over": false', '"over": true', "a damaged state: it is over before its last stop"),
        ('"",\n  "",', '"",', "a damaged state: 2 rounds of throws; expected 3"),
        ('  "",', '  "MQ",', "a damaged state: 'Q' is not a valid Landing"),
        ('  "",', '  "MS",', "a damaged state: round 1: 2 throws; expected at most 8 of M and X"),
        ('  "",', f'  "{9 * "M"}",', "a damaged state: round 1: 9 throws; expected at most 8 of M and X"),
        ('"results": []', '"results": ["G"]', "a damaged state: results G; expected none"),
        ('"results": []', '"results": ["Z"]', "a damaged state: no result 1: 'Z'; there are G T H ?"),
        ('"lu"', '"xue"', "of school xue, not lu"),
        ('"pairs": 1', '"pairs": 2', "of pairs 2, not 1"),
        ('"pairs": 1', '"pears": 1', "of pairs none, not 1"),
    ],
)
def test_a_state_that_does_not_fit_is_told_in_one_line(kept: str, other: str, message: str) -> None:
    assert kept.encode() in KEPT
    assert told(KEPT.replace(kept.encode(), other.encode(), 1)) == message


NO_LINE: Final = "log, line 1: no line of a log of touhu rite run"


@pytest.mark.parametrize(
    "text, message",
    [
        (b"", "log: no line of a log; expected one that touhu rite run --log has written"),
        (b"no end", "log: no line of a log; expected one that touhu rite run --log has written"),
        (b"{}\n", f"{NO_LINE}: Object missing required field `at`"),
        (b'{"at":1}\n', "log, line 1: expected the begin of a session first"),
        (b'{"at":-1}\n', f"{NO_LINE}: Expected `float` >= 0.0 - at `$.at`"),
        (b'{"at":1e308}\n', f"{NO_LINE}: Expected `float` <= 100000000.0 - at `$.at`"),
        (b"\x00\n", f"{NO_LINE}: JSON is malformed: invalid character (byte 0)"),
        (b'{"touhu":"rite run log","version":2}\n', f"{NO_LINE}: Invalid enum value 2 - at `$.version`"),
    ],
)
def test_what_is_no_log_is_told_with_its_line(text: bytes, message: str) -> None:
    with pytest.raises(RiteError) as raised:
        run_log.read(text, "log")
    assert str(raised.value) == message


def test_a_log_does_not_go_back_in_time() -> None:
    first = begun()
    begin = run_log.line(run_log.session(first, run_state.chosen(first, "A"), "2026-01-01T12:00:00+00:00"))
    later = begin + b'{"at":2.0,"key":"next"}\n{"at":1.0,"key":"next"}\n'
    with pytest.raises(RiteError, match=r"^log, line 3: 1\.0 s after 2\.0 s; expected no earlier time$"):
        run_log.read(later, "log")


def test_a_line_that_was_cut_off_is_left_out() -> None:
    first = begun()
    begin = run_log.line(run_log.session(first, run_state.chosen(first, "A"), "2026-01-01T12:00:00+00:00"))
    whole = begin + b'{"at":2.0,"key":"next"}\n'
    assert run_log.read(whole + b'{"at":3.0,"ke', "log") == run_log.read(whole, "log")


def test_a_hand_that_misses_is_written_as_a_judge_writes_it() -> None:
    run = threw(throwing(begun()), "+-", "-+")
    assert run.throws[0] == (Landing.MOUTH, Landing.MISS, Landing.MISS, Landing.MOUTH)
    assert run_state.state(run, {}).throws == ("MXXM", "", "")


def test_a_run_is_a_value() -> None:
    assert begun(pairs=2) == begun(pairs=2)
    assert begun() != replace(begun(), place=1)
    assert "minutes" not in COLUMNS  # they are of a rehearsal, and not of the rite
