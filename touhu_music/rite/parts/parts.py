"""Each person's own sheet: his rows of the cue sheet, each with the row that he waits for.

All rows of the cue sheet are on the sheets together, and none that is not on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from touhu_music.language import Language
from touhu_music.rite.cast.casting import Casting, Player
from touhu_music.rite.cast.roles import Role, actors, acts, winners
from touhu_music.rite.counting.counting import ARROWS, announce
from touhu_music.rite.cues import Cue, Sheet, pairs

MOST_TOLD: Final = 40
"""Surpluses for which a sheet has the words; more are like them."""


class Kind(StrEnum):
    """What a row is to somebody: his own, one of another that is meant for him, or where his music turns."""

    OWN = "own"
    HEARD = "heard"
    TURN = "turn"


class Before(NamedTuple):
    """The row before one's own, in some rounds; None where the rite begins with one's own."""

    rounds: tuple[int, ...]
    cue: Cue | None


class Entry(NamedTuple):
    """What somebody does or hears: a row, in the rounds in which it is the same, and what comes before it.

    There is nothing in `before` where he goes on after a row that is on his sheet. With `won` it is his
    only where that side has won.
    """

    cue: Cue
    rounds: tuple[int, ...]  # none where it is of no round
    roles: tuple[str, ...]  # as which he does it
    before: tuple[Before, ...]
    kind: Kind
    won: str | None = None


class Part(NamedTuple):
    """The sheet of a person."""

    player: Player
    entries: tuple[Entry, ...]
    plays: tuple[str, ...]  # what he beats or plays: both, pi, gu, strings
    announces: bool  # he tells the count


def parts(players: Sequence[Player], casting: Casting) -> tuple[Part, ...]:
    """Return the sheet of each person, in their order."""
    return tuple(part(player, casting) for player in players)


def part(player: Player, casting: Casting) -> Part:
    """Return the sheet of a person."""
    mine = [casting.by_name[name] for name in player.roles]
    found = tuple(entries(mine, casting.sheet))
    plays = tuple(instrument(role) for role in mine if role.kind.plays)
    counts = any("announce" in entry.cue.act.say for entry in found if entry.kind is Kind.OWN)
    return Part(player, found, plays, counts)


def instrument(role: Role) -> str:
    """Return what a role plays: both drums, one of them, or the strings."""
    if role.kind.plays == "drum":
        return role.name if role.kind.drummers == 2 else "both"
    return str(role.kind.plays)


# --- whose rows they are ----------------------------------------------------------------------------


class Own(NamedTuple):
    """A row that somebody has to know, by its place on the sheet.

    With `won` it is his only where that side has won.
    """

    place: int
    cue: Cue
    roles: tuple[str, ...]
    kind: Kind
    won: str | None = None


def own(mine: Sequence[Role], sheet: Sheet) -> Iterator[Own]:
    """Yield the rows of some roles, those meant for them, and those at which the music turns for them."""
    playing = tuple(role.name for role in mine if role.kind.plays)
    music = "off"
    for place, cue in enumerate(sheet.cues):
        if playing and cue.music != music:
            yield Own(place, cue, playing, Kind.TURN)
        music = cue.music
        possible = winners(cue, sheet)
        won = tuple(side for side in possible if any(acts(role, cue, side) for role in mine))
        if won:
            acting = tuple(role.name for role in actors(cue, mine, sheet))
            yield Own(place, cue, acting, Kind.OWN, None if won == possible else won[0])
        elif hearing := tuple(role.name for role in mine if cue.step in role.kind.also):
            yield Own(place, cue, hearing, Kind.HEARD)


def entries(mine: Sequence[Role], sheet: Sheet) -> Iterator[Entry]:
    """Yield what some roles do, a round that is like the one before it once with both."""
    rows = list(own(mine, sheet))
    headings = {step.id for step in sheet.rite.steps if step.kind == "heading"}  # never the same twice
    blocks: dict[int, list[Own]] = {}
    for row in rows:
        if row.cue.round and row.cue.step not in headings:
            blocks.setdefault(row.cue.round, []).append(row)
    first: dict[int, int] = {}  # for each round that to which it is alike
    for round, block in blocks.items():
        like = first.get(round - 1, round)
        alike = [likened(row) for row in blocks[like]] == [likened(row) for row in block]
        first[round] = like if alike else round
    known = {(row.place, row.won) for row in rows}
    for row in rows:
        own_round = row.cue.round
        if own_round is None or row.cue.step in headings:
            yield entry([row], known, sheet)
        elif first[own_round] == own_round:
            place = blocks[own_round].index(row)
            yield entry([blocks[each][place] for each in blocks if first[each] == own_round], known, sheet)


def likened(row: Own) -> Own:
    """Return a row as it is whatever the round."""
    return row._replace(place=0, cue=row.cue._replace(round=None))


def entry(likes: Sequence[Own], known: set[tuple[int, str | None]], sheet: Sheet) -> Entry:
    """Return an entry for a row and its likes of other rounds."""
    row = likes[0]
    found: list[Before] = []
    for each in likes if row.kind is Kind.OWN else ():
        place = waited(each.place, sheet)
        if {(place, each.won), (place, None)} & known:
            continue
        cue = sheet.cues[place] if place >= 0 else None
        rounds = tuple(filter(None, [each.cue.round]))
        for number, like in enumerate(found):
            if like.cue and cue and like.cue._replace(round=cue.round) == cue:
                found[number] = Before((*like.rounds, *rounds), like.cue)
                break
        else:
            found.append(Before(rounds, cue))
    rounds = tuple(each.cue.round for each in likes if each.cue.round)
    return Entry(row.cue, rounds, row.roles, tuple(found), row.kind, row.won)


def waited(place: int, sheet: Sheet) -> int:
    """Return the place of the row before one, -1 for none; before a drum cycle its rules are passed over."""
    cue, before = sheet.cues[place], place - 1
    while cue.beat and before >= 0 and sheet.cues[before].step == cue.step and not sheet.cues[before].beat:
        before -= 1
    return before


# --- what else a sheet has --------------------------------------------------------------------------


def surpluses(sheet: Sheet) -> Iterator[tuple[int, str]]:
    """Yield how many counters more there can be, as many as a sheet tells, and the words for so many.

    Source: 朱熹, who tells an odd one as 奇 beside the pairs.
    """
    for number in range(1, min(ARROWS * pairs(sheet.rite, sheet.choices), MOST_TOLD) + 1):
        yield number, announce(number, 0).amount(Language.TRADITIONAL)
