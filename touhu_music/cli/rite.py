"""`touhu rite`: the rite that the drum accompanies, one module a group of commands."""

from __future__ import annotations

from importlib import import_module
from typing import Final, cast

import click

COMMANDS: Final = {
    "cues": "rite_cues:cues",
    "count": "rite_counting:count",
    "horses": "rite_counting:horses",
    "score": "rite_scoring:score",
    "judge": "rite_judging:judge",
}


class Commands(click.Group):
    """The commands by name, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        return cast(click.Command, getattr(import_module(f"touhu_music.cli.{module}"), name))


@click.group(cls=Commands)
def rite() -> None:
    """Run the rite of 投壺: cues, throws, counters, horses, scores.

    What the text says, what is argued by analogy and what is our choice is told row by row.
    """
