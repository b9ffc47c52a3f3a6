"""LilyPond source: what it says, what reading it back sees, and what LilyPond makes of it."""

from __future__ import annotations

import os
import re
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import mido
import pytest
from conftest import ALL_CHOICES, NAMES, heard, need, performance
from hypothesis import given, settings
from hypothesis import strategies as st
from render.test_golden import GOLDEN, compare
from strategies import cadences, plans

from touhu_music import Cadence, Performance, Plan, Use, library, perform, plan
from touhu_music.errors import RenderError
from touhu_music.font import CHINESE
from touhu_music.language import Language, Syllables
from touhu_music.notation import parse
from touhu_music.performance import Accent, Timing
from touhu_music.render import STROKES, Options, ly, render

EVERY: Final = [pytest.param(name, use, id=f"{name}-{use}") for name in NAMES for use in Use]


def text(it: Performance, **options: Any) -> str:
    return render("ly", it, Options(**options)).decode()


def doubted(it: Performance) -> Performance:
    """Return a performance whose second mark is doubtful."""
    assert it.reading
    marks = tuple(mark._replace(doubtful=place == 1) for place, mark in enumerate(it.reading.marks))
    return it._replace(reading=it.reading._replace(marks=marks, warnings=("doubtful: ○ or □",)))


def sourced(it: Performance, source: str) -> Performance:
    assert it.reading
    return it._replace(reading=it.reading._replace(source=source))


# --- what the source says ------------------------------------------------------------------------


def test_the_golden_file() -> None:
    compare(text(performance("lu-1")), GOLDEN / "lu-1_archery.ly")


def test_the_golden_file_of_all_choices() -> None:
    compare(text(doubted(performance("xue-2", **ALL_CHOICES))), GOLDEN / "xue-2_archery_all.ly")


def test_the_other_drum_is_a_space() -> None:
    it = perform(parse("○半○□"), Use.TOUHU, plan())
    assert '\n  s4 gu4 \\bar "|."\n' in text(it)
    assert '\n  pi4 s4 \\bar "|."\n' in text(it)


def test_half_stands_at_the_double_bar_of_archery_only() -> None:
    assert '\\bar "||"\n  \\mark "半" ' in text(performance(use=Use.ARCHERY))
    assert '\\mark "' not in text(performance(use=Use.TOUHU))


def test_on_gu_keeps_exact_lengths() -> None:
    it = perform(parse("○半□○○□○"), Use.TOUHU, plan().but("test", timing=Timing.ON_GU))
    assert "\n  gu4*1/3 s4*1/3 s4*1/3 gu4*1/2 s4*1/2 " in text(it)


def test_a_drum_without_strokes_has_no_syllables() -> None:
    assert r"\lyricsto" in text(performance())
    assert r'\lyricsto "gu"' not in text(perform(parse("□半○○"), Use.TOUHU, plan()))


def test_editorial_bars_have_a_time_signature_and_say_so() -> None:
    written = text(performance(count_in=3, gap=Fraction(1, 2)), editorial_bars=True)
    assert '\\time 3/4 s4^"預備3拍 count-in of 3"' in written
    assert "\\time 47/8 pi4 " in written
    assert '\\time 47/8 s4^"小節線為編者所加 bars are editorial" ' in written
    assert "cadenza" not in written
    assert '"||"' not in written


@pytest.mark.parametrize(
    "key, pitch", [(0, "c,,,,"), (41, "f,"), (48, "c"), (50, "d"), (61, "cis'"), (127, "g''''''")]
)
def test_a_key_is_a_pitch(key: int, pitch: str) -> None:
    assert ly.pitch(key) == pitch


@pytest.mark.parametrize(
    "options, letters, font",
    [
        ({}, "hanzi", "Noto Serif SC"),
        ({"language": Language.KOREAN}, "hanzi and no Korean letters", "Noto Serif KR"),
        ({"syllables": Syllables.HANGUL}, "hanzi and no Korean letters", "Noto Serif KR"),
    ],
    ids=["English", "Korean", "Korean syllables"],
)
def test_the_head_says_which_letters_need_a_font_of_the_system(
    options: dict[str, Any], letters: str, font: str
) -> None:
    (comment,) = re.findall("^% .*", text(performance(), **options), re.MULTILINE)
    assert comment == f"% LilyPond brings no {letters}: they need a font of the system, such as {font}."


def test_quotes_and_backslashes_are_escaped() -> None:
    it = sourced(performance(), '"a" \\b \\" % # ] {')
    assert r'\wordwrap-string "據 source: A \"a\" \\b \\\" % # ] {"' in text(it)


@pytest.mark.parametrize("source", ["two\nlines", "\u202eback", "\x1b[0m"])
@pytest.mark.parametrize("name", ["ly", "abc"])
def test_what_cannot_be_printed_is_refused(source: str, name: str) -> None:
    found = next(character for character in source if not character.isprintable())
    with pytest.raises(RenderError, match=rf"^U\+{ord(found):04X} in .* cannot be printed$"):
        render(name, sourced(performance(), source))


@pytest.mark.parametrize("name", ["ly", "abc"])
def test_too_many_notes_are_refused(name: str) -> None:
    with pytest.raises(RenderError, match="more than the 10000"):
        render(name, performance(cycles=1000))


@pytest.mark.parametrize("name", ["ly", "abc"])
def test_a_tempo_that_no_midi_file_has_is_refused(name: str) -> None:
    slow = performance(beats_per_minute=Fraction(31))
    render(name, performance(beats_per_minute=Fraction(32)), Options(stroke=Fraction(1, 32)))
    with pytest.raises(RenderError, match=r"^readers cannot play 31 beats a minute of 1/32 notes$"):
        render(name, slow, Options(stroke=Fraction(1, 32)))


@pytest.mark.parametrize("name", ["ly", "abc"])
def test_a_gap_without_a_note_value_is_refused(name: str) -> None:
    with pytest.raises(RenderError, match=r"^no note is .* beats long"):
        render(name, performance(gap=Fraction(1, 100_003)))


# --- reading back --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("stroke", STROKES)
def test_every_stroke_and_language_reads_back(language: Language, stroke: Fraction) -> None:
    it = performance("lu-2", gap=Fraction(3, 2), count_in=2, cycles=2)
    for bars in (False, True):
        render("ly", it, Options(language, Syllables.HANGUL, stroke, editorial_bars=bars))


@settings(deadline=None, max_examples=40)
@given(cadences, st.sampled_from(Use), plans(), st.sampled_from(STROKES), st.sampled_from(Syllables))
def test_every_performance_reads_back(
    cadence: Cadence, use: Use, chosen: Plan, stroke: Fraction, syllables: Syllables
) -> None:
    it = perform(cadence, use, chosen)
    if chosen.beats_per_minute * stroke * 4 < 4:
        return  # refused
    options = Options(syllables=syllables, stroke=stroke)
    assert render("ly", it, options) == render("ly", it, options)


CHANGES: Final = {
    "a stroke": ("  s4 gu4 s4", "  gu4 s4 s4"),
    "a stroke of the other drum": ("  s4 gu4", "  s4 pi4"),
    "a missing stroke": ("  s4 gu4 s4", "  s4 s4"),
    "a length": (" gu4 s4", " gu4*2 s4"),
    "half": ('\\mark "半" s4 gu4', 's4 \\mark "半" gu4'),
    "no half": ('\\mark "半" ', ""),
    "an accent": ("gu4", "gu4->"),
    "a doubt": ("gu4", '\\parenthesize gu4^"?"'),
    "half a doubt": ("gu4", "\\parenthesize gu4"),
    "a barline": ('"||"', '"|."'),
    "a strange barline": ('"||"', '".|"'),
    "a label": ("gu4", 'gu4^"x"'),
    "metre": ("\\cadenzaOn ", ""),
    "a time signature": ("  s4", "  \\time 3/4 s4"),
    "a rest": ("s4", "r4"),
    "syllables": ("unfold 10", "unfold 9"),
    "other syllables": ("鏜", "榻"),
    "no syllables": ("\\repeat unfold 10 { 鏜 }", "鏜"),
    "a title": ("魯鼓", "薛鼓"),
    "a pitch": ("gu = d", "gu = e"),
    "a tempo": ("make-moment 15", "make-moment 16"),
    "the version": ("2.24.0", "2.22.0"),
    "the layout": ("\\omit Stem", ""),
    "the choices": ("no gap", "a gap"),
}


@pytest.mark.parametrize("old, new", CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen(old: str, new: str) -> None:
    it, options = performance("lu-1"), Options()
    written = text(it)
    assert old in written
    with pytest.raises(RenderError):
        ly.check(written.replace(old, new, 1).encode(), it, options)


def test_more_text_at_the_end_is_seen() -> None:
    with pytest.raises(RenderError):
        ly.check(ly.render(performance(), Options()) + b"x", performance(), Options())


# --- what LilyPond makes of it -------------------------------------------------------------------


def fonts(folder: Path) -> Path:
    """Write settings under which a system has the font that the source names, whatever it has else."""
    path = folder / "fonts.conf"
    path.write_text(
        "<fontconfig><include ignore_missing='yes'>/etc/fonts/fonts.conf</include>"
        f"<dir>{CHINESE.path.parent}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>"
    )
    return path


def compiled(folder: Path, cases: dict[str, bytes]) -> dict[str, mido.MidiFile]:
    """Run LilyPond once over all sources; it must not warn. Return the MIDI files."""
    program = need("lilypond")
    for name, source in cases.items():
        (folder / f"{name}.ly").write_bytes(source)
    command = [program, "--loglevel=WARNING", "--svg", *(f"{name}.ly" for name in cases)]
    world = os.environ | {"FONTCONFIG_FILE": str(fonts(folder))}
    done = subprocess.run(command, cwd=folder, env=world, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return {name: mido.MidiFile(folder / f"{name}.midi", charset="utf-8") for name in cases}


def assert_plays(file: mido.MidiFile, it: Performance, options: Options) -> None:
    """Fail unless a file has every stroke on its drum, within a tick of its onset."""
    quarters = options.stroke * 4
    wanted = [
        ((it.plan.count_in + stroke.onset) * quarters, 9, it.plan.sounds.key(stroke.drum))
        for stroke in it.strokes
    ]
    found = heard(file)
    assert [sound[1:] for sound in found] == [sound[1:] for sound in wanted]
    tick = Fraction(1, file.ticks_per_beat)
    assert all(abs(sound[0] - want[0]) < tick for sound, want in zip(found, wanted, strict=True))


def quarters(file: mido.MidiFile) -> float:
    """Return the quarters in a minute."""
    (tempo,) = {message.tempo for track in file.tracks for message in track if message.type == "set_tempo"}
    return 60_000_000 / int(tempo)


def test_lilypond_plays_every_cadence_without_a_warning(tmp_path: Path) -> None:
    cases = {f"{name}-{use}": performance(name, use) for name in NAMES for use in Use}
    files = compiled(tmp_path, {name: render("ly", it) for name, it in cases.items()})
    for name, it in cases.items():
        assert_plays(files[name], it, Options())


def test_lilypond_keeps_all_choices(tmp_path: Path) -> None:
    full: dict[str, Any] = {
        "cycles": 3,
        "count_in": 4,
        "accent": Accent.GU,
        "sounds": library.sounds("organology"),
    }
    cases = {
        "on-gu": (doubted(performance("lu-1", timing=Timing.ON_GU, gap=Fraction(1, 3), **full)), Options()),
        "eighths": (performance("xue-2", gap=Fraction(7, 4), **full), Options(stroke=Fraction(1, 8))),
        "bars": (
            performance("xue-1", gap=Fraction(1, 2), beats_per_minute=Fraction("72.5"), **full),
            Options(Language.SIMPLIFIED, Syllables.PINYIN, editorial_bars=True),
        ),
        "keys": (
            performance("lu-2", Use.TOUHU, sounds=library.sounds("shiwen").with_keys(0, 127), cycles=2),
            Options(Language.TRADITIONAL),
        ),
        "one-drum": (perform(parse("□半○○○"), Use.TOUHU, plan()), Options()),
        "hostile": (sourced(performance(), '"a" \\b \\" % # ] { ○" \\'), Options()),
    }
    files = compiled(tmp_path, {name: render("ly", *case) for name, case in cases.items()})
    for name, (it, options) in cases.items():
        assert_plays(files[name], it, options)
        wanted = int(it.plan.beats_per_minute * options.stroke * 4)  # LilyPond rounds down
        assert quarters(files[name]) == pytest.approx(wanted, rel=1e-5)
