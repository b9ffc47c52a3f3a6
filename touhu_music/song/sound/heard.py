"""What is said beside a song that is heard: in the tags of sound, in the texts of MIDI."""

from __future__ import annotations

from collections.abc import Iterator

from touhu_music.language import Language, source, word
from touhu_music.song import telling
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import Options
from touhu_music.song.score import telling as written


def title(rendition: Rendition, options: Options) -> str:
    """Name the song, the drum that goes with it, and what alone is heard."""
    language, drum, stem = options.language, rendition.drum, options.sound.stem
    parts = [telling.name(rendition.song, language)]
    parts += [f"{drum.cadence.name or drum.row} {drum.use}"] if drum else []
    parts += [word(f"heard-{stem}", language)] if stem else []
    return " · ".join(parts)


def lines(rendition: Rendition, options: Options, on: str) -> list[str]:
    """Say where the song stands, what is doubtful and lost, and what is a choice, a line each.

    `on` is what the tones are played on: `open`, `damped` or `koto`.
    """
    song, language = rendition.song, options.language
    found = [written.print_of(song, language), *telling.caveats(song, language)]
    found += [telling.note(song, language)] if song.notes else []
    found += [word("song-warning", language).format(warning) for warning in song.warnings]
    found += silences(rendition, language)
    found += [source(rendition.drum, language)] if rendition.drum else []
    return [
        *found,
        *written.sung(rendition, language, options.sound.audio.recorded),
        *played(rendition, language, on),
    ]


def silences(rendition: Rendition, language: Language) -> Iterator[str]:
    """Say which words make no sound, and why."""
    if rendition.recited:
        yield word("heard-recited", language)
    song = rendition.song
    for number, stanza in enumerate(song.stanzas if song.has_tune else (), 1):
        for place, each in enumerate(stanza.sung, 1):
            if each.semitones is None:
                key = "heard-lost" if each.lost else "heard-unknown"
                yield word(key, language).format(each.word, number, place, song.witness)


def played(rendition: Rendition, language: Language, on: str) -> Iterator[str]:
    """Say how the tones are tuned and on what they are played: our choices."""
    if not rendition.recited:
        yield word(f"heard-{rendition.singing.temperament}", language)
        yield word(f"heard-{on}", language)
