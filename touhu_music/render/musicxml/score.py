"""A performance as a music21 score: two one-line percussion parts, 鼓 above 鼙."""
# mypy: disable-error-code="no-untyped-call"
# (half of music21 has no type information)

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from music21 import (
    articulations,
    bar,
    clef,
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
from music21.stream.enums import ShowNumber

from touhu_music.datafile import unprintable
from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, Language, choices, source, title, word, words
from touhu_music.notation import HALF, Drum
from touhu_music.performance import Performance, Stroke
from touhu_music.render import Options
from touhu_music.render.measures import (
    DRUM_CHANNEL,
    NOTE_TYPES,
    PARTS,
    Bar,
    NoteValue,
    bars,
    note_value,
    time_signature,
)

LINE: Final = "E4"  # the line of a one-line staff
HEADS: Final = {Drum.GU: "la", Drum.PI: "normal"}  # MuseScore and LilyPond draw `la` as a square


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
    for character in line:
        if unprintable(character):
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
        if options.editorial_bars:
            before, signature = signature, time_signature(each.beats, options.stroke)
            if signature != before:
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
    for run in filling.runs:
        lengths = [to_duration(note_value(slot.length, options.stroke)) for slot in run]
        bracket(lengths, any(slot.stroke and slot.stroke.drum is own.drum for slot in run))
        for slot, length in zip(run, lengths, strict=True):
            for label in labels(slot.stroke, own.drum, performance, options):
                written.append(above(label))
            if slot.stroke and slot.stroke.drum is own.drum:
                written.append(sounding(slot.stroke, length, own, performance, options))
            else:
                written.append(silent(length, printed=bool(filling.count_in)))
    written.rightBarline = bar.Barline(filling.line)
    return written


def to_duration(value: NoteValue) -> duration.Duration:
    """Return a note value as music21 has it."""
    made = duration.Duration(value.name)
    if value.actual != value.normal:
        made.appendTuplet(duration.Tuplet(value.actual, value.normal, value.name))
    return made


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
    if stroke.drum is part and performance.doubtful(stroke):
        yield "?"


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
    written.noteheadParenthesis = performance.doubtful(stroke)
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
