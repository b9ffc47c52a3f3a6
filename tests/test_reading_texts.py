"""The whole texts that print the rows; they are outside the project."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import GLYPHS_IN_FILE, NO_NOTATION, ROWS, SEEDS

from touhu_music import library
from touhu_music.errors import PassageError
from touhu_music.notation import Drum
from touhu_music.passage import Passage, read
from touhu_music.witnessfile import load


def passage(path: Path) -> Passage:
    return read(path.read_bytes().decode(), known=library.known_rows())


@pytest.mark.parametrize("siglum", SEEDS)
def test_a_whole_text_has_exactly_four_readings(texts: Path, siglum: str) -> None:
    readings = passage(texts / "seeds" / SEEDS[siglum]).readings
    assert [(reading.set, f"{reading.name}@{siglum}") for reading in readings] == [
        (1, f"{name}@{siglum}") for name in ("lu-1", "xue-1", "lu-2", "xue-2")
    ]
    assert [str(reading.cadence) for reading in readings] == [ROWS[f"{r.name}@{siglum}"] for r in readings]


@pytest.mark.parametrize("siglum", SEEDS)
def test_the_bytes_at_each_stroke_are_the_printed_glyph(texts: Path, siglum: str) -> None:
    data = (texts / "seeds" / SEEDS[siglum]).read_bytes()
    lines = data.decode().split("\n")
    for reading in passage(texts / "seeds" / SEEDS[siglum]).readings:
        for mark in reading.marks:
            glyph = mark.printed.encode()
            assert data[mark.where.byte : mark.where.byte + len(glyph)] == glyph
            assert lines[mark.where.line - 1][mark.where.column - 1] == mark.printed


@pytest.mark.parametrize("siglum", SEEDS)
def test_not_every_circle_is_a_stroke(texts: Path, siglum: str) -> None:
    path = texts / "seeds" / SEEDS[siglum]
    text = path.read_bytes().decode()
    drums = [mark.drum for reading in passage(path).readings for mark in reading.marks]
    found = (text.count("○"), text.count("□"), drums.count(Drum.PI), drums.count(Drum.GU))
    assert found == GLYPHS_IN_FILE[siglum]


@pytest.mark.parametrize(
    "siglum, codes",
    [("A", {"label-flipped"}), ("B", {"label-variant"}), ("C", {"gloss-inside", "doubtful-final"})],
)
def test_a_whole_text_has_these_warnings_only(texts: Path, siglum: str, codes: set[str]) -> None:
    found = passage(texts / "seeds" / SEEDS[siglum])
    assert {warning.partition(":")[0] for reading in found.readings for warning in reading.warnings} == codes
    assert found.warnings == ()


def test_the_last_stroke_of_xue_2_in_c_is_doubtful(texts: Path) -> None:
    *_, xue_2 = passage(texts / "seeds" / SEEDS["C"]).readings
    assert [mark.place for mark in xue_2.marks if mark.doubtful] == [11]


@pytest.mark.parametrize("name", NO_NOTATION)
def test_a_text_without_the_notation_is_an_error(texts: Path, name: str) -> None:
    with pytest.raises(PassageError) as caught:
        passage(texts / "seeds" / name)
    assert caught.value.code == "no-notation"


@pytest.mark.parametrize("siglum", SEEDS)
def test_a_packaged_witness_prints_what_its_text_prints(texts: Path, siglum: str) -> None:
    witness = load(library.witnesses()[siglum])
    assert witness.file == SEEDS[siglum]
    found = passage(texts / "seeds" / witness.file)
    assert [(r.marks, r.notes) for r in witness.readings] == [(r.marks, r.notes) for r in found.readings]


# file: warnings; rows that differ from witness A
OTHERS: dict[str, tuple[set[str], dict[str, str]]] = {
    "K01_liji_zhushu_WYG": (set(), {}),
    "K02_zuantu_huzhu_SBCK": (
        {"glyph-variant", "label-variant"},
        {"lu-1": "○□○○○□□○□○○□半○□○□○○○□□○□○", "lu-2": ROWS["lu-2@B"]},
    ),
    "K03_weishi_jishuo_WYG": (set(), {"lu-2": ROWS["lu-2@B"]}),
    "K07_qinding_yishu_WYG": ({"gloss-inside", "collation-note", "label-variant"}, {}),
    "K08_shuzhu_WYG": (set(), {}),
    "K09_jingzhuan_tongjie_WYG": ({"label-variant"}, {"lu-2": "○○○□□○○半○□○□○○○○□○□○□○"}),
    "K11_wuli_tongkao_WYG": ({"glyph-variant", "label-variant"}, {"lu-1": "○□○□□□○□○○□半○□○□○○○□□○□○"}),
    "K13_chenyang_yueshu_035": (set(), {"lu-2": ROWS["lu-2@B"]}),
    "N01_niutrans_text": (set(), {}),
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_book_reads_as_it_prints(texts: Path, name: str) -> None:
    found = passage(texts / "witnesses" / f"{name}.txt")
    warnings, differing = OTHERS[name]
    rows = {reading.name: str(reading.cadence) for reading in found.readings}
    assert rows == {row: differing.get(row, ROWS[f"{row}@A"]) for row in ("lu-1", "xue-1", "lu-2", "xue-2")}
    told = [*found.warnings, *(warning for reading in found.readings for warning in reading.warnings)]
    assert {warning.partition(":")[0] for warning in told} == warnings


def test_glosses_that_quote_marks_are_notes_at_their_place(texts: Path) -> None:
    readings = passage(texts / "witnesses" / "K07_qinding_yishu_WYG.txt").readings
    assert [(r.name, str(n.section), n.after, n.text) for r in readings for n in r.notes] == [
        ("lu-1", "before_half", 8, "吳澄本作○"),
        ("lu-1", "after_half", 4, "吳澄本少一○一□"),
        ("lu-2", "after_half", 13, "大戴禮下尚有一□一○朱子從之"),
    ]


@pytest.mark.parametrize(
    "name, code",
    [("K16_yili_yijing_WYG_marks_lost", "marks-lost"), ("K18_jingdian_shiwen_SBCK_gloss", "no-notation")],
)
def test_a_book_without_its_marks_is_an_error(texts: Path, name: str, code: str) -> None:
    with pytest.raises(PassageError) as caught:
        passage(texts / "witnesses" / f"{name}.txt")
    assert caught.value.code == code
