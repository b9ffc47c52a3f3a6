"""The cue sheet in lines: for the terminal, as a herald's 笏記, and the list of what is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from touhu_music.columns import left
from touhu_music.language import Language, number, title, word
from touhu_music.performance import Performance
from touhu_music.rite.counting.horses import NO_THIRD
from touhu_music.rite.cues import (
    Cue,
    Sheet,
    action,
    cadences,
    horses,
    listened,
    music_basis,
    ordered,
    results,
    rounds,
    song,
    song_basis,
)
from touhu_music.rite.rites import Gloss, Label
from touhu_music.rite.simplified import TO_SIMPLIFIED

if TYPE_CHECKING:
    from touhu_music.rite.cuesheet.timings import Timings

BASES: Final = ("text", "commentary", "dingzhai", "dadai", "analogy", "reconstruction", "layout")
OF_LANGUAGE: Final = {Language.ENGLISH: "en", Language.KOREAN: "ko"}


class Line(NamedTuple):
    """A row of the sheet in words: what a reader takes in at a glance, and what he looks up."""

    step: str
    who: str
    called: str  # who that is in the language, beside his name; nothing in Chinese
    what: str  # where alone it is done, as long as that is not known, before it
    words: str  # with their reading
    meaning: str
    note: str  # on the words
    where: str
    drum: str
    basis: str  # one of BASES


def tongue(language: Language) -> str:
    """Return the field that has a text in a language; both kinds of Chinese have one."""
    return OF_LANGUAGE.get(language, "zh")


def hanzi(text: str, language: Language) -> str:
    """Write our Chinese in the characters of a language."""
    return text.translate(TO_SIMPLIFIED) if language is Language.SIMPLIFIED else text


def label(of: Label, language: Language) -> str:
    """Return a name in a language."""
    text: str = getattr(of, tongue(language))
    return hanzi(text, language)


def called(of: Gloss, language: Language) -> str:
    """Return what a head or a person is called besides; nothing in Chinese."""
    return {"en": of.en, "ko": of.ko}.get(tongue(language), "")


# --- what is said above the rows ------------------------------------------------------------------


def heading(sheet: Sheet, language: Language) -> str:
    """Name the rite and the book after which it is done."""
    rite, choices = sheet.rite, sheet.choices
    under = [switch for switch in rite.switches if switch.name == "text" and switch.value == choices.text]
    after = f" ({label(under[0], language)})" if under else ""
    shown = " ".join(dict.fromkeys([hanzi(rite.title.zh, language), label(rite.title, language)]))
    return f"{shown}{after}: {word('cue-title', language)}"


def settings(sheet: Sheet, performances: Mapping[str, Performance], language: Language) -> list[str]:
    """Say which drum goes with which rounds, under which choices."""
    rite, choices = sheet.rite, sheet.choices
    lines = [word("cue-pairs", language).format(sheet.pairs)]
    names = cadences(rite, choices)
    for name in names:
        found = performances[name]
        witness = f"@{found.reading.witness}" if found.reading and found.reading.witness else ""
        row = [
            f"{name}{witness}: {word(found.use, language)}",
            found.row,
            word("cue-cycle-beats", language).format(number(found.cycle_beats)),
            word("gap" if choices.gap else "no-gap", language).format(number(choices.gap)),
            word("tempo", language).format(number(found.plan.beats_per_minute)),
        ]
        lines.append("; ".join(row))
    if not names:
        silent = word("cue-silent", language) + reason(rite.drum.reason, language)
        return [*lines, silent, *outcomes(sheet, language)]
    mode = rite.modes[choices.mode]
    how = word(f"cue-{choices.mode}", language).format(listened(rite, choices))
    lines.append(f"{how} [{basis(mode.basis, language)}]" + reason(mode.reason, language))
    chosen, rank = song(rite, choices)
    told = word("cue-song", language).format(chosen.hans if language is Language.SIMPLIFIED else chosen.hant)
    if choices.rank is not None:
        told += f" ({label(rank, language)})"
    told += f" [{basis(song_basis(rite, choices), language)}]; "
    told += word("cue-no-tune" if chosen.hant == "貍首" else "cue-late-tune", language)
    if any(cue.song_line for cue in sheet.cues):
        told += f"; {word('cue-song-lines', language)} [{basis('reconstruction', language)}]"
    disputed = [label(chosen.dispute, language)] if chosen.dispute else []
    return [*lines, told, *disputed, *outcomes(sheet, language), *remarks(sheet, language)]


def outcomes(sheet: Sheet, language: Language) -> list[str]:
    """Say for which results the sheet is made, and who is the junior in it, as far as it hangs on that."""
    rite, choices = sheet.rite, sheet.choices
    known = results(rite, choices)
    found = [
        label(switch, language)
        for switch in rite.switches
        if (switch.name, switch.value) == ("junior", choices.junior)
    ]
    if known:
        told = [
            f"{word('cue-round', language).format(round)} "
            + word(f"cue-result-{known.get(round, 'open')}", language)
            for round in rite.counted_rounds
        ]
        return [word("cue-results", language).format("; ".join(told)), *found]
    if set(rounds(choices)) & set(rite.counted_rounds):
        return [word("cue-results-none", language), *found]
    return found


def reason(written: str, language: Language) -> str:
    """Give a reason of the data after what it is for; they are written in English."""
    return f": {written}" if language is Language.ENGLISH else ""


def remarks(sheet: Sheet, language: Language) -> list[str]:
    """Say what is mixed and what is disputed under these choices."""
    choices = sheet.choices
    found = []
    mixed = choices.school == "xue" and choices.text in ("dadai", "dingzhai")  # both have Lu's warning
    if mixed:
        found.append(word("cue-mixture", language).format("薛"))
    end = horses(sheet.rite, choices)
    if end and NO_THIRD in end.flags:
        found.append(word("cue-two-horses", language))
    return found


def legend(sheet: Sheet, language: Language) -> list[str]:
    """Say what the marks of the rows mean, as far as they stand on the sheet."""
    used = {cue.basis for cue in sheet.cues}
    return [
        f"{basis(each, language)} = {word(f'cue-legend-{each}', language)}" for each in BASES if each in used
    ]


def basis(name: str, language: Language) -> str:
    """Return the word for a basis."""
    return word(f"cue-basis-{name}", language)


# --- the rows ---------------------------------------------------------------------------------------


def line(cue: Cue, sheet: Sheet, performances: Mapping[str, Performance], language: Language) -> Line:
    """Tell a row in words."""
    words = meaning = ""
    if cue.formula:
        printed = cue.formula.hans if language is Language.SIMPLIFIED else cue.formula.hant
        aloud = cue.formula.korean if language is Language.KOREAN else cue.formula.pinyin
        words = f"「{printed}」 {aloud}"
        meaning = {"en": cue.formula.en, "ko": cue.formula.ko}.get(tongue(language), "")
    return Line(
        cue.step,
        hanzi(cue.who, language),
        called(sheet.rite.people[cue.who], language),
        f"{person(cue)}{condition(cue, sheet, language)}{hanzi(action(cue, tongue(language)), language)}",
        words,
        meaning,
        note(cue, sheet, language),
        where(cue, sheet, language),
        drum(cue, performances, language),
        cue.basis,
    )


def person(cue: Cue) -> str:
    """Name who plays a row, before what is done; nothing where that is not known."""
    return f"{cue.people} · " if cue.people else ""


def condition(cue: Cue, sheet: Sheet, language: Language) -> str:
    """Say where alone a row is done, before what is done; nothing where that is known."""
    if cue.only is None:
        return ""
    junior = sheet.choices.junior
    name = f"{cue.only}-{junior}" if junior and cue.only in ("merged", "celebrated") else cue.only
    between = ": " if tongue(language) != "zh" else "："
    return f"{word(f'cue-only-{name}', language)}{between}"


def note(cue: Cue, sheet: Sheet, language: Language) -> str:
    """Say that the words of a row name another song than is sung; nothing where they do not."""
    chosen, own = ordered(cue, sheet), next(iter(sheet.rite.songs.values()))
    if chosen is None or chosen is own:
        return ""
    short = language is Language.SIMPLIFIED
    names = (each.hans if short else each.hant for each in (own, chosen))
    whence = basis(song_basis(sheet.rite, sheet.choices), language)
    key = "cue-song-words" if sheet.choices.song is None else "cue-song-chosen"
    return word(key, language).format(*names, whence)


def where(cue: Cue, sheet: Sheet, language: Language) -> str:
    """Tell the place, the direction and the object of a row."""

    def place(name: str) -> str:
        return "/".join(label(sheet.rite.places[each], language) for each in name.split("/"))

    way = [place(name) for name in (cue.start, cue.to) if name]
    facing = [word(f"cue-facing-{cue.facing}", language)] if cue.facing else []
    thing = [hanzi(cue.act.object, language)] if cue.act.object else []
    placed = cue.act.place_basis
    doubt = f" [{basis(placed, language)}]" if placed and placed != cue.basis and (way or facing) else ""
    placed_at = ", ".join([" → ".join(way), *facing] if way else facing) + doubt
    return " ".join(filter(None, [placed_at, *thing]))


def drum(cue: Cue, performances: Mapping[str, Performance], language: Language) -> str:
    """Tell which cycle of the drum a row is, and when it begins and ends, in beats and in time."""
    if cue.beat is None:
        return ""
    found = performances[cue.beat.cadence]
    parts = [word("cue-cycle", language).format(cue.beat.cycle)]
    if cue.pair and cue.pair > 1:
        parts.insert(0, word("cue-pair", language).format(cue.pair))
    parts.append(word("cue-from-beat", language).format(number(cue.beat.start)))
    parts.append(clock(found.seconds(cue.beat.start)))
    if cue.song_line:
        parts.append(sung(cue, language))
    return ", ".join(parts)


def sung(cue: Cue, language: Language) -> str:
    """Return the line of the song that goes with the cycle of a row; nothing where there is none."""
    return cue.song_line[language is Language.SIMPLIFIED] if cue.song_line else ""


def clock(seconds: Fraction) -> str:
    """Write a time of the round as minutes, seconds and tenths."""
    tenths = round(seconds * 10)
    return f"{tenths // 600}:{tenths // 10 % 60:02}" + (f".{tenths % 10}" if tenths % 10 else "")


def turn(cue: Cue, before: Cue | None, sheet: Sheet, language: Language) -> str:
    """Tell how the music turns at a row, and on whose word; nothing where it goes on as it was."""
    if cue.music == (before.music if before else "off"):
        return ""
    reasoned = sheet.rite.music[cue.music]
    whence = basis(music_basis(cue, sheet) or reasoned.basis, language)
    return f"{word(f'cue-music-{cue.music}', language)} [{whence}]" + reason(reasoned.reason, language)


def chapter(cue: Cue, before: Cue | None, sheet: Sheet, language: Language) -> str:
    """Name the section, and the round, that begin at a row; nothing within them."""
    if before and (cue.section, cue.round) == (before.section, before.round):
        return ""
    round = word("cue-round", language).format(cue.round) if cue.round else ""
    head = f"{hanzi(cue.section, language)} {called(sheet.rite.sections[cue.section], language)}"
    return " · ".join(filter(None, [head.strip(), round]))


WIDE: Final = 11  # columns of the longest word for a basis
NAMED: Final = 17  # columns of the longest name with its gloss


def lines(
    sheet: Sheet,
    performances: Mapping[str, Performance],
    language: Language,
    timings: Timings | None = None,
) -> Iterator[str]:
    """Tell the whole sheet, with the time of each row in a rehearsal if that is known."""
    yield heading(sheet, language)
    yield from (f"  {each}" for each in settings(sheet, performances, language))
    yield f"  {'; '.join(legend(sheet, language))}"
    if timings:
        yield f"  {timings.said(language)}"
    before: Cue | None = None
    for cue, time in zip(sheet.cues, timed(sheet, timings), strict=True):
        if head := chapter(cue, before, sheet, language):
            yield from ("", head)
        if turned := turn(cue, before, sheet, language):
            yield f"  >> {turned}"
        told = line(cue, sheet, performances, language)
        step = told.step if before is None or (cue.step, cue.round) != (before.step, before.round) else ""
        doing = "; ".join(filter(None, [told.drum, told.what]))
        place = f" ({told.where})" if told.where else ""
        name = left(f"{told.who} {told.called}", NAMED)
        column = f"{time:>6}  " if timings else ""
        yield f"{step:4} {column}{left(basis(told.basis, language), WIDE)} {name} {doing}{place}"
        room = " " * (4 + 1 + len(column) + WIDE + 1 + NAMED + 1)
        if told.words:
            yield f"{room}{told.words}"
        if told.meaning:
            yield f"{room}{told.meaning}"
        if told.note:
            yield f"{room}({told.note})"
        before = cue


def timed(sheet: Sheet, timings: Timings | None) -> list[str]:
    """Return the time of each row in a rehearsal, nothing where none is known."""
    return timings.texts() if timings else [""] * len(sheet.cues)


# --- for the herald ---------------------------------------------------------------------------------


class Call(NamedTuple):
    """One act as a herald calls it: hanja with their reading, what they mean, and what is then said."""

    number: int
    at: str  # of which pair it is, where there are several, and in which cycle of the drum
    hanja: str
    reading: str
    korean: str
    who: str
    words: str
    ours: bool


def calls(sheet: Sheet) -> Iterator[Call]:
    """Yield the acts as the herald calls them, one after the other."""
    for place, cue in enumerate(sheet.cues, 1):
        formula = cue.formula
        words = f"「{formula.hant}」({formula.korean}) {formula.ko}" if formula else ""
        said = note(cue, sheet, Language.KOREAN)
        ours = cue.basis in ("reconstruction", "layout", "analogy")
        at = []
        if cue.pair and sheet.pairs > 1:
            at.append(word("cue-pair", Language.KOREAN).format(cue.pair))
        if cue.beat:
            at.append(word("cue-cycle", Language.KOREAN).format(cue.beat.cycle))
        if cue.song_line:
            at.append(sung(cue, Language.KOREAN))
        yield Call(
            place,
            ", ".join(at),
            action(cue, "zh"),
            action(cue, "dok"),
            condition(cue, sheet, Language.KOREAN) + action(cue, "ko"),
            cue.who,
            f"{words} ({said})" if said else words,
            ours,
        )


def hongi_head(sheet: Sheet, performances: Mapping[str, Performance]) -> Iterator[str]:
    """Say after which book and school the herald calls, to which drum, and what of it is ours."""
    korean = Language.KOREAN
    for switch in sheet.rite.switches:
        if switch.name in ("text", "school") and switch.value == getattr(sheet.choices, switch.name):
            key = "cue-book" if switch.name == "text" else "cue-school"
            yield word(key, korean).format(f"{switch.ko}({switch.zh})")
    for name in cadences(sheet.rite, sheet.choices):
        yield title(performances[name], korean)
    yield from settings(sheet, performances, korean)
    yield word("cue-hongi-wording", korean)


def hongi(sheet: Sheet, performances: Mapping[str, Performance]) -> Iterator[str]:
    """Set the sheet as a Korean 笏記: numbered, one act a line.

    What is ours or argued from archery is marked with a star.
    """
    yield f"{sheet.rite.title.ko} 홀기({sheet.rite.title.zh}笏記)"
    yield from (f"  {each}" for each in hongi_head(sheet, performances))
    yield f"  * {word('cue-basis-reconstruction', Language.KOREAN)}, {basis('analogy', Language.KOREAN)}"
    before: Cue | None = None
    for cue, call in zip(sheet.cues, calls(sheet), strict=True):
        if head := chapter(cue, before, sheet, Language.KOREAN):
            yield from ("", head)
        if turned := turn(cue, before, sheet, Language.KOREAN):
            yield f"  >> {turned}"
        said = f" — {call.who}: {call.words}" if call.words else ""
        star = "*" if call.ours else ""
        at = f"[{call.at}] " if call.at else ""
        yield f"{call.number:3}. {at}{call.hanja}({call.reading}){star} {call.korean}{said}"
        before = cue


# --- what is needed ---------------------------------------------------------------------------------


def props(sheet: Sheet, language: Language) -> Iterator[str]:
    """List the things that are needed for so many pairs."""
    yield f"{heading(sheet, language).partition(':')[0]}: {word('cue-props', language)}"
    yield f"  {word('cue-pairs', language).format(sheet.pairs)}"
    for name, prop in sheet.rite.props.items():
        count = str(prop.number(sheet.pairs) or word("cue-number-unknown", language))
        plain = {"en": prop.en, "ko": prop.ko}.get(tongue(language), "")
        note = f"; {prop.note}" if language is Language.ENGLISH else ""
        again = prop.again(sheet.pairs)
        note += f"; {hanzi(again, language)}" if again else ""
        thing, whence = left(hanzi(name, language), 3), left(basis(prop.basis, language), WIDE)
        yield f"{thing} {whence} {count} {plain}{note}".rstrip()


def props_shape(sheet: Sheet) -> list[dict[str, object]]:
    """Return the things that are needed as data; a number that no book says is None."""
    return [
        {
            "object": name,
            "ko": prop.ko,
            "en": prop.en,
            "count": prop.number(sheet.pairs) or None,
            "note": "; ".join(filter(None, (prop.note, prop.again(sheet.pairs)))),
            "basis": prop.basis,
            "source": sheet.rite.sources[prop.source].id,
            "book": sheet.rite.sources[prop.source].title,
        }
        for name, prop in sheet.rite.props.items()
    ]
