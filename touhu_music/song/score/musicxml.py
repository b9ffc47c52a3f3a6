"""A song as MusicXML by music21: the voice with its words and signs, below it 鼓 and 鼙 on the drum channel.

Nothing is measured: there is no time signature, a measure is a line of the verse.
"""
# mypy: disable-error-code="no-untyped-call"
# (half of music21 has no type information)

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from textwrap import wrap
from typing import Final
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring

from music21 import (
    articulations,
    bar,
    clef,
    duration,
    instrument,
    layout,
    metadata,
    note,
    pitch,
    stream,
    tempo,
    tie,
)
from music21.musicxml.m21ToXml import ScoreExporter
from music21.stream.enums import ShowNumber

from touhu_music.errors import RenderError
from touhu_music.language import Language, word, words
from touhu_music.notation import Drum
from touhu_music.performance import Performance
from touhu_music.render import Options as DrumOptions
from touhu_music.render.measures import PARTS, note_value
from touhu_music.render.musicxml import score as drums
from touhu_music.render.musicxml.hearing import needed
from touhu_music.render.musicxml.score import LINE, Percussion, above, legible, silent
from touhu_music.song.fitting import Rendition, TimedWord
from touhu_music.song.formats import Options
from touhu_music.song.score import grid, hearing, pitches, telling
from touhu_music.song.score.grid import Cell, Measure, Note
from touhu_music.song.telling import name

ON_A_LINE: Final = 150
"""Characters that programs can print on a line at the foot of a page."""

SOFTEST: Final = "1.2"
"""Makes readers play what has no tone with a velocity of 1, so that none is heard; MuseScore ignores 0."""


TIES: Final = {(True, True): "start", (False, True): "continue", (False, False): "stop"}


class Speaker(Percussion):
    """A voice without pitch."""

    drum = Drum.PI


def render(rendition: Rendition, options: Options) -> bytes:
    """Write a MusicXML 4.0 file.

    Raises RenderError if a length has no note value, if there are too many notes, or for a text that
    cannot be printed.
    """
    measures = grid.measures(rendition, rounded=True)
    exporter = ScoreExporter(score(measures, rendition, options), makeNotation=False)
    root = exporter.parse()
    encoding = needed(root, "identification/encoding")
    encoding.remove(needed(encoding, "encoding-date"))  # the same input gives the same bytes
    finish(root, measures, rendition)
    explain(root, rendition, options)
    return bytes(exporter.asBytes())


def check(data: bytes, rendition: Rendition, options: Options) -> None:
    """Read a file back without music21; raises RenderError if it is not the song."""
    try:
        hearing.compare(fromstring(data), rendition, options)
    except (ParseError, ValueError) as error:
        raise RenderError(f"musicxml: {error}") from error


def finish(root: Element, measures: list[Measure], rendition: Rendition) -> None:
    """Write what music21 cannot: exact lengths, and how soft a note without a tone is."""
    sung = [note.length for each in measures for run in grid.voice(each) for note in run]
    struck = [cell.length for each in measures for cell in each.cells]
    lengths = [sung, *([struck] * len(PARTS) if rendition.drum else [])]
    for part, beats in zip(root.iter("part"), lengths, strict=True):
        divisions = lcm(*(beat.denominator for beat in beats))
        needed(part, "measure/attributes/divisions").text = str(divisions)
        for written, length in zip(part.iter("note"), beats, strict=True):
            needed(written, "duration").text = str(length * divisions)
    for written in needed(root, "part").iter("note"):
        if written.find("unpitched") is not None:
            written.set("dynamics", SOFTEST)
    if rendition.recited:
        for each in needed(root, "part-list/score-part").iter("midi-instrument"):
            SubElement(each, "volume").text = "0"


def explain(root: Element, rendition: Rendition, options: Options) -> None:
    """Write all that is said beside a song into the head, what is long where no program prints it."""
    others = SubElement(needed(root, "identification"), "miscellaneous")
    for text, ours in telling.on_page(rendition, options.language, options.lines):
        field = SubElement(others, "miscellaneous-field", {"name": "choice" if ours else "source"})
        field.text = legible(text)


def score(measures: list[Measure], rendition: Rendition, options: Options) -> stream.Score:
    """Write measures as a music21 score."""
    language = options.language
    written = stream.Score()
    said = [
        line
        for text in telling.shortly(rendition, language)
        for line in wrap(legible(text), ON_A_LINE, break_long_words=False)
    ]
    written.metadata = metadata.Metadata(
        title=legible(name(rendition.song, language)),
        composer=legible(telling.print_of(rendition.song, language)),
        copyright="\n".join(said),
    )
    written.insert(0, singing(measures, rendition, options))
    if rendition.drum:
        for own, other in ((drums.Gu, drums.Pi), (drums.Pi, drums.Gu)):
            written.insert(0, drum_part(own, other, measures, rendition.drum, options.drums))
    return written


# --- the voice --------------------------------------------------------------------------------


def singing(measures: list[Measure], rendition: Rendition, options: Options) -> stream.Part:
    """Write the part of the voice."""
    language, recited = options.language, rendition.recited
    written = stream.Part(id="voice")
    key = "sung-speaker" if recited else "sung-voice"
    written.partName, written.partAbbreviation = words(key, language), word(key, Language.TRADITIONAL)
    own = Speaker() if recited else instrument.Vocalist()
    own.instrumentName, own.instrumentAbbreviation = written.partName, written.partAbbreviation
    own.partId, own.instrumentId = "voice", "voice-voice"
    if isinstance(own, Speaker):
        own.midiChannel, own.percMapPitch = 9, 37
    else:
        own.midiChannel, own.midiProgram = 0, pitches.CHOIR
    written.insert(0, own)
    base = pitches.huangzhong(rendition.singing)
    for place, each in enumerate(measures, 1):
        filled = opened(place, each)
        if place == 1:
            if recited:
                filled.insert(0, clef.PercussionClef())
                filled.insert(0, layout.StaffLayout(staffLines=1))
            else:
                filled.insert(0, clef.TrebleClef() if base.key >= pitches.LOW else clef.BassClef())
            filled.insert(0, tempo_mark(rendition))
        if each.count_in:
            filled.append(above(words("count-in", language).format(rendition.count_in)))
        for run in grid.voice(each):
            lengths = [length_of(it) for it in run]
            drums.bracket(lengths, any(it.word for it in run))
            for it, length in zip(run, lengths, strict=True):
                for label in labels(it, rendition, options):
                    filled.append(above(label))
                written_note = sounding(it, length, rendition, options)
                if it.word in each.breaths and not it.continues:
                    written_note.articulations.append(articulations.BreathMark())
                filled.append(written_note)
        written.append(filled)
    return written


def opened(place: int, each: Measure) -> stream.Measure:
    """Begin a measure, and close it with its line."""
    written = stream.Measure(number=place)
    written.showNumber = ShowNumber.NEVER  # LilyPond takes a numbered measure for four quarters
    written.rightBarline = bar.Barline(each.line)
    return written


def tempo_mark(rendition: Rendition) -> tempo.MetronomeMark:
    """Return the tempo in beats a minute."""
    exact = rendition.beats_per_minute
    mark = tempo.MetronomeMark(
        number=int(exact) if exact.denominator == 1 else float(exact), referent=duration.Duration("quarter")
    )
    mark.placement = "above"  # type: ignore[assignment]
    return mark


def length_of(it: Note) -> duration.Duration:
    """Return a note value as music21 has it."""
    made = drums.to_duration(it.value)
    made.dots = int(it.dotted)
    return made


def labels(it: Note, rendition: Rendition, options: Options) -> Iterator[str]:
    """Yield what stands above a note: its stanza where that begins, and that its tone is lost."""
    if it.word is None or not it.begins:
        return
    if it.word.place == it.word.line == 1:
        yield telling.stanza(it.word, rendition, options.language)
    if mark := telling.mark(it.word.sung):
        yield mark


def sounding(it: Note, length: duration.Duration, rendition: Rendition, options: Options) -> note.GeneralNote:
    """Return a note of the voice with its words and signs, or a silence."""
    if it.word is None:
        return silent(length, printed=False)
    written = toned(it.word, rendition)
    written.duration = length
    if not it.begins or it.continues:
        written.tie = tie.Tie(
            "continue" if not it.begins and it.continues else "start" if it.begins else "stop"
        )
    if it.begins:
        written.id = f"time-{it.word.time}-{it.word.id}"
        for number, text in enumerate(telling.verses(it.word, rendition.song, options.lines), 1):
            written.addLyric(text, lyricNumber=number, applyRaw=True)
    return written


def toned(each: TimedWord, rendition: Rendition) -> note.Note | note.Unpitched:
    """Return the note of a word; one without a tone has a cross for a head, and no pitch."""
    semitones = each.sung.semitones
    if semitones is None:
        written = note.Unpitched(displayName=LINE if rendition.recited else "B4")
        written.notehead = "x"
        return written
    found = pitches.pitch(semitones, pitches.huangzhong(rendition.singing))
    made = pitch.Pitch(f"{found.letter}{found.octave}")
    if found.alter:
        made.accidental = pitch.Accidental(found.alter)
        made.accidental.displayStatus = True
    return note.Note(made)


# --- the drums --------------------------------------------------------------------------------


def drum_part(
    own: type[Percussion],
    other: type[Percussion],
    measures: list[Measure],
    drum: Performance,
    options: DrumOptions,
) -> stream.Part:
    """Write the part of one drum, as in a score of the drums alone."""
    written = stream.Part(id=own.drum.word)
    written.partName = words(own.drum.word, options.language)
    written.partAbbreviation = word(own.drum.word, Language.TRADITIONAL)
    kit = [drums.percussion(each, own.drum, drum, options) for each in (own, other)]
    for each in kit:
        written.insert(0, each)
    for place, measure in enumerate(measures, 1):
        filled = opened(place, measure)
        if place == 1:
            filled.insert(0, clef.PercussionClef())
            filled.insert(0, layout.StaffLayout(staffLines=1))
        for run in measure.runs:
            struck_run(filled, run, kit[0], drum, options)
        written.append(filled)
    return written


def struck_run(
    filled: stream.Measure, run: list[Cell], own: Percussion, drum: Performance, options: DrumOptions
) -> None:
    """Write neighbours that share a tuplet, where they are of one."""
    lengths = [drums.to_duration(note_value(cell.length, grid.BEAT)) for cell in run]
    drums.bracket(lengths, any(cell.stroke and cell.stroke.drum is own.drum for cell in run))
    for cell, length in zip(run, lengths, strict=True):
        for label in drums.labels(cell.stroke, own.drum, drum, options):
            filled.append(above(label))
        if cell.stroke and cell.stroke.drum is own.drum:
            filled.append(drums.sounding(cell.stroke, length, own, drum, options))
        else:
            filled.append(silent(length, printed=False))
