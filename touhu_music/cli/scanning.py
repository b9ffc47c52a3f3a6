"""`touhu scan`: the rows of a corpus, each against the base witness."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any, Final, NamedTuple

import click

from touhu_music import library, shapes
from touhu_music.cli import terminal
from touhu_music.cli.options import QUIET, WITNESSES, options, whole
from touhu_music.documents import Document
from touhu_music.edition.copying import of_reading
from touhu_music.edition.scanning import (
    SEGMENT,
    Fault,
    File,
    Found,
    Hit,
    files,
    read_large,
    scan,
    sift_segment,
)
from touhu_music.edition.verification import Form, against, forms, said, verify
from touhu_music.errors import PlanError, TouhuError
from touhu_music.language import Language
from touhu_music.reading import Reading
from touhu_music.witnessfile import load

AHEAD: Final = 4  # tasks a process that wait for their turn
MOST_FILES: Final = 64  # of one task
MOST_JOBS: Final = 256
DOUBTS: Final = ("doubtful", "final-mark-check", "label-order", "half-")


@click.command("scan")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON as it goes: a line for each text.")
@options(QUIET, WITNESSES)
@click.option("--jobs", metavar="N", help="How many processes; by default as many as there are cores.")
@click.pass_context
def scan_all(
    ctx: click.Context,
    /,
    paths: tuple[str, ...],
    as_json: bool,
    quiet: bool,
    witnesses: str | None,
    jobs: str | None,
) -> None:
    """Find the rows in a corpus of any size, and say how each differs from witness A.

    PATH is what it is for `touhu read`, but a file may have any size. A text without rows is passed over.
    """
    processes = whole("jobs", jobs) if jobs is not None else os.cpu_count() or 1
    if not 1 <= processes <= MOST_JOBS:
        raise PlanError(f"jobs must be from 1 to {MOST_JOBS}, not {processes}")
    books = Books(
        forms([library.witness(library.BASE)]),
        forms(load(path) for path in library.witnesses(witnesses).values()),
    )
    code = 0
    try:
        with pool(processes) as workers, advancing(paths, quiet) as advance:
            for result in results(paths, Desk(workers, advance), processes * AHEAD):
                if isinstance(result, Fault):
                    terminal.complain(TouhuError(result.line))
                    code = 1
                elif as_json:
                    print_line(shape(result, books))
                else:
                    terminal.say(described(result, books))
    except BrokenExecutor as error:
        raise TouhuError("a process of the scan was ended from outside") from error
    ctx.exit(code)


# --- the work ---------------------------------------------------------------------------------


class Here(Executor):
    """Does at once what it is given."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it."""
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@contextmanager
def pool(processes: int) -> Iterator[Executor]:
    """Give processes that work, and end them whatever comes."""
    if processes == 1:
        yield Here()
        return
    way = "fork" if sys.platform == "linux" else "spawn"
    workers = ProcessPoolExecutor(processes, multiprocessing.get_context(way), obey)
    others = multiprocessing.active_children()
    try:
        yield workers
        workers.shutdown()
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()


def obey() -> None:
    """Let the first process decide what an interrupt means, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    first = multiprocessing.parent_process()

    def follow() -> None:
        if first is not None:
            first.join()
            os._exit(1)

    Thread(target=follow, daemon=True).start()


class Desk(NamedTuple):
    """Where work is given away, and where it is told how many bytes were gone through."""

    workers: Executor
    advance: Callable[[int], None]

    def give(self, size: int, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Give away work on so many bytes."""
        future = self.workers.submit(work, *arguments)
        future.add_done_callback(lambda _: self.advance(size))
        return future


class Task(NamedTuple):
    """Work that was given away: several small files at once, or the segments of a large one by its path."""

    parts: tuple[Future[Any], ...]
    path: str = ""


def results(paths: Iterable[str], desk: Desk, ahead: int) -> Iterator[Found | Fault]:
    """Give what there is in all files, in their order; no more tasks are given away than wait."""
    waiting: deque[Task] = deque()
    for task in tasks(paths, desk):
        waiting.append(task)
        while sum(len(each.parts) for each in waiting) > ahead:
            yield from first(waiting, desk)
    while waiting:
        yield from first(waiting, desk)


def tasks(paths: Iterable[str], desk: Desk) -> Iterator[Task]:
    """Give away the work on each file."""
    several: list[File | Fault] = []
    size = 0
    for one in (each for path in paths for each in files(path)):
        apart = isinstance(one, File) and (one.large or one.path == "-")
        if several and (apart or len(several) == MOST_FILES or size > SEGMENT // 4):
            yield Task((desk.give(size, scan_several, several),))
            several, size = [], 0
        if isinstance(one, Document):
            several.append(Fault(str(one.fault)))
        elif one.path == "-":
            yield Task((Here().submit(scan, one),))
        elif one.large:
            spans = [(start, min(stop, one.size)) for start, stop in one.segments]
            parts = [desk.give(stop - start, sift_segment, one.path, start, stop) for start, stop in spans]
            yield Task(tuple(parts), one.path)
        else:
            several.append(one)
            size += one.size
    if several:
        yield Task((desk.give(size, scan_several, several),))


def scan_several(several: Iterable[File | Fault]) -> list[Found | Fault]:
    """Return what there is in several files, in their order."""
    return [result for one in several for result in ([one] if isinstance(one, Fault) else scan(one))]


def first(waiting: deque[Task], desk: Desk) -> Iterator[Found | Fault]:
    """Give the results of the first task; meanwhile large files are read of which all was sifted."""
    for place, task in enumerate(waiting):
        if task.path and (place == 0 or all(part.done() for part in task.parts)):
            waiting[place] = Task((rows_of(task, desk),))
    yield from waiting.popleft().parts[0].result()


def rows_of(task: Task, desk: Desk) -> Future[Any]:
    """Let a large file be read where the filter left something of it."""
    found: list[list[Hit] | Fault] = [part.result() for part in task.parts]
    faults = [each for each in found if isinstance(each, Fault)]
    hits = [hit for each in found if not isinstance(each, Fault) for hit in each]
    if faults or not hits:
        return Here().submit(list, faults[:1])
    return desk.workers.submit(read_large, task.path, hits)


@contextmanager
def advancing(paths: Iterable[str], quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show how far the work is, how fast, and how long it will take, if there is a terminal to show it on."""
    if quiet or not sys.stderr.isatty():
        yield lambda size: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

    total = sum(one.size for path in paths for one in files(path) if isinstance(one, File))
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    shown = sys.stdout.isatty()  # else rich would take what goes into a file for the terminal
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=shown) as bar:
        corpus = bar.add_task("scan", total=total)
        yield lambda size: bar.advance(corpus, size)


# --- what is said -----------------------------------------------------------------------------


class Books(NamedTuple):
    """What rows are held against: the forms of the base, and those of all witnesses."""

    base: tuple[Form, ...]
    every: tuple[Form, ...]


def described(found: Found, books: Books) -> Iterator[str]:
    """Describe a text in a line, and each of its rows in one."""
    count = len(found.readings)
    yield f"{found.name} ({found.encoding}): {count} row{'s' if count > 1 else ''}"
    for reading in found.readings:
        copy = f" (set {reading.set})" if reading.set > 1 else ""
        place = f"line {reading.start.line}, column {reading.start.column}"
        name = reading.name or "no name"
        told = "; ".join([collated(reading, books), *doubts(reading)])
        yield f"{name}{copy}  {reading.cadence}  {place}: {told}"


def doubts(reading: Reading) -> list[str]:
    """Return the warnings that leave the strokes of a row or its name in doubt."""
    return [warning for warning in reading.warnings if warning.startswith(DOUBTS)]


def collated(reading: Reading, books: Books) -> str:
    """Say how a row differs from the base, and which witnesses print it just so."""
    verdict = verify(of_reading(reading), books.base)
    surely = verdict.found and {form.cadence for form in verdict.found} == {reading.name}
    if surely and verdict.agrees:
        return f"= {library.BASE}"
    if surely:
        told = [against(verdict, each, Language.ENGLISH) for each in verdict.nearest]
    else:
        told = [said(verdict, Language.ENGLISH)]
    if not verdict.agrees:
        sure, doubtful = agreeing(reading, books)
        told += [f"= {' '.join(sure)}"] if sure else []
        told += [f"= {' '.join(doubtful)} (doubtful)"] if doubtful else []
    return "; ".join(told)


def agreeing(reading: Reading, books: Books) -> tuple[list[str], list[str]]:
    """Return the sigla of the witnesses that print a row just so, and of those that doubt it."""
    agrees = verify(of_reading(reading), books.every).agrees
    sure = (siglum for form in agrees if not form.doubtful for siglum in form.witnesses)
    doubtful = (siglum for form in agrees if form.doubtful for siglum in form.witnesses)
    return list(dict.fromkeys(sure)), list(dict.fromkeys(doubtful))


def shape(found: Found, books: Books) -> dict[str, Any]:
    """Give a text with its rows, each as `touhu read` gives it and with what it has against the base."""
    return {
        "file": found.name,
        "encoding": found.encoding,
        "readings": [
            {
                **shapes.of_reading(reading),
                **dict(zip(("agrees", "doubtful"), agreeing(reading, books), strict=True)),
                "against": against_base(reading, books),
            }
            for reading in found.readings
        ],
        "warnings": list(found.warnings),
    }


def against_base(reading: Reading, books: Books) -> dict[str, Any]:
    """Give how a row differs from the nearest of the base, or from that of its name."""
    verdict = verify(of_reading(reading), books.base)
    near = verdict.nearest[-1] if verdict.nearest else None
    form = verdict.agrees[0] if verdict.agrees else near.form if near else None
    return {
        "witness": library.BASE,
        "cadence": form.cadence if form else None,
        "distance": 0 if verdict.agrees else near.distance if near else None,
        "edits": [{"section": section, **edit._asdict()} for section, edit in (near.edits if near else ())],
        "said": collated(reading, books),
    }


def print_line(value: dict[str, Any]) -> None:
    """Print an object in one line of JSON."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:  # an escape is still JSON
        text = json.dumps(value)
    click.echo(text)
