"""ABC 2.1: two one-line voices without metre that abcjs and abc2midi play on the same two drums.

Both voices write their strokes as `B`, which each maps to the key of its drum: abcjs takes the map
only under `K: clef=perc`, and abc2midi only keys from 35 to 81 and tempi in whole numbers. Neither
plays lengths such as 1/3, so these are tuplets, of nine notes at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from textwrap import wrap
from typing import Final

from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, number, title
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance
from touhu_music.render import Options
from touhu_music.render.measures import PARTS, dyadic, note_value
from touhu_music.render.voices import (
    Item,
    compare,
    fields,
    fill,
    legible,
    lines,
    name,
    quarters,
    remarks,
    same,
    voice,
)

TEMPLATE: Final = r"""%abc-2.1
X:1
T:$title
$remarks
M:none
L:$stroke
Q:$tempo
V:gu name="$gu_name" clef=perc stafflines=1
V:pi name="$pi_name" clef=perc stafflines=1
K:C clef=perc
V:gu
%%MIDI channel 10
%%MIDI nobeataccents
%%MIDI drummap B $gu_key
$gu_lines
V:pi
%%MIDI channel 10
%%MIDI nobeataccents
%%MIDI drummap B $pi_key
$pi_lines
"""

KEYS: Final = range(35, 82)
MOST_IN_TUPLET: Final = 9
COLUMNS: Final = 80
SHORTEST_OF_TEMPO: Final = 512  # abc2midi takes the tempo in parts of a whole note that are powers of two
BARLINES: Final = {"double": "||", "dashed": "|", "final": "|]"}

ITEM: Final = re.compile(
    r"""
    (?: \[M: (?P<time>\d+/\d+) \] )?
    (?: \( (?P<actual>[3-9]) : (?P<normal>[248]) : (?P<count>\d+) )?
    (?P<labels> (?: "\^ [^"]* " )* )
    (?P<accent> !accent! )?
    (?P<note> [Bxz] ) (?P<times> \d* ) (?: / (?P<parts> \d+ ) )?
    (?: \ (?P<line> [|\]]+ ) )?
    (?: \ | $ )
    """,
    re.VERBOSE,
)


def render(performance: Performance, options: Options) -> bytes:
    """Write the tune; raises RenderError if it cannot hold a key, the tempo, a length or a text."""
    filled = texts(performance, options)
    for drum in PARTS:
        syllable = SYLLABLES[options.syllables][drum]
        rows = list[str]()
        for line in lines(voice(drum, performance, options)):
            rows.append(" ".join(write(line, options)))
            if count := sum(item.stroke for item in line):
                rows.append(f"w: {' '.join([syllable] * count)}")
        filled[f"{drum.word}_lines"] = "\n".join(rows)
    return fill(TEMPLATE, filled)


def texts(performance: Performance, options: Options) -> dict[str, str]:
    """Return all fields of the template but the voices."""
    sounds = performance.plan.sounds
    return {
        "title": escape(title(performance, options.language)),
        "remarks": "\n".join(notes(performance, options)),
        "stroke": f"1/{options.stroke.denominator}",
        "tempo": tempo(performance, options),
        "gu_name": name(Drum.GU, options),
        "pi_name": name(Drum.PI, options),
        "gu_key": key(sounds.gu),
        "pi_key": key(sounds.pi),
    }


def notes(performance: Performance, options: Options) -> Iterator[str]:
    """Yield the remarks in lines that abcjs does not cut."""
    for remark in remarks(performance, options):
        for line in wrap(legible(remark), COLUMNS, break_long_words=False, break_on_hyphens=False):
            yield f"N:{escape(line)}"


def key(number: int) -> str:
    """Return a MIDI key; raises RenderError for one that abc2midi refuses."""
    if number not in KEYS:
        raise RenderError(f"ABC has the drum keys {KEYS[0]} to {KEYS[-1]}, not {number}")
    return str(number)


def tempo(performance: Performance, options: Options) -> str:
    """Return the tempo as a whole number of notes a minute; raises RenderError if it is none."""
    quarters(performance, options)
    beats = performance.plan.beats_per_minute
    part = options.stroke.denominator * beats.denominator
    if not dyadic(beats) or part > SHORTEST_OF_TEMPO:
        raise RenderError(f"ABC has no exact tempo of {number(beats)} beats a minute; choose a whole number")
    return f"1/{part}={beats.numerator}"


def escape(line: str) -> str:
    """Return a line of text as a field has it; raises RenderError if it cannot be printed.

    An ampersand stands for itself unless a reader would take what follows for an entity.
    """
    return re.sub(r"([\\%]|&(?=#?\w+;))", r"\\\1", legible(line))


def unescape(text: str) -> str:
    """Return the line of text that a field stands for."""
    return re.sub(r"\\(.)", r"\1", text)


def write(line: list[Item], options: Options) -> Iterator[str]:
    """Write notes and silences, those of one tuplet after its sign.

    Raises RenderError if a tuplet would have more notes than readers take.
    """
    for _, run in groupby(line, lambda item: item[:2]):
        items = list(run)
        value = note_value(items[0].length, options.stroke)
        if value.actual > MOST_IN_TUPLET and value.actual != value.normal:
            raise RenderError(
                f"ABC has no notes of {number(items[0].length)} beats: a tuplet has {MOST_IN_TUPLET} at most"
            )
        plain = value.actual == value.normal
        sign = "" if plain else f"({value.actual}:{value.normal}:{len(items)}"
        written = size(items[0].length * value.actual / value.normal)
        for place, item in enumerate(items):
            yield around(item, f"{head(item, tuplet=not plain)}{written}", "" if place else sign)


def size(length: Fraction) -> str:
    """Write the length of a note or a rest."""
    times = "" if length.numerator == 1 else str(length.numerator)
    return times if length.denominator == 1 else f"{times}/{length.denominator}"


def head(item: Item, *, tuplet: bool) -> str:
    """Return a note or a rest, which is not printed unless it is in a tuplet: abcjs stops at such."""
    return "B" if item.stroke else "z" if tuplet else "x"


def around(item: Item, note: str, sign: str) -> str:
    """Write a note with the sign of its tuplet and all that stands around it."""
    above = [*([HALF] if item.half else []), *item.labels, *(["?"] if item.doubtful else [])]
    return "".join(
        (
            f"[M:{item.time}]" if item.time else "",
            sign,
            *(f'"^{label}"' for label in above),
            "!accent!" if item.accent else "",
            note,
            f" {BARLINES[item.line]}" if item.line else "",
        )
    )


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read the tune back; raises RenderError where it is not the performance."""
    found = fields(TEMPLATE, data)
    for key, text in texts(performance, options).items():
        same(key, found[key], text)
    same("the title", unescape(found["title"]), title(performance, options.language))
    for drum in PARTS:
        items, syllables = list[Item](), list[str]()
        for row in found[f"{drum.word}_lines"].split("\n"):
            if row.startswith("w: "):
                syllables += row.split()[1:]
                same(f"the syllables of {drum.word}", len(syllables), sum(item.stroke for item in items))
            else:
                items += read(row)
        compare(drum, items, syllables, performance, options)


def read(row: str) -> Iterator[Item]:
    """Yield the notes and silences of a line; raises RenderError for anything else."""
    position, left, ratio = 0, 0, Fraction(1)
    kinds = {bar: kind for kind, bar in BARLINES.items()}
    while position < len(row):
        match = ITEM.match(row, position)
        if match is None or (match["line"] and match["line"] not in kinds):
            raise RenderError(f"{row[position : position + 20]!r} is no stroke")
        if match["count"]:
            left, ratio = int(match["count"]), Fraction(int(match["normal"]), int(match["actual"]))
        labels = re.findall(r'"\^([^"]*)"', match["labels"])
        half, doubtful = labels[:1] == [HALF], labels[-1:] == ["?"]
        length = Fraction(int(match["times"] or 1), int(match["parts"] or 1))
        yield Item(
            length * ratio if left else length,
            stroke=match["note"] == "B",
            accent=match["accent"] is not None,
            doubtful=doubtful,
            labels=tuple(labels[half : len(labels) - doubtful]),
            half=half,
            time=match["time"] or "",
            line=kinds.get(match["line"], ""),
        )
        left = max(0, left - 1)
        position = match.end()
