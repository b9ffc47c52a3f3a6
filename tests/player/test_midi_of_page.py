"""The MIDI file that the page gives: what is heard, named and told as `touhu render` does."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest

from touhu_music import Performance, Use, library, parse, perform, plan, witness
from touhu_music.filenames import stem
from touhu_music.language import Language
from touhu_music.notation import Drum
from touhu_music.performance import Timing
from touhu_music.practice import Practice, Ramp
from touhu_music.render import Options, midi

OWN: Final = "○□○○□" * 12 + "半□○□"
"""Longer than what one block of the digest holds."""

YOURS: Final = {
    Language.TRADITIONAL: "由你所選。",
    Language.SIMPLIFIED: "由你所选。",
    Language.KOREAN: "당신의 선택.",
    Language.ENGLISH: "Your own choice.",
}


def saved(page: Any) -> tuple[str, bytes]:
    page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
    with page.expect_download() as download:
        page.click("#save-midi")
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def performed(row: str, use: Use, language: Language = Language.ENGLISH, **choices: Any) -> Performance:
    name, _, siglum = row.partition("@")
    reading = parse(row) if "半" in row else witness(siglum or "A").reading(name)
    return perform(reading, use, plan().but(YOURS[language], **choices) if choices else plan())


Case = tuple[str, tuple[str, Use, dict[str, Any]], Practice]
CASES: Final[tuple[Case, ...]] = (
    ("lu-1/touhu/60", ("lu-1", Use.TOUHU, {}), Practice()),
    (
        "lu-1@B/touhu/72.5/on-gu/gap-4",
        (
            "lu-1@B",
            Use.TOUHU,
            {"timing": Timing.ON_GU, "gap": Fraction(4), "beats_per_minute": Fraction("72.5")},
        ),
        Practice(),
    ),
    (
        "xue-2/archery/90/gap-1.5/count-in-3/cycles-2/organology/without-pi/click",
        (
            "xue-2",
            Use.ARCHERY,
            {
                "beats_per_minute": Fraction(90),
                "cycles": 2,
                "gap": Fraction("1.5"),
                "count_in": 3,
                "sounds": library.sounds("organology"),
            },
        ),
        Practice(muted=Drum.PI, click=True),
    ),
    (
        "lu-2/touhu/60/ramp-60-93-7/respond",
        ("lu-2", Use.TOUHU, {"cycles": 6}),
        Practice(ramp=Ramp.parse("60-93-7"), respond=True),
    ),
    ("lu-1/touhu/60/respond", ("lu-1", Use.TOUHU, {"cycles": 2}), Practice(respond=True)),
    (
        "lu-1/archery/60/leave-strokes-30/leave-cycles-20",
        ("lu-1", Use.ARCHERY, {"cycles": 8}),
        Practice(leave_strokes=Fraction(3, 10), leave_cycles=Fraction(1, 5)),
    ),
    (f"{quote(OWN)}/archery/60", (OWN, Use.ARCHERY, {}), Practice()),
)


@pytest.mark.parametrize("fragment, row, practice", CASES, ids=[case[0][:40] for case in CASES])
def test_the_file_is_that_of_touhu_render(
    visit: Any, fragment: str, row: tuple[str, Use, dict[str, Any]], practice: Practice
) -> None:
    name, use, choices = row
    it, options = performed(name, use, **choices), Options(Language.ENGLISH, practice=practice)
    with visit(f"#{fragment}") as page:
        named, data = saved(page)
        assert f"Cycles in the MIDI file: {it.plan.cycles}." in page.inner_text("#link-said")
    assert named == f"{stem(it, options)}.mid"
    assert data == midi.render(it, options)


@pytest.mark.parametrize("language", Language)
def test_the_file_speaks_the_language_of_the_page(visit: Any, language: Language) -> None:
    it = performed("xue-1", Use.TOUHU, language, beats_per_minute=Fraction(96), count_in=4)
    practice = Practice(click=True, ramp=Ramp.parse("90-96-6"))
    it = perform(it.reading or it.cadence, it.use, it.plan.but(YOURS[language], cycles=2))
    with visit("#xue-1/touhu/96/count-in-4/click/ramp-90-96-6") as page:
        page.click("#display summary")
        page.click(f"[data-choice=language] [data-value={language}]")
        page.click("#display summary")
        _, data = saved(page)
    assert data == midi.render(it, Options(language, practice=practice))


def test_what_midi_cannot_hold_is_told(visit: Any) -> None:
    uneven = "○半" + "".join("□" + "○" * count for count in (10, 12, 16, 18, 22))
    with visit(f"#{quote(uneven)}/touhu/60/on-gu") as page:
        page.evaluate("document.querySelectorAll('details.card').forEach((it) => { it.open = true; })")
        page.click("#save-midi")
        assert page.inner_text("#link-said").startswith("MIDI cannot hold this: MIDI cannot divide")
