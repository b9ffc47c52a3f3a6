"""What was copied against the witnesses: which row it is, and what is told of it."""

from __future__ import annotations

from random import Random

import pytest
from tables import LU_1, LU_2, ROWS, XUE_1, XUE_2, page

from touhu_music import library
from touhu_music.comparison.alignment import Edit
from touhu_music.edition.copying import Copied, copied
from touhu_music.edition.verification import Verdict, forms, said, verify
from touhu_music.language import Language
from touhu_music.notation import HALF, Drum, Use
from touhu_music.reading import Place

KNOWN = forms(library.witness(siglum) for siglum in "ABC")
LU_2_OF_B = ROWS["lu-2@B"]


def verdicts(text: str) -> list[Verdict]:
    rows, errors = copied(text)
    assert errors == ()
    return [verify(row, KNOWN) for row in rows]


def lines(text: str, language: Language = Language.ENGLISH) -> list[str]:
    return [said(verdict, language) for verdict in verdicts(text)]


def one(*sides: str, name: str | None = None) -> Verdict:
    return verify(Copied(name, sides, Place(1, 1, 0)), KNOWN)


def swapped(row: str, place: int, by: str) -> str:
    """Put something else in the place of a mark, counted from 1 with 半."""
    return row[: place - 1] + by + row[place:]


# --- rows that agree ---------------------------------------------------------------------------

CLEAN = [
    "this is lu-1; agrees with A B C",
    "this is xue-1; agrees with A B C",
    "this is lu-2; agrees with A C",
    "this is xue-2; agrees with A B",
]


def test_a_true_copy_agrees_row_by_row() -> None:
    assert lines(page()) == CLEAN


def test_a_variant_agrees_with_those_who_print_it() -> None:
    assert lines(page(lu_2=LU_2_OF_B))[2] == "this is lu-2; agrees with B"


def test_agreement_with_what_is_doubtful_is_told_beside_what_is_sound() -> None:
    (line,) = lines(page(xue_2=ROWS["xue-2@C"]))[3:]
    assert line == (
        "this is xue-2; agrees with C, whose stroke 11 after 半 is doubtful;"
        " against A B: one ○ more beside stroke 10 after 半"
    )


# --- names -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, told",
    [
        (
            page(lu_1=XUE_1, xue_1=LU_1),
            [
                "named lu-1 in the text, but it is xue-1; agrees with A B C",
                "named xue-1 in the text, but it is lu-1; agrees with A B C",
                *CLEAN[2:],
            ],
        ),
        (
            page(lu_1=LU_2, lu_2=LU_1),
            [
                "in the place of lu-1 in the text, but it is lu-2; agrees with A C",
                CLEAN[1],
                "in the place of lu-2 in the text, but it is lu-1; agrees with A B C",
                CLEAN[3],
            ],
        ),
        (
            page().replace("魯鼓", "薛 鼓", 1).replace("薛鼓", "魯鼓", 1),
            [
                "named xue-1 in the text, but it is lu-1; agrees with A B C",
                "named lu-1 in the text, but it is xue-1; agrees with A B C",
                *CLEAN[2:],
            ],
        ),
        (f"{LU_2}\n{XUE_1}", [CLEAN[2], CLEAN[1]]),
        (f"{LU_2}\n{XUE_1}\n{LU_1}\n{XUE_2}", [CLEAN[2], CLEAN[1], CLEAN[0], CLEAN[3]]),
    ],
    ids=["rows swapped", "charts swapped", "names swapped", "no names", "four without names"],
)
def test_a_row_is_named_by_what_it_is(text: str, told: list[str]) -> None:
    assert lines(text) == told


# --- damaged rows ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row, told",
    [
        (swapped(LU_1, 4, ""), "one ○ fewer in the run of strokes 3-4 before 半"),
        (swapped(LU_1, 7, ""), "○ missing at stroke 7 before 半"),
        (swapped(LU_1, 18, ""), "one ○ fewer in the run of strokes 5-7 after 半"),
        (swapped(LU_1, 4, "○○"), "one ○ more in the run of strokes 3-4 before 半"),
        (swapped(LU_1, 4, "○○○"), "2 ○ more in the run of strokes 3-4 before 半"),
        (f"{LU_1}○", "one ○ more beside stroke 12 after 半"),
        (f"{LU_1}□", "□ added after stroke 12 after 半"),
        (f"□{LU_1}", "□ added ahead of stroke 1 before 半"),
        (swapped(LU_1, 5, "□○"), "○ added ahead of stroke 6 before 半"),
        (swapped(LU_1, 4, "□"), "□ instead of ○ at stroke 4 before 半"),
        (
            swapped(swapped(LU_1, 16, "○"), 4, ""),
            "one ○ fewer in the run of strokes 3-4 before 半, ○ instead of □ at stroke 4 after 半",
        ),
        (
            LU_1.replace("半○□○□", "半○□"),
            "□ missing at stroke 4 after 半, one ○ fewer in the run of strokes 5-7 after 半,"
            " or otherwise in as many edits",
        ),
    ],
)
def test_an_edit_is_told_of_its_run(row: str, told: str) -> None:
    assert lines(page(lu_1=row)) == [f"this is lu-1; against A B C: {told}", *CLEAN[1:]]


def test_all_of_the_nearest_are_named() -> None:
    between = LU_2.replace("半○□○○□", "半○□□○□")
    assert lines(page(lu_2=between))[2] == (
        "this is lu-2; against A C: □ instead of ○ at stroke 3 after 半;"
        " against B: one □ more beside stroke 2 after 半"
    )


def test_a_row_as_near_to_several_is_none_of_them_unless_it_is_named_so() -> None:
    assert lines("○□○□○○○□○□○") == [
        "without 半; no known row;"
        " nearest is the touhu half of lu-1 (A B C): one □ fewer in the run of strokes 8-9 after 半;"
        " nearest is the touhu half of xue-2 (A B): □ added ahead of stroke 8 after 半;"
        " nearest is the touhu half of lu-2 (B): one ○ fewer in the run of strokes 5-8 after 半"
    ]
    assert one("○□○□○○○□○□○", name="lu-1").found == one("○□○□○○○□□○□○").found


def test_of_a_far_row_is_told_how_much_is_missing() -> None:
    assert lines(page(xue_1="○□○○半□□○"))[1] == (
        "no known row; nearest is lu-2 (B): 13 strokes off, 4 missing before 半, 9 missing after 半;"
        " against its name xue-1 (A B C): 21 strokes off, 16 missing before 半, 5 missing after 半"
    )


def test_a_row_that_lost_half_its_strokes_is_no_known_row() -> None:
    before, after = XUE_2.split(HALF)
    assert lines(page(xue_2=f"{before[:10]}半{after[5:]}"))[3] == (
        "no known row; nearest is lu-2 (B): 10 strokes off, 2 added before 半, 1 different before 半,"
        " 7 missing after 半; against its name xue-2 (A B): 16 strokes off, 11 missing before 半,"
        " 5 missing after 半"
    )


def test_a_row_too_long_to_compare_is_no_known_row() -> None:
    assert lines(page(lu_1=f"{LU_1}{'○' * 200}")) == ["no known row", *CLEAN[1:]]


# --- without 半 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, told",
    [
        (page(lu_1=LU_1.split(HALF)[1]), "without 半; this is the touhu half of lu-1; agrees with A B C"),
        (page(lu_1=LU_1.replace(HALF, "")), "without 半; this is the whole of lu-1; agrees with A B C"),
        (
            page(lu_1=LU_1.split(HALF)[1].replace("□□", "□")),
            "without 半; this is the touhu half of lu-1;"
            " against A B C: one □ fewer in the run of strokes 8-9 after 半;"
            " as near to the touhu half of xue-2 (A B): □ added ahead of stroke 8 after 半;"
            " as near to the touhu half of lu-2 (B): one ○ fewer in the run of strokes 5-8 after 半",
        ),
        (
            page(lu_1=LU_1.replace(HALF, "").replace("□□", "□", 1)),
            "without 半; this is the whole of lu-1;"
            " against A B C: one □ fewer in the run of strokes 5-6 of the whole row",
        ),
        (
            page(lu_1=XUE_1.split(HALF)[1]),
            "without 半; named lu-1 in the text, but it is the touhu half of xue-1; agrees with A B C",
        ),
    ],
    ids=["half", "whole", "damaged half", "damaged whole", "another's half"],
)
def test_a_row_without_half_stands_among_the_others(text: str, told: str) -> None:
    assert lines(text) == [told, *CLEAN[1:]]


@pytest.mark.parametrize(
    "text, told",
    [
        ("魯鼓○□○□○○○□□○□○", ["without 半; this is the touhu half of lu-1; agrees with A B C"]),
        (
            "○□○□○○○□□○□○\n○□○○○□□○",
            [
                "without 半; this is the touhu half of lu-1; agrees with A B C",
                "without 半; this is the touhu half of xue-1; agrees with A B C",
            ],
        ),
        (f"{LU_1}\n○□○○○□□○", [CLEAN[0], "without 半; this is the touhu half of xue-1; agrees with A B C"]),
        (LU_1.replace(HALF, f"\n{HALF}"), [CLEAN[0]]),
    ],
    ids=["named", "nothing but halves", "a row and a half", "a row on two lines"],
)
def test_rows_stand_alone(text: str, told: list[str]) -> None:
    assert [
        line.replace("in the place of lu-2 in the text, but it is", "this is") for line in lines(text)
    ] == told


# --- several copies ----------------------------------------------------------------------------


def test_a_damaged_copy_beside_a_clean_one_is_told_as_such() -> None:
    text = f"{page()}\n{page(lu_1=LU_1.replace(HALF, ''), xue_2=swapped(XUE_2, 2, ''))}"
    assert [verdict.row.set for verdict in verdicts(text)] == [1, 1, 1, 1, 2, 2, 2, 2]
    assert lines(text) == [
        *CLEAN,
        "without 半; this is the whole of lu-1; agrees with A B C",
        *CLEAN[1:3],
        "this is xue-2; against A B: □ missing at stroke 2 before 半",
    ]


# --- in other languages ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "language, told",
    [
        (Language.TRADITIONAL, "文中名lu-1，實為xue-1; 較A B C：半上第3至5擊連擊少一○, 半下第2擊□作○"),
        (Language.SIMPLIFIED, "文中名lu-1，实为xue-1; 较A B C：半上第3至5击连击少一○, 半下第2击□作○"),
        (
            Language.KOREAN,
            "본문 이름은 lu-1, 실제는 xue-1; A B C 대비: 半 앞 3-5타 연타에서 ○ 1개 적음, 半 뒤 2타 □ 대신 ○",
        ),
        (
            Language.ENGLISH,
            "named lu-1 in the text, but it is xue-1; against A B C:"
            " one ○ fewer in the run of strokes 3-5 before 半, ○ instead of □ at stroke 2 after 半",
        ),
    ],
)
def test_it_is_said_in_four_languages(language: Language, told: str) -> None:
    damaged = swapped(XUE_1, 5, "").replace("半○□", "半○○")
    assert lines(page(lu_1=damaged), language)[0] == told


# --- laws --------------------------------------------------------------------------------------


def edited(row: str, random: Random) -> str:
    """Drop, add or swap one mark."""
    place = random.randrange(len(row))
    new = random.choice(
        ["", random.choice(tuple(Drum)) + row[place], Drum.PI if row[place] == Drum.GU else Drum.GU]
    )
    return row[:place] + new + row[place + 1 :]


def applied(row: str, edits: list[Edit]) -> str:
    """Make the told edits, the last one first, so that places stay."""
    for edit in reversed(edits):
        start = edit.place - 1
        assert row.startswith(edit.first, start)
        row = row[:start] + edit.second + row[start + len(edit.first) :]
    return row


@pytest.mark.parametrize("seed", range(200))
def test_the_told_edits_make_the_copy_out_of_the_witness(seed: int) -> None:
    random = Random(seed)
    form = random.choice(KNOWN)
    side = random.randrange(len(form.sides))
    sides = [edited(strokes, random) if side == at else strokes for at, strokes in enumerate(form.sides)]
    verdict = one(*sides)
    if not verdict.agrees:
        assert form in [each.form for each in verdict.nearest]
    for each in verdict.nearest:
        assert each.distance == 1
        assert each.sure
        made = [
            applied(strokes, [edit for where, edit in each.edits if where is section])
            for section, strokes in zip(each.form.sections, each.form.sides, strict=True)
        ]
        assert made == sides


def test_every_form_agrees_with_itself_only_in_its_own_name() -> None:
    for form in KNOWN:
        verdict = one(*form.sides, name=form.cadence)
        assert [each.cadence for each in verdict.agrees] == [form.cadence]
        assert form in verdict.found
    assert {form.use for form in KNOWN} == set(Use)
