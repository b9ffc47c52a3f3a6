"""`window.touhu.render` of the built file, from a disk and with every request refused.

What it must give comes from Python: the strokes of the performance, each at round(seconds x rate).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import numpy
import pytest
from conftest import NAMES, performance
from numpy.typing import NDArray
from player.browsing import ENCODED, decoded
from player.visiting import SPY
from sound.hearing import beats
from sound.hearing import row as row_heard
from sound.test_drums import small

from touhu_music import Drum, Performance, Use
from touhu_music.cli import main

ROWS: Final = (*NAMES, "lu-2@B", "xue-2@C")
TEMPI: Final = (20, 60, 133, 400)
RATE: Final = 48_000
"""Of every sound that the hook gives."""

RENDERED: Final = """async (given) => {
  ENCODED
  window.heard.length = 0;
  const sound = await window.touhu.render(...given);
  const started = window.heard.map(({when, node}) => ({when, wave: node.buffer.getChannelData(0)}));
  const waves = [...new Set(started.map(({wave}) => wave))];
  return {
    rate: sound.sampleRate, ears: [0, 1].map((ear) => encoded(sound.getChannelData(ear))),
    channels: sound.numberOfChannels, waves: waves.map(encoded),
    started: started.map(({when, wave}) => [when, waves.indexOf(wave)]),
  };
}""".replace("ENCODED", ENCODED)


@pytest.fixture(scope="module")
def page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    file = tmp_path_factory.mktemp("hook") / "touhu.html"
    assert main(["player", "-o", str(file), "--quiet"]) == 0
    asked: list[str] = []
    told: list[str] = []
    context = browser.new_context()
    opened = context.new_page()
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: told.append(message.text))
    opened.on("pageerror", lambda error: told.append(str(error)))
    opened.route(re.compile("^(?!file:|blob:)"), lambda route: route.abort())
    opened.add_init_script(SPY)
    opened.goto(file.as_uri())
    yield opened
    outside = [url for url in asked if not url.startswith("blob:")]  # which is a script of the page itself
    assert (outside, told) == ([file.as_uri()], [])
    context.close()


def expected(name: str, use: Use, tempo: int | str, cycles: int) -> Performance:
    row, _, siglum = name.partition("@")
    return performance(row, use, siglum or "A", beats_per_minute=Fraction(tempo), cycles=cycles)


def frames(it: Performance) -> list[int]:
    return [round(it.seconds(stroke.onset) * RATE) for stroke in it.strokes]


def rendered(page: Any, name: str, use: Use, tempo: int, cycles: int) -> NDArray[numpy.float64]:
    """Return what the hook gives, both ears; each stroke in it stands at its frame and nothing else sounds.

    With the waves that the page made, its strokes at the frames of Python and one gain for each drum
    and ear are all of the sound. A stroke one frame beside its place would leave something over.
    """
    it = expected(name, use, tempo, cycles)
    found = page.evaluate(RENDERED, [name, str(use), tempo, cycles])
    assert (found["rate"], found["channels"]) == (RATE, 2)
    assert [when * RATE for when, _ in found["started"]] == pytest.approx(frames(it), abs=1e-3)
    sound = numpy.stack([decoded(ear) for ear in found["ears"]], axis=1).astype(float)
    waves = [decoded(wave) for wave in found["waves"]]
    alone = {drum: numpy.zeros(len(sound)) for drum in Drum}
    used: dict[Drum, set[int]] = {drum: set() for drum in Drum}
    for stroke, frame, (_, wave) in zip(it.strokes, frames(it), found["started"], strict=True):
        alone[stroke.drum][frame : frame + len(waves[wave])] += waves[wave]
        used[stroke.drum].add(wave)
    assert not used[Drum.PI] & used[Drum.GU]
    drums = numpy.stack([alone[drum] for drum in Drum], axis=1)
    gains = numpy.linalg.solve(drums.T @ drums, drums.T @ sound)
    assert gains.min() > 0.01
    assert numpy.abs(sound - drums @ gains).max() < 1e-5
    assert numpy.abs(sound[1:] - drums[:-1] @ gains).max() > 1e-3  # one frame would make a difference
    end = max(frame + len(waves[wave]) for frame, (_, wave) in zip(frames(it), found["started"], strict=True))
    assert len(sound) == max(end, round(it.seconds(it.length) * RATE))
    return sound


@pytest.mark.parametrize("tempo", TEMPI)
@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("name", ROWS)
def test_the_strokes_are_those_of_the_package_to_the_sample(
    page: Any, name: str, use: Use, tempo: int
) -> None:
    it = expected(name, use, tempo, 1)
    sound = rendered(page, name, use, tempo, 1).mean(1)
    for heard in beats(sound, RATE), beats(small(sound, RATE), RATE):
        assert row_heard(heard) == "".join(stroke.drum for stroke in it.strokes)
        onsets = [float(it.seconds(stroke.onset)) for stroke in it.strokes]
        assert [beat.seconds for beat in heard] == pytest.approx(onsets, abs=0.006)


@pytest.mark.parametrize("name, use", [("lu-1", Use.TOUHU), ("xue-2@C", Use.ARCHERY)])
def test_cycles_follow_each_other_without_drift_and_without_a_seam(page: Any, name: str, use: Use) -> None:
    """At 133 beats a minute neither a beat nor a cycle is a whole number of frames."""
    cycles = 7
    it = expected(name, use, 133, cycles)
    assert (it.seconds(it.period) * RATE).denominator > 1
    sound = rendered(page, name, use, 133, cycles).mean(1)
    assert row_heard(beats(small(sound, RATE), RATE)) == "".join(stroke.drum for stroke in it.strokes)


def test_a_tempo_may_be_any_decimal_and_what_is_left_out_is_as_ever(page: Any) -> None:
    call = """async ([one, other]) => {
      const [first, second] = [await window.touhu.render(...one), await window.touhu.render(...other)];
      return first.length === second.length
        && first.getChannelData(0).every((sample, frame) => sample === second.getChannelData(0)[frame]);
    }"""
    assert page.evaluate(call, [["xue-1"], ["xue-1@A", "touhu", 60, 1]])
    assert page.evaluate(call, [["xue-1", "touhu", 72.5], ["xue-1", "touhu", "145/2", 1]])


NUMBER: Final = "RangeError: tempo must be a number such as 72, 72.5 or 1/2"
REFUSED: Final = {
    "'lu-7'": "RangeError: no row lu-7",
    "": "RangeError: no row undefined",
    "null": "RangeError: no row null",
    "{}": "RangeError: no row [object Object]",
    "['lu-1']": "RangeError: no row lu-1",
    "Symbol('lu-1')": "RangeError: no row Symbol(lu-1)",
    "'lu-1@'": "RangeError: no row lu-1@",
    "'lu-1@A@B'": "RangeError: no row lu-1@A@B",
    "'lu-2@ZZ'": "RangeError: no row lu-2@ZZ",
    "'__proto__'": "RangeError: no row __proto__",
    "'x'.repeat(5000)": f"RangeError: no row {'x' * 40}",
    "'lu-1', 'dance'": "RangeError: use must be touhu or archery, not dance",
    "'lu-1', null": "RangeError: use must be touhu or archery, not null",
    "'lu-1', 'touhu', 0": "RangeError: tempo must be in range 1..1000, not 0",
    "'lu-1', 'touhu', -60": "RangeError: tempo must be in range 1..1000, not -60",
    "'lu-1', 'touhu', 1001": "RangeError: tempo must be in range 1..1000, not 1001",
    "'lu-1', 'touhu', NaN": f"{NUMBER}, not 'NaN'",
    "'lu-1', 'touhu', 1 / 0": f"{NUMBER}, not 'Infinity'",
    "'lu-1', 'touhu', null": f"{NUMBER}, not 'null'",
    "'lu-1', 'touhu', {}": f"{NUMBER}, not '[object Object]'",
    "'lu-1', 'touhu', '1/0'": f"{NUMBER}, not '1/0'",
    "'lu-1', 'touhu', 60, 0": "RangeError: cycles must be in range 1..100000, not 0",
    "'lu-1', 'touhu', 60, -1": "RangeError: cycles must be in range 1..100000, not -1",
    "'lu-1', 'touhu', 60, 1.5": "RangeError: cycles must be a whole number, not 1.5",
    "'lu-1', 'touhu', 60, NaN": "RangeError: cycles must be a whole number, not NaN",
    "'lu-1', 'touhu', 60, '2'": "RangeError: cycles must be a whole number, not 2",
    "'lu-1', 'touhu', 60, 1e9": "RangeError: cycles must be in range 1..100000, not 1000000000",
    "'lu-1', 'touhu', 400, 9000": "RangeError: 9000 cycles of 12 strokes are more than 100000 strokes",
    "'lu-1', 'touhu', 1, 30": "RangeError: sound is written for at most 60 minutes",
}


@pytest.mark.parametrize("given", REFUSED)
def test_what_cannot_be_rendered_is_a_rejection_that_says_why(page: Any, given: str) -> None:
    """A promise is given in any case: nothing is thrown at once."""
    call = f"(() => {{ const made = touhu.render({given}); return made.then(String, String); }})()"
    assert page.evaluate(call) == REFUSED[given]
