"""A song as MEI 5.0: the voice with its words and signs, below it 鼓 and 鼙; a measure is a line of verse.

The head says what the print has, what is doubtful and what is our choice. It is the source of the
engraved scores too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring, indent, tostring

from touhu_music.errors import RenderError
from touhu_music.language import chinese, word, words
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Stroke
from touhu_music.render.measures import DRUM_CHANNEL, PARTS, Slot
from touhu_music.render.mei import DECLARATION, NAMESPACE
from touhu_music.render.mei.header import LICENCE, PROGRAM, legible, paragraphs
from touhu_music.render.mei.header import source as source_of_drum
from touhu_music.render.mei.music import DURATIONS, LINES, decimal
from touhu_music.render.mei.music import notes as strokes
from touhu_music.song.fitting import Rendition, TimedWord
from touhu_music.song.formats import Options
from touhu_music.song.score import grid, mei_hearing, pitches, telling
from touhu_music.song.score.grid import Measure, Note
from touhu_music.song.songs import Song
from touhu_music.song.telling import name

ACCIDENTALS: Final = {-2: "ff", -1: "f", 1: "s", 2: "x"}
TIES: Final = {(True, True): "i", (False, True): "m", (False, False): "t"}
VOICE: Final = "1"
"""The number of the staff of the voice; those of the drums follow."""


def render(rendition: Rendition, options: Options) -> bytes:
    """Write an MEI file.

    Raises RenderError if a length has no note value, if there are too many notes, or for a text that
    cannot be printed.
    """
    root = encode(grid.measures(rendition), rendition, options)
    indent(root, " ")
    return f"{DECLARATION}\n{tostring(root, encoding='unicode')}\n".encode()


def check(data: bytes, rendition: Rendition, options: Options) -> None:
    """Read a file back by its elements and as verovio plays it; raises RenderError if it is not the song."""
    try:
        root = fromstring(data)
    except ParseError as error:
        raise RenderError(f"mei: {error}") from error
    mei_hearing.compare(root, rendition, options)
    mei_hearing.hear(data, rendition)


def encode(measures: list[Measure], rendition: Rendition, options: Options) -> Element:
    """Write measures as MEI; raises RenderError for a text that cannot be printed."""
    root = Element("mei", {"xmlns": NAMESPACE, "meiversion": "5.0"})
    root.append(header(rendition, options))
    score = SubElement(SubElement(SubElement(SubElement(root, "music"), "body"), "mdiv"), "score")
    score.append(definition(rendition, options))
    section = SubElement(score, "section")
    section.extend(measure(each, rendition, options) for each in measures)
    legible("".join(root.itertext()))
    return root


# --- the head ---------------------------------------------------------------------------------


def header(rendition: Rendition, options: Options) -> Element:
    """Describe the file, its sources, and how the one was made from the other."""
    head = Element("meiHead")
    file = SubElement(head, "fileDesc")
    title = SubElement(file, "titleStmt")
    SubElement(title, "title").text = name(rendition.song, options.language)
    availability = SubElement(SubElement(file, "pubStmt"), "availability")
    SubElement(availability, "useRestrict", {"auth.uri": LICENCE}).text = "CC0 1.0"
    said = list(telling.on_page(rendition, options.language, options.lines))
    paragraphs(SubElement(SubElement(file, "notesStmt"), "annot"), (text for text, ours in said if not ours))
    sources = SubElement(file, "sourceDesc")
    sources.append(source(rendition.song))
    if rendition.drum and rendition.drum.reading:
        sources.append(source_of_drum("source-drum", rendition.drum.reading, options.drums))
    encoding = SubElement(head, "encodingDesc")
    application = SubElement(SubElement(encoding, "appInfo"), "application", {"xml:id": PROGRAM})
    SubElement(application, "name").text = PROGRAM
    interpretation = SubElement(
        SubElement(encoding, "editorialDecl"), "interpretation", {"resp": f"#{PROGRAM}"}
    )
    paragraphs(interpretation, (text for text, ours in said if ours))
    return head


def source(song: Song) -> Element:
    """Name the print with its place, its heading and its mode."""
    written = Element("source", {"xml:id": "source-song"})
    book = SubElement(written, "bibl")
    SubElement(book, "identifier", {"type": "siglum"}).text = song.witness
    SubElement(book, "title").text = "; ".join(song.sources)
    for kind, text in (("heading", song.heading), ("mode", song.mode)):
        if text:
            SubElement(book, "annot", {"type": kind}).text = text
    return written


# --- the music --------------------------------------------------------------------------------


def definition(rendition: Rendition, options: Options) -> Element:
    """Say what the staves are called, how they sound, and how fast."""
    look = {"midi.bpm": decimal(rendition.beats_per_minute), "mnum.visible": "false"}
    defined = Element("scoreDef", look)
    group = SubElement(defined, "staffGrp")
    recited = rendition.recited
    low = pitches.huangzhong(rendition.singing).key < pitches.LOW
    clef = {"clef.shape": "F", "clef.line": "4"} if low else {"clef.shape": "G", "clef.line": "2"}
    look = {"lines": "1", "clef.shape": "perc"} if recited else {"lines": "5", **clef}
    voice = SubElement(group, "staffDef", {"n": VOICE, **look})
    name_staff(voice, "sung-speaker" if recited else "sung-voice", options)
    SubElement(voice, "instrDef", {"midi.channel": "0", "midi.instrnum": str(pitches.CHOIR)})
    drums = SubElement(group, "staffGrp", {"symbol": "bracket", "bar.thru": "true"})
    for place, drum in enumerate(PARTS if rendition.drum else (), 2):
        staff = SubElement(drums, "staffDef", {"n": str(place), "lines": "1", "clef.shape": "perc"})
        name_staff(staff, drum.word, options)
        SubElement(staff, "instrDef", {"midi.channel": str(DRUM_CHANNEL)})
    if not rendition.drum:
        group.remove(drums)
    return defined


def name_staff(staff: Element, key: str, options: Options) -> None:
    """Say what a staff is called."""
    SubElement(staff, "label").text = words(key, options.language)
    SubElement(staff, "labelAbbr").text = word(key, chinese(options.language))


def measure(filling: Measure, rendition: Rendition, options: Options) -> Element:
    """Write a measure of all staves, and what stands above them."""
    look = {"metcon": "false", "right": LINES.get(filling.line, filling.line)}
    written = Element("measure", {name: value for name, value in look.items() if value != "regular"})
    layer = layer_of(written, VOICE)
    for run in grid.voice(filling):
        layer.extend(sung_run(run, rendition, options))
    for place, drum in enumerate(PARTS if rendition.drum else (), 2):
        layer = layer_of(written, str(place))
        layer.extend(struck(filling, drum, rendition, options))
    written.extend(directions(filling, rendition, options))
    return written


def layer_of(measure: Element, staff: str) -> Element:
    """Add a staff with one layer to a measure."""
    return SubElement(SubElement(measure, "staff", {"n": staff}), "layer", {"n": "1"})


def sung_run(run: list[Note], rendition: Rendition, options: Options) -> Iterator[Element]:
    """Yield the notes of the voice that share a tuplet, in it."""
    written = [sung(each, rendition, options) for each in run]
    value = run[0].value
    if value.actual == value.normal:
        yield from written
        return
    look = {"num": str(value.actual), "numbase": str(value.normal)}
    tuplet = Element("tuplet", look | {"bracket.visible": "false", "num.visible": "false"})
    tuplet.extend(written)
    yield tuplet


def sung(it: Note, rendition: Rendition, options: Options) -> Element:
    """Return a note of the voice with its words and signs, or a space."""
    time = {"dur": DURATIONS[it.value.name], **({"dots": "1"} if it.dotted else {})}
    if it.word is None:
        return Element("space", time)
    written = Element("note", time | pitched(it.word, rendition))
    if not rendition.drum:
        written.set("stem.visible", "false")  # no rhythm is notated
    if not it.begins or it.continues:
        written.set("tie", TIES[it.begins, it.continues])
    if it.begins:
        written.set("xml:id", id_of_word(it.word))
        for number, text in enumerate(telling.verses(it.word, rendition.song, options.lines), 1):
            verse = SubElement(written, "verse", {"n": str(number)})
            SubElement(verse, "syl").text = text
    return written


def pitched(each: TimedWord, rendition: Rendition) -> dict[str, str]:
    """Return the pitch of a word; one without a tone is a cross that does not sound."""
    if each.sung.semitones is None:
        kind, line = ("spoken", "0") if rendition.recited else ("lost", "4")
        return {"type": kind, "loc": line, "head.shape": "x", "vel": "0"}
    found = pitches.pitch(each.sung.semitones, pitches.huangzhong(rendition.singing))
    altered = {"accid": ACCIDENTALS[found.alter]} if found.alter else {}
    return {"pname": found.letter.lower(), "oct": str(found.octave), **altered}


def id_of_word(each: TimedWord) -> str:
    """Return the id of a word, of which there may be several singings."""
    return each.id if each.time == 1 else f"time-{each.time}-{each.id}"


def struck(filling: Measure, drum: Drum, rendition: Rendition, options: Options) -> Iterator[Element]:
    """Yield the notes and spaces of a drum, as in a score of the drums alone."""
    if rendition.drum is None:
        return
    for cells in filling.runs:
        slots = [Slot(cell.length, cell.group, cell.stroke) for cell in cells]
        together = all(slot.stroke for slot in slots)  # else a beam would move what lies between its notes
        for run in [slots] if together else [[slot] for slot in slots]:
            written = list(strokes(run, drum, rendition.drum, options.drums))
            own = [slot.stroke for slot in run if slot.stroke and slot.stroke.drum is drum]
            notes = (note for element in written for note in element.iter("note"))
            for note, stroke in zip(notes, own, strict=True):
                note.set("xml:id", id_of(stroke))
            yield from written


def id_of(stroke: Stroke) -> str:
    """Return the id of a stroke, of which there may be one in each cycle."""
    return stroke.id if stroke.cycle == 1 else f"cycle-{stroke.cycle}-{stroke.id}"


def directions(filling: Measure, rendition: Rendition, options: Options) -> Iterator[Element]:
    """Yield what stands above: stanzas, lost tones, cycles, and 半."""
    for each in filling.words:
        start = f"#{id_of_word(each)}"
        if each.begins_stanza:
            label = telling.stanza(each, rendition, options.language)
            yield above(start, label, {"type": "stanza", "staff": VOICE})
        if mark := telling.mark(each.sung):
            kind = "lost" if each.sung.lost else "doubtful"
            yield above(start, mark, {"type": kind, "staff": VOICE})
    drum = rendition.drum
    if drum is None:
        return
    for stroke in (cell.stroke for cell in filling.cells if cell.stroke):
        if stroke.number == 1 and drum.plan.cycles > 1:
            label = words("cycle", options.language).format(stroke.cycle)
            yield above(f"#{id_of(stroke)}", label, {"type": "cycle"})
        if drum.pattern[stroke.number - 1].onset == drum.half:
            yield above(f"#{id_of(stroke)}", HALF, {"type": "half"})
        if drum.doubtful(stroke):
            yield above(f"#{id_of(stroke)}", "?", {"type": "doubtful"})


def above(start: str, text: str, look: dict[str, str]) -> Element:
    """Return a text above a note."""
    written = Element("dir", look | {"place": "above", "startid": start})
    written.text = text
    return written
