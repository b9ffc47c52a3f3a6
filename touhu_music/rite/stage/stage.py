"""Where everybody stands: the places of the rite, how they lie to each other, a scene for each section.

The unit is the 尺, x to the east and y to the north, and the origin lies midway between the two seats.
What the books tell are relations; most numbers are layout, which a troupe may change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from touhu_music.errors import RiteError
from touhu_music.rite import rites
from touhu_music.rite.measures import measures
from touhu_music.rite.measures.measures import CUN_OF_CHI, Exact, Root, Venue, squared
from touhu_music.rite.rites import Act, Basis, Facing, Rite, Step
from touhu_music.rite.simplified import TO_SIMPLIFIED


@cache
def the_rite() -> Rite:
    """Return the rite of 投壺, which is read once."""
    return rites.load("touhu")


class Place(NamedTuple):
    """A place: where it is drawn, and what of that a book says.

    `basis` is that of the relation to other places, or layout where there is none in a book. Only the pot
    has a `depth`: how far south it stands, exact, while `y` is rounded.
    """

    id: str
    x: Fraction
    y: Fraction
    facing: Facing | None
    basis: Basis
    books: tuple[str, ...] = ()
    quote: str = ""
    depth: Exact | None = None


FREE: Final = "musicians"
"""No source says where they sit; one book has them at the top of the west stairs."""

GIVEN: Final[tuple[tuple[str, str, str, Facing | None, Basis, tuple[str, ...], str], ...]] = (
    ("mat-guest", "-3", "0", "S", "commentary", ("000", "004"), "主居左賔居右"),
    ("mat-host", "3", "0", "S", "commentary", ("000", "004"), "主居左賔居右"),
    ("centre", "0", "1", "S", "layout", (), ""),
    ("pillar-W", "-8", "0", None, "layout", (), ""),
    ("pillar-E", "8", "0", None, "layout", (), ""),
    ("stand", "-9.5", "0", None, "commentary", ("001",), "设于西楹之西"),
    ("stairs-W", "-10", "-12", None, "layout", (), ""),
    ("stairs-E", "10", "-12", None, "layout", (), ""),
    ("pot-bearer", "-11.5", "-12", "N", "dingzhai", ("004",), "在司射之西"),
    ("shooter", "-11", "-11", "E", "commentary", ("003",), "司射东面立"),
    ("spare", "-9.9", "-11", None, "commentary", ("003",), "横委其馀於中西"),
    ("heap-guest", "-9.4", "-11.8", None, "commentary", ("003",), "以南为右北为左也"),
    ("heap-host", "-9.4", "-10.2", None, "commentary", ("003",), "以南为右北为左也"),
    ("horse-guest", "-8.9", "-11.8", None, "commentary", ("003",), "马各直其筭"),
    ("horse-host", "-8.9", "-10.2", None, "commentary", ("003",), "马各直其筭"),
    ("box", "-8.4", "-11", "E", "commentary", ("003",), "当中之西也"),
    ("drink-loser", "-10.6", "-12.5", "N", "commentary", ("001",), "胜者在东"),
    ("drink-winner", "-9.4", "-12.5", "N", "commentary", ("001",), "胜者在东"),
    ("seat-guest", "-6", "4", "S", "dingzhai", ("004",), "牖下南面"),
    ("seat-host", "10", "-10", "W", "dingzhai", ("004",), "阼阶上西面"),
    ("side-W", "-6.5", "-3", "E", "commentary", ("003",), ""),
    ("side-E", "6.5", "-3", "W", "commentary", ("003",), ""),
    ("below-hall", "0", "-16", "N", "commentary", ("003",), "立堂下"),
    ("wash", "12", "-18", None, "dingzhai", ("004",), "设洗于阼阶东南"),
    (FREE, "-1.2", "-11.5", None, "layout", (), ""),
)
"""Places with their numbers, all in 尺, but for the pot; the numbers of the mats are 定齋's 相去六尺."""

FACED: Final = ("mat-guest", "mat-host", "pot-bearer", "shooter", "seat-guest", "seat-host")
"""Where a book also says whither one looks; elsewhere that is layout, unless the step has it."""


@cache
def places(venue: Venue = Venue.HALL) -> dict[str, Place]:
    """Return the places; only the pot lies otherwise in another venue."""
    found = {
        id: Place(id, Fraction(x), Fraction(y), facing, basis, books, quote)
        for id, x, y, facing, basis, books, quote in GIVEN
    }
    deep = measures.depth(venue)
    chi = Root(deep.square / CUN_OF_CHI**2) if isinstance(deep, Root) else deep / CUN_OF_CHI
    pot = Place("pot", Fraction(0), -measures.rounded(chi), None, "text", ("003",), "壶去席二矢半", depth=chi)
    order = ["mat-guest", "mat-host", "centre", "pot", *found]
    return {id: pot if id == "pot" else found[id] for id in dict.fromkeys(order)}


def distance_squared(one: Place, other: Place) -> Fraction:
    """Return the square of how far two places are apart, in 尺, exact also from a seat to the pot."""
    if other.depth is not None:
        one, other = other, one
    across = (one.x - other.x) ** 2
    if one.depth is not None and not other.y:
        return across + squared(one.depth)
    return across + (one.y - other.y) ** 2


class Relation(NamedTuple):
    """How places lie to each other after a book; the words for it are `stage-relation-…`."""

    key: str
    holds: bool
    basis: Basis
    books: tuple[str, ...]


def relations(at: Mapping[str, Place], venue: Venue) -> tuple[Relation, ...]:
    """Say of each relation of the books whether places keep it."""
    guest, host, pot = at["mat-guest"], at["mat-host"], at["pot"]
    away = (measures.distance(venue) / CUN_OF_CHI) ** 2
    rows = (at["shooter"].x, at["spare"].x, at["heap-guest"].x, at["horse-guest"].x, at["box"].x)
    west, shooter, basin, east = at["stairs-W"], at["shooter"], at["wash"], at["stairs-E"]
    return (
        Relation("guest-west", guest.x < host.x, "commentary", ("000",)),
        Relation("both-south", guest.facing == host.facing == "S", "commentary", ("003",)),
        Relation("six-apart", host.x - guest.x == 6, "dingzhai", ("004",)),
        Relation(
            "between-pillars",
            all(at["pillar-W"].x < mat.x < at["pillar-E"].x for mat in (guest, host)),
            "dingzhai",
            ("004",),
        ),
        Relation("pot-south", pot.y < min(guest.y, host.y), "commentary", ("000",)),
        Relation(
            "same-distance",
            distance_squared(pot, guest) == distance_squared(pot, host) == away,
            "text",
            ("003",),
        ),
        Relation(
            "in-a-row",
            list(rows) == sorted(set(rows))
            and at["heap-guest"].x == at["heap-host"].x
            and at["horse-guest"].x == at["horse-host"].x,
            "commentary",
            ("003",),
        ),
        Relation("right-south", at["heap-guest"].y < shooter.y < at["heap-host"].y, "commentary", ("003",)),
        Relation(
            "horses-before-heaps",
            all(at[f"horse-{side}"].y == at[f"heap-{side}"].y for side in ("guest", "host")),
            "commentary",
            ("003",),
        ),
        Relation("stand-west", at["stand"].x < at["pillar-W"].x, "commentary", ("001",)),
        Relation("winner-east", at["drink-loser"].x < at["drink-winner"].x, "commentary", ("001",)),
        Relation("bearer-west", at["pot-bearer"].x < west.x, "dingzhai", ("004",)),
        Relation("wash-south-east", basin.x > east.x and basin.y < east.y, "dingzhai", ("004",)),
    )


# --- who stands where ----------------------------------------------------------------------------

OFFSETS: Final[dict[tuple[str, str], tuple[str, str, Facing]]] = {
    ("主人", "centre"): ("1", "0", "S"),  # 孔: the host on the east
    ("賓", "centre"): ("-1", "0", "S"),
    ("賓", "stairs-W"): ("2", "-0.4", "N"),
    ("贊者", "stairs-E"): ("1.7", "0", "W"),
    ("司射", "stairs-W"): ("0", "0", "N"),
    ("司射", "pot"): ("-1.4", "0", "E"),
    ("司射", "mat-guest"): ("0", "-2", "N"),
    ("司射", "mat-host"): ("0", "-2", "N"),
    ("司射", "below-hall"): ("0", "2", "S"),
    ("司射", FREE): ("-1.8", "0", "E"),
    ("司射", "heap-guest"): ("0", "-0.8", "N"),
    ("司射", "horse-guest"): ("1.6", "-0.6", "W"),
    ("弟子", "stand"): ("-1.6", "0", "E"),
    ("酌者", "stand"): ("0", "1.5", "S"),
    ("酌者", "below-hall"): ("1.7", "0", "N"),
    ("酌者", "wash"): ("0", "1.4", "S"),
    ("不勝者", "mat-guest"): ("0", "-2", "N"),
    ("大師", FREE): ("0", "0", "E"),
}
"""Where one of several at a place stands from it, and whither he looks; layout unless a book is named."""

PERSONS: Final = {"主人": "host", "賓": "guest"}
WON: Final = "guest"
"""The side that wins in the plans, so that the cup and the horses can be drawn."""
OTHERWISE: Final = ("tied", "host-won", "void")
"""What is not drawn, because it is only done where the round ends otherwise."""
HORSES: Final = {"行觴": (1, 0), "再投": (1, 0), "三投": (1, 1), "慶禮": (3, 0)}
"""Horses of guest and host; an example: the guest's side wins the first and the third round."""
AGAIN: Final = ("再投", "三投")
THROWS: Final = "請投"
LAID: Final = ("請投", "視算", "行觴", *AGAIN, "慶禮")
"""When counters lie in heaps."""


class Figure(NamedTuple):
    """A person at a place in a scene, with the steps in which he is there."""

    who: str
    place: str
    x: Fraction
    y: Fraction
    facing: Facing | None
    basis: Basis
    steps: tuple[str, ...]
    main: bool  # he is there when the section ends, in the throws while he throws
    looks: Basis = "layout"  # the basis of his facing
    turns: tuple[tuple[str, Facing], ...] = ()  # steps in which he faces otherwise


class Stay(NamedTuple):
    """How somebody is at a place, as far as the steps were read."""

    facing: Facing | None
    basis: Basis
    steps: list[str]
    turns: list[tuple[str, Facing]]


class Move(NamedTuple):
    """A way that a person goes, as numbers of figures of the scene."""

    step: str
    who: str
    start: int
    to: int


class Scene(NamedTuple):
    """What is seen in one section of the rite."""

    section: str
    venue: Venue
    figures: tuple[Figure, ...]
    moves: tuple[Move, ...]
    pot: str  # the place of the pot
    box: str  # and of the counter-box
    heaps: bool
    horses: tuple[int, int]  # of guest and host
    stand: bool


def sections(rite: Rite) -> tuple[str, ...]:
    """Return the heads of the rite in their order."""
    return tuple(rite.sections)


def section(name: str, rite: Rite) -> str:
    """Return a section by its name, its short characters, its plain English or its number.

    Raises RiteError for any other.
    """
    heads = sections(rite)
    for number, head in enumerate(heads, 1):
        gloss = rite.sections[head]
        if name.strip().lower() in (
            head,
            head.translate(TO_SIMPLIFIED),
            gloss.en.lower(),
            gloss.ko,
            str(number),
        ):
            return head
    raise RiteError(f"no section {name[:40]!r}; there are {' '.join(heads)}, or 1 to {len(heads)}")


@cache
def scenes(venue: Venue = Venue.HALL) -> tuple[Scene, ...]:
    """Return a scene for each section: who comes, goes and stays, after the steps of the rite."""
    rite, at = the_rite(), places(venue)
    stays: dict[str, tuple[str, Facing | None, Basis]] = {
        "賓": ("seat-guest", "S", "dingzhai"),
        "弟子": ("below-hall", None, "commentary"),
        "大師": (FREE, None, "layout"),
    }
    return tuple(scene(head, venue, rite, at, stays) for head in sections(rite))


def scene(
    head: str,
    venue: Venue,
    rite: Rite,
    at: Mapping[str, Place],
    stays: dict[str, tuple[str, Facing | None, Basis]],
) -> Scene:
    """Walk through a section; `stays` has where everybody is, before and then after it."""
    steps = [step for step in rite.steps if step.section == (THROWS if head in AGAIN else head)]
    stood: dict[tuple[str, str], Stay] = {}
    gone: list[tuple[str, str, str, str]] = []
    if head in (THROWS, *AGAIN):  # each pair is called to the mats
        stays |= {who: (f"mat-{side}", "S", "commentary") for who, side in PERSONS.items()}
        stays["司射"] = ("shooter", "E", "text")
        for who in ("勝者", "不勝者", "酌者"):
            stays.pop(who, None)
    for who, (place, facing, basis) in stays.items():
        stood[who, place] = Stay(facing, basis, [], [])
    for step, act in acts(steps):
        if act.who in ("勝者", "不勝者"):  # they are guest and host
            for who in PERSONS:
                if who in stays:
                    stood.pop((who, stays.pop(who)[0]), None)
        for name in filter(None, (act.start, act.to)):
            place = name.partition("/")[0]
            before = stays.get(act.who)
            facing = act.facing if name == (act.to or act.start) else None
            whence: Basis = act.place_basis or act.basis
            known = stood.setdefault((act.who, place), Stay(facing, whence, [], []))
            if step.id not in known.steps:
                known.steps.append(step.id)
            if known.facing is None:
                known = stood[act.who, place] = known._replace(facing=facing)
            elif facing and facing != known.facing:
                known.turns.append((step.id, facing))
            if before and before[0] != place:
                gone.append((step.id, act.who, before[0], place))
            stays[act.who] = place, known.facing, known.basis
    figures = [
        figure(who, at[place], stay, main=main(head, who, place, stays))
        for (who, place), stay in stood.items()
    ]
    index = {(each.who, each.place): number for number, each in enumerate(figures)}
    moves = [Move(step, who, index[who, start], index[who, to]) for step, who, start, to in gone]
    for who in ("人", "贊者"):  # they have done what they came for
        stays.pop(who, None)
    stays["弟子"] = ("below-hall", None, "commentary")
    before_pot = head == "請賓"
    return Scene(
        head,
        venue,
        tuple(figures),
        tuple(dict.fromkeys(moves)),
        "pot-bearer" if before_pot else "pot",
        "stairs-W" if before_pot else "box",
        head in LAID,
        HORSES.get(head, (0, 0)),
        head == "行觴",
    )


def main(head: str, who: str, place: str, stays: Mapping[str, tuple[str, Facing | None, Basis]]) -> bool:
    """Tell whether somebody is mainly seen at a place: where he ends, a thrower on his mat."""
    if head in (THROWS, *AGAIN) and who in PERSONS:
        return place == f"mat-{PERSONS[who]}"
    return stays.get(who, ("",))[0] == place


def acts(steps: list[Step]) -> Iterator[tuple[Step, Act]]:
    """Yield what is done by one person at a place, as the rite goes in the plans."""
    for step in steps:
        for act in step.acts:
            if act.only not in OTHERWISE and (act.start or act.to):
                yield step, act


def figure(who: str, place: Place, stay: Stay, *, main: bool) -> Figure:
    """Put a person to his place, or beside it where it is another's."""
    x, y, looks = OFFSETS.get((who, place.id), ("0", "0", place.facing))
    told = stay.facing or ((who, place.id) not in OFFSETS and place.id in FACED)
    return Figure(
        who,
        place.id,
        place.x + Fraction(x),
        place.y + Fraction(y),
        stay.facing or looks,
        "layout" if place.id == FREE else stay.basis,
        tuple(stay.steps),
        main,
        stay.basis if told else "layout",
        tuple(stay.turns),
    )
