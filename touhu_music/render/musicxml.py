"""MusicXML by music21: two one-line percussion parts, 鼓 above 鼙, both on the drum channel.

The text has no metre and no rests: a section is one measure without a time signature or a number,
and the rests that fill a drum's part while the other sounds are there but not printed. Importing
this module also teaches `music21.converter.parse` the format `touhu`: one row as it is printed.
"""
# mypy: disable-error-code="no-untyped-call"
# (half of music21 has no type information)

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, zip_longest
from math import isclose, lcm
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring

from music21 import (
    articulations,
    bar,
    clef,
    converter,
    duration,
    expressions,
    instrument,
    layout,
    metadata,
    meter,
    note,
    stream,
    tempo,
)
from music21.converter.subConverters import SubConverter
from music21.musicxml.m21ToXml import ScoreExporter
from music21.stream.enums import ShowNumber

from touhu_music.datafile import unprintable
from touhu_music.errors import NotationError, RenderError
from touhu_music.language import SYLLABLES, Language, choices, number, source, title, word, words
from touhu_music.library import plan
from touhu_music.notation import HALF, Drum, Section, Use, parse
from touhu_music.performance import Performance, Stroke, perform
from touhu_music.render import Options

DRUM_CHANNEL: Final = 9  # from 0; MusicXML counts channels and keys from 1
PARTS: Final = (Drum.GU, Drum.PI)  # from the top
LINE: Final = "E4"  # the line of a one-line staff
HEADS: Final = {Drum.GU: "la", Drum.PI: "normal"}  # MuseScore and LilyPond draw `la` as a square
STEPS: Final = {"note": 1, "forward": 1, "backup": -1}  # which way an element moves in time
MOST_NOTES: Final = 10_000
"""A part of more notes and rests is refused: music21 needs seconds for these already."""

NOTE_TYPES: Final = {
    Fraction(1, 2**power): name
    for power, name in enumerate(
        ("whole", "half", "quarter", "eighth", "16th", "32nd", "64th", "128th", "256th", "512th", "1024th")
    )
}
"""The note values of MusicXML as parts of a whole note."""


# --- time: what fills the measures ---------------------------------------------------------------


class Slot(NamedTuple):
    """The time of one note or rest; the stroke that sounds then, if one does.

    `length` is in beats. Neighbours of one length and one `group` share a tuplet. `line` is the
    barline that should stand after it.
    """

    length: Fraction
    group: int
    stroke: Stroke | None = None
    line: str = ""


class Bar(NamedTuple):
    """A measure: its slots, and the line that closes it.

    `count_in` is what stands above a count-in, whose rests are printed.
    """

    slots: list[Slot]
    line: str
    count_in: str = ""

    @property
    def beats(self) -> Fraction:
        """The length of the measure."""
        return sum((slot.length for slot in self.slots), Fraction(0))


def bars(performance: Performance, options: Options) -> list[Bar]:
    """Divide a performance into measures: the count-in, then one a section, or one a cycle if editorial.

    What would end between two note values, as sections do under on-gu, shares a measure with what
    follows: MuseScore rounds the length of such a measure. Raises RenderError if a length has no
    note value, or if there are too many notes.
    """
    found, filling = [], list[Slot]()
    if count := performance.plan.count_in:
        label = words("count-in", options.language).format(count)
        found.append(Bar([Slot(Fraction(1), 0)] * count, "regular", label))
    for slot in slots(performance, options):
        filling.append(slot)
        ending = Bar(filling, slot.line)
        if slot.line == "final" or (slot.line and dyadic(ending.beats)):
            found.append(ending)
            filling = []
    return found


def slots(performance: Performance, options: Options) -> Iterator[Slot]:
    """Fill all cycles, one slot a stroke, then the gap.

    Raises RenderError if a length has no note value, or if there are too many slots.
    """
    cycles, pattern, half = performance.plan.cycles, performance.pattern, performance.half
    gap = list(rests(performance.plan.gap, options.stroke))
    if (len(pattern) + len(gap)) * cycles > MOST_NOTES:
        raise RenderError(
            f"{cycles} cycles of {len(pattern) + len(gap)} notes and rests are more than the {MOST_NOTES}"
            " that MusicXML is written for; use fewer cycles"
        )
    ends = [*(stroke.onset for stroke in pattern[1:]), performance.cycle_beats]
    filled, group = [], 0
    for stroke, end in zip(pattern, ends, strict=True):
        group += stroke.drum is Drum.GU
        line = "double" if end == half and not options.editorial_bars else ""
        filled.append(Slot(end - stroke.onset, group, stroke, line))
    filled += [Slot(length, group + 1) for length in gap]
    for cycle in range(1, cycles + 1):
        for slot in filled[:-1]:
            yield in_cycle(slot, cycle)
        yield in_cycle(filled[-1], cycle)._replace(line="final" if cycle == cycles else "dashed")


def in_cycle(slot: Slot, cycle: int) -> Slot:
    """Return the slot of the first cycle as it is in another."""
    return slot._replace(stroke=slot.stroke._replace(cycle=cycle)) if slot.stroke else slot


def rests(length: Fraction, stroke: Fraction) -> Iterator[Fraction]:
    """Divide a silence into lengths that have a note value; raises RenderError if none has."""
    beats, part = divmod(length, 1)
    while beats:
        longest = min(int(1 / stroke), 2 ** (beats.bit_length() - 1))
        yield Fraction(longest)
        beats -= longest
    if part:
        piece = Fraction(1, part.denominator)
        value(piece, stroke)  # none: the fraction would divide into no end of pieces
        yield from [piece] * part.numerator


def value(length: Fraction, stroke: Fraction) -> duration.Duration:
    """Return a length in beats as a note value, a tuplet (such as 3 in the time of 2) if need be.

    Raises RenderError if it has none.
    """
    actual = length.denominator
    normal = 2 ** (actual.bit_length() - 1)
    name = NOTE_TYPES.get(stroke * length.numerator / normal)
    if name is None:
        raise RenderError(
            f"MusicXML has no note value for {number(length)} beats where a beat is {number(stroke)};"
            " choose another timing, gap or stroke"
        )
    written = duration.Duration(name)
    if actual != normal:
        written.appendTuplet(duration.Tuplet(actual, normal, name))
    return written


def dyadic(length: Fraction) -> bool:
    """Tell whether a length is a sum of halves, quarters, eighths and so on."""
    return length.denominator.bit_count() == 1


def time_signature(beats: Fraction, stroke: Fraction) -> str:
    """Return the time signature of a measure of that many beats; raises RenderError if it has none."""
    length = beats * stroke
    lower = max(length.denominator, stroke.denominator)
    if not dyadic(length) or lower > 128:
        raise RenderError(f"a bar of {number(beats)} beats has no time signature; choose another gap")
    return f"{length * lower}/{lower}"


# --- writing -----------------------------------------------------------------------------------


class Percussion(instrument.UnpitchedPercussion):
    """A drum that stays on the drum channel when another part has it too."""

    drum: Drum

    def autoAssignMidiChannel(self, usedChannels: list[int], maxMidi: int = 16) -> int:  # noqa: N802, N803
        """Return the drum channel."""
        return DRUM_CHANNEL


class Gu(Percussion):
    """The 鼓. music21 keeps one instrument of a class in a part, so each drum has its own class."""

    drum = Drum.GU


class Pi(Percussion):
    """The 鼙."""

    drum = Drum.PI


def to_score(performance: Performance, options: Options | None = None) -> stream.Score:
    """Write a performance as a music21 score, 鼓 above 鼙.

    Raises RenderError if a length has no note value, if there are too many notes, or if a text
    cannot be printed.
    """
    chosen = options or Options()
    return engrave(bars(performance, chosen), performance, chosen)


def engrave(measures: list[Bar], performance: Performance, options: Options) -> stream.Score:
    """Write measures as a music21 score."""
    score = stream.Score()
    score.metadata = metadata.Metadata(
        title=legible(title(performance, options.language)),
        composer=legible(source(performance, options.language)),
        copyright=legible(choices(performance.plan, options.language)).replace(": ", ":\n", 1),
    )
    for own, other in ((Gu, Pi), (Pi, Gu)):
        score.insert(0, part(own, other, measures, performance, options))
    return score


def legible(line: str) -> str:
    """Return a line of text; raises RenderError for a character that cannot be printed."""
    for character in filter(unprintable, line):
        raise RenderError(f"U+{ord(character):04X} in {line!r} cannot be printed")
    return line


def part(
    own: type[Percussion],
    other: type[Percussion],
    measures: list[Bar],
    performance: Performance,
    options: Options,
) -> stream.Part:
    """Write the part of one drum."""
    written = stream.Part(id=own.drum.word)
    written.partName = words(own.drum.word, options.language)
    written.partAbbreviation = word(own.drum.word, Language.TRADITIONAL)
    kit = [percussion(each, own.drum, performance, options) for each in (own, other)]
    for drum in kit:
        written.insert(0, drum)
    signature = ""
    for place, each in enumerate(measures, 1):
        filled = measure(place, each, kit[0], performance, options)
        if place == 1:
            filled.insert(0, clef.PercussionClef())
            filled.insert(0, layout.StaffLayout(staffLines=1))
            if own.drum is PARTS[0]:
                filled.insert(0, tempo_mark(performance, options))
        if options.editorial_bars and signature != (signature := time_signature(each.beats, options.stroke)):
            filled.insert(0, meter.TimeSignature(signature))
        written.append(filled)
    return written


def percussion(kind: type[Percussion], part: Drum, performance: Performance, options: Options) -> Percussion:
    """Return a drum as an instrument of a part.

    Each part has both drums, or MuseScore plays notes without an instrument; no id is given twice,
    or music21 replaces it by a random one.
    """
    made = kind()
    made.instrumentName = words(kind.drum.word, options.language)
    made.instrumentAbbreviation = word(kind.drum.word, Language.TRADITIONAL)
    made.midiChannel = DRUM_CHANNEL
    made.percMapPitch = performance.plan.sounds.key(kind.drum)
    made.partId, made.instrumentId = part.word, f"{part.word}-{kind.drum.word}"
    return made


def tempo_mark(performance: Performance, options: Options) -> tempo.MetronomeMark:
    """Return the tempo in beats a minute."""
    exact = performance.plan.beats_per_minute
    mark = tempo.MetronomeMark(
        number=int(exact) if exact.denominator == 1 else float(exact),
        referent=duration.Duration(NOTE_TYPES[options.stroke]),
    )
    mark.placement = "above"  # type: ignore[assignment]
    return mark


def measure(
    place: int, filling: Bar, own: Percussion, performance: Performance, options: Options
) -> stream.Measure:
    """Write a measure of the part of one drum."""
    written = stream.Measure(number=place)
    if not options.editorial_bars:
        written.showNumber = ShowNumber.NEVER  # LilyPond takes a numbered measure for four quarters
    if filling.count_in and own.drum is PARTS[0]:
        written.append(above(filling.count_in))
    for _, group in groupby(filling.slots, lambda slot: (slot.length, slot.group)):
        run = list(group)
        tuplet = [value(slot.length, options.stroke) for slot in run]
        bracket(tuplet, any(slot.stroke and slot.stroke.drum is own.drum for slot in run))
        for slot, length in zip(run, tuplet, strict=True):
            for label in labels(slot.stroke, own.drum, performance, options):
                written.append(above(label))
            if slot.stroke and slot.stroke.drum is own.drum:
                written.append(sounding(slot.stroke, length, own, performance, options))
            else:
                written.append(silent(length, printed=bool(filling.count_in)))
    written.rightBarline = bar.Barline(filling.line)
    return written


def bracket(run: list[duration.Duration], printed: bool) -> None:
    """Join note values to one tuplet if they are of one, with a number where something is printed."""
    for length in (run[0], run[-1]) if run[0].tuplets else ():
        (tuplet,) = length.tuplets
        tuplet.type = "startStop" if len(run) == 1 else "start" if length is run[0] else "stop"
        if not printed:
            tuplet.bracket, tuplet.tupletActualShow = False, None


def labels(stroke: Stroke | None, part: Drum, performance: Performance, options: Options) -> Iterator[str]:
    """Yield what stands above a stroke in a part; the upper part has what is for both."""
    if stroke is None:
        return
    if part is PARTS[0]:
        if stroke.number == 1 and stroke.cycle == 1 and options.editorial_bars:
            yield words("editorial-bars", options.language)
        if stroke.number == 1 and performance.plan.cycles > 1:
            yield words("cycle", options.language).format(stroke.cycle)
        if performance.half == performance.pattern[stroke.number - 1].onset:
            yield HALF
    if stroke.drum is part and doubtful(stroke, performance):
        yield "?"


def doubtful(stroke: Stroke, performance: Performance) -> bool:
    """Tell whether the mark of a stroke is doubtful in its source."""
    if performance.reading is None:
        return False
    before = len(performance.cadence.before_half) if stroke.section is Section.AFTER_HALF else 0
    return performance.reading.marks[before + stroke.place - 1].doubtful


def above(words: str) -> expressions.TextExpression:
    """Return words that stand above the staff."""
    written = expressions.TextExpression(words)
    written.placement = "above"
    return written


def sounding(
    stroke: Stroke, length: duration.Duration, own: Percussion, performance: Performance, options: Options
) -> note.Unpitched:
    """Return a stroke as a note with its syllable."""
    written = note.Unpitched(displayName=LINE)
    written.id = f"cycle-{stroke.cycle}-stroke-{stroke.number}"
    written.duration = length
    written.storedInstrument = own
    written.stemDirection = "up"
    written.notehead = HEADS[stroke.drum]
    written.noteheadParenthesis = doubtful(stroke, performance)
    written.addLyric(SYLLABLES[options.syllables][stroke.drum], applyRaw=True)
    if stroke.accent:
        accent = articulations.Accent()
        accent.placement = "above"  # type: ignore[assignment]  # below, verovio prints it over the syllable
        written.articulations.append(accent)
    return written


def silent(length: duration.Duration, *, printed: bool) -> note.Rest:
    """Return a rest.

    musicxml2ly 2.24 cannot read an unprinted one in a tuplet, as on-gu has; verovio and MuseScore can.
    """
    written = note.Rest()
    written.duration = length
    written.fullMeasure = False
    written.style.hideObjectOnPrint = not printed
    return written


def render(performance: Performance, options: Options) -> bytes:
    """Write a MusicXML 4.0 file.

    Raises RenderError if a length has no note value, if there are too many notes, or if a text
    cannot be printed.
    """
    measures = bars(performance, options)
    exporter = ScoreExporter(engrave(measures, performance, options), makeNotation=False)
    root = exporter.parse()
    encoding = needed(root, "identification/encoding")
    encoding.remove(needed(encoding, "encoding-date"))  # the same input gives the same bytes
    write_lengths(root, [slot.length * options.stroke * 4 for each in measures for slot in each.slots])
    return bytes(exporter.asBytes())


def write_lengths(root: Element, quarters: list[Fraction]) -> None:
    """Write the lengths of notes and rests exactly: music21 rounds an eleventh of a quarter."""
    divisions = lcm(*(length.denominator for length in quarters))
    for part in root.iter("part"):
        needed(part, "measure/attributes/divisions").text = str(divisions)
        for written, length in zip(part.iter("note"), quarters, strict=True):
            needed(written, "duration").text = str(length * divisions)


# --- reading back ------------------------------------------------------------------------------


class Heard(NamedTuple):
    """A stroke as a reader of the file hears it; the onset is in beats from the start of the file."""

    onset: Fraction
    channel: int
    key: int
    syllable: str | None
    accent: bool


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read a file back without music21; raises RenderError if it is not the performance.

    Compared are the strokes of each part, the lengths, the tempo, and where 半 stands.
    """
    try:
        compare(fromstring(data), performance, options)
    except (ParseError, ValueError) as error:
        raise RenderError(f"musicxml: {error}") from error


def compare(root: Element, performance: Performance, options: Options) -> None:
    """Raise RenderError unless a file is the performance, ValueError if a number in it is none."""
    plan, quarters = performance.plan, options.stroke * 4  # in a beat
    parts = root.findall("part")
    same("parts", [part.get("id") for part in parts], [drum.word for drum in PARTS])
    for drum, part in zip(PARTS, parts, strict=True):
        heard, halves, end = listen(part, instruments(root), quarters)
        expected = [
            Heard(
                plan.count_in + stroke.onset,
                DRUM_CHANNEL,
                plan.sounds.key(drum),
                SYLLABLES[options.syllables][drum],
                stroke.accent,
            )
            for stroke in performance.strokes
            if stroke.drum is drum
        ]
        for place, (found, wanted) in enumerate(zip_longest(heard, expected), 1):
            same(f"stroke {place} of {drum.word}", found, wanted)
        same(f"length of {drum.word}", end, plan.count_in + performance.length)
        if drum is PARTS[0]:
            same("onsets of 半", halves, list(half_onsets(performance)))
    tempo = float(needed(root, ".//sound").get("tempo", ""))
    if not isclose(tempo, plan.beats_per_minute * quarters):
        raise RenderError(f"musicxml: tempo is {tempo} quarters a minute, not {plan.beats_per_minute} beats")


def instruments(root: Element) -> dict[str | None, tuple[int, int]]:
    """Return the channel and the key of each instrument, both from 0."""
    return {
        each.get("id"): (
            int(each.findtext("midi-channel", "")) - 1,
            int(each.findtext("midi-unpitched", "")) - 1,
        )
        for each in root.iter("midi-instrument")
    }


def listen(
    part: Element, kit: dict[str | None, tuple[int, int]], quarters: Fraction
) -> tuple[list[Heard], list[Fraction], Fraction]:
    """Return the strokes of a part, the onsets of 半, and the end, in beats of so many quarters."""
    beat = int(needed(part, "measure/attributes/divisions").text or "") * quarters
    heard, halves, now = [], [], Fraction(0)
    for element in part.iterfind("measure/*"):
        if element.tag == "direction" and element.findtext("direction-type/words") == HALF:
            halves.append(now)
        if element.tag == "note" and element.find("rest") is None:
            instrument = needed(element, "instrument").get("id")
            if instrument not in kit:
                raise RenderError(f"musicxml: no instrument {instrument}")
            accent = element.find("notations/articulations/accent") is not None
            heard.append(Heard(now, *kit[instrument], element.findtext("lyric/text"), accent))
        if element.tag in STEPS:
            now += STEPS[element.tag] * int(element.findtext("duration", "")) / beat
    return heard, halves, now


def half_onsets(performance: Performance) -> Iterator[Fraction]:
    """Yield the onset of 半 in each cycle, in beats from the start of the file."""
    if performance.half is not None:
        for cycle in range(performance.plan.cycles):
            yield performance.plan.count_in + performance.half + cycle * performance.period


def same(what: str, found: object, expected: object) -> None:
    """Raise RenderError unless the file has what the performance has."""
    if found != expected:
        raise RenderError(f"musicxml: {what} is {found}, not {expected}")


def needed(element: Element, path: str) -> Element:
    """Return an element of the file; raises RenderError if it is missing."""
    found = element.find(path)
    if found is None:
        raise RenderError(f"musicxml: no {path} in {element.tag}")
    return found


# --- music21 reads our rows ----------------------------------------------------------------------


class TouhuConverter(SubConverter):
    """The format `touhu` and the suffix `.touhu` in music21: one row, whole, under the default plan."""

    registerFormats = ("touhu",)  # noqa: N815
    registerInputExtensions = ("touhu",)  # noqa: N815
    readBinary = True  # noqa: N815  # music21 would decode by the locale

    def parseData(self, dataString: str | bytes, number: int | None = None) -> stream.Score:  # noqa: N802, N803
        """Read a row; raises NotationError if it is none."""
        row = dataString if isinstance(dataString, str) else utf8(dataString)
        score = to_score(perform(parse(row), Use.ARCHERY, plan()))
        self.stream = score
        return score


def utf8(data: bytes) -> str:
    """Return the text of a file; raises NotationError if it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"byte {error.start} is not UTF-8") from error


converter.registerSubConverter(TouhuConverter)
