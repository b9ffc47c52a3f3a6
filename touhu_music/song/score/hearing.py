"""A MusicXML file of a song as a reader hears it, compared with the song; without music21."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest
from math import isclose
from typing import NamedTuple
from xml.etree.ElementTree import Element

from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES
from touhu_music.notation import Drum
from touhu_music.render.measures import DRUM_CHANNEL, PARTS
from touhu_music.render.musicxml.hearing import STEPS, Heard, instruments, listen, needed, same
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import Options
from touhu_music.song.score import pitches, telling
from touhu_music.song.sound import tuning


class HeardWord(NamedTuple):
    """A word as a reader of the file has it; onset and length in beats, `key` None where it has no pitch."""

    onset: Fraction
    length: Fraction
    key: int | None
    verses: tuple[str, ...]


def compare(root: Element, rendition: Rendition, options: Options) -> None:
    """Raise RenderError unless a file is the song, ValueError if a number in it is none."""
    parts = root.findall("part")
    drums = PARTS if rendition.drum else ()
    same("parts", [part.get("id") for part in parts], ["voice", *(drum.word for drum in drums)])
    heard, end = sung(parts[0])
    for place, (found, wanted) in enumerate(zip_longest(heard, expected(rendition, options)), 1):
        same(f"word {place}", found, wanted)
    same("length of the voice", end, rendition.count_in + rendition.length)
    for drum, part in zip(drums, parts[1:], strict=True):
        kit = instruments(needed(root, f"part-list/score-part[@id='{drum.word}']"))
        struck, _, end = listen(part, kit, Fraction(1))
        same(f"strokes of {drum.word}", struck, list(strokes(rendition, drum, options)))
        same(f"length of {drum.word}", end, rendition.count_in + rendition.length)
    tempo = float(needed(root, ".//sound").get("tempo", ""))
    if not isclose(tempo, rendition.beats_per_minute):
        raise RenderError(f"musicxml: tempo is {tempo}, not {rendition.beats_per_minute} beats a minute")


def expected(rendition: Rendition, options: Options) -> Iterator[HeardWord]:
    """Yield the words as a file should have them."""
    base = pitches.huangzhong(rendition.singing)
    for each in rendition.words:
        tone = each.sung.semitones
        yield HeardWord(
            rendition.count_in + each.onset,
            each.length,
            None if tone is None else base.key + tone,
            tuple(telling.verses(each, rendition.song, options.lines)),
        )


def strokes(rendition: Rendition, drum: Drum, options: Options) -> Iterator[Heard]:
    """Yield the strokes of a drum as a file should have them."""
    key = rendition.drum.plan.sounds.key(drum) if rendition.drum else 0
    syllable = SYLLABLES[options.drums.syllables][drum]
    for stroke in rendition.strokes:
        if stroke.drum is drum:
            onset = rendition.count_in + stroke.onset
            yield Heard(onset, DRUM_CHANNEL, key, syllable, stroke.accent)


def sung(part: Element) -> tuple[list[HeardWord], Fraction]:
    """Return the words of a part, tied notes as one, and its end, in beats."""
    beat = int(needed(part, "measure/attributes/divisions").text or "")
    heard, now = list[HeardWord](), Fraction(0)
    for element in part.iterfind("measure/*"):
        if element.tag not in STEPS:
            continue
        length = Fraction(STEPS[element.tag] * int(element.findtext("duration", "")), beat)
        if element.tag == "note" and element.find("rest") is None:
            verses = tuple(text.text or "" for text in element.iterfind("lyric/text"))
            one = HeardWord(now, length, key(element), verses)
            if element.find("tie[@type='stop']") is None:
                heard.append(one)
            elif heard and heard[-1].key == one.key and heard[-1].onset + heard[-1].length == now:
                heard[-1] = heard[-1]._replace(length=heard[-1].length + length)
            else:
                raise RenderError(f"musicxml: a tie to nothing at beat {now}")
        now += length
    return heard, now


def key(element: Element) -> int | None:
    """Return the MIDI key of a note, None where it has no pitch."""
    found = element.find("pitch")
    if found is None:
        return None
    step, alter = found.findtext("step", ""), int(found.findtext("alter", "0"))
    return 12 * (int(found.findtext("octave", "")) + 1) + tuning.NOTES[step] + alter
