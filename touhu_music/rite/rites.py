"""A rite as a value: its steps, what is said in them, and what another house or book does otherwise.

The data are `scores/rites/*.toml`; a file is checked whole before anything of it is used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Final, Literal

import msgspec

from touhu_music import datafile, library
from touhu_music.errors import LibraryError, RiteError
from touhu_music.notation import Use

Basis = Literal[
    "text", "commentary", "dingzhai", "dadai", "analogy", "reconstruction", "layout"
]  # as in the cue sheet
UNSOURCED: Final = ("reconstruction", "layout")
"""What may stand without a source: our own choices."""

Music = Literal["off", "arm", "on"]
Facing = Literal["N", "E", "S", "W"]
Only = Literal[
    "won",  # a round
    "guest-won",
    "host-won",
    "tied",
    "merged",  # the whole rite
    "celebrated",
    "horses",
    "pairs",  # more than one
    "next",  # another pair follows
    "flag",  # arrows off the drum
    "void",
    "listen",  # a cue of the drum, or a throw
    "guest",
    "host",
    "run",
]
"""Where alone an act is done."""

Won = Literal["guest-won", "host-won"]
OTHER: Final[dict[Won, Won]] = {"guest-won": "host-won", "host-won": "guest-won"}

Name = Annotated[str, msgspec.Meta(min_length=1)]


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file; a key that it does not know is refused."""


class Label(Data, frozen=True):
    """A name in three languages."""

    zh: Name
    ko: Name
    en: Name


class Gloss(Data, frozen=True):
    """What a head or a person is called besides: the Sino-Korean reading, and plain English."""

    ko: Name
    en: Name


class Source(Data, frozen=True):
    """A book, by the name under which it can be found again."""

    id: Name
    title: Name


class Formula(Data, frozen=True):
    """Words that are spoken: as printed, in short characters, read aloud, and what they mean.

    `korean` is the Sino-Korean reading, `ko` and `en` are our own plain translations.
    """

    hant: Name
    hans: Name
    pinyin: Name
    korean: Name
    en: Name
    ko: Name
    source: Name


class Act(Data, frozen=True):
    """What one person does at once: our own words for it, and perhaps words of the text that he says.

    `zh` is short Chinese for a herald and `dok` its Sino-Korean reading. `only` names where alone
    it is done. A place written `a/b` is a where the guest's side has it, b where the host's has.
    """

    who: Name
    zh: Name
    dok: Name
    ko: Name
    en: Name
    basis: Basis
    say: str = ""
    start: str = msgspec.field(default="", name="from")
    to: str = ""
    facing: Facing | None = None
    object: str = ""
    only: Only | None = None
    place_basis: Basis | None = None
    sources: tuple[Name, ...] = ()


class Step(Data, frozen=True):
    """A step of the rite; of no round it is done once, `closing` after the last.

    `music` is what the drum is from here on.
    """

    id: Name
    section: Name
    acts: tuple[Act, ...]
    rounds: tuple[int, ...] = ()
    kind: Literal["", "heading", "throws", "after-pair", "closing"] = ""
    music: Music | None = None


class Change(Data, frozen=True):
    """What is otherwise in an act; `act` counts from 1, in the step as the file has it.

    `when` is where alone it is otherwise: where the other side has won, the act is as before.
    """

    step: Name
    act: Annotated[int, msgspec.Meta(ge=1)]
    when: Won | None = None
    drop: bool = False
    say: str | None = None
    who: str | None = None
    zh: str | None = None
    dok: str | None = None
    ko: str | None = None
    en: str | None = None
    object: str | None = None
    start: str | None = msgspec.field(default=None, name="from")
    facing: Facing | Literal[""] | None = None  # empty where he need not face anywhere
    basis: Basis | None = None
    sources: tuple[Name, ...] | None = None


class Prop(Data, frozen=True):
    """A thing that is needed: so many, and so many more for each pair; 0 is a number that no book says.

    However few or many pairs there are, it is not fewer than `least` nor more than `most`; `beyond`
    tells what is done where there are more pairs than that serves. `name` is what another thing is
    called that stands for this one.
    """

    ko: Name
    en: Name
    count: Annotated[int, msgspec.Meta(ge=0)]
    note: Name
    basis: Basis
    source: Name
    each_pair: Annotated[int, msgspec.Meta(ge=0)] = 0
    least: Annotated[int, msgspec.Meta(ge=0)] = 0
    most: Annotated[int, msgspec.Meta(ge=1)] | None = None
    beyond: str = ""
    name: str = ""

    def wanted(self, pairs: int) -> int:
        """Return how many so many pairs would need if nothing were used again."""
        return max(self.count + self.each_pair * pairs, self.least)

    def number(self, pairs: int) -> int:
        """Return how many so many pairs need."""
        return self.wanted(pairs) if self.most is None else min(self.wanted(pairs), self.most)

    def again(self, pairs: int) -> str:
        """Return what is done where there are more pairs than the things serve."""
        return self.beyond if self.wanted(pairs) > self.number(pairs) else ""


class Added(Act, frozen=True, kw_only=True):
    """An act more, after the act of that number; 0 is before the first."""

    step: Name
    after: Annotated[int, msgspec.Meta(ge=0)]


class Switch(Label, frozen=True, kw_only=True):
    """One way of a house, a book or a company to do what others do otherwise."""

    name: Literal["school", "text", "junior"]
    value: Name
    basis: Basis
    sources: tuple[Name, ...]
    changes: tuple[Change, ...] = ()
    added: tuple[Added, ...] = ()
    props: dict[str, Prop] = {}


class Reasoned(Data, frozen=True):
    """Whence a choice comes."""

    basis: Basis
    reason: Name
    sources: tuple[Name, ...] = ()


class Drum(Data, frozen=True):
    """In which rounds the drum sounds, which strokes, and what an arrow off the drum is by default."""

    use: Use
    rounds: tuple[int, ...]
    off_beat: Literal["flag", "void"]
    reason: Name


class Song(Data, frozen=True):
    """A song that goes with the drum.

    `words` names the song, perhaps at a print, that has its lines, and `rank` whose it is; `lines` are
    those that the source itself gives. `dispute` is what is held against it.
    """

    hant: Name
    hans: Name
    pinyin: Name
    korean: Name
    source: Name
    basis: Basis
    reason: Name
    words: Name
    rank: Name
    lines: tuple[Name, ...] = ()
    lines_hans: tuple[Name, ...] = ()
    dispute: Label | None = None


class Rank(Label, frozen=True):
    """Whose song it is, and how many 節 are his."""

    song: Name
    cycles: Annotated[int, msgspec.Meta(ge=4)]


class Parties(Data, frozen=True):
    """Who belongs to the guest's party and who to the host's."""

    guest: tuple[Name, ...]
    host: tuple[Name, ...]
    source: Name


class Numbers(Data, frozen=True):
    """How many arrows, counters and stages the archery has."""

    arrows: int
    pairs: int
    counters_in_hand: int
    counters_in_box: int
    counters_in_set: int
    counter_cun: int
    stages: int

    def arrows_of(self, pairs: int, *, own: bool) -> int:
        """Count the arrows of so many pairs, with those of the 司射 where he shows the way."""
        return 2 * pairs * self.arrows + own * self.arrows


class Couple(Data, frozen=True):
    """Who shoots with whom, and the words for it: to the upper archer, to the lower."""

    upper: Name
    lower: Name
    say: tuple[Name, ...]
    source: Name


class Hand(Data, frozen=True):
    """How an archer takes an arrow from the rack, and on which side his hits are laid."""

    who: Name
    palm: Literal["up", "down"]
    bow: Literal["under", "above"]
    facing: Facing
    counted: Literal["right", "left"]
    source: Name


class RoleKind(Label, frozen=True, kw_only=True):
    """What one person is for the whole rite, or a person of each pair where the name has `{0}`.

    He acts as `who`; as `wins` and `loses` where his side has won or lost, and as `wins` where neither
    is settled there; as `of_pair` in the rows of his own pair. He is needed besides in all steps between
    the two of `stays`, in those of `also`, and, where he `plays`, while the music is ready or on.
    `together` are roles that he can have at the same time, and with `alone` he has no other.
    """

    basis: Basis
    reason: Label
    sources: tuple[Name, ...] = ()
    party: Literal["guest", "host"] | None = None
    who: tuple[Name, ...] = ()
    wins: tuple[Name, ...] = ()
    loses: tuple[Name, ...] = ()
    of_pair: tuple[Name, ...] = ()
    pair: int | None = None
    from_pair: int | None = None
    to_pair: int | None = None  # the last that throws, where it is None
    stays: tuple[Name, Name] | None = None
    also: tuple[Name, ...] = ()
    plays: Literal["drum", "strings"] | None = None
    together: tuple[Name, ...] = ()
    alone: bool = False
    drummers: Literal[1, 2] | None = None  # only where so many beat the drums
    asked: bool = False  # only where one is asked for


class Rite(Data, frozen=True):
    """A rite with all its choices."""

    name: Name
    title: Label
    pairs: Annotated[int, msgspec.Meta(ge=1)]
    counted_rounds: tuple[int, ...]
    sources: dict[str, Source]
    music: dict[Music, Reasoned]
    drum: Drum
    modes: dict[str, Reasoned]
    songs: dict[str, Song]
    ranks: dict[str, Rank]
    sections: dict[str, Gloss]
    people: dict[str, Gloss]
    places: dict[str, Label]
    props: dict[str, Prop]
    formulas: dict[str, Formula]
    steps: tuple[Step, ...]
    switches: tuple[Switch, ...] = ()
    roles: dict[str, RoleKind] = {}
    parties: Parties | None = None
    numbers: Numbers | None = None
    couples: tuple[Couple, ...] = ()
    hands: dict[Literal["upper", "lower"], Hand] = {}

    def step(self, id: str) -> Step:
        """Return the first step of that name."""
        return next(step for step in self.steps if step.id == id)

    def switch(self, name: str, value: str) -> Switch:
        """Return a switch; raises RiteError with the values that there are."""
        known = {each.value: each for each in self.switches if each.name == name}
        if value not in known:
            there = f"there are {' '.join(known)}" if known else f"the rite {self.name} has none"
            raise RiteError(f"no {name} {value!r}; {there}")
        return known[value]

    def switched(self, *switches: Switch) -> Rite:
        """Return the rite as it is done under some switches, the later ones above the earlier."""
        steps = tuple(switched(step, switches) for step in self.steps)
        others = {name: prop for switch in switches for name, prop in switch.props.items()}
        props = {name: others.get(name, prop) for name, prop in self.props.items()}
        named = {prop.name or name: prop for name, prop in props.items()}
        return msgspec.structs.replace(self, steps=steps, props=named)

    def rank(self, name: str) -> Rank:
        """Return a rank by its name in letters or in characters; raises RiteError for any other."""
        for key, rank in self.ranks.items():
            if name in (key, rank.zh):
                return rank
        there = " ".join(f"{key} {rank.zh}" for key, rank in self.ranks.items())
        raise RiteError(f"no rank {name!r}; there are {there}")

    def song(self, name: str) -> Song:
        """Return a song by its name; raises RiteError for any other."""
        if name not in self.songs:
            raise RiteError(f"no song {name[:40]!r} of {self.name}; there are {' '.join(self.songs)}")
        return self.songs[name]


def switched(step: Step, switches: Collection[Switch]) -> Step:
    """Return a step as it is done under some switches."""
    acts: list[Act] = []
    for number, act in enumerate((None, *step.acts)):
        here = [act] if act is not None else []
        for switch in switches:
            for change in switch.changes:
                if (change.step, change.act) == (step.id, number):
                    here = [each for one in here for each in changed(one, change, switch)]
        acts += here
        acts += [
            plain(each)
            for switch in switches
            for each in switch.added
            if (each.step, each.after) == (step.id, number)
        ]
    return msgspec.structs.replace(step, acts=tuple(acts))


OTHERWISE: Final = ("say", "who", "zh", "dok", "ko", "en", "object", "start")
"""What a change may have otherwise, besides where he faces."""


def changed(act: Act, change: Change, switch: Switch) -> list[Act]:
    """Return an act with what is otherwise in it, its basis then that of the switch.

    Where it is otherwise only if one side has won, the act as it was follows, for the other.
    """
    if change.drop:
        return []
    told = {key: getattr(change, key) for key in OTHERWISE}
    given = {key: value for key, value in told.items() if value is not None}
    given |= {"facing": change.facing or None} if change.facing is not None else {}
    basis = switch.basis if change.basis is None else change.basis
    sources = switch.sources if change.sources is None else change.sources
    other = msgspec.structs.replace(act, **given, basis=basis, sources=sources)
    if change.when is None:
        return [other]
    return [
        msgspec.structs.replace(other, only=change.when),
        msgspec.structs.replace(act, only=OTHER[change.when]),
    ]


def plain(added: Added) -> Act:
    """Return an added act as one among the others."""
    return Act(**{key: getattr(added, key) for key in Act.__struct_fields__})


# --- loading ----------------------------------------------------------------------------------------


def names() -> tuple[str, ...]:
    """Return the names of the packaged rites."""
    return tuple(library.files(library.folder("scores", "rites")))


def load(name: str) -> Rite:
    """Load a packaged rite; raises RiteError if there is none, LibraryError if its file is wrong."""
    found = library.files(library.folder("scores", "rites"))
    if name not in found:
        raise RiteError(f"no rite {name!r}; there are {' '.join(found)}")
    return read(found[name])


def read(path: str) -> Rite:
    """Read a rite from a file; raises LibraryError that names the file and the key."""
    data = datafile.load(path)
    for key, value in strings(data):
        if not value.isprintable():
            raise LibraryError(f"{path}: {key} has characters that cannot be printed")
    try:
        rite = msgspec.convert(data, Rite, strict=True)
    except msgspec.ValidationError as error:
        raise LibraryError(f"{path}: {error}") from error
    for key, fault in faults(rite):
        raise LibraryError(f"{path}: {key}: {fault}")
    return rite


def strings(value: object, key: str = "$") -> Iterator[tuple[str, str]]:
    """Yield each text of a data file with its key."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from strings(each, f"{key}.{name}")
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from strings(each, f"{key}[{place}]")


def faults(rite: Rite) -> Iterator[tuple[str, str]]:
    """Yield what the tables of a rite say of each other and is not so."""
    for key in ("exchange", "throw", "free"):
        yield from missing("modes", [key], rite.modes)
    for turn in ("arm", "on", "off"):
        yield from missing("music", [turn], rite.music)
    for key, act in acts(rite):
        for name, known, used in (
            ("who", rite.people, [act.who]),
            ("say", rite.formulas, [act.say] if act.say else []),
            ("from", rite.places, act.start.split("/") if act.start else []),
            ("to", rite.places, act.to.split("/") if act.to else []),
            ("sources", rite.sources, act.sources),
        ):
            yield from missing(f"{key}.{name}", used, known)
        if not act.sources and act.basis not in UNSOURCED:
            yield f"{key}.sources", f"{act.basis} needs a source"
    for step in rite.steps:
        yield from missing(f"steps.{step.id}.section", [step.section], rite.sections)
        if step.kind == "throws" and not set(step.rounds) <= set(rite.drum.rounds):
            yield f"steps.{step.id}.rounds", "throws are of a round with the drum"
        if step.kind == "throws" and {"listen", "guest", "host", "run"} - {act.only for act in step.acts}:
            yield f"steps.{step.id}.acts", "throws need an act for listen, guest, host and run"
    for key, formula in rite.formulas.items():
        yield from missing(f"formulas.{key}.source", [formula.source], rite.sources)
    for key, song in rite.songs.items():
        yield from missing(f"songs.{key}.source", [song.source], rite.sources)
        if len(song.lines) != len(song.lines_hans):
            yield f"songs.{key}.lines_hans", f"{len(song.lines_hans)} lines, not {len(song.lines)}"
        yield from missing(f"songs.{key}.rank", [song.rank], rite.ranks)
    for key, rank in rite.ranks.items():
        yield from missing(f"ranks.{key}.song", [rank.song], rite.songs)
    for key, prop in rite.props.items():
        yield from missing(f"props.{key}.source", [prop.source], rite.sources)
    ids = {step.id for step in rite.steps}
    for key, role in rite.roles.items():
        yield from missing(f"roles.{key}.sources", role.sources, rite.sources)
        if not role.sources and role.basis not in UNSOURCED:
            yield f"roles.{key}.sources", f"{role.basis} needs a source"
        for names in (role.who, role.wins, role.loses, role.of_pair):
            yield from missing(f"roles.{key}", names, rite.people)
        yield from missing(f"roles.{key}", (*role.also, *(role.stays or ())), ids)
        yield from missing(f"roles.{key}.together", role.together, rite.roles)
    for switch in rite.switches:
        for name, prop in switch.props.items():
            yield from missing(f"switches.{switch.value}.props", [name], rite.props)
            yield from missing(f"switches.{switch.value}.props.{name}.source", [prop.source], rite.sources)
        for change in switch.changes:
            key = f"switches.{switch.value}.changes"
            steps = [step for step in rite.steps if step.id == change.step]
            if not any(change.act <= len(step.acts) for step in steps):
                yield key, f"{change.step} has no act {change.act}"
            elif change.when and any(step.acts[change.act - 1].only != "won" for step in steps):
                yield f"{key}.when", f"act {change.act} of {change.step} is not done only where one has won"
            yield from missing(f"{key}.say", [change.say] if change.say else [], rite.formulas)
            yield from missing(f"{key}.who", [change.who] if change.who else [], rite.people)
            yield from missing(f"{key}.from", change.start.split("/") if change.start else [], rite.places)
        for added in switch.added:
            if not any(added.after <= len(step.acts) for step in rite.steps if step.id == added.step):
                yield f"switches.{switch.value}.added", f"{added.step} has no act {added.after}"


def acts(rite: Rite) -> Iterable[tuple[str, Act]]:
    """Yield each act of a rite with its key, those of the switches included."""
    for step in rite.steps:
        for number, act in enumerate(step.acts, 1):
            yield f"steps.{step.id}.acts[{number}]", act
    for switch in rite.switches:
        for added in switch.added:
            yield f"switches.{switch.value}.added.{added.step}", added


def missing(key: str, used: Iterable[str], known: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield what is named and is not there."""
    for name in used:
        if name not in known:
            yield key, f"there is no {name!r}"
