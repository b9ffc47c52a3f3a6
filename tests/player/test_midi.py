"""The MIDI file that the page makes: byte for byte what the package writes, and read by another reader."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, Final

import mido
import pytest
from conftest import NAMES, heard, performance
from player.drawn import arguments, drawn_performance, drawn_practice, practised
from player.scripts import Thrown, run_scripts

from touhu_music import Performance, Use, parse, perform, plan
from touhu_music.errors import RenderError
from touhu_music.language import SYLLABLES, Language, choices, reasons, source, title, words
from touhu_music.language import practised as practice_words
from touhu_music.notation import Drum
from touhu_music.performance import Accent, Timing
from touhu_music.player.data import sounds_data
from touhu_music.practice import PLAIN, Practice
from touhu_music.render import Options, midi
from touhu_music.sounds import CLICK_KEY

FILES: Final = ("performance.js", "transport.js", "drums.js", "takes.js", "sound.js", "midi.js")
CALL: Final = """({ performance, practice, words, muted }) =>
  [...midiFile(perform(...performance), practiceOf(practice), DATA.sounds, words, muted)]"""
Practised = tuple[Performance, Practice]


def made(every: Sequence[Practised], language: Language = Language.ENGLISH) -> list[Any]:
    """Return the files of performances under their practices as the script makes them, or the errors."""
    given = [
        {
            "performance": arguments(it),
            "practice": practised(practice),
            "words": told(it, Options(language, practice=practice)),
        }
        for it, practice in every
    ]
    found = run_scripts(FILES, CALL, given, {"sounds": sounds_data()}, ["RangeError"])
    return [bytes(it) if isinstance(it, list) else it for it in found]


def told(it: Performance, options: Options) -> dict[str, Any]:
    """Return the words that the package writes into the file."""
    language, practice = options.language, options.practice
    lines = [source(it, language), words("text", language), choices(it.plan, language, practice)]
    counted = [words("count-in", language).format(it.plan.count_in)] if it.plan.count_in else []
    return {
        "title": title(it, language),
        "texts": [*lines, *practice_words(practice, language), *reasons(it.plan, language, practice)],
        "cycle": words("cycle", language),
        "drums": {drum.word: words(drum.word, language) for drum in Drum},
        "syllables": {drum.word: SYLLABLES[options.syllables][drum] for drum in Drum},
        "clicks": "; ".join([*counted, *practice_words(practice, language)]),
    }


def of_books() -> list[Practised]:
    """Return all rows and uses at several tempi."""
    return [
        (performance(name, use, beats_per_minute=Fraction(tempo), timing=timing, cycles=2), PLAIN)
        for name in NAMES
        for use in Use
        for timing in Timing
        for tempo in ("20", "60", "133", "400", "72.5")
    ]


def test_a_file_is_byte_for_byte_that_of_the_package() -> None:
    random = Random(1)
    every = of_books() + [(drawn_performance(random), drawn_practice(random)) for _ in range(150)]
    for (it, practice), found in zip(every, made(every), strict=True):
        options = Options(Language.ENGLISH, practice=practice)
        if isinstance(found, Thrown):
            with pytest.raises(RenderError) as caught:
                midi.render(it, options)
            assert found.message == str(caught.value)
        else:
            assert found == midi.render(it, options)
            midi.check(found, it, options)


@pytest.mark.parametrize("language", Language)
def test_names_and_markers_are_read_in_every_language(language: Language) -> None:
    it = performance("lu-1", cycles=2, count_in=3, accent=Accent.FIRST)
    (data,) = made([(it, PLAIN)], language)
    assert data == midi.render(it, Options(language))
    file = mido.MidiFile(file=io.BytesIO(data), charset="utf-8")
    names = [track.name for track in file.tracks]
    assert names[1:3] == [words(word, language) for word in ("gu", "pi")]
    assert [message.text for message in file.tracks[0] if message.type == "marker"].count("半") == 2


def test_the_notes_are_those_of_the_drums_at_their_moments() -> None:
    every = of_books()
    for (it, _), data in zip(every, made(every), strict=True):
        file = mido.MidiFile(file=io.BytesIO(data), charset="utf-8")
        keys = {Drum.PI: 41, Drum.GU: 50}
        assert heard(file) == [(stroke.onset, 9, keys[stroke.drum]) for stroke in it.strokes]
        for track in file.tracks[1:]:
            kinds = [message.type for message in track if message.type.startswith("note")]
            assert kinds == ["note_on", "note_off"] * (len(kinds) // 2)


def test_what_midi_cannot_hold_is_refused_with_the_words_of_the_package() -> None:
    uneven = parse("○半" + "".join("□" + "○" * count for count in (10, 12, 16, 18, 22)))
    every = [
        perform(uneven, Use.TOUHU, plan().but("test", timing=Timing.ON_GU)),
        performance(beats_per_minute=Fraction(2)),
        perform(parse("○□○半○"), Use.TOUHU, plan().but("test", cycles=600, gap=Fraction(1000))),
    ]
    for it, found in zip(every, made([(it, PLAIN) for it in every]), strict=True):
        with pytest.raises(RenderError) as caught:
            midi.render(it, Options(Language.ENGLISH))
        assert found == Thrown("RangeError", str(caught.value))


@pytest.mark.parametrize("muted", [[], [Drum.PI], [Drum.GU], [Drum.PI, Drum.GU]])
@pytest.mark.parametrize("click", [False, True])
def test_muted_drums_are_in_no_file(muted: list[Drum], click: bool) -> None:
    """With one muted it is the file of the package; with both, one in which only clicks are heard."""
    it, plain = performance("xue-2", cycles=2, count_in=3), Practice(click=click)
    given = {
        "performance": arguments(it),
        "practice": practised(plain),
        "words": told(it, Options(Language.ENGLISH, practice=plain)),
        "muted": [drum.word for drum in muted],
    }
    if len(muted) == 1:
        options = Options(Language.ENGLISH, practice=replace(plain, muted=muted[0]))
        given["words"] = told(it, options)
    (data,) = run_scripts(FILES, CALL, [given], {"sounds": sounds_data()})
    keys = {drum: it.plan.sounds.key(drum) for drum in Drum if drum not in muted}
    notes = [(stroke.onset + 3, 9, keys[stroke.drum]) for stroke in it.strokes if stroke.drum in keys]
    found = heard(mido.MidiFile(file=io.BytesIO(bytes(data)), charset="utf-8"))
    assert [note for note in found if note[2] != CLICK_KEY] == notes
    beats = 3 + 2 * it.period if click else 3
    assert [onset for onset, _, key in found if key == CLICK_KEY] == list(range(int(beats)))
    if len(muted) == 1:
        assert bytes(data) == midi.render(it, options)


def test_two_rows_at_once_are_refused() -> None:
    call = """(choices) => {
      const sides = [{ section: "after_half", columns: [["pi", "pi"], ["gu", null]] }];
      return midiFile(performTogether(sides, "touhu", choices), practiceOf(), DATA.sounds, {});
    }"""
    chosen = arguments(performance())[2]
    (found,) = run_scripts(FILES, call, [chosen], {"sounds": sounds_data()}, ["RangeError"])
    assert found.message == "MIDI holds one row: the drums of two would share one channel"
