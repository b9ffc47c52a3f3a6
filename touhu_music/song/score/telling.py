"""What is said beside a song that is written down: title, source, what is doubtful, what is a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from touhu_music.language import Language, both, chinese, choices, number, source, word, words
from touhu_music.reading import Texts, in_language
from touhu_music.song.fitting import ALONE, Rendition, TimedWord
from touhu_music.song.score import pitches
from touhu_music.song.signs import LULU, UPPER
from touhu_music.song.songs import NOTHING, Song

OWN: Final = ("zouyu-yu", "zouyu-jue")
"""The songs that are 熊朋來's own. Source: 瑟譜 卷三."""


def title(song: Song, language: Language) -> str:
    """Name a song in Chinese, and in another language beside it."""
    names = song.title
    first = names.hans if language is Language.SIMPLIFIED else names.hant
    match language:
        case Language.ENGLISH:
            return f"{first} {names.pinyin} · {names.en}"
        case Language.KOREAN:
            return f"{first} · {names.korean}"
    return first


def beside(texts: Texts, language: Language) -> str:
    """Give a text in Chinese with the other language beside it."""
    return " ".join(in_language(texts, each) for each in both(language))


def subtitle(song: Song, language: Language) -> str:
    """Say in which mode a song is, and who it is sung for."""
    mode = words("song-mode", language).replace("{0}", song.mode) if song.mode else ""
    who = f"{word('song-for', chinese(language)).format(in_language(song.sung_for, chinese(language)))}"
    if language is not chinese(language):
        who += f" {word('song-for', language).format(in_language(song.sung_for, language))}"
    if song.mode:
        mode = " ".join(dict.fromkeys(word("song-mode", each).format(song.mode) for each in both(language)))
    return "; ".join(filter(None, (mode, who)))


def print_of(song: Song, language: Language) -> str:
    """Say in which print the song stands."""
    return f"{words('witness', language)}: {song.witness} {song.sources[0]}"


def age(song: Song) -> list[str]:
    """Return the keys of what is said of where the tunes come from."""
    if not song.has_tune:
        return ["song-no-tune"]
    return ["song-late", "song-own" if song.name in OWN else "song-doubt"]


def on_page(rendition: Rendition, language: Language, lines: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Yield what stands below a score, a paragraph each, and whether it is our choice."""
    song = rendition.song
    for key in age(song):
        yield word(key, language), False
    if song.notes:
        yield in_language(song.notes, language), False
    for doubt in song.warnings:
        yield word("song-warning", language).format(doubt), False
    yield from ((text, False) for text in signs(rendition, language))
    if rendition.drum:
        yield source(rendition.drum, language), False
    yield from ((text, True) for text in chosen(rendition, language, lines))


def signs(rendition: Rendition, language: Language) -> Iterator[str]:
    """Say what the heads of a score mean that are no notes."""
    song = rendition.song
    if rendition.recited:
        yield word("sung-spoken", language)
    elif lost := "".join(dict.fromkeys(each.lost for each in song.sung if each.lost)):
        yield word("sung-lost", language).format(lost)


def chosen(rendition: Rendition, language: Language, lines: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield what is our choice: the fitting with its reason, time, pitch."""
    song, singing, found = rendition.song, rendition.singing, rendition.fitting
    label = in_language(found.label, language)
    why = in_language(found.reason, language)
    yield f"{word('sung-fitting', language)}: {label} ({word('sung-reconstruction', language)}). {why}"
    if found.name == ALONE:
        beats = (rendition.beats_per_minute, singing.breath, singing.stanza_breath)
        yield word("sung-alone-time", language).format(*map(number, beats))
    if rendition.times > 1:
        yield word("sung-times", language).format(rendition.times)
    if last := rendition.broken_off:
        yield word("sung-broken-off", language).format(last.cycle, last.stanza, last.line)
    if rendition.drum:
        yield choices(rendition.drum.plan, language)
    if song.has_tune:
        base = pitches.huangzhong(singing)
        named = singing.huangzhong.strip()
        yield word("sung-huangzhong", language).format(
            base.name if len(named) < 4 else f"{named} ({base.name})"
        )
        if singing.temperament == "sanfen":
            yield word("sung-sanfen", language)
    if "jianpu" in lines and song.has_tune:
        yield one(rendition, language)
    yield word("sung-no-metre", language)


def one(rendition: Rendition, language: Language) -> str:
    """Say which tone is 1 in numbers."""
    first = pitches.first(rendition.song)
    name = next(lu.name for lu in LULU.values() if lu.semitones == first)
    note = pitches.pitch(first, pitches.huangzhong(rendition.singing)).name
    key = "sung-one" if rendition.song.mode else "sung-one-huangzhong"
    return word(key, language).format(name, note)


def verses(each: TimedWord, song: Song, lines: tuple[str, ...]) -> list[str]:
    """Return what stands under a word, line by line; a place is kept where a sign is lost."""
    return [text_of(each, line, song) for line in lines]


def text_of(each: TimedWord, line: str, song: Song) -> str:
    """Return what one line has for a word."""
    sung = each.sung
    lost = sung.lost or NOTHING
    match line:
        case "words":
            return sung.word
        case "lulu":
            return (sung.lulu or lost) + (UPPER if sung.upper else "")
        case "gongche":
            return sung.gongche or lost
    if sung.semitones is None:
        return lost
    return str(pitches.number(sung.semitones, pitches.first(song)))
