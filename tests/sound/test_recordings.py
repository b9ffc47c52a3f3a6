"""Samples and SoundFonts of one's own: what is read, how loud it becomes, what is refused."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy
import pytest
import soundfile
from conftest import need
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from touhu_music import library
from touhu_music.errors import LibraryError
from touhu_music.notation import Drum
from touhu_music.sound import RATES, Recording, membrane, recordings
from touhu_music.sound.recordings import LOUDEST, LOUDNESS, loudness, sample, soundfont

Samples = NDArray[numpy.float64]

UNREADABLE = "is no audio that can be read; expected WAV, FLAC, OGG, MP3 or AIFF"
SHIWEN = library.sounds("shiwen")


def struck(rate: int = 48_000, seconds: float = 0.5, hertz: float = 200) -> Samples:
    """Return a stroke that begins with its loudest swing and dies away."""
    time = numpy.arange(1, round(seconds * rate) + 1) / rate
    return numpy.asarray(numpy.sin(2 * numpy.pi * hertz * time) * numpy.exp(-8 * time))


def encoded(frames: Samples, rate: int = 48_000, container: str = "WAV", subtype: str | None = None) -> bytes:
    """Return an audio file."""
    data = BytesIO()
    soundfile.write(data, frames, rate, format=container, subtype=subtype)
    return data.getvalue()


def loaded(folder: Path, data: bytes, rate: int = 48_000) -> Recording:
    """Load a sample from a file that holds these bytes."""
    path = folder / "stroke"
    path.write_bytes(data)
    return sample(str(path), rate)


def take(folder: Path, data: bytes, rate: int = 48_000) -> Samples:
    """Return the one take of a sample."""
    (wave,) = loaded(folder, data, rate).takes
    return wave.astype(numpy.float64)


def lag(found: Samples, expected: Samples) -> int:
    """Return the frames by which a sound comes later than another, which it resembles."""
    start = found[:9_600]
    return max(range(-480, 480), key=lambda frames: float(numpy.roll(expected, frames)[:9_600] @ start))


def kept(found: Recording) -> None:
    """Assert what every recording keeps to."""
    for wave in found.takes:
        assert wave.dtype == numpy.float32
        assert wave.flags.c_contiguous
        assert wave.ndim == 1
        assert len(wave) > 1
        assert wave[0] != 0
        assert wave[-1] == 0
        assert numpy.isfinite(wave).all()
        assert numpy.abs(wave).max() <= LOUDEST * 1.00001


def readable(folder: Path, data: bytes, rate: int = 48_000) -> bool:
    """Tell whether bytes are a sample: a good one, or else LibraryError is raised, and nothing else."""
    try:
        kept(loaded(folder, data, rate))
    except LibraryError:
        return False
    return True


def damaged(data: bytes, chances: random.Random) -> bytes:
    """Return a file with some bytes changed, and sometimes its end cut off."""
    found = bytearray(data)
    for _ in range(chances.choice((1, 2, 5, 20))):
        end = chances.choice((len(found), min(100, len(found))))  # every second time in the header
        found[chances.randrange(end)] = chances.choice((0, 255, chances.randrange(256)))
    return bytes(found[: chances.choice((len(found), chances.randrange(1, len(found))))])


# --- samples ----------------------------------------------------------------------------------


def test_a_sample_is_named_by_its_file_and_the_hash_of_its_bytes(tmp_path: Path) -> None:
    data = encoded(struck())
    found = loaded(tmp_path, data)
    assert (found.name, found.rate, len(found.takes)) == ("stroke", 48_000, 1)
    assert found.digest == hashlib.sha256(data).hexdigest()[:8]
    kept(found)


def test_a_name_that_cannot_be_printed_is_one_that_can(tmp_path: Path) -> None:
    path = tmp_path / "a\nb\udcff.wav"
    path.write_bytes(encoded(struck()))
    assert sample(str(path), 48_000).name == "a\ufffdb\ufffd.wav"


def test_the_same_bytes_give_the_same_samples(tmp_path: Path) -> None:
    data = encoded(struck(44_100), 44_100)
    first, second = (take(tmp_path, data) for _ in range(2))
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("rate", RATES)
def test_a_quiet_and_a_loud_sample_become_equally_loud(rate: int, tmp_path: Path) -> None:
    quiet = encoded(struck(hertz=90) * 0.003, subtype="FLOAT")
    loud = encoded(struck(hertz=1_200) * 3, subtype="FLOAT")
    for data in (quiet, loud):
        assert loudness([take(tmp_path, data, rate)], rate) == pytest.approx(LOUDNESS, abs=0.05)


def test_what_is_no_longer_measured_once_it_is_softer_changes_no_loudness(tmp_path: Path) -> None:
    loud, soft, softest = (numpy.full(frames, 1.0) for frames in (4_800, 24_000, 16_800))
    steps = numpy.concatenate([loud, 0.1 * soft, 0.0012 * softest])  # the last is below -70 LUFS at the end
    wave = take(tmp_path, encoded(steps * numpy.sin(numpy.arange(len(steps)) / 8), subtype="FLOAT"))
    assert loudness([wave], 48_000) == pytest.approx(LOUDNESS, abs=0.05)


@pytest.mark.parametrize("drum", Drum, ids=lambda drum: drum.word)
@pytest.mark.parametrize("name", library.sound_names())
def test_samples_are_as_loud_as_synthesised_drums(name: str, drum: Drum) -> None:
    tone = library.sounds(name).tone(drum)
    strokes = [stroke * 10 ** (tone.level / 20) for stroke in membrane.strokes(tone, 48_000, 0)]
    assert loudness(strokes, 48_000) == pytest.approx(LOUDNESS, abs=1)


@pytest.mark.parametrize(
    "frames",
    [numpy.eye(1, 5)[0], numpy.sin(numpy.arange(480_000) / 200_000)],
    ids=["one frame", "a swing too slow to hear"],
)
def test_what_is_hardly_heard_is_not_made_louder_than_four_strokes(frames: Samples, tmp_path: Path) -> None:
    found = loaded(tmp_path, encoded(frames, subtype="FLOAT"))
    kept(found)
    assert numpy.abs(found.takes[0]).max() == pytest.approx(LOUDEST, rel=0.01)


@pytest.mark.parametrize("lead", [0, 1, 777, 48_000])
def test_silence_before_and_after_the_sound_is_cut(lead: int, tmp_path: Path) -> None:
    murmur = 0.0005 * numpy.sin(numpy.arange(lead))
    frames = numpy.concatenate([murmur, struck(), murmur])
    assert take(tmp_path, encoded(frames)) == pytest.approx(take(tmp_path, encoded(struck())), abs=0.002)


@pytest.mark.parametrize(
    "rate, channels, container, subtype",
    [
        (48_000, 2, "WAV", "PCM_24"),
        (48_000, 1, "FLAC", "PCM_16"),
        (44_100, 1, "WAV", "FLOAT"),
        (44_100, 2, "FLAC", "PCM_24"),
        (96_000, 2, "WAV", "PCM_16"),
        (192_000, 1, "WAV", "DOUBLE"),
        (22_050, 1, "AIFF", "PCM_16"),
        (8_000, 1, "AU", "PCM_16"),
        (44_100, 2, "MP3", "MPEG_LAYER_III"),
    ],
)
def test_the_stroke_begins_at_the_same_moment_whatever_the_file(
    rate: int, channels: int, container: str, subtype: str, tmp_path: Path
) -> None:
    expected = take(tmp_path, encoded(struck()))
    frames = numpy.concatenate([numpy.zeros(rate // 4), 0.5 * struck(rate)])
    data = encoded(numpy.stack([frames] * channels, axis=1), rate, container, subtype)
    found = take(tmp_path, data)
    late = lag(found, expected)
    assert abs(late) <= (48_000 // rate + 1 if container != "MP3" else 12)
    assert numpy.roll(expected, late)[240:9600] == pytest.approx(found[240:9600], abs=0.03)


@pytest.mark.parametrize("container", ["OGG", "MP3"])
def test_a_lossy_file_begins_at_most_three_milliseconds_early(container: str, tmp_path: Path) -> None:
    expected = take(tmp_path, encoded(struck()))
    found = take(tmp_path, encoded(numpy.concatenate([numpy.zeros(9_999), struck()]), 48_000, container))
    late = lag(found, expected)
    assert -12 <= late <= 144


def test_two_channels_become_their_mean(tmp_path: Path) -> None:
    left, right = struck(), struck(hertz=330)
    both = take(tmp_path, encoded(numpy.stack([left, right], axis=1), subtype="DOUBLE"))
    assert both == pytest.approx(take(tmp_path, encoded((left + right) / 2, subtype="DOUBLE")), abs=1e-6)


def test_an_end_that_was_cut_off_fades(tmp_path: Path) -> None:
    wave = take(tmp_path, encoded(numpy.cos(numpy.arange(24_000) / 10)))
    assert numpy.abs(wave[-1_500:-1_000]).max() == pytest.approx(numpy.abs(wave).max(), rel=0.01)
    assert numpy.abs(wave[-96:]).max() < 0.11 * numpy.abs(wave).max()


def test_the_longest_sample_is_twenty_seconds(tmp_path: Path) -> None:
    kept(loaded(tmp_path, encoded(numpy.sin(numpy.arange(20 * 8_000) / 3), 8_000)))


@given(
    frames=st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=200).filter(any),
    own_rate=st.sampled_from((4_000, 11_025, 44_100, 47_999, 48_000, 96_000)),
    rate=st.sampled_from(RATES),
)
@example(frames=[5e-324], own_rate=48_000, rate=48_000)
@example(frames=[1e300, 1e300], own_rate=44_100, rate=48_000)
@settings(deadline=None, max_examples=40)
def test_every_sound_becomes_a_stroke_or_is_too_high_for_the_rate(
    frames: list[float], own_rate: int, rate: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = encoded(numpy.array(frames), own_rate, subtype="DOUBLE")
    assert readable(tmp_path_factory.getbasetemp(), data, rate) or own_rate > rate


# --- files that are none ------------------------------------------------------------------------


def with_frame(value: float) -> bytes:
    frames = struck()
    frames[4] = value
    return encoded(frames, subtype="FLOAT")


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", UNREADABLE),
    "text": (lambda: "○□半".encode(), UNREADABLE),
    "header alone": (lambda: encoded(struck())[:20], UNREADABLE),
    "SoundFont": (lambda: b"RIFF\x04\x00\x00\x00sfbk", UNREADABLE),
    "MIDI Sample Dump": (lambda: encoded(struck(), container="SDS", subtype="PCM_16"), UNREADABLE),
    "no frames": (lambda: encoded(numpy.zeros(0)), "has no frames"),
    "three channels": (lambda: encoded(numpy.ones((9, 3))), "has 3 channels; expected 1 or 2"),
    "ten channels": (lambda: encoded(numpy.ones((9, 10))), "has 10 channels; expected 1 or 2"),
    "slow": (lambda: encoded(struck(), 3_999), "sample rate must be in range 4000..400000, not 3999"),
    "fast": (lambda: encoded(struck(), 400_001), "sample rate must be in range 4000..400000, not 400001"),
    "NaN": (lambda: with_frame(numpy.nan), "frame 5 is nan"),
    "infinite": (lambda: with_frame(-numpy.inf), "frame 5 is -inf"),
    "zeros": (lambda: encoded(numpy.zeros(999)), "is silent when mixed to mono"),
    "opposite channels": (
        lambda: encoded(numpy.stack([struck(), -struck()], axis=1), 44_100),
        "is silent when mixed to mono",
    ),
    "long": (lambda: encoded(numpy.ones(80_001), 4_000), "longer than 20 seconds"),
    "large": (lambda: bytes(50_000_001), "larger than 50000000 bytes"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_is_no_sample_is_refused_in_one_line(
    what: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data, message = BAD[what]
    with pytest.raises(LibraryError) as caught:
        loaded(tmp_path, data())
    assert str(caught.value) == f"{tmp_path / 'stroke'}: {message}"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "load", [lambda path: sample(path, 48_000), lambda path: soundfont(path, SHIWEN, 48_000)]
)
@pytest.mark.parametrize("name, message", [("missing", "No such file or directory"), (".", "Is a directory")])
def test_a_file_that_cannot_be_opened_is_refused_in_one_line(
    load: Callable[[str], object], name: str, message: str, tmp_path: Path
) -> None:
    path = str(tmp_path / name)
    with pytest.raises(LibraryError) as caught:
        load(path)
    assert str(caught.value) == f"{path}: {message}"


@given(
    data=st.binary(max_size=300) | st.builds(bytes.__add__, st.sampled_from(recordings.HEADS), st.binary())
)
@example(data=b"\xff\xfb\x90\x00" * 300)
@settings(deadline=None)
def test_any_bytes_are_a_sample_or_an_error(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    readable(tmp_path_factory.getbasetemp(), data)


@pytest.mark.parametrize(
    "container, subtype",
    [
        ("WAV", "PCM_16"),
        ("WAV", "FLOAT"),
        ("WAV", "MS_ADPCM"),
        ("FLAC", "PCM_16"),
        ("OGG", "VORBIS"),
        ("MP3", "MPEG_LAYER_III"),
        ("AIFF", "PCM_24"),
        ("CAF", "ALAC_16"),
    ],
)
def test_a_damaged_file_is_a_sample_or_an_error_and_prints_nothing(
    container: str, subtype: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data, chances = encoded(struck(44_100, 0.2), 44_100, container, subtype), random.Random(container)
    results = [readable(tmp_path, damaged(data, chances)) for _ in range(30)]
    assert not all(results)
    assert capfd.readouterr() == ("", "")


def test_what_libsndfile_would_print_is_kept_from_standard_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = encoded(struck(44_100), 44_100, "MP3")[:3_000]
    soundfile.read(BytesIO(data))
    assert capfd.readouterr().err
    loaded(tmp_path, data)
    assert not capfd.readouterr().err
    os.write(2, b"heard again")
    assert capfd.readouterr().err == "heard again"


# --- SoundFonts -------------------------------------------------------------------------------


def installed(name: str) -> str:
    """Return a SoundFont of this system that fluidsynth can play, or skip the test."""
    need("fluidsynth")
    for folder in ("/usr/share/sounds/sf2", "/usr/share/soundfonts"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    pytest.skip(f"{name} is not installed")


@pytest.fixture
def percussion() -> str:
    """Return a small SoundFont with a General MIDI drum set, or skip the test."""
    return installed("TimGM6mb.sf2")


@pytest.fixture
def empty(tmp_path: Path) -> str:
    """Return a file that begins as a SoundFont does, and that is all."""
    path = tmp_path / "empty.sf2"
    path.write_bytes(b"RIFF\x04\x00\x00\x00sfbk")
    return str(path)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return what puts a shell script in the place of fluidsynth."""
    if os.name != "posix":
        pytest.skip("there are no shell scripts on this system")

    def replace(script: str) -> None:
        path = tmp_path / "fluidsynth"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    return replace


@pytest.mark.parametrize("name, rate", [("TimGM6mb.sf2", 96_000), ("FluidR3_GM.sf2", 48_000)])
def test_fluidsynth_plays_both_drums_of_a_soundfont(name: str, rate: int) -> None:
    percussion = installed(name)
    found = dict(soundfont(percussion, SHIWEN, rate))
    assert list(found) == list(Drum)
    with open(percussion, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:8]
    for each in found.values():
        assert (each.name, each.digest, each.rate) == (name, digest, rate)
        kept(each)
        assert loudness(each.takes, rate) == pytest.approx(LOUDNESS, abs=0.05)
        assert len({wave.tobytes() for wave in each.takes}) == len(each.takes) == 4
        peaks = [float(numpy.abs(wave).max()) for wave in each.takes]
        assert max(peaks) < 1.25 * min(peaks)


def test_the_same_soundfont_gives_the_same_samples(percussion: str) -> None:
    first, second = (soundfont(percussion, SHIWEN, 44_100) for _ in range(2))
    for (_, one), (_, other) in zip(first, second, strict=True):
        assert [wave.tobytes() for wave in one.takes] == [wave.tobytes() for wave in other.takes]


def test_a_soundfont_is_played_dry_and_each_stroke_alone(
    percussion: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bass drum is over soon, with no room around it, also a second after a cymbal that rings for four."""
    monkeypatch.setattr(recordings, "SLOT", 1)
    cymbal, bass = (each for _, each in soundfont(percussion, SHIWEN.with_keys(49, 36), 48_000))
    assert all(0.7 * 48_000 < len(wave) < 0.9 * 48_000 for wave in cymbal.takes)
    assert all(len(wave) < 0.2 * 48_000 for wave in bass.takes)


def test_settings_of_the_user_change_nothing(
    percussion: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = soundfont(percussion, SHIWEN, 22_050)
    (tmp_path / ".fluidsynth").write_text("set synth.reverb.active 1\ntuning odd 0 0\ngain 5\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    for (_, one), (_, other) in zip(usual, soundfont(percussion, SHIWEN, 22_050), strict=True):
        assert [wave.tobytes() for wave in one.takes] == [wave.tobytes() for wave in other.takes]


@pytest.mark.parametrize("keys, silent", [((0, 50), "0, for pi"), ((41, 127), "127, for gu")])
def test_a_key_without_a_sound_is_named(percussion: str, keys: tuple[int, int], silent: str) -> None:
    with pytest.raises(LibraryError) as caught:
        soundfont(percussion, SHIWEN.with_keys(*keys), 48_000)
    assert str(caught.value) == f"{percussion}: key {silent}, gives no sound"


def test_a_soundfont_named_like_an_option_is_played(
    percussion: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.symlink(percussion, "-x y.sf2")
    (_, found), _ = soundfont("-x y.sf2", SHIWEN, 22_050)
    assert found.name == "-x y.sf2"


@pytest.mark.parametrize("data", [b"", b"RIFF", encoded(struck()), b"RIFF\x04\x00\x00\x00DLS "])
def test_a_file_that_is_no_soundfont_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "drums.sf2"
    path.write_bytes(data)
    with pytest.raises(LibraryError) as caught:
        soundfont(str(path), SHIWEN, 48_000)
    assert str(caught.value) == f"{path}: is no SoundFont"


def test_a_broken_soundfont_is_refused_and_no_other_played(percussion: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.sf2"
    with open(percussion, "rb") as file:
        path.write_bytes(file.read(1_000_000))
    with pytest.raises(LibraryError) as caught:
        soundfont(str(path), SHIWEN, 48_000)
    assert str(caught.value) == f"{path}: fluidsynth: error: SoundFont file size mismatch"


def test_fluidsynth_that_is_missing_is_named(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(LibraryError) as caught:
        soundfont(empty, SHIWEN, 48_000)
    assert str(caught.value) == f"{empty}: needs the program fluidsynth, which is not installed"


@pytest.mark.parametrize(
    "script, message",
    [
        ("exit 3", "fluidsynth fails with exit code 3"),
        ("kill -9 $$", "fluidsynth fails with exit code -9"),
        ("echo 'fluidsynth: error: Out of memory' >&2; exit 1", "fluidsynth: error: Out of memory"),
        ("exit 0", "fluidsynth has not played it"),
        ('while [ "$1" != -F ]; do shift; done; echo > "$2"', "fluidsynth has not played it"),
        ("exec sleep 60", "fluidsynth has not ended after 0.5 seconds"),
    ],
)
def test_fluidsynth_that_fails_is_one_line(
    script: str, message: str, empty: str, program: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    program(script)
    monkeypatch.setattr(recordings, "TIMEOUT", 0.5 if "sleep" in script else 60)
    with pytest.raises(LibraryError) as caught:
        soundfont(empty, SHIWEN, 48_000)
    assert str(caught.value) == f"{empty}: {message}"


@pytest.mark.parametrize(
    "frames, message",
    [
        (struck(), "fluidsynth has not played it"),
        (numpy.full(8 * 8_000, numpy.nan), "key 41, for pi, gives no sound"),
    ],
    ids=["too short", "no numbers"],
)
def test_what_fluidsynth_plays_wrong_is_refused(
    frames: Samples,
    message: str,
    empty: str,
    program: Callable[[str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recordings, "SLOT", 1)
    (tmp_path / "played.wav").write_bytes(encoded(frames, 8_000, subtype="FLOAT"))
    program(f'while [ "$1" != -F ]; do shift; done; exec {shutil.which("cp")} {tmp_path}/played.wav "$2"')
    with pytest.raises(LibraryError) as caught:
        soundfont(empty, SHIWEN, 8_000)
    assert str(caught.value) == f"{empty}: {message}"
