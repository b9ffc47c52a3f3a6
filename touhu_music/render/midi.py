"""MIDI: a conductor track and a track a drum, on the drum channel, looping without a gap."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from math import lcm
from operator import itemgetter
from typing import Any, Final

import mido

from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, choices, number, practised, reasons, source, title, words
from touhu_music.notation import Drum
from touhu_music.performance import Performance
from touhu_music.practice import Practice, Voice, sounding
from touhu_music.practice import clicks as clicks_of_cycle
from touhu_music.render import Options
from touhu_music.sounds import CLICK_KEY

DRUM_CHANNEL: Final = 9  # mido counts from 0
VELOCITY: Final = {False: 80, True: 112}  # by accent
LONGEST_DELTA: Final = 2**28 - 1  # ticks from one event of a track to the next
FINEST: Final = 32_767  # ticks a quarter that the file header can hold

Event = tuple[Fraction, int, Any]  # beats from the start of the file, order at that moment, message


def render(performance: Performance, options: Options) -> bytes:
    """Write a type 1 file; raises RenderError if ticks or tempo do not fit into one."""
    quarters = options.stroke * 4  # in a beat
    ticks = ticks_per_quarter(performance, quarters)
    end = performance.plan.count_in + performance.length
    tracks = [conductor(performance, options), *(drum(performance, options, it) for it in (Drum.GU, Drum.PI))]
    if click_beats(performance, options.practice):
        tracks.append(clicks(performance, options))
    file = mido.MidiFile(type=1, ticks_per_beat=ticks, charset="utf-8")
    for events in tracks:
        file.tracks.append(track(events, end, ticks * quarters))
    data = BytesIO()
    file.save(file=data)
    return data.getvalue()


def ticks_per_quarter(performance: Performance, quarters: Fraction) -> int:
    """Return the smallest number of ticks from 480 up that every onset and half distance divides."""
    moments = [*(stroke.onset for stroke in performance.pattern), *clicks_of_cycle(performance)]
    moments += [performance.cycle_beats, performance.plan.gap]
    unit = lcm(*((moment * quarters / 2).denominator for moment in moments), (quarters / 2).denominator)
    ticks = unit * -(-480 // unit)
    if ticks > FINEST:
        raise RenderError(f"MIDI cannot divide a quarter into the {unit} parts that this timing needs")
    return ticks


def track(events: Iterator[Event], end: Fraction, ticks_per_beat: Fraction) -> Any:
    """Turn events in beats into a track that ends at the end of the last cycle."""
    track, now = mido.MidiTrack(), 0
    moments = [*sorted(events, key=itemgetter(0, 1)), (end, 0, mido.MetaMessage("end_of_track"))]
    for beats, _, message in moments:
        tick = int(beats * ticks_per_beat)
        if tick - now > LONGEST_DELTA:
            raise RenderError("MIDI cannot hold so long a silence; choose a shorter gap or fewer cycles")
        track.append(message.copy(time=tick - now))
        now = tick
    return track


def conductor(performance: Performance, options: Options) -> Iterator[Event]:
    """Give name, tempo, what is text and what is choice, and a marker at each cycle and each 半."""
    plan, language = performance.plan, options.language
    start = Fraction(0)
    yield start, 0, mido.MetaMessage("track_name", name=title(performance, language))
    lines = [
        source(performance, language),
        words("text", language),
        choices(plan, language, options.practice),
    ]
    lines += [*practised(options.practice, language), *reasons(plan, language, options.practice)]
    for line in lines:
        yield start, 2, mido.MetaMessage("text", text=line)
    if options.editorial_bars:
        yield from bars(performance, options)
    last = None
    for cycle in range(plan.cycles):
        begin = plan.count_in + cycle * performance.period
        tempo = options.practice.tempo(performance, cycle + 1)
        if tempo != last:
            moment = begin if cycle else start  # the count-in has the tempo of the first cycle
            yield moment, 1, mido.MetaMessage("set_tempo", tempo=microseconds(tempo, options))
            last = tempo
        label = words("cycle", language).format(cycle + 1)
        yield begin, 3, mido.MetaMessage("marker", text=label)
        if performance.half is not None:
            yield begin + performance.half, 3, mido.MetaMessage("marker", text="半")


def microseconds(beats_per_minute: Fraction, options: Options) -> int:
    """Return the length of a quarter; raises RenderError if it does not fit into 24 bits."""
    quarter = 60_000_000 / beats_per_minute / (options.stroke * 4)
    if not 1 <= round(quarter) < 2**24:
        tempo, note = number(beats_per_minute), options.stroke.denominator
        raise RenderError(f"MIDI cannot hold {tempo} beats a minute of 1/{note} notes")
    return round(quarter)


def bars(performance: Performance, options: Options) -> Iterator[Event]:
    """Give each cycle a bar, which the text does not have, and say so."""
    lead = Fraction(performance.plan.count_in)
    for start, beats in ((Fraction(0), lead), (lead, performance.period)):
        if beats.denominator != 1 or beats > 255:
            raise RenderError(f"a bar of {number(beats)} beats cannot be written in MIDI")
        if beats:
            signature = {"numerator": beats.numerator, "denominator": options.stroke.denominator}
            yield start, 1, mido.MetaMessage("time_signature", **signature)
    yield Fraction(0), 2, mido.MetaMessage("text", text=words("editorial-bars", options.language))


def drum(performance: Performance, options: Options, drum: Drum) -> Iterator[Event]:
    """Give the strokes of one drum with their syllables; each sounds half the way to the next stroke."""
    plan = performance.plan
    yield Fraction(0), 0, mido.MetaMessage("track_name", name=words(drum.word, options.language))
    ends = [*(stroke.onset for stroke in performance.pattern[1:]), performance.cycle_beats]
    syllable = SYLLABLES[options.syllables][drum]
    for cycle in range(plan.cycles):
        begin = plan.count_in + cycle * performance.period
        for beats, _, stroke in sounding(performance, options.practice, cycle + 1):
            if stroke and stroke.drum is drum:
                on, off = begin + beats, begin + (beats + ends[stroke.number - 1]) / 2
                note = {"channel": DRUM_CHANNEL, "note": plan.sounds.key(drum)}
                yield on, 2, mido.MetaMessage("lyrics", text=syllable)
                yield on, 3, mido.Message("note_on", velocity=VELOCITY[stroke.accent], **note)
                yield off, 1, mido.Message("note_off", velocity=64, **note)


def click_beats(performance: Performance, practice: Practice) -> list[Fraction]:
    """Return the beats, from the first stroke of all, on which the click sounds."""
    found = [Fraction(beat) for beat in range(-performance.plan.count_in, 0)]
    if practice.click or practice.respond:
        found += [
            (cycle - 1) * performance.period + it.beats
            for cycle in range(1, performance.plan.cycles + 1)
            for it in sounding(performance, practice, cycle)
            if it.voice is Voice.CLICK
        ]
    return found


def clicks(performance: Performance, options: Options) -> Iterator[Event]:
    """Give the clicks: those before the first stroke, and those of a practice."""
    plan = performance.plan
    count = [words("count-in", options.language).format(plan.count_in)] if plan.count_in else []
    name = "; ".join([*count, *practised(options.practice, options.language)])
    yield Fraction(0), 0, mido.MetaMessage("track_name", name=name)
    beats, note = click_beats(performance, options.practice), {"channel": DRUM_CHANNEL, "note": CLICK_KEY}
    for at, following in pairwise([*beats, performance.length]):
        beat, long = plan.count_in + at, min(following - at, Fraction(1))
        yield beat, 3, mido.Message("note_on", velocity=VELOCITY[False], **note)
        yield beat + long / 2, 1, mido.Message("note_off", velocity=64, **note)


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read the file back and compare strokes, markers and length; raises RenderError on a difference."""
    try:
        file = mido.MidiFile(file=BytesIO(data), charset="utf-8")
    except (OSError, EOFError, ValueError) as error:
        raise RenderError(f"the MIDI file cannot be read back: {error}") from error
    notes: list[tuple[Fraction, int, int]] = []
    markers: list[Fraction] = []
    ends: set[Fraction] = set()
    for messages in file.tracks:
        now = 0
        for message in messages:
            now += message.time
            beats = Fraction(now, file.ticks_per_beat) / (options.stroke * 4) - performance.plan.count_in
            if message.type == "note_on":
                notes.append((beats, message.channel, message.note))
            elif message.type == "marker" and message.text == "半":
                markers.append(beats)
        ends.add(beats)
    plan = performance.plan
    expected = [
        ((cycle - 1) * performance.period + it.beats, DRUM_CHANNEL, plan.sounds.key(it.stroke.drum))
        for cycle in range(1, plan.cycles + 1)
        for it in sounding(performance, options.practice, cycle)
        if it.stroke
    ]
    clicked = click_beats(performance, options.practice)
    expected += [(beat, DRUM_CHANNEL, CLICK_KEY) for beat in clicked]
    half = performance.half
    halves = [] if half is None else [half + cycle * performance.period for cycle in range(plan.cycles)]
    if sorted(notes) != sorted(expected):
        raise RenderError("the MIDI file does not give back the strokes")
    if markers != halves:
        raise RenderError("the MIDI file does not give back 半")
    if ends != {performance.length}:
        raise RenderError("the MIDI file does not end with the last cycle")
