"""The drum of a cue sheet as MIDI or sound: the passage of each round, with a marker at each cue.

The passages follow each other after a rest, which is ours: what is said and done between them has no
length in any source. Under the mode `free`, where no source says how long the drum runs, it sounds as
long as it would for an exchange.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from io import BytesIO
from itertools import groupby
from math import lcm
from typing import Final, NamedTuple

import mido

from touhu_music.errors import RenderError
from touhu_music.language import Language, choices, source, word, words
from touhu_music.notation import Drum
from touhu_music.performance import Performance, perform
from touhu_music.practice import Rehearsal
from touhu_music.render import Options, midi
from touhu_music.rite.cues import Cue, Sheet, cycles
from touhu_music.rite.cuesheet import lines as cue_lines
from touhu_music.sound import USUAL, Audio
from touhu_music.sound.encoding import file_of, held
from touhu_music.sound.mixing import Hit, Mix, hit, levelling
from touhu_music.sound.voices import voices

REST: Final = 8
"""Beats of silence from the end of a passage to the next: our choice."""

LONGEST: Final = 2 * 60 * 60
"""A sound of more seconds than this is refused."""


class Passage(NamedTuple):
    """The drum of one round: its performance, and the beat of the file on which it begins."""

    round: int
    start: Fraction
    performance: Performance
    cues: tuple[Cue, ...]

    @property
    def end(self) -> Fraction:
        """The beat on which the last cycle ends, its gap included."""
        return self.start + self.performance.length


def passages(sheet: Sheet, performances: Mapping[str, Performance]) -> tuple[Passage, ...]:
    """Return the passages of the rounds; raises RenderError for a sheet without a drum.

    `performances` has one cycle of each cadence.
    """
    found: list[Passage] = []
    start = Fraction(0)
    for round, group in groupby(sheet.drums, key=lambda cue: cue.round):
        cues = tuple(group)
        one = performances[cues[0].beat.cadence] if cues[0].beat else None
        if one is None or round is None:
            continue
        count = cycles(sheet.rite, sheet.choices) * sheet.pairs
        plan = one.plan.but("as many cycles as the cue sheet has", cycles=count)
        found.append(Passage(round, start, perform(one.reading or one.cadence, one.use, plan), cues))
        start = found[-1].end + REST
    if not found:
        raise RenderError(f"the drum is silent here: {sheet.rite.drum.reason}")
    return tuple(found)


class Marker(NamedTuple):
    """The beat of the file on which a cue lies, and the rows that it is for."""

    beat: Fraction
    passage: Passage
    cues: tuple[Cue, ...]


def markers(found: Iterable[Passage]) -> Iterator[Marker]:
    """Yield a marker for each cycle that has a cue."""
    for passage in found:
        for start, group in groupby(passage.cues, key=lambda cue: cue.beat.start if cue.beat else None):
            if start is not None:
                yield Marker(passage.start + start, passage, tuple(group))


def label(marker: Marker, language: Language | None = None) -> str:
    """Name a cue in a language, or in plain ASCII where a file promises no other letters."""
    first = marker.cues[0]
    cycle = first.beat.cycle if first.beat else 0
    if language is None:
        thrown = ", ".join(f"{cue.party} {cue.throw}" for cue in marker.cues if cue.throw)
        pair = f", pair {first.pair}" if first.pair else ""
        return f"round {marker.passage.round}{pair}, cycle {cycle}: {thrown or 'drum alone'}"
    told = [word("cue-round", language).format(marker.passage.round)]
    told += [word("cue-pair", language).format(first.pair)] if first.pair else []
    told += [word("cue-cycle", language).format(cycle)]
    told += [cue_lines.sung(first, language)] if first.song_line else []
    thrown = ", ".join(
        f"{cue_lines.hanzi(cue.who, language)} {cue.throw}" for cue in marker.cues if cue.throw
    )
    return ", ".join(told) + (f": {thrown}" if thrown else "")


def said(sheet: Sheet, found: tuple[Passage, ...], language: Language) -> dict[str, str]:
    """Return the title of a file, and what it says of its source and of our choices."""
    performances = {passage.performance.cadence.name or "": passage.performance for passage in found}
    first = found[0].performance
    sources = dict.fromkeys(source(each, language) for each in performances.values())
    lines = [
        *sources,
        words("text", language),
        choices(first.plan, language),
        *cue_lines.settings(sheet, performances, language),
    ]
    lines += [f"{word('cue-rest', language).format(REST)}"] if len(found) > 1 else []
    return {"title": cue_lines.heading(sheet, language), "comment": "\n".join(lines)}


# --- MIDI -------------------------------------------------------------------------------------------


def to_midi(sheet: Sheet, performances: Mapping[str, Performance], language: Language) -> bytes:
    """Write a type 1 file, and read its strokes and markers back."""
    found, options = passages(sheet, performances), Options(language)
    quarters = options.stroke * 4
    each = [midi.ticks_per_quarter(passage.performance, quarters) for passage in found]
    ticks = lcm(*each)
    if ticks > midi.FINEST:
        raise RenderError(f"MIDI cannot divide a quarter into the {ticks} parts that this timing needs")
    file = mido.MidiFile(type=1, ticks_per_beat=ticks, charset="utf-8")
    tracks = [conductor(sheet, found, options), *(drum(found, options, it) for it in (Drum.GU, Drum.PI))]
    for events in tracks:
        file.tracks.append(midi.track(events, found[-1].end, ticks * quarters))
    data = BytesIO()
    file.save(file=data)
    check_midi(data.getvalue(), found, options)
    return data.getvalue()


def conductor(sheet: Sheet, found: tuple[Passage, ...], options: Options) -> Iterator[midi.Event]:
    """Give name, tempo, what is text and what is choice, and the markers."""
    tags, start = said(sheet, found, options.language), Fraction(0)
    tempo = midi.microseconds(found[0].performance.plan.beats_per_minute, options)
    yield start, 0, mido.MetaMessage("track_name", name=tags["title"])
    yield start, 1, mido.MetaMessage("set_tempo", tempo=tempo)
    for line in tags["comment"].split("\n"):
        yield start, 2, mido.MetaMessage("text", text=line)
    for marker in markers(found):
        yield marker.beat, 3, mido.MetaMessage("marker", text=label(marker, options.language))
    for passage in found:
        yield passage.end, 2, mido.MetaMessage("marker", text=word("cue-music-off", options.language))


def drum(found: tuple[Passage, ...], options: Options, drum: Drum) -> Iterator[midi.Event]:
    """Give the strokes of one drum in all passages, under its name."""
    for number, passage in enumerate(found):
        for beat, order, message in midi.drum(passage.performance, options, drum):
            if message.type != "track_name" or number == 0:
                yield passage.start + beat, order, message


def check_midi(data: bytes, found: tuple[Passage, ...], options: Options) -> None:
    """Read the file back; raises RenderError unless strokes, cues and length are as they should be."""
    file = mido.MidiFile(file=BytesIO(data), charset="utf-8")
    notes, marked, ends = [], [], set()
    for messages in file.tracks:
        now = 0
        for message in messages:
            now += message.time
            beat = Fraction(now, file.ticks_per_beat) / (options.stroke * 4)
            if message.type == "note_on":
                notes.append((beat, message.note))
            elif message.type == "marker":
                marked.append((beat, message.text))
        ends.add(beat)
    struck = [
        (passage.start + stroke.onset, passage.performance.plan.sounds.key(stroke.drum))
        for passage in found
        for stroke in passage.performance.strokes
    ]
    expected = [(marker.beat, label(marker, options.language)) for marker in markers(found)]
    expected += [(passage.end, word("cue-music-off", options.language)) for passage in found]
    if sorted(notes) != sorted(struck) or sorted(marked) != sorted(expected) or ends != {found[-1].end}:
        raise RenderError("the MIDI file does not give back the drum of the cue sheet")


# --- sound ------------------------------------------------------------------------------------------


def mixed(found: tuple[Passage, ...], audio: Audio) -> Mix:
    """Place every stroke of all passages at its frame: round(seconds x rate), each by itself."""
    hits: list[Hit] = []
    made = voices(found[0].performance.plan.sounds, audio, 0)
    for passage in found:
        performance = passage.performance
        begin = performance.seconds(passage.start)
        for moment in Rehearsal(performance).moments():
            wave = made.wave(moment, len(performance.pattern))
            hits.append(hit(begin + moment.seconds, audio.rate, wave))
    last = found[-1]
    end = round(last.performance.seconds(last.end) * audio.rate)
    return Mix(tuple(hits), max(end, *(frame + len(wave) for frame, wave in hits)), made.longest)


def frame(marker: Marker, audio: Audio) -> int:
    """Return the frame at which a cue lies."""
    return round(marker.passage.performance.seconds(marker.beat) * audio.rate)


def to_wav(
    sheet: Sheet, performances: Mapping[str, Performance], language: Language, audio: Audio = USUAL
) -> bytes:
    """Write a WAV file with the cues as its markers, and open it again."""
    found = passages(sheet, performances)
    last = found[-1]
    if last.performance.seconds(last.end) > LONGEST:
        raise RenderError(f"sound is written for at most {LONGEST // 60} minutes")
    mix, tags = mixed(found, audio), said(sheet, found, language)
    level = levelling(mix) if audio.normalised else 1.0
    sound = bytes(file_of(mix, level, "wav", audio, tags))
    cues = [(frame(it, audio), label(it)) for it in markers(found)]
    data = with_cues(sound, cues)
    opened = held(data)
    if (opened.rate, opened.frames, opened.title) != (audio.rate, mix.frames, tags["title"]):
        raise RenderError(f"the wav file does not give back the sound: {opened}")
    if cues_of(data) != cues:
        raise RenderError("the wav file does not give back the cues")
    return data


def with_cues(sound: bytes, cues: list[tuple[int, str]]) -> bytes:
    """Put markers behind the samples of a WAV file: frames in a `cue ` chunk, their names in a `LIST`."""
    points = b"".join(
        struct.pack("<II4sIII", number, at, b"data", 0, 0, at) for number, (at, _) in enumerate(cues, 1)
    )
    names = b"".join(
        chunk(b"labl", struct.pack("<I", number) + name.encode("ascii") + b"\0")
        for number, (_, name) in enumerate(cues, 1)
    )
    added = chunk(b"cue ", struct.pack("<I", len(cues)) + points) + chunk(b"LIST", b"adtl" + names)
    size = struct.pack("<I", len(sound) - 8 + len(added))
    return sound[:4] + size + sound[8:] + added


def chunk(name: bytes, content: bytes) -> bytes:
    """Write a chunk of RIFF; it takes an even number of bytes."""
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def cues_of(data: bytes) -> list[tuple[int, str]]:
    """Read the markers of a WAV file."""
    frames: dict[int, int] = {}
    names: dict[int, str] = {}
    for name, content in chunks(data[12:]):
        if name == b"cue ":
            for at in range(4, len(content), 24):
                number, _, _, _, _, place = struct.unpack("<II4sIII", content[at : at + 24])
                frames[number] = place
        elif name == b"LIST" and content[:4] == b"adtl":
            for _, text in chunks(content[4:]):
                names[struct.unpack("<I", text[:4])[0]] = text[4:].rstrip(b"\0").decode("ascii")
    return [(frames[number], names[number]) for number in sorted(frames)]


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of RIFF that follow each other."""
    at = 0
    while at + 8 <= len(data):
        size = struct.unpack("<I", data[at + 4 : at + 8])[0]
        yield data[at : at + 4], data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2
