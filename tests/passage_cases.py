"""Small texts, and what a reader makes of each: one row a case."""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """A text and its readings (set, name, row, notes) with the codes of all warnings, or the error."""

    name: str
    text: str
    readings: tuple[tuple[int, str | None, str, tuple[tuple[str, int, str], ...]], ...] = ()
    warnings: frozenset[str] = frozenset()
    error: str | None = None
    place: tuple[int, int] | None = None


CASES = [
    # glyphs
    Case(
        "g1",
        "鼓○囗〇○半○口○魯鼓○〇◍◛半□○○薛鼓",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"glyph-variant", "incomplete-set"}),
    ),
    Case(
        "g2",
        "口徑二寸半鼓○□○○半○□○魯鼓二〇二〇",
        ((1, "lu-1", "○□○○半○□○", ()),),
        frozenset({"incomplete-set"}),
    ),
    # circles and squares that are not marks
    Case(
        "s1",
        "右作樂○記鼓○□○○半○□○魯鼓○○□□半□○○薛鼓",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case("s2", "其歌以節投○疏曰投壺○注曰射之細也", error="no-notation"),
    Case(
        "s3",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓○疏曰每一圜點一擊",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "s4",
        "執八□興毋□毋敖鼓○□○○半○□○魯鼓○○□□半□○○薛鼓",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case("s5", "○是擊鼙的鼓點，□是擊鼓的鼓點。有○□之譜", error="no-notation"),
    Case("s6", "投壺鼓○口注圜者擊鼙口徑二寸半", error="no-notation"),
    Case("s7", "○正義曰用半鼓節為投壺○注射謂燕射", error="no-notation"),
    Case("s8", "甲○半○乙", error="no-notation"),
    Case("s9", "第三題□○□○○□□□□", error="no-notation"),
    Case(
        "s10",
        "鼓○□○○半○□○魯鼓其中連續的“○○”與“□□”",
        ((1, "lu-1", "○□○○半○□○", ()),),
        frozenset({"incomplete-set"}),
    ),
    # glosses
    Case(
        "c1",
        "鼓○(音榻)□(音鏜)○○半○□○魯鼓",
        (
            (
                1,
                "lu-1",
                "○□○○半○□○",
                (
                    ("before_half", 1, "音榻"),
                    ("before_half", 2, "音鏜"),
                ),
            ),
        ),
        frozenset({"gloss-inside", "incomplete-set"}),
    ),
    Case(
        "c2",
        "鼓○□(一本/作○)○○半○□(一本少)\n(一○/一□)○魯鼓",
        (
            (
                1,
                "lu-1",
                "○□○○半○□○",
                (
                    ("before_half", 2, "一本作○"),
                    ("after_half", 2, "一本少一○一□"),
                ),
            ),
        ),
        frozenset({"collation-note", "gloss-inside", "incomplete-set"}),
    ),
    Case(
        "c3",
        "魯鼓○□□○半○□○○(別本有/一□)薛鼓○○○□半○□□○",
        (
            (1, "lu-2", "○□□○半○□○○", (("after_half", 4, "別本有一□"),)),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"collation-note", "incomplete-set"}),
    ),
    Case(
        "c4",
        "鼓○□○○半○□○魯鼓〈圜者擊鼙○方者擊鼓□〉",
        ((1, "lu-1", "○□○○半○□○", ()),),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "c5",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓注：‘○，圜鼙。□，方鼓。’取半以下為投壺禮",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "c6",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓注圜者擊鼙○圜音圓鼙□方鼓取半以下為投壺禮",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "c7", "鼓○□○○半○□○魯鼓【注】圜者擊鼙", ((1, "lu-1", "○□○○半○□○", ()),), frozenset({"incomplete-set"})
    ),
    Case(
        "c8",
        "鼓○□○○半○□○魯鼓(注圜者擊鼙",
        ((1, "lu-1", "○□○○半○□○", ()),),
        frozenset({"incomplete-set", "unclosed-gloss"}),
    ),
    Case("c9", "鼓○□(音鏜○○半○□○魯鼓", error="unclosed-gloss"),
    # names
    Case(
        "n1",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓取半以下為投壺禮盡用之為射禮魯鼓○□□○半○□○○薛鼓○○○□半○□□○",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset(),
    ),
    Case(
        "n2",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "n3",
        "魯鼓○□□○半○□○○薛鼓○○○□半○□□○",
        (
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "n4",
        "取半以下為投壺禮盡用之為射禮魯鼓○□□○半○□○○薛鼓○○○□半○□□○",
        (
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "n5",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓魯鼓○□□○半○□○○薛鼓○○○□半○□□○",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset(),
    ),
    Case(
        "n6",
        "鼓：○□○○，半○□○。魯鼓：○○□□，半□○○。薛鼓，取半以下為投壺禮盡用之為射禮",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set", "label-flipped"}),
    ),
    Case(
        "n7",
        "鼓：○□○○半○□○\n魯鼓:○○□□半□○○\n薛鼓:取半以下為投壺禮盡用之為射禮",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set", "label-flipped"}),
    ),
    Case(
        "n8",
        "鼔○□○○半○□○鲁鼓○○□□半□○○《薛》鼓",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "n9",
        "魯鼔○□□○半○□○○辥鼓○○○□半○□□○",
        (
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"incomplete-set", "label-variant"}),
    ),
    Case(
        "n10",
        "魯鼓○□□○半○□○○薜鼔○○○□半○□□○",
        (
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"incomplete-set", "label-variant"}),
    ),
    Case(
        "n11",
        "鼓○□○○半○□○薛鼓○○□□半□○○魯鼓取半以下為投壺禮盡用之為射禮魯鼓○□□○半○□○○薛鼓○○○□半○□□○",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"label-order"}),
    ),
    Case("n12", "○□○○半○□○", ((1, None, "○□○○半○□○", ()),), frozenset({"incomplete-set", "label-missing"})),
    Case(
        "n13",
        "○□○○半○□○\n○○□□半□○○\n○□□○半○□○○\n○○○□半○□□○",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"label-missing"}),
    ),
    Case(
        "n15",
        "魯鼓。(記兩家之異)○□□○半○□○○薛鼓○○○□半○□□○",
        (
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "n16",
        "鼔(音古)○□(音鏜)○○半(甲)○□○魯鼓(圜者擊鼙)○○□□半□○○薛鼓",
        (
            (
                1,
                "lu-1",
                "○□○○半○□○",
                (
                    ("before_half", 2, "音鏜"),
                    ("after_half", 0, "甲"),
                ),
            ),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"gloss-inside", "incomplete-set"}),
    ),
    Case(
        "n14",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓司射庭長及冠士立者皆屬賓黨樂人及使者童子皆屬主黨取半以下為投壺禮盡用之為射禮魯鼓○□□○半○□○○薛鼓○○○□半○□□○",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset(),
    ),
    # 半
    Case(
        "h1",
        "鼓○□○○。半，○□○。魯鼓。○○□□，半；□○○：薛鼓",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    Case("h2", "鼓○□○○。\n半\n○□○魯鼓", ((1, "lu-1", "○□○○半○□○", ()),), frozenset({"incomplete-set"})),
    Case("h3", "壺去席二矢半取半以下為投壺禮投壺之鼓半射節者", error="no-notation"),
    Case("h4", "鼓○□○○○□○魯鼓", error="half-missing"),
    Case("h5", "鼓：○□○○□○", error="half-missing"),
    Case("h6", "鼓○□○○（半）○□○魯鼓", ((1, "lu-1", "○□○○半○□○", ()),), frozenset({"incomplete-set"})),
    # lost marks, unreadable marks, doubtful last marks
    Case("l1", "鼓\u3000\u3000\u3000\u3000半\u3000\u3000\u3000\u3000魯鼓", error="marks-lost"),
    Case("l2", "鼓：半魯鼓；半薛鼓。", error="marks-lost"),
    Case("l3", "鼓○□&KR0001;○半○□○魯鼓", error="unreadable-mark", place=(1, 4)),
    Case("l4", "鼓○□?○半○□○魯鼓", error="unreadable-mark", place=(1, 4)),
    Case("l8", "鼓○□甲○半○□○魯鼓", error="broken-row"),
    Case(
        "l9",
        "鼓○□甲○半○□○魯鼓○○□□半□○○薛鼓",
        ((1, None, "○○□□半□○○", ()),),
        frozenset({"broken-row", "incomplete-set", "label-missing"}),
    ),
    Case(
        "l5",
        "鼓○□○○□□○□○○□半○□○□○○○□□○□。魯鼓",
        ((1, "lu-1", "○□○○□□○□○○□半○□○□○○○□□○□", ()),),
        frozenset({"final-mark-check", "incomplete-set"}),
    ),
    Case(
        "l6",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓取半以下為投壺禮盡用之為射禮魯鼓○□□○半○□○○薛鼓○○○□半○□□○○鄭氏曰兩存之○鄭氏曰又按",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○○", ()),
        ),
        frozenset({"doubtful-final"}),
    ),
    Case(
        "l7",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓取半以下為投壺禮盡用之為射禮魯鼓○□□○半○□○○薛鼓○○○□半○□□○○。按詩曰\n○按此一節",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○○", ()),
        ),
        frozenset({"doubtful-final"}),
    ),
    # layout
    Case(
        "f1",
        "鼓○□¶\n<pb:KR1x0000_WYG_001-1a>¶\n\u3000○○半 ○\n□○魯鼓",
        ((1, "lu-1", "○□○○半○□○", ()),),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "f2",
        "# source: a note\n鼓○□○○\n# page 2\n半○□○魯鼓",
        ((1, "lu-1", "○□○○半○□○", ()),),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "f4",
        "\u3000\u3000鼓¶\n¶\n\u3000\u3000○□○○半○□○魯鼓",
        ((1, "lu-1", "○□○○半○□○", ()),),
        frozenset({"incomplete-set"}),
    ),
    Case(
        "f3",
        "魯鼓○「□□○半○」□○○《薛》鼓○「○○□半○□□○」",
        (
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"incomplete-set"}),
    ),
    # several copies; nothing there
    Case(
        "m1",
        "鼓○□○○半○□○魯鼓○○□□半□○○薛鼓取半以下為投壺禮盡用之為射禮魯鼓○□□○半○□○○薛鼓○○○□半○□□○\n鼓○○○□半○□○魯鼓○○□□半□○○薛鼓取半以下為投壺禮盡用之為射禮魯鼓○□□○半○□○○薛鼓○○○□半○□□○",
        (
            (1, "lu-1", "○□○○半○□○", ()),
            (1, "xue-1", "○○□□半□○○", ()),
            (1, "lu-2", "○□□○半○□○○", ()),
            (1, "xue-2", "○○○□半○□□○", ()),
            (2, "lu-1", "○○○□半○□○", ()),
            (2, "xue-1", "○○□□半□○○", ()),
            (2, "lu-2", "○□□○半○□○○", ()),
            (2, "xue-2", "○○○□半○□□○", ()),
        ),
        frozenset({"multiple-sets"}),
    ),
    Case("m2", "投壺之禮主人奉矢司射奉中", error="no-notation"),
    Case("m3", "", error="no-notation"),
]
