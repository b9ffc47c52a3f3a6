"""The roles of a rite: whose each row of the cue sheet is, and who must be there at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from touhu_music.errors import RiteError
from touhu_music.rite.cues import Cue, Sheet, pairs, winner
from touhu_music.rite.rites import RoleKind

PARTIES: Final = ("guest", "host")
ON_RESULT: Final = ("won", "guest-won", "host-won", "celebrated")
"""Acts in which one side has won, so that it is asked whose junior pours and who drinks."""


@dataclass(frozen=True, slots=True)
class Company:
    """What a company chooses that no book says; raises RiteError for what it cannot be.

    One person beats both drums, or two one each; there are string players, or none; a herald, or none.
    """

    drummers: int = 1
    strings: bool = True
    herald: bool = False

    def __post_init__(self) -> None:
        if self.drummers not in (1, 2):
            raise RiteError(f"drummers must be 1 or 2, not {self.drummers}")


class Role(NamedTuple):
    """A role: its name in cast files, what kind it is, and of which pair where each pair has one."""

    name: str
    kind: RoleKind
    pair: int | None = None

    @property
    def chinese(self) -> str:
        """What it is called."""
        return self.kind.zh.format(self.pair)


class Moment(NamedTuple):
    """A step of a round, as it goes where one side wins, and the names of the roles that it needs.

    `winner` is None where the step is the same whoever wins.
    """

    step: str
    round: int | None
    winner: str | None
    roles: tuple[str, ...]


# --- which roles there are --------------------------------------------------------------------------


def all_roles(sheet: Sheet, company: Company) -> Iterator[Role]:
    """Yield the roles of the rite that a company has, needed or not."""
    for name, kind in sheet.rite.roles.items():
        if kind.drummers not in (None, company.drummers):
            continue
        if (kind.plays == "strings" and not company.strings) or (kind.asked and not company.herald):
            continue
        if kind.from_pair is None:
            yield Role(name, kind, kind.pair)
            continue
        last = kind.to_pair or pairs(sheet.rite, sheet.choices)
        for pair in range(kind.from_pair, last + 1):
            yield Role(name.format(pair), kind, pair)


def roles(sheet: Sheet, company: Company) -> tuple[Role, ...]:
    """Return the roles that the sheet needs, in the order of the rite."""
    here = {name for moment in moments(sheet, company) for name in moment.roles}
    return tuple(role for role in all_roles(sheet, company) if role.name in here)


# --- whose a row is ---------------------------------------------------------------------------------


def acts(role: Role, cue: Cue, won: str | None) -> bool:
    """Tell whether a row is a role's where one side has won it; where `won` is None nobody has."""
    kind = role.kind
    if kind.plays and cue.beat:
        return True
    if cue.pair and role.pair:
        return cue.pair == role.pair and cue.who in kind.of_pair
    if cue.who in kind.who:
        return True
    if won is None:
        return cue.who in kind.wins
    return cue.who in (kind.wins if won == kind.party else kind.loses)


def winners(cue: Cue, sheet: Sheet) -> tuple[str | None, ...]:
    """Return which sides can have won a row; None where it does not hang on that."""
    only = cue.act.only
    if only not in ON_RESULT:
        return (None,)
    if only in ("guest-won", "host-won"):
        return (str(only).removesuffix("-won"),)
    known = winner(sheet.rite, sheet.choices, cue.round)
    return PARTIES if known is None else (known,)


def actors(cue: Cue, known: Sequence[Role], sheet: Sheet) -> tuple[Role, ...]:
    """Return the roles whose a row is, or may be as long as it is not known who wins."""
    possible = winners(cue, sheet)
    return tuple(role for role in known if any(acts(role, cue, won) for won in possible))


# --- who must be there at once ----------------------------------------------------------------------


def moments(sheet: Sheet, company: Company) -> tuple[Moment, ...]:
    """Return the steps in their order, each with the roles that it needs."""
    found = tuple(all_roles(sheet, company))
    order = {step.id: place for place, step in reversed(list(enumerate(sheet.rite.steps)))}
    groups: dict[tuple[str, int | None], list[Cue]] = {}
    for cue in sheet.cues:
        groups.setdefault((cue.step, cue.round), []).append(cue)
    made = []
    for (step, round), cues in groups.items():
        sides = {side for cue in cues for side in winners(cue, sheet)}
        for side in [each for each in PARTIES if each in sides] or (None,):
            names = tuple(role.name for role in found if needed(role, step, cues, side, sheet, order))
            made.append(Moment(step, round, side, names))
    return tuple(made)


def needed(
    role: Role, step: str, cues: Sequence[Cue], won: str | None, sheet: Sheet, order: Mapping[str, int]
) -> bool:
    """Tell whether a step needs a role where that side wins: he acts, is spoken to, stays, or plays."""
    kind = role.kind
    if step in kind.also or (kind.plays and any(cue.music != "off" for cue in cues)):
        return True
    if kind.stays and order[kind.stays[0]] <= order[step] <= order[kind.stays[1]]:
        return True
    return any(
        acts(role, cue, won if side else None)
        for cue in cues
        for side in winners(cue, sheet)
        if side in (None, won)
    )


def apart(known: Sequence[Role], found: Sequence[Moment]) -> dict[str, frozenset[str]]:
    """Return for each role those that the same person cannot have."""
    kinds = {role.name: role.kind for role in known}
    others: dict[str, set[str]] = {name: set() for name in kinds}
    clashing = [pair for moment in found for pair in combinations(moment.roles, 2)]
    for one, other in dict.fromkeys(clashing):
        if other not in kinds[one].together and one not in kinds[other].together:
            others[one].add(other)
            others[other].add(one)
    for name, kind in kinds.items():
        if kind.alone:
            for other in kinds:
                if other != name:
                    others[name].add(other)
                    others[other].add(name)
    return {name: frozenset(found) for name, found in others.items()}
