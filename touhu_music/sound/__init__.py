"""Sound: the drums synthesised or recorded, mixed exact to the sample, in blocks or as a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from touhu_music.errors import RenderError
from touhu_music.notation import Drum
from touhu_music.performance import Performance, Plan
from touhu_music.practice import Practice, Rehearsal, Voice

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    Wave = numpy.typing.NDArray[numpy.float32]

RATES: Final = (22_050, 32_000, 44_100, 48_000, 88_200, 96_000)
BITS: Final = (16, 24)
LONGEST: Final = 2 * 60 * 60
"""A sound of more seconds than this is refused."""


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """A drum as it was recorded: strokes that differ a little, each mono, from its first sound on.

    `digest` is of the file that they come from, and names them in file names.
    """

    name: str
    digest: str
    rate: int
    takes: tuple[Wave, ...]


@dataclass(frozen=True, slots=True)
class Audio:
    """How a performance becomes samples.

    `rate` in frames a second, `bits` of wav and flac. A `loop` is as long as its cycles, and what
    still rings at its end sounds at its start. `normalised` brings the peak to -1 dBFS. `stem` is
    the only voice that sounds, as loud as it is among the others. `recordings` take the place of
    synthesised drums. Raises RenderError for a rate or bits that there are not.
    """

    rate: int = 48_000
    bits: int = 16
    loop: bool = False
    normalised: bool = True
    stem: Voice | None = None
    recordings: tuple[tuple[Drum, Recording], ...] = ()

    @property
    def recorded(self) -> tuple[tuple[Drum, str], ...]:
        """The names of the recordings."""
        return tuple((drum, recording.name) for drum, recording in self.recordings)

    def __post_init__(self) -> None:
        for name, value, known in (("rate", self.rate, RATES), ("bits", self.bits, BITS)):
            if value not in known:
                raise RenderError(f"{name} must be one of {' '.join(map(str, known))}, not {value}")


USUAL: Final = Audio()


def rehearsed(performance: Performance, practice: Practice, audio: Audio) -> Rehearsal:
    """Return what is to be heard; raises RenderError for what would be no loop."""
    check_loop(performance.plan, audio)
    if audio.loop and practice.respond and performance.plan.cycles % 2:
        raise RenderError("a loop of calls and answers needs an even number of cycles")
    return Rehearsal(performance, practice)


def check_loop(plan: Plan, audio: Audio) -> None:
    """Raise RenderError for a count-in that would come again."""
    if audio.loop and plan.count_in:
        raise RenderError("a loop has no count-in: it would sound each time; leave out --loop or --count-in")
