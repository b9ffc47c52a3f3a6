"""The options that several commands share, and the plan and options that they amount to."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from touhu_music import library
from touhu_music.errors import PlanError
from touhu_music.language import Language, Syllables
from touhu_music.notation import Drum, Use
from touhu_music.performance import Performance, Plan, exact

if TYPE_CHECKING:
    from touhu_music.practice import Practice
    from touhu_music.render import Options
    from touhu_music.sound import Audio

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
PRACTICE: Final = (
    click.option("--minutes", metavar="N", help="As many whole cycles as fill N minutes."),
    click.option(
        "--ramp", metavar="FROM-TO-STEP", help="Tempo of the first cycle, the last, and the change."
    ),
    click.option("--mute", "muted", type=click.Choice(["pi", "gu"]), help="Leave one drum out."),
    click.option("--leave-strokes", metavar="SHARE", help="Leave out strokes at random: 25%."),
    click.option("--leave-cycles", metavar="SHARE", help="Leave out whole cycles at random: 25%."),
    click.option(
        "--seed",
        metavar="N",
        default="0",
        help="Another draw: of what is left out, and of how strokes differ a little.",
    ),
    click.option(
        "--respond", is_flag=True, help="Every second cycle is silent, with a soft click: answer it."
    ),
    click.option("--click/--no-click", "click_", help="A soft click on each beat."),
)
SOUND_SOURCES: Final = (
    click.option("--sample-pi", metavar="FILE", help="A recorded stroke instead of the synthesised 鼙."),
    click.option("--sample-gu", metavar="FILE", help="A recorded stroke instead of the synthesised 鼓."),
    click.option("--soundfont", metavar="FILE.sf2", help="Both drums from a SoundFont, by FluidSynth."),
)
AUDIO: Final = (
    click.option(
        "--rate", metavar="HZ", default="48000", show_default=True, help="Frames a second of sound."
    ),
    click.option("--bits", metavar="16|24", default="16", show_default=True, help="Bits of wav and flac."),
    click.option(
        "--loop",
        is_flag=True,
        help="Sound whose end meets its start without a gap, and so without a count-in.",
    ),
    click.option("--unnormalised", is_flag=True, help="Leave the level as mixed, else the peak is -1 dBFS."),
    *SOUND_SOURCES,
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


def chosen_practice(given: dict[str, Any]) -> Practice:
    """Return how the performance is practised; raises PlanError."""
    from touhu_music.practice import Practice, Ramp

    if given.get("ramp") is not None and given["beats_per_minute"] is not None:
        raise PlanError("--ramp and --bpm exclude each other: the ramp says the tempo")
    return Practice(
        ramp=None if given.get("ramp") is None else Ramp.parse(given["ramp"]),
        muted=Drum[given["muted"].upper()] if given.get("muted") else None,
        leave_strokes=share("leave-strokes", given.get("leave_strokes")),
        leave_cycles=share("leave-cycles", given.get("leave_cycles")),
        seed=whole("seed", given.get("seed", "0")),
        respond=given.get("respond", False),
        click=given.get("click_", False),
    )


def share(name: str, text: str | None) -> Fraction:
    """Return a share written `25%`, `0.25` or `1/4`; nothing is none."""
    if text is None:
        return Fraction(0)
    try:
        part = exact(name, text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except PlanError as error:
        raise PlanError(f"{name} must be a share such as 25% or 1/4, not {text[:40]!r}") from error
    if not 0 <= part <= 1:
        raise PlanError(f"{name} must be from 0% to 100%, not {text}")
    return part


def whole(name: str, text: str) -> int:
    """Return a whole number; raises PlanError for anything else."""
    number = exact(name, text)
    if number.denominator != 1:
        raise PlanError(f"{name} must be a whole number, not {text}")
    return int(number)


def chosen_performance(performance: Performance, given: dict[str, Any], practice: Practice) -> Performance:
    """Return the performance with as many cycles as fill the minutes that were asked for, if any were."""
    if given.get("minutes") is None:
        return performance
    from touhu_music.practice import filling

    if given["cycles"] is not None:
        raise PlanError("--minutes and --cycles exclude each other")
    return filling(performance, practice, exact("minutes", given["minutes"]))


def chosen_audio(given: dict[str, Any], plan: Plan) -> Audio:
    """Return how sound is made; raises LibraryError for a file that holds none, RenderError for a choice."""
    from touhu_music.sound import Audio

    plain = Audio(whole("rate", given.get("rate", "48000")), whole("bits", given.get("bits", "16")))
    samples = {drum: given.get(f"sample_{drum.word}") for drum in Drum}
    recordings = {}
    if given.get("soundfont") is not None:
        if all(samples.values()):
            raise PlanError("--soundfont has no drum left where both have a sample")
        from touhu_music.sound.recordings import soundfont

        recordings = dict(soundfont(given["soundfont"], plan.sounds, plain.rate))
    for drum, path in samples.items():
        if path is not None:
            from touhu_music.sound.recordings import sample

            recordings[drum] = sample(path, plain.rate)
    return replace(
        plain,
        loop=given.get("loop", False),
        normalised=not given.get("unnormalised", False),
        recordings=tuple(recordings.items()),
    )


def chosen_options(given: dict[str, Any], plan: Plan) -> Options:
    """Return how the performance is to be written down; raises PlanError, LibraryError or RenderError."""
    from touhu_music.font import own
    from touhu_music.render import Options

    return Options(
        Language(given["language"]),
        Syllables(given["syllables"]),
        exact("stroke", given.get("stroke", "1/4")),
        given.get("bars") == "editorial",
        own(given["font"]) if given.get("font") else None,
        chosen_practice(given),
        chosen_audio(given, plan),
    )
