"""Labels for Audacity: where each cycle lies in the sound, and each 半."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from touhu_music.errors import RenderError
from touhu_music.language import number, word, words
from touhu_music.performance import Performance
from touhu_music.practice import Rehearsal
from touhu_music.render import Options

Label = tuple[Fraction, Fraction, str]  # seconds from, seconds to, text


def labels(performance: Performance, options: Options) -> list[Label]:
    """Return the labels in their order: a span for the count-in and for each cycle, a point for each 半."""
    rehearsal, plan, language = Rehearsal(performance, options.practice), performance.plan, options.language
    starts = rehearsal.starts()
    found: list[Label] = []
    if plan.count_in:
        found.append((Fraction(0), rehearsal.lead, words("count-in", language).format(plan.count_in)))
    for cycle, (start, end) in enumerate(pairwise(starts), 1):
        tempo = number(options.practice.tempo(performance, cycle))
        said = [words("cycle", language).format(cycle), word("tempo", language).format(tempo)]
        found.append((start, end, ", ".join(said if options.practice.ramp else said[:1])))
    found += [(half, half, "半") for half in rehearsal.halves()]
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
