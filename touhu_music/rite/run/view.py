"""What is to be seen of a rite while it is done, as plain values: who does and says what, drum, throws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from touhu_music.language import Language, word
from touhu_music.live import view as marks
from touhu_music.performance import Performance
from touhu_music.rite.counting import counting, horses
from touhu_music.rite.counting.horses import Round
from touhu_music.rite.cues import Cue, cycles, results
from touhu_music.rite.cues import horses as settled
from touhu_music.rite.cuesheet import lines as cue_lines
from touhu_music.rite.run import drum as running_drum
from touhu_music.rite.run.drum import Drummed
from touhu_music.rite.run.running import (
    OF_ROUND,
    Run,
    Stop,
    Turn,
    announced,
    awaited,
    counted,
    enters,
    heaps,
    planned,
    thrown,
    turns,
)
from touhu_music.rite.scoring.throws import Landing

KEYS: Final = ("next", "back", "hit", "miss", "undo", "leave")
"""What keys do, in the order of the help."""

SIGNS: Final = {Landing.MOUTH: "+", Landing.MISS: "-"}
"""How a throw is shown; who throws next has `?`, and who will later `.`."""


WITHOUT_OPTIONS: Final = {"horse-flag": "run-no-third", "horse-ties": "run-ties"}
"""What is told where `touhu rite horses` names an option of its own."""


class Act(NamedTuple):
    """What one person does."""

    who: str
    called: str
    what: str


class Seen(NamedTuple):
    """What there is to see, as plain values that fit into a line of JSON.

    `words` are spoken, `aloud` is how they are read. `said` is what was counted. The `drum` in words
    is an `alarm` beyond the plan; `row`, `at`, `fresh`, `coming` and `syllables` are as in
    `live.view.View`, with no row where the drum is silent. In `cycles` the one that sounds is
    marked. `throws` are those of a pair, and `turn` is who throws next.
    """

    step: str
    head: list[str]
    acts: list[Act]
    words: str
    aloud: str
    meaning: str
    note: str
    where: str
    said: list[str]
    drum: str
    alarm: bool
    row: str
    at: int
    fresh: bool
    coming: str
    syllables: list[str]
    cycles: list[tuple[str, bool]]
    throws: list[str]
    turn: str
    following: str
    notices: list[str]
    keys: list[str]
    big: bool


def seen(
    run: Run,
    drummed: Drummed | None,
    performances: Mapping[str, Performance],
    language: Language,
    notices: Sequence[str] = (),
    *,
    silent: bool = False,
    big: bool = False,
) -> Seen:
    """Say what there is to see of a run, with the drum where it is; `silent` is a drum without sound."""
    rows = shown(run, drummed)
    line = cue_lines.line(rows[0], run.sheet, performances, language)
    words, quote, aloud = line.words.partition("」")
    on = drummed if run.drummed else None
    return Seen(
        rows[0].step,
        heading(run, language),
        [act(row, run, performances, language) for row in rows],
        words + quote,
        aloud.strip(),
        line.meaning,
        line.note or sung(rows[0], language),
        f"[{cue_lines.basis(line.basis, language)}] {line.where}".strip(),
        [] if run.over else list(said(run, language)),
        drum(run, on, silent, language),
        on is not None and on.cycle > planned(run),
        *struck(run, on, performances, language),
        cycles_of(run, on, language),
        throws(run, language),
        turn(run, language),
        following(run, performances, language),
        [*told(run, language), *notices],
        [word(f"run-key-{key}", language) for key in KEYS],
        big,
    )


def shown(run: Run, drummed: Drummed | None) -> tuple[Cue, ...]:
    """Return the rows that are for now: of throws those of the cycle that sounds, else of who throws next."""
    stop = run.stop
    if not stop.throws:
        return stop.cues
    next_one = awaited(run)
    of_pair = cycles(run.rite, run.choices)
    if drummed and run.choices.mode != "free":
        pair, cycle = divmod(drummed.cycle - 1, of_pair)
        rows = [row for row in stop.cues if row.beat and (row.pair, row.beat.cycle) == (pair + 1, cycle + 1)]
        if rows:
            return tuple(rows)
    rows = [row for row in stop.cues if next_one and is_of(row, next_one)]
    return tuple(rows) or stop.cues[-1:]


def sung(row: Cue, language: Language) -> str:
    """Tell the line of the song that goes with a cycle, which is our choice; nothing where there is none."""
    text = cue_lines.sung(row, language)
    ours = cue_lines.basis("reconstruction", language)
    return f"{word('cue-song', language).format(text)} [{ours}]" if text else ""


def is_of(row: Cue, turn: Turn) -> bool:
    """Tell whether a row is a throw of the plan."""
    return (row.pair, row.party, row.throw) == (turn.pair, turn.side, turn.throw)


def act(row: Cue, run: Run, performances: Mapping[str, Performance], language: Language) -> Act:
    """Tell who does what in a row."""
    line = cue_lines.line(row, run.sheet, performances, language)
    return Act(line.who, line.called, line.what)


def heading(run: Run, language: Language) -> list[str]:
    """Name section, round and pair, and how far it is."""
    cue = run.stop.cue
    head = cue_lines.chapter(cue, None, run.sheet, language).split(" · ")
    pair = [word("cue-pair", language).format(cue.pair)] if cue.pair and run.sheet.pairs > 1 else []
    return [*head, *pair, f"{run.place + 1}/{len(run.stops)}"]


def following(run: Run, performances: Mapping[str, Performance], language: Language) -> str:
    """Tell the next stop in a line."""
    if run.place + 1 == len(run.stops):
        return word("run-over" if run.over else "run-last", language)
    return word("run-next", language).format(in_a_line(run.stops[run.place + 1], run, performances, language))


def in_a_line(stop: Stop, run: Run, performances: Mapping[str, Performance], language: Language) -> str:
    """Tell a stop in a line."""
    line = cue_lines.line(stop.cue, run.sheet, performances, language)
    who = " ".join(filter(None, [line.who, line.called]))
    words = line.words.partition("」")
    return " ".join(filter(None, [line.step, f"{who}:", line.what, words[0] + words[1]]))


# --- the drum ---------------------------------------------------------------------------------------


def drum(run: Run, on: Drummed | None, silent: bool, language: Language) -> str:
    """Say what the drum does."""
    music = run.stop.cue.music
    if run.over or music != "on":
        return word("run-drum-arm" if music == "arm" and not run.over else "run-drum-off", language)
    if on is None:
        name = "all" if awaited(run) is None else "plan"
        return word(f"run-drum-{name}", language).format(planned(run))
    name = "on" if on.cycle <= planned(run) else "beyond"
    heard = word("run-drum-silent", language) if silent else ""
    return word(f"run-drum-{name}", language).format(on.cycle, planned(run)) + heard


def struck(
    run: Run, on: Drummed | None, performances: Mapping[str, Performance], language: Language
) -> tuple[str, int, bool, str, list[str]]:
    """Return the row, the place of the mark that sounds in it, whether it is fresh, and what comes."""
    if on is None:
        return "", -1, False, "", []
    one, settings = running_drum.drum(run, performances), running_drum.settings(run, performances, 1)
    stroke = marks.struck(one, on.beats)
    at = -1 if stroke is None else marks.sign(one, stroke)
    fresh = stroke is not None and on.beats < marks.middle(one, stroke)
    coming = marks.coming(settings, one, on.cycle, at)
    return one.row[: marks.PAGE], at, fresh, coming, marks.syllables(settings, language)


def cycles_of(run: Run, on: Drummed | None, language: Language) -> list[tuple[str, bool]]:
    """Say what each cycle of a pair is for: of the pair that the drum is at, else of the one that throws."""
    if not run.stop.throws or run.choices.mode == "free":
        return []
    of_pair = cycles(run.rite, run.choices)
    pair = (min(on.cycle, planned(run)) - 1) // of_pair + 1 if on else run.stop.cue.pair or 1
    found, of_round = [], turns(run, run.round)
    for number in range(1, of_pair + 1):
        cycle = of_pair * (pair - 1) + number
        sides = [each for each in of_round if each.cycle == cycle]
        whom = " ".join(word(f"run-{each.side}", language) for each in sides)
        label = f"{cycle} {whom or word('run-listen', language)}"
        found.append((label, on is not None and on.cycle == cycle))
    return found


# --- throws and counters ----------------------------------------------------------------------------


def throws(run: Run, language: Language) -> list[str]:
    """Show the throws of the pair that throws, a line a side."""
    if not enters(run):
        return []
    all_turns, landed = turns(run, run.round), thrown(run, run.round)
    pair = (awaited(run) or all_turns[-1]).pair
    found = []
    for side, counters in zip(counting.Side, heaps(run, run.round or 0), strict=True):
        signs = [
            SIGNS[landed[place]] if place < len(landed) else "?" if place == len(landed) else "."
            for place, each in enumerate(all_turns)
            if (each.side, each.pair) == (side, pair)
        ]
        name = word(f"run-{side}", language)
        found.append(word("run-throws", language).format(name, " ".join(signs), counters))
    return found


def turn(run: Run, language: Language) -> str:
    """Say who throws next, and with which keys that is told."""
    if not enters(run):
        return ""
    following = awaited(run)
    if following is None:
        return word("run-all-thrown", language)
    name = word(f"run-{following.side}", language)
    pair = f"{word('cue-pair', language).format(following.pair)}, " if run.sheet.pairs > 1 else ""
    key = {"guest": "g", "host": "h"}[following.side]
    return pair + word("run-turn", language).format(name, following.throw, key)


def said(run: Run, language: Language) -> Iterator[str]:
    """Yield what came of the throws: the heaps while they are counted, what is announced, the horses."""
    cue, counting_begun = run.stop.cue, enters(run) and not run.drummed
    if counting_begun and thrown(run, run.round):
        yield word("run-heaps", language).format(*heaps(run, run.round or 0))
    if counted(run, run.round) and run.round:
        found = announced(run, run.round)
        if found is None:
            yield word("run-open", language)
        else:
            if cue.section == opening(run).section:
                yield word("run-heaps", language).format(*heaps(run, run.round))
                yield from counting.spoken(found, language)
            yield from standing(run, language)
    if run.round is None and results(run.rite, run.choices):
        yield from ending(run, language)


def ending(run: Run, language: Language) -> Iterator[str]:
    """Yield what becomes of the horses at the end; that it is open where not every result is known."""
    end = settled(run.rite, run.choices)
    if end is None:
        yield word("run-open", language)
        return
    instead = {word(theirs, language): word(ours, language) for theirs, ours in WITHOUT_OPTIONS.items()}
    junior = run.choices.junior
    side = None if junior is None else counting.Side(junior)
    for line in list(horses.lines(end, language, junior=side))[len(end.rounds) :]:
        yield instead.get(line, line)


def opening(run: Run) -> Cue:
    """Return the row with which the round was counted."""
    return next(
        stop.cue for stop in run.stops if stop.cue.round == run.round and stop.cue.act.only in OF_ROUND
    )


def standing(run: Run, language: Language) -> Iterator[str]:
    """Yield the horses of the sides, once all rounds so far are known; archery has none."""
    known = run.choices.results
    if "馬" not in run.rite.props or not set(known) <= set(Round):
        return
    stand = horses.standing([Round(each) for each in known])[-1]
    if run.stop.cue.section != opening(run).section:
        yield word("run-horses", language).format(horses.stood(stand, language))


def told(run: Run, language: Language) -> list[str]:
    """Say what the last key did not do, or did besides."""
    if not run.told:
        return []
    missing = len(turns(run, run.round)) - len(thrown(run, run.round))
    said = word(run.told, language).format(missing)
    return [] if said == turn(run, language) else [said]


# --- without a screen -------------------------------------------------------------------------------


def plain(seen: Seen) -> Iterator[str]:
    """Yield what there is to see as lines, where no screen is drawn."""
    step, *rest = seen.head
    yield " · ".join([f"{seen.step} {step}", *rest])
    for act in seen.acts:
        yield f"  {' '.join(filter(None, [act.who, act.called]))}: {act.what}"
    for text in (seen.words, seen.aloud, seen.meaning, seen.note, seen.where, *seen.said, seen.drum):
        if text:
            yield f"  {text}"
    for text in (*seen.throws, seen.turn, *seen.notices):
        if text:
            yield f"  {text}"
