"""Drums of one's own: samples, and the percussion of a SoundFont, as loud as the synthesised ones."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from math import gcd, prod
from typing import TYPE_CHECKING, Final

import numpy

from touhu_music.datafile import base_name
from touhu_music.errors import LibraryError
from touhu_music.notation import Drum
from touhu_music.sound import Recording
from touhu_music.sounds import Sounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from touhu_music.sound import Wave

    Samples = NDArray[numpy.float64]

LOUDNESS: Final = -23.3
"""LUFS of one stroke a second, mono, its peak as it stands in a take: that of a synthesised drum."""

LOUDEST: Final = 4.0
"""The peak of a take is never higher; that of a synthesised stroke is 1."""

SILENCE: Final = 0.001
"""What is below this share of the peak (-60 dB) is silent before a stroke and after it."""

FADE: Final = 0.02
"""Seconds in which the end of a take fades."""

# --- what can be read ---------------------------------------------------------------------------

LARGEST_FILE: Final = 50_000_000
"""A sample of more bytes is refused."""

LONGEST: Final = 20
"""A sample of more seconds is refused."""

RATES: Final = (4_000, 400_000)
"""The least and the greatest number of frames a second of a sample."""

HEADS: Final = tuple(b"RIFF RIFX RF64 riff fLaC OggS FORM caff .snd ID3 \xff".split())
"""How a sample begins; libsndfile knows more formats, and prints errors of one (SDS) to standard output."""

# --- how a SoundFont is played ------------------------------------------------------------------

CHANNEL: Final = 9  # of percussion; mido counts from 0
FORCES: Final = (98, 102, 96, 100)
"""The velocity of each take: one stroke, never twice the same."""

SLOT: Final = 8
"""Seconds of each stroke; what still rings then is cut."""

MARGIN: Final = 100
"""Milliseconds of silence at both ends of a slot, as fluidsynth is not exact to the frame."""

TIMEOUT: Final = 60
"""Seconds after which fluidsynth is given up."""


def sample(path: str, rate: int) -> Recording:
    """Read a recorded stroke, whatever its format, rate and level; it has one take.

    Two channels become one, silence before the sound is cut. Raises LibraryError for a file that
    is missing, is no audio, is too large or too long, or in which nothing sounds.
    """
    data = content(path)
    frames, own_rate = decoded(path, data)
    peak = numpy.abs(frames).max() or 1
    wave = (frames / peak).mean(axis=1)
    if own_rate != rate and wave.any():
        from scipy.signal import resample_poly

        divisor = gcd(rate, own_rate)
        # Cut first: the filter would make a sudden sound begin a little earlier.
        wave = resample_poly(trimmed(wave), rate // divisor, own_rate // divisor)
    if numpy.abs(wave).max() < SILENCE:
        raise LibraryError(f"{path}: is silent when mixed to mono")
    return Recording(base_name(path), hashlib.sha256(data).hexdigest()[:8], rate, levelled([wave], rate))


def soundfont(path: str, sounds: Sounds, rate: int) -> tuple[tuple[Drum, Recording], ...]:
    """Let fluidsynth play the keys of the two drums, dry, several takes of each.

    Raises LibraryError if the file is missing or no SoundFont, if a key gives no sound, and if
    fluidsynth is missing, fails or hangs.
    """
    try:
        with open(path, "rb") as file:
            head = file.read(12)
            if head[:4] != b"RIFF" or head[8:] != b"sfbk":
                raise LibraryError(f"{path}: is no SoundFont")
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()[:8]
    except OSError as error:
        raise LibraryError(f"{path}: {error.strerror}") from error
    keys = [sounds.key(drum) for drum in Drum]
    strokes, complaint = played(path, keys, rate)
    found = []
    for drum, key, takes in zip(Drum, keys, strokes, strict=True):
        if not all(0 < numpy.abs(take).max() < numpy.inf for take in takes):
            raise LibraryError(f"{path}: {complaint or f'key {key}, for {drum.word}, gives no sound'}")
        found.append((drum, Recording(base_name(path), digest, rate, levelled(takes, rate))))
    return tuple(found)


# --- samples ----------------------------------------------------------------------------------


def content(path: str) -> bytes:
    """Read a file whole; raises LibraryError if it cannot be read or is too large."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise LibraryError(f"{path}: {error.strerror}") from error
    if len(data) > LARGEST_FILE:
        raise LibraryError(f"{path}: larger than {LARGEST_FILE} bytes")
    return data


def decoded(path: str, data: bytes) -> tuple[Samples, int]:
    """Return the frames of a sample, a column a channel, and its rate; raises LibraryError."""
    import soundfile

    unknown = LibraryError(f"{path}: is no audio that can be read; expected WAV, FLAC, OGG, MP3 or AIFF")
    if not data.startswith(HEADS):
        raise unknown
    try:
        with silenced(), soundfile.SoundFile(Source(data)) as file:
            channels, rate = file.channels, file.samplerate
            if channels > 2:
                raise LibraryError(f"{path}: has {channels} channels; expected 1 or 2")
            if not RATES[0] <= rate <= RATES[1]:
                raise LibraryError(f"{path}: sample rate must be in range {RATES[0]}..{RATES[1]}, not {rate}")
            frames: Samples = file.read(LONGEST * rate + 1, always_2d=True)
    except soundfile.LibsndfileError as error:
        raise unknown from error
    if not len(frames):
        raise LibraryError(f"{path}: has no frames")
    if len(frames) > LONGEST * rate:
        raise LibraryError(f"{path}: longer than {LONGEST} seconds")
    for frame, channel in numpy.argwhere(~numpy.isfinite(frames)):
        raise LibraryError(f"{path}: frame {frame + 1} is {frames[frame, channel]}")
    return frames, rate


class Source(BytesIO):
    """A file in memory that refuses as C expects it: an error raised in a callback is printed and lost."""

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Move; before the beginning there is nothing, and it stays where it is."""
        return super().seek(offset, whence) if offset >= 0 or whence else self.tell()


@contextmanager
def silenced() -> Iterator[None]:
    """Keep from standard error what the MP3 decoder of libsndfile prints there on a damaged file."""
    with open(os.devnull, "wb") as nothing:
        kept = os.dup(2)
        try:
            os.dup2(nothing.fileno(), 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


# --- SoundFonts -------------------------------------------------------------------------------


def played(path: str, keys: Sequence[int], rate: int) -> tuple[list[list[Samples]], str]:
    """Return the strokes on each key of a SoundFont, mono, and the first error that fluidsynth names.

    Where it cannot load the file, fluidsynth says so, is silent, and its exit code is 0. Raises
    LibraryError where it is missing, fails or hangs.
    """
    import soundfile

    program = shutil.which("fluidsynth")
    if program is None:
        raise LibraryError(f"{path}: needs the program fluidsynth, which is not installed")
    with tempfile.TemporaryDirectory(prefix="touhu-") as folder:
        score, sound, settings = (os.path.join(folder, each) for each in ("in.mid", "out.wav", "settings"))
        write_score(score, keys)
        with open(settings, "w"):  # empty: else it reads the user's, which may add effects
            pass
        command = [program, "-n", "-i", "-f", settings]
        command += ["-o", "synth.default-soundfont="]  # else it plays that where it cannot load the file
        command += ["-R", "0", "-C", "0", "-g", "1", "-r", str(rate)]
        command += ["-T", "wav", "-O", "float", "-F", sound, os.path.abspath(path), score]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise LibraryError(f"{path}: fluidsynth has not ended after {TIMEOUT} seconds") from error
        except OSError as error:
            raise LibraryError(f"{path}: {program}: {error.strerror}") from error
        lines = done.stderr.decode(errors="replace").splitlines()
        complaint = next((line for line in lines if line.startswith("fluidsynth: error:")), "")
        if done.returncode:
            reason = complaint or f"fluidsynth fails with exit code {done.returncode}"
            raise LibraryError(f"{path}: {reason}")
        try:
            frames, _ = soundfile.read(sound, always_2d=True)
            shape = len(keys), len(FORCES), SLOT * rate
            strokes = frames.mean(axis=1)[: prod(shape)].reshape(shape)
        except (soundfile.LibsndfileError, ValueError) as error:  # not there, or not all of it
            raise LibraryError(f"{path}: {complaint or 'fluidsynth has not played it'}") from error
    return [list(takes) for takes in strokes], complaint


def write_score(path: str, keys: Sequence[int]) -> None:
    """Write a MIDI file that strikes each key with each of FORCES, a slot a stroke."""
    import mido

    file = mido.MidiFile(ticks_per_beat=500)  # a tick is a millisecond, as a beat is half a second
    track = mido.MidiTrack()
    for key in keys:
        for force in FORCES:
            track += [
                mido.Message("note_on", channel=CHANNEL, note=key, velocity=force, time=MARGIN),
                # All sound off: what still rings must not be heard in the next slot.
                mido.Message("control_change", channel=CHANNEL, control=120, time=SLOT * 1000 - 2 * MARGIN),
                mido.Message("note_off", channel=CHANNEL, note=key, time=MARGIN),
            ]
    file.tracks.append(track)
    file.save(path)


# --- takes ------------------------------------------------------------------------------------


def levelled(strokes: Sequence[Samples], rate: int) -> tuple[Wave, ...]:
    """Return strokes as takes of one drum: cut, faded, together as loud as a synthesised drum."""
    cut = [faded(trimmed(stroke), rate) for stroke in strokes]
    peak = max(numpy.abs(take).max() for take in cut)
    takes = [take / peak for take in cut]
    gain = 1.0
    for _ in range(2):  # twice, as what is softer than -70 LUFS does not count
        measured = loudness([take * gain for take in takes], rate)
        gain = min(gain * 10 ** ((LOUDNESS - measured) / 20), LOUDEST)
    return tuple((take * gain).astype(numpy.float32) for take in takes)


def trimmed(wave: Samples) -> Samples:
    """Return a wave from its first sound to its last one."""
    level = numpy.abs(wave)
    heard = numpy.flatnonzero(level > SILENCE * level.max())
    return wave[heard[0] : heard[-1] + 1]


def faded(wave: Samples, rate: int) -> Samples:
    """Return a wave with one frame more, to which its end fades; its first half stays as it is."""
    wave = numpy.append(wave, 0.0)
    left = numpy.arange(len(wave) - 1, -1, -1)
    return wave * numpy.minimum(1, left / min(FADE * rate, len(wave) / 2))


def loudness(takes: Sequence[NDArray[numpy.floating]], rate: int) -> float:
    """Measure one stroke a second in LUFS (ITU-R BS.1770); minus infinity if it is not heard at all."""
    import pyloudnorm

    line = numpy.zeros(8 * rate + max(len(take) for take in takes))
    for second in range(8):
        take = takes[second % len(takes)]
        line[second * rate :][: len(take)] += take
    return float(pyloudnorm.Meter(rate).integrated_loudness(line))
