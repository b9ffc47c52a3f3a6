"""`touhu rite count` and `touhu rite horses`: what a round is counted to, what three rounds come to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import click

from touhu_music import output
from touhu_music.cli import terminal
from touhu_music.cli.options import FORCE, LANGUAGE, QUIET, options, whole
from touhu_music.errors import RenderError, RiteError
from touhu_music.language import Language, word
from touhu_music.rite.counting import counting, heaps
from touhu_music.rite.counting import horses as stood
from touhu_music.rite.counting.counting import Announcement, Form, Held, Layout, Odd, Side, Wording
from touhu_music.rite.counting.horses import Level, Outcome

SUFFIXES: Final = (".svg", ".pdf")
NEGATIVE: Final = {"ignore_unknown_options": True}  # so that -1 is a number, and told as a wrong one


@click.command(context_settings=NEGATIVE)
@click.argument("right", metavar="RIGHT")
@click.argument("left", metavar="LEFT")
@click.option(
    "--wording",
    type=click.Choice([str(each) for each in Wording]),
    default=str(Wording.ZHU),
    show_default=True,
    help="An odd difference: 四純一奇, 九奇 or 九算.",
)
@click.option(
    "--form",
    type=click.Choice([str(each) for each in Form]),
    default=str(Form.WHO),
    show_default=True,
    help="某賢於某, 賓黨賢於主黨, or 右賢於左.",
)
@click.option(
    "--odd",
    type=click.Choice([str(each) for each in Odd]),
    default=str(Odd.WEST),
    show_default=True,
    help="Where the odd counter lies from the pairs.",
)
@click.option(
    "--held",
    type=click.Choice([str(each) for each in Held]),
    default=str(Held.ALL),
    show_default=True,
    help="Hold up the whole surplus, or one counter.",
)
@click.option("--pairs", metavar="N", help="How many pairs throw: tells what a set has and a side can have.")
@options(LANGUAGE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-o", "target", metavar="FILE", help=f"A map of the heaps: {' '.join(SUFFIXES)}.")
@options(FORCE, QUIET)
def count(right: str, left: str, target: str | None, **given: Any) -> None:
    """Count the two heaps of a round, and announce the difference.

    RIGHT are the guest's counters, LEFT the host's: 司射 faces east, so right is south. Half counters
    (2.5) are of the score of 定齋.
    """
    language, form = Language(given["language"]), Form(given["form"])
    odd, held = Odd(given["odd"]), Held(given["held"])
    if target is not None:
        if given["as_json"]:
            raise click.UsageError("-o and --json exclude each other")
        if given["pairs"] is not None:
            raise click.UsageError("-o and --pairs exclude each other")
        if not target.endswith(SUFFIXES) or Path(target).name in SUFFIXES:
            raise RenderError(f"{target!r} must end in one of {' '.join(SUFFIXES)}")
        output.refuse_existing([Path(target)], force=given["force"])
    counters = counting.parse(right, Side.GUEST), counting.parse(left, Side.HOST)
    pairs = None if given["pairs"] is None else whole("pairs", given["pairs"])
    of_set = None if pairs is None else counting.of_a_set(pairs)
    announced = counting.announce(*counters, Wording(given["wording"]), form)
    laid = counting.layout(counters[0]), counting.layout(counters[1])
    if target is not None:
        make = heaps.to_pdf if target.endswith(".pdf") else heaps.to_svg
        output.write(Path(target), make(*laid, announced, language, odd), force=given["force"])
        if not given["quiet"]:
            terminal.say([target])
    elif given["as_json"]:
        told = shape_of_count(laid, announced, held, language)
        terminal.print_json([told if pairs is None else told | {"pairs": pairs, "set": of_set}])
    else:
        terminal.say(counting.spoken(announced, language))
        terminal.say(["", *heaps.marks(*laid, form, language, odd), ""])
        for side, each in zip(Side, laid, strict=True):
            terminal.say(counting.counted(each, side, odd, language))
        terminal.say(["", *counting.notes(*counters, announced, odd, held, language, pairs)])


def shape_of_count(
    laid: tuple[Layout, Layout], announced: Announcement, held: Held, language: Language
) -> dict[str, Any]:
    """Give the two heaps, what is announced in the words of the text, how it is read, what is held up."""
    hanzi = Language.SIMPLIFIED if language is Language.SIMPLIFIED else Language.TRADITIONAL
    up = counting.held_up(announced, held)
    return {
        **{side.heap: shape_of_heap(each) for side, each in zip(Side, laid, strict=True)},
        "announcement": announced.said(hanzi),
        "winner": announced.winner,
        "difference": plain(announced.difference),
        "pinyin": announced.pinyin,
        "hangul": announced.hangul,
        "held": {side.heap: plain(Fraction(each)) for side, each in zip(Side, up, strict=True)},
    }


def shape_of_heap(laid: Layout) -> dict[str, int]:
    """Give a heap; a half only where there is one."""
    return {key: value for key, value in laid._asdict().items() if key != "half" or value}


def plain(counters: Fraction) -> int | float:
    """Return a number that JSON has, without a point where there is no half."""
    return int(counters) if counters.denominator == 1 else float(counters)


@click.command()
@click.argument("rounds", metavar="ROUND ROUND ROUND | RECORD...", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Two wins and a tie are not congratulated.")
@click.option("--mutual", is_flag=True, help="After three ties each congratulates the other.")
@click.option(
    "--junior",
    type=click.Choice([str(side) for side in Side]),
    help="The side of the juniors, who take no horse of a senior.",
)
@click.option(
    "--level",
    type=click.Choice([str(level) for level in Level]),
    default=str(Level.PARTY),
    show_default=True,
    help="One record for the parties, or one for each pair.",
)
@options(LANGUAGE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an object for one record, else a list.")
def horses(rounds: tuple[str, ...], junior: str | None, level: str, **given: Any) -> None:
    """Tell what three rounds come to: horses, which of them go over, who is congratulated.

    A round is G (guest), H (host) or T (tie): G H G. With --level pair each pair has a record with
    commas: G,H,G H,H,T.
    """
    language, side = Language(given["language"]), None if junior is None else Side(junior)
    found = [
        stood.settle(each, strict=given["strict"], mutual=given["mutual"], junior=side)
        for each in records(rounds, Level(level))
    ]
    if given["as_json"]:
        terminal.print_json(list(map(shape_of_horses, found)))
        return
    terminal.say(told(found, language, side))


def records(rounds: tuple[str, ...], level: Level) -> Iterator[tuple[stood.Round, ...]]:
    """Yield the records, one of single letters or several with commas; raises RiteError with the place."""
    several = [each.split(",") for each in rounds] if any("," in each for each in rounds) else [list(rounds)]
    if len(several) > 1 and level is Level.PARTY:
        raise RiteError(
            f"{len(several)} records; the parties have one, or --level pair has one for each pair"
        )
    for number, each in enumerate(several, 1):
        yield stood.parse(each, f"pair {number}" if level is Level.PAIR else "")


def told(found: list[Outcome], language: Language, junior: Side | None) -> Iterator[str]:
    """Tell each record, several with the number of the pair above."""
    for number, each in enumerate(found, 1):
        if len(found) > 1:
            yield from [""] * (number > 1)
            yield word("horse-pair", language).format(number)
        yield from stood.lines(each, language, junior=junior)


def shape_of_horses(outcome: Outcome) -> dict[str, Any]:
    """Give the horses before and after, whether the one went to the two, and who is congratulated."""
    return {
        "before": outcome.before._asdict(),
        "horses": outcome.horses._asdict(),
        "merged": outcome.merged,
        "celebrate": outcome.celebrate,
        "flags": list(outcome.flags),
        "rounds": list(outcome.rounds),
    }
