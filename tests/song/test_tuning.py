"""How high the tones are: the twelve lü by fifths, in fractions that are written out here."""

from __future__ import annotations

from fractions import Fraction
from math import log2

import pytest

from touhu_music.errors import SongError
from touhu_music.song.signs import LULU
from touhu_music.song.sound import tuning
from touhu_music.song.sound.tuning import Temperament

WRITTEN_OUT = {
    "黃": (1, 1),
    "大": (2187, 2048),
    "太": (9, 8),
    "夾": (19683, 16384),
    "姑": (81, 64),
    "仲": (177147, 131072),
    "蕤": (729, 512),
    "林": (3, 2),
    "夷": (6561, 4096),
    "南": (27, 16),
    "無": (59049, 32768),
    "應": (243, 128),
}
"""Powers of three over powers of two, counted by hand."""


def cents(ratio: float) -> float:
    return 1200 * log2(ratio)


@pytest.mark.parametrize("sign", WRITTEN_OUT)
@pytest.mark.parametrize("octave", [0, 1])
def test_each_lu_by_fifths_has_its_written_ratio_exactly(sign: str, octave: int) -> None:
    semitones = LULU[sign].semitones + 12 * octave
    sanfen = tuning.tuning("C4", "sanfen")
    assert sanfen.ratio(semitones) == Fraction(*WRITTEN_OUT[sign]) * 2**octave
    exact = Fraction(*WRITTEN_OUT[sign]) * 2**octave
    assert abs(cents(sanfen.pitch(semitones) / sanfen.pitch(0)) - cents(float(exact))) < 1e-9


def test_the_lu_are_born_in_the_usual_order() -> None:
    born = tuning.by_fifths()
    assert [tuning.SANFEN.index(ratio) for ratio in born] == [LULU[sign].semitones for sign in tuning.BORN]


def test_ruibin_rising_twice_and_taking_in_turn_give_the_same_twelve_but_for_the_octave() -> None:
    once, other = tuning.by_fifths(), tuning.by_fifths(tuning.ALTERNATING)
    above = [sign for sign, a, b in zip(tuning.BORN, once, other, strict=True) if b == 2 * a]
    assert above == ["大", "夾", "仲"]
    assert all(b in (a, 2 * a) for a, b in zip(once, other, strict=True))


def test_the_twelfth_does_not_come_back_to_the_first() -> None:
    last = tuning.by_fifths()[-1] * tuning.TAKEN
    assert last / 2 == Fraction(3**12, 2**19)  # 23.46 cents too high


@pytest.mark.parametrize("semitones", range(25))
def test_equal_temperament_has_a_hundred_cents_to_a_semitone(semitones: int) -> None:
    equal = tuning.tuning("C4", "equal")
    assert abs(cents(equal.pitch(semitones) / equal.pitch(0)) - 100 * semitones) < 1e-9
    assert equal.key(semitones)[0] == 60 + semitones
    assert abs(equal.key(semitones)[1]) < 1e-9


@pytest.mark.parametrize(
    "said, hertz",
    [
        ("C4", 261.6256),
        ("A4", 440),
        ("a4", 440),
        ("Eb4", 311.1270),
        ("D♯4", 311.1270),
        ("256", 256),
        ("256 Hz", 256),
        ("293.7hz", 293.7),
        ("C2", 65.4064),
        ("C6", 1046.5023),
        (" D4 ", 293.6648),
    ],
)
def test_huangzhong_is_a_note_or_a_number_of_hertz(said: str, hertz: float) -> None:
    assert abs(tuning.tuning(said, "equal").hertz - hertz) < 0.0001


@pytest.mark.parametrize("said", ["", "H4", "C", "C10", "nan", "inf", "-256", "1e3", "256 kHz", "黃", "C##4"])
def test_what_is_neither_is_refused(said: str) -> None:
    with pytest.raises(SongError) as refused:
        tuning.tuning(said, "equal")
    expected = f"huangzhong must be a note such as C4 or hertz such as 256, not {said!r}"
    assert str(refused.value) == expected


@pytest.mark.parametrize("said", ["C1", "C#6", "60", "1100", "0", "99999"])
def test_a_huangzhong_whose_tones_nobody_hears_is_refused(said: str) -> None:
    with pytest.raises(SongError, match=r"huangzhong must be in range C2..C6, which is 65.4..1046.5 Hz, not"):
        tuning.tuning(said, "equal")


def test_an_unknown_temperament_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(SongError) as refused:
        tuning.tuning("C4", "just")
    assert str(refused.value) == "no temperament 'just'; there are equal sanfen"


def test_the_nearest_key_and_the_rest_make_the_pitch() -> None:
    for said in ("C4", "256", "F#3", "300.5"):
        for temperament in Temperament:
            it = tuning.tuning(said, temperament)
            for semitones in range(24):
                key, above = it.key(semitones)
                assert abs(above) <= 0.5
                assert abs(cents(440 * 2 ** ((key + above - 69) / 12) / it.pitch(semitones))) < 1e-6
