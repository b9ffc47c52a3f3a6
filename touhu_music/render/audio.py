"""Sound: a performance as wav, flac, ogg or mp3, exact to the sample."""

from __future__ import annotations

from dataclasses import dataclass

from touhu_music.errors import RenderError
from touhu_music.language import choices, practised, source, title, words
from touhu_music.performance import Performance
from touhu_music.practice import Rehearsal
from touhu_music.render import Data, Options
from touhu_music.sound import LONGEST, rehearsed
from touhu_music.sound.encoding import KINDS, file_of, held, subtype
from touhu_music.sound.mixing import gain, mix


@dataclass(frozen=True, slots=True)
class Sound:
    """A kind of audio file as a format."""

    name: str

    def render(self, performance: Performance, options: Options) -> Data:
        """Mix the performance and write it; raises RenderError for what such a file cannot hold."""
        rehearsal, audio = within_limits(performance, options), options.audio
        said = tags(performance, options)
        return file_of(mix(rehearsal, audio), gain(rehearsal, audio), self.name, audio, said)

    def check(self, data: Data, performance: Performance, options: Options) -> None:
        """Open the file again; raises RenderError unless kind, length and title are as they should be."""
        audio, kind = options.audio, KINDS[self.name]
        frames = mix(within_limits(performance, options), audio).frames
        expected = (kind.container, subtype(kind, audio.rate, audio.bits), audio.rate, 2, frames)
        found = held(data)
        if found[:5] != expected or found.title != tags(performance, options)["title"]:
            raise RenderError(f"the {self.name} file does not give back the sound: {found}, not {expected}")


def within_limits(performance: Performance, options: Options) -> Rehearsal:
    """Return what is to be heard; raises RenderError for what would be no loop, or too long."""
    rehearsal = rehearsed(performance, options.practice, options.audio)
    if rehearsal.starts()[-1] > LONGEST:
        raise RenderError(f"sound is written for at most {LONGEST // 60} minutes")
    return rehearsal


def tags(performance: Performance, options: Options) -> dict[str, str]:
    """Return what a player shows: the title, and in the comment the source and the choices."""
    language, audio, sounds = options.language, options.audio, performance.plan.sounds
    said = [words(f"stem-{audio.stem}", language)] if audio.stem else []
    lines = [
        source(performance, language),
        words("text", language),
        choices(performance.plan, language, options.practice, audio.recorded),
        *practised(options.practice, language),
        *([words(sounds.tones, language)] if sounds.tones != sounds.name and not audio.recorded else []),
    ]
    return {"title": " · ".join([title(performance, language), *said]), "comment": "\n".join(lines)}


WAV, FLAC, OGG, MP3 = (Sound(name) for name in KINDS)
