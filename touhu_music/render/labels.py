"""Labels for Audacity: where each cycle lies in the sound, and each 半."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from touhu_music.errors import RenderError
from touhu_music.language import number, word, words
from touhu_music.performance import Performance
from touhu_music.practice import sounding
from touhu_music.render import Options
from touhu_music.sound import rehearsed

Label = tuple[Fraction, Fraction, str]  # seconds from, seconds to, text


def labels(performance: Performance, options: Options) -> list[Label]:
    """Return the labels in their order: a span for the count-in and for each cycle, a point for each 半.

    A cycle in which no drum sounds is called silent, and has no 半.
    """
    practice, plan, language = options.practice, performance.plan, options.language
    rehearsal = rehearsed(performance, practice, options.audio)
    starts = rehearsal.starts()
    found: list[Label] = []
    if plan.count_in:
        found.append((Fraction(0), rehearsal.lead, words("count-in", language).format(plan.count_in)))
    for cycle, (start, end) in enumerate(pairwise(starts), 1):
        struck = any(it.stroke for it in sounding(performance, practice, cycle))
        tempo = word("tempo", language).format(number(practice.tempo(performance, cycle)))
        said = [words("cycle", language).format(cycle)]
        said += [tempo] if practice.ramp else []
        found.append((start, end, ", ".join([*said, *([] if struck else [word("silent", language)])])))
        if struck and performance.half is not None:
            half = start + performance.half * rehearsal.seconds_per_beat(cycle)
            found.append((half, half, "半"))
    return sorted(found, key=lambda label: (label[0], -label[1]))


def render(performance: Performance, options: Options) -> bytes:
    """Write a line a label: from, to, text, parted by tabs; seconds to the microsecond."""
    lines = (
        f"{float(start):.6f}\t{float(end):.6f}\t{text}\n" for start, end, text in labels(performance, options)
    )
    return "".join(lines).encode()


def check(data: bytes, performance: Performance, options: Options) -> None:
    """Read the lines back; raises RenderError unless every label lies where it did."""
    found = [line.split("\t") for line in data.decode().splitlines()]
    expected = labels(performance, options)
    if [line[2:] for line in found] != [[text] for _, _, text in expected] or any(
        abs(Fraction(written) - second) > Fraction(1, 10**6)
        for line, (*seconds, _) in zip(found, expected, strict=True)
        for written, second in zip(line[:2], seconds, strict=True)
    ):
        raise RenderError("the labels do not give back the cycles")
