"""Sound files: exact to the sample, opened again, with what they say of themselves."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy
import pytest
import soundfile
from conftest import NAMES, need, performance

from touhu_music import Drum, Use, library
from touhu_music.errors import RenderError
from touhu_music.performance import Accent, Performance
from touhu_music.practice import Practice, Ramp, Rehearsal, Voice
from touhu_music.render import FORMATS, Options, render
from touhu_music.sound import Audio, encoding, mixing
from touhu_music.sound.mixing import Part

if TYPE_CHECKING:
    Samples = numpy.typing.NDArray[numpy.float64]

SOUNDS = [name for name, it in FORMATS.items() if it.sounds]
RAW = Options(audio=Audio(normalised=False))


def read(data: bytes) -> tuple[Samples, int]:
    samples, rate = soundfile.read(BytesIO(data), dtype="float64")
    return samples, rate


def made(name: str, it: Performance, options: Options | None = None) -> Samples:
    return read(render(name, it, options))[0]


# --- exact to the sample -----------------------------------------------------------------------


def without_each(it: Performance, name: str, audio: Audio) -> Iterator[tuple[int, Samples]]:
    """Give each stroke's number, and the samples of a file in which it is not struck."""
    mixed = mixing.mix(Rehearsal(it), audio)
    for number in range(len(mixed.hits)):
        hits = mixed.hits[:number] + mixed.hits[number + 1 :]
        parts = replace(mixed, hits=hits).parts()
        data = encoding.encode(parts, 1.0, encoding.KINDS[name], audio.rate, audio.bits, {})
        yield number, read(data)[0]


@pytest.mark.parametrize("tempo", [20, 60, 133, 400])
@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("row", NAMES)
def test_a_stroke_is_in_the_file_from_its_frame_on_and_not_before(row: str, use: Use, tempo: int) -> None:
    it = performance(row, use, beats_per_minute=Fraction(tempo))
    full = made("wav", it, RAW)
    for number, rest in without_each(it, "wav", RAW.audio):
        onset = round(it.seconds(it.pattern[number].onset) * 48_000)
        stroke = numpy.abs(full - rest).max(axis=1)
        assert not stroke[:onset].any()
        assert stroke[onset] > 0


@pytest.mark.parametrize("bits", [16, 24])
@pytest.mark.parametrize("rate", [22_050, 44_100, 96_000])
def test_so_it_is_in_flac_at_any_rate(rate: int, bits: int) -> None:
    it = performance("xue-2", Use.TOUHU, beats_per_minute=Fraction(133))
    audio = replace(RAW.audio, rate=rate, bits=bits)
    full = made("flac", it, Options(audio=audio))
    for number, rest in without_each(it, "flac", audio):
        onset = round(it.seconds(it.pattern[number].onset) * rate)
        stroke = numpy.abs(full - rest).max(axis=1)
        assert not stroke[:onset].any()
        assert stroke[onset] > 0


@pytest.mark.parametrize("bits", [16, 24])
@pytest.mark.parametrize("name", ["wav", "flac"])
def test_the_samples_are_those_of_the_mix_rounded(name: str, bits: int) -> None:
    it = performance("lu-1", Use.TOUHU)
    mixed = mixing.mix(Rehearsal(it), RAW.audio)
    written = made(name, it, Options(audio=replace(RAW.audio, bits=bits)))
    exact = mixed.stretch(0, mixed.frames).astype(float) * (2 ** (bits - 1) - 1)
    assert numpy.abs(written * 2 ** (bits - 1) - exact).max() <= 0.501  # the mix is of 24 bits itself


def lag(one: Samples, other: Samples) -> int:
    """Return by how many frames the other comes later, where both agree best."""
    size = 2 ** int(numpy.ceil(numpy.log2(len(one) + len(other))))
    spectra = [numpy.fft.rfft(each.mean(axis=1), size) for each in (one, other)]
    best = int(numpy.fft.irfft(spectra[1] * spectra[0].conj()).argmax())
    return best - size if best > size // 2 else best


@pytest.mark.parametrize("rate", [22_050, 44_100, 48_000])
@pytest.mark.parametrize("name", ["ogg", "mp3"])
def test_a_lossy_file_is_as_long_and_as_early(name: str, rate: int) -> None:
    options = Options(audio=Audio(rate=rate))
    for row, use, tempo in (("lu-1", Use.TOUHU, 60), ("xue-2", Use.ARCHERY, 133), ("lu-2", Use.TOUHU, 400)):
        it = performance(row, use, beats_per_minute=Fraction(tempo))
        exact, lossy = made("wav", it, options), made(name, it, options)
        assert exact.shape == lossy.shape
        assert lag(exact, lossy) == 0


def test_a_lossy_file_of_ten_minutes_is_written(tmp_path: Path) -> None:
    it = performance("lu-1", Use.TOUHU, cycles=50)
    data = render("ogg", it)  # given all at once, the encoder would crash
    with soundfile.SoundFile(BytesIO(data)) as file:
        assert file.frames == 600 * 48_000


@pytest.mark.parametrize("name", ["ogg", "mp3"])
def test_another_decoder_hears_it_as_early(name: str, tmp_path: Path) -> None:
    ffmpeg = need("ffmpeg")
    it = performance("lu-1", Use.TOUHU)
    source, target = tmp_path / f"a.{name}", tmp_path / "a.wav"
    source.write_bytes(render(name, it))
    subprocess.run([ffmpeg, "-v", "error", "-i", source, target], check=True)
    exact, decoded = made("wav", it), soundfile.read(target)[0]
    assert lag(exact, decoded) == 0
    assert abs(len(exact) - len(decoded)) <= 1152  # a frame of MP3, at its end


# --- the same ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOUNDS)
def test_the_same_input_gives_the_same_sound(name: str) -> None:
    it = performance("lu-1", Use.TOUHU, count_in=2)
    options = Options(practice=Practice(leave_strokes=Fraction(1, 4), seed=3, click=True))
    first, second = (bytes(render(name, it, options)) for _ in range(2))
    assert hashlib.sha256(first).digest() == hashlib.sha256(second).digest()


def test_an_ogg_file_keeps_its_checksums_when_its_stream_is_numbered() -> None:
    data, pages = bytes(render("ogg", performance("lu-1", Use.TOUHU))), 0
    at = 0
    while at < len(data):
        assert data[at : at + 4] == b"OggS"
        assert data[at + 14 : at + 18] == bytes((1, 0, 0, 0))
        end = at + 27 + data[at + 26] + sum(data[at + 27 : at + 27 + data[at + 26]])
        remainder = 0  # bit by bit, as RFC 3533 has it
        for byte in data[at : at + 22] + bytes(4) + data[at + 26 : end]:
            remainder ^= byte << 24
            for _ in range(8):
                remainder = (remainder << 1 ^ 0x104C11DB7 * (remainder >> 31)) & 0xFFFFFFFF
        assert data[at + 22 : at + 26] == remainder.to_bytes(4, "little")
        at, pages = end, pages + 1
    assert pages > 2


def test_another_seed_is_another_sound_of_the_same_strokes() -> None:
    it = performance("lu-1", Use.TOUHU)
    one, other = (made("wav", it, Options(practice=Practice(seed=seed))) for seed in (0, 1))
    assert one.shape == other.shape
    assert (one != other).any()
    assert lag(one, other) == 0


# --- what it says ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOUNDS)
def test_a_file_says_what_it_is_and_what_is_choice(name: str, tmp_path: Path) -> None:
    ffprobe = need("ffprobe")
    it = performance("lu-1", Use.ARCHERY, "B", beats_per_minute=Fraction(72))
    options = Options(practice=Practice(muted=Drum.GU), audio=Audio(stem=Voice.PI))
    path = tmp_path / f"a.{name}"
    path.write_bytes(render(name, it, options))
    command = [ffprobe, "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "json", str(path)]
    said = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    tags = {
        key.lower(): value
        for part in (said["format"], *said.get("streams", []))
        for key, value in part.get("tags", {}).items()
    }
    assert (
        tags["title"]
        == "魯鼓 前圖 射禮（燕射） · Lu, first chart, archery (燕射 after 鄭 and 孔) · 鼙 only the 鼙"
    )
    assert "據 source: B 禮記訓纂" in tags["comment"]
    assert "Our choices, not in the text: even, one mark a beat; 72 beats a minute" in tags["comment"]
    assert "練習（非禮所有） Practice, not the rite: without the 鼓" in tags["comment"]


def test_the_tones_are_told_where_the_keys_are_ones_own() -> None:
    for name in ("shiwen", "organology"):
        sounds = library.sounds(name).with_keys(36, 38)
        with soundfile.SoundFile(BytesIO(render("wav", performance(sounds=sounds)))) as file:
            assert f"{name}: 鼙" in file.comment


# --- what it cannot hold -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, audio, choices, message",
    [
        ("ogg", Audio(bits=24), {}, "ogg has no samples of 24 bits; wav and flac have"),
        ("mp3", Audio(bits=24), {}, "mp3 has no samples of 24 bits; wav and flac have"),
        ("mp3", Audio(rate=96_000), {}, "mp3 holds at most 48000 frames a second, not 96000"),
        (
            "wav",
            Audio(loop=True),
            {"count_in": 2},
            "a loop has no count-in: it would sound each time; leave out --loop or --count-in",
        ),
        ("wav", Audio(), {"cycles": 700}, "sound is written for at most 120 minutes"),
    ],
)
def test_what_a_file_cannot_hold_is_refused(
    name: str, audio: Audio, choices: dict[str, Any], message: str
) -> None:
    with pytest.raises(RenderError) as caught:
        render(name, performance("lu-1", Use.TOUHU, **choices), Options(audio=audio))
    assert str(caught.value) == message


def test_a_level_beyond_full_scale_is_refused_and_never_clipped() -> None:
    loud = Part(numpy.full((10, 2), 1.5, numpy.float32))
    with pytest.raises(RenderError, match=r"^the sound goes beyond full scale; leave out --unnorm"):
        encoding.encode([loud], 1.0, encoding.KINDS["wav"], 48_000, 16, {})


@pytest.mark.parametrize("field, value", [("rate", 8_000), ("rate", 0), ("bits", 8), ("bits", 32)])
def test_rates_and_bits_that_there_are_not_are_refused(field: str, value: int) -> None:
    with pytest.raises(RenderError, match=rf"^{field} must be one of [0-9 ]+, not {value}$"):
        replace(Audio(), **{field: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [name for name, it in FORMATS.items() if not it.practises])
def test_a_format_that_holds_no_practice_refuses_one(name: str) -> None:
    with pytest.raises(RenderError) as caught:
        render(name, performance(), Options(practice=Practice(ramp=Ramp.parse("60-90-5"))))
    able = "mid wav flac ogg mp3 labels.txt"
    assert str(caught.value) == f"{name} holds the row as it is, not a practice of it; {able} do"


# --- read back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOUNDS)
def test_a_file_of_other_sound_is_found_out(name: str) -> None:
    right, options = performance("lu-1", Use.TOUHU), Options()
    data = render(name, right)
    renderer = FORMATS[name].renderer()
    renderer.check(data, right, options)
    wrong: list[tuple[bytes, Performance, Options]] = [
        (data, performance("lu-2", Use.TOUHU), options),
        (data, performance("lu-1", Use.TOUHU, cycles=2), options),
        (data, performance("lu-1", Use.TOUHU, siglum="B", beats_per_minute=Fraction(61)), options),
        (data, right, Options(audio=Audio(rate=44_100))),
        (data, right, Options(audio=Audio(stem=Voice.PI))),
        (data[:40], right, options),
        (b"", right, options),
    ]
    for damaged, it, written in wrong:
        with pytest.raises(RenderError):
            renderer.check(damaged, it, written)


def test_accents_do_not_move_or_clip() -> None:
    it = performance("lu-1", Use.ARCHERY, accent=Accent.GU, beats_per_minute=Fraction(400), cycles=3)
    assert numpy.abs(made("wav", it)).max() == pytest.approx(10 ** (-1 / 20), abs=1e-4)
