"""The rite in the scripts of the page, in node: what they make of it is what the package makes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

import pytest
from player.scripts import run_scripts

from touhu_music.language import Language
from touhu_music.player import rite_data
from touhu_music.rite import cues, rites
from touhu_music.rite.counting import counting, horses
from touhu_music.rite.counting.counting import Side

SCRIPTS: Final = ("rite.js",)
TEXTS: Final = ("liji", "dingben", "dadai", "dingzhai")
SCHOOLS: Final = ("lu", "xue")
RESULTS: Final = [
    "".join(each) for count in range(4) for each in product("GTH", repeat=count)
]  # as far as they are known

FLAT: Final = """
({ text, school, mode, pairs, rounds, results }) => {
  const sheet = DATA.sheets[`${text}|${school}|${mode}`];
  const rows = (stop) => {
    const told = (number, cycle = null, arrow = null) => {
      const row = DATA.rows[number];
      const side = winnerOf(DATA, results, stop.round);
      return [row.step, row.section, stop.round || null, row.who, DATA.acts[row.act].en, row.say ?? "",
        ofSide(row.from ?? "", side), ofSide(row.to ?? "", side), row.facing ?? null, row.object ?? "",
        row.basis, row.music ?? "off", cycle, arrow,
        isOpen(row, stop.round, results) ? row.only : null];
    };
    return [...stop.rows.map((row) => told(row)), ...stop.slots.map((slot) => told(...slot))];
  };
  return stopsOf(DATA, sheet, { pairs, rounds }, results).flatMap(rows);
}
"""


@cache
def data() -> dict[str, Any]:
    return rite_data.rite_data()


@cache
def rite() -> rites.Rite:
    return rites.load("touhu")


def scripts(call: str, inputs: list[Any]) -> list[Any]:
    return run_scripts(SCRIPTS, call, inputs, data())


def rows(choices: cues.Choices) -> Iterator[list[Any]]:
    """Yield the rows of the cue sheet, the announcement of an odd counter left out."""
    lengths = {name: Fraction(8) for name in cues.cadences(rite(), choices)}
    for cue in cues.cue_sheet(rite(), choices, lengths).cues:
        if cue.act.say != "announce-odd":
            yield [
                *(cue.step, cue.section, cue.round, cue.who, cue.act.en, cue.act.say),
                *(cue.start, cue.to, cue.facing, cue.act.object, cue.basis, cue.music),
                *(cue.beat and cue.beat.cycle, cue.throw, cue.only),
            ]


@pytest.mark.parametrize("text", TEXTS)
def test_the_rows_are_those_of_the_cue_sheet_under_every_choice_and_result(text: str) -> None:
    given: list[dict[str, Any]] = [
        {
            "text": text,
            "school": school,
            "mode": mode,
            "pairs": pairs,
            "rounds": rounds,
            "results": list(results if rounds == 3 else results[:1]),
        }
        for school, mode, pairs, rounds, results in product(
            SCHOOLS, cues.MODES, (1, 3), (1, 3), RESULTS[:: 1 if text == "liji" else 5]
        )
    ]
    for it, found in zip(given, scripts(FLAT, given), strict=True):
        one = it["rounds"] == 1
        choices = cues.Choices(
            school=it["school"],
            text=text,
            mode=it["mode"],
            pairs=it["pairs"],
            round=1 if one else None,
            results=tuple(it["results"]),
        )
        assert found == list(rows(choices)), it


def test_as_many_pairs_as_there_may_be_do_what_they_do_on_the_cue_sheet() -> None:
    most = data()["most_pairs"]
    given = {"text": "liji", "school": "lu", "pairs": most, "rounds": 3, "results": list("GHT")}
    inputs = [given | {"mode": mode} for mode in cues.MODES]
    for it, found in zip(inputs, scripts(FLAT, inputs), strict=True):
        choices = cues.Choices(mode=it["mode"], pairs=most, results=("G", "H", "T"))
        assert found == list(rows(choices))


def test_the_drum_is_off_armed_and_on_where_the_cue_sheet_says_but_begins_with_the_first_throw() -> None:
    call = """(pairs) => {
      const sheet = DATA.sheets["liji|lu|exchange"];
      const stops = stopsOf(DATA, sheet, { pairs, rounds: 3 }, []);
      const step = ({ rows, slots }) => DATA.rows[rows[0] ?? slots[0][0]].step;
      return stops.map((stop) => [stop.kind, step(stop), musicAt(DATA, stop)]);
    }"""
    for stops in scripts(call, [1, 3]):
        for kind, step, music in stops:
            on = kind != "act"
            assert on == (step in ("R23", "R24"))
            assert music == ("on" if on else "arm" if step in ("R21", "R22") else "off")


def test_the_lines_of_the_song_go_with_the_cycles_as_on_the_cue_sheet() -> None:
    found: list[Any] = []
    given: list[Any] = []
    for mode in cues.MODES:
        choices = cues.Choices(mode=mode, pairs=2)
        lengths = {name: Fraction(8) for name in cues.cadences(rite(), choices)}
        for cue in cues.cue_sheet(rite(), choices, lengths).cues:
            if cue.beat:
                given.append([mode, cue.beat.cycle])
                found.append(list(cue.song_line) if cue.song_line else [None, None])
    call = """([mode, cycle]) =>
      ["zh-Hant", "zh-Hans"].map((script) => lineIn(DATA, DATA.sheets[`liji|lu|${mode}`], cycle, script))"""
    assert scripts(call, given) == found


# --- what was hit ---------------------------------------------------------------------------------


def test_hits_give_the_result_and_the_announcement_of_the_package() -> None:
    """All counts of three pairs, in the words of each book."""
    most = 4 * 3
    given = [
        ["g" * guest + "h" * host, say]
        for guest, host, say in product(
            range(most + 1), range(most + 1), ("announce", "dadai-announce", "dingzhai-announce")
        )
    ]
    call = """([thrown, say]) => {
      const { guest, host } = hitsOf(thrown);
      const said = (spelling) => saidIn(DATA, say, spelling, Math.abs(guest - host));
      return [resultOf(thrown), Object.fromEntries(Object.keys(DATA.amounts).map((key) => [key, said(key)]))];
    }"""
    for (thrown, say), (result, said) in zip(given, scripts(call, given), strict=True):
        guest, host = thrown.count("g"), thrown.count("h")
        told = counting.announce(guest, host)
        assert result == {None: "T", Side.GUEST: "G", Side.HOST: "H"}[told.winner]
        if told.winner is None:
            continue
        formula = rite().formulas[say]
        amounts = {
            "hant": Language.TRADITIONAL,
            "hans": Language.SIMPLIFIED,
            "en": Language.ENGLISH,
            "ko": Language.KOREAN,
        }
        for key, text in said.items():
            before, _, after = getattr(formula, key).partition(rite_data.UNCOUNTED[key])
            assert text.startswith(before)
            assert text.endswith(after)
            amount = text.removeprefix(before).removesuffix(after)
            if key in amounts:
                assert amount == told.amount(amounts[key])
        if say == "announce":
            assert said["hant"] == f"{told.said(Language.TRADITIONAL)}。"
            assert said["pinyin"] == told.pinyin
            assert said["korean"] == told.hangul


def test_every_announcement_has_a_place_for_what_was_counted() -> None:
    announced = [each for key, each in data()["formulas"].items() if key.endswith("announce")]
    assert len(announced) == 3
    assert all(text.count("{0}") == 1 for each in announced for text in each.values())
    others = [each for key, each in data()["formulas"].items() if not key.endswith("announce")]
    assert not any("{" in text for each in others for text in each.values())


def test_horses_and_congratulation_are_those_of_the_package_after_all_results() -> None:
    for letters in RESULTS[1:]:
        found = data()["horses"][letters]
        rounds = tuple(map(horses.Round, letters))
        assert found["standing"] == horses.standing(rounds)[-1]
        if len(letters) == 3:
            end = horses.settle(rounds)
            assert (found["end"], found["merged"], found["celebrate"], found["flags"]) == (
                end.horses,
                end.merged,
                end.celebrate,
                end.flags,
            )
    assert len(data()["horses"]) == len(RESULTS) - 1


def test_arrows_come_by_turns_the_guests_first_and_no_more_than_there_are() -> None:
    given = [
        ["", 4],
        ["g", 4],
        ["x", 4],
        ["gh", 4],
        ["gg", 4],
        ["h", 4],
        ["gxgx", 4],
        ["gxgxhhhh", 4],
        ["hhhh", 4],
    ]
    expected = ["guest", "host", "host", "guest", "host", "guest", "host", None, "guest"]
    assert scripts("([thrown, most]) => turnOf(thrown, most)", given) == expected


# --- how far it has come --------------------------------------------------------------------------


def test_a_progress_is_written_and_read_back() -> None:
    given = [
        "",
        "liji.exchange.1.3.0.0.gh__",
        "dadai.throw.3.1.57.12.ghxy_gg_",
        "liji.free.10.3.999.99999.__" + "g" * 40,
    ]
    call = "(code) => codeOf(progressFrom(code))"
    assert scripts(call, given) == given
    assert scripts(call, ["liji.exchange.1.3.0.0.__"]) == [""]


@pytest.mark.parametrize(
    "code",
    [
        *("liji", "liji.exchange.1.3.0.0", "liji.exchange.0.3.0.0.__", "liji.exchange.11.3.0.0.__"),
        *("liji.exchange.1.2.0.0.__", "liji.else.1.3.0.0.__", "liji.exchange.1.3.-1.0.__", "a b"),
        *("liji.exchange.1.3.0.0.ggggg__", "liji.exchange.2.3.0.0.xxxxxxxxx__", "liji.exchange.1.3.0.0.q__"),
        *("liji.exchange.1.3.0.0.___", "__proto__.exchange.1.3.0.0.__", "liji.exchange.1.3.0.0.__\n"),
    ],
)
def test_what_is_no_progress_is_refused(code: str) -> None:
    assert scripts("(code) => progressFrom(code)", [code]) == [None]


def test_no_progress_leads_out_of_the_rite() -> None:
    """Whatever an address says, there is a stop, and a result where it was counted."""
    codes = [
        f"{text}.{mode}.{pairs}.{rounds}.{at}.0.{throws}"
        for text in ("liji", "constructor", "nobody")
        for mode in cues.MODES
        for pairs, rounds in ((1, 1), (2, 3), (10, 3))
        for at in (0, 33, 36, 60, 91, 150, 999)
        for throws in ("__", "gh_g_h", "g_g_g", "hh_xx_gy")
    ]
    call = """(code) => {
      const { stops, stop, at, results } = course(DATA, progressFrom(code), "lu");
      return [stops.length, at, stop.kind, results.join("")];
    }"""
    for code, (count, at, kind, results) in zip(codes, scripts(call, codes), strict=True):
        assert 0 <= at < count, code
        assert at == min(int(code.split(".")[4]), count - 1)
        assert kind in ("act", "throws", "after")
        assert len(results) <= int(code.split(".")[3])
        if at == count - 1:
            assert len(results) == int(code.split(".")[3])


def test_who_goes_beyond_a_counting_lands_where_the_result_leads() -> None:
    call = """([code, to]) => {
      const progress = progressFrom(code);
      const at = landing(DATA, progress, "lu", to);
      const step = (stop) => [rowAt(DATA, stop).step, stop.round];
      const wanted = course(DATA, progress, "lu").stops[to];
      return [step(wanted), step(course(DATA, { ...progress, at }, "lu").stop)];
    }"""
    ends = {"R26", "R27", "R28", "R29"}
    given: list[Any] = [
        [f"liji.exchange.1.3.3.0.{throws}", to] for throws in ("__", "g_h_") for to in range(92)
    ]
    for (code, to), (wanted, landed) in zip(given, scripts(call, given), strict=True):
        tied = code.endswith("__") or (code.endswith("_") and wanted[1] == 3)
        if tied and wanted[0] in ends:
            assert landed == ["R26", wanted[1]]
        elif wanted[0] == "R31" or (wanted[0], code[-2:]) == ("R32", "__"):
            assert landed == ["R32", 0]  # nobody is congratulated
        else:
            assert landed == wanted, to


def test_another_choice_keeps_the_step() -> None:
    call = """([from, to, at]) => {
      const [old, other] = [from, to].map((code) => ({ ...progressFrom(code), at }));
      const was = course(DATA, old, "lu").stop;
      const stops = stopsOf(DATA, sheetOf(DATA, other, "lu"), other, []);
      const step = ({ rows, slots }) => DATA.rows[rows[0] ?? slots[0][0]].step;
      const now = stops[Math.max(placeLike(stops, DATA, was), 0)];
      return [[step(was), was.round], [step(now), now.round]];
    }"""
    codes = ["liji.exchange.1.3.0.0.__", "dadai.throw.3.3.0.0.__", "dingzhai.free.2.3.0.0.__"]
    given = [[one, other, at] for one, other in product(codes, codes) for at in range(0, 80, 3)]
    for it, (was, now) in zip(given, scripts(call, given), strict=True):
        if was != ["R15", 0]:  # where one book has more
            assert was == now, it
