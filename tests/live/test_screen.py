"""What the screen shows, as text, and the process that shows it."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from fractions import Fraction
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from conftest import performance
from live.instruments import settings
from rich.cells import cell_len
from rich.console import Console

from touhu_music import Use, parse, perform, plan
from touhu_music.language import Language
from touhu_music.live import screen
from touhu_music.live.control import Report
from touhu_music.live.screen import Screen, frame, latest, printed
from touhu_music.live.transport import Position, Settings
from touhu_music.live.view import View, name, view
from touhu_music.notation import Drum
from touhu_music.practice import Practice

WIDTH, HEIGHT = 60, 24


def at(chosen: Settings, stroke: int, cycle: int = 1) -> Report:
    """Return the report of a stroke, from 1, of what is chosen."""
    played = chosen.performance
    onset = played.pattern[stroke - 1].onset
    return Report(Position(played, chosen.tempo(cycle), cycle, place=stroke, beats=onset), None)


def counting(chosen: Settings, beat: int) -> Report:
    """Return the report of a beat, from 1, of a count-in of four."""
    position = Position(chosen.performance, chosen.tempo(1), 0, 4, place=beat, beats=Fraction(beat - 1))
    return Report(position, None)


def seen(chosen: Settings, report: Report | None, since: float = 0.0, *notices: str) -> View:
    return view(chosen, report, since, notices, Language.ENGLISH)


def shown(shows: View, width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """Return the lines of a terminal without colour, and without what is empty at their ends."""
    console = Console(file=StringIO(), width=width, height=height, record=True)
    console.print(frame(shows, width, height))
    return [line.rstrip() for line in console.export_text().splitlines()]


def row(shows: View, width: int = WIDTH) -> str:
    """Return the whole row as it is shown, without its spaces."""
    return "".join(line for line in shown(shows, width) if set(line) & set("○□")).replace(" ", "")


def large(shows: View) -> list[str]:
    """Return the lines of the large marks and what stands below them."""
    lines = shown(shows)
    start = lines.index("") + 1
    return lines[start : lines.index("", start)]


TOUHU = settings("lu-1", "xue-2")
ARCHERY = replace(TOUHU, use=Use.ARCHERY)

FIRST = """\
lu-1 touhu   魯鼓 前圖 投壺
Lu, first chart, touhu (pitch-pot)

   oooooo     ############     oooooo     ############
 oooooooooo   ##        ##   oo      oo   ##        ##
oooooooooooo  ##        ##  oo        oo  ##        ##
oooooooooooo  ##        ##  oo        oo  ##        ##
 oooooooooo   ##        ##   oo      oo   ##        ##
   oooooo     ############     oooooo     ############
    [tà]          tāng           tà           tāng

[○] □  ○  □  ○  ○  ○  □  □  ○  □  ○

cycle 1   60 beats a minute   loops   no count-in

據 source: A 禮記正義 卷五十九 投壺第四十 (e-text)
space start, stop   up down tempo by 5
right left tempo by 1   t tap the tempo   1-4 row
0 first row again   u touhu or archery   m mute a drum
l loop   c count-in   q quit
"""

LATE_BEFORE_HALF = """\
############         oooooo     ############     oooooo
##        ##       oo      oo   ##        ##   oo      oo
##        ##      oo        oo  ##        ##  oo        oo
##        ##  半  oo        oo  ##        ##  oo        oo
##        ##       oo      oo   ##        ##   oo      oo
############         oooooo     ############     oooooo
   [tāng]              tà           tāng           tà
"""

LAST = """\
   oooooo           oooooo     ############     oooooo
 oooooooooo       oo      oo   ##        ##   oo      oo
oooooooooooo     oo        oo  ##        ##  oo        oo
oooooooooooo  :  oo        oo  ##        ##  oo        oo
 oooooooooo       oo      oo   ##        ##   oo      oo
   oooooo           oooooo     ############     oooooo
    [tà]              tà           tāng           tà
"""

COUNTING = """\
#######     oooooo     ############     oooooo
#######   oo      oo   ##        ##   oo      oo
     ##  oo        oo  ##        ##  oo        oo
#######  oo        oo  ##        ##  oo        oo
###       oo      oo   ##        ##   oo      oo
#######     oooooo     ############     oooooo
              tà           tāng           tà
"""

STOPPED = """\
   oooooo     ############     oooooo     ############
 oo      oo   ##        ##   oo      oo   ##        ##
oo        oo  ##        ##  oo        oo  ##        ##
oo        oo  ##        ##  oo        oo  ##        ##
 oo      oo   ##        ##   oo      oo   ##        ##
   oooooo     ############     oooooo     ############
     tà           tāng           tà           tāng
"""

# --- what there is to see ----------------------------------------------------------------------


def test_the_first_stroke_is_large_with_what_comes_and_marked_in_the_row() -> None:
    assert shown(seen(TOUHU, at(TOUHU, 1))) == FIRST.splitlines()


@pytest.mark.parametrize(
    "shows, expected",
    [
        (seen(ARCHERY, at(ARCHERY, 11), 0.75), LATE_BEFORE_HALF),
        (seen(TOUHU, at(TOUHU, 12, 3)), LAST),
        (seen(TOUHU, counting(TOUHU, 2)), COUNTING),
        (seen(TOUHU, None), STOPPED),
    ],
    ids=["before 半, half its time over", "last", "count-in", "stopped"],
)
def test_the_large_marks(shows: View, expected: str) -> None:
    assert large(shows) == expected.splitlines()


@pytest.mark.parametrize(
    "shows, expected",
    [
        (seen(TOUHU, at(TOUHU, 1)), "[○]□○□○○○□□○□○"),
        (seen(TOUHU, at(TOUHU, 8)), "○□○□○○○[□]□○□○"),
        (seen(TOUHU, at(TOUHU, 12)), "○□○□○○○□□○□[○]"),
        (seen(ARCHERY, at(ARCHERY, 11)), "○□○○□□○□○○[□]半○□○□○○○□□○□○"),
        (seen(ARCHERY, at(ARCHERY, 12)), "○□○○□□○□○○□半[○]□○□○○○□□○□○"),
        (seen(TOUHU, counting(TOUHU, 4)), "○□○□○○○□□○□○"),
        (seen(TOUHU, None), "○□○□○○○□□○□○"),
    ],
)
def test_one_stroke_is_marked_in_the_row(shows: View, expected: str) -> None:
    assert row(shows) == expected


@pytest.mark.parametrize(
    "chosen, report, expected",
    [
        (TOUHU, at(TOUHU, 5, 3), ["cycle 3", "60 beats a minute", "loops", "no count-in"]),
        (
            replace(TOUHU, beats_per_minute=Fraction("72.5"), muted=Drum.GU, loop=False, count_in=4),
            at(TOUHU, 5),
            ["cycle 1", "72.5 beats a minute", "without the 鼓", "ends after cycle 1", "count-in of 4"],
        ),
        (
            replace(TOUHU, row=1, use=Use.ARCHERY),
            at(TOUHU, 5),
            ["cycle 1", "60 beats a minute", "next: xue-2 archery", "loops", "no count-in"],
        ),
        (TOUHU, counting(TOUHU, 1), ["count-in", "60 beats a minute", "loops", "no count-in"]),
        (TOUHU, None, ["stopped", "60 beats a minute", "loops", "no count-in"]),
    ],
)
def test_what_is_chosen_is_said_in_words(
    chosen: Settings, report: Report | None, expected: list[str]
) -> None:
    shows = seen(chosen, report)
    assert shows.state == expected
    said = " ".join(shown(shows))
    assert all(word in said for word in expected)


def test_a_drum_that_is_left_out_is_said_in_parentheses() -> None:
    muted = replace(TOUHU, muted=Drum.PI)
    assert large(seen(muted, at(TOUHU, 1)))[-1].split() == ["[(tà)]", "tāng", "(tà)", "tāng"]


@pytest.mark.parametrize(
    "since, expected, fresh",
    [(0.0, 0, True), (0.4, 0, True), (0.6, 0, False), (1.0, 1, True), (3.7, 3, False), (60.0, 11, False)],
)
def test_the_marks_run_on_where_nothing_is_heard(since: float, expected: int, fresh: bool) -> None:
    shows = seen(TOUHU, at(TOUHU, 1), since)
    assert (shows.at, shows.fresh) == (expected, fresh)


def test_between_cycles_no_stroke_is_marked_and_the_next_cycle_is_ahead() -> None:
    spaced = settings("lu-1")
    played = performance("lu-1", Use.TOUHU, gap=Fraction(3))
    spaced = replace(spaced, rows=({Use.TOUHU: played},))
    shows = seen(spaced, at(spaced, 12), 1.5)
    assert (shows.at, shows.coming[:4]) == (-1, ":○□○")
    assert row(shows) == "○□○□○○○□□○□○"


def test_what_comes_is_the_row_that_is_chosen_next() -> None:
    chosen = replace(TOUHU, row=1, use=Use.ARCHERY)
    assert seen(chosen, at(TOUHU, 11)).coming == "□○:○□○○○○□○□○□○○"


def test_nothing_comes_after_the_end() -> None:
    once = replace(TOUHU, loop=False)
    assert seen(once, at(once, 11)).coming == "□○"
    assert seen(once, counting(once, 1)).coming == "○□○□○○○□□○□○"
    assert seen(once, at(once, 11, 5)).coming == "□○"


def test_a_long_row_is_shown_in_parts() -> None:
    long = perform(parse("○" * 2000 + "半" + "□" * 2000), Use.ARCHERY, plan())
    chosen = Settings(({Use.ARCHERY: long},), use=Use.ARCHERY)
    shows = seen(chosen, at(chosen, 3000))
    assert shows.row[shows.at] == "□"
    assert len(shown(shows)) <= HEIGHT
    assert "[□]" in row(shows)


def test_practice_and_notices_are_told() -> None:
    chosen = replace(TOUHU, practice=Practice(respond=True))
    lines = shown(seen(chosen, at(chosen, 1), 0.0, "an old one", "0.7 s were lost", "again"))
    assert "0.7 s were lost" in lines
    assert "again" in lines
    assert "an old one" not in lines
    assert any(line.startswith("練習（非禮所有）") for line in lines)


@pytest.mark.parametrize("language", Language)
def test_every_language_has_its_screen(language: Language) -> None:
    text = " ".join(shown(view(TOUHU, at(TOUHU, 2), 0.0, (), language), 120, 40))
    said = {"zh-Hant": "換鼓節", "zh-Hans": "换鼓节", "ko": "고절 바꾸기", "en": "1-4 row"}[language]
    assert said in text
    assert "lu-1 touhu" in text


# --- any terminal ------------------------------------------------------------------------------


@pytest.mark.parametrize("width, height", [(40, 24), (60, 12), (20, 6), (10, 3), (80, 24), (200, 60)])
def test_a_picture_fits_its_terminal(width: int, height: int) -> None:
    for chosen in (TOUHU, ARCHERY, replace(ARCHERY, row=1)):
        for report in (at(chosen, 12), None, counting(chosen, 3)):
            lines = shown(seen(chosen, report), width, height)
            assert len(lines) <= height
            assert all(cell_len(line) <= width for line in lines)
            assert lines[0].startswith(name(chosen.performance)[:width])


def test_the_current_mark_is_known_without_colour() -> None:
    console = Console(file=StringIO(), force_terminal=True, no_color=True, width=WIDTH, height=HEIGHT)
    console.print(frame(seen(TOUHU, at(TOUHU, 1)), WIDTH, HEIGHT))
    assert isinstance(console.file, StringIO)
    text = console.file.getvalue()
    assert "\x1b[1;7m[○]\x1b[0m" in text
    assert "\x1b[1;7moooooooooooo\x1b[0m" in text
    assert "38;" not in text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk", "utf-8"])
def test_a_stream_that_lacks_the_marks_has_others(encoding: str) -> None:
    import touhu_music.cli.terminal as terminal

    terminal.prepare()
    stream = TextIOWrapper(BytesIO(), encoding=encoding, errors="touhu")
    shows = printed(seen(ARCHERY, at(ARCHERY, 2)), stream)
    lines = shown(shows)
    assert lines[0].startswith("lu-1 archery")
    assert all(cell_len(line) <= WIDTH for line in lines)
    "\n".join(lines).encode(encoding)
    plain = encoding in ("ascii", "cp1252")
    assert shows.row == ("o#oo##o#oo#|o#o#ooo##o#o" if plain else ARCHERY.performance.row)
    assert large(shows)[0] == large(seen(ARCHERY, at(ARCHERY, 2)))[0]


# --- the process -------------------------------------------------------------------------------


def test_only_the_last_of_what_has_come_is_drawn() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"1\n2\n3\n4")
    lines = latest(reading)
    assert next(lines) == b"3"
    os.write(writing, b"4\n")
    assert next(lines) == b"44"
    os.close(writing)
    assert list(lines) == []
    os.close(reading)


def test_a_screen_that_takes_nothing_never_holds_up_the_playing() -> None:
    shows = seen(TOUHU, at(TOUHU, 1))
    start = time.perf_counter()
    with Screen([sys.executable, "-c", "import time; time.sleep(60)"]) as stuck:
        for _ in range(1000):
            stuck.show(shows)
        assert time.perf_counter() - start < 2
    assert stuck.process.returncode != 0
    assert time.perf_counter() - start < 10


def test_a_screen_that_is_gone_is_no_failure() -> None:
    with Screen([sys.executable, "-c", ""]) as gone:
        gone.process.wait()
        gone.show(seen(TOUHU, None))
    assert gone.process.returncode == 0


def test_where_nothing_is_to_be_seen_the_terminal_is_not_touched() -> None:
    reading, writing = os.pipe()
    os.close(writing)
    stream = StringIO()
    screen.draw(reading, stream)
    assert stream.getvalue() == ""
    os.close(reading)
