"""Counters: which throw earns one, how they are laid and counted, what is announced of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from touhu_music.errors import RiteError
from touhu_music.language import Language, chinese, number, word

Counters = int | Fraction
"""Counters of a side; halves arise only in the score of 定齋."""

ARROWS: Final = 4  # of a person in a round, and so at most the counters that he earns
IN_USE: Final = (8, 8)  # counters in the hand of 司射, and in the box
PAIRS_OF_A_SET: Final = 10
MOST_PAIRS: Final = 100  # ours: what is more is a slip of the keys
MOST: Final = 2 * ARROWS * MOST_PAIRS  # of a side: twice the arrows in the score of 定齋


class Side(StrEnum):
    """Whose counters: the guest's lie at the right of 司射, who faces east, and so in the south."""

    GUEST = "guest"
    HOST = "host"

    @property
    def heap(self) -> str:
        """The hand of 司射 at which the heap lies."""
        return "right" if self is Side.GUEST else "left"


class Wording(StrEnum):
    """How an odd difference is told: 四純一奇, 九奇 or 九算.

    Source: 朱熹 「恐是九筭則曰四純一奇」; 孔穎達 「假令九筭則曰九奇也」; 朴泰輔, 定齋集 「或曰當曰九算也」.
    """

    ZHU = "zhu"
    KONG = "kong"
    SUAN = "suan"


class Form(StrEnum):
    """Who is named: nobody (某賢於某), the parties (朴泰輔), or the heaps, as archery does (儀禮·鄉射禮)."""

    WHO = "who"
    PARTIES = "parties"
    ARCHERY = "archery"


class Odd(StrEnum):
    """Where the odd counter lies: west of the pairs (孔穎達), or south of them (盛世佐)."""

    WEST = "west"
    SOUTH = "south"


class Held(StrEnum):
    """What is held up: the whole surplus (鄭玄, 敖繼公), or one counter (盛世佐 「止一算而已」)."""

    ALL = "all"
    ONE = "one"


# --- what earns a counter, and how many there are ----------------------------------------------


def earned(*, inside: bool, base_first: bool, in_turn: bool) -> int:
    """Count a throw: one if the arrow stays in the pot, went in with its 本 end, and was in turn.

    Source: 禮記·投壺 「順投為入，比投不釋」; 鄭玄 「比投，不拾也」; 孔穎達 「若矢以末入，則不名為入」.
    """
    return int(inside and base_first and in_turn)


def of_a_set(pairs: int, *, doubled: bool = False) -> int:
    """Return how many counters are needed for so many pairs, twice as many in the score of 定齋.

    Sixteen are in use from the first pair on; a full set serves ten pairs, and more pairs begin again
    with the same counters.

    Source: 孔穎達 on 設中, eight in the box and eight in hand; 儀禮·鄉射禮 「箭籌八十」;
    大戴禮記 「既算周則復始」.
    """
    if not 1 <= pairs <= MOST_PAIRS:
        raise RiteError(f"pairs must be in range 1..{MOST_PAIRS}, not {pairs}")
    return max(sum(IN_USE), min(pairs, PAIRS_OF_A_SET) * 2 * ARROWS) * (2 if doubled else 1)


def parse(text: str, side: Side) -> Fraction:
    """Read counters of a side, whole or with a half (`2.5`, `5/2`, `2½`); raises RiteError with the heap."""
    found = re.fullmatch(r"(-?[0-9]{1,12})(\.0|\.5|/1|/2|½)?|½", text, re.ASCII)
    if found is None:
        excerpt = text if len(text) <= 20 else f"{text[:20]}…"
        raise RiteError(f"{place(side)}: {excerpt!r} is no number of counters")
    plain = re.sub("½", ".5", text) if "½" in text else text
    return checked(Fraction(plain), side)


def checked(counters: Counters, side: Side) -> Fraction:
    """Return counters that there can be; raises RiteError with the heap for any others."""
    if not 0 <= counters <= MOST or 2 * counters % 1:
        few = "counters cannot be fewer than none" if counters < 0 else f"expected 0 to {MOST}, or halves"
        raise RiteError(f"{place(side)}: {number(Fraction(counters))} counters; {few}")
    return Fraction(counters)


def place(side: Side) -> str:
    """Name a heap in messages."""
    return f"{side.heap} heap ({side})"


# --- how they lie ------------------------------------------------------------------------------


class Layout(NamedTuple):
    """A heap as it is laid: heaps of ten pairs, remaining pairs, the odd one; and a half of 定齋."""

    bundles: int
    pairs: int
    single: int
    half: int = 0

    @property
    def counters(self) -> Fraction:
        """How many they are together."""
        return 20 * self.bundles + 2 * self.pairs + self.single + Fraction(self.half, 2)


def layout(counters: Counters) -> Layout:
    """Lay counters in heaps of ten pairs, pairs and an odd one; raises RiteError for what cannot be.

    >>> layout(27)
    Layout(bundles=1, pairs=3, single=1, half=0)

    Source: 禮記·投壺 「二筭為純，一純以取，一筭為奇」; 鄭玄 after 儀禮·鄉射禮.
    """
    whole, half = divmod(checked(counters, Side.GUEST), 1)
    return Layout(whole // 20, whole % 20 // 2, whole % 2, int(2 * half))


class Act(StrEnum):
    """What the counting hands do."""

    SIT = "sit"  # 先數右獲
    TAKE = "take"  # pairs from the ground into the left hand, one by one: 一純以取，實于左手
    BUNDLE = "bundle"  # ten pairs out of the hand, lengthwise: 十純則縮而委之
    CROSS = "cross"  # the remaining pairs: 有餘純則橫於下
    ODD = "odd"  # 一算為奇，奇則又縮諸純下
    WALK = "walk"  # 興，自前適左，東面
    GATHER = "gather"  # all into the left hand: 兼斂算，實于左手
    LAY = "lay"  # ten pairs out of the hand, one by one, as a heap of its own: 一純以委，十則異之
    HALF = "half"  # a half counter of 定齋, beside the odd one: ours


class Move(NamedTuple):
    """One thing that the hands do, and with how many: counters when gathering, else pairs or the odd one."""

    act: Act
    number: Counters


def movements(laid: Layout, side: Side) -> tuple[Move, ...]:
    """Return how a heap is counted; the hands work the other way round at the left one.

    The right heap goes from the ground into the hand and from there is laid by tens; the left one is
    gathered whole and laid down pair by pair. A half counter goes with the odd one, which is our choice.

    Source: 儀禮·鄉射禮 with 張爾岐 「於右獲則自地而實於左手…於左獲則自左手而委於地…是其變也」.
    """
    pairs = [Move(Act.CROSS, laid.pairs)] if laid.pairs else []
    half = [Move(Act.HALF, 1)] if laid.half else []
    rest = [*pairs, *([Move(Act.ODD, 1)] if laid.single else []), *half]
    if side is Side.GUEST:
        tens = (Move(Act.TAKE, 10), Move(Act.BUNDLE, 10)) * laid.bundles
        taken = [Move(Act.TAKE, laid.pairs)] if laid.pairs else []
        return (Move(Act.SIT, 0), *tens, *taken, *rest)
    gathered = [Move(Act.GATHER, laid.counters)] if laid.counters else []
    return (Move(Act.WALK, 0), *gathered, *(Move(Act.LAY, 10),) * laid.bundles, *rest)


# --- what is said ------------------------------------------------------------------------------

DIGITS: Final = "零一二三四五六七八九"
READINGS: Final = {
    **dict(
        zip(
            "零一二三四五六七八九十百千",
            (
                *(("líng", "영"), ("yī", "일"), ("èr", "이"), ("sān", "삼"), ("sì", "사"), ("wǔ", "오")),
                *(("liù", "육"), ("qī", "칠"), ("bā", "팔"), ("jiǔ", "구"), ("shí", "십")),
                *(("bǎi", "백"), ("qiān", "천")),
            ),
            strict=True,
        )
    ),
    "某": ("mǒu", "모"),
    "賢": ("xián", "현"),
    "於": ("yú", "어"),
    "純": ("quán", "전"),
    "奇": ("jī", "기"),
    "算": ("suàn", "산"),
    "半": ("bàn", "반"),
    "左": ("zuǒ", "좌"),
    "右": ("yòu", "우"),
    "鈞": ("jūn", "균"),
    "賓": ("bīn", "빈"),
    "主": ("zhǔ", "주"),
    "黨": ("dǎng", "당"),
}
"""Pinyin and Sino-Korean reading of each sign that is announced. Source: 釋文 純音全，奇紀宜反."""


def numeral(value: int) -> str:
    """Write a number up to 9999 in hanzi; 零 before a skipped place is our choice, no source goes so far."""
    text, skipped = "", False
    for unit, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, unit)
        if digit:
            text += "零" * skipped + DIGITS[digit] + sign
        skipped = bool(text) and not digit
    return text.removeprefix("一") if text.startswith("一十") else text or DIGITS[0]


def spelled(value: Counters, language: Language) -> str:
    """Write a number of counters as a language does: in hanzi, or in digits."""
    whole = Fraction(value).denominator == 1
    return numeral(int(value)) if whole and language is chinese(language) else number(Fraction(value))


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is told of two heaps: who has more, by how many counters, and in which words."""

    winner: Side | None  # none when they are even
    difference: Fraction
    wording: Wording
    form: Form

    def amount(self, language: Language) -> str:
        """Tell the difference in pairs and odd ones, as the wording has it; empty when there is none.

        Halves have no wording in 純 and 奇: they are counted as half counters, our choice.
        """

        def counted(name: str, count: int) -> str:
            one = f"{name}-one" if count == 1 and f"{name}-one" in PLURALS else name
            return word(f"count-rite-{one}", language).format(spelled(count, language))

        if self.difference.denominator != 1:
            return counted("halves", int(2 * self.difference))
        whole = int(self.difference)
        pairs, odd = divmod(whole, 2)
        if odd and self.wording is Wording.SUAN:
            return counted("counters", whole)
        if odd and self.wording is Wording.KONG:
            return counted("odd", whole)
        told = [*([counted("pairs", pairs)] if pairs else []), *([counted("odd", 1)] if odd else [])]
        return word("count-rite-and", language).format(*told) if len(told) == 2 else "".join(told)

    def said(self, language: Language) -> str:
        """Say the whole announcement in a language.

        Source: 禮記·投壺 「某賢於某若干純，奇則曰奇，鈞則曰左右鈞」; 儀禮·鄉射禮 「右賢於左」.
        """
        if self.winner is None:
            return word("count-rite-even", language)
        name = self.form if self.form is Form.WHO else f"{self.form}-{self.winner}"
        return word(f"count-rite-{name}", language).format(self.amount(language))

    @property
    def pinyin(self) -> str:
        """How it is read in Chinese, a syllable a sign."""
        return " ".join(READINGS[sign][0] for sign in self.said(Language.TRADITIONAL))

    @property
    def hangul(self) -> str:
        """How the hanzi are read in Korean, a syllable a sign."""
        return "".join(READINGS[sign][1] for sign in self.said(Language.TRADITIONAL))


PLURALS: Final = frozenset({"pairs-one", "counters-one", "halves-one"})


def announce(
    right: Counters, left: Counters, wording: Wording = Wording.ZHU, form: Form = Form.WHO
) -> Announcement:
    """Announce the difference of two heaps, not what they hold; raises RiteError for what cannot be.

    Source: 鄭玄 「賢獲，勝黨之算也，齊之而取其餘」.
    """
    difference = checked(right, Side.GUEST) - checked(left, Side.HOST)
    winner = None if difference == 0 else Side.GUEST if difference > 0 else Side.HOST
    return Announcement(winner, abs(difference), wording, form)


def held_up(announced: Announcement, held: Held = Held.ALL) -> tuple[Counters, Counters]:
    """Return how many counters of the right and of the left heap are held up with the announcement.

    Source: 禮記·投壺 「遂以奇筭告」; 鄭玄 「等則左右手各執一筭以告」; 盛世佐 for one only.
    """
    if announced.winner is None:
        return 1, 1
    some = announced.difference if held is Held.ALL else min(announced.difference, Fraction(1))
    return (some, 0) if announced.winner is Side.GUEST else (0, some)


# --- the archers of a pair ---------------------------------------------------------------------


class Archer(StrEnum):
    """An archer of a pair: the upper one is counted right, the lower one left."""

    UPPER = "upper"
    LOWER = "lower"

    @property
    def side(self) -> Side:
        """Whose place at the counters is his."""
        return Side.GUEST if self is Archer.UPPER else Side.HOST

    @property
    def palm(self) -> str:
        """How his hand goes to an arrow on the rack; after 盛世佐.

        Source: 儀禮·鄉射禮, the second round, with 盛世佐 against 敖繼公 and 朱熹.
        """
        return "up, from under the bow" if self is Archer.UPPER else "down, from above the bow"


RANKS: Final = ("賓", "士", "主人", "大夫")
"""Who is the upper archer before whom: the guest before the host, a 士 before a 大夫 always."""


def archers(one: str, other: str) -> tuple[str, str]:
    """Return the upper and the lower archer of a pair of 賓 and 主人, or 大夫 and 士, in either order.

    Source: 儀禮·鄉射禮, where a 大夫 shoots with a 士 and is the lower archer.
    """
    pair = tuple(sorted((one, other), key=lambda rank: RANKS.index(rank) if rank in RANKS else -1))
    if pair not in (("賓", "主人"), ("士", "大夫"), ("士", "士")):
        raise RiteError(f"{one} and {other} are no pair; expected 賓 and 主人, 大夫 and 士, or 士 and 士")
    return pair


# --- what the terminal shows -------------------------------------------------------------------


def spoken(announced: Announcement, language: Language) -> Iterator[str]:
    """Yield the announcement in the words of the text, how it is read, and what it means."""
    yield announced.said(chinese(language))
    if language is Language.KOREAN:
        yield announced.hangul
    if language is Language.ENGLISH:
        yield announced.pinyin
    if language is not chinese(language):
        yield announced.said(language)


def counted(laid: Layout, side: Side, odd: Odd, language: Language) -> Iterator[str]:
    """Yield how a heap is counted, a line a movement; what is done several times stands once."""
    found = Counter(movements(laid, side))  # in the order in which each comes first
    for move, times in found.items():
        name = f"odd-{odd}" if move.act is Act.ODD else move.act
        again = f" (×{times})" if times > 1 else ""
        yield word(f"count-rite-act-{name}", language).format(spelled(move.number, language)) + again


def notes(
    right: Counters,
    left: Counters,
    announced: Announcement,
    odd: Odd,
    held: Held,
    language: Language,
    pairs: int | None = None,
) -> Iterator[str]:
    """Yield what is disputed, or our choice, in what is shown, and what is beyond a round."""

    def note(name: str, *values: object) -> str:
        return word(f"count-rite-note-{name}", language).format(*values)

    if announced.winner is None:
        yield note("even-archery" if announced.form is Form.ARCHERY else "even")
    elif announced.difference.denominator != 1:
        yield note("halves")
    else:
        if announced.form is Form.WHO:
            yield note(f"who-{announced.winner}")
        if announced.difference % 2:
            zhu, kong, suan = (
                Announcement(announced.winner, announced.difference, each, announced.form).amount(
                    chinese(language)
                )
                for each in Wording
            )
            yield note("odd", zhu, kong, suan)
            yield note("some")
        if announced.difference > 1:
            yield note(f"held-{held}", spelled(announced.difference, language))
    for key in doubts((layout(right), layout(left)), odd):
        yield word(key, language)
    if pairs is not None:
        yield note("set", spelled(of_a_set(pairs), language))
    players = PAIRS_OF_A_SET if pairs is None else pairs
    most = ARROWS * players
    for side, counters in zip(Side, (right, left), strict=True):
        if counters > most:
            yield note(f"many-{side}", spelled(most, language), spelled(players, language))


def doubts(heaps: Sequence[Layout], odd: Odd) -> Iterator[str]:
    """Yield the keys of what is disputed or supposed in where counters lie."""
    if any(each.single for each in heaps):
        yield f"count-rite-note-place-{odd}"
    if any(each.bundles > 1 for each in heaps):
        yield "count-rite-note-apart"
