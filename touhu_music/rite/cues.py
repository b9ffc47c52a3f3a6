"""The cue sheet: who does and says what after what, and where the drum is armed, on and off.

A rite, some choices and the lengths of the cadences give the rows in the order of performance;
beats are counted from the first stroke of each round, and nowhere where no drum sounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from touhu_music.errors import RiteError
from touhu_music.rite.counting.counting import MOST_PAIRS, Side
from touhu_music.rite.counting.horses import Outcome, Round, settle
from touhu_music.rite.rites import Act, Basis, Facing, Formula, Music, Only, Rank, Rite, Song, Step, Switch
from touhu_music.rite.simplified import TO_SIMPLIFIED

ROUNDS: Final = (1, 2, 3)
THROWS: Final = 4
"""Of one person in a round. Source: 鄭玄 on 禮記·投壺, 投壺者人四矢."""

LISTENED: Final = 1
"""Cycles before the throws. Source: 盛世佐, 投壺 too has five 節, and four serve the arrows."""

MODES: Final = ("exchange", "throw", "free")
RECORDS: Final = ("1", "2", "by-round")
RESULTS: Final = ("G", "T", "H")  # the guest's side, a tie, the host's side
UNKNOWN: Final = "?"  # a result that nobody knows, before one that is known
PARTIES: Final = {"賓": "賓黨", "主人": "主黨"}
"""Who throws for a side where it is not the guest or the host himself."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen of a rite; what is None is as the rite has it.

    `results` are those of the counted rounds, as far as they are known. Raises RiteError for a
    choice that there is not.
    """

    school: str = "lu"
    text: str = "liji"
    junior: str | None = None
    pairs: int | None = None
    round: int | None = None
    mode: str = "exchange"
    record: str = "1"
    rank: str | None = None
    song: str | None = None
    by_song: bool = False
    off_beat: str | None = None
    gap: Fraction = Fraction(0)
    results: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known(self.mode, MODES, "mode")
        known(self.record, RECORDS, "record")
        known(self.school, ("lu", "xue"), "school")
        if self.off_beat is not None:
            known(self.off_beat, ("flag", "void"), "off-beat")
        if self.by_song and self.mode != "exchange":
            raise RiteError(f"by-song: the mode {self.mode} has no cycles to listen to; leave it")
        for place, result in enumerate(self.results, 1):
            known(result, (*RESULTS, UNKNOWN), f"result {place}:")
        if self.pairs is not None and not 1 <= self.pairs <= MOST_PAIRS:
            raise RiteError(f"pairs must be in range 1..{MOST_PAIRS}, not {self.pairs}")
        if self.round is not None and self.round not in ROUNDS:
            raise RiteError(f"round must be in range 1..3, not {self.round}")
        if not 0 <= self.gap <= 1000:
            raise RiteError(f"gap must be in range 0..1000, not {self.gap}")


def known(value: str, among: tuple[str, ...], name: str) -> None:
    """Raise RiteError for a choice that there is not."""
    if value not in among:
        raise RiteError(f"no {name} {value[:40]!r}; there are {' '.join(among)}")


class Beat(NamedTuple):
    """What the drum does at a cue: a cycle of a cadence, from its first stroke on, in beats of the round."""

    cadence: str
    use: str
    cycle: int  # from 1, of this pair
    start: Fraction
    length: Fraction


class Cue(NamedTuple):
    """A row of the cue sheet; `beat` is there where the drum sounds."""

    step: str
    section: str
    act: Act
    basis: Basis
    sources: tuple[str, ...]
    music: Music
    formula: Formula | None = None
    round: int | None = None
    pair: int | None = None
    beat: Beat | None = None
    throw: int | None = None
    party: str | None = None
    song_line: tuple[str, str] | None = None  # in full and in short characters
    only: Only | None = None  # where alone it is done, as long as that is not known
    who: str = ""
    start: str = ""
    to: str = ""
    people: str = ""  # who plays it, where that is known

    @property
    def facing(self) -> Facing | None:
        """Where he faces."""
        return self.act.facing


class Sheet(NamedTuple):
    """A cue sheet, with the rite as it is done under the choices."""

    rite: Rite
    choices: Choices
    cues: tuple[Cue, ...]

    @property
    def pairs(self) -> int:
        """How many pairs throw."""
        return pairs(self.rite, self.choices)

    @property
    def drums(self) -> tuple[Cue, ...]:
        """The rows at which the drum sounds."""
        return tuple(cue for cue in self.cues if cue.beat)


# --- what the choices amount to ---------------------------------------------------------------------


def pairs(rite: Rite, choices: Choices) -> int:
    """Return how many pairs there are."""
    return choices.pairs or rite.pairs


def rounds(choices: Choices) -> tuple[int, ...]:
    """Return the rounds that are asked for."""
    return ROUNDS if choices.round is None else (choices.round,)


def cadence(choices: Choices, round: int) -> str:
    """Return which cadence is drummed in a round.

    Source: 義疏, the first record for the first round, the second for the other two.
    """
    record = choices.record if choices.record != "by-round" else "1" if round == 1 else "2"
    return f"{choices.school}-{record}"


def cadences(rite: Rite, choices: Choices) -> tuple[str, ...]:
    """Return the names of all cadences that are drummed."""
    drummed = [round for round in rounds(choices) if round in rite.drum.rounds]
    return tuple(dict.fromkeys(cadence(choices, round) for round in drummed))


def song(rite: Rite, choices: Choices) -> tuple[Song, Rank]:
    """Return the song, and the rank whose 節 are counted: the song named, that of the rank, or the rite's.

    A rank that is named beside a song says how many 節 there are, and nothing of the song.
    """
    own = next(iter(rite.songs.values()))
    rank = rite.rank(choices.rank) if choices.rank is not None else None
    if choices.song is not None:
        chosen = rite.song(choices.song)
        return chosen, rank or rite.ranks[chosen.rank]
    return (own, rite.ranks[own.rank]) if rank is None else (rite.songs[rank.song], rank)


def song_basis(rite: Rite, choices: Choices) -> Basis:
    """Return whence it is that this song is sung: our choice unless it is the rite's or of the rank."""
    chosen, rank = song(rite, choices)
    own = next(iter(rite.songs.values()))
    by_rank = choices.rank is not None and rite.songs[rank.song] is chosen
    return chosen.basis if chosen is own or by_rank or chosen.basis == "dingzhai" else "reconstruction"


def verses(chosen: Song) -> tuple[tuple[str, str], ...]:
    """Return the lines of a song, each in full and in short characters."""
    from touhu_music.song import songs

    name, _, print_ = chosen.words.partition("@")
    lines = ("".join(each.word for each in line) for line in songs.load(name, print_ or None).lines)
    return tuple((line, line.translate(TO_SIMPLIFIED)) for line in lines)


def ordered(cue: Cue, sheet: Sheet) -> Song | None:
    """Return the song that is sung where the words of a row order one; the words name the rite's own."""
    own = next(iter(sheet.rite.songs.values()))
    orders = cue.formula is not None and own.hant in cue.formula.hant
    return song(sheet.rite, sheet.choices)[0] if orders else None


def listened(rite: Rite, choices: Choices) -> int:
    """Return how many cycles are listened to before the throws.

    Source: 儀禮疏 on 鄉射, four 節 serve the four arrows and the rest are for listening.
    """
    return song(rite, choices)[1].cycles - THROWS if choices.by_song else LISTENED


def cycles(rite: Rite, choices: Choices) -> int:
    """Return how many cycles the throws of a pair take; under `free` no source and no rule says."""
    return 2 * THROWS if choices.mode == "throw" else listened(rite, choices) + THROWS


def off_beat(rite: Rite, choices: Choices) -> str:
    """Return what an arrow off the drum is: noted, or void."""
    return choices.off_beat or rite.drum.off_beat


def results(rite: Rite, choices: Choices) -> Mapping[int, str]:
    """Return the result of each round that has one; raises RiteError where there are too many."""
    if len(choices.results) > len(rite.counted_rounds):
        raise RiteError(
            f"{len(choices.results)} results; {rite.name} counts {len(rite.counted_rounds)} rounds"
        )
    found = zip(rite.counted_rounds, choices.results, strict=False)
    return {round: result for round, result in found if result != UNKNOWN}


def horses(rite: Rite, choices: Choices) -> Outcome | None:
    """Settle the horses; there is nothing to settle while a round is open, nor where two are counted."""
    found = tuple(map(Round, results(rite, choices).values()))
    if len(found) < len(ROUNDS):
        return None
    return settle(found, junior=None if choices.junior is None else Side(choices.junior))


# --- the sheet --------------------------------------------------------------------------------------


def cue_sheet(rite: Rite, choices: Choices, lengths: Mapping[str, Fraction]) -> Sheet:
    """Put the rows of a rite into the order of performance.

    `lengths` has the beats of a cycle, without the gap, of each of `cadences`. What comes before
    the first round stands on any sheet, what comes after the last where that is on it. Raises
    RiteError for a choice that the rite does not have.
    """
    results(rite, choices), song(rite, choices)  # so that a wrong choice is told, needed here or not
    done = rite.switched(*switches(rite, choices))
    cues: list[Cue] = []
    for step in done.steps:
        if not step.rounds and step.kind != "closing":
            cues += once(step, done, choices)
    for round in rounds(choices):
        here = [step for step in done.steps if round in step.rounds]
        after_pair = [step for step in here if step.kind == "after-pair"]
        for step in sorted(here, key=lambda step: step.kind != "heading"):
            if step.kind == "throws":
                cues += throws(step, after_pair, done, choices, round, lengths[cadence(choices, round)])
            elif step.kind != "after-pair":
                cues += once(step, done, choices, round)
    for step in done.steps:
        if step.kind == "closing" and ROUNDS[-1] in rounds(choices):
            cues += once(step, done, choices)
    return Sheet(done, choices, tuple(with_music(cues, done)))


def switches(rite: Rite, choices: Choices) -> Iterator[Switch]:
    """Yield the switches that are set; a book with words of its own stands above the school.

    A rite without words of a school has none for it: the school is then that of the drum alone.
    """
    if any(switch.name == "school" for switch in rite.switches):
        yield rite.switch("school", choices.school)
    if choices.text != USUAL.text or any(switch.name == "text" for switch in rite.switches):
        yield rite.switch("text", choices.text)
    if choices.junior is not None:
        yield rite.switch("junior", choices.junior)


USUAL: Final = Choices()


def once(
    step: Step, rite: Rite, choices: Choices, round: int | None = None, pair: int | None = None
) -> list[Cue]:
    """Return the rows of a step that is done without the drum."""
    return [
        cue(step, act, rite, choices, round, pair)
        for act in step.acts
        if act.only not in DRUMMED and holds(act.only, rite, choices, round, pair)
    ]


OPEN: Final = ("won", "guest-won", "host-won", "tied", "merged", "celebrated", "horses")
"""Acts that hang on results: of the round, or where they are of no round on all of them."""


def open_(only: str | None, rite: Rite, choices: Choices, round: int | None) -> bool:
    """Tell whether it is not known yet if an act is done."""
    if only not in OPEN:
        return False
    return horses(rite, choices) is None if round is None else round not in results(rite, choices)


DRUMMED: Final = ("listen", "guest", "host", "run")
"""Acts of which the throws take as many as there are cycles and arrows."""


def holds(only: str | None, rite: Rite, choices: Choices, round: int | None, pair: int | None) -> bool:
    """Tell whether an act is done; where a result is not known yet, it may be."""
    result = results(rite, choices).get(round or 0)
    end = horses(rite, choices)
    asked = choices.mode != "free" or choices.off_beat is not None  # else no arrow is off the drum
    return {
        None: True,
        "won": result != "T",
        "guest-won": result in (None, "G"),
        "host-won": result in (None, "H"),
        "tied": result in (None, "T"),
        "merged": end is None or end.merged,
        "celebrated": end is None or end.celebrate is not None,
        "horses": end is None or any(end.before),
        "pairs": pairs(rite, choices) > 1,
        "next": pair is not None and pair < pairs(rite, choices),
        "flag": asked and off_beat(rite, choices) == "flag",
        "void": asked and off_beat(rite, choices) == "void",
    }[only]


def cue(
    step: Step, act: Act, rite: Rite, choices: Choices, round: int | None, pair: int | None = None
) -> Cue:
    """Return the row of an act."""
    side = winner(rite, choices, round)
    return Cue(
        step=step.id,
        section=step.section,
        act=act,
        basis=act.basis,
        sources=act.sources,
        music="off",
        formula=rite.formulas[act.say] if act.say else None,
        round=round,
        pair=pair,
        who=PARTIES.get(act.who, act.who) if (pair or 1) > 1 else act.who,
        start=of_side(act.start, side),
        to=of_side(act.to, side),
        only=act.only if open_(act.only, rite, choices, round) else None,
    )


def winner(rite: Rite, choices: Choices, round: int | None) -> str | None:
    """Return the side that has won the round, or after all of them the one that is congratulated."""
    if round is None:
        end = horses(rite, choices)
        return None if end is None else end.celebrate
    return {"G": "guest", "H": "host"}.get(results(rite, choices).get(round, ""))


def of_side(place: str, side: str | None) -> str:
    """Return the place of a side, of two written `guest's/host's`; both where the side is not known."""
    if "/" not in place or side is None:
        return place
    return place.split("/")[side == "host"]


class Slot(NamedTuple):
    """One arrow, or a cycle without one; of no cycle where the arrow is not tied to the drum."""

    only: Only
    cycle: int | None
    throw: int | None = None


def slots(rite: Rite, choices: Choices) -> list[Slot]:
    """Return what a pair does and hears, in order, the guest's side first."""
    sides: tuple[Only, Only] = ("guest", "host")
    listen = cycles(rite, choices) - THROWS
    thrown = [(throw, side) for throw in range(1, THROWS + 1) for side in sides]
    if choices.mode == "throw":
        return [Slot(side, cycle, throw) for cycle, (throw, side) in enumerate(thrown, 1)]
    if choices.mode == "free":
        return [Slot(side, None, throw) for throw, side in thrown]
    heard = [Slot("listen", cycle) for cycle in range(1, listen + 1)]
    return heard + [Slot(side, listen + throw, throw) for throw, side in thrown]


def throws(
    step: Step, after_pair: list[Step], rite: Rite, choices: Choices, round: int, beats: Fraction
) -> Iterator[Cue]:
    """Yield the rows of the throws of all pairs; `beats` is the length of a cycle.

    Cycles run on without a break from pair to pair, so that all of a round are equally spaced, and the
    song begins with each pair. Source: 禮記·投壺, 間若一; that a line goes with a cycle is our choice.
    """
    acts = {act.only: act for act in step.acts}
    name, period, count = cadence(choices, round), beats + choices.gap, cycles(rite, choices)
    mode = rite.modes[choices.mode]
    lines = verses(song(rite, choices)[0])

    def drummed(row: Cue, pair: int, cycle: int) -> Cue:
        start = (count * (pair - 1) + cycle - 1) * period
        beat = Beat(name, rite.drum.use, cycle, start, beats)
        return row._replace(beat=beat, basis=mode.basis, sources=mode.sources)

    yield from once(step, rite, choices, round)
    if choices.mode == "free":
        yield drummed(cue(step, acts["run"], rite, choices, round), 1, 1)
    for pair in range(1, pairs(rite, choices) + 1):
        for slot in slots(rite, choices):
            row = cue(step, acts[slot.only], rite, choices, round, pair)
            if slot.throw:
                row = row._replace(throw=slot.throw, party=slot.only)
            if slot.cycle:
                row = drummed(row, pair, slot.cycle)
                row = row._replace(song_line=lines[(slot.cycle - 1) % len(lines)])
            yield row
        for each in after_pair:
            yield from once(each, rite, choices, round, pair)


def with_music(cues: list[Cue], rite: Rite) -> Iterator[Cue]:
    """Yield the rows with what the music is at each: armed in its own step alone, on until it is off."""
    turns = {step.id: step.music for step in rite.steps if step.music}
    state: Music = "off"
    before: tuple[str, int | None] | None = None
    for row in cues:
        if (row.step, row.round) != before:
            state = turns.get(row.step, "off" if state == "arm" else state)
            before = (row.step, row.round)
        yield row._replace(music=state)


# --- rows as other programs read them ---------------------------------------------------------------

COLUMNS: Final = (
    *("step", "section", "round", "who", "words", "action", "from", "to", "facing", "object", "music"),
    *("cadence", "use", "cycle", "throw", "party", "start_beats", "basis", "source"),
    *("pair", "line", "place_basis", "music_basis", "only", "song", "song_basis", "book"),
    *("song_line", "song_line_basis"),
)
NUMERALS: Final = {"zh": "一二三四", "dok": "일이삼사", "ko": ("첫", "두", "세", "네"), "en": "1234"}


def action(cue: Cue, language: str) -> str:
    """Return what is done, in `zh`, `ko` or `en`, or its reading aloud in `dok`."""
    text: str = getattr(cue.act, language)
    return text.format(NUMERALS[language][cue.throw - 1]) if cue.throw else text


def shape(cue: Cue, sheet: Sheet, language: str = "en", *, hans: bool = False) -> dict[str, object]:
    """Return a row with the columns of the cue sheet; fractions are texts, what there is not is None."""
    beat, formula, sung = cue.beat, cue.formula, ordered(cue, sheet)
    values: dict[str, object] = {
        "step": cue.step,
        "section": cue.section,
        "round": cue.round,
        "who": cue.who,
        "words": formula and (formula.hans if hans else formula.hant),
        "action": action(cue, language),
        "from": cue.start or None,
        "to": cue.to or None,
        "facing": cue.facing,
        "object": cue.act.object or None,
        "music": cue.music,
        "cadence": beat and beat.cadence,
        "use": beat and beat.use,
        "cycle": beat and beat.cycle,
        "throw": cue.throw,
        "party": cue.party,
        "start_beats": None if beat is None else str(beat.start),
        "basis": cue.basis,
        "source": "; ".join(sheet.rite.sources[name].id for name in cue.sources) or None,
        "pair": cue.pair,
        "line": cue.song_line and cue.song_line[hans],  # as song_line, by its first name
        "place_basis": cue.act.place_basis,
        "music_basis": music_basis(cue, sheet),
        "only": cue.only,
        "song": sung and (sung.hans if hans else sung.hant),
        "song_basis": sung and song_basis(sheet.rite, sheet.choices),
        "book": "; ".join(sheet.rite.sources[name].title for name in cue.sources) or None,
        "song_line": cue.song_line and cue.song_line[hans],
        "song_line_basis": cue.song_line and "reconstruction",
    }
    return {column: values[column] for column in COLUMNS}


def music_basis(cue: Cue, sheet: Sheet) -> Basis | None:
    """Return whence it is that the music turns here; nothing where it goes on as it was."""
    turns = any(step.id == cue.step and step.music == cue.music for step in sheet.rite.steps)
    return sheet.rite.music[cue.music].basis if turns else None
