"""When each stroke sounds in the player, and what is due next: exactly as the package has it."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest
from conftest import NAMES, performance
from player.drawn import arguments, choices, drawn_performance, drawn_practice, practised, written
from player.drawn import row as row_of
from player.scripts import Thrown, run_scripts
from tables import EDITION

from touhu_music import Use, library, parse, perform, plan
from touhu_music.comparison import hearing
from touhu_music.comparison.aligned import sides
from touhu_music.comparison.alignment import Costs
from touhu_music.comparison.pairs import Row, compare
from touhu_music.errors import PlanError
from touhu_music.live.transport import Settings, due, start
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance, Stroke, Timing
from touhu_music.practice import Moment, Practice, Ramp, Rehearsal, left_out

FILES: Final = ("performance.js", "transport.js")

TOLD: Final = """(it) => ({
  strokes: it.pattern.map((each) => [
    String(new Fraction(BigInt(each.onset), BigInt(it.parts))),
    each.drum, each.number, each.section, each.place, each.accent, each.row, each.ear,
  ]),
  beats: [it.length, it.gap, it.period, it.half].map((parts) =>
    parts === null ? null : String(new Fraction(BigInt(parts), BigInt(it.parts)))),
  rest: [it.use, it.timing, String(it.beatsPerMinute), it.cycles, it.countIn, it.sounds, it.count],
})"""


def scripts(call: str, inputs: list[Any], *expected: str) -> list[Any]:
    return run_scripts(FILES, call, inputs, {}, expected)


def fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def told(stroke: Stroke, row: int = 0, ear: int | None = None) -> list[Any]:
    """Return a stroke as TOLD tells it."""
    return [
        str(stroke.onset),
        stroke.drum.word,
        stroke.number,
        str(stroke.section),
        stroke.place,
        stroke.accent,
        row,
        ear,
    ]


# --- performances ------------------------------------------------------------------------------


def all_performances() -> list[Performance]:
    """Return all rows of the books in all uses and timings, and many that are drawn."""
    of_books = [
        perform(parse(text), use, plan().but("test", timing=timing, gap=Fraction(gap)))
        for text in sorted(set(EDITION.values()))
        for use in Use
        for timing in Timing
        for gap in ("0", "3/2")
    ]
    random = Random(1)
    return of_books + [drawn_performance(random) for _ in range(400)]


def test_each_stroke_falls_where_the_package_lets_it_fall() -> None:
    every = all_performances()
    found = scripts(f"(input) => ({TOLD})(perform(...input))", [arguments(it) for it in every])
    for it, there in zip(every, found, strict=True):
        assert there["strokes"] == [told(stroke) for stroke in it.pattern]
        assert list(map(fraction, there["beats"])) == [it.cycle_beats, it.plan.gap, it.period, it.half]
        chosen = choices(it.plan)
        kept = [chosen[key] for key in ("timing", "beats_per_minute", "cycles", "count_in", "sounds")]
        assert there["rest"] == [str(it.use), *kept, len(it.pattern)]


def chosen_in_python(field: str, value: object) -> None:
    chosen = plan().but("test", **{field: library.choice(field, value)})
    perform(parse("○半○□○○"), Use.ARCHERY, chosen)


@pytest.mark.parametrize(
    "changed, message",
    [
        ({"beats_per_minute": "0.5"}, "tempo must be in range 1..1000, not 1/2"),
        ({"beats_per_minute": 1001}, "tempo must be in range 1..1000, not 1001"),
        ({"beats_per_minute": "fast"}, "tempo must be a number such as 72, 72.5 or 1/2, not 'fast'"),
        ({"gap": "-1"}, "gap must be in range 0..1000, not -1"),
        ({"cycles": 0}, "cycles must be in range 1..100000, not 0"),
        ({"count_in": 65}, "count_in must be in range 0..64, not 65"),
        ({"count_in": 1.5}, "count_in must be a whole number, not 1.5"),
        ({"cycles": 100_000}, "100000 cycles of 5 strokes are more than 100000 strokes"),
    ],
)
def test_a_choice_out_of_its_range_is_refused_as_in_the_package(
    changed: dict[str, Any], message: str
) -> None:
    given = [{"before": "○", "after": "○□○○"}, "archery", choices(plan()) | changed]
    assert scripts("(input) => perform(...input)", [given], "RangeError") == [Thrown("RangeError", message)]
    ((field, value),) = changed.items()
    with pytest.raises(PlanError, match=f"^{re.escape(message)}$"):
        chosen_in_python(field, value)


def test_on_gu_needs_a_gu() -> None:
    given = [{"before": "□", "after": "○○"}, "touhu", choices(plan()) | {"timing": "on-gu"}]
    message = "timing on-gu needs a □, and there is none in this row"
    assert scripts("(input) => perform(...input)", [given], "RangeError") == [Thrown("RangeError", message)]


def test_a_beat_of_more_parts_than_numbers_can_hold_is_refused() -> None:
    row = "".join("□" + "○" * run for run in range(1, 41))
    given = [{"before": "○", "after": row}, "touhu", choices(plan()) | {"timing": "on-gu"}]
    (found,) = scripts("(input) => perform(...input)", [given], "RangeError")
    assert found == Thrown("RangeError", "a beat cannot be divided into so many parts")


def sides_of(row: str) -> tuple[str, str]:
    before, _, after = row.partition(HALF)
    return before, after


@pytest.mark.parametrize("alternate", [False, True])
def test_two_rows_sound_together_as_in_the_files_of_a_comparison(alternate: bool) -> None:
    given, expected = [], []
    rows = {text: Row(name, *sides_of(text)) for name, text in EDITION.items()}
    any_comparison = compare(*list(rows.values())[:2], use=Use.TOUHU, samples=1)
    for one, other in combinations(rows.values(), 2):
        for use in Use:
            comparison = replace(any_comparison, a=one, b=other, use=use)
            columns = [
                {
                    "section": str(side.section),
                    "columns": [
                        [Drum(cell).word if cell else None for cell in each] for each in side.columns
                    ],
                }
                for side in sides([one, other], use, Costs())
            ]
            given.append([columns, str(use), choices(plan()), alternate])
            expected.append(hearing.duet(comparison, alternate))
    found = scripts(f"(input) => ({TOLD})(performTogether(...input))", given)
    for there, duet in zip(found, expected, strict=True):
        for row, ear in enumerate((-1, 1)):
            heard = [each for each in there["strokes"] if each[6] == row]
            assert heard == [told(stroke, row, ear) for stroke in duet.rows[row]]
        onsets = [Fraction(each[0]) for each in there["strokes"]]
        assert onsets == sorted(onsets)
        assert (there["rest"][6], there["beats"][0]) == (duet.columns, str(duet.beats))


def test_a_span_of_a_row_can_be_looped_and_heard_in_two_books_in_turn() -> None:
    call = f"""(input) => {{
      const span = (row) => excerpt(perform(row, "archery", input.choices), 11, 13);
      return [span(input.a), performInTurn(span(input.a), span(input.b))].map({TOLD});
    }}"""
    one, other = performance("lu-1"), performance("xue-2", gap=Fraction(1))
    given = {"a": row_of(one), "b": row_of(other), "choices": choices(other.plan)}
    ((alone, both),) = scripts(call, [given])
    assert [(each[0], each[1], each[2]) for each in alone["strokes"]] == [
        (str(place), stroke.drum.word, stroke.number) for place, stroke in enumerate(one.pattern[10:13])
    ]
    assert alone["beats"] == ["3", "1", "4", "1"]  # the 12th stroke is the first after 半
    assert [(each[0], each[1], each[6]) for each in both["strokes"]] == [
        (onset, stroke.drum.word, row)
        for onset, stroke, row in zip(
            ("0", "1", "2", "4", "5", "6"),
            one.pattern[10:13] + other.pattern[10:13],
            (0, 0, 0, 1, 1, 1),
            strict=True,
        )
    ]
    assert both["beats"] == ["7", "1", "8", None]


# --- practice ----------------------------------------------------------------------------------


def moment(it: Moment | None) -> list[Any] | None:
    return it and [str(it.seconds), str(it.voice), it.cycle, it.stroke and it.stroke.number]


MOMENT: Final = """(it) =>
  it && [String(it.seconds), it.voice, it.cycle, it.stroke && it.stroke.number]"""


def test_a_practice_lets_sound_what_it_lets_sound_in_files() -> None:
    random = Random(2)
    every = [Rehearsal(drawn_performance(random), drawn_practice(random)) for _ in range(400)]
    call = f"""(input) => {{
      const all = [...rehearsed(perform(...input.performance), practiceOf(input.practice))];
      return {{
        moments: all.flatMap(({{ moment }}) => (moment ? [({MOMENT})(moment)] : [])),
        end: String(all.at(-1).seconds),
      }};
    }}"""
    given = [{"performance": arguments(it.performance), "practice": practised(it.practice)} for it in every]
    for it, there in zip(every, scripts(call, given), strict=True):
        assert there["moments"] == [moment(each) for each in it.moments()]
        assert Fraction(there["end"]) == it.starts()[-1]


def test_what_is_left_out_at_random_is_the_same_in_both() -> None:
    random = Random(3)
    drawn: list[tuple[Fraction, int, int, int]] = [
        (
            Fraction(random.randint(0, 16), 16),
            random.choice((0, 5, 2**32, random.randint(0, 2**32))),
            random.randint(1, 100_000),
            random.randint(0, 10_000),
        )
        for _ in range(2000)
    ]
    given = [[written(share), *rest] for share, *rest in drawn]
    found = scripts("([share, ...rest]) => leftOut(Fraction.of(share), ...rest)", given)
    assert found == [left_out(*each) for each in drawn]


def practised_in_python(practice: dict[str, str]) -> None:
    if "ramp" in practice:
        Practice(ramp=Ramp.parse(practice["ramp"]))
    else:
        Practice(leave_strokes=Fraction(practice["leaveStrokes"]))


@pytest.mark.parametrize(
    "practice",
    [
        {"ramp": "60-120"},
        {"ramp": "60--5"},
        {"ramp": "60-120-0"},
        {"ramp": "0-120-5"},
        {"ramp": "60-561-1"},
        {"leaveStrokes": "1.5"},
    ],
)
def test_a_practice_that_the_package_refuses_is_refused_with_its_words(practice: dict[str, str]) -> None:
    (found,) = scripts("practiceOf", [practice], "RangeError")
    with pytest.raises(PlanError, match=f"^{re.escape(found.message)}$"):
        practised_in_python(practice)


# --- transport ---------------------------------------------------------------------------------

STEPS: Final = 60


def drawn_settings(random: Random, rows: tuple[dict[Use, Performance], ...]) -> Settings:
    return Settings(
        rows,
        row=random.randrange(len(rows)),
        use=random.choice(tuple(Use)),
        beats_per_minute=random.choice((None, Fraction(random.randint(20, 400)), Fraction("133.3"))),
        muted=random.choice((None, None, *Drum)),
        loop=random.random() < 0.9,
        count_in=random.choice((0, 0, 3)),
        practice=drawn_practice(random) if random.random() < 0.3 else Practice(),
    )


def test_any_changes_at_any_moment_lead_where_they_lead_in_the_package() -> None:
    """At each step the settings may be other ones; what is due is asked for, and all is the same."""
    random = Random(4)
    given, expected = [], []
    for _ in range(300):
        cadences = [drawn_performance(random) for _ in range(2)]
        rows = tuple({use: perform(it.cadence, use, it.plan) for use in Use} for it in cadences)
        settings, steps = drawn_settings(random, rows), []
        for _ in range(STEPS):
            if random.random() < 0.15:
                settings = drawn_settings(random, rows)
            steps.append(settings)
        played: list[Any] = []
        position = start(steps[0])
        for each in steps:
            coming = due(position, each)
            played.append([str(coming.seconds), moment(coming.moment), coming.then and coming.then.cycle])
            if coming.then is None:
                break
            position = coming.then
        expected.append(played)
        given.append(
            {
                "rows": [{str(use): arguments(it[use]) for use in Use} for it in rows],
                "steps": [
                    {
                        "row": it.row,
                        "use": str(it.use),
                        "tempo": it.beats_per_minute and written(it.beats_per_minute),
                        "muted": [it.muted.word] if it.muted else [],
                        "loop": it.loop,
                        "countIn": it.count_in,
                        "practice": practised(it.practice),
                    }
                    for it in steps
                ],
            }
        )
    call = f"""(input) => {{
      const rows = input.rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([use, it]) => [use, perform(...it)])));
      const settings = input.steps.map((it) => ({{
        performance: rows[it.row][it.use],
        beatsPerMinute: it.tempo === null ? null : Fraction.of(it.tempo),
        muted: it.muted, loop: it.loop, countIn: it.countIn, practice: practiceOf(it.practice),
      }}));
      const found = [];
      let position = startOf(settings[0]);
      for (const each of settings) {{
        const coming = due(position, each);
        found.push([String(coming.seconds), ({MOMENT})(coming.moment), coming.then && coming.then.cycle]);
        position = coming.then;
        if (!position) break;
      }}
      return found;
    }}"""
    for one, other in zip(scripts(call, given), expected, strict=True):
        assert one == other


def test_numbers_are_rounded_as_in_python() -> None:
    random = Random(5)
    drawn = [Fraction(random.randint(-999, 999), random.choice((1, 2, 3, 4, 7))) for _ in range(2000)]
    given = [[it.numerator, it.denominator] for it in drawn]
    call = "([over, under]) => new Fraction(BigInt(over), BigInt(under)).rounded()"
    assert scripts(call, given) == [round(it) for it in drawn]


@pytest.mark.parametrize("name", NAMES)
def test_a_loop_of_half_an_hour_ends_at_the_exact_second(name: str) -> None:
    it = performance(name, Use.TOUHU, beats_per_minute=Fraction(133))
    call = """(input) => {
      const performance = perform(...input);
      const settings = { performance, beatsPerMinute: null, muted: [], loop: true, countIn: 0,
        practice: practiceOf() };
      let coming = due(startOf(settings), settings);
      for (let strokes = 1; strokes < 4000; strokes += Boolean(coming.moment)) {
        coming = due(coming.then, settings);
      }
      return String(coming.seconds);
    }"""
    assert Fraction(scripts(call, [arguments(it)])[0]) == 3999 * Fraction(60, 133) > 30 * 60
