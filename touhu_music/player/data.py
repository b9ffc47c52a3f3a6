"""What the page is given, as JSON: tables that stand in one place, in Python."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Final

from touhu_music import __version__, library, rows, signs
from touhu_music.edition import copying, verification
from touhu_music.language import Language, doubts, word
from touhu_music.notation import HALF, LONGEST_ROW, MARKS, SPACES, Drum, Use
from touhu_music.passage import ORDER, SPLIT_PHRASE
from touhu_music.performance import perform
from touhu_music.player.song_data import titles
from touhu_music.player.words import PAGE_WORDS
from touhu_music.witnessfile import Witness, load

VERIFY_WORDS: Final = (
    *("line-column", "copy-number", "rows-agree", "this-is", "named-but", "placed-but", "no-known-row"),
    *("no-half", "whole-of", "touhu-of", "agrees", "agrees-doubtful", "doubtful", "against", "nearest"),
    *("as-near", "as-named", "strokes-off", "other-ways", "one", "stroke-at", "strokes-at", "of-whole"),
    *("before_half", "after_half", "edit-instead", "edit-before", "edit-after", "edit-missing"),
    *("edit-fewer", "edit-more", "edit-beside", "count-omission", "count-addition", "count-substitution"),
)
"""The keys of the words with which a copied row is told."""

BLANKS: Final = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""What `\\s` means to Python, for use in a class; to a browser it means other characters."""


def notation_data() -> dict[str, Any]:
    """Return what each sign means, alone and in a running text, with patterns as a browser takes them."""
    kinds: dict[str, str] = {}
    for glyph, kind in (dict.fromkeys(signs.UNSEEN + signs.UNSEEN_ABOVE, " ") | signs.TABLE).items():
        kinds[kind] = kinds.get(kind, "") + glyph
    return {
        "marks": dict(MARKS),
        "drums": list(Drum),
        "half": HALF,
        "spaces": "".join(sorted(SPACES)),
        "schools": dict(signs.SCHOOLS),
        "brackets": signs.BRACKETS,
        "kinds": kinds,
        "layout": "".join(map(chr, signs.BARE)),
        "gap": signs.GAP,
        "bare": copying.BARE.decode(),
        "label": pattern(copying.LABEL.pattern.removeprefix("^")),
        "taken": list(copying.TAKEN),
        "comment_words": rows.COMMENT_WORDS,
        "order": [record for _, record in ORDER],
        "tag": pattern(signs.TAG),
        "lost_character": pattern(signs.LOST_CHARACTER),
        "gloss": pattern(opening(signs.GLOSS)),
        "name": signs.NAME.pattern.decode().replace("*+", "*"),  # which only makes it fast
        "split_phrase": pattern(SPLIT_PHRASE),
        "unprintable": unprintable(),
        "longest_row": LONGEST_ROW,
        "most_marks": rows.MOST_MARKS,
        "fewest_marks": rows.FEWEST_MARKS,
        "near": rows.NEAR,
        "few_hanzi": rows.FEW_HANZI,
        "most_copied": copying.MOST,
        "least_copied": copying.LEAST,
        "longest_compared": verification.LONGEST,
    }


def pattern(expression: str) -> str:
    """Return a pattern that finds in a browser, with the flag `u`, what it finds in Python."""
    forms = {r"[^\S\n]": rf"(?:(?!\n)[{BLANKS}])", r"\s": BLANKS, r"\d": r"\p{Nd}", r"\W": r"[^\p{L}\p{N}_]"}
    for here, there in forms.items():
        expression = expression.replace(here, there)
    return expression


def opening(gloss: re.Pattern[str]) -> str:
    """Return what opens a gloss, without blanks and comments, and without looking back.

    The class at the front is there for the speed of Python; older phones cannot look back.
    """
    expression = re.sub(r"\s+#.*|\s+", "", gloss.pattern)
    return expression.partition("]")[2].replace("(?<=", "(?:")


def unprintable() -> dict[str, str]:
    """Return the names of signs that cannot be seen, but of those that the oldest Python does not know."""
    every = {*signs.TABLE, *signs.UNSEEN, *signs.UNSEEN_ABOVE} - set(map(chr, range(0x13439, 0x13440)))
    names = {sign: unicodedata.name(sign, "") for sign in sorted(every) if not sign.isprintable()}
    return {sign: name for sign, name in names.items() if name}


def rows_data(books: Iterable[Witness] | None = None) -> list[dict[str, Any]]:
    """Return the rows of witnesses, by default the packaged ones, with doubtful strokes and reasons."""
    chosen = map(load, library.witnesses().values()) if books is None else books
    return [
        {
            "name": reading.name,
            "siglum": reading.witness,
            "before": "".join(reading.cadence.before_half),
            "after": "".join(reading.cadence.after_half),
            "source": reading.source,
            "doubtful": [[mark.section, mark.place] for mark in reading.marks if mark.doubtful],
            "doubts": {str(language): doubts(reading, language) for language in Language},
        }
        for book in chosen
        for reading in book.readings
        if reading.name
    ]


def sounds_data() -> dict[str, Any]:
    """Return keys and tones of both drums under the name of each pair, and why they are so."""
    return {
        name: {drum.word: {**pair.tone(drum)._asdict(), "key": pair.key(drum)} for drum in Drum}
        | {"reason": pair.reason}
        for name, pair in ((name, library.sounds(name)) for name in library.sound_names())
    }


def words_data(keys: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return words by language and key."""
    every = tuple(dict.fromkeys(keys))
    return {str(language): {key: word(key, language) for key in every} for language in Language}


OF_WITNESS: Final = (
    *("siglum", "title", "short", "author", "work_date", "copy_date", "edition", "place", "evidence"),
)


def player_data(books: Sequence[Witness]) -> dict[str, Any]:
    """Return all that the page is given; raises RenderError for a row that cannot be engraved."""
    return {
        "version": __version__,
        "names": [f"{school}-{record}" for school, record in ORDER],
        "base": library.BASE,
        "rows": rows_data(books),
        "witnesses": [{field: getattr(book, field) for field in OF_WITNESS} for book in books],
        "choices": choices_data(),
        "sounds": sounds_data(),
        "songs": titles(),
        "notation": notation_data(),
        "words": words_data((*PAGE_WORDS, *VERIFY_WORDS)),
        "staves": staves_data(books),
    }


def choices_data() -> dict[str, Any]:
    """Return the choices of the default plan, each with its reason."""
    plan = library.plan()
    return {
        "timing": plan.timing,
        "beats_per_minute": float(plan.beats_per_minute),
        "cycles": plan.cycles,
        "gap": float(plan.gap),
        "count_in": plan.count_in,
        "sounds": plan.sounds.name,
        "accent": plan.accent,
        "reasons": dict(plan.reasons),
    }


def staves_data(books: Iterable[Witness]) -> dict[str, str]:
    """Return each different row in each of its uses as an engraved staff, under `row|use`."""
    from touhu_music.render import Options
    from touhu_music.render.score.page import draw_bare

    plan, options = library.plan(), Options(Language.TRADITIONAL)
    readings = {str(reading.cadence): reading for book in books for reading in book.readings if reading.name}
    return {
        f"{row}|{use}": draw_bare(perform(reading, use, plan), options)
        for row, reading in readings.items()
        for use in Use
    }
