"""The song in the page itself: what is heard of it, what is shown, what stands in its address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import numpy
import pytest
from conftest import NAMES, performance
from numpy.typing import NDArray
from player.browsing import ENCODED, decoded
from player.test_hook import RATE
from player.test_midi_of_page import saved
from player.test_song import TUNED, tune
from player.visiting import MEASURE, SPY, fragment_of, pressed, until

from touhu_music import Use
from touhu_music.language import Language, word
from touhu_music.song import songs
from touhu_music.song.sound import tuning

CENTS: Final = 3
LONG: Final = 2.5
"""Seconds: every pluck is longer, every stroke shorter."""

STARTED: Final = """async (given) => {
  window.heard.length = 0;
  await window.touhu.render(...given);
  return window.heard.map(({when, frames}) => [when, frames]);
}"""

ALONE: Final = """async ([row, use, tempo, cycles, song]) => {
  ENCODED
  const all = await window.touhu.render(row, use, tempo, cycles, song);
  const without = await window.touhu.render(row, use, tempo, cycles);
  const [sound, drums] = [all.getChannelData(0), without.getChannelData(0)];
  return encoded(sound.map((sample, frame) => sample - (drums[frame] ?? 0)));
}""".replace("ENCODED", ENCODED)


@pytest.fixture(scope="module")
def page(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context()
    opened = context.new_page()
    opened.add_init_script(SPY)
    opened.goto(address)
    yield opened
    context.close()


@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("row", NAMES)
def test_each_word_is_plucked_on_its_stroke_within_a_sample(page: Any, row: str, use: Use) -> None:
    """At 400 beats a minute, two lines of each song; what is recited adds nothing."""
    it = performance(row, use, beats_per_minute=Fraction(400), cycles=2)
    strokes = [round(it.seconds(stroke.onset) * RATE) for stroke in it.strokes]
    for name in songs.songs():
        found = page.evaluate(STARTED, [row, str(use), 400, 2, name])
        words = [
            round(it.seconds((cycle - 1) * it.period + word.onset) * RATE)
            for cycle in (1, 2)
            for word in tune(name).words(it, cycle)
            if word.sung.semitones is not None
        ]
        assert set(words) <= set(strokes)
        plucked = [when * RATE for when, frames in found if frames > LONG * RATE]
        assert plucked == pytest.approx(words, abs=1e-3)
        assert [when * RATE for when, frames in found if frames <= LONG * RATE] == pytest.approx(
            strokes, abs=1e-3
        )


@pytest.mark.parametrize("name", TUNED)
def test_each_tone_of_a_song_is_heard_at_its_pitch(page: Any, name: str) -> None:
    it = performance("lu-1", Use.TOUHU, beats_per_minute=Fraction(200))
    cycles = len(tune(name).song.lines)
    string = decoded(page.evaluate(ALONE, ["lu-1", "touhu", 200, cycles, name]))
    words = [
        (round(it.seconds((cycle - 1) * it.period + word.onset) * RATE), word.sung.semitones)
        for cycle in range(1, cycles + 1)
        for word in tune(name).words(it, cycle)
    ]
    ends = [*(frame for frame, _ in words[1:]), len(string)]
    for (frame, tone), end in zip(words, ends, strict=True):
        assert tone is not None
        hertz = tuning.of(songs.singing()).pitch(tone)
        heard = string[frame + RATE // 50 : min(end, frame + RATE)]
        assert 1200 * abs(numpy.log2(pitch_near(heard, hertz) / hertz)) < CENTS
        before = string[max(0, frame - RATE // 10) : frame]
        assert energy_at(heard[: RATE // 10], hertz) > energy_at(before, hertz)
    assert numpy.abs(string[: words[0][0]]).max(initial=0) == 0


def pitch_near(wave: NDArray[numpy.float32], hertz: float) -> float:
    """Return the strongest frequency within a semitone, by a parabola through the peak of the spectrum."""
    size = 2**19
    spectrum = numpy.abs(numpy.fft.rfft(wave * numpy.hanning(len(wave)), size))
    low, high = (round(hertz * 2 ** (step / 24) * size / RATE) for step in (-1, 1))
    peak = low + int(spectrum[low:high].argmax())
    left, middle, right = numpy.log(spectrum[peak - 1 : peak + 2])
    return float((peak + (left - right) / (left - 2 * middle + right) / 2) * RATE / size)


def energy_at(wave: NDArray[numpy.float32], hertz: float) -> float:
    if not len(wave):
        return 0
    turning = numpy.exp(-2j * numpy.pi * hertz * numpy.arange(len(wave)) / RATE)
    return float(abs((wave * turning).sum()) / len(wave))


def test_the_loudest_stays_below_full_scale_where_it_is_heard(page: Any) -> None:
    """Long rows at the fastest tempo, at which the most strings ring together."""
    call = """async (given) => {
      const sound = await window.touhu.render(...given);
      const peak = (ear) => sound.getChannelData(ear).reduce((most, it) => Math.max(most, Math.abs(it)), 0);
      return [0, 1].map(peak);
    }"""
    for name, row in (("caifan", "xue-1"), ("zouyu-yu", "xue-2"), ("zouyu-jue", "lu-1")):
        assert 1.2 * max(page.evaluate(call, [row, "touhu", 400, 12, name])) < 1


def test_what_is_recited_makes_no_sound(page: Any) -> None:
    string = decoded(page.evaluate(ALONE, ["lu-1", "touhu", 200, 3, "lishou"]))
    assert numpy.abs(string).max() < 1e-6


REFUSED: Final = {
    "'nothing'": "RangeError: no song nothing",
    "'__proto__'": "RangeError: no song __proto__",
    "null": "RangeError: no song null",
    "{}": "RangeError: no song [object Object]",
    "'x'.repeat(5000)": f"RangeError: no song {'x' * 40}",
}


@pytest.mark.parametrize("song", REFUSED)
def test_a_song_that_is_none_is_refused(page: Any, song: str) -> None:
    assert (
        page.evaluate(f"touhu.render('lu-1', 'touhu', 60, 1, {song}).then(String, String)") == REFUSED[song]
    )


# --- as it is used -----------------------------------------------------------------------------

SUNG: Final = "[...document.querySelectorAll('#sung .sung-word b')].map((it) => it.textContent).join('')"
LIT: Final = "document.querySelector('#sung .lit')?.textContent"
PLUCKED: Final = f"heard.filter(({{frames, node}}) => frames > {LONG} * node.context.sampleRate)"
PLUCKS: Final = f"{PLUCKED}.length"


def options(page: Any) -> None:
    page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")


def test_nothing_is_sung_until_a_song_is_chosen_and_then_line_by_line(visit: Any) -> None:
    with visit("#lu-1/touhu/400/count-in-4") as page:
        assert page.is_hidden("#sung")
        options(page)
        assert page.is_hidden("#song-sound")
        page.select_option("#song", "caifan")
        assert fragment_of(page) == "#lu-1/touhu/400/count-in-4/song-caifan"
        assert page.evaluate(SUNG) == "于以采蘩"
        page.click("#start")
        until(page, "document.querySelector('.counting')")
        assert page.evaluate(LIT) is None  # the count-in has no song
        until(page, f"({LIT}) === '于黃六'")
        until(page, f"({SUNG}) === '于沼于沚'")
        until(page, f"({SUNG}) === '于以用之' && ({LIT})")
        page.click("#start")
        assert page.evaluate(SUNG) == "于以采蘩"
        assert page.evaluate(LIT) is None


def test_a_muted_song_is_not_put_on_the_clock_and_the_drums_are(visit: Any) -> None:
    with visit("#lu-1/touhu/200/song-caifan/unsung") as page:
        options(page)
        assert pressed(page, "[data-toggle=mute-song]")
        page.click("#start")
        until(page, "heard.length > 6")
        assert page.evaluate(PLUCKS) == 0
        page.click("[data-toggle=mute-song]")
        until(page, f"{PLUCKS} > 0")
        assert fragment_of(page) == "#lu-1/touhu/200/song-caifan"
        page.keyboard.press("s")
        before = page.evaluate(PLUCKS)
        page.wait_for_timeout(1500)
        assert page.evaluate(PLUCKS) <= before
        assert pressed(page, "[data-toggle=mute-song]")


def test_the_volume_of_the_song_is_kept_for_the_next_visit(visit: Any) -> None:
    with visit("#lu-1/touhu/200/song-caifan") as page:
        options(page)
        assert page.input_value("#volume-song") == "100"
        page.evaluate(
            "const it = document.querySelector('#volume-song');"
            "it.value = 30; it.dispatchEvent(new Event('input'))"
        )
        page.reload()
        assert page.input_value("#volume-song") == "30"
        assert page.get_attribute("#volume-song", "aria-valuetext") == "30 %"


@pytest.mark.parametrize(
    "part", ["song-", "song-nothing", "song-__proto__", "song-constructor", "song-CAIFAN"]
)
def test_a_song_in_an_address_that_is_none_is_told(visit: Any, part: str) -> None:
    with visit(f"#lu-1/touhu/60/{part}") as page:
        assert part in page.inner_text("#notice")
        assert page.is_hidden("#sung")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["caifan", "zouyu-yu", "lishou"])
def test_what_is_late_and_a_choice_is_told_with_the_source(visit: Any, name: str, language: Language) -> None:
    song = songs.load(name)
    with visit(f"#lu-1/touhu/60/song-{name}/sources") as page:
        page.click("#display summary")
        page.click(f"[data-choice=language] [data-value={language}]")
        page.click("#display summary")
        chosen = page.text_content("#our-choices")
        keys = ["song-late", "heard-open"] if song.has_tune else ["song-no-tune"]
        keys += {"caifan": ["song-doubt"], "zouyu-yu": ["song-own"]}.get(name, [])
        for key in ("player-song-note", "sung-reconstruction", *keys):
            assert word(key, language) in chosen
        assert dict(tune(name).fitting.reason)[str(language)] in chosen
        assert song.sources[0] in page.text_content("#song-source")
        shown = page.evaluate(
            "[...document.querySelectorAll('#song-source b')].map((it) => it.textContent).join('')"
        )
        assert shown == "".join(each.word for each in song.sung)
        assert page.evaluate(MEASURE) == []


def test_the_song_is_in_the_midi_file_of_the_page(visit: Any) -> None:
    with visit("#lu-1/touhu/60/song-caifan") as page:
        name, data = saved(page)
        assert name == "lu-1_touhu_12cycles_song-caifan.mid"
        assert data.count(b"\xc0\x6b") == 1
        assert "無證其為古樂".encode() in data or b"Late notation" in data


def test_a_row_of_one_stroke_can_be_sung_to(visit: Any) -> None:
    with visit("#○半□/touhu/60/song-zouyu-yu") as page:
        page.click("#start")
        times = until(
            page,
            f"{PLUCKS} >= 4 && {PLUCKED}.map(({{when}}) => when)",
        )
        steps = [after - before for before, after in pairwise(sorted(times)[:4])]
        assert steps == pytest.approx([0.25, 0.25, 0.25], abs=1e-4)


def test_in_public_the_next_person_hears_no_song(visit: Any) -> None:
    with visit("#lu-1/touhu/60/song-caifan/kiosk") as page:
        assert page.evaluate(SUNG) == "于以采蘩"
        page.clock.install()
        page.click("#start")
        page.clock.fast_forward(61_000)
        until(page, "document.querySelector('#sung').hidden")


def test_the_page_reads_the_songs_only_when_one_is_chosen(browser: Any, address: str) -> None:
    spy = """window.parsed = []; const parse = JSON.parse;
      JSON.parse = (text, ...rest) => { window.parsed.push(text.length); return parse(text, ...rest); };"""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(spy)
    page.goto(address)
    length = page.evaluate("document.querySelector('#song-data').textContent.length")
    assert length not in page.evaluate("parsed")
    page.evaluate("location.hash = '#lu-1/touhu/60/song-caifan'")
    until(page, f"parsed.includes({json.dumps(length)})")
    context.close()
