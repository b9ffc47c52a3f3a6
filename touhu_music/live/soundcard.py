"""Strokes on the sound card: it asks for frames, and gets each stroke at its very frame.

Time is counted in frames alone. However late Python comes with a block, as long as it comes before
the card has played what it holds, each onset is where it belongs.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy

from touhu_music.errors import TouhuError
from touhu_music.live.control import Control, Report
from touhu_music.live.devices import chosen, failed, play_out, quiet
from touhu_music.live.singing import Tune
from touhu_music.live.transport import Position, due, start
from touhu_music.performance import Performance
from touhu_music.practice import Moment
from touhu_music.song.sound import tuning
from touhu_music.song.sound.sounding import string
from touhu_music.sound import USUAL, Audio, strings
from touhu_music.sound.mixing import Hit, Mix
from touhu_music.sound.voices import Voices, voices

if TYPE_CHECKING:
    from touhu_music.sound import Wave
    from touhu_music.sounds import Sounds

PERIOD: Final = 20
"""Milliseconds for which the card asks at once.

A block is mixed in a hundredth of that, so it is mixed when it is asked for, in the thread of the card.
"""

PERIODS: Final = 3
"""So many of them the card holds: one is played while two are the slack."""

LATENCY: Final = PERIOD * (PERIODS - 1) / 1000
"""Seconds until what is asked for is heard: until the rest is played."""

FADE: Final = 0.01
"""Seconds in which all that rings dies away at a stop."""

GAIN: Final = 1.4
"""What the mix is multiplied by, at all times: so the drums of the package come near to LINEAR."""

LINEAR: Final = 0.9
"""Up to here a sample stays as it is; what is louder is bent, so that it never passes 1."""

POLL: Final = 0.005
"""Seconds from one look at what is heard to the next."""

PATIENCE: Final = 1_000
"""After so many looks at a card that asks for nothing it is given up; some wake for seconds."""

ON_A_PORT: Final = "--port NAME plays on a MIDI port"


class Heard(NamedTuple):
    """What is to be reported when a frame is heard."""

    frame: int
    report: Report | None


class Mixer:
    """Hands out what is played, block by block, whatever sizes are asked for.

    Frames are counted from the first one that is handed out. A block obeys what is wished when it
    is asked for, and waits for nothing.
    """

    def __init__(self, control: Control, audio: Audio = USUAL) -> None:
        """Make the voices of all rows, which takes a while."""
        self.control = control
        self.audio = audio
        self.made: dict[Sounds, Voices] = {}
        for row in control.settings.rows:
            for performance in row.values():
                self.voices(performance.plan.sounds)
        self.tones = plucked(control.settings.tune, audio)
        self.rings: dict[int, Hit] = {}  # what was plucked last on the string of each tone
        self.frame = 0  # the next
        self.asked = (0, time.perf_counter())  # the frame that was asked for last, and when
        self.heard: deque[Heard] = deque()
        self.hits: list[Hit] = []  # that sound, in the order of their frames
        self.silent = 0  # the frame at which they end
        self.beginning: int | None = None  # of what was wished last; None for silence
        self.origin = 0  # its frame
        self.position: Position | None = None  # None where nothing plays
        self.failure: Exception | None = None

    def voices(self, sounds: Sounds) -> Voices:
        """Return the voices of a pair of drums."""
        if sounds not in self.made:
            self.made[sounds] = voices(sounds, self.audio, self.control.settings.practice.seed)
        return self.made[sounds]

    def wave(self, moment: Moment, performance: Performance) -> Wave:
        """Return what is heard of a moment, the same as in a file."""
        return self.voices(performance.plan.sounds).wave(moment, len(performance.pattern))

    def feed(self) -> Generator[Wave | None, int, None]:
        """Hand out blocks of the sizes that are sent in; a failure is kept, for the card would lose it."""
        frames = yield None
        while True:
            self.asked = (self.frame, time.perf_counter())
            try:
                block = guarded(self.block(frames))
            except Exception as failure:
                self.failure = failure
                return
            frames = yield block

    def block(self, frames: int) -> Wave:
        """Mix the next frames; a stroke begins round(seconds x rate) frames after the start."""
        self.obey()
        settings, stop = self.control.settings, self.frame + frames
        while self.position:
            coming = due(self.position, settings)
            frame = self.origin + round(coming.seconds * self.audio.rate)
            if frame >= stop:
                break
            if coming.moment:
                self.add(frame, self.wave(coming.moment, self.position.performance))
            if coming.word and coming.word.sung.semitones is not None:
                self.pluck(frame, coming.word.sung.semitones)
            self.silent = max(self.silent, frame)
            self.position = coming.then
            self.heard.append(Heard(frame, Report(coming.then, coming.moment) if coming.then else None))
        mixed = self.sum(stop)
        self.hits = [hit for hit in self.hits if hit.frame + len(hit.wave) > stop]
        self.frame = stop
        return mixed

    def obey(self) -> None:
        """Start or stop, if that is wished."""
        beginning = self.control.beginnings if self.control.playing else None
        if beginning == self.beginning:
            return
        self.fade()
        self.position = None if beginning is None else start(self.control.settings)
        self.beginning, self.origin = beginning, self.frame
        self.heard.append(Heard(self.frame, Report(self.position, None) if self.position else None))

    def fade(self) -> None:
        """Let what sounds die away at once, without a click."""
        frames = round(FADE * self.audio.rate)
        falling = numpy.linspace(1, 0, frames, dtype=numpy.float32)[:, None]
        tail = self.sum(self.frame + frames) * falling
        self.hits, self.rings, self.silent = [], {}, self.frame
        self.add(self.frame, tail)

    def pluck(self, frame: int, tone: int) -> None:
        """Pluck a tone, and silence its string where it still rings, as in a file."""
        before = self.rings.get(tone)
        if before:
            cut = strings.silenced(before.wave, frame - before.frame, self.audio.rate)
            self.hits = [Hit(it.frame, cut) if it is before else it for it in self.hits]
        self.rings[tone] = self.add(frame, self.tones[tone])

    def add(self, frame: int, wave: Wave) -> Hit:
        """Let a wave sound from a frame on."""
        self.hits.append(Hit(frame, wave))
        self.silent = max(self.silent, frame + len(wave))
        return self.hits[-1]

    def sum(self, stop: int) -> Wave:
        """Add up all that sounds from the next frame to another."""
        longest = max((len(hit.wave) for hit in self.hits), default=0)
        return Mix(tuple(self.hits), stop, longest).stretch(self.frame, stop)

    def heard_by(self, now: float) -> int:
        """Return the frame that is heard now: what was asked for last waits until the rest is played."""
        frame, asked = self.asked
        return min(frame + round((now - asked - LATENCY) * self.audio.rate), self.frame)

    def over(self, frame: int) -> bool:
        """Tell whether nothing will sound from a frame on, since the person left or all was played."""
        left = self.control.leaving and self.beginning is None
        played = self.position is None and self.beginning is not None and not self.control.stays
        return (left or played) and frame >= self.silent


def plucked(tune: Tune | None, audio: Audio) -> dict[int, Wave]:
    """Return the tones of a song, each on its string."""
    if tune is None:
        return {}
    tuned = tuning.of(tune.singing)
    tones = {it.semitones for it in tune.song.sung if it.semitones is not None}
    return {tone: string(tuned, tone, audio.rate) for tone in tones}


class SoundPlayer:
    """Plays on a device of miniaudio, which it closes in the end."""

    def __init__(self, device: Any, audio: Audio = USUAL) -> None:
        self.device = device
        self.audio = audio

    def play(self, control: Control) -> None:
        """Play what is wished, until the person leaves, all is over and has died away, or it fails."""
        play_out(control, [partial(self.attend, control), self.device.close])

    def attend(self, control: Control) -> None:
        """Let the device ask for sound, and report what is heard."""
        mixer = Mixer(control, self.audio)
        feed = mixer.feed()
        next(feed)
        try:
            with quiet():
                self.device.start(feed)
        except Exception as error:
            raise failed("the sound device", error) from error
        asked, looks = mixer.asked, 0
        while not mixer.over(heard := mixer.heard_by(time.perf_counter())):
            while mixer.heard and mixer.heard[0].frame <= heard:
                control.report = mixer.heard.popleft().report
            time.sleep(POLL)
            if mixer.failure:
                raise mixer.failure
            asked, looks = mixer.asked, looks + 1 if mixer.asked == asked else 0
            if looks > PATIENCE:
                raise TouhuError("the sound device failed: it asks for no more sound")


def guarded(mixed: Wave) -> Wave:
    """Bring a mix to the level of the card; what is too loud is bent and not cut off."""
    loud = mixed * numpy.float32(GAIN)
    size = numpy.abs(loud)
    if size.max(initial=0) <= LINEAR:
        return loud
    room = 1 - LINEAR
    bent = numpy.copysign(LINEAR + room * numpy.tanh((size - LINEAR) / room), loud)
    return numpy.asarray(numpy.where(size > LINEAR, bent, loud), numpy.float32)


def open_device(name: str | None = None, audio: Audio = USUAL) -> SoundPlayer:
    """Open the playback device of that name, or of which that is a part; without a name the usual one.

    `null` takes the frames in their time and plays them to nobody. Raises TouhuError where there is
    no such device, or no miniaudio.
    """
    try:
        import miniaudio
    except ImportError as error:
        reason = f"sound needs miniaudio, which some systems do not have ({error})"
        raise TouhuError(f"{reason}; {ON_A_PORT}") from error
    nobody = miniaudio.Backend.NULL  # only by its name, else one would hear nothing and not know why
    others = miniaudio.get_enabled_backends() - {nobody, miniaudio.Backend.CUSTOM}
    backends = [nobody] if name == "null" else sorted(others, key=lambda it: it.value)
    try:
        with quiet():
            device = None
            if name is not None and name != "null":
                found = miniaudio.Devices(backends).get_playbacks()
                device = found[chosen("sound device", name, [it["name"] for it in found])]["id"]
            opened = miniaudio.PlaybackDevice(
                miniaudio.SampleFormat.FLOAT32,
                sample_rate=audio.rate,
                buffersize_msec=PERIOD,
                callback_periods=PERIODS,
                device_id=device,
                backends=backends,
                app_name="touhu",
            )
    except miniaudio.MiniaudioError as error:
        failed = "no sound device opens" if name is None else f"sound device {name!r} does not open"
        looked = ", ".join(backend.name for backend in backends)
        reason = " ".join(map(str, error.args))
        instead = f"--device null plays to nobody, {ON_A_PORT}"
        raise TouhuError(f"{failed}, looked for in {looked} ({reason}); {instead}") from error
    return SoundPlayer(opened, audio)
