"""Sound through the command line."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy
import pytest
import soundfile
from conftest import run

from touhu_music.cli import main


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    """Run a command line and return its exit code, the lines of stdout, and stderr."""
    code, out, err = run(capfd, *arguments)
    return code, out.splitlines(), err


def test_a_name_carries_every_choice_of_sound_and_practice(capfd: pytest.CaptureFixture[str]) -> None:
    choices = [
        *("--cycles", "2", "--ramp", "240-300-60", "--mute", "gu", "--leave-strokes", "25%"),
        *("--leave-cycles", "1/2", "--seed", "7", "--respond", "--click"),
        *("--rate", "44100", "--bits", "24", "--loop", "--unnormalised"),
    ]
    code, names, err = told(capfd, "render", "xue-1", "--format", "wav", *choices)
    assert (code, err) == (0, "")
    assert names == [
        "xue-1_touhu_2cycles_ramp240to300by60_mute-gu_leave-strokes0.25_leave-cycles0.5_seed7_respond_click"
        "_44100Hz_24bit_loop_unnormalised.wav"
    ]
    held = soundfile.info(names[0])
    assert (held.samplerate, held.subtype, held.channels) == (44_100, "PCM_24", 2)
    assert held.frames == round(44_100 * (8 * 60 / 240 + 8 * 60 / 300))


def test_stems_are_a_file_a_voice_and_add_up(capfd: pytest.CaptureFixture[str]) -> None:
    choices = ["xue-1", "--bpm", "240", "--count-in", "2", "--format", "wav,labels.txt"]
    code, names, err = told(capfd, "render", *choices, "--stems")
    stem = "xue-1_touhu_240bpm_count-in2"
    stems = [f"{stem}_stem-{voice}.wav" for voice in ("pi", "gu", "click")]
    assert (code, names, err) == (0, [*stems, f"{stem}.labels.txt"], "")
    assert told(capfd, "render", *choices[:-1], "wav")[0] == 0
    whole = soundfile.read(f"{stem}.wav")[0]
    assert numpy.abs(sum(soundfile.read(name)[0] for name in stems) - whole).max() < 3 / 2**15


def test_each_drum_has_its_stem_even_where_it_is_silent(capfd: pytest.CaptureFixture[str]) -> None:
    code, names, _ = told(capfd, "render", "xue-1", "--format", "flac", "--stems", "--mute", "pi")
    assert (code, names) == (0, [f"xue-1_touhu_mute-pi_stem-{drum}.flac" for drum in ("pi", "gu")])
    assert [bool(soundfile.read(name)[0].any()) for name in names] == [False, True]


@pytest.mark.parametrize("minutes, cycles", [("1/2", 4), ("0.4", 3), ("24/60", 3), ("0.401", 4)])
def test_minutes_are_filled_with_whole_cycles(
    capfd: pytest.CaptureFixture[str], minutes: str, cycles: int
) -> None:
    code, names, _ = told(capfd, "render", "xue-1", "--format", "wav", "--minutes", minutes)
    assert (code, names) == (0, [f"xue-1_touhu_{cycles}cycles.wav"])
    assert soundfile.info(names[0]).frames >= 8 * cycles * 48_000


def test_sound_goes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["render", "xue-1", "-o", "-", "--format", "wav"]) == 0
    assert soundfile.info(BytesIO(capfdbinary.readouterr().out)).frames >= 8 * 48_000


def test_a_recorded_drum_takes_the_place_of_the_synthesised_one(capfd: pytest.CaptureFixture[str]) -> None:
    time = numpy.arange(24_000) / 48_000
    soundfile.write("mine.wav", numpy.sin(2 * numpy.pi * 900 * time) * numpy.exp(-time / 0.05), 48_000)
    code, names, err = told(capfd, "render", "xue-1", "--format", "wav", "--sample-gu", "mine.wav", "--stems")
    assert (code, err) == (0, "")
    assert all("_gu-" in name for name in names)
    gu = next(name for name in names if "stem-gu" in name)
    assert numpy.abs(numpy.fft.rfft(soundfile.read(gu)[0][:, 1])).argmax() / (
        soundfile.info(gu).duration
    ) == pytest.approx(900, abs=5)
    with soundfile.SoundFile(gu) as file:
        assert "鼙: shiwen; 鼓: mine.wav; no accents" in file.comment
        assert "釋文" not in file.comment


RAMP_OR_BPM = "--ramp and --bpm exclude each other: the ramp says the tempo"
WAV = ("render", "xue-1", "--format", "wav")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((*WAV, "--rate", "8000"), "rate must be one of 22050 32000 44100 48000 88200 96000, not 8000"),
        ((*WAV, "--rate", "nan"), "rate must be a number such as 72, 72.5 or 1/2, not 'nan'"),
        ((*WAV, "--rate", "48000.5"), "rate must be a whole number, not 48000.5"),
        ((*WAV, "--bits", "32"), "bits must be one of 16 24, not 32"),
        ((*WAV, "--seed", "1/2"), "seed must be a whole number, not 1/2"),
        ((*WAV, "--ramp", "60-120"), "ramp must be written FROM-TO-STEP, such as 60-120-5, not '60-120'"),
        ((*WAV, "--ramp", "60-inf-5"), "ramp must be a number such as 72, 72.5 or 1/2, not 'inf'"),
        (
            (*WAV, "--ramp", "60-90-5", "--bpm", "60"),
            "--ramp and --bpm exclude each other: the ramp says the tempo",
        ),
        ((*WAV, "--minutes", "0"), "minutes must be in range 1/1000..600, not 0"),
        ((*WAV, "--minutes", "1", "--cycles", "2"), "--minutes and --cycles exclude each other"),
        ((*WAV, "--minutes", "300"), "sound is written for at most 120 minutes"),
        ((*WAV, "--leave-strokes", "120%"), "leave-strokes must be from 0% to 100%, not 120%"),
        ((*WAV, "--leave-strokes", "%"), "leave-strokes must be a share such as 25% or 1/4, not '%'"),
        ((*WAV, "--sample-gu", "none.wav"), "none.wav: No such file or directory"),
        ((*WAV, "--soundfont", "none.sf2"), "none.sf2: No such file or directory"),
        (
            ("render", "xue-1", "--format", "mid,csv", "--stems"),
            "--stems is for sound: wav flac ogg mp3",
        ),
        (
            ("render", "xue-1", "-o", "a.wav", "--stems"),
            "-o takes one cadence and one format, no stems; --into DIR takes several",
        ),
        (
            ("render", "xue-1", "--format", "svg", "--respond", "--cycles", "2"),
            "svg holds the row as it is, not a practice of it; mid wav flac ogg mp3 labels.txt do",
        ),
        (
            ("kit", "--into", "kit", "--minutes", "nan"),
            "minutes must be a number such as 72, 72.5 or 1/2, not 'nan'",
        ),
        ((*WAV, "--leave-strokes", "25"), "leave-strokes must be from 0% to 100%, not 25"),
        ((*WAV, "--respond"), "--respond leaves out every second cycle: give --cycles 2 or more"),
        (
            (*WAV, "--respond", "--cycles", "3", "--loop"),
            "a loop of calls and answers needs an even number of cycles",
        ),
        ((*WAV, "--ramp", "60-1000-0.001"), "a ramp has at most 500 steps"),
        (
            ("render", "xue-1", "--format", "mid,svg", "--loop"),
            "rate, bits, loop, level and recordings are for sound; there is none among the formats",
        ),
        (
            (*WAV, "--soundfont", "a.sf2", "--sample-pi", "a.wav", "--sample-gu", "b.wav"),
            "--soundfont has no drum left where both have a sample",
        ),
        ((*WAV, "--keys", "pi=37,gu=48"), "key of pi must not be 37, which is that of the click"),
        (("kit", "--into", "kit", "--minutes", "-1"), "minutes must be in range 1/1000..600, not -1"),
    ],
)
def test_what_is_wrong_is_one_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert told(capfd, *arguments) == (1, [], f"touhu: {message}\n")
    assert list(tmp_path.iterdir()) == []
