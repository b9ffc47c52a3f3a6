from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final

import pytest
from strategies import drawn_bytes, full_set, garbled, laid_out_anew, scraps, spoilt
from tables import EDITION, SEEDS

from touhu_music import decoding, library, markup, passage
from touhu_music.edition.copying import copied
from touhu_music.edition.verification import forms, verify
from touhu_music.errors import PassageError
from touhu_music.passage import Passage
from touhu_music.signs import TABLE, kinds_of
from touhu_music.witnessfile import load

NAMES: Final = ("lu-1", "xue-1", "lu-2", "xue-2")
SIGLA: Final = tuple(dict.fromkeys(name.partition("@")[2] for name in EDITION))
HARMLESS: Final = frozenset(
    ("glyph-variant", "label-variant", "label-flipped", "gloss-inside", "collation-note")
)
"""What is warned of and makes no stroke and no name doubtful."""


def rows_of(siglum: str) -> dict[str, str]:
    return {name: EDITION[f"{name}@{siglum}"] for name in NAMES}


def outcome(text: str, rows: Mapping[str, str]) -> str:
    """Say whether a text reads as these rows, doubts what it reads, or is wrong in silence."""
    try:
        found = passage.read(text, known=library.known_rows())
    except PassageError as error:
        return error.code
    if [(each.set, each.name, str(each.cadence)) for each in found.readings] == [
        (1, name, rows[name]) for name in NAMES
    ]:
        return "same"
    doubts = codes(found) - HARMLESS
    return min(doubts) if doubts else "wrong"


def codes(found: Passage) -> set[str]:
    every = [*found.warnings, *(warning for reading in found.readings for warning in reading.warnings)]
    return {warning.partition(":")[0] for warning in every}


# --- the same passage, laid out in other ways --------------------------------------------------


@pytest.mark.parametrize("siglum", SIGLA)
def test_no_layout_makes_other_rows(siglum: str) -> None:
    rows = rows_of(siglum)
    for seed in range(25):
        random = Random(f"{siglum} {seed}")
        text = laid_out_anew(full_set(rows, random), random)
        assert outcome(text, rows) == "same", (seed, text)


def test_no_layout_of_a_whole_text_makes_other_rows(texts: Path) -> None:
    whole = (texts / "seeds" / SEEDS["A"]).read_bytes().decode()
    for seed in range(25):
        text = laid_out_anew(whole, Random(seed))
        assert outcome(text, rows_of("A")) == "same", seed


@pytest.mark.parametrize("words", ["二〇二〇年", "人口", "壺口徑二寸半"])
def test_a_mouth_or_a_digit_near_a_row_cuts_nothing_off(words: str) -> None:
    found = passage.read(f"{words}魯鼓○□□○半○□○○薛鼓○○○□半○□□○{words}")
    assert [str(each.cadence) for each in found.readings] == ["○□□○半○□○○", "○○○□半○□□○"]
    assert codes(found) == {"incomplete-set"}


def test_a_mouth_near_a_row_that_is_written_with_mouths_is_told() -> None:
    with pytest.raises(PassageError, match="broken-row"):
        passage.read("魯鼓○口口○半○口○○甲口")


def test_every_sign_that_nobody_sees_is_layout() -> None:
    unseen = {
        sign for sign in map(chr, range(0x110000)) if sign.isspace() or unicodedata.category(sign) == "Cf"
    }
    every = "".join(map(chr, range(0x110000)))
    kinds = kinds_of(every).decode()
    assert unseen - TABLE.keys() <= {sign for sign, kind in zip(every, kinds, strict=True) if kind == " "}
    assert all(kinds[ord(sign)] == kind for sign, kind in TABLE.items())


# --- whatever comes ----------------------------------------------------------------------------


def tried(source: str | bytes) -> float:
    """Read anything in each way there is: a result or one typed error; return the longest of the seconds."""
    ways: list[Callable[[], object]]
    if isinstance(source, bytes):
        data = source
        ways = [lambda: decoding.read(decoding.decode(data))]
    else:
        text = source
        ways = [lambda: passage.read(text), lambda: markup.read(text), lambda: copied(text)]
    longest = 0.0
    for way in ways:
        start = time.perf_counter()
        try:
            way()
        except PassageError as error:
            said = str(error)
            assert said.isprintable()
            assert len(said) < 1000
        longest = max(longest, time.perf_counter() - start)
    return longest


def anything(random: Random) -> str | bytes:
    """Draw a text or bytes: scraps, a spoilt passage, one that is garbled besides, or bytes."""
    kind = random.randrange(4)
    if kind == 3:
        return drawn_bytes(random)
    siglum = random.choice(SIGLA)
    text = full_set(rows_of(siglum), random)[250:-250] if random.random() < 0.5 else scraps(random)
    text = spoilt(laid_out_anew(text, random) if random.random() < 0.5 else text, random)
    return garbled(text, random) if kind == 2 else text


@pytest.mark.parametrize("part", range(4))
def test_anything_is_a_result_or_one_typed_error(part: int) -> None:
    for seed in range(200):
        assert tried(anything(Random(f"{part} {seed}"))) < 1


@pytest.mark.parametrize("text", ["\ud800", "鼓○□\udfff○○半○□○魯鼓"])
def test_half_a_character_is_no_traceback(text: str) -> None:
    with pytest.raises(PassageError):
        passage.read(text)


# --- one clean and one damaged copy ------------------------------------------------------------

DAMAGE: Final = ("dropped", "added", "swapped", "without half", "stop", "lost")


def damaged(row: str, damage: str, random: Random) -> str:
    """Damage one place of a row, never so that the row stays what it was."""
    at = random.choice([place for place in range(1, len(row) - 1) if "半" not in row[place - 1 : place + 2]])
    if damage == "without half":
        return row.replace("半", "")
    drum = row[at]
    other = {"○": "□", "□": "○"}[drum]
    put = {"dropped": "", "added": drum * 2, "swapped": other, "stop": "。", "lost": "?"}[damage]
    return row[:at] + put + row[at + 1 :]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_copy_beside_a_clean_one_is_told(damage: str) -> None:
    known = forms(load(path) for path in library.witnesses().values())
    rows = rows_of("A")
    for seed in range(12):
        random = Random(f"{damage} {seed}")
        name = random.choice(NAMES)
        clean = full_set(rows, random)
        spoiled = full_set(rows | {name: damaged(rows[name], damage, random)}, random)
        swapped = random.random() < 0.5
        found, errors = copied(spoiled + clean if swapped else clean + spoiled)
        verdicts = {(row.set, row.name): verify(row, known) for row in found}
        whole = {key for key, verdict in verdicts.items() if verdict.agrees and len(verdict.row.sides) == 2}
        sets = {1: 2, 2: 1} if swapped else {1: 1, 2: 2}
        expected = {(sets[1], each) for each in NAMES} | {(sets[2], each) for each in NAMES if each != name}
        if damage in ("dropped", "added", "swapped", "stop"):  # which may give the form of another witness
            others = {EDITION[f"{name}@{siglum}"] for siglum in SIGLA}
            expected |= {
                key
                for key, verdict in verdicts.items()
                if key == (sets[2], name) and "半".join(verdict.row.sides) in others
            }
        assert whole == expected, (seed, name, errors)
        if damage == "lost":
            assert [error.partition(":")[0] for error in errors] == ["unreadable-mark"]
        else:
            assert not errors
            assert len(found) == 8


def test_exchanged_names_in_one_copy_are_told() -> None:
    known = forms(load(path) for path in library.witnesses().values())
    rows, random = rows_of("A"), Random(1)
    exchanged = full_set(rows, random).translate(str.maketrans("魯薛", "薛魯"))
    found, errors = copied(full_set(rows, random) + exchanged)
    assert not errors
    assert [(row.set, row.name) for row in found] == [(1, name) for name in NAMES] + [
        (2, name) for name in ("xue-1", "lu-1", "xue-2", "lu-2")
    ]
    verdicts = [verify(row, known) for row in found]
    assert [{form.cadence for form in verdict.agrees} for verdict in verdicts] == [
        {name} for name in NAMES
    ] * 2
