"""What sound cards and MIDI ports have in common: names, and libraries that talk by themselves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from touhu_music.errors import TouhuError
from touhu_music.live.control import Control


def chosen(kind: str, wanted: str, names: Sequence[str]) -> int:
    """Return which name is wanted: the very name, or the only one of which it is a part.

    Raises TouhuError, with all names that there are, if there is none or more than one.
    """
    if wanted in names:
        return names.index(wanted)
    part = wanted.strip().casefold()  # of every name nothing is a part
    found = [place for place, name in enumerate(names) if part and part in name.casefold()]
    if len(found) == 1:
        return found[0]
    known = "; ".join(" ".join(name.split()) for name in names) or "none at all"
    raise TouhuError(f"there is {'more than one' if found else 'no'} {kind} {wanted!r}; there are: {known}")


@contextmanager
def quiet() -> Iterator[None]:
    """Keep from the terminal what libraries in C write on stderr by themselves."""
    try:
        stderr = os.dup(2)
    except OSError:  # it was closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)


def failed(device: str, error: Exception) -> TouhuError:
    """Say in one line that a device failed, whatever it raised: each system has errors of its own."""
    reason = " ".join(" ".join(map(str, error.args)).split()) or type(error).__name__
    return TouhuError(f"{device} failed: {reason}")


def in_any_case(steps: Iterable[Callable[[], object]]) -> None:
    """Take every step, whatever happens to the others; then raise what went wrong first."""
    failures = []
    for step in steps:
        try:
            step()
        except BaseException as failure:  # an interrupt too must leave no note on and no device open
            failures.append(failure)
    if failures:
        raise failures[0]


def play_out(control: Control, steps: Iterable[Callable[[], object]]) -> None:
    """Take every step of a player, keep what went wrong, and let keys and screen end too."""
    try:
        in_any_case(steps)
    except Exception as failure:
        control.failure = failure
    finally:
        control.report = None
        control.leave()
