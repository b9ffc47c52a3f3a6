"""The JSON shapes that other programs rely on: keys are added, never renamed."""

from __future__ import annotations

from typing import Any

from touhu_music.language import SYLLABLES, Syllables, number
from touhu_music.notation import Drum, Section
from touhu_music.performance import Performance, Plan
from touhu_music.reading import PlacedMark, Reading
from touhu_music.witnessfile import Witness

Shape = dict[str, Any]


def of_reading(reading: Reading) -> Shape:
    """Give a reading with every mark in its place."""
    return {
        "name": reading.name,
        "school": reading.school,
        "record": reading.record,
        "set": reading.set,
        "file": reading.file,
        **{section: side(reading, section) for section in Section},
        "strokes": len(reading.marks),
        "line": reading.start.line,
        "column": reading.start.column,
        "marks": [of_mark(mark) for mark in reading.marks],
        "foreword": [note.text for note in reading.foreword],
        "notes": [note._asdict() for note in reading.notes],
        "warnings": list(reading.warnings),
    }


def side(reading: Reading, section: Section) -> str:
    """Return the strokes on one side of 半, as ○ and □."""
    return "".join(mark.drum for mark in reading.marks if mark.section is section)


def of_mark(mark: PlacedMark) -> Shape:
    """Give one mark: what it means, what is printed, and where."""
    return {
        "mark": mark.drum,
        "printed": mark.printed,
        "section": mark.section,
        "place": mark.place,
        **mark.where._asdict(),
        "doubtful": mark.doubtful,
    }


def of_performance(performance: Performance, syllables: Syllables) -> Shape:
    """Give a reading in one use: the row, its counts, its syllables and the seconds of a cycle."""
    reading = performance.reading
    drums = [stroke.drum for stroke in performance.pattern]
    return {
        **(of_reading(reading) if reading else {"name": performance.cadence.name}),
        "use": performance.use,
        "row": "".join(drums),
        "pi": performance.count(Drum.PI),
        "gu": performance.count(Drum.GU),
        "syllables": [SYLLABLES[syllables][drum] for drum in drums],
        "seconds": float(performance.seconds(performance.cycle_beats)),
        "witness": reading.witness if reading else None,
        "source": reading.source if reading else "",
    }


def of_strokes(performance: Performance) -> list[Shape]:
    """Give every stroke of every cycle, with its onset in beats (exact, as text) and in seconds."""
    return [
        {
            "cycle": stroke.cycle,
            "number": stroke.number,
            "section": stroke.section,
            "place": stroke.place,
            "drum": stroke.drum.word,
            "mark": stroke.drum,
            "onset_beats": str(stroke.onset),
            "onset_seconds": float(performance.seconds(stroke.onset)),
            "accent": stroke.accent,
            "doubtful": performance.doubtful(stroke),
        }
        for stroke in performance.strokes
    ]


def of_plan(plan: Plan) -> Shape:
    """Give each choice with its reason."""
    values: Shape = {
        "timing": plan.timing,
        "beats_per_minute": number(plan.beats_per_minute),
        "cycles": plan.cycles,
        "gap": number(plan.gap),
        "count_in": plan.count_in,
        "sounds": {
            "name": plan.sounds.name,
            "pi": plan.sounds.pi,
            "gu": plan.sounds.gu,
            "reason": plan.sounds.reason,
            "tones": {
                "name": plan.sounds.tones,
                **{drum.word: plan.sounds.tone(drum)._asdict() for drum in Drum},
            },
        },
        "accent": plan.accent,
    }
    reasons = dict(plan.reasons)
    choices = {field: {"value": value, "reason": reasons[field]} for field, value in values.items()}
    return {"name": plan.name, **choices}


def of_witness(witness: Witness) -> Shape:
    """Give what is known of a book, and the names of the rows that it prints."""
    return {
        "siglum": witness.siglum,
        "title": witness.title,
        "short": witness.short,
        "author": witness.author,
        "work_date": witness.work_date,
        "copy_date": witness.copy_date,
        "edition": witness.edition,
        "place": witness.place,
        "script": witness.script,
        "evidence": witness.evidence,
        "file": witness.file,
        "cadences": [reading.name for reading in witness.readings],
    }
