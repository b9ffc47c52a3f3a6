"""The measures of 投壺, exact: 扶, arrows, distances, counters, pots, and what a belly holds.

Lengths are in 寸, ten of which are a 尺. No source gives a modern length, so centimetres need a foot
that somebody names.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from math import isqrt
from typing import Final, NamedTuple

from touhu_music.errors import RiteError
from touhu_music.language import number

CUN_OF_CHI: Final = 10
CUN_OF_FU: Final = 4
"""Source: 鄭玄 「铺四指曰扶」, 禮記訓纂 「扶广四寸」."""
ARROWS_AWAY: Final = Fraction(5, 2)
"""From each seat to the pot. Source: 禮記·投壺 「壶去席二矢半」."""
SEATS_APART: Final = 60
"""Source: 朴泰輔, 定齋別集, 相去六尺."""
LOWEST_FOOT, HIGHEST_FOOT = 10, 100  # centimetres; a foot beyond is a slip of the keys


class Root(NamedTuple):
    """The square root of a number, kept exact until it is printed."""

    square: Fraction


Exact = Fraction | Root


def squared(value: Exact) -> Fraction:
    """Return the square, exact."""
    return value.square if isinstance(value, Root) else value * value


def rounded(value: Exact, places: int = 4) -> Fraction:
    """Round to so many decimals, halves away from zero, with whole numbers alone."""
    if isinstance(value, Root):
        return Fraction((isqrt(int(4 * value.square * 100**places)) + 1) // 2, 10**places)
    twice = int(2 * abs(value) * 10**places)
    return Fraction((twice + 1) // 2, 10**places) * (1 if value >= 0 else -1)


def symbol(value: Exact) -> str:
    """Print for other programs: `303/4`, `√40`, `√(432/5)`."""
    if not isinstance(value, Root):
        return str(value)
    return f"√{value.square}" if value.square.denominator == 1 else f"√({value.square})"


def decimal(value: Exact, places: int = 4) -> str:
    """Print with so many decimals."""
    whole, rest = divmod(int(abs(rounded(value, places)) * 10**places), 10**places)
    sign = "-" if not isinstance(value, Root) and value < 0 else ""
    return f"{sign}{whole}.{rest:0{places}}" if places else f"{sign}{whole}"


QUARTERS: Final = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def exactly(value: Exact) -> str:
    """Print without rounding: `303¾`, `16.2`, `√40`."""
    if isinstance(value, Root):
        return f"√{number(value.square)}"
    rest = value % 1
    if rest in QUARTERS and value >= 1:
        return f"{int(value)}{QUARTERS[rest]}"
    return number(value)


def shown(value: Exact) -> str:
    """Print exact, and a root with four decimals beside it."""
    return f"{exactly(value)} = {decimal(value)}" if isinstance(value, Root) else exactly(value)


def centimetres(value: Exact, foot: Fraction | None, power: int = 1) -> Fraction:
    """Return a length of 寸 in centimetres, or with a power of 3 a volume in cubic ones, to a hundredth.

    Raises RiteError without a foot.
    """
    if foot is None:
        raise RiteError("no centimetres without --foot CM: the sources give no modern length of the 尺")
    check_foot(foot)
    factor = (foot / CUN_OF_CHI) ** power
    return rounded(Root(value.square * factor**2) if isinstance(value, Root) else value * factor, 2)


def check_foot(foot: Fraction) -> None:
    """Raise RiteError for what is no length of a foot in centimetres."""
    if not LOWEST_FOOT <= foot <= HIGHEST_FOOT:
        raise RiteError(
            f"foot: {number(foot)} cm; expected the length of a 尺, {LOWEST_FOOT} to {HIGHEST_FOOT}"
        )


# --- where the throws are made ------------------------------------------------------------------


class Venue(StrEnum):
    """Where it is played, which the hour of the day decides. Source: 禮記·投壺 and 鄭玄."""

    ROOM = "room"
    HALL = "hall"
    COURT = "court"

    @property
    def fu(self) -> int:
        """How many 扶 the arrow is long. Source: 禮記·投壺 「室中五扶，堂上七扶，庭中九扶」."""
        return {Venue.ROOM: 5, Venue.HALL: 7, Venue.COURT: 9}[self]


DINGZHAI_ARROW: Final = Fraction(24)
"""Source: 朴泰輔, 定齋別集, after 司馬光."""


def arrow(venue: Venue | None) -> Fraction:
    """Return how long an arrow is in 寸; of no venue is that of 定齋."""
    return DINGZHAI_ARROW if venue is None else Fraction(venue.fu * CUN_OF_FU)


def distance(venue: Venue | None) -> Fraction:
    """Return how far the pot is from each seat, aslant, in 寸. Source: 鄭玄 「邪行」."""
    return ARROWS_AWAY * arrow(venue)


def depth(venue: Venue | None) -> Exact:
    """Return how far south of the seats the pot stands on the midline, in 寸.

    That it stands on the midline is our choice; the seats are each half of their distance from it.
    """
    square = distance(venue) ** 2 - Fraction(SEATS_APART, 2) ** 2
    whole = isqrt(int(square))
    return Fraction(whole) if whole**2 == square else Root(square)


# --- what the books say -------------------------------------------------------------------------

BOOKS: Final = {
    "000": "禮記義疏",
    "001": "禮記正義",
    "002": "儀禮集編",
    "003": "禮記訓纂",
    "004": "定齋別集",
    "zhushu": "禮記注疏",
    "yishu": "禮記義疏 卷七十二",
    "dadai": "大戴禮記",
}


class Row(NamedTuple):
    """One measure: what of which thing, how much, and whence.

    The unit is 寸 (a length), 扶, 升, 合 or 算. `quote` is verbatim.
    """

    group: str  # venue, arrow, counter, pot
    item: str
    quantity: str
    value: Exact
    unit: str
    basis: str
    books: tuple[str, ...] = ()
    quote: str = ""


def venues(chosen: Venue | None = None) -> Iterator[Row]:
    """Yield arrow, distance and depth of a venue; of none in particular, of all and of 定齋."""
    said = {Venue.ROOM: "室中五扶", Venue.HALL: "堂上七扶", Venue.COURT: "庭中九扶"}
    for venue in Venue if chosen is None else [chosen]:
        yield Row("venue", venue, "fu", Fraction(venue.fu), "扶", "text", ("003",), said[venue])
        yield Row("venue", venue, "arrow", arrow(venue), "寸", "commentary", ("003",), "铺四指曰扶")
        slant = "邪行" if venue is Venue.HALL else "壶去席二矢半"
        yield Row("venue", venue, "distance", distance(venue), "寸", "commentary", ("003", "000"), slant)
        yield Row("venue", venue, "depth", depth(venue), "寸", "layout")
    if chosen is None:
        yield Row("venue", "dingzhai", "arrow", arrow(None), "寸", "dingzhai", ("004",))
        yield Row("venue", "dingzhai", "distance", distance(None), "寸", "dingzhai", ("004",), "邪行各六尺也")
        yield Row("venue", "dingzhai", "depth", depth(None), "寸", "layout")


def things() -> Iterator[Row]:
    """Yield what is the same in every venue: the finger's breadths, arrow, seats and counters."""
    yield Row("arrow", "fu", "width", Fraction(CUN_OF_FU), "寸", "commentary", ("003",), "扶广四寸")
    yield Row("arrow", "shaft", "thickness", Fraction(7, 10), "寸", "commentary", ("003",), "矢大七分")
    yield Row("arrow", "seats", "apart", Fraction(SEATS_APART), "寸", "dingzhai", ("004",), "相去六尺")
    yield Row("counter", "counter", "length", Fraction(12), "寸", "text", ("003",), "长尺二寸")
    yield Row("counter", "counter-long", "length", Fraction(14), "寸", "commentary", ("002",), "长尺有握")
    yield Row("counter", "grip", "width", Fraction(4), "寸", "commentary", ("002",), "四寸曰握")
    yield Row("counter", "counter-set", "number", Fraction(80), "算", "commentary", ("002",), "箭筹八十")


class Pot(StrEnum):
    """Whose pot."""

    LIJI = "liji"
    DADAI = "dadai"
    DINGZHAI = "dingzhai"
    SIMA = "sima"


class Belly(StrEnum):
    """Whose reckoning the belly of the 禮記 pot is made after."""

    ZHU = "zhu"
    ZHENG = "zheng"


ZHU_WIDTH: Final = Fraction(805, 100)
"""Source: 朱熹, 禮記義疏 「其廣八寸五釐」: five 釐 are five hundredths of a 寸."""
MOUTH: Final = Fraction(5, 2)
NECK, BELLY = Fraction(7), Fraction(5)


def belly(whose: Belly) -> tuple[Exact, Exact]:
    """Return the width and the girth of the belly of the 禮記 pot in 寸, by the rules with π = 3."""
    if whose is Belly.ZHU:
        return ZHU_WIDTH, 3 * ZHU_WIDTH
    square = by_zheng()
    return Root(square), Root(9 * square)


def pot(which: Pot, whose: Belly = Belly.ZHU) -> tuple[Row, ...]:
    """Return what the books say of a pot; what they do not say is not there."""
    if which is Pot.SIMA:
        return (
            of_pot(which, "height", 10, "dingzhai", "004", quote="壶高一尺"),
            of_pot(which, "mouth", 3, "dingzhai", "004", quote="口径三寸"),
            of_pot(which, "ears", 1, "dingzhai", "004", quote="耳径一寸"),
        )
    basis, book = {
        Pot.LIJI: ("text", "003"),
        Pot.DADAI: ("dadai", "dadai"),
        Pot.DINGZHAI: ("dingzhai", "004"),
    }[which]
    quotes = {
        Pot.LIJI: ("颈修七寸", "腹修五寸", "口径二寸半", "容斗五升"),
        Pot.DINGZHAI: ("颈脩七寸", "腹脩五寸", "口径二寸半", "容斗五升"),
    }.get(which, ("",) * 4)
    said = dict(zip(("neck", "belly-height", "mouth", "capacity"), quotes, strict=True))
    rows = [
        of_pot(which, "neck", NECK, basis, book, quote=said["neck"]),
        of_pot(which, "belly-height", BELLY, basis, book, quote=said["belly-height"]),
        of_pot(which, "mouth", MOUTH, basis, book, quote=said["mouth"]),
        of_pot(which, "capacity", 15, basis, book, unit="升", quote=said["capacity"]),
    ]
    if which is Pot.LIJI:
        width, girth = belly(whose)
        from_whom = "yishu" if whose is Belly.ZHU else "001"
        round_it = {
            Belly.ZHU: ("其廣八寸五釐", "二尺四寸一分五釐"),
            Belly.ZHENG: ("腹径九寸有馀", "圜周二尺七寸有奇"),
        }[whose]
        return (
            *rows,
            of_pot(which, "height", NECK + BELLY, "reconstruction", quote="7 + 5"),
            of_pot(which, "belly-width", width, "commentary", from_whom, quote=round_it[0]),
            of_pot(which, "girth", girth, "commentary", from_whom, quote=round_it[1]),
        )
    if which is Pot.DADAI:
        return (*rows, of_pot(which, "height", 12, basis, book, quote="壺高尺二寸"))
    return (
        *rows,
        of_pot(which, "capacity-later", Fraction(75, 2), basis, book, unit="合", quote="今之三升七合半也"),
        of_pot(which, "foot", 2, basis, book, quote="壶足高二寸"),
        of_pot(which, "height", NECK + BELLY + 2, "reconstruction", quote="7 + 5 + 2"),
        of_pot(which, "belly-width", ZHU_WIDTH, basis, book, quote="广八寸五釐"),
        of_pot(which, "girth", 3 * ZHU_WIDTH, basis, book, quote="围二尺四寸一分五釐"),
    )


def of_pot(
    which: Pot,
    quantity: str,
    value: Exact | int,
    basis: str,
    *books: str,
    unit: str = "寸",
    quote: str = "",
) -> Row:
    """Make a row of a pot."""
    exact = Fraction(value) if isinstance(value, int) else value
    return Row("pot", which, quantity, exact, unit, basis, books, quote)


EARS: Final = {Pot.LIJI: "none", Pot.DADAI: "none", Pot.DINGZHAI: "kept", Pot.SIMA: "measured"}
"""Source: 朴泰輔 keeps them against his will; of the other pots only that of 司馬光 has them."""


class Note(NamedTuple):
    """What the books say of a prop without a number; the words for it are `measure-note-…`."""

    key: str
    books: tuple[str, ...]
    quote: str = ""


NOTES: Final = (
    Note("wood", ("003",), "毋去其皮"),
    Note("bamboo", ("004",), "若凫喙形"),
    Note("beans", ("003", "004"), "为其矢之跃而出也"),
    Note("material", ("004",)),
    Note("box", ("003",)),
    Note("two", ("000",)),
    Note("dadai", ("dadai",), "矢八分堂上七扶堂中五扶庭下九扶"),
)


# --- the volume ---------------------------------------------------------------------------------

SHENG: Final = Fraction(162, 10)
"""One 升 in cubic 寸. Source: 禮記注疏 「方一寸高十六寸二分為一升」."""


def volume(sheng: int) -> Fraction:
    """Return so many 升 in cubic 寸."""
    return sheng * SHENG


def layer(cubic: Fraction) -> Fraction:
    """Return one layer of 1 寸 of a belly of that volume."""
    return cubic / BELLY


def by_zheng() -> Fraction:
    """Return the square round the circle of 鄭, in square 寸: a layer of two 斗 and its third."""
    flat = layer(volume(20))
    return flat + flat / 3


def check(side: int) -> tuple[Fraction, Fraction]:
    """Return what a round belly of that width holds with π = 3, and the quarter that is off the square."""
    square = side * side * BELLY
    return square - square / 4, square / 4


DISPUTES: Final = ("chou", "counter", "belly", "from", "apart", "foot")
"""What the books differ in; the words for it are `measure-dispute-…`."""
