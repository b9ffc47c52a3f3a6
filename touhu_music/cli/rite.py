"""`touhu rite`: the rite that the drum accompanies, one module a group of commands."""

from __future__ import annotations

from typing import Final

import click

from touhu_music.cli.lazy import Lazy

COMMANDS: Final = {
    "cues": "rite_cues:cues",
    "run": "rite_run:run",
    "cast": "rite_cast:cast",
    "parts": "rite_parts:parts",
    "count": "rite_counting:count",
    "horses": "rite_counting:horses",
    "score": "rite_scoring:score",
    "judge": "rite_judging:judge",
    "measures": "rite_measures:measures",
    "stage": "rite_stage:stage",
}


@click.group(cls=Lazy, modules=COMMANDS)
def rite() -> None:
    """Run the rite of 投壺: cues, cast, parts, throws, counters, horses, scores, measures, stage.

    What the text says, what is argued by analogy and what is our choice is told row by row.
    """
