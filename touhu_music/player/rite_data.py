"""The rite as the page is given it: each row, act and formula once, and their order as numbers.

What is done in which order, on which result, and what three rounds come to, `touhu_music.rite`
decides; here it is written down for each choice, so that the page has only to look it up.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

import msgspec

from touhu_music.language import Language
from touhu_music.player.data import words_data
from touhu_music.player.words import RITE_WORDS
from touhu_music.rite import cues, rites
from touhu_music.rite.counting.counting import (
    ARROWS,
    PAIRS_OF_A_SET,
    READINGS,
    Announcement,
    Form,
    Side,
    Wording,
)
from touhu_music.rite.counting.horses import ROUNDS, Round, settle, standing
from touhu_music.rite.cues import Choices, Cue, Sheet
from touhu_music.rite.simplified import TO_SIMPLIFIED

NAME: Final = "touhu"
SCHOOLS: Final = ("lu", "xue")
PAIRS: Final = 3  # of a sheet: one that is first, one that is neither first nor last, and the last

UNCOUNTED: Final = {
    "hant": "若干純",
    "hans": "若干纯",
    "pinyin": "ruò gān quán",
    "korean": "약간전",
    "en": "so many pairs",
    "ko": "몇 쌍",
}
"""What an announcement says where nothing is counted yet, in each spelling of a formula."""

ODD: Final = "announce-odd"
"""What is said of an odd counter; the page, which knows the count, has it in the announcement."""


def rite_data() -> dict[str, Any]:
    """Return the rite of 投壺 with all choices that the page offers."""
    rite = rites.load(NAME)
    table = Table()
    sheets = {
        f"{text}|{school}|{mode}": table.laid(sheet(rite, text, school, mode))
        for text, school, mode in product(texts(rite), SCHOOLS, cues.MODES)
    }
    used = {row["say"] for row in table.rows if "say" in row}
    return {
        "rows": table.rows,
        "acts": table.acts,
        "sheets": sheets,
        "formulas": {key: said(formula) for key, formula in rite.formulas.items() if key in used},
        "texts": {switch.value: labels(switch) for switch in rite.switches if switch.value in texts(rite)},
        "modes": {mode: rite.modes[mode].basis for mode in cues.MODES},
        "lines": dict(zip(("zh-Hant", "zh-Hans"), song_lines(rite), strict=True)),
        "people": {name: told(gloss) for name, gloss in rite.people.items()},
        "sections": {name: told(gloss) for name, gloss in rite.sections.items()},
        "places": {name: labels(place) for name, place in rite.places.items()},
        "books": {name: source.title for name, source in rite.sources.items()},
        "numerals": {language: list(signs) for language, signs in cues.NUMERALS.items()},
        "short": {chr(one): chr(other) for one, other in TO_SIMPLIFIED.items()},
        "arrows": ARROWS,
        "most_pairs": PAIRS_OF_A_SET,
        "amounts": amounts(),
        "horses": dict(outcomes()),
        "words": words_data(RITE_WORDS),
    }


def texts(rite: rites.Rite) -> tuple[str, ...]:
    """Return the books after which the rite can be done."""
    return tuple(switch.value for switch in rite.switches if switch.name == "text")


def sheet(rite: rites.Rite, text: str, school: str, mode: str) -> Sheet:
    """Return the cue sheet of some pairs, as long as nothing is known of the results.

    How long a cycle is, the row of the page decides; here each has one beat.
    """
    choices = Choices(school=school, text=text, mode=mode, pairs=PAIRS)
    return cues.cue_sheet(rite, choices, {name: Fraction(1) for name in cues.cadences(rite, choices)})


class Table:
    """Rows and acts, each once, by the numbers under which a sheet has them."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.acts: list[dict[str, str]] = []

    def laid(self, sheet: Sheet) -> dict[str, Any]:
        """Lay out a sheet: the rows before the rounds, those of a round and of its pairs, and the last.

        `again` has what is between two rounds. Of a pair stand `throws`, each row with its cycle and
        its arrow, and what follows them, `after`.
        """
        of_round = [[cue for cue in sheet.cues if cue.round == each] for each in (None, *cues.ROUNDS)]
        outside, first, *later = of_round
        number = sheet.cues.index(first[0])
        again, (order, meanwhile, counted) = [each[0] for each in later], parted(first)
        return {
            "opening": self.numbers(outside[:number]),
            "again": self.numbers(again),
            "order": self.numbers(order),
            "meanwhile": self.numbers(meanwhile),
            "pairs": [self.pair([cue for cue in first if of_pair(cue) == pair]) for pair in (1, 2)],
            "counted": self.numbers(counted),
            "closing": self.numbers(outside[number:]),
            "cycles": max(cue.beat.cycle for cue in first if cue.beat) if sheet.choices.mode != "free" else 0,
        }

    def pair(self, done: list[Cue]) -> dict[str, Any]:
        """Lay out what a pair does."""
        throws = [cue for cue in done if cue.act.only in cues.DRUMMED]
        return {
            "throws": [[self.number(cue), cue.beat and cue.beat.cycle, cue.throw] for cue in throws],
            "after": self.numbers(done[len(throws) :]),
        }

    def numbers(self, done: list[Cue]) -> list[int]:
        """Return the numbers of rows, of which the announcement of an odd counter is none."""
        return [self.number(cue) for cue in done if cue.act.say != ODD]

    def number(self, cue: Cue) -> int:
        """Return the number of a row; what it does not have is left out."""
        act = {"zh": cue.act.zh, "ko": cue.act.ko, "en": cue.act.en}
        row = {
            "step": cue.step,
            "section": cue.section,
            "who": cue.who,
            "act": index(self.acts, act),
            "say": cue.act.say,
            "from": cue.start,
            "to": cue.to,
            "facing": cue.facing,
            "object": cue.act.object,
            "only": cue.act.only,
            "music": "" if cue.music == "off" else cue.music,
            "basis": cue.basis,
            "placed": cue.act.place_basis,
            "sources": list(cue.sources),
        }
        return index(self.rows, {key: value for key, value in row.items() if value or key == "act"})


def index(known: list[dict[str, Any]], value: dict[str, Any]) -> int:
    """Return the place of a value, which is added where it is new."""
    if value not in known:
        known.append(value)
    return known.index(value)


def of_pair(cue: Cue) -> int | None:
    """Return the pair whose row it is; that the drum runs on, tied to none, stands with the first."""
    return 1 if cue.beat and cue.pair is None else cue.pair


def parted(done: list[Cue]) -> tuple[list[Cue], list[Cue], list[Cue]]:
    """Part the rows of the first round that are of no pair: before, during and after the throws."""
    alone = [cue for cue in done if of_pair(cue) is None]
    thrown = next(cue.step for cue in done if cue.act.only in cues.DRUMMED)
    before = [cue for cue in alone if cue.step < thrown]
    during = [cue for cue in alone if cue.step == thrown]
    return before, during, [cue for cue in alone if cue.step > thrown]


def said(formula: rites.Formula) -> dict[str, str]:
    """Return what is said in each spelling, {0} where an announcement has what was counted."""
    spelled = {key: value for key, value in msgspec.structs.asdict(formula).items() if key != "source"}
    return {key: value.replace(UNCOUNTED[key], "{0}") for key, value in spelled.items()}


def labels(of: rites.Label) -> dict[str, str]:
    """Return a name in its languages."""
    return {"zh": of.zh, "ko": of.ko, "en": of.en}


def told(of: rites.Gloss) -> dict[str, str]:
    """Return what a head or a person is called besides."""
    return {"ko": of.ko, "en": of.en}


def song_lines(rite: rites.Rite) -> tuple[list[str], ...]:
    """Return the lines of the rite's own song, in full and in short characters."""
    own, _ = cues.song(rite, Choices())
    return tuple(list(each) for each in zip(*cues.verses(own), strict=True))


def amounts() -> dict[str, list[str]]:
    """Return what an announcement says of each difference, by the spellings of a formula.

    At 0 stands what it says where nothing is counted; that both are even is another formula.
    """
    most = ARROWS * PAIRS_OF_A_SET
    told = [Announcement(Side.GUEST, Fraction(each), Wording.ZHU, Form.WHO) for each in range(1, most + 1)]
    hanzi = [each.amount(Language.TRADITIONAL) for each in told]
    found = {
        "hant": hanzi,
        "hans": [each.amount(Language.SIMPLIFIED) for each in told],
        "pinyin": [" ".join(READINGS[sign][0] for sign in each) for each in hanzi],
        "korean": ["".join(READINGS[sign][1] for sign in each) for each in hanzi],
        "en": [each.amount(Language.ENGLISH) for each in told],
        "ko": [each.amount(Language.KOREAN) for each in told],
    }
    return {key: [UNCOUNTED[key], *each] for key, each in found.items()}


def outcomes() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what rounds come to: the horses that stand, and after three who is congratulated."""
    for count in range(1, ROUNDS + 1):
        for rounds in product(Round, repeat=count):
            found: dict[str, Any] = {"standing": standing(rounds)[-1]}
            if count == ROUNDS:
                end = settle(rounds)
                found |= {
                    "end": end.horses,
                    "merged": end.merged,
                    "celebrate": end.celebrate,
                    "flags": end.flags,
                }
            yield "".join(rounds), found
