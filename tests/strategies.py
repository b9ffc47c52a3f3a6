"""What the property tests draw from: rows, cadences, plans."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Final

from hypothesis import strategies as st

from touhu_music import library, plan
from touhu_music.notation import MARKS, Cadence, Drum, School
from touhu_music.performance import Accent, Plan, Timing
from touhu_music.practice import Practice, Ramp

drums = st.sampled_from(tuple(Drum))
sides = st.lists(drums, min_size=1, max_size=24).map(tuple)
cadences = st.builds(
    Cadence,
    before_half=sides,
    after_half=sides.filter(lambda side: Drum.GU in side),  # on-gu needs a □
    school=st.none() | st.sampled_from(tuple(School)),
    record=st.none() | st.sampled_from((1, 2)),
)
beats = st.fractions(min_value=0, max_value=8, max_denominator=4)
tempi = st.integers(20, 400).map(Fraction) | st.sampled_from((Fraction("72.5"), Fraction("133.3")))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    return plan().but(
        "drawn",
        timing=draw(st.sampled_from(tuple(Timing))),
        beats_per_minute=draw(tempi),
        cycles=draw(st.integers(1, 4)),
        gap=draw(beats),
        count_in=draw(st.integers(0, 4)),
        sounds=library.sounds(draw(st.sampled_from(("shiwen", "organology")))),
        accent=draw(st.sampled_from(tuple(Accent))),
    )


shares = st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1)])


def practices() -> st.SearchStrategy[Practice]:
    """Draw how a performance is practised."""
    ramps = st.builds(Ramp, tempi, tempi, st.fractions(min_value=1, max_value=100, max_denominator=4))
    return st.builds(
        Practice,
        ramp=st.none() | ramps,
        muted=st.none() | st.sampled_from(Drum),
        leave_strokes=shares,
        leave_cycles=shares,
        seed=st.integers(0, 3),
        respond=st.booleans(),
        click=st.booleans(),
    )


# --- running texts, drawn from a seed --------------------------------------------------------

WORDS: Final = "主賓相揖升階就位執壺奉矢既畢乃歌其聲和而節不亂觀者皆立於堂下半口"
LEFT_ALONE: Final = "，。、；：,;:！!·．"  # punctuation that ends no row
LAID_OUT: Final = (
    "<pb:X1_001-2a>",
    "¶",
    "¶\n",
    " ",
    "\t",
    "\u3000",
    "\u200b",
    "\ufeff",
    "\n",
    "\r\n",
    "\u00a0",
)
SPELLINGS: Final = ("魯鲁", "薛薜辥", "鼓鼔皷")
TRADITIONAL: Final = str.maketrans(
    dict(zip("鲁义礼记释乐击圆后节说郑为", "魯義禮記釋樂擊圓後節說鄭為", strict=True))
)


def prose(random: Random, length: int) -> str:
    """Draw words without meaning, with punctuation, glosses and marks that are none."""
    signs = random.choices([*WORDS, "，", "。", "○", "□"], [*[9] * len(WORDS), 30, 20, 1, 1], k=length)
    for at, sign in enumerate(signs):  # a mark among words stands alone, and not near a row
        if sign in "○□口" and (at < 9 or signs[at - 1] in "○□口半，。"):
            signs[at] = "也"
    return "".join("（註曰一擊也）" if sign == "。" and random.random() < 0.2 else sign for sign in signs)


def full_set(rows: Mapping[str, str], random: Random) -> str:
    """Set the four rows of a book in a text as the classic does: names after rows, then before them."""
    lu_1, xue_1, lu_2, xue_2 = (rows[name] for name in ("lu-1", "xue-1", "lu-2", "xue-2"))
    return (
        f"{prose(random, 300)}也。\n鼓：{lu_1}，魯鼓。{xue_1}，薛鼓。\n取半以下為投壺禮，盡用之為射禮。\n"
        f"魯鼓{lu_2}；薛鼓：{xue_2}。\n又{prose(random, 300)}"
    )


def laid_out_anew(text: str, random: Random) -> str:
    """Move every line break, and change what no reading depends on: punctuation, look-alikes, layout."""
    signs = [
        sign for sign in text.translate(TRADITIONAL if random.random() < 0.5 else {}) if sign not in "\r\n"
    ]
    kept, added, alike, spelt, laid = (random.choice((0.0, 0.1, 0.5, 1.0)) for _ in range(5))
    found: list[str] = []
    for sign in signs:
        if sign in LEFT_ALONE and random.random() >= kept:
            sign = random.choice(("", random.choice(LEFT_ALONE)))
        elif sign in "○□" and random.random() < alike:
            sign = random.choice([glyph for glyph, drum in MARKS.items() if drum == sign])
            if random.random() < added / 4:
                sign += random.choice(LEFT_ALONE)
        elif random.random() < spelt:
            sign = random.choice(next((same for same in SPELLINGS if sign in same), sign))
        found.append(sign)
        if random.random() < laid / 3:
            found.append("".join(random.choices(LAID_OUT, k=random.randint(1, 3))))
    return "".join(found)


SCRAPS: Final = (
    *"○□半口〇◯囗◍◛()（）「」『』‘’〈〉【】[]。，：:；?？〓●◎\ufffd",
    *"魯鲁薛薜辥鼓鼔皷甲按注疏○○□□半半\n\n \u3000¶#/&<>",
    *(
        "魯鼓",
        "薛鼓",
        "《薛》鼓",
        "取半以下",
        "注：「",
        "釋文：‘",
        "<pb:1a>",
        "<pb:",
        "&KR0001;",
        "&KR",
        "○□○○半○□○",
    ),
    *(
        "<html>",
        "</p>",
        "<p>",
        "<br/>",
        "&#9675;",
        "&#x25A1;",
        "&nbsp;",
        "&#1114112;",
        "&#0;",
        "<!--",
        "-->",
        "<![CDATA[",
    ),
    *(
        "<?xml version='1.0'?>",
        "<TEI xmlns='x'>",
        "</TEI>",
        "<note>",
        "</note>",
        "<app>",
        "<rdg>",
        "</app>",
        "<gap/>",
    ),
    *(
        "<!DOCTYPE html>",
        "<!DOCTYPE a [<!ENTITY b '○'>]>",
        "<rt>",
        "</rt>",
        "<pb n='2'/>",
        "<script>",
        "</script>",
    ),
    *("\x00", "\U00020000", "\U000e0001", "\u0301", "\u202e", "\x85", "\u2028"),
)


def scraps(random: Random) -> str:
    """Draw a text of marks, names, brackets, tags and the like without sense."""
    few = random.sample(SCRAPS, random.randint(2, len(SCRAPS)))
    begin = random.choice(("", "", "", "<html>", "<TEI>", "鼓○□○○半○□○魯鼓", "<?xml version='1.0'?><TEI>"))
    return begin + "".join(random.choices(few, k=int(random.paretovariate(0.6)) % 2000))


def spoilt(text: str, random: Random) -> str:
    """Delete, double, exchange or add a few stretches of a text."""
    for _ in range(random.randint(1, 12)):
        first, second = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
        second = min(second, first + random.choice((0, 1, 2, 30)))
        within = random.choice(("", random.choice(SCRAPS), text[first:second] * 2, scraps(random)[:60]))
        text = text[:first] + within + text[second:]
    return text


def garbled(text: str, random: Random) -> bytes:
    """Encode a text somehow and change a few of its bytes."""
    codec = random.choice(
        ("utf-8", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "cp950", "cp932", "cp949", "euc_jp")
    )
    data = bytearray(text.encode(codec, "ignore"))
    for _ in range(random.choice((0, 0, 1, 5, 50))):
        at = random.randint(0, len(data))
        data[at : at + random.choice((0, 1, 2))] = random.randbytes(random.choice((0, 1, 3)))
    return bytes(data)


def drawn_bytes(random: Random) -> bytes:
    """Draw bytes, often with those of marks in some encoding among them."""
    some = [*map(bytes, ([random.randrange(256)] for _ in range(8))), *(glyph.encode() for glyph in "○□半")]
    some += [
        b"\xa1\xf0",
        b"\xa1\xf5",
        b"\xb0\xeb",
        b"\xa1\xb3",
        b"\xa1\xbc",
        b"\xa5\x62",
        b"\xcb\x25",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
    ]
    length = int(random.paretovariate(0.5)) % 3000
    return random.randbytes(length) if random.random() < 0.3 else b"".join(random.choices(some, k=length))
