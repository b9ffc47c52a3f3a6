"""MusicXML as the schema, verovio, MuseScore and LilyPond read it."""

from __future__ import annotations

import base64
import io
import os
import subprocess
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import mido
import pytest
import verovio
from conftest import NAMES, heard, need, performance
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from strategies import cadences, plans

from touhu_music import Cadence, Performance, Plan, Use, perform
from touhu_music.language import Language, Syllables
from touhu_music.notation import Drum
from touhu_music.performance import Accent, Timing
from touhu_music.render import STROKES, Options, render

EVERY: Final = [pytest.param(name, use, id=f"{name}-{use}") for name in NAMES for use in Use]
TICK: Final = Fraction(1, 30)  # readers round onsets to their ticks

Sounds = list[tuple[Fraction, int, int]]  # onset in quarters, channel from 0, key


# --- the schema ----------------------------------------------------------------------------------


class Imports(etree.Resolver):  # type: ignore[misc]
    """Answers the two imports of the MusicXML schema from files."""

    def resolve(self, url: str, public: str, context: Any) -> Any:
        if not url.endswith(("xml.xsd", "xlink.xsd")) or url.endswith("musicxml_4_0.xsd"):
            return None
        name = "XLINK/xlink.xsd" if url.endswith("xlink.xsd") else "XML/xml.xsd"
        return self.resolve_filename(str(package("xmlschema") / "schemas" / name), context)


def package(name: str) -> Path:
    """Return the folder of an installed package without importing it."""
    found = find_spec(name)
    assert found
    assert found.origin
    return Path(found.origin).parent


@pytest.fixture(scope="module")
def schema() -> Any:
    parser = etree.XMLParser()
    parser.resolvers.add(Imports())
    return etree.XMLSchema(etree.parse(package("musicxml") / "generate_classes/musicxml_4_0.xsd", parser))


PLANS: Final = {
    "default": {},
    "on-gu": {"timing": Timing.ON_GU, "cycles": 2},
    "full": {"cycles": 3, "gap": Fraction(7, 2), "count_in": 4, "accent": Accent.GU},
}


@pytest.mark.parametrize("choices", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("name, use", EVERY)
def test_every_cadence_is_valid_and_reads_back(
    name: str, use: Use, choices: dict[str, Any], schema: Any
) -> None:
    schema.assertValid(etree.fromstring(render("musicxml", performance(name, use, **choices))))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("stroke", STROKES)
def test_every_stroke_and_language_is_valid(language: Language, stroke: Fraction, schema: Any) -> None:
    options = Options(language, Syllables.HANGUL, stroke, editorial_bars=True)
    it = performance("lu-2", gap=Fraction(3, 2), count_in=2, cycles=2)
    schema.assertValid(etree.fromstring(render("musicxml", it, options)))


@settings(deadline=None, max_examples=25)
@given(cadences, st.sampled_from(Use), plans(), st.sampled_from(STROKES), st.sampled_from(Syllables))
def test_every_performance_reads_back(
    cadence: Cadence, use: Use, chosen: Plan, stroke: Fraction, syllables: Syllables
) -> None:
    it = perform(cadence, use, chosen)
    render("musicxml", it, Options(syllables=syllables, stroke=stroke))


# --- other readers hear the same -----------------------------------------------------------------


def expected(it: Performance) -> Sounds:
    """Return what a reader should play where a beat is a quarter."""
    return [(it.plan.count_in + stroke.onset, 9, it.plan.sounds.key(stroke.drum)) for stroke in it.strokes]


def verovio_hears(data: bytes, folder: Path) -> Sounds:
    toolkit = verovio.toolkit()
    assert toolkit.loadData(data.decode())
    return heard(mido.MidiFile(file=io.BytesIO(base64.b64decode(toolkit.renderToMIDI()))))


def musescore_hears(data: bytes, folder: Path) -> Sounds:
    program = need("musescore3")
    (folder / "in.musicxml").write_bytes(data)
    subprocess.run(
        [program, "-o", "out.mid", "in.musicxml"],
        cwd=folder,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=True,
        capture_output=True,
    )
    return heard(mido.MidiFile(folder / "out.mid"))


READERS: Final = [
    pytest.param(verovio_hears, id="verovio"),
    pytest.param(musescore_hears, id="musescore"),
]
Reader = Callable[[bytes, Path], Sounds]


def assert_plays(it: Performance, reader: Reader, folder: Path, options: Options | None = None) -> None:
    found, wanted = reader(render("musicxml", it, options), folder), expected(it)
    assert [sound[1:] for sound in found] == [sound[1:] for sound in wanted]
    assert all(abs(sound[0] - want[0]) < TICK for sound, want in zip(found, wanted, strict=True))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name, use", EVERY)
def test_both_drums_sound_in_order_on_the_drum_channel(
    name: str, use: Use, reader: Reader, tmp_path: Path
) -> None:
    assert_plays(performance(name, use), reader, tmp_path)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("use", Use)
def test_on_gu_keeps_its_onsets(use: Use, reader: Reader, tmp_path: Path) -> None:
    assert_plays(performance("lu-1", use, timing=Timing.ON_GU, cycles=2), reader, tmp_path)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("gap", [Fraction(4), Fraction(7, 4), Fraction(1, 3)])
def test_cycles_are_equally_spaced(gap: Fraction, reader: Reader, tmp_path: Path) -> None:
    assert_plays(performance("xue-2", Use.TOUHU, cycles=3, gap=gap, count_in=2), reader, tmp_path)


@pytest.mark.parametrize("reader", READERS)
def test_editorial_bars_change_no_sound(reader: Reader, tmp_path: Path) -> None:
    it = performance(cycles=2, gap=Fraction(1, 2), count_in=3)
    assert_plays(it, reader, tmp_path, Options(editorial_bars=True))


def test_lilypond_keeps_the_onsets_of_both_parts(tmp_path: Path) -> None:
    """musicxml2ly knows no percussion, and lets the parts of its MIDI follow one another."""
    importer, program = need("musicxml2ly"), need("lilypond")
    it = performance()
    (tmp_path / "it.musicxml").write_bytes(render("musicxml", it))
    for command in ([importer, "--midi", "it.musicxml"], [program, "-dno-print-pages", "it.ly"]):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    wanted = [
        stroke.onset + row * it.length
        for row, drum in enumerate((Drum.GU, Drum.PI))
        for stroke in it.strokes
        if stroke.drum is drum
    ]
    assert [sound[0] for sound in heard(mido.MidiFile(tmp_path / "it.midi"))] == wanted


def test_verovio_names_the_strokes_as_the_file_does() -> None:
    toolkit = verovio.toolkit()
    toolkit.loadData(render("musicxml", performance(cycles=2)).decode())
    svg = "".join(toolkit.renderToSVG(page) for page in range(1, toolkit.getPageCount() + 1))
    for cycle in (1, 2):
        assert all(f'"cycle-{cycle}-stroke-{number}"' in svg for number in range(1, 24))
