"""MEI 5.0 of a row in all its witnesses: two staves, and each place that differs an `app` of readings.

Who takes the reading that names a witness, and else the lemma, as verovio does, has the row of this
witness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, indent, tostring

from touhu_music.edition import apparatus as told
from touhu_music.edition.collation import Apparatus
from touhu_music.edition.segments import Segment, Variant, holdings, rows, segments
from touhu_music.errors import RenderError
from touhu_music.language import word
from touhu_music.notation import HALF, Cadence, Drum, Section, Use
from touhu_music.performance import Performance, Plan, Stroke, perform
from touhu_music.reading import in_language
from touhu_music.render import Options
from touhu_music.render.measures import PARTS, Slot
from touhu_music.render.mei import DECLARATION, NAMESPACE
from touhu_music.render.mei.header import described, legible
from touhu_music.render.mei.hearing import MEI, expected, hear, listen, same
from touhu_music.render.mei.music import LINES, definition, direction, notes, opening

LINE: Final = {Section.BEFORE_HALF: LINES["double"], Section.AFTER_HALF: LINES["final"]}
Performances = dict[str, Performance]


def render(apparatus: Apparatus, plan: Plan, options: Options) -> bytes:
    """Write a row with its apparatus; raises RenderError for a text that cannot be printed.

    The plan says how fast and on which keys, and must be even: under another, a stroke more or less
    would move those around it.
    """
    performances = performed(apparatus, plan)
    root = Element("mei", {"xmlns": NAMESPACE, "meiversion": "5.0"})
    base = performances[apparatus.base]
    readings = {name: each.reading for name, each in performances.items() if each.reading}
    heading = f"{word('collation', options.language)} · {told.heading(apparatus, options.language)}"
    head = described(heading, remarks(apparatus, options), readings, base, options)
    for sources in head.iter("sourceDesc"):
        sources.extend(reported(apparatus, options))
    root.append(head)
    score = SubElement(SubElement(SubElement(SubElement(root, "music"), "body"), "mdiv"), "score")
    score.append(definition([], base, options))
    section = SubElement(score, "section")
    section.extend(measure(apparatus, each, performances, options) for each in Section)
    legible("".join(root.itertext()))
    indent(root, " ")
    return f"{DECLARATION}\n{tostring(root, encoding='unicode')}\n".encode()


def performed(apparatus: Apparatus, plan: Plan) -> Performances:
    """Perform the row of each witness; a section that is not reported at second hand is as in the base."""
    books = {book.siglum: book.reading(apparatus.cadence) for book in apparatus.books}
    found: Performances = {}
    for name, holding in holdings(apparatus).items():
        before, after = (tuple(map(Drum, each)) for each in rows(apparatus, holding))
        found[name] = perform(books.get(name) or Cadence(before, after), Use.ARCHERY, plan)
    return found


def remarks(apparatus: Apparatus, options: Options) -> Iterator[str]:
    """Yield what an edition says in words: the books, each difference with what is thought of it."""
    yield from told.facts(apparatus, options.language)
    for entry in apparatus.entries:
        yield told.sentence(apparatus, entry, options.language)
        for form in entry.readings:
            named = told.sigla(apparatus, form, options.language)
            yield f"{named}: {told.judged(form, options.language)}"
    yield from told.doubted(apparatus, options.language)
    yield from told.reported(apparatus, options.language)


def reported(apparatus: Apparatus, options: Options) -> Iterator[Element]:
    """Yield the sources that are known at second hand."""
    for name, holding in holdings(apparatus).items():
        for form in list(holding.values())[:1]:
            if form.report:
                source = Element("source", {"xml:id": name, "type": "second-hand"})
                title = SubElement(SubElement(source, "bibl"), "title")
                whose = in_language(form.report.whose, options.language)
                title.text = whose + told.flags(form, apparatus, options.language)
                yield source


class Scribe(NamedTuple):
    """Writes what a variant of a section has."""

    section: Section
    base: str
    performances: Performances
    options: Options

    def strokes(self, variant: Variant) -> list[tuple[str, Stroke]]:
        """Return the strokes by their ids: those of the base as in a file of it alone."""
        witness = variant.witnesses[0]
        performance = self.performances[witness]
        before = len(performance.cadence.before_half) if self.section is Section.AFTER_HALF else 0
        found = performance.pattern[before + variant.start :][: len(variant.row)]
        suffix = "" if witness == self.base else f"-{witness}"
        return [(stroke.id + suffix, stroke) for stroke in found]

    def events(self, variant: Variant, drum: Drum) -> Iterator[Element]:
        """Yield the notes and spaces of a staff."""
        performance = self.performances[variant.witnesses[0]]
        for name, stroke in self.strokes(variant):
            for written in notes([Slot(Fraction(1), 0, stroke)], drum, performance, self.options):
                for note in written.iter("note"):
                    note.set("xml:id", name)
                yield written

    def doubts(self, variant: Variant) -> Iterator[Element]:
        """Yield a question mark for each doubtful stroke."""
        for (name, stroke), doubtful in zip(self.strokes(variant), variant.doubtful, strict=True):
            if doubtful:
                mark = direction(stroke, "?", {"type": "doubtful"})
                mark.set("startid", f"#{name}")
                yield mark


def measure(apparatus: Apparatus, section: Section, performances: Performances, options: Options) -> Element:
    """Write a section: both staves, and what stands above them."""
    scribe = Scribe(section, apparatus.base, performances, options)
    base, found = performances[apparatus.base], list(segments(apparatus, section))
    written = Element("measure", {"metcon": "false", "right": LINE[section]})
    for place, drum in enumerate(PARTS, 1):
        layer = SubElement(SubElement(written, "staff", {"n": str(place)}), "layer", {"n": "1"})
        for segment in found:
            layer.extend(either(segment, partial(scribe.events, drum=drum)))
    if section is Section.BEFORE_HALF:
        written.extend(map(at_start, opening(base, options)))
    else:
        half = direction(base.pattern[0], HALF, {"xml:id": "half-sign", "type": "half", "staff": "1"})
        written.append(at_start(half))
    for segment in found:
        if any(any(variant.doubtful) for variant in segment):
            written.extend(either(segment, scribe.doubts))
    return written


def at_start(sign: Element) -> Element:
    """Tie a sign to the beginning of its measure, whichever stroke that is."""
    del sign.attrib["startid"]
    sign.set("tstamp", "1")
    return sign


def either(segment: Segment, content: Callable[[Variant], Iterable[Element]]) -> list[Element]:
    """Return what all witnesses have, or the readings of them."""
    if len(segment) == 1:
        return list(content(segment[0]))
    app = Element("app")
    for place, variant in enumerate(segment):
        look = {"source": " ".join(f"#{name}" for name in variant.witnesses)}
        if place and variant.second_hand:
            look["type"] = "second-hand"
        SubElement(app, "rdg" if place else "lem", look).extend(content(variant))
    return [app]


# --- read back ---------------------------------------------------------------------------------


def choice(witness: str) -> dict[str, list[str]]:
    """Return the option of verovio that takes the readings of a witness; it must be set before loading."""
    return {"appXPathQuery": [f"./*[contains(concat(@source, ' '), '#{witness} ')]"]}


def resolved(root: Element, witness: str) -> Element:
    """Return a file without readings, as one witness has it."""
    chosen = deepcopy(root)
    for parent in list(chosen.iter()):
        for app in parent.findall(f"{MEI}app"):
            place = list(parent).index(app)
            named = (each for each in app if f"#{witness}" in each.get("source", "").split())
            parent[place : place + 1] = list(next(named, app[0]))
    return chosen


def row(root: Element, witness: str, options: Options) -> str:
    """Read the row of a witness out of a file, with 半 where it has it."""
    found = ""
    for measure in resolved(root, witness).iter(f"{MEI}measure"):
        halves = (each.text for each in measure.iter(f"{MEI}dir") if each.get("type") == "half")
        strokes = sorted(listen(measure, options.stroke), key=lambda stroke: stroke.onset)
        found += "".join((*map(str, halves), *(PARTS[stroke.staff - 1] for stroke in strokes)))
    return found


def check(data: bytes, apparatus: Apparatus, plan: Plan, options: Options) -> None:
    """Read a file back for each witness, by its elements and as verovio plays it.

    Raises RenderError unless it has the row of the witness, and its strokes are as in a performance.
    """
    try:
        root = fromstring(data)
    except ParseError as error:
        raise RenderError(f"mei: {error}") from error
    for name, performance in performed(apparatus, plan).items():
        same(f"row of {name}", row(root, name, options), performance.row)
        heard = sorted(listen(resolved(root, name), options.stroke), key=lambda stroke: stroke.onset)
        wanted = expected(performance, options)
        same(f"strokes of {name}", [each[1:] for each in heard], [each[1:] for each in wanted])
        hear(data, performance, options, **choice(name))
