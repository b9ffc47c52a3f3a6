"""The names of the files that are written: ASCII, one for each different performance."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from typing import Final

from touhu_music import library
from touhu_music.language import number
from touhu_music.performance import Performance
from touhu_music.practice import PLAIN, Practice, Ramp
from touhu_music.render import Options
from touhu_music.sound import USUAL, Audio

EDITORIAL: Final = "bars-editorial"
NO_RAMP: Final = Ramp(Fraction(0), Fraction(0), Fraction(0))


def stem(performance: Performance, options: Options) -> str:
    """Return a file name without suffix, such as `lu-1@B_touhu_on-gu_gap4_72bpm`.

    It carries the row, the witness where it is not the base, and every choice that differs from
    the default plan.
    """
    chosen, usual, plain = performance.plan, library.plan(), Options()
    parts = [row(performance), str(performance.use)]
    differing = {
        str(chosen.timing): chosen.timing != usual.timing,
        f"gap{number(chosen.gap)}": chosen.gap != usual.gap,
        f"{number(chosen.beats_per_minute)}bpm": chosen.beats_per_minute != usual.beats_per_minute,
        f"{chosen.cycles}cycles": chosen.cycles != usual.cycles,
        f"count-in{chosen.count_in}": chosen.count_in != usual.count_in,
        chosen.sounds.name: chosen.sounds.name != usual.sounds.name,
        f"tones-{chosen.sounds.tones}": chosen.sounds.tones not in (chosen.sounds.name, usual.sounds.tones),
        f"accent-{chosen.accent}": chosen.accent != usual.accent,
        f"stroke{options.stroke}": options.stroke != plain.stroke,
        EDITORIAL: options.editorial_bars,
        str(options.syllables): options.syllables != plain.syllables,
        **practised(options.practice),
        **heard(options.audio),
    }
    parts += [part for part, differs in differing.items() if differs]
    return "_".join(parts).replace("/", "-")


def practised(practice: Practice) -> dict[str, bool]:
    """Return what each choice of a practice adds to a name, and whether it was made."""
    random = bool(practice.leave_strokes or practice.leave_cycles)
    return {
        "ramp{}to{}by{}".format(*map(number, practice.ramp or NO_RAMP)): practice.ramp is not None,
        f"mute-{practice.muted and practice.muted.word}": practice.muted is not None,
        f"leave-strokes{number(practice.leave_strokes)}": bool(practice.leave_strokes),
        f"leave-cycles{number(practice.leave_cycles)}": bool(practice.leave_cycles),
        f"seed{practice.seed}": practice.seed != PLAIN.seed or random,
        "respond": practice.respond,
        "click": practice.click,
    }


def heard(audio: Audio) -> dict[str, bool]:
    """Return what each choice of sound adds to a name, and whether it was made."""
    return {
        f"{audio.rate}Hz": audio.rate != USUAL.rate,
        f"{audio.bits}bit": audio.bits != USUAL.bits,
        **{f"{drum.word}-{recording.digest}": True for drum, recording in audio.recordings},
        "loop": audio.loop,
        "unnormalised": not audio.normalised,
        f"stem-{audio.stem}": audio.stem is not None,
    }


def row(performance: Performance) -> str:
    """Name the row: its cadence and witness; where none is known, a hash of its marks and their place.

    A witness of one's own has a hash as well, since anybody else may use the same siglum.
    """
    reading, name = performance.reading, performance.cadence.name
    if name and reading and reading.witness in library.witnesses():
        return name if reading.witness == library.BASE else f"{name}@{reading.witness}"
    known = str(performance.cadence)
    if reading and reading.file:
        known += f" {reading.file} {reading.start.byte}"
    digest = hashlib.sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    where = reading.witness or "text" if reading else "text"
    return f"{name}@{where}-{digest}" if name else f"row-{digest}"
