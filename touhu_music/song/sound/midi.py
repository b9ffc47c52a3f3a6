"""A song as MIDI: a conductor, the string on channels of its own, the drums on theirs.

A tone that lies between keys is reached by pitch bend. All tones that are bent alike share a channel,
whose bend is set once, so that none is bent while it rings. The words are lyrics; one whose tone is lost,
or that is recited, is a lyric without a note.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from math import lcm
from typing import Any, Final

import mido

from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, words
from touhu_music.notation import Drum, Section
from touhu_music.performance import Performance
from touhu_music.render import midi
from touhu_music.render.midi import DRUM_CHANNEL, VELOCITY, Event
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import Options
from touhu_music.song.songs import Singing, Song
from touhu_music.song.sound import heard, tuning
from touhu_music.song.sound.instrument import KOTO
from touhu_music.sounds import CLICK_KEY

BENT: Final = 2
"""Semitones that a bend can go to either side, told to the player in the file."""

STEPS: Final = 8192
"""Steps of a bend to either side: a step is 0.024 cents."""

CHANNELS: Final = tuple(channel for channel in range(16) if channel != DRUM_CHANNEL)
PLUCKED: Final = 88  # velocity

Played = tuple[int, int]  # a key, and the steps of its bend


def render(rendition: Rendition, options: Options) -> bytes:
    """Write a type 1 file; raises RenderError if ticks or tempo do not fit into one."""
    ticks = ticks_per_beat(rendition)
    tracks = [conductor(rendition, options), string(rendition, options)]
    if rendition.drum:
        tracks += [struck(rendition.drum, rendition, options, drum) for drum in (Drum.GU, Drum.PI)]
        tracks += [midi.clicks(rendition.drum, options.drums)] if rendition.count_in else []
    file = mido.MidiFile(type=1, ticks_per_beat=ticks, charset="utf-8")
    for events in tracks:
        file.tracks.append(midi.track(events, rendition.count_in + rendition.length, Fraction(ticks)))
    data = BytesIO()
    file.save(file=data)
    return data.getvalue()


def ticks_per_beat(rendition: Rendition) -> int:
    """Return the smallest number of ticks from 480 up that every moment divides."""
    moments = [rendition.length, Fraction(1, 2)]
    moments += [moment for each in rendition.words for moment in (each.onset, each.length)]
    moments += [each.onset for each in rendition.strokes]
    moments += lengths(rendition.drum) if rendition.drum else []
    unit = lcm(*(moment.denominator for moment in moments))
    ticks = unit * -(-480 // unit)
    if ticks > midi.FINEST:
        raise RenderError(f"MIDI cannot divide a beat into the {unit} parts that this timing needs")
    return ticks


def lengths(drum: Performance) -> list[Fraction]:
    """Return how long each stroke of a cycle sounds: half the way to the next one."""
    edges = [*(stroke.onset for stroke in drum.pattern), drum.cycle_beats]
    return [(after - before) / 2 for before, after in pairwise(edges)]


# --- what is told -----------------------------------------------------------------------------


def conductor(rendition: Rendition, options: Options) -> Iterator[Event]:
    """Give name, tempo, what is late, lost and a choice, and a marker at each line and each 半."""
    start, lead = Fraction(0), rendition.count_in
    end = lead + rendition.length
    yield start, 0, mido.MetaMessage("track_name", name=heard.title(rendition, options))
    tempo = midi.microseconds(rendition.beats_per_minute, options.drums)
    yield start, 1, mido.MetaMessage("set_tempo", tempo=tempo)
    for line in heard.lines(rendition, options, "koto"):
        yield end, 2, mido.MetaMessage("text", text=line)  # MuseScore takes texts at a note for its lyrics
    for moment, label in markers(rendition):
        yield lead + moment, 3, mido.MetaMessage("marker", text=label)


def markers(rendition: Rendition) -> list[tuple[Fraction, str]]:
    """Return where each line begins, with its stanza, number and words, and where 半 stands."""
    found = [
        (line[0].onset, f"{line[0].stanza}.{line[0].line} {''.join(each.sung.word for each in line)}")
        for line in rendition.lines()
    ]
    halves = [
        after.onset
        for before, after in pairwise(rendition.strokes)
        if (before.section, after.section) == (Section.BEFORE_HALF, Section.AFTER_HALF)
    ]
    return sorted([*found, *((moment, "半") for moment in halves)])


# --- the string -------------------------------------------------------------------------------


def string(rendition: Rendition, options: Options) -> Iterator[Event]:
    """Give the words, each on its channel, and before them program and bend of each channel."""
    start, tones = Fraction(0), played(rendition.song, rendition.singing)
    key = "heard-recitation" if rendition.recited else "heard-zither"
    yield start, 0, mido.MetaMessage("track_name", name=words(key, options.language))
    channels = channels_of(tones)
    for bend, channel in channels.items():
        yield from ((start, 1, message) for message in tuned(channel, bend))
    for word in rendition.words:
        on, off = rendition.count_in + word.onset, rendition.count_in + word.end
        yield on, 3, mido.MetaMessage("lyrics", text=word.sung.word)
        if word.sung.semitones is not None:
            key_, bend = tones[word.sung.semitones]
            note = {"channel": channels[bend], "note": key_}
            yield on, 4, mido.Message("note_on", velocity=PLUCKED, **note)
            yield off, 2, mido.Message("note_off", velocity=64, **note)


def played(song: Song, singing: Singing) -> dict[int, Played]:
    """Return key and bend of each tone of a song, to the nearest step of a bend."""
    tuned = tuning.of(singing)
    found = {}
    for semitones in sorted({it.semitones for it in song.sung if it.semitones is not None}):
        key, above = tuned.key(semitones)
        found[semitones] = key, round(above * STEPS / BENT)
    return found


def channels_of(tones: dict[int, Played]) -> dict[int, int]:
    """Give each bend a channel of its own; raises RenderError where there are more bends than channels."""
    bends = sorted({bend for _, bend in tones.values()}, key=lambda bend: (abs(bend), bend))
    if len(bends) > len(CHANNELS):
        raise RenderError(f"MIDI has {len(CHANNELS)} channels for {len(bends)} bends")
    return dict(zip(bends, CHANNELS, strict=False))


def tuned(channel: int, bend: int) -> Iterator[Any]:
    """Yield the program of a channel and, where it is bent, the range of a bend and the bend itself."""
    yield mido.Message("program_change", channel=channel, program=KOTO)
    if bend:
        for control, value in ((101, 0), (100, 0), (6, BENT), (38, 0), (101, 127), (100, 127)):
            yield mido.Message("control_change", channel=channel, control=control, value=value)
        yield mido.Message("pitchwheel", channel=channel, pitch=bend)


# --- the drums --------------------------------------------------------------------------------


def struck(played: Performance, rendition: Rendition, options: Options, drum: Drum) -> Iterator[Event]:
    """Give the strokes of one drum with their syllables."""
    long, syllable = lengths(played), SYLLABLES[options.drums.syllables][drum]
    yield Fraction(0), 0, mido.MetaMessage("track_name", name=words(drum.word, options.language))
    for stroke in rendition.strokes:
        if stroke.drum is drum:
            on = rendition.count_in + stroke.onset
            note = {"channel": DRUM_CHANNEL, "note": played.plan.sounds.key(drum)}
            yield on, 2, mido.MetaMessage("lyrics", text=syllable)
            yield on, 3, mido.Message("note_on", velocity=VELOCITY[stroke.accent], **note)
            yield on + long[stroke.number - 1], 1, mido.Message("note_off", velocity=64, **note)


# --- reading back -----------------------------------------------------------------------------


def check(data: bytes, rendition: Rendition, options: Options) -> None:
    """Read the file back: words, tones with their bends, strokes, clicks, markers, tempo and length.

    Raises RenderError on a difference.
    """
    try:
        file = mido.MidiFile(file=BytesIO(data), charset="utf-8")
    except (OSError, EOFError, ValueError) as error:
        raise RenderError(f"the MIDI file cannot be read back: {error}") from error
    notes: list[tuple[Fraction, float | int]] = []
    lyrics, marked, tempi, ends = [], [], set(), set()
    for number, messages in enumerate(file.tracks):
        now, bends = 0, dict.fromkeys(CHANNELS, 0.0)
        for message in messages:
            now += message.time
            beats = Fraction(now, file.ticks_per_beat) - rendition.count_in
            if message.type == "pitchwheel":
                bends[message.channel] = message.pitch * BENT / STEPS
            elif message.type == "note_on":
                notes.append((beats, message.note + bends.get(message.channel, 0.0)))
            elif message.type == "lyrics" and number == 1:
                lyrics.append((beats, message.text))
            elif message.type == "marker":
                marked.append((beats, message.text))
            elif message.type == "set_tempo":
                tempi.add(message.tempo)
        ends.add(beats)
    if lyrics != [(each.onset, each.sung.word) for each in rendition.words]:
        raise RenderError("the MIDI file does not give back the words")
    if not alike(sorted(notes), sorted(expected(rendition))):
        raise RenderError("the MIDI file does not give back the tones and strokes")
    if sorted(marked) != markers(rendition):
        raise RenderError("the MIDI file does not give back lines and 半")
    if tempi != {midi.microseconds(rendition.beats_per_minute, options.drums)} or ends != {rendition.length}:
        raise RenderError("the MIDI file does not give back tempo and length")


def expected(rendition: Rendition) -> Iterator[tuple[Fraction, float | int]]:
    """Yield every note: its beat from the first stroke or word, and its key, which may lie between two."""
    tuned = tuning.of(rendition.singing)
    for word in rendition.words:
        if word.sung.semitones is not None:
            key, above = tuned.key(word.sung.semitones)
            yield word.onset, key + above
    if rendition.drum:
        for stroke in rendition.strokes:
            yield stroke.onset, rendition.drum.plan.sounds.key(stroke.drum)
        for beat in range(-rendition.count_in, 0):
            yield Fraction(beat), CLICK_KEY


def alike(found: list[tuple[Fraction, float | int]], wanted: list[tuple[Fraction, float | int]]) -> bool:
    """Tell whether two lists of notes have the same beats, and keys that are within a step of a bend."""
    if len(found) != len(wanted):
        return False
    return all(
        beat == other and abs(key - another) <= BENT / STEPS
        for (beat, key), (other, another) in zip(found, wanted, strict=True)
    )
