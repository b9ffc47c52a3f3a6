"""The sound of the player: the drums of the package, each stroke at its frame, whatever is changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy
import pytest
from conftest import NAMES, performance
from numpy.typing import NDArray
from player.browsing import decoded, page_with
from player.drawn import arguments, practised, written
from player.scripts import run_scripts
from sound.hearing import beats
from sound.hearing import row as row_heard
from sound.test_drums import decay, loudness, middle, small

from touhu_music import Drum, Performance, Use, library
from touhu_music.live.transport import Settings, due, start
from touhu_music.performance import Accent, Timing
from touhu_music.player.data import sounds_data
from touhu_music.practice import PLAIN, Practice, Rehearsal, Voice
from touhu_music.sound import membrane
from touhu_music.sound.mixing import Mix, hit
from touhu_music.sound.voices import CLICK, STROKE, Voices, placed

FILES: Final = ("performance.js", "transport.js", "drums.js", "takes.js", "sound.js")
DATA: Final = {"sounds": sounds_data()}
TEMPI: Final = (20, 60, 133, 400)
RATE: Final = 48_000


# --- the drums ---------------------------------------------------------------------------------


@cache
def takes(drum: Drum, rate: int = RATE) -> tuple[NDArray[numpy.float32], ...]:
    """Return the strokes that the script makes."""
    call = "([drum, rate]) => drumStrokes(DATA.sounds.shiwen[drum], rate).map((it) => [...it])"
    (found,) = run_scripts(FILES, call, [[drum.word, rate]], DATA)
    return tuple(numpy.array(take, numpy.float32) for take in found)


def of_package(drum: Drum, rate: int = RATE) -> tuple[NDArray[numpy.float32], ...]:
    return membrane.strokes(library.sounds("shiwen").tone(drum), rate, 0)


def mean(measure: Any, waves: tuple[NDArray[numpy.float32], ...]) -> float:
    return float(numpy.mean([measure(wave[:, None]) for wave in waves]))


def root_mean_square(wave: NDArray[numpy.float32]) -> float:
    return float(numpy.sqrt((wave.astype(float) ** 2).mean()))


@pytest.mark.parametrize("drum", Drum)
def test_a_drum_is_that_of_the_package(drum: Drum) -> None:
    ours, theirs = takes(drum), of_package(drum)
    assert len(ours) == len(theirs)
    assert {len(wave) for wave in ours} == {len(theirs[0])}
    for measure, near in ((middle, 0.02), (decay, 0.02), (root_mean_square, 0.01)):
        assert mean(measure, ours) == pytest.approx(mean(measure, theirs), rel=near)
    through = [mean(lambda it: middle(small(it)), waves) for waves in (ours, theirs)]
    assert through[0] == pytest.approx(through[1], rel=0.02)
    level = [loudness(numpy.concatenate(waves)) for waves in (ours, theirs)]
    assert level[0] == pytest.approx(level[1], abs=0.2)
    lowest = [numpy.abs(numpy.fft.rfft(waves[0], 2**17)).argmax() for waves in (ours, theirs)]
    assert lowest[0] == pytest.approx(lowest[1], rel=0.005)


@pytest.mark.parametrize("drum", Drum)
def test_strokes_differ_a_little_begin_at_once_and_fade_to_nothing(drum: Drum) -> None:
    waves = takes(drum)
    for number, one in enumerate(waves):
        for other in waves[:number]:
            assert 0.7 < numpy.corrcoef(one, other)[0, 1] < 0.9999
        assert round(float(one[0]) * STROKE * 2**15) > 0
        assert one[-1] == 0
        assert numpy.abs(one[-RATE // 100 :]).max() < 1e-4
    levels = [20 * numpy.log10(numpy.linalg.norm(wave)) for wave in waves]
    assert 0.5 < max(levels) - min(levels) < 3


@pytest.mark.parametrize("drum", Drum)
def test_a_drum_is_the_same_at_another_rate(drum: Drum) -> None:
    for measure in (middle, decay):
        there = numpy.mean([measure(wave[:, None], 22_050) for wave in takes(drum, 22_050)])
        assert there == pytest.approx(mean(measure, takes(drum)), rel=0.02)


def test_the_click_is_that_of_the_package() -> None:
    (found,) = run_scripts(FILES, "(rate) => [...clickStroke(rate)]", [RATE], DATA)
    assert found == pytest.approx(membrane.click(RATE), abs=1e-6)


# --- the engine, on a machine whose time only passes when it is told ---------------------------

QUIET: Final = str(Path(__file__).with_name("quiet_machine.js"))
SESSION: Final = """(input) => {
  machine.now = 7.25; machine.started = []; machine.timers.clear();
  const rows = input.rows.map((row) => perform(...row));
  const settingsOf = (it) => ({
    performance: rows[it.row], beatsPerMinute: it.tempo === null ? null : Fraction.of(it.tempo),
    muted: it.muted, loop: it.loop, countIn: it.countIn, practice: practiceOf(it.practice),
  });
  const heard = [];
  const lost = [];
  let ends = 0;
  const player = new Player(DATA.sounds, {
    onStroke: (it) => it.moment && heard.push([it.time, it.moment.voice, it.moment.cycle,
      it.moment.stroke && it.moment.stroke.number, it.performance.count, machine.now]),
    onLost: (strokes) => lost.push(strokes),
    onEnd: () => { ends += 1; },
  });
  player.takes.made = (machine.made ??= player.takes.made);
  player.play(settingsOf(input.settings));
  const origin = player.run.origin / machine.rate;
  for (const { seconds, settings } of input.changes) {
    passUntil(origin + seconds, input.every);
    player.change(settingsOf(settings));
  }
  passUntil(origin + input.end, input.every);
  const sources = machine.started.filter((it) => !it.takenBack);
  const frame = (time) => Math.round((time - origin) * machine.rate);
  return {
    lost, ends, playing: player.playing,
    started: sources.filter((it) => it.time <= machine.now).map((it) => frame(it.time)),
    exact: sources.every((it) => Number.isInteger(Math.round(it.time * machine.rate * 1e4) / 1e4)),
    struck: machine.started.map((it) => frame(it.time)),
    cutOff: machine.started.filter((it) => it.cutOff).length,
    late: machine.started.filter((it) => it.late).length,
    heard: heard.map(([time, ...rest]) => [frame(time), ...rest.slice(0, 3)]),
    early: heard.filter((it) => it[0] > it.at(-1)).length,
    counts: heard.map((it) => it.at(-2)),
    laid: player.run ? player.run.laid.length : 0,
  };
}"""


def sessions(given: list[Any]) -> list[Any]:
    return run_scripts([QUIET, *FILES], SESSION, given, DATA)


def given_settings(it: Settings, rows: list[Performance]) -> dict[str, Any]:
    return {
        "row": next(place for place, row in enumerate(rows) if row is it.performance),
        "tempo": it.beats_per_minute and written(it.beats_per_minute),
        "muted": [it.muted.word] if it.muted else [],
        "loop": it.loop,
        "countIn": it.count_in,
        "practice": practised(it.practice),
    }


def frames(seconds: list[Fraction]) -> list[int]:
    return [round(each * RATE) for each in seconds]


@pytest.mark.parametrize("every", [0.2, 1.0])
@pytest.mark.parametrize("tempo", ["400", "133", "72.5"])
def test_a_loop_of_half_an_hour_does_not_drift_even_where_timers_tick_once_a_second(
    tempo: str, every: float
) -> None:
    it = performance("xue-2", beats_per_minute=Fraction(tempo), timing=Timing.ON_GU, gap=Fraction(1, 2))
    settings = Settings(({it.use: it},), use=it.use)
    (found,) = sessions(
        [
            {
                "rows": [arguments(it)],
                "settings": given_settings(settings, [it]),
                "changes": [],
                "end": 1800,
                "every": every,
            }
        ]
    )
    period, cycle, expected = it.seconds(it.period), 0, []
    while cycle * period <= 1800:
        expected += [cycle * period + it.seconds(stroke.onset) for stroke in it.pattern]
        cycle += 1
    assert found["started"] == [each for each in frames(expected) if each <= 1800 * RATE]
    assert found["exact"]
    assert (found["lost"], found["late"], found["cutOff"], found["early"]) == ([], 0, 0, 0)
    assert found["laid"] < 60  # nothing grows


def drawn_settings(random: Random, rows: Sequence[Performance]) -> Settings:
    chosen = random.randrange(len(rows))
    return Settings(
        tuple({row.use: row} for row in rows),
        row=chosen,
        use=rows[chosen].use,
        beats_per_minute=random.choice((None, Fraction(random.randint(20, 400)))),
        muted=random.choice((None, None, *Drum)),
        loop=random.random() < 0.9,
        count_in=random.choice((0, 3)),
        practice=Practice(click=random.random() < 0.2, leave_strokes=Fraction(random.randint(0, 1), 3)),
    )


def drawn_rows(random: Random) -> list[Performance]:
    all_rows = [(name, use) for name in NAMES for use in Use]
    return [
        performance(name, use, beats_per_minute=Fraction(random.randint(20, 400)), cycles=2)
        for name, use in random.sample(all_rows, 3)
    ]


def drawn_session(random: Random) -> tuple[dict[str, Any], list[list[Any]]]:
    """Draw changes right after strokes, and return also what the package would play: frames, what, where."""
    rows = drawn_rows(random)
    settings = drawn_settings(random, rows)
    begun, position, end = given_settings(settings, rows), start(settings), Fraction(0)
    changes: list[dict[str, Any]] = []
    sounds: list[list[Any]] = []
    for _ in range(80):
        coming = due(position, settings)
        end = coming.seconds
        if it := coming.moment:
            sounds.append([round(end * RATE), str(it.voice), it.cycle, it.stroke and it.stroke.number])
        if coming.then is None:
            break
        position = coming.then
        if random.random() < 0.15 and due(position, settings).seconds > end + Fraction(1, 10):
            settings = drawn_settings(random, rows)
            changes.append({"seconds": float(end) + 0.002, "settings": given_settings(settings, rows)})
    session = {"rows": list(map(arguments, rows)), "settings": begun, "changes": changes}
    return {**session, "end": float(end) + 0.05, "every": random.choice((0.2, 1.0))}, sounds


def test_whatever_is_changed_what_sounds_is_what_the_package_plays() -> None:
    random = Random(1)
    drawn = [drawn_session(random) for _ in range(120)]
    for (given, sounds), there in zip(drawn, sessions([given for given, _ in drawn]), strict=True):
        last = round((given["end"] - 0.06) * RATE)  # what comes together with the last one is left out
        assert [frame for frame in there["started"] if frame < last] == [
            frame for frame, *_ in sounds if frame < last
        ]
        assert (there["lost"], there["late"], there["cutOff"], there["early"]) == ([], 0, 0, 0)
        known = [each for each in there["heard"] if each[0] < last]
        assert known == sounds[: len(known)]
        untold = [frame for frame, *_ in sounds[len(known) :]]
        assert all(frame > last - 1.1 * RATE for frame in untold)  # the next tick tells it


def test_a_change_at_any_moment_loses_no_stroke_and_doubles_none() -> None:
    """Also a few milliseconds before a stroke, which can then no longer be taken back."""
    random, drawn = Random(2), []
    for _ in range(120):
        rows = drawn_rows(random)
        settings = [
            replace(drawn_settings(random, rows), muted=None, loop=True, practice=PLAIN) for _ in range(30)
        ]
        moments = sorted(random.uniform(0, 30) for _ in settings[1:])
        changes = [
            {"seconds": seconds, "settings": given_settings(each, rows)}
            for seconds, each in zip(moments, settings[1:], strict=True)
        ]
        begun = given_settings(settings[0], rows)
        session = {"rows": list(map(arguments, rows)), "settings": begun, "changes": changes}
        drawn.append({**session, "end": 33, "every": random.choice((0.2, 1.0))})
    for there in sessions(drawn):
        heard = there["heard"]
        assert (there["lost"], there["late"], there["cutOff"]) == ([], 0, 0)
        assert there["started"][: len(heard)] == [frame for frame, *_ in heard]
        places = [
            (each[2], each[3], count) for each, count in zip(heard, there["counts"], strict=True) if each[2]
        ]
        assert places[0][:2] == (1, 1)
        for (cycle, number, count), following in pairwise(places):
            assert following[:2] == ((cycle + 1, 1) if number == count else (cycle, number + 1))
        steps = [after[0] - before[0] for before, after in pairwise(heard)]
        assert min(steps) >= 60 * RATE // 400


def test_a_stroke_that_is_near_is_left_alone_and_the_next_one_obeys() -> None:
    """The hardware may have it already; what comes after it is in the new tempo, and muted."""
    it = performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(60))
    settings = Settings(({it.use: it},))
    changed = replace(settings, beats_per_minute=Fraction(120), muted=Drum.GU)
    change = {"seconds": 2.98, "settings": given_settings(changed, [it])}
    session = {"rows": [arguments(it)], "settings": given_settings(settings, [it]), "changes": [change]}
    (found,) = sessions([{**session, "end": 6.1, "every": 0.2}])
    seconds = [frame / RATE for frame in found["started"]]
    assert it.row.startswith("○□○□○○○□□○")
    assert seconds == [0, 1, 2, 3, 3.5, 4, 4.5, 6]
    assert found["struck"].count(3 * RATE) == 1


def test_what_a_sleeping_machine_misses_stays_silent_and_the_place_is_kept() -> None:
    """Timers that come every ten seconds find strokes for the next two and a half."""
    it = performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(60))
    settings = given_settings(Settings(({it.use: it},)), [it])
    (found,) = sessions(
        [{"rows": [arguments(it)], "settings": settings, "changes": [], "end": 40, "every": 10}]
    )
    sounded = [each // RATE for each in found["started"]]
    assert [each * RATE for each in sounded] == found["started"]
    assert (found["late"], found["cutOff"]) == (0, 0)
    assert 8 < len(sounded) < 20
    assert sum(found["lost"]) + len(sounded) in range(40, 44)
    assert [[second * RATE, second // 12 + 1, second % 12 + 1] for second in range(38)] == [
        [frame, cycle, number] for frame, _, cycle, number in found["heard"]
    ][:38]


def test_without_loop_it_ends_when_the_last_stroke_has_died_away() -> None:
    it = performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(60), cycles=2)
    settings = given_settings(replace(Settings(({it.use: it},)), loop=False, count_in=2), [it])
    (found,) = sessions(
        [{"rows": [arguments(it)], "settings": settings, "changes": [], "end": 60, "every": 1}]
    )
    assert (found["ends"], found["playing"]) == (1, False)
    assert found["started"] == [second * RATE for second in range(26)]
    assert [voice for _, voice, *_ in found["heard"][:3]] == ["click", "click", "pi"]


def test_a_volume_is_that_of_its_drum_and_the_loudness_of_all_another() -> None:
    call = """(input) => {
      const player = new Player(DATA.sounds);
      player.volume("gu", 0.5);
      player.play({ performance: perform(...input), beatsPerMinute: null, muted: [], loop: true,
        countIn: 1, practice: practiceOf() });
      const before = [...player.run.desk.ways.values()].map(({ node }) => node.gain.value);
      player.volume("pi", 0);
      player.volume("all", 0.25);
      const after = [...player.run.desk.ways.values()].map(({ node }) => node.gain.value);
      return [before, after, player.output.gain.value, player.run.output.gain.value];
    }"""
    it = performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(120))
    (found,) = run_scripts([QUIET, *FILES], call, [arguments(it)], DATA)
    click, pi, gu = (2**0.5 * gain for gain in (CLICK, STROKE, STROKE * 10 ** (-0.4 / 20) / 2))
    assert found[0] == pytest.approx([click, pi, gu])
    assert found[1] == pytest.approx([click, 0, gu])
    assert found[2:] == pytest.approx([1.2 / 4, 1])


# --- a real browser ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with page_with(FILES, DATA) as opened:
        yield opened


RENDERED: Final = """async ([performance, practice, rate]) => {
  const takes = new Takes(DATA.sounds);
  const options = { practice: practiceOf(practice), rate };
  const found = await renderOffline(perform(...performance), takes, options);
  return [found.sampleRate, encoded(found.getChannelData(0)), encoded(found.getChannelData(1))];
}"""


def rendered(page: Any, it: Performance, rate: int, practice: Practice = PLAIN) -> NDArray[numpy.float32]:
    """Return what the page renders: a row of samples for each ear."""
    found, *ears = page.evaluate(RENDERED, [arguments(it), practised(practice), rate])
    assert found == rate
    return numpy.stack([decoded(ear) for ear in ears])


@cache
def made_in(page: Any, sounds: str, rate: int) -> Voices:
    """Return the strokes of the page as the voices of the package, with its gains and places."""
    call = """([name, voice, rate]) => new Takes(DATA.sounds).of(name, voice, rate).map(encoded)"""
    found = {
        voice: [decoded(take) for take in page.evaluate(call, [sounds, str(voice), rate])] for voice in Voice
    }
    tones = {Voice(drum.word): library.sounds(sounds).tone(drum) for drum in Drum}
    return Voices(
        {
            voice: tuple(
                placed(take, STROKE * 10 ** (tones[voice].level / 20), tones[voice].place)
                if voice in tones
                else placed(take, CLICK, 0)
                for take in takes
            )
            for voice, takes in found.items()
        }
    )


def mixed_by_package(
    page: Any, it: Performance, rate: int, practice: Practice = PLAIN
) -> NDArray[numpy.float32]:
    """Return the same strokes, mixed by the package."""
    voices, rehearsal = made_in(page, it.plan.sounds.name, rate), Rehearsal(it, practice)
    hits = [hit(moment.seconds, rate, voices.wave(moment, len(it.pattern))) for moment in rehearsal.moments()]
    end = max(round(rehearsal.starts()[-1] * rate), *(each.frame + len(each.wave) for each in hits))
    return Mix(tuple(hits), end, voices.longest).stretch(0, end).T


@pytest.mark.parametrize("tempo", TEMPI)
@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("name", NAMES)
def test_the_page_renders_the_strokes_of_the_package_each_at_its_frame(
    page: Any, name: str, use: Use, tempo: int
) -> None:
    rate = 22_050
    it = performance(name, use, beats_per_minute=Fraction(tempo), cycles=1 if tempo < 60 else 2)
    found, expected = rendered(page, it, rate), mixed_by_package(page, it, rate)
    assert found.shape == expected.shape
    assert numpy.abs(found - expected).max() < 1e-5
    struck = "".join(stroke.drum for stroke in it.strokes)
    onsets = [float(it.seconds(stroke.onset)) for stroke in it.strokes]
    for sound in found.mean(0), small(found.mean(0), rate):
        heard = beats(sound, rate)
        assert row_heard(heard) == struck
        assert [beat.seconds for beat in heard] == pytest.approx(onsets, abs=0.006)


def test_what_else_is_chosen_is_rendered_as_well(page: Any) -> None:
    it = performance(
        "xue-1",
        beats_per_minute=Fraction("133.3"),
        timing=Timing.ON_GU,
        cycles=4,
        gap=Fraction(3, 2),
        count_in=3,
        accent=Accent.GU,
        sounds=library.sounds("organology"),
    )
    practice = Practice(respond=True, leave_strokes=Fraction(1, 4), seed=3)
    found, expected = (mix(page, it, RATE, practice) for mix in (rendered, mixed_by_package))
    assert found.shape == expected.shape
    assert numpy.abs(found - expected).max() < 1e-5


def test_a_long_sound_is_exact_to_its_end_and_has_no_seam(page: Any) -> None:
    """Three minutes of cycles, scheduled in pieces."""
    rate = 22_050
    it = performance("lu-2", Use.TOUHU, beats_per_minute=Fraction(133), cycles=31)
    found, expected = (mix(page, it, rate) for mix in (rendered, mixed_by_package))
    assert found.shape == expected.shape
    assert numpy.abs(found - expected).max() < 1e-5


def test_each_ear_hears_its_own_row(page: Any) -> None:
    call = """async ([choices, columns]) => {
      const sides = [{ section: "after_half", columns }];
      const together = performTogether(sides, "touhu", choices);
      const found = await renderOffline(together, new Takes(DATA.sounds), { rate: 22_050 });
      return [encoded(found.getChannelData(0)), encoded(found.getChannelData(1))];
    }"""
    one, other = "○□○□○○○□□○□○", "○□○○○□□○"
    columns = list(zip_longest(*([Drum(mark).word for mark in row] for row in (one, other))))
    ears = page.evaluate(call, [arguments(performance())[2], columns])
    assert [row_heard(beats(decoded(ear), 22_050)) for ear in ears] == [one, other]


def test_what_is_taken_back_before_its_time_is_never_heard(page: Any) -> None:
    call = """async () => {
      const context = new OfflineAudioContext(1, 2 * 48_000, 48_000);
      const source = context.createConstantSource();
      source.connect(context.destination);
      source.start(1);
      const desk = new Desk(context, context.destination, new Takes(DATA.sounds), FULL);
      context.suspend(0.5).then(() => { desk.takeBack(source); return context.resume(); });
      const found = await context.startRendering();
      return Math.max(...found.getChannelData(0).map(Math.abs));
    }"""
    assert page.evaluate(call) == 0


def test_strokes_that_a_worker_makes_ahead_are_those_that_the_page_makes(page: Any) -> None:
    call = """async (rate) => {
      const [ahead, here] = [new Takes(DATA.sounds), new Takes(DATA.sounds)];
      ahead.ahead(rate);
      const none = ahead.made.size;
      for (const drum of ["pi", "gu"]) here.of("shiwen", drum, rate);
      const drums = [...here.made.keys()];
      while (ahead.made.size < drums.length) await new Promise((resolve) => setTimeout(resolve, 10));
      const same = (key) => here.made.get(key).every((take, number) =>
        take.every((sample, frame) => sample === ahead.made.get(key)[number][frame]));
      return [none, drums.map(same)];
    }"""
    assert page.evaluate(call, 22_050) == [0, [True, True]]


def test_where_there_are_no_workers_strokes_are_made_when_they_are_struck(page: Any) -> None:
    call = """async (performance) => {
      const { Worker } = window;
      window.Worker = class { constructor() { throw new DOMException("refused"); } };
      const takes = new Takes(DATA.sounds);
      takes.ahead(22_050);
      new Ticker(() => undefined).stop();
      window.Worker = Worker;
      const found = await renderOffline(perform(...performance), takes, { rate: 22_050 });
      return found.getChannelData(0).some((sample) => sample > 0.1);
    }"""
    assert page.evaluate(call, arguments(performance(cycles=1)))


LIVE: Final = """async (input) => {
  const struck = [];
  const { start, stop } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (time) {
    struck.push({ source: this, time });
    return start.call(this, time);
  };
  AudioBufferSourceNode.prototype.stop = function (...times) {
    struck.splice(struck.findIndex((it) => it.source === this), 1);
    return stop.apply(this, times);
  };
  const [slow, fast] = input.tempi.map((tempo) => Fraction.of(tempo));
  const [first, second] = input.rows.map((row) => perform(...row));
  let settings = { performance: first, beatsPerMinute: slow, muted: [], loop: true, countIn: 2,
    practice: practiceOf() };
  const heard = [];
  const states = [];
  let settle;
  const done = new Promise((resolve) => { settle = resolve; });
  const changes = new Map([
    [5, { beatsPerMinute: fast }], [9, { muted: ["pi"] }], [11, { muted: [] }],
    [16, { performance: second }], [22, { beatsPerMinute: slow }], [25, { beatsPerMinute: fast }],
  ]);
  const player = new Player(DATA.sounds, {
    onState: (state) => states.push(state),
    onStroke: (it) => {
      heard.push([it.time, it.moment && it.moment.voice, it.moment && it.moment.stroke?.number,
        player.heardAt()]);
      const change = changes.get(heard.length);
      if (change) player.change((settings = { ...settings, ...change }));
      if (heard.length === 40) settle();
    },
  });
  const running = await player.unlock();
  player.play(settings);
  const look = () => { player.look(); if (player.playing) requestAnimationFrame(look); };
  look();
  await done;
  const last = heard.at(-1)[0];
  const times = struck.map((it) => it.time).filter((time) => time <= last);
  player.stop();
  await new Promise((resolve) => setTimeout(resolve, 50));
  Object.assign(AudioBufferSourceNode.prototype, { start, stop });
  return { heard, times, running, states, rate: player.context.sampleRate, playing: player.playing };
}"""


def test_changes_while_it_sounds_lose_no_stroke_and_double_none(page: Any) -> None:
    """Compared are the times at which the browser was told to start each stroke."""
    rows = [performance(name, Use.TOUHU, cycles=1) for name in ("lu-1", "xue-1")]
    given = {"rows": [arguments(it) for it in rows], "tempi": ["240", "400"]}
    found = page.evaluate(LIVE, given)
    assert (found["running"], found["playing"]) == (True, False)
    assert "running" in found["states"]
    sounded = [it for it in found["heard"] if it[1]]
    assert found["times"] == [it[0] for it in sounded]
    assert all(time <= heard for time, *_, heard in found["heard"])
    rate = found["rate"]
    on_frames = [time * rate for time in found["times"]]
    assert on_frames == pytest.approx([round(frame) for frame in on_frames], abs=1e-3)
    # Muted strokes and the turns of cycles are told as well, and all stand in their order.
    numbers = [number for _, voice, number, _ in found["heard"] if voice and voice != "click"]
    voices = [voice for _, voice, number, _ in found["heard"] if number]
    patterns = [[stroke.drum.word for stroke in it.pattern] for it in rows]
    assert all(
        voice in {pattern[number - 1] for pattern in patterns if number <= len(pattern)}
        for voice, number in zip(voices, numbers, strict=True)
    )
    steps = [round((after - before) * rate) for (before, *_), (after, *_) in pairwise(found["heard"])]
    assert set(steps) <= {
        0,
        *(round(60 * rate / tempo) + more for tempo in (240, 400) for more in (-1, 0, 1)),
    }
