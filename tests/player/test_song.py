"""The song beside the drum: each word where `touhu play --song` has it, on the string of the package."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import mido
import numpy
import pytest
from conftest import NAMES, heard, performance
from player.drawn import arguments, drawn_performance, drawn_practice, practised, written
from player.scripts import run_scripts
from player.test_midi import told

from touhu_music import Performance, Use, parse, perform, plan
from touhu_music.language import Language
from touhu_music.live.singing import Tune
from touhu_music.live.transport import Settings, due, start
from touhu_music.notation import Drum
from touhu_music.performance import Timing
from touhu_music.player.building import in_script
from touhu_music.player.data import sounds_data
from touhu_music.player.song_data import song_data, titles
from touhu_music.render import Options, midi
from touhu_music.song import fitting, songs
from touhu_music.song.sound import instrument, tuning
from touhu_music.sound import strings

SINGING: Final = ("performance.js", "song.js", "transport.js")
SOUNDING: Final = (*SINGING, "drums.js", "strings.js", "takes.js", "sound.js", "midi.js")
DATA: Final = {"sounds": sounds_data(), **song_data()}
QUIET: Final = str(Path(__file__).with_name("quiet_machine.js"))
RATE: Final = 48_000
TUNED: Final = tuple(name for name in songs.songs() if songs.load(name).has_tune)


@cache
def tune(name: str) -> Tune:
    return Tune(songs.load(name), fitting.load(), songs.singing())


def test_the_data_are_small_and_have_each_song_as_its_first_book_prints_it() -> None:
    assert len(in_script(song_data()).encode()) < 10_000
    found = json.loads(json.dumps(song_data()))["songs"]
    assert set(found) == set(titles()) == set(songs.songs())
    for name, shape in found.items():
        song = songs.load(name)
        assert [line[0] for line in shape["lines"]] == [
            "".join(it.word for it in line) for line in song.lines
        ]
        assert sum(shape["stanzas"]) == len(song.lines)
        assert shape["witness"] == ("X" if song.has_tune else "S")
        for line, words in zip(shape["lines"], song.lines, strict=True):
            if song.has_tune:
                assert line[1:] == [
                    "".join(str(it.lulu) for it in words),
                    "".join(str(it.gongche) for it in words),
                    [it.semitones for it in words],
                ]
            else:
                assert len(line) == 1


def test_every_song_is_named_in_each_language_and_what_is_recited_says_so() -> None:
    for name, named in titles().items():
        assert set(named) == set(map(str, Language))
        assert len(set(named.values())) > 1
        recited = ["recited" in named["en"], "誦" in named["zh-Hant"], "낭송" in named["ko"]]
        assert set(recited) == {name not in TUNED}


# --- where each word falls ---------------------------------------------------------------------

WORDS: Final = """({ name, performance, cycles }) => {
  const tune = tuneOf(name, DATA.songs[name]);
  const performed = singable(perform(...performance), tune);
  const beats = (parts) => String(new Fraction(BigInt(parts), BigInt(performed.parts)));
  return Array.from({ length: cycles }, (_, cycle) => sung(performed, tune, cycle + 1).map(
    ({ parts, ends, word }) => [word.hanzi, word.tone, beats(parts), beats(ends)]));
}"""


def short_rows() -> list[Performance]:
    """Return rows of fewer strokes than a line has words, which then share a stroke."""
    return [
        perform(parse(f"○半{row}"), use, plan().but("test", timing=timing, gap=Fraction(1, 3)))
        for row in ("□", "○□", "□○○")
        for use in Use
        for timing in Timing
    ]


def test_each_word_falls_where_the_package_lets_it_fall_in_every_row_song_and_use() -> None:
    random = Random(3)
    rows = [performance(name, use, timing=timing) for name in NAMES for use in Use for timing in Timing]
    rows += [*short_rows(), *(drawn_performance(random) for _ in range(60))]
    given = [
        {"name": name, "performance": arguments(row), "cycles": len(songs.load(name).lines) + 2}
        for name in songs.songs()
        for row in rows
    ]
    every = [(name, row) for name in songs.songs() for row in rows]
    for (name, row), found in zip(every, run_scripts(SINGING, WORDS, given, DATA), strict=True):
        for cycle, words in enumerate(found, 1):
            expected = tune(name).words(row, cycle)
            assert [(hanzi, tone, Fraction(onset), Fraction(ends)) for hanzi, tone, onset, ends in words] == [
                (it.sung.word, it.sung.semitones, it.onset, it.end) for it in expected
            ]


SESSION: Final = """({ rows, begun, changes }) => {
  const settingsOf = (it) => {
    const tune = it.tune && tuneOf(it.tune, DATA.songs[it.tune]);
    return {
      performance: singable(perform(...rows[it.row]), tune), muted: it.muted, loop: it.loop,
      countIn: it.countIn, beatsPerMinute: it.tempo === null ? null : Fraction.of(it.tempo),
      practice: practiceOf(it.practice), tune, unsung: it.unsung,
    };
  };
  let settings = settingsOf(begun);
  let position = startOf(settings);
  const found = [];
  for (let step = 0; position && step < 120; step += 1) {
    if (changes[step]) settings = settingsOf(changes[step]);
    const { seconds, moment, then } = due(position, settings);
    if (moment) found.push([String(seconds), moment.cycle, moment.word ? moment.word.hanzi : moment.voice]);
    position = then;
  }
  return found;
}"""


def drawn_settings(random: Random, rows: list[Performance]) -> Settings:
    name = random.choice([*songs.songs(), None])
    chosen = random.randrange(len(rows))
    return Settings(
        tuple({row.use: row} for row in rows),
        row=chosen,
        use=rows[chosen].use,
        beats_per_minute=random.choice((None, Fraction(random.randint(20, 400)))),
        muted=random.choice((None, None, *Drum)),
        loop=random.random() < 0.9,
        count_in=random.choice((0, 3)),
        practice=drawn_practice(random),
        tune=tune(name) if name else None,
        unsung=random.random() < 0.3,
    )


def given_settings(it: Settings) -> dict[str, Any]:
    return {
        "row": it.row,
        "tempo": it.beats_per_minute and written(it.beats_per_minute),
        "muted": [it.muted.word] if it.muted else [],
        "loop": it.loop,
        "countIn": it.count_in,
        "practice": practised(it.practice),
        "tune": it.tune and it.tune.song.name,
        "unsung": it.unsung,
    }


def walked(begun: Settings, changes: dict[int, Settings]) -> list[list[Any]]:
    """Return what the package plays; a word without a tone makes no sound."""
    settings, found = begun, []
    position: Any = start(settings)
    for step in range(120):
        if position is None:
            break
        settings = changes.get(step, settings)
        coming = due(position, settings)
        if coming.moment:
            found.append([str(coming.seconds), coming.moment.cycle, str(coming.moment.voice)])
        elif coming.word and coming.word.sung.semitones is not None:
            found.append([str(coming.seconds), position.cycle, coming.word.sung.word])
        position = coming.then
    return found


def test_whatever_is_changed_words_and_strokes_come_as_in_the_package() -> None:
    """Silence comes with the next word; the song stays, which `touhu play` is given at the start."""
    random, given, expected = Random(4), [], []
    for _ in range(150):
        rows = [drawn_performance(random) for _ in range(3)]
        begun = drawn_settings(random, rows)
        changes = {
            step: replace(drawn_settings(random, rows), tune=begun.tune)
            for step in random.sample(range(120), 6)
        }
        expected.append(walked(begun, changes))
        told_changes = {str(step): given_settings(it) for step, it in changes.items()}
        given.append(
            {"rows": list(map(arguments, rows)), "begun": given_settings(begun), "changes": told_changes}
        )
    for found, wanted in zip(run_scripts(SINGING, SESSION, given, DATA), expected, strict=True):
        assert found == wanted


# --- the string --------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [22_050, RATE])
def test_a_pluck_is_that_of_the_package(rate: int) -> None:
    pitches = [tuning.of(songs.singing()).pitch(tone) for tone in (0, 7, 15)]
    call = "([hertz, rate]) => [...pluck(hertz, rate)]"
    for hertz, found in zip(
        pitches, run_scripts(SOUNDING, call, [[it, rate] for it in pitches], DATA), strict=True
    ):
        wave = strings.pluck(hertz, rate)
        assert len(found) == len(wave)
        assert numpy.abs(numpy.array(found) - wave).max() < 1e-4


def test_a_worker_has_all_that_it_needs_to_pluck() -> None:
    call = "([hertz, rate]) => eval(`${stringsSource()}; pluck`)(hertz, rate).length"
    (found,) = run_scripts(SOUNDING, call, [[261.6, RATE]], DATA)
    assert found == len(strings.pluck(261.6, RATE))


PLAYED: Final = """({ performance, name, end, changes, volume, tempo }) => {
  machine.now = 7.25; machine.started = []; machine.timers.clear();
  const tune = tuneOf(name, DATA.songs[name]);
  const settings = { performance: singable(perform(...performance), tune),
    beatsPerMinute: tempo && Fraction.of(tempo), muted: ["pi", "gu"], loop: true, countIn: 0,
    practice: practiceOf(), tune };
  const lost = [];
  const player = new Player(DATA.sounds, { onLost: (strokes) => lost.push(strokes) });
  player.takes.hertz = DATA.hertz;
  player.takes.string = () => new Float32Array(200_000);
  player.volume("song", volume);
  player.play(settings);
  const origin = player.run.origin / machine.rate;
  for (const { seconds, changed } of changes) {
    passUntil(origin + seconds, 0.2);
    player.change({ ...settings, ...changed });
  }
  passUntil(origin + end, 0.2);
  const { plucks, strings, ways } = player.run.desk;
  const kept = machine.started.filter((it) => !it.takenBack);
  const frame = (time) => Math.round((time - origin) * machine.rate);
  const silenced = (it) => plucks.get(it).node.gain.silencedAt;
  let chain = 0;
  for (let it = [...strings.values()][0]; it; it = it.before) chain += 1;
  return {
    lost, chain, frames: kept.map(({ time }) => frame(time)), tones: kept.map((it) => plucks.get(it).tone),
    silenced: kept.map((it) => (silenced(it) ? frame(silenced(it)) : null)),
    gains: [...ways.values()].map(({ node }) => node.gain.value / Math.SQRT2),
  };
}"""
MACHINE: Final = """
Parameter.prototype.setValueAtTime = function (value, time) { this.value = value; this.silencedAt = time; };
Parameter.prototype.cancelScheduledValues = function () { this.silencedAt = undefined; };
"""


def played(tmp_path: Path, **given: Any) -> Any:
    """Play on the machine that notes when a string is silenced."""
    noting = tmp_path / "noting.js"
    noting.write_text(MACHINE, encoding="utf-8")
    usual = {"end": 30, "changes": [], "volume": 1, "tempo": None}
    (found,) = run_scripts([QUIET, str(noting), *SOUNDING], PLAYED, [usual | given], DATA)
    return found


@pytest.mark.parametrize("changes", [0, 40], ids=["left alone", "changed again and again"])
def test_a_string_rings_until_it_is_plucked_again_whatever_is_taken_back(
    tmp_path: Path, changes: int
) -> None:
    it, random = performance("lu-1", beats_per_minute=Fraction(240)), Random(5)
    moments = sorted(random.uniform(0, 29) for _ in range(changes))
    given = [{"seconds": seconds, "changed": {}} for seconds in moments]
    found = played(tmp_path, performance=arguments(it), name="caifan", changes=given)
    expected = [
        (round(it.seconds((cycle - 1) * it.period + word.onset) * RATE), word.sung.semitones)
        for cycle in range(1, 12)
        for word in tune("caifan").words(it, cycle)
    ]
    plucked = list(zip(found["frames"], found["tones"], strict=True))
    before = 30 * RATE
    assert [each for each in plucked if each[0] < before] == [each for each in expected if each[0] < before]
    for place, (frame, tone) in enumerate(plucked):
        following = [later for later, other in plucked[place + 1 :] if other == tone]
        assert found["silenced"][place] == (following[0] if following else None), frame
    assert found["chain"] < 8  # nothing grows
    assert found["lost"] == []


def test_the_song_has_a_volume_and_a_silence_of_its_own(tmp_path: Path) -> None:
    row = arguments(performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(60)))
    found = played(tmp_path, performance=row, name="caifan", volume=0.5)
    assert found["gains"] == [pytest.approx(0.18 / 2)]
    changes = [
        {"seconds": 4, "changed": {"unsung": True}},
        {"seconds": 13.5, "changed": {"unsung": False}},
    ]
    found = played(tmp_path, performance=row, name="caifan", changes=changes, end=22)
    assert [it // RATE for it in found["frames"] if it < 22 * RATE] == [0, 3, 15, 18, 21]


def test_words_follow_the_tempo_from_the_next_sound_on(tmp_path: Path) -> None:
    row = arguments(performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(60)))
    changes = [{"seconds": 1.6, "changed": {"beatsPerMinute": None}}]
    found = played(tmp_path, performance=row, name="caifan", changes=changes, end=9, tempo="120")
    assert [it / RATE for it in found["frames"] if it < 9 * RATE] == [0, 1.5, 4, 7]


def test_another_song_begins_with_the_next_cycle() -> None:
    it = performance("lu-1", Use.TOUHU)
    begun = given_settings(Settings(({it.use: it},), tune=tune("caifan")))
    given = {
        "rows": [arguments(it)],
        "begun": begun,
        "changes": {"5": begun | {"tune": "zouyu-yu"}, "38": begun | {"tune": None}},
    }
    (found,) = run_scripts(SINGING, SESSION, [given], DATA)
    words = [(cycle, what) for _, cycle, what in found if what not in ("pi", "gu")]
    assert ["".join(what for cycle, what in words if cycle == number) for number in (1, 2, 3, 4, 5)] == [
        "于以采蘩",
        "一發五豝",
        "于嗟乎騶虞",
        "",
        "",
    ]


def test_what_is_recited_makes_no_sound(tmp_path: Path) -> None:
    row = arguments(performance("lu-1"))
    assert played(tmp_path, performance=row, name="lishou")["frames"] == []


# --- MIDI --------------------------------------------------------------------------------------

FILE: Final = """({ performance, words, name, silent }) => {
  const tune = tuneOf(name, DATA.songs[name]);
  const { key, program, velocity } = DATA;
  const song = { tune, name: "string", texts: ["late"], key, program, velocity, silent };
  return [...midiFile(singable(perform(...performance), tune), practiceOf(), DATA.sounds, words, [], song)];
}"""


@pytest.mark.parametrize("silent", [False, True])
@pytest.mark.parametrize("name", songs.songs())
def test_the_song_is_a_track_of_its_own_on_a_melodic_channel(name: str, silent: bool) -> None:
    cycles = len(songs.load(name).lines) + 1
    rows = [
        performance("xue-2", use, cycles=cycles, count_in=2, timing=timing)
        for use in Use
        for timing in Timing
    ]
    rows.append(perform(parse("○半□○"), Use.TOUHU, plan().but("test", cycles=cycles, gap=Fraction(1, 2))))
    given = [
        {
            "performance": arguments(it),
            "words": told(it, Options(Language.ENGLISH)),
            "name": name,
            "silent": silent,
        }
        for it in rows
    ]
    for it, data in zip(rows, run_scripts(SOUNDING, FILE, given, DATA), strict=True):
        file = mido.MidiFile(file=io.BytesIO(bytes(data)), charset="utf-8")
        words = [
            (it.plan.count_in + (cycle - 1) * it.period + word.onset, word)
            for cycle in range(1, cycles + 1)
            for word in tune(name).words(it, cycle)
        ]
        notes = [
            (beat, 0, 60 + word.sung.semitones)
            for beat, word in words
            if word.sung.semitones is not None and not silent
        ]
        found = heard(file)
        assert [each for each in found if each[1] == 0] == notes
        without = mido.MidiFile(file=io.BytesIO(midi.render(it, Options(Language.ENGLISH))), charset="utf-8")
        assert [each for each in found if each[1] != 0] == heard(without)
        *_, track = file.tracks
        assert [message.program for message in track if message.type == "program_change"] == [instrument.KOTO]
        now, lyrics = 0, []
        for message in track:
            now += message.time
            if message.type == "lyrics":
                lyrics.append((Fraction(now, file.ticks_per_beat), message.text))
        assert lyrics == [(beat, word.sung.word) for beat, word in words]
