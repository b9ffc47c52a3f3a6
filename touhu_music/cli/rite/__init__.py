"""`touhu rite`: the rite that the drum accompanies, one module a group of commands."""

from __future__ import annotations

from typing import Final

import click

from touhu_music.cli.lazy import Lazy

COMMANDS: Final = {
    "cues": "rite.cues:cues",
    "run": "rite.run:run",
    "cast": "rite.cast:cast",
    "parts": "rite.parts:parts",
    "count": "rite.counting:count",
    "horses": "rite.counting:horses",
    "score": "rite.scoring:score",
    "judge": "rite.judging:judge",
    "measures": "rite.measures:measures",
    "stage": "rite.stage:stage",
}


@click.group(cls=Lazy, modules=COMMANDS)
def rite() -> None:
    """Run the rite of 投壺: cues, cast, parts, throws, counters, horses, scores, measures, stage.

    What the text says, what is argued by analogy and what is our choice is told row by row.
    """
