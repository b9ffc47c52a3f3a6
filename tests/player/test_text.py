"""What is pasted into the player is read and told as the package reads and tells it."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from edition import test_copying, test_verification
from passage_cases import CASES
from player.scripts import run_scripts
from strategies import SCRAPS, full_set, laid_out_anew, prose, scraps, spoilt
from tables import EDITION, LU_1, ROWS, XUE_1, page
from test_passage_wild import NAMES, SIGLA, anything, rows_of

from touhu_music import library
from touhu_music.cli.inputs import unquoted
from touhu_music.cli.terminal import LONGEST_LINE
from touhu_music.cli.verifying import EXPECTED, Source, clean, described, of_verdict, quoted, shown
from touhu_music.comparison.alignment import align
from touhu_music.edition import copying
from touhu_music.edition.verification import Verdict, forms, verify
from touhu_music.errors import PassageError, TouhuError
from touhu_music.language import Language
from touhu_music.notation import HALF, MARKS, describe, visible
from touhu_music.player.data import VERIFY_WORDS, notation_data, rows_data, words_data
from touhu_music.signs import kinds_of
from touhu_music.witnessfile import load

FILES: Final = ("notation.js", "passage.js", "alignment.js", "verify.js")
DATA: Final = {"notation": notation_data(), "rows": rows_data(), "words": words_data(VERIFY_WORDS)}
KNOWN: Final = forms(load(path) for path in library.witnesses().values())
ASSIGNED: Final = [
    sign
    for sign in map(chr, range(sys.maxunicode + 1))
    if unicodedata.ucd_3_2_0.category(sign) not in ("Cn", "Co")
]
"""The characters that every version of Unicode has which is in use, but the private ones."""

VERIFY: Final = """(text) => {
  const known = formsOf(DATA.rows);
  const told = (language) => verifyText(text, known, DATA.notation, DATA.words[language]);
  return Object.fromEntries(Object.keys(DATA.words).map((language) => [language, told(language)]));
}"""


@pytest.fixture(autouse=True)
def _pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the package take every text as a plain one."""
    monkeypatch.setattr(copying, "language_of", lambda source: None)


# --- how the package tells ---------------------------------------------------------------------


def read(text: str) -> Source:
    """Read a text as an argument in quotes; what has no mark has no row."""
    printed = unquoted(text)
    if clean(printed) and not set(printed) & {*MARKS, HALF}:
        raise PassageError("no-notation", EXPECTED)
    return quoted(text)


def told(text: str) -> dict[str, Any]:
    try:
        source = read(text)
    except TouhuError as error:
        said = (
            str(error).removeprefix(f"{shown(unquoted(text))}: ")
            if isinstance(error, PassageError)
            else str(error)
        )
        line = visible(said if len(said) <= LONGEST_LINE else f"{said[:LONGEST_LINE]}…")
        return {str(language): {"rows": [], "errors": [line], "lines": [line]} for language in Language}
    verdicts = [verify(row, KNOWN) for row in source.rows]
    heading = f"{source.label}: "
    found: dict[str, Any] = {}
    for language in Language:
        every = [visible(line) for line in described(source, verdicts, language)]
        rest = iter(every[1:])
        found[str(language)] = {
            "rows": [row_told(verdict, language, rest) for verdict in verdicts],
            "errors": [visible(error) for error in source.errors],
            "lines": [every[0].removeprefix(visible(heading)), *every[1:]],
        }
    return found


def row_told(verdict: Verdict, language: Language, lines: Iterator[str]) -> dict[str, Any]:
    shape = of_verdict(verdict, language)
    return {
        **{key: shape[key] for key in ("name", "line", "column", "set", "use", "remarks")},
        "where": {key: shape[key] for key in ("line", "column")},
        "cadence": shape["is"],
        "sides": list(verdict.row.sides),
        "agrees": bool(verdict.agrees),
        "lines": list(islice(lines, 1 + len(verdict.row.remarks))),
    }


def assert_told_alike(texts: Sequence[str]) -> None:
    """Compare what both say of texts, line by line in all languages."""
    for text, found in zip(texts, run_scripts(FILES, VERIFY, texts, DATA), strict=True):
        assert found == told(text), ascii(text)


# --- texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_passage_of_a_book_is_told_alike_in_every_layout(siglum: str) -> None:
    drawn = (Random(f"{siglum} {seed}") for seed in range(25))
    assert_told_alike([laid_out_anew(full_set(rows_of(siglum), random), random) for random in drawn])


def cases(test: Callable[..., object]) -> list[str]:
    """Return the first argument of each case that a test is given."""
    marks: list[pytest.Mark] = test.pytestmark  # type: ignore[attr-defined]
    return [case[0] for mark in marks if mark.name == "parametrize" for case in mark.args[1]]


def test_the_texts_of_the_tables_are_told_alike() -> None:
    rows = cases(test_verification.test_an_edit_is_told_of_its_run)
    texts = [
        *(case.text for case in CASES),
        *cases(test_copying.test_what_cannot_be_read_is_told_beside_the_rows),
        *cases(test_copying.test_a_text_without_rows_is_refused_as_the_reader_does),
        *cases(test_verification.test_a_row_is_named_by_what_it_is),
        *cases(test_verification.test_a_row_without_half_stands_among_the_others),
        *cases(test_verification.test_rows_stand_alone),
        *rows,
        *(page(lu_1=row) for row in rows),
    ]
    assert len(texts) > 100
    assert_told_alike(texts)


def test_the_texts_of_the_books_are_told_alike(texts: Path) -> None:
    found = sorted([*(texts / "witnesses").glob("*.txt"), *(texts / "seeds").glob("*.txt")])
    assert len(found) > 12
    whole = [path.read_bytes().decode("utf-8") for path in found]
    spoiled = [spoilt(text[:5000], Random(seed)) for seed in range(20) for text in whole]
    assert_told_alike([*whole, *spoiled])


@pytest.mark.parametrize("part", range(4))
def test_anything_is_told_alike(part: int) -> None:
    drawn = [anything(Random(f"{part} {seed}")) for seed in range(400)]
    assert_told_alike([text if isinstance(text, str) else text.decode("utf-8", "replace") for text in drawn])


def damaged(random: Random) -> str:
    """Draw a page with rows that are changed in a few places, perhaps without 半, perhaps twice."""
    rows = []
    for name in NAMES:
        row = random.choice([ROWS[f"{name}@{siglum}"] for siglum in "ABC"])
        for _ in range(random.choice((0, 0, 1, 1, 2, 3, 8))):
            at = random.randrange(len(row))
            row = row[:at] + random.choice(("", "", "○", "□", "○○", "□□○", "口", "◍")) + row[at + 1 :]
        if random.random() < 0.3:
            row = row.replace(HALF, "") if random.random() < 0.5 else row.partition(HALF)[2]
        rows.append(row)
    random.shuffle(rows[random.randrange(4) :])
    if random.random() < 0.2:
        random.shuffle(rows)
    text = page(*rows) if random.random() < 0.7 else "\n".join(rows[random.randrange(4) :])
    return f"{prose(random, 50)}\n{text}" if random.random() < 0.3 else text


@pytest.mark.parametrize("part", range(4))
def test_damaged_rows_are_told_alike(part: int) -> None:
    texts = [damaged(Random(f"{part} {seed}")) for seed in range(100)]
    doubled = [f"{one}\n{other}" for one, other in zip(texts[:30], texts[30:60], strict=True)]
    assert_told_alike([*texts, *doubled])


STRANGE: Final = (
    *("\ud800", "\udfff", "\ud83d", "\ude00", "\U0001f941", "\U00020000", "\U0002a6d6", "\U0001d7ce"),
    *("\x00", "\x07", "\x1b", "\x1c", "\x1f", "\x7f", "\x85", "\xad", "\u0301", "\u0600", "\u180e"),
    *("\u200c", "\u200d", "\u202e", "\u2028", "\u2029", "\u2060", "\ufe0f", "\ufeff", "\ufffe", "\uffff"),
    *("\U000e0041", "\U000e0100", "\U0010ffff", "\ue000", "\ufdd0", "&KR\u0663\U0001d7ce;", "&KR0\u00b2;"),
    *("<pb:\U00020000>", "<pb:\x1c>", "<pb:\ufeff>", "<md:x>", "\n#", "\r#", "\u2028#", "'", '"', "\\", "$&"),
    *("注\x1c：\x85「", "釋文\ufeff:‘", "正義：「", "正义", "」", "__proto__", "constructor", "{0}", "%s"),
)


def strange(random: Random) -> str:
    """Draw a row or passage with strange characters between its signs."""
    text = random.choice((LU_1, XUE_1, page(), "".join(random.choices(SCRAPS, k=40)), scraps(random)[:300]))
    signs = list(text)
    for _ in range(random.choice((1, 1, 2, 5, 40))):
        sign = random.choice(STRANGE) if random.random() < 0.7 else random.choice(ASSIGNED)
        signs.insert(random.randint(0, len(signs)), sign)
    mixed = "".join(signs)
    return mixed.encode("utf-16", "surrogatepass").decode(
        "utf-16", "surrogatepass"
    )  # halves that meet are one


@pytest.mark.parametrize("part", range(4))
def test_strange_characters_are_told_alike(part: int) -> None:
    assert_told_alike([strange(Random(f"{part} {seed}")) for seed in range(500)])


# --- rows by themselves ------------------------------------------------------------------------


def test_a_row_by_itself_is_told_alike() -> None:
    rows = [*EDITION.values(), *(row.replace(HALF, "") for row in ROWS.values())]
    marks = [
        *(
            "",
            " ",
            "\n",
            "○",
            "半",
            "○半",
            "半□",
            "○半□",
            "○半半□",
            "○半□半○",
            "○□○",
            "○x□",
            "○X半□",
            "〇◯囗半口◍",
        ),
        *(
            f"{LU_1}\n",
            f"\n {LU_1}",
            f"'{LU_1}'",
            f'"{LU_1}"',
            f"'{LU_1}",
            f"{LU_1}'",
            f"{LU_1}。",
            "''",
            "'○x'",
        ),
        *(
            f"{LU_1[:5]}\n{LU_1[5:]}",
            f"{'○' * 201}半□",
            f"{'○' * 80}x半□",
            "\u3000○\u3000?半□",
            "○𠀀半□",
            "○\ud800半",
        ),
        *(f"{'○□' * 5000}半□", f"{'○□' * 6000}", "○□\u00a0○○\u200b半\ufeff○□○", "鼓○□○○半○□○", "一半"),
    ]
    assert_told_alike([*rows, *marks])


def test_a_wrong_mark_is_an_error_and_no_row() -> None:
    (found,) = run_scripts(FILES, VERIFY, ["○x□"], DATA)
    line = "'○x□': character 2: 'x' U+0078 is no stroke; expected ○ □ or 半, in ○[x]□"
    assert found["en"] == {"rows": [], "errors": [line], "lines": [line]}


# --- long texts --------------------------------------------------------------------------------

LONG: Final = (
    *(
        "○",
        "○□半",
        "○x",
        "鼓○□○○半○□○魯鼓",
        "鼓○口○○半○◍○魯鼓",
        "鼓○□○?○半○□○魯鼓",
        "○□□半○○□\n",
        "半○□",
        "魯 ",
        "半 ",
    ),
    *(
        "(",
        "注",
        "注 ",
        "注：「",
        "()",
        "<pb:",
        "&KR0",
        "#\n",
        "1.",
        "Lu",
        "\U00020000",
        "\ud800",
        "口x",
        "\x00",
        "\n",
    ),
)


@pytest.mark.parametrize("scrap", LONG, ids=ascii)
def test_a_long_text_is_told_alike(scrap: str) -> None:
    around = ["{}", "鼓{}半○□○○魯鼓", "{}半{}", "○□○○半○□○{}", "({}"]
    assert_told_alike([each.replace("{}", scrap * 100) for each in around])


def test_no_text_is_too_much() -> None:
    texts = [(scrap * 50_000)[:50_000] for scrap in LONG]
    texts += ["鼓" + "○□" * 300_000 + "半○□○○魯鼓", "注" + " " * 300_000, ("(" * 1000 + ")" * 1000) * 100]
    call = "(text) => verifyText(text, formsOf(DATA.rows), DATA.notation, DATA.words.en).lines.length"
    assert all(run_scripts(FILES, call, texts, DATA))


# --- signs and alignments ----------------------------------------------------------------------


def test_every_character_is_of_the_same_kind() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    assert run_scripts(
        FILES,
        "(text) => kindsOf(text.map((code) => String.fromCodePoint(code)), DATA.notation).join('')",
        [list(map(ord, every))],
        DATA,
    ) == [kinds_of(every).decode()]


def test_every_character_is_described_alike() -> None:
    found = run_scripts(FILES, "(sign) => [describe(sign, DATA.notation), visible(sign)]", ASSIGNED, DATA)
    assert [(sign, *said) for sign, said in zip(ASSIGNED, found, strict=True)] == [
        (sign, describe(sign), visible(sign)) for sign in ASSIGNED
    ]


def test_rows_are_aligned_alike() -> None:
    random = Random(7)
    short = ["".join(marks) for length in range(6) for marks in product("○□", repeat=length)]
    pairs: list[tuple[str, ...]] = [*product(short, short)]
    pairs += [
        tuple("".join(random.choices("○□", k=random.randint(0, 24))) for _ in range(2)) for _ in range(1500)
    ]
    pairs += [("○□" * 100, "□○" * 100), ("○" * 200, "□" * 150)]
    call = "([first, second]) => align(first, second)"
    for (first, second), found in zip(pairs, run_scripts(FILES, call, pairs, DATA), strict=True):
        expected = align(first, second)
        assert found == {
            "distance": expected.distance,
            "ways": str(expected.ways),
            "edits": [edit._asdict() for edit in expected.edits],
            "meeting": [list(places) for places in expected.meeting],
        }, (first, second)


# --- the data ------------------------------------------------------------------------------------


def test_forms_are_those_of_the_witnesses() -> None:
    (found,) = run_scripts(FILES, "() => formsOf(DATA.rows)", [None], DATA)
    assert found == [
        {
            "cadence": form.cadence,
            "use": form.use,
            "sides": list(form.sides),
            "doubtful": [list(doubt) for doubt in form.doubtful],
            "witnesses": list(form.witnesses),
        }
        for form in KNOWN
    ]
