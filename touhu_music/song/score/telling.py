"""What is said beside a song that is written down: title, source, what is doubtful, what is a choice."""

from __future__ import annotations

from collections.abc import Iterator

from touhu_music.language import Language, Recorded, both, choices, number, source, word, words
from touhu_music.reading import in_language
from touhu_music.song import readings
from touhu_music.song.fitting import ALONE, Rendition, TimedWord
from touhu_music.song.score import pitches
from touhu_music.song.signs import LULU, UPPER
from touhu_music.song.songs import NOTHING, Song, Sung
from touhu_music.song.sound import tuning
from touhu_music.song.telling import caveats


def subtitle(song: Song, language: Language) -> str:
    """Say in which mode a song is, and who it is sung for."""
    said = [
        *([modes(song, each) for each in both(language)] if song.mode else []),
        *(word("song-for", each).format(in_language(song.sung_for, each)) for each in both(language)),
    ]
    return "; ".join(dict.fromkeys(said))


def modes(song: Song, language: Language) -> str:
    """Name the mode of a song."""
    return word("song-mode", language).format(song.mode)


def print_of(song: Song, language: Language) -> str:
    """Say in which print the song stands."""
    return f"{words('witness', language)}: {song.witness} {song.sources[0]}"


def on_page(rendition: Rendition, language: Language, lines: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Yield what stands below a score, a paragraph each, and whether it is our choice."""
    song = rendition.song
    for caveat in caveats(song, language):
        yield caveat, False
    if song.notes:
        yield in_language(song.notes, language), False
    for doubt in song.warnings:
        yield word("song-warning", language).format(doubt), False
    yield from ((text, False) for text in signs(rendition, language))
    if rendition.drum:
        yield source(rendition.drum, language), False
    yield from ((text, True) for text in chosen(rendition, language, lines))


def brief(rendition: Rendition, language: Language) -> str:
    """Say in a line how a song is sung, as far as it is our choice: fitting, tempo, times."""
    said = [in_language(rendition.fitting.label, each) for each in both(language)]
    said.append(word("tempo", language).format(number(rendition.beats_per_minute)))
    if rendition.times > 1:
        said.append(word("sung-times", language).format(rendition.times))
    return "; ".join(said)


def shortly(rendition: Rendition, language: Language) -> Iterator[str]:
    """Yield what no copy of a score may lack, a short line each."""
    yield from caveats(rendition.song, language)
    label = in_language(rendition.fitting.label, language)
    if rendition.drum:
        label += f" ({word('sung-reconstruction', language)})"
    yield label
    yield from signs(rendition, language)
    yield from broken_off(rendition, language)
    yield from pitch(rendition, language)


def signs(rendition: Rendition, language: Language) -> Iterator[str]:
    """Say what the heads of a score mean that are no notes."""
    song = rendition.song
    if rendition.recited:
        yield word("sung-spoken", language)
    elif lost := "".join(dict.fromkeys(each.lost for each in song.sung if each.lost)):
        yield word("sung-lost", language).format(lost)


def chosen(rendition: Rendition, language: Language, lines: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield what is our choice in a score: how it is sung, and how it is written."""
    yield from sung(rendition, language)
    if rendition.singing.temperament == "sanfen" and rendition.song.has_tune:
        yield word("sung-sanfen", language)
    if "jianpu" in lines and rendition.song.has_tune:
        yield one(rendition, language)
    for spelling in readings.spellings():
        if spelling in lines:
            label = word(f"sung-{spelling}", language)
            yield f"{label}{word('sung-stop', language)}{in_language(readings.reason(spelling), language)}"
    yield word("sung-no-metre", language)


def sung(rendition: Rendition, language: Language, recorded: Recorded = ()) -> Iterator[str]:
    """Yield what is our choice however it is heard or written: the fitting with its reason, time, pitch."""
    singing, found = rendition.singing, rendition.fitting
    label = in_language(found.label, language)
    why = in_language(found.reason, language)
    if found.name != ALONE:
        label = f"{word('sung-fitting', language)}: {label} ({word('sung-reconstruction', language)})"
    yield f"{label}{word('sung-stop', language)}{why}"
    if found.name == ALONE:
        beats = (rendition.beats_per_minute, singing.breath, singing.stanza_breath)
        yield word("sung-alone-time", language).format(*map(number, beats))
    if rendition.times > 1:
        yield word("sung-times", language).format(rendition.times)
    yield from broken_off(rendition, language)
    if rendition.drum:
        yield choices(rendition.drum.plan, language, recorded=recorded)
    yield from pitch(rendition, language)


def broken_off(rendition: Rendition, language: Language) -> Iterator[str]:
    """Say where the drum ends before the song does."""
    if last := rendition.broken_off:
        yield word("sung-broken-off", language).format(last.cycle, last.stanza, last.line)


def pitch(rendition: Rendition, language: Language) -> Iterator[str]:
    """Say how high 黃鐘 is."""
    if rendition.song.has_tune:
        named, note = rendition.singing.huangzhong.strip(), pitches.huangzhong(rendition.singing).name
        said = note if tuning.note(named) is not None else f"{named} ({note})"
        yield word("sung-huangzhong-is", language).format(said)


def one(rendition: Rendition, language: Language) -> str:
    """Say which tone is 1 in numbers."""
    first = pitches.first(rendition.song)
    name = next(lu.name for lu in LULU.values() if lu.semitones == first)
    note = pitches.pitch(first, pitches.huangzhong(rendition.singing)).name
    key = "sung-one" if rendition.song.mode else "sung-one-huangzhong"
    return word(key, language).format(name, note)


def stanza(each: TimedWord, rendition: Rendition, language: Language) -> str:
    """Name the stanza that a word begins, and which singing it is where there are several."""
    said = [word("song-stanza", one).format(each.stanza) for one in both(language)]
    if rendition.times > 1:
        said = [word("sung-time", one).format(each.time) for one in both(language)] + said
    return " ".join(said)


def mark(sung: Sung) -> str:
    """Return what stands above a word: what is printed for a lost tone, ? where a tone is doubtful."""
    return sung.lost or ("?" if sung.doubts else "")


def verses(each: TimedWord, song: Song, lines: tuple[str, ...]) -> list[str]:
    """Return what stands under a word, line by line; a place is kept where a sign is lost."""
    return [text_of(each, line, song) for line in lines]


def line_of(each: TimedWord, song: Song) -> str:
    """Return the line of the verse in which a word stands."""
    return "".join(one.word for one in song.stanzas[each.stanza - 1].by_line()[each.line - 1])


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
        case "pinyin" | "hangul":
            return readings.of_line(line_of(each, song), line)[each.place - 1]
    if sung.semitones is None:
        return lost
    return str(pitches.number(sung.semitones, pitches.first(song)))
