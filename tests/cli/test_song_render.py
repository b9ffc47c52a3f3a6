"""`touhu song render` and `touhu song book` as they are called: files, names, and what they refuse."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import mido
import pytest
from conftest import run
from pypdf import PdfReader

from touhu_music.song.formats import FORMATS

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def names() -> list[str]:
    """Return what was written."""
    return sorted(path.name for path in Path().iterdir())


SCORES = "musicxml,mei,svg,pdf,png,traditional.svg,traditional.pdf,traditional.png"


def test_every_score_of_a_song_with_the_drum_is_written_and_named(capsys: Captured) -> None:
    code, out, err = run(capsys, "song", "render", "zouyu-yu", "--with", "lu-1", "--format", SCORES)
    assert (code, err) == (0, "")
    assert out.splitlines() == [f"zouyu-yu_lu-1_touhu.{name}" for name in SCORES.split(",")]
    assert names() == sorted(out.splitlines())
    assert all(Path(name).stat().st_size > 1000 for name in names())


def test_the_help_names_every_format_that_there_is(capsys: Captured) -> None:
    assert set(SCORES.split(",")) <= set(FORMATS)
    _, _, err = run(capsys, "song", "render", "caifan")
    assert err == f"touhu: say --format, or -o with one of these suffixes: {' '.join(FORMATS)}\n"


NAMED = {
    "caifan": ["caifan"],
    "caipin@N": ["caipin@N"],
    "caipin_words-lulu-gongche": ["caipin", "--lines", "words,lulu,gongche"],
    "caifan_huangzhong-D4_sanfen": ["caifan", "--huangzhong", "D4", "--temperament", "sanfen"],
    "caifan_huangzhong-F-sharp-3": ["caifan", "--huangzhong", "F#3"],
    "caifan_72bpm": ["caifan", "--bpm", "72"],
    "caifan_2times": ["caifan", "--times", "2"],
    "caifan_xue-2_archery_on-gu_stanza": [
        *("caifan", "--with", "xue-2", "--for", "archery", "--timing", "on-gu", "--fit", "stanza")
    ],
    "caifan_lu-1_touhu_5cycles": ["caifan", "--with", "lu-1", "--by-rank"],
    "zouyu-yu_lu-1_archery_9cycles": ["zouyu-yu", "--with", "lu-1", "--for", "archery", "--by-rank"],
    "lishou_lu-1@B_touhu": ["lishou", "--with", "lu-1@B"],
}


@pytest.mark.parametrize("name", NAMED)
def test_a_name_carries_every_choice_that_is_not_the_usual_one(name: str, capsys: Captured) -> None:
    code, out, err = run(capsys, "song", "render", *NAMED[name], "--format", "musicxml")
    assert (code, out, err) == (0, f"{name}.musicxml\n", "")


def test_cycles_that_end_with_the_song_are_the_same_file(capsys: Captured) -> None:
    run(capsys, "song", "render", "caifan", "--with", "lu-1", "-o", "a.musicxml")
    run(capsys, "song", "render", "caifan", "--with", "lu-1", "--cycles", "12", "-o", "b.musicxml")
    assert Path("a.musicxml").read_bytes() == Path("b.musicxml").read_bytes()


def test_stdout_takes_one_file(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    from touhu_music.cli import main

    assert main(["song", "render", "caifan", "--format", "mei", "-o", "-"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"<?xml")
    assert names() == []


def test_nothing_is_replaced_without_force(capsys: Captured) -> None:
    assert run(capsys, "song", "render", "caifan", "-o", "a.mei")[0] == 0
    before = Path("a.mei").read_bytes()
    assert run(capsys, "song", "render", "caipin", "-o", "a.mei") == (
        1,
        "",
        "touhu: a.mei: exists; --force replaces it\n",
    )
    assert Path("a.mei").read_bytes() == before
    assert run(capsys, "song", "render", "caipin", "-o", "a.mei", "--force", "--quiet") == (0, "", "")
    assert Path("a.mei").read_bytes() != before


def test_good_songs_are_written_beside_one_that_is_refused(capsys: Captured) -> None:
    code, out, err = run(capsys, "song", "render", "caifan", "lishou", "caipin", "--format", "mei")
    assert code == 1
    assert out.splitlines() == ["caifan.mei", "caipin.mei"]
    assert err == (
        "touhu: lishou: the tune of 貍首 is lost and none is invented; its words can be recited;"
        " tunes that survive: caifan caipin zouyu-jue zouyu-yu\n"
    )


def test_the_words_of_lishou_have_a_page_of_their_own_and_go_with_the_drum(capsys: Captured) -> None:
    assert run(capsys, "song", "render", "lishou", "-o", "words.traditional.pdf")[0] == 0
    assert "曾" in PdfReader("words.traditional.pdf").pages[0].extract_text()
    assert run(capsys, "song", "render", "lishou", "--with", "lu-1", "-o", "drum.pdf")[0] == 0
    assert "without pitch" in PdfReader("drum.pdf").pages[0].extract_text()


def test_the_drum_of_a_song_in_midi_is_that_of_the_row(capsys: Captured) -> None:
    assert run(capsys, "song", "render", "caifan", "--with", "lu-1", "--cycles", "1", "-o", "a.mid")[0] == 0
    file = mido.MidiFile("a.mid")
    played = [it for track in file.tracks for it in track if it.type == "note_on" and it.velocity]
    assert sum(it.channel == 9 for it in played) == 12


REFUSED = {
    "no song 'x'; there are caifan caipin lishou zouyu-jue zouyu-yu": ["x", "--format", "svg"],
    "caifan: no print 'Q'; there are X N": ["caifan@Q", "--format", "svg"],
    "'caifan@N' and --witness X name two prints": ["caifan@N", "--witness", "X", "--format", "svg"],
    "lines must be some of words,lulu,gongche,jianpu,pinyin,hangul, not 'words,x'": [
        *("caifan", "--lines", "words,x", "--format", "svg")
    ],
    "lines must be some of words,lulu,gongche,jianpu,pinyin,hangul, not 'words,words'": [
        *("caifan", "--lines", "words,words", "--format", "svg")
    ],
    "no fitting 'x' of song and drum; there are line stanza word three": [
        *("caifan", "--with", "lu-1", "--fit", "x", "--format", "svg")
    ],
    "no fitting 'drum' of song and drum; there are line stanza word three": [
        *("caifan", "--with", "lu-1", "--fit", "drum", "--format", "svg")
    ],
    "lines stand under the notes of a score: musicxml mei svg pdf png": [
        *("caifan", "--lines", "jianpu", "--format", "mid,flac,traditional.svg")
    ],
    "layout is of the page of the old books: traditional.svg traditional.pdf traditional.png": [
        *("caifan", "--layout", "inline", "--format", "svg,mid")
    ],
    "--gap says how the drum goes with the song; name its row: --with lu-1": [
        *("caifan", "--gap", "1", "--format", "svg")
    ],
    "--for says which strokes the drum plays; name its row: --with lu-1": [
        *("caifan", "--for", "archery", "--format", "svg")
    ],
    "--by-rank and --cycles exclude each other": [
        *("caifan", "--with", "lu-1", "--by-rank", "--cycles", "2", "--format", "svg")
    ],
    "times and cycles exclude each other": [
        *("caifan", "--with", "lu-1", "--times", "2", "--cycles", "2", "--format", "svg")
    ],
    "huangzhong must be in range C2..C6, which is 65.4..1046.5 Hz, not C8": [
        *("caifan", "--huangzhong", "C8", "--format", "svg")
    ],
    "tempo must be in range 1..1000, not 0": ["caifan", "--bpm", "0", "--format", "svg"],
    "tempo must be a number such as 72, 72.5 or 1/2, not 'nan'": [
        "caifan",
        "--bpm",
        "nan",
        "--format",
        "svg",
    ],
    "-o takes one song and one format, no stems; --into DIR takes several": [
        *("caifan", "caipin", "-o", "a.svg")
    ],
    "timing on-gu needs a □, and there is none in this row": [
        *("caifan", "--with", "○半○", "--timing", "on-gu", "--format", "svg")
    ],
    "no/a.svg: no such folder": ["caifan", "-o", "no/a.svg"],
    "'' names no file": ["caifan", "-o", ""],
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_is_refused_in_one_line(message: str, capsys: Captured) -> None:
    assert run(capsys, "song", "render", *REFUSED[message]) == (1, "", f"touhu: {message}\n")
    assert names() == []


@pytest.mark.parametrize("fit", ["line", "stanza", "word", "three"])
def test_a_row_of_one_stroke_goes_with_every_fitting(fit: str, capsys: Captured) -> None:
    code, _, err = run(
        capsys, "song", "render", "caifan", "--with", "○半□", "--fit", fit, "--format", "musicxml,mei,svg"
    )
    assert (code, err) == (0, "")


def test_a_closed_pipe_ends_quietly() -> None:
    command = [sys.executable, "-m", "touhu_music", "song", "render", "caifan", "--format", "svg", "-o", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


# --- the book ------------------------------------------------------------------------------------


def test_the_book_is_written_once_and_says_what_it_is(capsys: Captured) -> None:
    assert run(capsys, "song", "book", "-o", "songs.pdf", "--lang", "ko") == (0, "songs.pdf\n", "")
    reader = PdfReader(io.BytesIO(Path("songs.pdf").read_bytes()))
    assert reader.metadata is not None
    assert reader.metadata.title == "예사와 투호의 노래"
    assert run(capsys, "song", "book", "-o", "songs.pdf")[2] == (
        "touhu: songs.pdf: exists; --force replaces it\n"
    )


BOOK_REFUSED = {
    "'a.svg' must end in one of .pdf": ["-o", "a.svg"],
    "--fit says how the drum goes with the song; name its row: --with lu-1": ["-o", "a.pdf", "--fit", "line"],
    "no fitting 'alone' of song and drum; there are line stanza word three": [
        *("-o", "a.pdf", "--with", "lu-1", "--fit", "alone")
    ],
    "no/a.pdf: no such folder": ["-o", "no/a.pdf"],
}


@pytest.mark.parametrize("message", BOOK_REFUSED)
def test_the_book_refuses_in_one_line(message: str, capsys: Captured) -> None:
    assert run(capsys, "song", "book", *BOOK_REFUSED[message]) == (1, "", f"touhu: {message}\n")
    assert names() == []
