"""The options that several commands share, and the plan and options that they amount to."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from touhu_music import library
from touhu_music.errors import PlanError
from touhu_music.language import Language, Syllables
from touhu_music.notation import Use
from touhu_music.performance import Plan, exact

if TYPE_CHECKING:
    from touhu_music.render import Options

F = TypeVar("F", bound=Callable[..., Any])

CADENCES: Final = click.argument("cadences", metavar="CADENCE...", nargs=-1, required=True)
WITNESSES: Final = click.option(
    "--witnesses",
    metavar="DIR",
    envvar="TOUHU_WITNESSES",
    help="A folder of your own witness files, used beside the packaged ones.",
)
USE: Final = click.option(
    "--for",
    "use",
    type=click.Choice([str(use) for use in Use]),
    default=str(Use.TOUHU),
    show_default=True,
    help="The strokes after 半, or the whole row.",
)
FONT: Final = click.option("--font", metavar="FILE", help="A font of your own for pages and pictures.")
QUIET: Final = click.option("--quiet", is_flag=True, help="Say nothing but errors.")
FORCE: Final = click.option("--force", is_flag=True, help="Replace files that exist.")
LANGUAGE: Final = click.option(
    "--lang",
    "language",
    type=click.Choice([str(language) for language in Language]),
    default=str(Language.ENGLISH),
    show_default=True,
    help="Titles and labels: Chinese and this one.",
)
PLAN: Final = (
    click.option("--plan", metavar="NAME|FILE", default="default", help="The choices of the performance."),
    click.option("--timing", metavar="even|on-gu", help="Each mark a beat, or each □ opens a beat."),
    click.option("--bpm", "beats_per_minute", metavar="N", help="Beats a minute."),
    click.option("--cycles", metavar="N", help="How often the row is played."),
    click.option("--gap", metavar="BEATS", help="Beats of silence after each cycle."),
    click.option("--count-in", metavar="N", help="Clicks before the first stroke."),
    click.option("--sounds", metavar="shiwen|organology", help="鼙 low and 鼓 high, or the reverse."),
    click.option("--accent", metavar="none|first|gu", help="Which strokes are struck harder."),
    click.option("--keys", metavar="pi=N,gu=N", help="General MIDI percussion keys of the two drums."),
)
WRITTEN: Final = (
    click.option(
        "--stroke", metavar="1/4", default="1/4", help="The note value of a beat in scores and MIDI."
    ),
    click.option("--bars", type=click.Choice(["editorial"]), help="Add bars, which the text does not have."),
)


def spelled(usual: Syllables) -> Callable[[F], F]:
    """Return the option for the spelling of the drum syllables."""
    return click.option(
        "--syllables",
        type=click.Choice([str(spelling) for spelling in Syllables]),
        default=str(usual),
        show_default=True,
        help="How the drum syllables are written.",
    )


def options(*several: Callable[[F], F]) -> Callable[[F], F]:
    """Put several options on a command, in this order."""

    def decorate(command: F) -> F:
        for option in reversed(several):
            command = option(command)
        return command

    return decorate


SYLLABLES: Final = spelled(Syllables.HANZI)


def chosen_plan(given: dict[str, Any]) -> Plan:
    """Return the named plan with the choices that options override.

    Raises LibraryError or PlanError, as `library.plan` does.
    """
    base = library.plan(given["plan"])
    choices = {
        field: library.choice(field, given[field])
        for field in library.CHOICES
        if given.get(field) is not None
    }
    if given.get("keys") is not None:
        sounds: Any = choices.get("sounds", base.sounds)
        choices["sounds"] = sounds.with_keys(*keys(given["keys"]))
    return base.but("chosen on the command line", **choices) if choices else base


def keys(text: str) -> tuple[int, int]:
    """Return the keys of pi and gu; raises PlanError unless both are named once."""
    found = dict(re.findall(r"(pi|gu)=([0-9]{1,3})", text))
    if ",".join(f"{drum}={key}" for drum, key in found.items()) != text or len(found) != 2:
        raise PlanError(f"keys must be written pi=41,gu=48, not {text!r}")
    return int(found["pi"]), int(found["gu"])


def chosen_options(given: dict[str, Any]) -> Options:
    """Return how the performance is to be written down; raises PlanError or RenderError."""
    from touhu_music.font import own
    from touhu_music.render import Options

    return Options(
        Language(given["language"]),
        Syllables(given["syllables"]),
        exact("stroke", given.get("stroke", "1/4")),
        given.get("bars") == "editorial",
        own(given["font"]) if given.get("font") else None,
    )
