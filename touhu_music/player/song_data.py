"""The songs as the page is given them: words, signs and tones line by line, and what must be said of them."""

from __future__ import annotations

from typing import Any

from touhu_music.language import Language, word
from touhu_music.player.words import SONG_WORDS
from touhu_music.reading import in_language
from touhu_music.song import fitting, songs
from touhu_music.song.songs import Song, Sung
from touhu_music.song.sound import midi, tuning
from touhu_music.song.sound.instrument import KOTO

Shape = dict[str, Any]


def titles() -> dict[str, dict[str, str]]:
    """Return how each song is named where one is chosen, by language; those without a tune come last."""
    return {song.name: {str(each): title(song, each) for each in Language} for song in packaged()}


def packaged() -> list[Song]:
    """Return each song as the first of its books prints it."""
    return sorted(map(songs.load, songs.songs()), key=lambda song: not song.has_tune)


def title(song: Song, language: Language) -> str:
    """Name a song in few words; of one without a tune it is said that it is recited."""
    named = song.title
    spelled = {
        Language.TRADITIONAL: named.hant,
        Language.SIMPLIFIED: named.hans,
        Language.KOREAN: f"{named.hant} · {named.korean}",
        Language.ENGLISH: f"{named.hant} · {named.pinyin}",
    }[language]
    return spelled if song.has_tune else f"{spelled} ({word('song-recited', language)})"


def song_data() -> Shape:
    """Return the songs, how they go with the drum, and their words; read when a song is first chosen."""
    singing, fitted = songs.singing(), fitting.load(fitting.USUAL)
    return {
        "songs": {song.name: shape(song) for song in packaged()},
        "hertz": tuning.of(singing).hertz,
        "key": tuning.of(singing).key(0)[0],
        "program": KOTO,
        "velocity": midi.PLUCKED,
        "fitting": {
            str(each): [in_language(fitted.label, each), in_language(fitted.reason, each)]
            for each in Language
        },
        "words": {
            str(each): {key: word(key, each) for key in SONG_WORDS}
            | {"live-tuned": word("live-tuned", each).format(singing.huangzhong, singing.temperament)}
            for each in Language
        },
    }


def shape(song: Song) -> Shape:
    """Give a song: of each line its words, lülü, gongche and tones; `stanzas` count the lines.

    `remarks` are the keys of what must be said of it.
    """
    setting = {"twelve": ["song-doubt"], "own": ["song-own"]}.get(song.setting, [])
    return {
        "lines": [line(words) for words in song.lines],
        "stanzas": [len(stanza.lines) for stanza in song.stanzas],
        "witness": song.witness,
        "mode": song.mode,
        "source": "; ".join(song.sources),
        "for": {str(each): in_language(song.sung_for, each) for each in Language},
        "remarks": ["song-late", *setting] if song.has_tune else ["song-no-tune"],
    }


def line(words: tuple[Sung, ...]) -> list[Any]:
    """Give a line: words, lülü and gongche, a sign a word, and semitones above 黃鐘; null where lost."""
    if not any(each.lulu or each.lost for each in words):
        return ["".join(each.word for each in words)]
    return [
        "".join(each.word for each in words),
        "".join(each.lulu or each.lost or songs.NOTHING for each in words),
        "".join(each.gongche or each.lost or songs.NOTHING for each in words),
        [each.semitones for each in words],
    ]
