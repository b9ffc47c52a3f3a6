"""`touhu song render` for what is heard: files, stems, what is silent, what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
import soundfile
from conftest import run

QUICK = ("--bpm", "600")
WITH = ("--with", "xue-1", *QUICK)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_song_is_written_alone_in_every_kind_of_sound_and_as_midi(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(
        capsys, "song", "render", "zouyu-jue", *QUICK, "--format", "mid,wav,flac,ogg,mp3", "--rate", "44100"
    )
    kinds = ("mid", "wav", "flac", "ogg", "mp3")
    files = "".join(f"zouyu-jue_600bpm_44100Hz.{kind}\n" for kind in kinds)
    assert (code, out, err) == (0, files, "")


def test_stems_are_named_and_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("song", "render", "zouyu-jue", *WITH, "--format", "wav", "--ring", "damped")
    assert run(capsys, *asked)[0] == 0
    code, out, err = run(capsys, *asked, "--stems")
    name = "zouyu-jue_xue-1_touhu_600bpm_damped"
    assert (code, out, err) == (0, f"{name}_stem-string.wav\n{name}_stem-drums.wav\n", "")
    whole, string, drums = (
        soundfile.read(f"{name}{part}.wav", dtype="int16")[0].astype(int)
        for part in ("", "_stem-string", "_stem-drums")
    )
    assert numpy.abs(whole - string - drums).max() <= 1


def test_a_lost_tone_is_told_where_it_is_heard_and_only_there(capsys: pytest.CaptureFixture[str]) -> None:
    told = (
        "touhu: note: caipin@N: Stanza 1, word 13 于: its tone is lost in N; it is silence of its length.\n"
        "touhu: note: caipin@N: Stanza 3, word 8 下: its tone is lost in N; it is silence of its length.\n"
    )
    assert run(capsys, "song", "render", "caipin@N", *QUICK, "--format", "mid")[2] == told
    assert run(capsys, "song", "render", "caipin@N", *QUICK, "--format", "musicxml")[2] == ""
    assert run(capsys, "song", "render", "caipin", *QUICK, "--format", "mid", "--quiet")[2] == ""


def test_lishou_is_recited_with_the_drum_and_has_no_string(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "song", "render", "lishou", *WITH, "--format", "wav", "--stems")
    assert (code, out) == (0, "lishou_xue-1_touhu_600bpm_stem-drums.wav\n")
    said = "The tune is lost: the words make no sound here and are for a person to recite."
    assert err == f"touhu: note: lishou: {said}\n"


def test_lishou_as_a_tune_is_refused_with_those_that_survive(capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("mid", "wav"):
        code, out, err = run(capsys, "song", "render", "lishou", "--format", kind)
        assert (code, out) == (1, "")
        assert err.startswith("touhu: lishou: the tune of 貍首 is lost and none is invented")
        assert err.endswith("tunes that survive: caifan caipin zouyu-jue zouyu-yu\n")
        assert not [*Path().iterdir()]


@pytest.mark.parametrize(
    "options, said",
    [
        (
            ("--format", "wav", "--stems"),
            "--stems parts the string from the drums; name their row: --with lu-1",
        ),
        (
            ("--format", "mid", "--ring", "damped"),
            "stems, ring, rate, bits, loop, level and recordings are for sound: wav flac ogg mp3",
        ),
        (
            ("--format", "wav", *WITH, "--loop", "--count-in", "2"),
            "a loop has no count-in: it would sound each time; leave out --loop or --count-in",
        ),
        (("--format", "wav", "--times", "1001"), "times must be in range 1..1000, not 1001"),
        (("--format", "flac", "--times", "1000"), "sound is written for at most 120 minutes"),
        (("--format", "mp3", "--bits", "24"), "mp3 has no samples of 24 bits; wav and flac have"),
        (("--format", "wav", "--huangzhong", "C9"), "huangzhong must be in range C2..C6, which is"),
        (("--format", "mid", "--huangzhong", "nan"), "huangzhong must be a note such as C4 or hertz"),
        (("--format", "wav", "--sample-pi", "none.wav", *WITH), "none.wav: No such file or directory"),
        (("--format", "aiff"), "no format 'aiff' of songs; there are"),
    ],
)
def test_what_cannot_be_heard_is_one_line_and_leaves_no_file(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], said: str
) -> None:
    code, out, err = run(capsys, "song", "render", "caifan", *options)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"touhu: {said}")
    assert not [*Path().iterdir()]
