"""An MEI file of a song read back, by its elements and as verovio plays it, compared with the song."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest
from xml.etree.ElementTree import Element

from touhu_music.errors import RenderError
from touhu_music.render.measures import DRUM_CHANNEL, PARTS
from touhu_music.render.mei.engraver import load
from touhu_music.render.mei.hearing import ID, MEI, ROUNDING, TICKS_PER_QUARTER, events, played, same
from touhu_music.song.fitting import Rendition
from touhu_music.song.formats import Options
from touhu_music.song.score import hearing, pitches
from touhu_music.song.score.grid import BEAT
from touhu_music.song.score.hearing import HeardWord
from touhu_music.song.sound import tuning

ALTERED = {None: 0, "s": 1, "x": 2, "f": -1, "ff": -2}


def compare(root: Element, rendition: Rendition, options: Options) -> None:
    """Raise RenderError unless the elements of a file are those of the song."""
    try:
        heard, struck = list[HeardWord](), list[tuple[Fraction, str]]()
        now = Fraction(0)
        for measure in root.iter(f"{MEI}measure"):
            staves = measure.findall(f"{MEI}staff")
            end = listen(staves[0], now, heard)
            ends = {end, *(listen_to_drum(staff, now, struck) for staff in staves[1:])}
            if len(ends) != 1:
                raise RenderError("mei: the staves of a measure are not equally long")
            now = end
    except (KeyError, ValueError, ZeroDivisionError, IndexError) as error:
        raise RenderError(f"mei: {error!r}") from error
    for place, (found, wanted) in enumerate(zip_longest(heard, hearing.expected(rendition, options)), 1):
        same(f"word {place}", found, wanted)
    strokes = [(rendition.count_in + each.onset, each.drum.word) for each in rendition.strokes]
    same("strokes", sorted(struck), sorted(strokes))
    same("length", now, rendition.count_in + rendition.length)


def listen(staff: Element, start: Fraction, heard: list[HeardWord]) -> Fraction:
    """Add the words of the voice in a measure, tied notes as one; return where it ends, in beats."""
    now = start
    for element, whole in toned(staff, Fraction(1)):
        length = whole / BEAT
        if element.tag == f"{MEI}note":
            key, tied = key_of(element), element.get("tie", "")
            if tied in ("m", "t"):
                before = heard[-1]
                if before.key != key or before.onset + before.length != now:
                    raise ValueError(f"a tie to nothing at beat {now}")
                heard[-1] = before._replace(length=before.length + length)
            else:
                verses = tuple(text.text or "" for text in element.iterfind(f"{MEI}verse/{MEI}syl"))
                heard.append(HeardWord(now, length, key, verses))
        now += length
    return now


def toned(parent: Element, factor: Fraction) -> Iterator[tuple[Element, Fraction]]:
    """Yield notes and spaces of the voice with their lengths as parts of a whole note."""
    for element in parent:
        if element.tag in (f"{MEI}note", f"{MEI}space"):
            dotted = Fraction(3, 2) if element.get("dots") == "1" else 1
            yield element, factor * dotted / int(element.attrib["dur"])
        elif element.tag == f"{MEI}tuplet":
            ratio = Fraction(int(element.attrib["numbase"]), int(element.attrib["num"]))
            yield from toned(element, factor * ratio)
        elif element.tag == f"{MEI}layer":
            yield from toned(element, factor)


def key_of(note: Element) -> int | None:
    """Return the MIDI key of a note, None where it has no pitch."""
    if note.get("pname") is None:
        return None
    letter = tuning.NOTES[note.attrib["pname"].upper()]
    return 12 * (int(note.attrib["oct"]) + 1) + letter + ALTERED[note.get("accid")]


def listen_to_drum(staff: Element, start: Fraction, struck: list[tuple[Fraction, str]]) -> Fraction:
    """Add the strokes of a drum in a measure; return where it ends, in beats."""
    now, drum = start, PARTS[int(staff.attrib["n"]) - 2].word
    for element, length, _ in events(staff, Fraction(1), False):
        if element.tag == f"{MEI}note":
            if not element.attrib[ID].endswith(drum):
                raise ValueError(f"{element.attrib[ID]} on the staff of {drum}")
            struck.append((now, drum))
        now += length / BEAT
    return now


def hear(data: bytes, rendition: Rendition) -> None:
    """Raise RenderError unless verovio plays tones and strokes on their channels, in order, on time."""
    heard = list(played(load(data.decode(), breaks="none").renderToMIDI()))
    base = pitches.huangzhong(rendition.singing).key
    wanted = [
        ((rendition.count_in + word.onset) * TICKS_PER_QUARTER, 0, base + word.sung.semitones)
        for word in rendition.words
        if word.sung.semitones is not None
    ]
    if drum := rendition.drum:
        wanted += [
            (
                (drum.plan.count_in + each.onset) * TICKS_PER_QUARTER,
                DRUM_CHANNEL,
                drum.plan.sounds.key(each.drum),
            )
            for each in rendition.strokes
        ]
    same("number of notes in verovio", len(heard), len(wanted))
    by_key = sorted(heard, key=lambda it: (it[1], it[2], it[0]))
    slack = ROUNDING * (1 + len(rendition.lines()))  # it cuts once a measure
    for (tick, *found), (exact, *expected) in zip(
        by_key, sorted(wanted, key=lambda it: (it[1], it[2], it[0])), strict=True
    ):
        same("note in verovio", found, expected)
        if abs(tick - exact) > slack:
            raise RenderError(f"mei: a note in verovio is at tick {tick}, not {exact}")
