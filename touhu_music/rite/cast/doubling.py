"""Who can be whom: things that clash are put into as few groups as can be, or into the best ones.

The search is exact: it goes through all ways that can still be better than the best one found.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache

Group = tuple[int, ...]
Cost = tuple[int, ...]


def best(
    apart: Sequence[frozenset[int]],
    most: int,
    cost: Callable[[Group], Cost],
    alike: Sequence[Hashable],
) -> tuple[Group, ...] | None:
    """Put the things 0, 1, … into at most so many groups, nothing with what it must be apart from.

    The sum of the costs of the groups is the least that there is; the cost of a group may not fall when
    a thing is added. Things with the same `alike` are apart from the same others and cost the same.
    Returns None where they do not fit.
    """
    order = sorted(range(len(apart)), key=lambda thing: (-len(apart[thing]), thing))
    price = cache(cost)
    nothing: Cost = tuple(0 for _ in price(()))
    found: list[tuple[Group, ...]] = []
    bound: list[Cost] = []

    def place(number: int, groups: tuple[Group, ...], total: Cost) -> None:
        if bound and total >= bound[0]:
            return
        if number == len(order):
            found[:], bound[:] = [groups], [total]
            return
        thing = order[number]
        for _, spot, added in ways(thing, groups):
            group = groups[spot] if spot < len(groups) else ()
            grown = (*groups[:spot], (*group, thing), *groups[spot + 1 :])
            place(number + 1, grown, plus(total, added))

    def ways(thing: int, groups: tuple[Group, ...]) -> list[tuple[Cost, int, Cost]]:
        """Return the groups that a thing can go to and what that costs, the cheapest first."""
        seen: set[tuple[Hashable, ...]] = set()
        open_: list[tuple[Cost, int, Cost]] = []
        for spot in range(min(len(groups) + 1, most)):
            group = groups[spot] if spot < len(groups) else ()
            kinds = tuple(alike[each] for each in group)
            if kinds in seen or not apart[thing].isdisjoint(group):
                continue
            seen.add(kinds)
            added = minus(price(tuple(sorted((*group, thing)))), price(tuple(sorted(group))))
            open_.append((added, spot, added))
        return sorted(open_)

    place(0, (), nothing)
    return tuple(tuple(sorted(group)) for group in found[0]) if found else None


def fits(apart: Sequence[frozenset[int]], most: int, alike: Sequence[Hashable]) -> bool:
    """Tell whether the things fit into so many groups."""
    return best(apart, most, lambda _: (0,), alike) is not None


def plus(one: Cost, other: Cost) -> Cost:
    """Add two costs."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one: Cost, other: Cost) -> Cost:
    """Take one cost from another."""
    return tuple(a - b for a, b in zip(one, other, strict=True))
