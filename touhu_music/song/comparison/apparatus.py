"""The prints of a song side by side, as lines, JSON, CSV and a page."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from io import StringIO
from typing import Any, Final

from touhu_music.language import Language, both, word
from touhu_music.song import telling
from touhu_music.song.comparison.collation import Collation, Entry, Reading, words
from touhu_music.song.songs import NOTHING, Song, Stanza, Sung
from touhu_music.webpage import document

Shape = dict[str, Any]


def signs(sung: Sung | None) -> str:
    """Print a tone: 黃六, 林尺, 闕; nothing where there is no word."""
    if sung is None:
        return ""
    if sung.lulu is None or sung.gongche is None:
        return "".join(dict.fromkeys(sung.printed))
    return sung.lulu + sung.gongche


# --- data -------------------------------------------------------------------------------------


def shape(collation: Collation, language: Language) -> Shape:
    """Give a collation as JSON: keys are added, never renamed."""
    return {
        "song": collation.base.name,
        "base": collation.base.witness,
        "witnesses": [song.witness for song in collation.songs],
        "sources": {song.witness: song.sources[0] for song in collation.songs},
        "same": [*collation.same],
        "entries": [of_entry(entry, collation, language) for entry in collation.entries],
        "spellings": [of_entry(entry, collation, language) for entry in collation.spellings],
        "warnings": {song.witness: [*song.warnings] for song in collation.songs},
        "remarks": remarks([collation], language),
    }


def of_entry(entry: Entry, collation: Collation, language: Language) -> Shape:
    """Give a word at which prints differ."""
    return {
        "stanza": entry.stanza,
        "position": entry.place,
        "word": entry.lemma.word if entry.lemma else None,
        "lemma": signs(entry.lemma),
        "semitones": entry.lemma.semitones if entry.lemma else None,
        "sentence": sentence(entry, collation, language),
        "readings": [
            {
                "reading": signs(each.sung),
                "word": each.sung.word if each.sung else None,
                "semitones": each.sung.semitones if each.sung else None,
                "kind": each.kind,
                "witnesses": [*each.witnesses],
            }
            for each in entry.readings
        ],
    }


COLUMNS: Final = (
    *("song", "base", "stanza", "position", "word", "lemma", "semitones", "kind", "reading"),
    *("reading_word", "reading_semitones", "witnesses"),
)


def to_csv(collations: Iterable[Collation]) -> bytes:
    """Write a line for each reading that differs, in tone or in the form of the word."""
    data = StringIO()
    writer = csv.DictWriter(data, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for each in collations:
        for entry in (*each.entries, *each.spellings):
            of = of_entry(entry, each, Language.ENGLISH)
            for reading in of["readings"]:
                writer.writerow(
                    {key: of[key] for key in ("stanza", "position", "word", "lemma", "semitones")}
                    | {"song": each.base.name, "base": each.base.witness}
                    | {"kind": reading["kind"], "reading": reading["reading"]}
                    | {"reading_word": reading["word"], "reading_semitones": reading["semitones"]}
                    | {"witnesses": " ".join(reading["witnesses"])}
                )
    return data.getvalue().encode()


def to_json(shapes: Shape | list[Shape]) -> bytes:
    """Write a collation, or a list of them."""
    return json.dumps(shapes, ensure_ascii=False, indent=1).encode() + b"\n"


# --- sentences ----------------------------------------------------------------------------------


def sentence(entry: Entry, collation: Collation, language: Language) -> str:
    """Say how prints differ at a word."""
    base, lemma = collation.base.witness, entry.lemma
    told = "; ".join(of_reading(each, language) for each in entry.readings)
    spelled = lemma is not None and all(each.kind == "spelling" for each in entry.readings)
    return word("song-entry", language).format(
        entry.stanza,
        entry.place,
        lemma.word if lemma else NOTHING,
        base,
        lemma.word if spelled and lemma else signs(lemma) or NOTHING,
        told,
    )


def of_reading(reading: Reading, language: Language) -> str:
    """Say what prints have."""
    sung, whose = reading.sung, " ".join(reading.witnesses)
    if sung is None:
        return word("song-omission", language).format(whose)
    if reading.kind == "lost":
        return word("song-lost", language).format(whose, sung.lost)
    if reading.kind == "spelling":
        return word("song-spelling", language).format(whose, sung.word)
    if reading.kind == "addition":
        return word("song-addition", language).format(whose, f"{sung.word} {signs(sung)}")
    return word("song-substitution", language).format(whose, signs(sung))


def remarks(collations: Sequence[Collation], language: Language) -> list[str]:
    """Say what is to be known of the prints."""
    told = [line for each in collations for line in telling.caveats(each.base, language)]
    several = any(each.others for each in collations)
    return [*dict.fromkeys(told), *([word("song-judgement", language)] if several else [])]


def facts(collation: Collation, language: Language) -> Iterator[str]:
    """Say which books there are, what is doubtful in them, and which of them differ in no tone."""
    for song in collation.songs:
        yield word("song-print", language).format(song.witness, song.sources[0])
    for warning in (each for song in collation.songs for each in song.warnings):
        if not warning.startswith("tone-lost"):
            yield word("song-warning", language).format(warning)
    if not collation.others:
        yield word("song-one-print", language).format(collation.base.witness)
    elif collation.same:
        yield word("song-same", language).format(collation.base.witness, " ".join(collation.same))


def differences(collation: Collation, language: Language) -> Iterator[str]:
    """Say each difference, in tones before those in the forms of words."""
    if collation.others and not collation.entries:
        yield word("song-no-difference", language)
    for entry in (*collation.entries, *collation.spellings):
        yield sentence(entry, collation, language)


def lines(collations: Sequence[Collation], language: Language) -> Iterator[str]:
    """Tell collations on the terminal."""
    for place, each in enumerate(collations):
        yield from [""] if place else []
        yield f"{each.base.name}: {telling.name(each.base, language)}"
        yield from facts(each, language)
        yield from (f"  {line}" for line in differences(each, language))
    yield ""
    yield from remarks(collations, language)


# --- the page -----------------------------------------------------------------------------------

STYLE: Final = """\
body { margin: 0 auto; max-width: 62rem; padding: 1rem; line-height: 1.6; color: #111; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.25rem; margin-top: 2.5rem } h3 { font-size: 1rem; color: #444 }
.stanza { display: flex; flex-wrap: wrap; gap: .6rem 1.6rem }
table { border-collapse: collapse } tr.words td { font-size: 1.3rem }
th, td { padding: .1rem .3rem; text-align: center; font-weight: normal; min-width: 1.9em }
th { color: #555; min-width: 1em } th, td { white-space: nowrap }
mark { background: #fde7a8; color: inherit; outline: 1px solid #b98900 }
p.said, ul { color: #333 }
@media print { body { max-width: none } h2, h3 { break-after: avoid } table { break-inside: avoid } }
"""


def to_html(collations: Sequence[Collation], language: Language) -> bytes:
    """Write a page that needs nothing beside it; raises RenderError where the font is not installed."""
    heading = " ".join(word("song-collation", each) for each in both(language))
    parts = "\n".join(part(each, language) for each in collations)
    said = "<br>\n".join(map(escape, remarks(collations, language)))
    body = f'<h1>{escape(heading)}</h1>\n{parts}\n<p class="said">{said}</p>\n'
    return document(heading, body, STYLE, language)


def part(collation: Collation, language: Language) -> str:
    """Show one song: its prints stanza by stanza, and the differences in words."""
    base = collation.base
    told = "<br>\n".join(map(escape, facts(collation, language)))
    listed = "\n".join(f"<li>{escape(line)}</li>" for line in differences(collation, language))
    stanzas = "".join(
        f"<h3>{escape(word('song-stanza', language).format(number))}</h3>\n"
        f'<div class="stanza">\n{"".join(tables(collation, number, stanza))}</div>\n'
        for number, stanza in enumerate(base.stanzas, 1)
    )
    return f"""<section id="{base.name}">
<h2>{escape(telling.name(base, language))} ({base.name})</h2>
<p class="said">{told}</p>
{stanzas}<ul>
{listed}
</ul>
</section>"""


def tables(collation: Collation, number: int, stanza: Stanza) -> Iterator[str]:
    """Show a stanza line by line: the words, and under them the signs of each print, bright where other."""
    differing = {
        (siglum, entry.place)
        for entry in collation.entries
        if entry.stanza == number
        for each in entry.readings
        for siglum in each.witnesses
    }

    def of_print(song: Song, places: range) -> Iterator[str]:
        beside = [two for _, one, two in words(stanza, song.stanzas[number - 1]) if one]
        for at in places:
            cell = escape(signs(beside[at])) or NOTHING
            yield f"<mark>{cell}</mark>" if (song.witness, at + 1) in differing else cell

    start = 0
    for length in stanza.lines:
        places = range(start, start + length)
        start += length
        sung = (escape(telling.shown(each)) for each in stanza.sung[places.start : places.stop])
        prints = [
            row(song.witness, of_print(song, places))
            for song in collation.songs
            if len(song.stanzas) >= number
        ]
        yield "<table>\n" + "\n".join([row("", sung, "words"), *prints]) + "\n</table>\n"


def row(label: str, cells: Iterable[str], kind: str = "signs") -> str:
    """Draw a row of a table."""
    drawn = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr class="{kind}"><th scope="row">{escape(label)}</th>{drawn}</tr>'
