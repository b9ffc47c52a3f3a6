"""The cast: which person has which roles, proposed for a number of people or checked as it was given."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations
from typing import Final, NamedTuple

from touhu_music.errors import RiteError
from touhu_music.rite.cast import doubling, roles
from touhu_music.rite.cast.roles import Company, Moment, Role
from touhu_music.rite.cues import Sheet

LISTED: Final = 16  # names in a message


class Player(NamedTuple):
    """A person, with the roles that are his; without one he is idle."""

    name: str
    roles: tuple[str, ...]


class Hurry(NamedTuple):
    """A step at which somebody begins a role who had another in the step just before."""

    one: str
    other: str
    step: str
    round: int | None


class Least(NamedTuple):
    """The least number of people, and the step that takes most of them: who must be there at once.

    Where these are fewer than the least number, no step alone shows it; all ways were tried.
    """

    number: int
    moment: Moment
    together: tuple[str, ...]  # with those that have no other role, wherever they are


@dataclass(frozen=True)
class Casting:
    """What can be cast: the roles of a sheet, which of them clash, and how many people they take."""

    sheet: Sheet
    company: Company

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The steps, each with the roles that it needs."""
        return roles.moments(self.sheet, self.company)

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """The roles that are needed, in the order of the rite."""
        return roles.roles(self.sheet, self.company)

    @cached_property
    def by_name(self) -> Mapping[str, Role]:
        """The roles by their names."""
        return {role.name: role for role in self.roles}

    @cached_property
    def apart(self) -> Mapping[str, frozenset[str]]:
        """For each role those that the same person cannot have."""
        return roles.apart(self.roles, self.moments)

    @cached_property
    def least(self) -> Least:
        """How few people can do it."""
        moment, together = max(
            ((moment, self.at_once(moment)) for moment in self.moments), key=lambda each: len(each[1])
        )
        number = len(together)
        while not doubling.fits(self.numbered, number, self.alike):
            number += 1
        return Least(number, moment, together)

    def at_once(self, moment: Moment) -> tuple[str, ...]:
        """Return roles that need a person each: those of a moment, and those that have no other role."""
        alone = {role.name for role in self.roles if role.kind.alone}
        names = [name for name in self.by_name if name in moment.roles or name in alone]
        found: list[str] = []
        for name in sorted(names, key=lambda name: -len(self.apart[name].intersection(names))):
            if self.apart[name].issuperset(found):
                found.append(name)
        return tuple(name for name in names if name in found)

    @cached_property
    def numbered(self) -> tuple[frozenset[int], ...]:
        """For each role the numbers of those that it must be apart from."""
        number = {role.name: place for place, role in enumerate(self.roles)}
        return tuple(frozenset(number[other] for other in self.apart[role.name]) for role in self.roles)

    @cached_property
    def steps(self) -> tuple[tuple[str, int | None], ...]:
        """The steps in their order, each with its round."""
        return tuple(dict.fromkeys((moment.step, moment.round) for moment in self.moments))

    @cached_property
    def when(self) -> Mapping[str, tuple[int, ...]]:
        """For each role the places of the steps that need it, in the order of all steps."""
        at = {step: place for place, step in enumerate(self.steps)}
        found: dict[str, set[int]] = {role.name: set() for role in self.roles}
        for moment in self.moments:
            for name in moment.roles:
                found[name].add(at[moment.step, moment.round])
        return {name: tuple(sorted(places)) for name, places in found.items()}

    @cached_property
    def alike(self) -> tuple[tuple[object, ...], ...]:
        """What roles have in common that can stand for each other."""
        return tuple((id(role.kind), self.when[role.name]) for role in self.roles)

    def parties(self, names: Collection[str]) -> tuple[str, ...]:
        """Return the parties of some roles."""
        found = {self.by_name[name].kind.party for name in names}
        return tuple(party for party in roles.PARTIES if party in found)

    def changes(self, names: Sequence[str]) -> int:
        """Count how often a person with some roles goes from one to another."""
        turns = sorted((place, name) for name in names for place in self.when[name])
        return sum(one[1] != other[1] for one, other in pairwise(turns))

    def hurries(self, names: Sequence[str]) -> tuple[Hurry, ...]:
        """Return where a person with some roles goes from one to another with no step between them.

        Roles that can be had together are at one place, so that nobody has to go.
        """
        found = []
        for one, other in permutations(names, 2):
            if other in self.by_name[one].kind.together or one in self.by_name[other].kind.together:
                continue
            next_ = {place + 1 for place in self.when[one]}.intersection(self.when[other])
            found += [(place, Hurry(one, other, *self.steps[place])) for place in next_]
        return tuple(hurry for _, hurry in sorted(found, key=lambda each: each[0]))

    def weight(self, names: Sequence[str]) -> int:
        """Count the steps that need some roles; those of a drummer twice, who beats all through them."""
        plays = {name: self.by_name[name].kind.plays for name in names}
        return sum(len(self.when[name]) * (2 if plays[name] == "drum" else 1) for name in names)

    def cost(self, group: doubling.Group) -> doubling.Cost:
        """Weigh what a person has: whether of both parties, how often he hurries or changes, how much."""
        names = [self.roles[number].name for number in group]
        mixed = len(self.parties(names)) > 1
        hurried = {hurry[2:] for hurry in self.hurries(names)}
        return (int(mixed), len(hurried), self.changes(names), self.weight(names) ** 2)

    def propose(self, names: Sequence[str]) -> tuple[Player, ...]:
        """Give the roles to people; raises RiteError where they are too few, with the least number."""
        if len(names) < self.least.number:
            raise RiteError(self.too_few(len(names)))
        groups = doubling.best(self.numbered, len(names), self.cost, self.alike)
        assert groups is not None
        given = sorted(groups)
        found = [
            Player(name, tuple(self.roles[number].name for number in group))
            for name, group in zip(names, given, strict=False)
        ]
        return (*found, *(Player(name, ()) for name in names[len(found) :]))

    def too_few(self, people: int) -> str:
        """Say why so few people cannot do it."""
        number, moment, together = self.least
        there = ", ".join(together[:LISTED]) + (
            f" and {len(together) - LISTED} more" if len(together) > LISTED else ""
        )
        why = f"{at(moment)} needs these at once, and some play nothing else: {there}"
        if len(together) < number:
            why += "; the rest cannot be shared among fewer"
        return f"too few people, {people}; at least {number} are needed: {why}"

    def clash(self, player: Player) -> str:
        """Say why nobody can have the roles of a person; nothing where one can."""
        for place, one in enumerate(player.roles):
            for other in player.roles[place + 1 :]:
                if other in self.apart[one]:
                    return f"{one} and {other}: {self.why(one, other)}"
        return ""

    def why(self, one: str, other: str) -> str:
        """Say why the same person cannot have two roles."""
        for moment in self.moments:
            if one in moment.roles and other in moment.roles:
                return f"{at(moment)} needs both at once"
        return f"{one if self.by_name[one].kind.alone else other} plays nothing else"


def at(moment: Moment) -> str:
    """Name a step in a message."""
    return moment.step if moment.round is None else f"{moment.step} of round {moment.round}"
