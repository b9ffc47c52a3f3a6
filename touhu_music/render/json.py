"""JSON: a performance with its reading, its choices and their reasons, and every stroke."""

from __future__ import annotations

import json

from touhu_music import shapes
from touhu_music.errors import RenderError
from touhu_music.language import title
from touhu_music.performance import Performance
from touhu_music.render import Options


def render(performance: Performance, options: Options) -> bytes:
    """Write one object."""
    shape = {
        "title": title(performance, options.language),
        **shapes.of_performance(performance, options.syllables),
        "plan": shapes.of_plan(performance.plan),
        "cycle_beats": str(performance.cycle_beats),
        "length_beats": str(performance.length),
        "performed": shapes.of_strokes(performance),
    }
    return (json.dumps(shape, ensure_ascii=False, indent=1) + "\n").encode()


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read the object back; raises RenderError unless it gives the row and every stroke."""
    shape = json.loads(data)
    row = "".join(stroke.drum for stroke in performance.pattern)
    if shape["row"] != row or shape["performed"] != shapes.of_strokes(performance):
        raise RenderError("the JSON does not give back the strokes")
