"""A song as wav, flac, ogg or mp3: its words on a string, with or without the drums."""

from __future__ import annotations

from dataclasses import dataclass

from touhu_music.errors import RenderError
from touhu_music.render import Data
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import Options
from touhu_music.song.sound import heard
from touhu_music.song.sound.sounding import gain, mixed
from touhu_music.sound.encoding import KINDS, file_of, held, subtype


@dataclass(frozen=True, slots=True)
class Sounded:
    """A kind of audio file as a format."""

    name: str

    def render(self, rendition: Rendition, options: Options) -> Data:
        """Mix the song and write it; raises RenderError for what such a file cannot hold."""
        sound = options.sound
        mix = mixed(rendition, sound)
        return file_of(mix, gain(rendition, sound), self.name, sound.audio, tags(rendition, options))

    def check(self, data: Data, rendition: Rendition, options: Options) -> None:
        """Open the file again; raises RenderError unless kind, length and title are as they should be."""
        audio, kind = options.sound.audio, KINDS[self.name]
        frames = mixed(rendition, options.sound).frames
        expected = (kind.container, subtype(kind, audio.rate, audio.bits), audio.rate, 2, frames)
        found = held(data)
        if found[:5] != expected or found.title != tags(rendition, options)["title"]:
            raise RenderError(f"the {self.name} file does not give back the sound: {found}, not {expected}")


def tags(rendition: Rendition, options: Options) -> dict[str, str]:
    """Return what a player shows: the title, and in the comment sources, doubts and choices."""
    title = heard.title(rendition, options)
    return {"title": title, "comment": "\n".join(heard.lines(rendition, options, options.sound.ring))}


WAV, FLAC, OGG, MP3 = (Sounded(name) for name in KINDS)
