"""Two rows heard together: what each ear hears, from the sound alone."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import accumulate
from typing import Any, Final

import numpy
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sound.hearing import beats, row

from touhu_music import Use, library, parse, plan
from touhu_music.comparison import hearing
from touhu_music.comparison.aligned import side
from touhu_music.comparison.alignment import Costs, align, columns
from touhu_music.comparison.pairs import Comparison, Row, compare
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.notation import Section
from touhu_music.performance import Accent, Plan, Timing
from touhu_music.practice import Voice
from touhu_music.sound import Audio

PAIRS: Final = (("lu-1", "xue-1"), ("lu-2", "xue-2"), ("lu-1", "lu-2"), ("xue-1", "xue-2"))
KINDS: Final = ("wav", "flac", "ogg", "mp3")
RATE: Final = 48_000
RAW: Final = Audio(normalised=False)
ENGLISH: Final = Language.ENGLISH
EVEN: Final = plan()
USUAL: Final = Audio()


@cache
def pair(a: str, b: str, use: Use = Use.TOUHU) -> Comparison:
    """Compare two rows of A; names of rows or what they have after 半."""
    rows = [library.witness("A").reading(name) if "-" in name else Row(name, "○", name) for name in (a, b)]
    return compare(*rows, use=use, samples=1)


def file(it: Comparison, kind: str = "wav", chosen: Plan = EVEN, audio: Audio = USUAL, **more: Any) -> bytes:
    """Write a comparison, and read it back as a command does."""
    data = hearing.render(it, kind, chosen, audio, language=ENGLISH, **more)
    hearing.check(data, it, kind, chosen, audio, language=ENGLISH, **more)
    return bytes(data)


def heard(it: Comparison, kind: str = "wav", *choices: Any, **more: Any) -> NDArray[numpy.float32]:
    """Return the samples of a file, the left ear and the right."""
    samples: NDArray[numpy.float32] = soundfile.read(
        BytesIO(file(it, kind, *choices, **more)), dtype="float32"
    )[0]
    return samples.T


def ears(sound: NDArray[numpy.float32]) -> list[tuple[str, list[int]]]:
    """Return for each ear the row that it hears and the beats, of a second, at which it does."""
    found = [beats(ear, RATE) for ear in sound]
    assert all(abs(beat.seconds - round(beat.seconds)) < 0.01 for ear in found for beat in ear)
    return [(row(ear), [round(beat.seconds) for beat in ear]) for ear in found]


def places(it: Comparison) -> list[tuple[str, str]]:
    """Return the columns by the alignments of the parts: what each row has in them, or nothing."""
    parts = [it.after_half] if it.use is Use.TOUHU else [it.before_half, it.after_half]
    return [
        ("" if i is None else part.first[i], "" if j is None else part.second[j])
        for part in parts
        if part.alignment
        for i, j in columns(part.alignment, part.first, part.second)
    ]


# --- which ear hears what ----------------------------------------------------------------------


@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("a, b", PAIRS)
def test_each_ear_hears_its_row_and_nothing_else_at_the_columns(a: str, b: str, use: Use) -> None:
    it = pair(a, b, use)
    for ear, (found, where) in enumerate(ears(heard(it))):
        assert found == (it.a, it.b)[ear].strokes(use)
        assert where == [place for place, cells in enumerate(places(it)) if cells[ear]]


def test_lu_stands_left_and_xue_right_and_a_gap_is_silence() -> None:
    assert ears(heard(pair("lu-1", "xue-1"))) == [
        ("○□○□○○○□□○□○", list(range(12))),
        ("○□○○○□□○", [0, 1, 2, 4, 5, 7, 8, 9]),
    ]


@pytest.mark.parametrize("kind", ["ogg", "mp3"])
def test_so_it_is_in_a_lossy_file(kind: str) -> None:
    it = pair("lu-2", "xue-2")
    assert ears(heard(it, kind)) == ears(heard(it))


@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("a, b", PAIRS)
def test_what_differs_is_accented_and_nothing_else(a: str, b: str, use: Use) -> None:
    def loudness(sound: NDArray[numpy.float32], beat: int) -> float:
        return 20 * float(numpy.log10(numpy.linalg.norm(sound[beat * RATE : beat * RATE + RATE // 10])))

    plain = heard(pair("xue-1", "xue-1"), "wav", EVEN, RAW)[0]
    usual = {mark: loudness(plain, place) for place, mark in enumerate("○□")}
    it = pair(a, b, use)
    for ear, sound in enumerate(heard(it, "wav", EVEN, RAW)):
        for place, cells in enumerate(places(it)):
            if cells[ear]:
                louder = loudness(sound, place) - usual[cells[ear]]
                assert louder == pytest.approx(5 if cells[0] != cells[1] else 0, abs=2)


@pytest.mark.parametrize("name", ["lu-1", "xue-2"])
def test_equal_rows_are_heard_as_one_in_the_middle_without_accents(name: str) -> None:
    left, right = heard(pair(name, name), "wav", EVEN, RAW)
    assert numpy.array_equal(left, right)
    it = hearing.duet(pair(name, name), alternate=False)
    assert not any(stroke.accent for each in it.rows for stroke in each)


def test_a_row_without_strokes_leaves_its_ear_silent() -> None:
    it = compare(Row("a", "○", "○□○"), Row("b", "○", ""), samples=1)
    left, right = heard(it)
    assert row(beats(left, RATE)) == "○□○"
    assert not right.any()


# --- in turn -----------------------------------------------------------------------------------


def test_phrases_are_heard_in_turn_and_end_where_both_have_gu() -> None:
    it = pair("lu-1", "xue-1")  # ○□|○□○○○□□|○□○ and ○□|○ ○○ □□|○
    assert ears(heard(it, alternate=True)) == [
        ("○□○□○○○□□○□○", [0, 1, 4, 5, 6, 7, 8, 9, 10, 18, 19, 20]),
        ("○□○○○□□○", [2, 3, 11, 13, 14, 16, 17, 21]),
    ]


@pytest.mark.parametrize("a, b", PAIRS)
def test_in_turn_no_two_strokes_meet_and_half_ends_a_phrase(a: str, b: str) -> None:
    it = pair(a, b, Use.ARCHERY)
    (left, lefts), (right, rights) = ears(heard(it, alternate=True))
    assert (left, right) == (it.a.strokes(it.use), it.b.strokes(it.use))
    assert not set(lefts) & set(rights)
    half = 2 * (len(places(it)) - len(places(pair(a, b))))
    for where, each in ((lefts, it.a), (rights, it.b)):
        assert sum(beat < half for beat in where) == len(each.before_half)


def test_the_same_strokes_are_accented_in_turn() -> None:
    it = pair("lu-1", "xue-1")
    both, turns = (hearing.duet(it, alternate) for alternate in (False, True))
    assert [[stroke[1:] for stroke in each] for each in both.rows] == [
        [stroke[1:] for stroke in each] for each in turns.rows
    ]


@given(st.text(st.sampled_from("○□"), max_size=12), st.text(st.sampled_from("○□"), max_size=12))
def test_phrases_fill_the_columns(first: str, second: str) -> None:
    found = side(Section.AFTER_HALF, [first, second], Costs())
    lengths = list(hearing.phrases(found))
    assert sum(lengths) == len(found.columns)
    closed = [cells == ("□", "□") for cells in found.columns]
    for end in list(accumulate(lengths))[:-1]:
        assert closed[end - 1]
        assert not closed[end]


@given(
    st.text(st.sampled_from("○□"), max_size=14),
    st.text(st.sampled_from("○□"), max_size=14),
    st.builds(Costs, *[st.integers(1, 3)] * 3),
)
def test_the_columns_of_two_rows_are_those_of_their_alignment(first: str, second: str, costs: Costs) -> None:
    alignment = align(first, second, costs)
    expected = [
        ("" if i is None else first[i], "" if j is None else second[j])
        for i, j in columns(alignment, first, second)
    ]
    found = side(Section.AFTER_HALF, [first, second], costs)
    assert list(found.columns) == expected
    assert found.ways == alignment.ways


# --- the plan ----------------------------------------------------------------------------------


@pytest.mark.parametrize("alternate", [False, True])
@pytest.mark.parametrize("gap", [0, Fraction(3, 2)])
def test_a_loop_is_as_long_as_its_cycles(gap: Fraction, alternate: bool) -> None:
    chosen = EVEN.but("test", beats_per_minute=Fraction(133), cycles=2, gap=Fraction(gap))
    sound = heard(pair("lu-1", "xue-1"), "wav", chosen, Audio(loop=True), alternate=alternate)
    beats_of_cycle = 12 * (2 if alternate else 1) + gap
    assert sound.shape[1] == round(2 * beats_of_cycle * 60 * RATE / Fraction(133))


def test_cycles_and_gap_are_kept() -> None:
    it, chosen = pair("lu-1", "xue-1"), EVEN.but("test", cycles=3, gap=Fraction(2))
    found, where = ears(heard(it, "wav", chosen))[1]
    assert found == "○□○○○□□○" * 3
    assert where == [cycle * 14 + place for cycle in range(3) for place in (0, 1, 2, 4, 5, 7, 8, 9)]


def test_the_count_in_is_heard_once_by_both_ears() -> None:
    it = pair("lu-1", "xue-1")
    chosen = EVEN.but("test", count_in=3, cycles=2)
    left, right = heard(it, "wav", chosen, RAW)
    assert numpy.array_equal(left[: 3 * RATE], right[: 3 * RATE])
    assert all(left[beat * RATE : beat * RATE + 2000].any() for beat in range(3))
    plain = heard(it, "wav", EVEN.but("test", cycles=2), RAW)
    assert numpy.array_equal([left[3 * RATE :], right[3 * RATE :]], plain)


@pytest.mark.parametrize("rate", [22_050, 44_100])
def test_what_comes_again_is_what_would_be_mixed_again(rate: int) -> None:
    chosen = EVEN.but("test", beats_per_minute=Fraction(240), cycles=30)
    mixed, _ = hearing.made(pair("lu-2", "xue-2"), chosen, replace(RAW, rate=rate), alternate=False)
    parts = [part.wave for part in mixed.parts() for _ in range(part.times)]
    assert max(part.times for part in mixed.parts()) > 1
    assert numpy.array_equal(numpy.concatenate(parts), mixed.stretch(0, mixed.frames))


def test_a_stem_has_one_drum_of_both_rows() -> None:
    sound = heard(pair("lu-1", "xue-1"), "wav", EVEN, Audio(stem=Voice.GU))
    assert ears(sound) == [("□□□□□", [1, 3, 7, 8, 10]), ("□□□", [1, 7, 8])]


def test_the_drums_of_a_plan_sound_in_the_ear_and_not_in_their_own_place() -> None:
    it = compare(Row("a", "○", "○□"), Row("b", "○", ""), samples=1)
    for name in ("shiwen", "organology"):
        left, right = heard(it, "wav", EVEN.but("test", sounds=library.sounds(name)))
        assert left.any()
        assert not right.any()


@pytest.mark.parametrize(
    "choices, audio, message",
    [
        ({"timing": Timing.ON_GU}, Audio(), "heard together under the timing even, not on-gu"),
        ({"accent": Accent.GU}, Audio(), "accents say here what differs"),
        ({"count_in": 2}, Audio(loop=True), "a loop has no count-in"),
        ({"cycles": 700}, Audio(), "at most 120 minutes"),
        ({}, Audio(rate=96_000), "mp3 holds at most 48000 frames"),
    ],
)
def test_what_cannot_be_heard_so_is_refused(choices: dict[str, Any], audio: Audio, message: str) -> None:
    with pytest.raises(RenderError, match=message):
        file(pair("lu-1", "xue-1"), "mp3", EVEN.but("test", **choices), audio)


def test_rows_without_strokes_and_rows_without_end_are_refused() -> None:
    with pytest.raises(RenderError, match="no stroke"):
        file(compare(Row("a", "○", ""), Row("b", "○", ""), samples=1))
    with pytest.raises(RenderError, match="more than 1000 strokes"):
        file(compare(parse("○半" + "○□" * 501), parse("○半○"), samples=1))


# --- the file ----------------------------------------------------------------------------------


@pytest.mark.parametrize("alternate", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_read_back_and_the_same_each_time(kind: str, alternate: bool) -> None:
    it = pair("xue-1", "xue-2")
    first = file(it, kind, alternate=alternate)
    for cached in (hearing.mix, hearing.gain):
        cached.cache_clear()
    assert first == file(it, kind, alternate=alternate)


@pytest.mark.parametrize("kind", KINDS)
def test_another_sound_is_found_out(kind: str) -> None:
    it, other = pair("lu-1", "xue-1"), pair("lu-1", "lu-2")
    data = file(it, kind)
    samples, rate = soundfile.read(BytesIO(data))
    swapped = BytesIO()
    with soundfile.SoundFile(BytesIO(data)) as read:
        look = (rate, 2, read.subtype, read.endian, read.format)
        with soundfile.SoundFile(swapped, "w", *look) as written:
            written.title = read.title
            for start in range(0, len(samples), 2**14):
                written.write(samples[start : start + 2**14, ::-1])
    for wrong in (b"", data[: len(data) // 2], swapped.getvalue(), file(other, kind)):
        with pytest.raises(RenderError):
            hearing.check(wrong, it, kind, EVEN, Audio(), language=ENGLISH)
    for more in ({"alternate": True, "language": ENGLISH}, {"language": Language.KOREAN}):
        with pytest.raises(RenderError):
            hearing.check(data, it, kind, EVEN, Audio(), **more)


@pytest.mark.parametrize("kind", ["wav", "flac", "ogg"])
def test_a_file_says_which_row_is_in_which_ear_and_what_is_choice(kind: str) -> None:
    with soundfile.SoundFile(BytesIO(file(pair("lu-1", "xue-1"), kind, alternate=True))) as said:
        assert said.title == (
            "左耳魯鼓前圖，右耳薛鼓前圖；投壺 · "
            "Lu, first chart in the left ear, Xue, first chart in the right; touhu (pitch-pot)"
        )
        assert "lu-1, xue-1: A 禮記正義" in said.comment
        assert "In the text: the order of ○ and □, and 半" in said.comment
        assert "one of 24 equally good" in said.comment
        assert "phrase by phrase" in said.comment
        assert "60 beats a minute; cycles: 1; no gap; no count-in; shiwen" in said.comment


@pytest.mark.parametrize("language", Language)
def test_it_says_so_in_each_language(language: Language) -> None:
    it = compare(library.witness("C").reading("xue-2"), parse("○半○□○"), use=Use.ARCHERY, samples=1)
    said = hearing.tags(it, EVEN, Audio(), False, language)
    assert "薛鼓" in said["title"]
    assert "row-" in said["title"]
    assert "存疑" in said["comment"]
