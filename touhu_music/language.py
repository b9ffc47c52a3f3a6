"""How outputs speak: a word in a language, titles, sources, choices and doubts as lines.

Titles and labels are Chinese with one other language beside it; `zh-Hant` and `zh-Hans` stand
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from touhu_music.notation import Drum, visible
from touhu_music.performance import Performance, Plan
from touhu_music.reading import Reading, in_language
from touhu_music.words import spellings
from touhu_music.words.performing import WORDS

if TYPE_CHECKING:
    from touhu_music.practice import Practice


class Language(StrEnum):
    """A language of titles and labels."""

    TRADITIONAL = "zh-Hant"
    SIMPLIFIED = "zh-Hans"
    KOREAN = "ko"
    ENGLISH = "en"


class Syllables(StrEnum):
    """A spelling of the drum syllables."""

    HANZI = "hanzi"
    PINYIN = "pinyin"
    HANGUL = "hangul"
    ROMAJA = "romaja"  # of the Korean


SYLLABLES: Final = {
    Syllables.HANZI: {Drum.PI: "榻", Drum.GU: "鏜"},
    Syllables.PINYIN: {Drum.PI: "tà", Drum.GU: "tāng"},
    Syllables.HANGUL: {Drum.PI: "탑", Drum.GU: "당"},
    Syllables.ROMAJA: {Drum.PI: "tap", Drum.GU: "tang"},
}
"""Source: 經典釋文, 鼙 其聲下其音榻榻然, 鼓 其聲高其音鏜鏜然."""


def word(key: str, language: Language) -> str:
    """Return a word in one language; raises KeyError for a key that is none."""
    return spellings(key)[tuple(Language).index(language)]


def chinese(language: Language) -> Language:
    """Return the kind of Chinese that stands beside a language, or is it."""
    return language if language is Language.SIMPLIFIED else Language.TRADITIONAL


def both(language: Language) -> tuple[Language, ...]:
    """Return the languages of a page: a kind of Chinese, and the one beside it if it is another."""
    return tuple(dict.fromkeys((chinese(language), language)))


def words(key: str, language: Language) -> str:
    """Return a word in Chinese with the other language beside it."""
    return " ".join(word(key, each) for each in both(language))


def title(performance: Performance, language: Language) -> str:
    """Name a performance: whose row, which chart, what for."""
    cadence = performance.cadence
    keys = [str(cadence.school or "row")]
    if cadence.record is not None:
        keys.append(f"chart-{cadence.record}")
    keys.append(str(performance.use))
    line = " ".join(word(key, chinese(language)) for key in keys)
    if language is chinese(language):
        return line
    return f"{line} · {', '.join(word(key, language) for key in keys)}"


def source(performance: Performance, language: Language) -> str:
    """Say where the row stands, or that it comes from no named book."""
    reading = performance.reading
    if reading is None or not reading.source:
        return words("no-witness", language)
    siglum = f"{reading.witness} " if reading.witness else ""
    return f"{words('witness', language)}: {siglum}{reading.source}"


Recorded = Sequence[tuple[Drum, str]]
"""The names of recordings that are heard instead of synthesised drums."""


def choices(plan: Plan, language: Language, practice: Practice | None = None, recorded: Recorded = ()) -> str:
    """List the choices of a plan in one line, marked as choices, but for a tempo that a ramp replaces."""
    tempo = word("tempo", language).format(number(plan.beats_per_minute))
    lines = [
        word(str(plan.timing), language),
        *([] if practice and practice.ramp else [tempo]),
        word("cycles", language).format(plan.cycles),
        word("gap" if plan.gap else "no-gap", language).format(number(plan.gap)),
        word("count-in" if plan.count_in else "no-count-in", language).format(plan.count_in),
        sounds(plan, language, recorded),
        word(f"accent-{plan.accent}", language),
    ]
    return f"{words('choices', language)}: {'; '.join(lines)}"


def practised(practice: Practice, language: Language) -> list[str]:
    """Say how a performance is practised in one line; nothing if it is not."""
    share = {"leave-strokes": practice.leave_strokes, "leave-cycles": practice.leave_cycles}
    said = [
        *([word("ramp", language).format(*map(number, practice.ramp))] if practice.ramp else []),
        *([word(f"mute-{practice.muted.word}", language)] if practice.muted else []),
        *(
            word(key, language).format(number(100 * part), practice.seed)
            for key, part in share.items()
            if part
        ),
        *([word("respond", language)] if practice.respond else []),
        *([word("click", language)] if practice.click else []),
    ]
    return [f"{words('practice', language)}: {'; '.join(said)}"] if said else []


def sounds(plan: Plan, language: Language, recorded: Recorded = ()) -> str:
    """Say which drum sounds how."""
    if recorded:
        names = dict(recorded)
        drums = {drum: word(drum.word, chinese(language)) for drum in Drum}
        return "; ".join(f"{drums[drum]}: {names.get(drum, plan.sounds.tones)}" for drum in Drum)
    name = plan.sounds.name if plan.sounds.name in WORDS else "keys"
    return word(name, language).format(plan.sounds.pi, plan.sounds.gu)


def reasons(
    plan: Plan, language: Language, practice: Practice | None = None, recorded: Recorded = ()
) -> list[str]:
    """Give the reason of each choice, and why the drums sound as they do, a line each."""
    named = {"cycles": "cycle-choice", "gap": "gap-choice"}
    replaced = {"beats_per_minute": practice and practice.ramp, "sounds": recorded}
    lines = [
        f"{word(named.get(field, field), language)}: {reason}"
        for field, reason in plan.reasons
        if not replaced.get(field)
    ]
    return [*lines, *([] if recorded else [f"{sounds(plan, language)}: {plan.sounds.reason}"])]


def remarks(performance: Performance, language: Language) -> list[str]:
    """Give the glosses of the text that was read, its doubts, and what else is odd, a line each."""
    reading = performance.reading
    if reading is None:
        return []
    gloss = words("note", language)
    lines = [
        f"{gloss} {word(note.section, language)} {note.after}: {visible(note.text)}"
        for note in reading.glosses
    ]
    others = [remark for remark in reading.remarks if not remark.startswith("doubtful")]
    return [*lines, *doubts(reading, language), *others]


def doubts(reading: Reading, language: Language) -> list[str]:
    """Say why marks of a text are doubtful, a line each."""
    persons = [in_language(texts, language) for texts in reading.doubts]
    told = {in_language(texts, Language.ENGLISH) for texts in reading.doubts}
    texts = (remark.partition(": ")[2] for remark in reading.remarks if remark.startswith("doubtful"))
    readers = (text for text in texts if text not in told)
    return [f"{words('doubtful', language)}: {text}" for text in (*persons, *readers)]


def struck_doubts(performance: Performance, language: Language) -> list[str]:
    """Say why marks that are struck are doubtful, a line each; nothing where none is."""
    if performance.reading is None or not any(map(performance.doubtful, performance.pattern)):
        return []
    return doubts(performance.reading, language)


def sources(performances: Iterable[Performance], language: Language) -> list[str]:
    """Name the sources of rows, each once."""
    return list(dict.fromkeys(source(each, language) for each in performances))


def grounds(performances: Sequence[Performance], language: Language) -> list[str]:
    """Name the sources of rows, and say why marks of theirs are doubtful, each once."""
    reasons = dict.fromkeys(line for each in performances for line in struck_doubts(each, language))
    return [*sources(performances, language), *reasons]


def number(value: Fraction) -> str:
    """Print an exact number: `72`, `72.5`, `1/3`."""
    if value.denominator == 1:
        return str(value.numerator)
    decimal = f"{float(value):.6f}".rstrip("0")
    return decimal if Fraction(decimal) == value else f"{value.numerator}/{value.denominator}"
