"""`touhu song`: the songs of the rite, one module a group of commands."""

from __future__ import annotations

from typing import Final

import click

from touhu_music.cli.lazy import Lazy

COMMANDS: Final = {
    "list": "song.showing:list_songs",
    "show": "song.showing:show",
    "read": "song.reading:read",
    "render": "song.rendering:render",
    "book": "song.book:book",
    "collate": "song.collating:collate",
    "compare": "song.collating:compare",
}


@click.group(cls=Lazy, modules=COMMANDS)
def song() -> None:
    """Show, read, collate and compare the songs of the rite: 采蘩, 采蘋, 騶虞, and 貍首 without a tune.

    SONG is a name (caifan caipin zouyu-yu zouyu-jue lishou), or a name at a print (caipin@N).
    """
