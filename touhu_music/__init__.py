"""touhu_music: the drum notation ○ □ 半 of 禮記·投壺, read, performed and written down.

>>> cadence = parse("○□○○半○□○")
>>> [str(stroke.onset) for stroke in perform(cadence, Use.TOUHU, plan()).strokes]
['0', '1', '2']
"""

from __future__ import annotations

from touhu_music import library
from touhu_music.errors import TouhuError
from touhu_music.notation import Cadence, Drum, School, Section, Use, parse
from touhu_music.passage import read
from touhu_music.performance import Performance, Plan, Stroke, perform
from touhu_music.reading import Reading

plan, witness = library.plan, library.witness

__all__ = [
    "Cadence",
    "Drum",
    "Performance",
    "Plan",
    "Reading",
    "School",
    "Section",
    "Stroke",
    "TouhuError",
    "Use",
    "parse",
    "perform",
    "plan",
    "read",
    "witness",
]
__version__ = "0.1.0"
