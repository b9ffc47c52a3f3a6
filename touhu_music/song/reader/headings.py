"""The line that names a song, counts its stanzas and tells its mode: 采蘩三章章四句無射商(俗呼越調)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from touhu_music.song import signs
from touhu_music.song.reader.cells import BETWEEN, CLOSING, OPENING

DIGITS: Final = "一二三四五六七八九"
NUMBER: Final = f"[{DIGITS}十]{{1,3}}"
TITLE: Final = rf"[^{re.escape(OPENING + CLOSING + BETWEEN)}]"
COMMON: Final = r"(?:[(（]俗呼[^)）]*[)）]|俗呼為?[^調(（]{1,6}調)?"
ONE: Final = rf"(?:{NUMBER}章)?(?:{signs.LU_NAMES}){signs.DEGREE}調?"
NOTE: Final = r"(?:[(（][^)）]*[)）])"
MODES: Final = rf"(?:{ONE}{COMMON}|[(（]{ONE}(?:俗呼[^)）]*)?[)）])"
COUNTED: Final = re.compile(
    rf"""
    (?P<title>{TITLE}{{0,12}}?)
    (?: (?P<stanzas>{NUMBER})章 (?: (?:章|{NUMBER}章章?) {NUMBER}句 )+ | 一章{NUMBER}句 )
    (?P<modes>{MODES}*)
    """,
    re.VERBOSE,
)
SHORT: Final = 6
BARE: Final = re.compile(
    rf"(?P<title>{TITLE}{{0,{SHORT}}}?)(?:宮?調)?(?P<stanzas>)(?P<modes>{MODES}){NOTE}?$"
)
"""No number follows the title, which then is short: what is longer is a sentence that names a mode."""

OF_STANZA: Final = re.compile(rf"({NUMBER})章(?={signs.LU_NAMES})")
PARTS: Final = re.compile(r"(?:小雅|大雅|[周魯商]頌|周南|召南|[邶鄘衛王鄭齊魏唐秦陳檜曹豳國]風|國風)+(?=.)")
"""Parts of the 詩 that may stand before a title."""

LONGEST: Final = 400


class Heading(NamedTuple):
    """A heading as printed, without layout: the title, how many stanzas, and their mode.

    `stanzas` is 0 where none are counted. `modes` has the mode of all under 0, else that of each stanza.
    """

    printed: str
    title: str
    stanzas: int
    modes: dict[int, str]

    @property
    def mode(self) -> str:
        """The mode of the song; those of its stanzas in a row where they differ."""
        return " ".join(self.modes.values())

    def of(self, stanza: int) -> str:
        """Return the mode of a stanza, from 1; nothing where none is told."""
        return self.modes.get(stanza) or self.modes.get(0, "")


def titled(heading: Heading, before: str) -> Heading:
    """Give a heading that names a mode alone the title in the paragraph before, if that is short enough."""
    title = re.sub(f"[{re.escape(BETWEEN)}]", "", before)
    if heading.title or heading.stanzas or not re.fullmatch(f"{TITLE}{{1,{SHORT}}}", title):
        return heading
    return heading._replace(printed=title + heading.printed, title=title)


def find(paragraph: str) -> Heading | None:
    """Read a paragraph, without layout, as a heading; None for what is none."""
    plain = re.sub(f"[{re.escape(BETWEEN)}]", "", paragraph[:LONGEST])
    text = signs.spelled(plain)
    found = COUNTED.match(text) or BARE.match(text)
    if found is None or not (found["modes"] or text[found.end() : found.end() + 1] in ("", *OPENING)):
        return None
    start, end = found.span("title")
    part = PARTS.match(text, start, end)
    title = plain[part.end() if part else start : end]
    stanzas = number(found["stanzas"] or "") or (1 if "句" in found[0] else 0)
    return Heading(plain[: found.end()], title, stanzas, modes(found["modes"]))


def modes(text: str) -> dict[int, str]:
    """Return the modes that stand in a row, each under the number of its stanza, a single one under 0."""
    found: dict[int, str] = {}
    for each in signs.MODE.finditer(re.sub(r"[(（]俗呼[^)）]*[)）]", "", text)):
        numbers = OF_STANZA.findall(each.string, 0, each.end())
        found[number(numbers[-1]) if numbers else 0] = signs.mode(each)
    return found


def number(text: str) -> int:
    """Return a number below a hundred that is written in characters; 0 for none."""
    tens, ten, ones = text.rpartition("十")
    digit = DIGITS.find(ones) + 1 if ones else 0
    return (10 * (DIGITS.find(tens) + 1 if tens else 1) if ten else 0) + digit
