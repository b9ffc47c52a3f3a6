"""What the packaged books have against each other: the tables of the old notes and of our own collation."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Sequence
from io import StringIO
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from edition.test_mei import replaced
from hypothesis import given
from hypothesis import strategies as st

from touhu_music import library, plan
from touhu_music.comparison.alignment import Edit, Kind
from touhu_music.edition import apparatus as told
from touhu_music.edition import figure, mei, tei
from touhu_music.edition.collation import Apparatus, Form, against, collate, shared, side
from touhu_music.edition.printing import shape, to_csv, to_html, to_json
from touhu_music.errors import LibraryError, PassageError
from touhu_music.excerpts import Excerpt
from touhu_music.language import Language
from touhu_music.notation import Section
from touhu_music.passage import read
from touhu_music.render import Options
from touhu_music.witnessfile import Verdict, Witness, load

NAMES = ("lu-1", "xue-1", "lu-2", "xue-2")
BEFORE, AFTER = Section
BOOKS = [load(path) for path in library.witnesses().values()]
OMITTED = Edit(Kind.OMISSION, 3, "○○", "○")

# cadence, section, place, base, reading, books, kind, verdict
COLLATION = [
    ("lu-1", BEFORE, 3, "○○", "○○○", "K02", "addition", Verdict.FAULT),
    ("lu-1", BEFORE, 4, "○", "□", "K11", "substitution", Verdict.FAULT),
    ("lu-2", BEFORE, 2, "□", "", "K09", "omission", Verdict.FAULT),
    ("lu-2", AFTER, 3, "○○", "○", "B K02 K03 K13", "omission", Verdict.VARIANT),
    ("lu-2", AFTER, 3, "○○", "○", "K09", "mixed", Verdict.VARIANT),
    ("xue-2", AFTER, 10, "○", "○○", "C", "addition", Verdict.DOUBTFUL),
]


def held(name: str, base: str = "A", *, only: Sequence[str] = (), second_hand: bool = False) -> Apparatus:
    return collate(BOOKS, name, base, only=only, second_hand=second_hand)


def differing(apparatus: Apparatus) -> list[Form]:
    return [form for entry in apparatus.entries for form in entry.readings]


def test_the_collation_against_a_is_this_table_and_no_more() -> None:
    found = []
    for name in NAMES:
        for entry in held(name).entries:
            for form in entry.readings:
                (verdict,) = form.verdicts
                reading, books = form.edits[0].second, " ".join(form.witnesses)
                place = (entry.section, entry.position, entry.lemma, reading)
                found.append((name, *place, books, form.kind, verdict))
    assert found == COLLATION


def test_lu_2_has_one_entry_after_half_with_k09_as_a_reading_of_its_own() -> None:
    before, after = held("lu-2").entries
    assert (before.section, before.position) == (BEFORE, 2)
    assert [(form.row, form.edits) for form in after.readings] == [
        ("○□○□○○○○□○□○", (OMITTED,)),
        ("○□○□○○○○□○□○□○", (OMITTED, Edit(Kind.ADDITION, 14, "", "□○"))),
    ]


def test_xue_1_is_the_same_in_all_books() -> None:
    assert held("xue-1").entries == ()
    assert {held("xue-1").base, *held("xue-1").same} == {book.siglum for book in BOOKS}


def test_the_last_stroke_of_xue_2_in_c_is_the_only_doubtful_difference() -> None:
    assert [form.witnesses for name in NAMES for form in differing(held(name)) if form.doubtful] == [("C",)]


def test_only_missing_or_added_strokes_of_a_run_have_more_than_one_place() -> None:
    ways = {
        form.witnesses: form.alignment.ways for name in ("lu-1", "lu-2") for form in differing(held(name))
    }
    assert ways == {("K02",): 3, ("K11",): 1, ("B", "K02", "K03", "K13"): 2, ("K09",): 21}


@pytest.mark.parametrize(
    "name, distances",
    [
        ("lu-1", {"K02": 1, "K11": 1}),
        ("xue-1", {}),
        ("lu-2", {"B": 1, "K02": 1, "K03": 1, "K09": 4, "K13": 1}),
        ("xue-2", {"C": 1}),
    ],
)
def test_whole_rows_are_so_far_from_a(name: str, distances: dict[str, int]) -> None:
    assert held(name).distances == distances


def test_three_forms_of_lu_2_after_half_are_numbers_and_no_verdict() -> None:
    found = held("lu-2").of(AFTER)
    assert [(form.row.count("○"), form.row.count("□"), " ".join(form.witnesses)) for form in found] == [
        (9, 4, "A C K01 K07 K08 K11 N01"),
        (8, 4, "B K02 K03 K13"),
        (9, 5, "K09"),
    ]
    assert [len(form.witnesses) for form in found] == [7, 4, 1]
    assert found[2].row[:-2] == found[1].row


# --- counts ------------------------------------------------------------------------------------

FAILING = {
    "lu-1": ((13, 10), [("K02", 14, 10), ("K11", 12, 11)], (7, 5), []),
    "xue-1": ((16, 12), [], (5, 3), []),
    "lu-2": (
        (14, 7),
        [(siglum, 13, 7) for siglum in ("B", "K02", "K03", "K13")],
        (9, 4),
        [("B", 8, 4), ("K02", 8, 4), ("K03", 8, 4), ("K09", 9, 5), ("K13", 8, 4)],
    ),
    "xue-2": ((21, 10), [("C", 22, 10)], (7, 3), [("C", 8, 3)]),
}


@pytest.mark.parametrize("name", NAMES)
def test_the_counts_of_li_guangpo_fail_in_these_books(name: str) -> None:
    whole, half = held(name).checks
    number, failing, after, failing_after = FAILING[name]
    assert ((whole.pi, whole.gu), list(whole.failing)) == (number, failing)
    assert ((half.pi, half.gu), list(half.failing)) == (after, failing_after)
    assert whole.note is not None
    assert (whole.siglum, whole.note.whose, half.siglum, half.note) == ("K08", "李光坡", "A", None)


def test_the_counts_hold_for_a_k01_k07_k08_and_n01() -> None:
    failing = {siglum for name in NAMES for check in held(name).checks for siglum, *_ in check.failing}
    assert not failing & {"A", "K01", "K07", "K08", "N01"}


def test_the_two_faults_of_k09_cancel_in_the_count_of_the_whole_row() -> None:
    whole, half = held("lu-2").checks
    assert "K09" not in {siglum for siglum, *_ in whole.failing}
    assert ("K09", 9, 5) in half.failing


# --- at second hand ----------------------------------------------------------------------------


def test_reports_are_shown_only_where_asked_for() -> None:
    assert not any(form.through for name in NAMES for form in held(name).forms)
    assert not any(held(name).rowless for name in NAMES)


def test_k07_reports_three_readings_of_other_books() -> None:
    found = [
        (form.through, form.witnesses, form.section, form.row)
        for form in held("lu-1", second_hand=True).forms
    ]
    assert found[3:4] == [("K07", ("Wu",), BEFORE, "○□○○□□○○○○□")]
    assert found[-1] == ("K07", ("Wu",), AFTER, "○□○○○□□○□○")
    ((through, report),) = held("lu-2", second_hand=True).rowless
    assert (through, report.siglum, report.after) == ("K07", "Dadai", 13)


def test_what_k07_reports_is_what_its_notes_make_of_its_own_row() -> None:
    wu_before, wu_after = (form for form in held("lu-1", second_hand=True).forms if form.through)
    own = held("lu-1", "K07").of(BEFORE)[0].row
    assert own[:7] + "○" + own[8:] == wu_before.row
    assert wu_before.row == held("lu-2").of(BEFORE)[0].row + "○○□"
    own = held("lu-1", "K07").of(AFTER)[0].row
    pairs = [own[place : place + 2] for place in range(4)]
    assert {own[:place] + own[place + 2 :] for place in range(4) if pairs[place] in ("○□", "□○")} == {
        wu_after.row
    }


def reporting(siglum: str, through: str = "K08") -> list[Witness]:
    """Return the books, of which one reports a row of another that has this siglum."""
    (report, *_) = next(book for book in BOOKS if book.siglum == "K07").reports
    return [
        book._replace(reports=(report._replace(siglum=siglum),)) if book.siglum == through else book
        for book in BOOKS
    ]


@pytest.mark.parametrize("siglum", [*(book.siglum for book in BOOKS), "Wu", "other"])
def test_a_report_changes_nothing_of_what_the_books_have(siglum: str) -> None:
    plain = held("lu-1")
    apparatus = collate(reporting(siglum), "lu-1", "A", second_hand=True)
    assert (apparatus.same, apparatus.lacking, apparatus.distances) == (
        plain.same,
        plain.lacking,
        plain.distances,
    )
    assert shared([apparatus]) == shared([plain])
    assert [form for form in apparatus.forms if not form.through] == list(plain.forms)
    assert list(told.facts(apparatus, Language.ENGLISH)) == list(told.facts(plain, Language.ENGLISH))


def test_a_table_and_every_page_have_the_reports_that_imply_no_row() -> None:
    apparatus = held("lu-2", second_hand=True)
    (line,) = (
        each
        for each in csv.DictReader(StringIO(to_csv([apparatus], Language.ENGLISH).decode()))
        if each["witnesses"] == "Dadai"
    )
    assert (line["section"], line["position"], line["second_hand"]) == ("after_half", "14", "K07")
    assert (line["row"], line["edits"], line["doubtful"]) == ("", "", "no")
    assert line["judgement"].startswith(
        "大戴禮, which 朱熹 follows: 「大戴禮下尚有一□一○朱子從之」; the note gives"
    )


def test_reports_count_among_no_numbers() -> None:
    first, second = held("lu-1"), held("lu-1", second_hand=True)
    assert (first.distances, first.checks, shared([first])) == (
        second.distances,
        second.checks,
        shared([second]),
    )


def test_a_book_whose_marks_are_lost_is_no_witness() -> None:
    with pytest.raises(PassageError, match="marks-lost: ") as caught:
        read([Excerpt("鼓　　　　　　　半　　　　　　　魯鼓　　　　　　　半　　　　　薛鼓")])
    assert caught.value.code == "marks-lost"


ROWS = st.text(st.sampled_from("○□"), min_size=1, max_size=16)


def of_row(siglum: str, row: str, doubted: Collection[int] = ()) -> Witness:
    """Return a book that prints a row before 半 and doubts some strokes of it."""
    book = replaced(BOOKS[0], siglum, f"{row}半○□")
    shaky = (
        mark._replace(doubtful=mark.section is BEFORE and mark.place in doubted)
        for mark in book.readings[0].marks
    )
    return book._replace(readings=(book.readings[0]._replace(marks=tuple(shaky)),))


@given(st.lists(ROWS, min_size=2, max_size=5))
def test_edits_are_apart_and_in_order_and_give_each_row(rows: list[str]) -> None:
    apparatus = collate([of_row(f"X{at}", row) for at, row in enumerate(rows)], "lu-1", "X0")
    found: dict[str, str] = {}
    for form in apparatus.of(BEFORE):
        made, done = "", 0
        for edit in form.edits:
            assert edit.place - 1 >= done
            assert rows[0].startswith(edit.first, edit.place - 1)
            made += rows[0][done : edit.place - 1] + edit.second
            done = edit.place - 1 + len(edit.first)
        found |= dict.fromkeys(form.witnesses, made + rows[0][done:])
    assert [found[f"X{at}"] for at in range(len(rows))] == rows


# --- doubts ------------------------------------------------------------------------------------


@given(ROWS, ROWS, st.sets(st.integers(1, 16)), st.sets(st.integers(1, 16)))
def test_a_difference_is_doubtful_if_it_rests_on_a_doubted_stroke_and_only_then(
    ground: str, row: str, shaky: set[int], doubted: set[int]
) -> None:
    books = [of_row("X", ground, shaky), of_row("Y", row, doubted)]
    (apparatus, sure) = (
        collate(each, "lu-1", "X") for each in (books, [of_row("X", ground), of_row("Y", row)])
    )
    form = next(each for each in apparatus.of(BEFORE) if "Y" in each.witnesses)
    here = there = 0  # what is the same in both is left out of what a difference rests on
    resting: set[tuple[str, int]] = set()
    for edit in form.edits:
        there += edit.place - 1 - here
        here = edit.place - 1
        resting |= {("X", here + at + 1) for at in range(len(edit.first))}
        resting |= {("Y", there + at + 1) for at in range(len(edit.second))}
        here, there = here + len(edit.first), there + len(edit.second)
    all_doubts = {("X", place) for place in shaky if place <= len(ground)}
    all_doubts |= {("Y", place) for place in doubted if place <= len(row)}
    assert form.doubtful is bool(resting & all_doubts)
    assert {(siglum, each.place) for siglum, each in apparatus.doubts} == all_doubts
    assert {(siglum, each.place) for siglum, each in apparatus.doubts_apart} == all_doubts - resting
    assert shared([apparatus], with_doubtful=True) == shared([sure])
    if not form.doubtful:
        assert shared([apparatus]) == shared([sure])
    sentences = [told.sentence(apparatus, each, Language.ENGLISH) for each in apparatus.entries]
    assert any("(doubtful)" in each for each in sentences) is form.doubtful
    lines = list(csv.DictReader(StringIO(to_csv([apparatus], Language.ENGLISH).decode())))
    assert [line["doubtful"] for line in lines if line["edits"]] == (
        ["yes" if form.doubtful else "no"] if row != ground else []
    )


HOLE = (
    '[[doubtful]]\ncadence = "lu-1"\nsection = "before_half"\nplace = {}\ncode = "doubtful-hole"\n'
    'reason.en = "a hole {}"\nreason.ko = "구멍 {}"\n'
)


@pytest.mark.parametrize("printed", ["□", "○"], ids=["as the base", "not as the base"])
def test_the_doubts_of_a_user_are_in_every_format_with_their_reasons(tmp_path: Path, printed: str) -> None:
    tables = "".join(HOLE.format(place, place, place) for place in (1, 3))
    book = own(tmp_path, tables)
    text = (tmp_path / "X1.toml").read_text(encoding="utf-8")
    if printed == "□":
        (tmp_path / "X1.toml").write_text(text.replace("□□魯", "□○魯"), encoding="utf-8")
        book = load(str(tmp_path / "X1.toml"))
    apparatus = collate([*BOOKS, book], "lu-1", "A", only=["X1"])
    assert [(each.place, each.code) for _, each in apparatus.doubts] == [
        (1, "doubtful-hole"),
        (3, "doubtful-hole"),
    ]
    assert [form.kind for form in apparatus.forms if form.edits] == ["substitution"] * (printed == "○")
    assert {form.kind for form in apparatus.forms if not form.edits} == {""}
    assert not any(form.doubtful for form in apparatus.forms)
    for language, reason in (
        (Language.ENGLISH, "a hole"),
        (Language.KOREAN, "구멍"),
        (Language.TRADITIONAL, "a hole"),
    ):
        formats = {
            "terminal": "\n".join(told.lines([apparatus], language, with_doubtful=False)),
            "json": to_json(shape(apparatus, language)).decode(),
            "csv": to_csv([apparatus], language).decode(),
            "html": to_html([apparatus], language).decode(),
            "mei": mei.render(apparatus, plan(), Options(language)).decode(),
            "tei": tei.render([apparatus], language).decode(),
            "figure": "".join(ElementTree.fromstring(figure.drawn([apparatus], language).svg()).itertext()),
        }
        for name, written in formats.items():
            for place in (1, 3):
                assert f"{reason} {place}" in written, (name, language)


def test_reasons_of_the_packaged_books_are_in_the_language_of_the_output() -> None:
    for name, language in product(NAMES, (Language.TRADITIONAL, Language.SIMPLIFIED, Language.KOREAN)):
        apparatus = held(name, second_hand=True)
        text = "\n".join(told.row_lines(apparatus, language))
        assert not re.search(r"\b[a-z]{3,}", re.sub(r"(lu|xue)-[12]", "", text)), text


def test_a_doubt_of_a_stroke_that_is_none_is_refused_also_beside_one_that_is(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="doubtful: no stroke 99 in before_half of lu-1"):
        own(tmp_path, HOLE.format(1, 1, 1) + HOLE.format(99, 99, 99))


# --- what is shared ----------------------------------------------------------------------------


def test_books_that_lack_a_stroke_of_a_run_share_this_whatever_else_they_have_there() -> None:
    found = shared([held("lu-1", "K02")])
    assert found["A", "K11"] == 1
    assert (found["A", "A"], found["K11", "K11"]) == (1, 2)


def test_k09_shares_the_omission_with_four_books() -> None:
    found = shared([held(name) for name in NAMES])
    assert {pair: count for pair, count in found.items() if "K09" in pair} == {
        ("B", "K09"): 1,
        ("K02", "K09"): 1,
        ("K03", "K09"): 1,
        ("K09", "K09"): 3,
        ("K09", "K11"): 0,
        ("K09", "K13"): 1,
    }


def test_what_is_doubtful_is_counted_only_where_asked_for() -> None:
    assert shared([held("xue-2")]) == {}
    assert shared([held("xue-2")], with_doubtful=True) == {("C", "C"): 1}


# --- another base ------------------------------------------------------------------------------

TURNED = {"omission": "addition", "addition": "omission", "substitution": "substitution", "mixed": "mixed"}


@pytest.mark.parametrize("name, one, other", [(n, "A", b.siglum) for n, b in product(NAMES, BOOKS)])
def test_with_the_base_exchanged_every_edit_turns_round(name: str, one: str, other: str) -> None:
    there, back = (differing(held(name, base, only=[one, other])) for base in (one, other))
    assert [form.kind for form in back] == [TURNED[form.kind] for form in there]
    assert [[(edit.second, edit.first) for edit in form.edits] for form in back] == [
        [(edit.first, edit.second) for edit in form.edits] for form in there
    ]


def test_from_either_side_the_same_strokes_meet() -> None:
    rows = ["".join(marks) for length in range(6) for marks in product("○□", repeat=length)]
    for first, second in product(rows, rows):
        there, back = against(first, second)[1], against(second, first)[1]
        assert there == tuple((i, j) for j, i in back)


def test_a_judgement_of_the_base_is_told_of_the_base() -> None:
    apparatus = held("lu-2", "K09")
    assert told.judgement(apparatus.entries[0].readings[0], Language.ENGLISH).startswith(
        "of the base itself: likely fault, of the book or of its transcription"
    )


def test_what_is_thought_of_a_form_and_of_the_base_is_told_of_each() -> None:
    apparatus = held("lu-1", "K02", only=["K11"])
    (form,) = (form for form in differing(apparatus) if form.witnesses == ("K11",))
    said = told.judgement(form, Language.ENGLISH)
    assert said.startswith("likely fault")
    assert "; of the base itself: likely fault" in said


def test_where_the_base_is_doubtful_so_is_the_difference() -> None:
    (form,) = differing(held("xue-2", "C"))
    assert form.doubtful
    assert form.kind == "omission"


def test_judgements_hold_for_a_book_that_prints_the_same_also_where_its_fellows_are_left_out() -> None:
    (form,) = differing(held("lu-2", only=["B"]))
    assert form.verdicts == (Verdict.VARIANT,)


@pytest.mark.parametrize("base, only", [("Z", []), ("A", ["Z"])])
def test_a_siglum_that_is_none_is_named(base: str, only: list[str]) -> None:
    with pytest.raises(LibraryError, match="no witness 'Z'; there are A B C K01"):
        held("lu-1", base, only=only)


# --- a book of a user --------------------------------------------------------------------------


def own(tmp_path: Path, more: str = "", evidence: str = "image") -> Witness:
    path = tmp_path / "X1.toml"
    path.write_text(
        'siglum = "X1"\ntitle = "<b>my & book</b>"\nauthor = "a"\nwork_date = "w"\ncopy_date = "c"\n'
        f'edition = "e"\nplace = "p"\nevidence = "{evidence}"\nfile = "f"\n'
        "[[printed]]\nline = 1\ncolumn = 1\nbyte = 0\n"
        f'text = "鼓○□○○□□○□○○□半○□○□○○○□□○□□魯鼓"\n{more}',
        encoding="utf-8",
    )
    return load(str(path))


JUDGEMENT = '[[judgement]]\ncadence = "lu-1"\nsection = "after_half"\nverdict = "fault"\nreason = "so"\n'


def test_a_users_book_takes_part_and_one_without_the_row_is_named(tmp_path: Path) -> None:
    books = [*BOOKS, own(tmp_path)]
    (form,) = (form for form in differing(collate(books, "lu-1", "A")) if "X1" in form.witnesses)
    assert form.edits == (Edit(Kind.SUBSTITUTION, 12, "○", "□"),)
    assert collate(books, "xue-1", "A").lacking == ("X1",)
    with pytest.raises(LibraryError, match="witness X1 has no xue-1; it has lu-1"):
        collate(books, "xue-1", "X1")


@pytest.mark.parametrize("evidence", ["image", "etext"])
def test_what_was_judged_of_one_book_is_told_of_it_alone_where_another_has_the_same(
    tmp_path: Path, evidence: str
) -> None:
    own(tmp_path, evidence=evidence)
    path = tmp_path / "X1.toml"
    text = path.read_text(encoding="utf-8").replace(
        "鼓○□○○□□○□○○□半○□○□○○○□□○□□", "鼓○□○○○□□○□○○□半○□○□○○○□□○□○"
    )
    path.write_text(text, encoding="utf-8")
    books = [*BOOKS, load(str(path))]
    for only in ([], ["K02", "X1"], ["K02"], ["X1"]):
        (form,) = (
            each
            for each in differing(collate(books, "lu-1", "A", only=only))
            if {"K02", "X1"} & {*each.witnesses}
        )
        assert form.verdicts == ()
        said = told.judgement(form, Language.ENGLISH)
        assert said.startswith(
            "judged of K02, without X1: likely fault, of the book or of its transcription (only"
        )
    apparatus = collate(books, "lu-1", "A")
    (has,) = (each for each in map(str, sentences(apparatus)) if "○○○" in each)
    both = "<b>my & book</b> (X1), the e-text of 纂圖互註 (K02) have"
    assert (
        both if evidence == "image" else "the e-texts of 纂圖互註 (K02), <b>my & book</b> (X1) have"
    ) in has


def sentences(apparatus: Apparatus) -> list[str]:
    return [told.sentence(apparatus, entry, Language.ENGLISH) for entry in apparatus.entries]


def test_each_packaged_judgement_names_all_books_that_print_its_row() -> None:
    for book in BOOKS:
        for judgement in book.judgements:
            printed = side(book, judgement.cadence, judgement.section)
            alike = [
                each.siglum for each in BOOKS if side(each, judgement.cadence, judgement.section) == printed
            ]
            assert judgement.witnesses == tuple(alike)


def test_what_nobody_judged_is_not_judged(tmp_path: Path) -> None:
    apparatus = collate([*BOOKS, own(tmp_path)], "lu-1", "A", only=["X1"])
    assert told.judgement(differing(apparatus)[0], Language.ENGLISH) == "not judged"


@pytest.mark.parametrize(
    "evidence, said",
    [
        ("image", "likely fault of the book: so"),
        ("etext", "likely fault, of the book or of its transcription (only an e-text was read): so"),
    ],
)
def test_a_fault_may_be_that_of_the_transcription_unless_a_page_was_seen(
    tmp_path: Path, evidence: str, said: str
) -> None:
    apparatus = collate([*BOOKS, own(tmp_path, JUDGEMENT, evidence)], "lu-1", "A", only=["X1"])
    form = differing(apparatus)[0]
    assert told.judgement(form, Language.ENGLISH) == said
    has = "the e-text of " * (evidence == "etext") + "<b>my & book</b> (X1) has □"
    assert has in told.sentence(apparatus, apparatus.entries[0], Language.ENGLISH)


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"fault"', '"slip"', "judgement: 'slip' is none of variant fault doubtful"),
        ('"lu-1"', '"lu-2"', "judgement: 'lu-2' is none of lu-1"),
        ('"after_half"', '"after"', "judgement: 'after' is none of before_half after_half"),
        ('"so"', '""', "en must be a text that is not empty"),
        ('"so"', "{ko = 1}", "ko must be a text that is not empty"),
        ("verdict", "judge", "unknown key 'judge'"),
    ],
)
def test_a_judgement_that_is_wrong_says_what(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(LibraryError, match=message):
        own(tmp_path, JUDGEMENT.replace(old, new))


def test_a_count_that_is_wrong_says_what(tmp_path: Path) -> None:
    table = '[[counted]]\ncadence = "lu-1"\npi = "many"\ngu = 10\nwhose = "w"\nnote = "n"\n'
    with pytest.raises(LibraryError, match="pi must be a whole number, not 'many'"):
        own(tmp_path, table)


# --- in words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, language, sentences",
    [
        (
            "lu-2",
            "zh-Hant",
            [
                "後圖魯鼓半上第二擊『□』，通解無。",
                "後圖魯鼓半下第三、四擊『○○』，訓纂、纂圖互註、集說、樂書卷三五作『○』；"
                "通解作『○』，又第十三擊下增『□○』。",
            ],
        ),
        (
            "lu-1",
            "zh-Hans",
            ["前图鲁鼓半上第三、四击‘○○’，纂圖互註作‘○○○’。", "前图鲁鼓半上第四击‘○’，通考作‘□’。"],
        ),
        ("xue-2", "ko", ["후도 설고 半 뒤 제10타 '○': 定齋(C) 전자본에는 '○○' (의문)."]),
        (
            "lu-2",
            "en",
            [
                "Second chart, Lu, before 半, stroke 2 □: the e-text of 通解 (K09) lacks this.",
                "Second chart, Lu, after 半, strokes 3 and 4 ○○: the e-texts of 訓纂 (B), 纂圖互註 (K02),"
                " 集說 (K03), 樂書卷三五 (K13) have ○; the e-text of 通解 (K09) has ○,"
                " and also □○ after stroke 13.",
            ],
        ),
        ("xue-1", "zh-Hant", []),
    ],
)
def test_entries_are_told_as_a_printed_edition_tells_them(
    name: str, language: str, sentences: list[str]
) -> None:
    apparatus = held(name)
    assert [told.sentence(apparatus, entry, Language(language)) for entry in apparatus.entries] == sentences


def test_what_is_known_at_second_hand_says_so() -> None:
    apparatus = held("lu-1", second_hand=True)
    said = [told.sentence(apparatus, entry, Language.TRADITIONAL) for entry in apparatus.entries]
    assert "前圖魯鼓半上第八擊『□』，吳澄作『○』（義疏 K07轉引）。" in said


@pytest.mark.parametrize(
    "number, written", [(1, "一"), (10, "十"), (11, "十一"), (20, "二十"), (32, "三十二"), (100, "100")]
)
def test_numbers_are_written_in_hanzi(number: int, written: str) -> None:
    assert told.numeral(number, Language.TRADITIONAL) == written


def test_rows_stand_under_each_other_with_what_differs_in_brackets() -> None:
    found = list(told.lines([held("lu-2")], Language.ENGLISH, with_doubtful=False))
    place = found.index("after 半")
    assert found[place + 1 : place + 4] == [
        "  ○□[○○]□○○○○□○□○[··]   7 A C K01 K07 K08 K11 N01",
        "  ○□[○·]□○○○○□○□○[··]   4 B K02 K03 K13",
        "  ○□[○·]□○○○○□○□○[□○]   1 K09",
    ]
    assert "base: 正義 (A) = 注疏庫本 (K01)" in list(
        told.lines([held("lu-1")], Language.ENGLISH, with_doubtful=False)
    )


@pytest.mark.parametrize("base", ["A", "K02", "K09", "K11"])
@pytest.mark.parametrize("name", NAMES)
def test_in_the_aligned_rows_each_row_is_whole(name: str, base: str) -> None:
    apparatus = held(name, base, second_hand=True)
    for section in Section:
        forms = apparatus.of(section)
        pieces = told.columns(forms)
        assert ["".join(text for _, text in row).replace("·", "") for row in pieces] == [f.row for f in forms]
        assert len({tuple((differs, len(text)) for differs, text in row) for row in pieces}) == 1
        assert all(
            len({row[at][1] for row in pieces}) == 1
            for at, (differs, _) in enumerate(pieces[0])
            if not differs
        )


def test_a_table_has_a_line_a_reading() -> None:
    lines = list(csv.DictReader(StringIO(to_csv([held(name) for name in NAMES], Language.ENGLISH).decode())))
    assert [
        (line["cadence"], line["section"], int(line["position"]), line["witnesses"]) for line in lines
    ] == [(row[0], row[1], row[2], row[5]) for row in COLLATION]
    assert lines[4]["edits"] == "omission 3 ○○>○; addition 14 >□○"
    assert [line["doubtful"] for line in lines] == ["no"] * 5 + ["yes"]


@pytest.mark.parametrize("language", Language)
def test_a_page_needs_nothing_beside_it_and_says_each_row_aloud(language: Language, tmp_path: Path) -> None:
    books = [*BOOKS, own(tmp_path)]
    page = to_html([collate(books, name, "A") for name in NAMES], language).decode()
    assert "src=" not in page
    assert set(re.findall(r"url\((.{10})", page)) == {"data:font/"}
    assert "<b>" not in page
    assert "&lt;b&gt;my &amp; book&lt;/b&gt;" in page
    spoken = "○□○□○○○○□○□○: 榻 鏜 榻 鏜" if language is not Language.KOREAN else "○□○□○○○○□○□○: 탑 당 탑 당"
    assert f'role="img" aria-label="{spoken}' in page
    assert page.count("<section") == 5
