"""Audio files: frames as wav, flac, ogg or mp3, with what a player shows of them."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Mapping
from io import SEEK_CUR, SEEK_END, SEEK_SET, BytesIO, RawIOBase
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import crc32

import numpy
import soundfile

from touhu_music.errors import RenderError
from touhu_music.sound.mixing import Mix, Part

if TYPE_CHECKING:
    from touhu_music.sound import Audio, Wave

AT_ONCE: Final = 2**14
"""Frames that a lossy encoder is given at once: Vorbis takes its space from the stack, and would crash."""

FULL: Final = {"PCM_16": 2**15 - 1, "PCM_24": 2**23 - 1}
"""The greatest number of each kind of samples."""


class FileKind(NamedTuple):
    """A kind of audio file, in the words of libsndfile; `subtypes` by bits, None where there are none."""

    container: str
    subtypes: dict[int | None, str]
    highest_rate: int


KINDS: Final = {
    "wav": FileKind("WAV", {16: "PCM_16", 24: "PCM_24"}, 96_000),
    "flac": FileKind("FLAC", {16: "PCM_16", 24: "PCM_24"}, 96_000),
    "ogg": FileKind("OGG", {None: "VORBIS"}, 96_000),
    "mp3": FileKind("MP3", {None: "MPEG_LAYER_III"}, 48_000),
}


def subtype(kind: FileKind, rate: int, bits: int) -> str:
    """Return how samples are written; raises RenderError where this kind of file cannot hold them."""
    name = kind.container.lower()
    if rate > kind.highest_rate:
        raise RenderError(f"{name} holds at most {kind.highest_rate} frames a second, not {rate}")
    if bits not in kind.subtypes and (None not in kind.subtypes or bits != 16):
        raise RenderError(f"{name} has no samples of {bits} bits; wav and flac have")
    return kind.subtypes.get(bits) or kind.subtypes[None]


def file_of(mixed: Mix, gain: float, name: str, audio: Audio, tags: Mapping[str, str]) -> bytes | memoryview:
    """Write a mix as a kind of file; raises RenderError for what that cannot hold."""
    if name == "wav":
        return encode_wav(mixed.parts(), mixed.frames, gain, audio.rate, audio.bits, tags)
    return encode(mixed.parts(), gain, KINDS[name], audio.rate, audio.bits, tags)


def encode(
    parts: Iterable[Part], gain: float, kind: FileKind, rate: int, bits: int, tags: Mapping[str, str]
) -> bytes:
    """Write stereo frames as a file; tags are named as libsndfile names them: title, comment.

    Raises RenderError where samples would go beyond full scale.
    """
    written, data = subtype(kind, rate, bits), BytesIO()
    own = kind.container == "MP3"  # libsndfile would write UTF-8 into a tag that says Latin-1
    with soundfile.SoundFile(data, "w", rate, 2, written, format=kind.container) as file:
        for name, text in () if own else tags.items():
            setattr(file, name, text)
        for wave, times in parts:
            samples = scaled(wave, gain)
            blocks = [whole(samples, written)] if written in FULL else list(pieces(samples))
            for _ in range(times):
                for block in blocks:
                    file.write(block)
    if kind.container == "OGG":
        return numbered(data.getvalue())
    return id3(tags) + data.getvalue() if own else data.getvalue()


REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def numbered(ogg: bytes) -> bytes:
    """Give the stream of an Ogg file the number 1: libsndfile draws one, and no two files would be the same.

    Each page begins with a head of 27 bytes, in which the number is at 14 and the checksum at 22, and with
    the sizes of what is in it. Source: RFC 3533.
    """
    data, at = bytearray(ogg), 0
    while at < len(data):
        sizes = data[at + 27 : at + 27 + data[at + 26]]
        end = at + 27 + len(sizes) + sum(sizes)
        data[at + 14 : at + 18] = (1).to_bytes(4, "little")
        data[at + 22 : at + 26] = bytes(4)
        # the checksum of zlib takes bits from the other end, and turns all at the start and at the end
        turned = crc32(data[at:end].translate(REVERSED), 0xFFFFFFFF) ^ 0xFFFFFFFF
        data[at + 22 : at + 26] = turned.to_bytes(4, "big").translate(REVERSED)
        at = end
    return bytes(data)


def encode_wav(
    parts: Iterable[Part], frames: int, gain: float, rate: int, bits: int, tags: Mapping[str, str]
) -> memoryview:
    """Write stereo frames as the same file as `encode` does for wav, several times as fast.

    libsndfile writes what stands before the samples. They are put behind it here: a part that comes
    again is made once, and 100 MB are filled once and never copied.
    """
    head = encode([], 1.0, KINDS["wav"], rate, bits, tags)
    data = numpy.empty(len(head) + frames * 2 * bits // 8, numpy.uint8)
    data[: len(head)] = numpy.frombuffer(head, numpy.uint8)
    for place, size in ((4, len(data) - 8), (len(head) - 4, len(data) - len(head))):
        data[place : place + 4] = numpy.frombuffer(size.to_bytes(4, "little"), numpy.uint8)
    at = len(head)
    for wave, times in parts:
        samples = whole(scaled(wave, gain), f"PCM_{bits}").astype("<i2" if bits == 16 else "<i4")
        block = samples.view(numpy.uint8)
        if bits == 24:
            block = block.reshape(-1, 4)[:, 1:]  # the upper three bytes
        for _ in range(times):
            data[at : at + block.size] = block.reshape(-1)
            at += block.size
    return data.data


def scaled(wave: Wave, gain: float) -> Wave:
    """Return samples at their level; raises RenderError where they go beyond full scale."""
    samples: Wave = wave * numpy.float32(gain)
    if len(samples) and max(samples.max(), -samples.min()) > 1:
        raise RenderError("the sound goes beyond full scale; leave out --unnormalised")
    return samples


def id3(tags: Mapping[str, str]) -> bytes:
    """Return a tag of ID3v2.3 that any player of MP3 reads; a comment has a language of its own there."""
    frames = b""
    for name, text in tags.items():
        frame, lead = {"title": (b"TIT2", b""), "comment": (b"COMM", b"und" + codecs.BOM_UTF16_LE + b"\0\0")}[
            name
        ]
        content = b"\1" + lead + codecs.BOM_UTF16_LE + text.encode("utf-16-le")
        frames += frame + len(content).to_bytes(4) + b"\0\0" + content
    size = len(frames)
    seven = bytes(size >> shift & 0x7F for shift in (21, 14, 7, 0))  # so that no byte looks like sound
    return b"ID3\3\0\0" + seven + frames


def whole(samples: Wave, written: str) -> Wave | numpy.typing.NDArray[numpy.integer]:
    """Round samples to whole numbers, as libsndfile takes them: those of 24 bits are the upper ones of 32."""
    if written == "PCM_16":
        rounded = samples * numpy.float32(FULL[written])
        numpy.rint(rounded, out=rounded)
        return rounded.astype(numpy.int16)
    return numpy.rint(samples.astype(numpy.float64) * FULL[written]).astype(numpy.int32) << 8


def pieces(samples: Wave) -> Iterator[Wave]:
    """Cut samples into pieces for a lossy encoder."""
    for start in range(0, len(samples), AT_ONCE):
        yield samples[start : start + AT_ONCE]


class Held(NamedTuple):
    """What an audio file says that it holds."""

    container: str
    subtype: str
    rate: int
    channels: int
    frames: int
    title: str


class Opened(RawIOBase):
    """Bytes as a file to read, without a copy of them."""

    def __init__(self, data: bytes | memoryview) -> None:
        self.data, self.at = memoryview(data).cast("B"), 0

    def readinto(self, space: Any) -> int:
        """Fill a space with what comes next, and return how much that is."""
        found = self.data[self.at : self.at + len(space)]
        space[: len(found)] = found
        self.at += len(found)
        return len(found)

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        """Go to a place, and return it."""
        self.at = offset + {SEEK_SET: 0, SEEK_CUR: self.at, SEEK_END: len(self.data)}[whence]
        return self.at

    def tell(self) -> int:
        """Return the place."""
        return self.at


def held(data: bytes | memoryview) -> Held:
    """Open an audio file again; raises RenderError if it is none."""
    try:
        with soundfile.SoundFile(Opened(data)) as file:
            return Held(file.format, file.subtype, file.samplerate, file.channels, file.frames, file.title)
    except soundfile.LibsndfileError as error:
        raise RenderError(f"the sound cannot be opened again: {error.error_string}") from error


def beginning(data: bytes | memoryview, frames: int) -> Wave:
    """Return the first frames of an audio file; raises RenderError where it has not so many."""
    try:
        wave: Wave = soundfile.read(Opened(data), frames, dtype="float32", always_2d=True)[0]
    except soundfile.LibsndfileError as error:
        raise RenderError(f"the sound cannot be read: {error.error_string}") from error
    if len(wave) < frames:
        raise RenderError(f"the sound breaks off after {len(wave)} frames")
    return wave
