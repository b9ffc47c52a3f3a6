"""`touhu play --song`: a song with the drum, through the door."""

from __future__ import annotations

import os
import sys

import pytest
from cli.terminals import POSIX, Terminal
from conftest import run

from touhu_music import Use
from touhu_music.cli import playing
from touhu_music.language import Language
from touhu_music.live.transport import Settings

ROW = "□半○□"  # of two strokes, so that a song is soon over
QUICK = ("--device", "null", "--no-loop", "--bpm", "1000")


def settings(*options: str) -> Settings:
    """Return what these options choose to be played with a row."""
    given = playing.play.make_context("play", [ROW, *options]).params
    reading = playing.only_reading(ROW, None, quiet=True)
    return playing.chosen_settings(reading, Use.TOUHU, False, None, given)


def test_a_song_is_played_to_its_end_and_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "play", ROW, *QUICK, "--song", "caifan")
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert out.endswith(
        "采蘩 · Cǎi fán, Gathering artemisia; One cycle of the drum to one line (reconstruction, in no"
        " source); late notation, rhythm not notated; 黃鐘 = C4, equal\n"
    )


@pytest.mark.parametrize(
    "options, said",
    [
        (("caipin@N", "--fit", "word", "--huangzhong", "256"), "黃鐘 = 256, equal"),
        (("lishou",), "the words make no sound here and are for a person to recite."),
        (("zouyu-yu", "--temperament", "sanfen"), "黃鐘 = C4, sanfen"),
    ],
)
def test_the_choices_of_a_song_are_told(options: tuple[str, ...], said: str) -> None:
    assert said in playing.announcement(settings("--song", *options), Language.ENGLISH)


@pytest.mark.parametrize(
    "options, cycles", [((), 12), (("--fit", "stanza"), 3), (("--fit", "word"), 24), (("--cycles", "2"), 2)]
)
def test_without_cycles_the_drum_goes_round_as_often_as_the_song_needs(
    options: tuple[str, ...], cycles: int
) -> None:
    chosen = settings("--song", "caifan", *options)
    assert chosen.performance.plan.cycles == cycles


@pytest.mark.parametrize(
    "options, said",
    [
        (("--song", "foo"), "no song 'foo'; there are caifan caipin lishou zouyu-jue zouyu-yu"),
        (("--song", "caifan@Q"), "caifan: no print 'Q'; there are X N"),
        (("--fit", "line"), "--fit is of a song; name it: --song caifan"),
        (("--temperament", "equal"), "--temperament is of a song; name it: --song caifan"),
        (
            ("--song", "caifan", "--fit", "three"),
            "the fitting three has no cycles to be played live; there are line stanza word",
        ),
        (
            ("--song", "caifan", "--huangzhong", "H"),
            "huangzhong must be a note such as C4 or hertz such as 256, not 'H'",
        ),
        (("--song", "caifan", "--temperament", "just"), "no temperament 'just'; there are equal sanfen"),
    ],
)
def test_a_song_that_cannot_be_played_is_one_line(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], said: str
) -> None:
    assert run(capsys, "play", ROW, *QUICK, *options) == (1, "", f"touhu: {said}\n")


@POSIX
def test_the_screen_shows_the_line_and_a_key_mutes_the_song() -> None:
    play = [sys.executable, "-m", "touhu_music", "play", "lu-1", "--device", "null", "--bpm", "300"]
    there = Terminal([*play, "--song", "caifan"])
    try:
        there.until("s mute the song")
        there.until("[沼]")
        there.type("s")
        there.until("without the song")
        there.type("q")
        assert there.end() == 0
        assert "Traceback" not in there.shown
        assert there.in_order
    finally:
        there.process.kill()
        there.process.wait()
        os.close(there.hand)
