"""A group of commands, each imported when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

import click


class Lazy(click.Group):
    """Commands by name, in the order of the help; `modules` says where each stands: `module:function`."""

    def __init__(self, *arguments: Any, modules: Mapping[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name."""
        if cmd_name not in self.modules:
            return None
        module, name = self.modules[cmd_name].split(":")
        return cast(click.Command, getattr(import_module(f"touhu_music.cli.{module}"), name))
