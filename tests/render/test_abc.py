"""ABC: what it says, what reading it back sees, and how abc2midi and abcjs play it."""

from __future__ import annotations

import json
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import mido
import pytest
from conftest import ALL_CHOICES, NAMES, need, performance
from hypothesis import given, settings
from hypothesis import strategies as st
from render.test_golden import GOLDEN, compare
from render.test_ly import assert_plays, doubted, quarters, sourced
from strategies import cadences, plans

from touhu_music import Cadence, Performance, Plan, Use, library, perform, plan
from touhu_music.errors import RenderError
from touhu_music.language import Language, Syllables
from touhu_music.notation import parse
from touhu_music.performance import Accent, Timing
from touhu_music.render import STROKES, Options, abc, render


def text(it: Performance, **options: Any) -> str:
    return render("abc", it, Options(**options)).decode()


def row(marks: str, **choices: Any) -> Performance:
    return perform(parse(f"○半{marks}"), Use.TOUHU, plan().but("test", **choices))


# --- what the tune says --------------------------------------------------------------------------


def test_the_golden_file() -> None:
    compare(text(performance("lu-1")), GOLDEN / "lu-1_archery.abc")


def test_the_golden_file_of_all_choices() -> None:
    compare(text(doubted(performance("xue-2", **ALL_CHOICES))), GOLDEN / "xue-2_archery_all.abc")


def test_the_other_drum_is_an_unprinted_rest() -> None:
    assert "\nx B B |]\nw: 鏜 鏜\n" in text(row("○□□"))
    assert "\nB x x |]\nw: 榻\n" in text(row("○□□"))


def test_half_stands_at_the_double_bar_of_archery_only() -> None:
    assert ' ||\nw: 鏜 鏜 鏜 鏜 鏜\n"^半"' in text(performance(use=Use.ARCHERY))
    assert "^半" not in text(performance(use=Use.TOUHU))


def test_thirds_are_tuplets_with_printed_rests() -> None:
    assert "\n(3:2:3B/2 z/2 z/2 B/2 x/2 |]" in text(row("□○○□○", timing=Timing.ON_GU))


def test_a_tuplet_of_more_than_nine_is_refused() -> None:
    text(row("□○○○○○○○○", timing=Timing.ON_GU))
    with pytest.raises(RenderError, match=r"^ABC has no notes of 1/11 beats: a tuplet has 9 at most$"):
        text(row("□○○○○○○○○○○", timing=Timing.ON_GU))


def test_a_sixteenth_of_a_beat_needs_no_tuplet() -> None:
    assert "B/16 x/16 x/16" in text(row("□" + 15 * "○", timing=Timing.ON_GU))


def test_editorial_bars_have_a_time_signature_and_say_so() -> None:
    written = text(performance(count_in=3, gap=Fraction(1, 2)), editorial_bars=True)
    assert (
        '\n[M:3/4]"^預備3拍 count-in of 3"x x x | [M:47/8]"^小節線為編者所加 bars are editorial"x B'
        in written
    )
    assert "||" not in written


@pytest.mark.parametrize("tempo, field", [("60", "1/4=60"), ("72.5", "1/8=145"), ("60.25", "1/16=241")])
def test_the_tempo_is_a_whole_number_of_notes(tempo: str, field: str) -> None:
    assert f"\nQ:{field}\n" in text(performance(beats_per_minute=Fraction(tempo)))


def test_a_tempo_without_such_a_number_is_refused() -> None:
    with pytest.raises(RenderError, match=r"^ABC has no exact tempo of 133.3 beats a minute"):
        text(performance(beats_per_minute=Fraction("133.3")))


@pytest.mark.parametrize("key", [0, 34, 82])
def test_a_key_that_abc2midi_does_not_take_is_refused(key: int) -> None:
    with pytest.raises(RenderError, match=rf"^ABC has the drum keys 35 to 81, not {key}$"):
        text(performance(sounds=library.sounds("shiwen").with_keys(key, 50)))


def test_percents_backslashes_and_entities_are_escaped() -> None:
    it = sourced(performance(), r'50% \ "a" & b &amp; [K:G] #')
    assert r'N:據 source: A 50\% \\ "a" & b \&amp; [K:G] #' in text(it)


# --- reading back --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("stroke", STROKES)
def test_every_stroke_and_language_reads_back(language: Language, stroke: Fraction) -> None:
    it = performance("lu-2", gap=Fraction(3, 2), count_in=2, cycles=2)
    for bars in (False, True):
        render("abc", it, Options(language, Syllables.HANGUL, stroke, editorial_bars=bars))


@settings(deadline=None, max_examples=40)
@given(cadences, st.sampled_from(Use), plans(), st.sampled_from(STROKES), st.sampled_from(Syllables))
def test_every_performance_reads_back_or_is_refused(
    cadence: Cadence, use: Use, chosen: Plan, stroke: Fraction, syllables: Syllables
) -> None:
    it = perform(cadence, use, chosen)
    options = Options(syllables=syllables, stroke=stroke)
    try:
        data = abc.render(it, options)
    except RenderError as error:
        assert str(error).startswith(("ABC has no ", "readers cannot play ", "no note is "))  # noqa: PT017
        return
    abc.check(data, it, options)
    assert data == abc.render(it, options)


CHANGES: Final = {
    "a stroke": ("\nx B x", "\nB x x"),
    "a missing stroke": ("\nx B x", "\nx x"),
    "a length": ("\nx B", "\nx B2"),
    "a strange note": ("\nx B", "\nx C"),
    "half": ('"^半"x B', 'x "^半"B'),
    "no half": ('"^半"', ""),
    "an accent": ("x B", "x !accent!B"),
    "a doubt": ("x B", 'x "^?"B'),
    "a label": ("x B", 'x "^x"B'),
    "a barline": ("||", "|]"),
    "a strange barline": ("||", "|||"),
    "a time signature": ("\nx B", "\n[M:3/4]x B"),
    "a tuplet": ("\nx B", "\n(3:2:2x B"),
    "syllables": ("w: 鏜 鏜", "w: 鏜"),
    "other syllables": ("w: 鏜 鏜", "w: 鏜 榻"),
    "a title": ("魯鼓", "薛鼓"),
    "a key": ("B 50", "B 51"),
    "a tempo": ("=60", "=61"),
    "the note value": ("L:1/4", "L:1/8"),
    "the channel": ("channel 10", "channel 9"),
    "the choices": ("no gap", "a gap"),
}


@pytest.mark.parametrize("old, new", CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen(old: str, new: str) -> None:
    it, options = performance("lu-1"), Options()
    written = text(it)
    assert old in written
    with pytest.raises(RenderError):
        abc.check(written.replace(old, new, 1).encode(), it, options)


# --- how others play it --------------------------------------------------------------------------

FULL: Final[dict[str, Any]] = {
    "cycles": 3,
    "count_in": 4,
    "accent": Accent.GU,
    "sounds": library.sounds("organology"),
}
CASES: Final = {
    **{f"{name}-{use}": (performance(name, use), Options()) for name in NAMES for use in Use},
    "on-gu": (
        doubted(performance("lu-1", timing=Timing.ON_GU, gap=Fraction(1, 3), **FULL)),
        Options(),
    ),
    "sevenths": (row("○□○○○○○○□", timing=Timing.ON_GU, cycles=9), Options(stroke=Fraction(1, 8))),
    "eighths": (performance("xue-2", gap=Fraction(7, 4), **FULL), Options(stroke=Fraction(1, 8))),
    "bars": (
        performance("xue-1", gap=Fraction(1, 2), beats_per_minute=Fraction("72.5"), **FULL),
        Options(Language.KOREAN, Syllables.PINYIN, editorial_bars=True),
    ),
    "keys": (
        performance("lu-2", Use.TOUHU, sounds=library.sounds("shiwen").with_keys(35, 81), cycles=2),
        Options(Language.TRADITIONAL, Syllables.HANGUL),
    ),
    "one-drum": (row("○○○"), Options()),
    "hostile": (sourced(performance(), r'50% \ "a" & b &amp; [K:G] # ] \\'), Options()),
}


@pytest.mark.parametrize("it, options", CASES.values(), ids=CASES)
def test_abc2midi_plays_every_stroke(it: Performance, options: Options, tmp_path: Path) -> None:
    """Its onsets are whole ticks, and all one tick late."""
    program = need("abc2midi")
    (tmp_path / "it.abc").write_bytes(render("abc", it, options))
    done = subprocess.run([program, "it.abc", "-o", "it.mid"], cwd=tmp_path, capture_output=True, check=True)
    assert b"Error" not in done.stdout
    file = mido.MidiFile(tmp_path / "it.mid", charset="latin-1")
    for track in file.tracks:
        first = next((message for message in track if message.type == "note_on"), None)
        if first:
            track.insert(0, mido.MetaMessage("text", time=-1))
    assert_plays(file, it, options)
    assert quarters(file) == pytest.approx(float(it.plan.beats_per_minute * options.stroke * 4), rel=1e-5)


SCRIPT: Final = """
const abcjs = require("abcjs");
const tunes = JSON.parse(require("fs").readFileSync(0));
console.log(JSON.stringify(tunes.map((text) => {
  const tune = abcjs.parseOnly(text)[0];
  return {warnings: tune.warnings || [], audio: tune.setUpAudio({})};
})));
"""


@pytest.fixture(scope="module")
def abcjs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what abcjs plays for each case; it is searched where NODE_PATH says, or asked of npm."""
    node, folder = need("node"), tmp_path_factory.mktemp("abcjs")
    (folder / "play.js").write_text(SCRIPT)
    if subprocess.run([node, "-e", "require.resolve('abcjs')"], cwd=folder, capture_output=True).returncode:
        command = [
            need("npm"),
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "--fetch-retries=0",
            "abcjs@6",
        ]
        if subprocess.run(command, cwd=folder, capture_output=True).returncode:
            pytest.skip("npm cannot install abcjs")
    tunes = json.dumps([render("abc", *case).decode() for case in CASES.values()])
    done = subprocess.run(
        [node, "play.js"], cwd=folder, input=tunes.encode(), capture_output=True, check=True
    )
    return dict(zip(CASES, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_abcjs_plays_every_stroke(name: str, abcjs: dict[str, Any]) -> None:
    """Its onsets are in whole notes with six decimals; its instrument 128 is the drum set."""
    it, options = CASES[name]
    assert abcjs[name]["warnings"] == []
    audio = abcjs[name]["audio"]
    assert audio["tempo"] == float(it.plan.beats_per_minute * options.stroke * 4)
    notes = sorted(
        (note["start"], note["instrument"], note["pitch"])
        for track in audio["tracks"]
        for note in track
        if note["cmd"] == "note"
    )
    wanted = [
        (float((it.plan.count_in + stroke.onset) * options.stroke), 128, it.plan.sounds.key(stroke.drum))
        for stroke in it.strokes
    ]
    assert [note[1:] for note in notes] == [want[1:] for want in wanted]
    assert [note[0] for note in notes] == pytest.approx([want[0] for want in wanted], abs=1e-4)
