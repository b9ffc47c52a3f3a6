"""Strokes as MIDI messages, each at its moment.

Every deadline is counted from the start, on a clock that nobody can set: nothing drifts, and who
comes late is late once.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from fractions import Fraction
from functools import partial
from math import ceil, inf
from typing import Final, NamedTuple

import mido

from touhu_music.live.clock import Clock, SteadyClock, urgent
from touhu_music.live.control import Control, Report
from touhu_music.live.devices import failed, in_any_case, play_out
from touhu_music.live.midiport import Port
from touhu_music.live.singing import Tune
from touhu_music.live.transport import Due, Position, Settings, due, start
from touhu_music.practice import Moment
from touhu_music.render.midi import DRUM_CHANNEL, VELOCITY
from touhu_music.song.fitting import TimedWord
from touhu_music.song.sound import midi
from touhu_music.song.sound.midi import PLUCKED
from touhu_music.sounds import CLICK_KEY

LEAD: Final = 0.02
"""Seconds from a start to the first sound, to make it ready."""

EARLY: Final = 0.005
"""Seconds before its time at which a cycle turns: what the next one sounds takes a while to find."""

LOST: Final = 0.5
"""Who is later than so many seconds was suspended, and what passed meanwhile stays silent."""

LENGTH: Final = Fraction(1, 20)
"""Seconds of a note, if its key is not struck again before; how long a drum rings is its own affair."""

PULSE: Final = Fraction(1, 24)
"""Beats from one pulse of the MIDI clock to the next; a beat is a quarter."""

ALL_SOUND_OFF: Final = 120
ALL_NOTES_OFF: Final = 123


class Note(NamedTuple):
    """A note that can be on."""

    channel: int
    key: int


class Kind(IntEnum):
    """What comes next, in the order in which it happens at one moment."""

    END_OF_NOTE = 0
    TURN = 1  # of a cycle, or a stroke that is muted
    START = 2  # of the machines that follow
    PULSE = 3
    SOUND = 4


class MidiPlayer:
    """Plays on a MIDI port; with `pulses` it is the MIDI clock of other machines too.

    Pulses begin with the count-in, so that the others know the tempo, who start with the first
    stroke. Pulses that pass while this machine is suspended are not made up for.
    """

    position: Position
    pulse: Fraction  # beats from the position to the next one

    def __init__(self, port: Port, *, pulses: bool = False, clock: Clock | None = None) -> None:
        self.port = port
        self.pulses = pulses
        self.clock = clock or SteadyClock()
        self.ends: dict[Note, Fraction] = {}  # of the notes that are on: seconds
        self.strings: Strings | None = None  # of the song that is sung
        self.started = False  # the others

    def play(self, control: Control) -> None:
        """Play what is wished, until the person leaves, all is over, or it fails."""
        with urgent():
            play_out(control, [partial(self.attend, control), self.silence, self.close])

    def attend(self, control: Control) -> None:
        """Play whenever it is wished, until the person leaves, or all is over and nobody stays."""
        played = None
        while True:
            control.heed()
            if control.leaving:
                return
            beginning = control.beginnings
            if not control.playing or beginning == played:
                self.clock.wait(control.changed, inf)
                continue
            over = self.run(control, beginning)
            control.report = None
            if control.leaving or (over and not control.stays):
                return
            self.silence()
            played = beginning if over else None

    def run(self, control: Control, beginning: int) -> bool:
        """Play from the first sound on; return True when all is over, False when it is stopped."""
        origin = self.clock.now() + LEAD
        self.position = start(control.heed())
        self.pulse = Fraction(0)
        self.tune(control.settings.tune)
        control.report = Report(self.position, None)
        while True:
            settings = control.heed()
            if not control.playing or control.beginnings != beginning:
                return False
            coming = due(self.position, settings)
            seconds, kind = min(self.events(coming))
            messages = list(self.messages(kind, seconds, coming))
            end = seconds + (self.held(coming.word) if coming.word else LENGTH)
            deadline = origin + float(seconds)
            early = EARLY if kind is Kind.TURN and coming.then else 0
            if self.clock.wait(control.changed, deadline - early):
                continue
            now = self.clock.now()
            if kind is Kind.TURN and not coming.then:
                return True
            if now - deadline > LOST:
                passed = self.pass_over(settings, now - origin)
                strokes = "1 stroke" if passed == 1 else f"{passed} strokes"
                control.notices.append(f"{now - deadline:.1f} s were lost; {strokes} passed in silence")
                control.report = Report(self.position, None)
                continue
            if kind is Kind.SOUND:  # before it is sent: an interrupt may come just then
                self.ends[note_of(messages[-1])] = end
            self.started = self.started or kind is Kind.START
            self.send(*messages)
            if kind is Kind.END_OF_NOTE:
                self.ends = {note: end for note, end in self.ends.items() if end > seconds}
            elif kind is Kind.PULSE:
                self.pulse += PULSE
            elif kind is not Kind.START:
                self.advance(coming)
                control.report = Report(self.position, coming.moment)

    def events(self, coming: Due) -> Iterator[tuple[Fraction, Kind]]:
        """Give what comes next of each kind, and its seconds."""
        heard = coming.moment or (coming.word and coming.word.sung.semitones is not None)
        yield coming.seconds, Kind.SOUND if heard else Kind.TURN
        if self.ends:
            yield min(self.ends.values()), Kind.END_OF_NOTE
        if self.pulses:
            yield self.position.at(self.position.beats + self.pulse), Kind.PULSE
            if self.position.cycle and not self.started:
                yield self.position.seconds, Kind.START

    def messages(self, kind: Kind, seconds: Fraction, coming: Due) -> Iterator[mido.Message]:
        """Give the messages of what comes next; made ahead of time, they only need to be sent."""
        if kind is Kind.END_OF_NOTE:
            yield from (note_off(note) for note, end in self.ends.items() if end <= seconds)
        elif kind is Kind.SOUND:
            note, velocity = self.struck(coming.moment) if coming.moment else self.plucked(coming.word)
            if note in self.ends:
                yield note_off(note)
            yield mido.Message("note_on", channel=note.channel, note=note.key, velocity=velocity)
        elif kind is Kind.START:
            yield mido.Message("start")
        elif kind is Kind.PULSE:
            yield mido.Message("clock")

    def struck(self, moment: Moment) -> tuple[Note, int]:
        """Return note and velocity of a stroke or a click."""
        stroke, drum = moment.stroke, moment.voice.drum
        key = self.position.performance.plan.sounds.key(drum) if drum else CLICK_KEY
        return Note(DRUM_CHANNEL, key), VELOCITY[stroke is not None and stroke.accent]

    def plucked(self, word: TimedWord | None) -> tuple[Note, int]:
        """Return note and velocity of a word of the song."""
        assert self.strings
        assert word
        assert word.sung.semitones is not None
        return self.strings.notes[word.sung.semitones], PLUCKED

    def held(self, word: TimedWord) -> Fraction:
        """Return the seconds for which a word is held."""
        return word.length * 60 / self.position.beats_per_minute

    def tune(self, tune: Tune | None) -> None:
        """Prepare the channels of a song: the program of each, and how it is bent."""
        self.strings = Strings(tune) if tune else None
        self.send(*(self.strings.prepared if self.strings else ()))

    def advance(self, coming: Due) -> None:
        """Go to where we are when what is due has come."""
        if coming.then:
            here = self.position
            self.pulse -= (coming.seconds - here.seconds) * here.beats_per_minute / 60
            self.position = coming.then

    def pass_over(self, settings: Settings, seconds: float) -> int:
        """Go to where we are by now, without a sound; return how many strokes that leaves out."""
        passed = 0
        while (coming := due(self.position, settings)).then and coming.seconds < seconds - EARLY:
            passed += coming.moment is not None
            self.advance(coming)
        beats = (Fraction(seconds) - self.position.seconds) * self.position.beats_per_minute / 60
        self.pulse += max(0, ceil((beats - self.pulse) / PULSE)) * PULSE
        self.send(*map(note_off, self.ends))
        self.ends = {}
        return passed

    def silence(self) -> None:
        """End all that sounds."""
        messages = [note_off(note) for note in self.ends]
        for channel in (DRUM_CHANNEL, *(self.strings.channels if self.strings else ())):
            for number in (ALL_NOTES_OFF, ALL_SOUND_OFF):
                messages.append(mido.Message("control_change", channel=channel, control=number))
        if self.started:
            messages.append(mido.Message("stop"))
        in_any_case(partial(self.send, message) for message in messages)
        self.ends, self.started = {}, False

    def send(self, *messages: mido.Message) -> None:
        """Send messages at once; raises TouhuError where the port takes none."""
        try:
            for message in messages:
                self.port.send(message)
        except Exception as error:
            raise failed("the MIDI port", error) from error

    def close(self) -> None:
        """Give the port back."""
        try:
            self.port.close()
        except Exception as error:
            raise failed("the MIDI port", error) from error


class Strings:
    """The notes of a song, and what the channels must be told before the first of them, as in a file."""

    def __init__(self, tune: Tune) -> None:
        tones = midi.played(tune.song, tune.singing)
        bent = midi.channels_of(tones)
        self.channels = tuple(bent.values())
        self.notes = {tone: Note(bent[bend], key) for tone, (key, bend) in tones.items()}
        self.prepared = [it for bend, channel in bent.items() for it in midi.tuned(channel, bend)]


def note_of(message: mido.Message) -> Note:
    """Return the note that a message begins."""
    return Note(message.channel, message.note)


def note_off(note: Note) -> mido.Message:
    """Return the message that ends a note."""
    return mido.Message("note_off", channel=note.channel, note=note.key, velocity=64)
