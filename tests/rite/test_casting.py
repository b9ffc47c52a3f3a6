"""The cast: nobody in two places, as few people as can be, parties kept apart; against code of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touhu_music.errors import RiteError
from touhu_music.language import Language
from touhu_music.rite import rites
from touhu_music.rite.cast import doubling
from touhu_music.rite.cast import lines as cast_lines
from touhu_music.rite.cast.casting import Casting, Player
from touhu_music.rite.cast.roles import Company, actors
from touhu_music.rite.cues import Choices, Sheet, cadences, cue_sheet
from touhu_music.rite.cuesheet import files as cue_files

BEATS: Final = Fraction(12)
Row = dict[str, Any]


def sheet(rite: str = "touhu", **given: Any) -> Sheet:
    """Return a sheet with cycles of twelve beats."""
    found, choices = rites.load(rite), Choices(**given)
    return cue_sheet(found, choices, dict.fromkeys(cadences(found, choices), BEATS))


@cache
def casting(rite: str = "touhu", company: Company | None = None, **given: Any) -> Casting:
    """Return what is cast under some choices."""
    return Casting(sheet(rite, **given), company or Company())


def people(number: int) -> list[str]:
    return [f"person {each}" for each in range(1, number + 1)]


# --- a checker that shares nothing with the search ----------------------------------------------

ONE: Final = {
    **{"賓": "guest", "主人": "host", "司射": "director", "人": "pot-bearer", "贊者": "assistant"},
    **{"使者": "servant", "大師": "master", "司正": "overseer"},
}


def acting(row: Row, pairs: int, won: str | None) -> set[str]:
    """Say whose a row of 投壺 is, from its words alone."""
    who, pair = row["who"], row["pair"]
    throwers = {side: [side, *(f"{side}-{n}" for n in range(2, pairs + 1))] for side in ("guest", "host")}
    if who in ("賓黨", "主黨"):
        return {f"{'guest' if who == '賓黨' else 'host'}-{pair}"}
    if who == "賓主":
        return {"guest", "host"} if pair in (None, 1) else {f"guest-{pair}", f"host-{pair}"}
    if who in ("弟子", "酌者"):
        name = "junior" if who == "弟子" else "pourer"
        return {f"{name}-{won}"} if row["round"] else {f"{name}-guest", f"{name}-host"}
    if who in ("勝者", "不勝者"):
        assert won
        losing = "host" if won == "guest" else "guest"
        return set(throwers[won if who == "勝者" else losing])
    return {ONE[who]}


def at_once(rows: Sequence[Row], pairs: int, won: Mapping[int | None, str | None]) -> Iterator[set[str]]:
    """Yield for each step of each round who must be there: who acts, plays, holds the pot, or is warned."""
    for key in dict.fromkeys((row["step"], row["round"]) for row in rows):
        here = [row for row in rows if (row["step"], row["round"]) == key]
        found = set().union(*(acting(row, pairs, won[row["round"]]) for row in here))
        if any(row["music"] != "off" for row in here):
            found |= {"drummer", "strings"}
        if key[0] <= "R16":
            found.add("pot-bearer")
        if key[0] == "R20":
            found |= {"junior-guest", "junior-host"}
        yield found | {"director"}


def outcomes(**given: Any) -> Iterator[tuple[list[Row], dict[int | None, str | None]]]:
    """Yield the rows for every result of the three rounds, and who has won each, and at last is honoured."""
    for results in product("GTH", repeat=3):
        found = sheet(results=results, **given)
        won: dict[int | None, str | None] = {
            round: {"G": "guest", "H": "host"}.get(result) for round, result in enumerate(results, 1)
        }
        horses = [results.count("G"), results.count("H")]
        won[None] = "guest" if horses[0] > horses[1] else "host"
        if given.get("junior") == "guest" and horses == [2, 1]:
            won[None] = "guest"
        yield cue_files.rows(found, Language.ENGLISH), won


SAME: Final = [{"master", "drummer"}, {"master", "strings"}]


@cache
def clashes(pairs: int = 1, text: str = "liji") -> frozenset[frozenset[str]]:
    """Return which roles nobody can have both, from the rows alone."""
    found: set[frozenset[str]] = set()
    names: set[str] = set()
    for rows, won in outcomes(pairs=pairs, text=text):
        for here in at_once(rows, pairs, won):
            found |= {frozenset(pair) for pair in combinations(here, 2) if set(pair) not in SAME}
            names |= here
    found |= {frozenset({side, other}) for side in ("guest", "host") for other in names - {side}}
    return frozenset(found)


def fits(players: Sequence[Player], **given: Any) -> bool:
    return not any(set(clash) <= set(player.roles) for clash in clashes(**given) for player in players)


CASES: Final = [(1, "liji"), (2, "liji"), (3, "dingzhai"), (1, "dadai"), (2, "dadai"), (1, "dingben")]


@pytest.mark.parametrize("pairs, text", CASES)
def test_nobody_is_needed_twice_at_once_whoever_wins(pairs: int, text: str) -> None:
    found = casting(pairs=pairs, text=text)
    for number in range(found.least.number, len(found.roles) + 1):
        players = found.propose(people(number))
        assert fits(players, pairs=pairs, text=text), number


@pytest.mark.parametrize("pairs, text", CASES)
def test_each_role_has_one_person_and_each_person_a_role_or_none(pairs: int, text: str) -> None:
    found = casting(pairs=pairs, text=text)
    names = [role.name for role in found.roles]
    for number in (found.least.number, len(names), len(names) + 3):
        players = found.propose(people(number))
        assert [player.name for player in players] == people(number)
        assert sorted(role for player in players for role in player.roles) == sorted(names)
        assert sum(not player.roles for player in players) == max(0, number - len(names))


@pytest.mark.parametrize("pairs, text", CASES)
def test_every_row_has_its_people(pairs: int, text: str) -> None:
    found = casting(pairs=pairs, text=text)
    players = found.propose(people(found.least.number))
    owner = {role: player.name for player in players for role in player.roles}
    for cue in found.sheet.cues:
        assert {owner[role.name] for role in actors(cue, found.roles, found.sheet)}


@pytest.mark.parametrize("pairs, text", CASES)
def test_whose_a_row_is_follows_from_its_words_alone(pairs: int, text: str) -> None:
    for rows, won in outcomes(pairs=pairs, text=text):
        results = tuple({"guest": "G", "host": "H", None: "T"}[won[round]] for round in (1, 2, 3))
        known = casting(pairs=pairs, text=text, results=results)
        for cue, row in zip(known.sheet.cues, rows, strict=True):
            told = {role.name for role in actors(cue, known.roles, known.sheet)}
            playing = {"drummer", "strings"} if row["cadence"] else set()
            assert told == acting(row, pairs, won[row["round"]]) | playing, row


ARCHERS: Final = {
    **{"賓": ["guest"], "主人": ["host"], "賓主": ["guest", "host"], "司射": ["director"]},
    **{"司馬": ["marshal"], "釋獲者": ["scorer"], "獲者": ["target"], "大夫": ["dafu"], "衆賓": ["other"]},
    **{"弟子": ["junior"], "樂正": ["music-chief"], "大師": ["master"]},
    "三耦": [f"{side}-{pair}" for side in ("upper", "lower") for pair in (1, 2, 3)],
    "上射": [f"upper-{pair}" for pair in (1, 2, 3)],
    "下射": [f"lower-{pair}" for pair in (1, 2, 3)],
}


@pytest.mark.parametrize("mode", ["exchange", "throw", "free"])
def test_nobody_is_needed_twice_at_once_in_archery(mode: str) -> None:
    found = casting("archery", mode=mode)
    rows: list[Row] = cue_files.rows(found.sheet, Language.ENGLISH)
    steps: dict[tuple[object, object], set[str]] = {}
    for row in rows:
        here = steps.setdefault((row["step"], row["round"]), {"director"})
        if row["pair"] == 4 or (row["pair"] and row["pair"] <= 3 and row["who"] in ("上射", "下射")):
            side, pair = row["who"] == "下射", row["pair"]
            here.add(("guest", "host")[side] if pair == 4 else f"{('upper', 'lower')[side]}-{pair}")
        else:
            here.update(ARCHERS[str(row["who"])])
        here.update(["strings", "drummer"] if row["music"] != "off" else [])
        here.update(["scorer", "target"] if row["step"] in ("A11", "C07") else [])
        here.update(["target"] if row["step"] == "A07" else [])
    for number in range(found.least.number, len(found.roles) + 1):
        players = found.propose(people(number))
        assert sorted(role for player in players for role in player.roles) == sorted(found.by_name)
        for player in players:
            assert not {"guest", "host"} & set(player.roles) or len(player.roles) == 1
            for here in steps.values():
                both = here.intersection(player.roles)
                assert len(both) < 2 or both in SAME, (number, player, both)


# --- how few ------------------------------------------------------------------------------------


def fewest(names: Sequence[str], clash: frozenset[frozenset[str]]) -> int:
    """Try all ways to share roles, and return how few people one of them takes."""
    best = len(names)

    def place(number: int, groups: list[list[str]]) -> None:
        nonlocal best
        if len(groups) >= best:
            return
        if number == len(names):
            best = len(groups)
            return
        name = names[number]
        for group in groups:
            if not any(frozenset({name, other}) in clash for other in group):
                group.append(name)
                place(number + 1, groups)
                group.pop()
        place(number + 1, [*groups, [name]])

    place(0, [])
    return best


@pytest.mark.parametrize("pairs, text", [(1, "liji"), (1, "dadai"), (1, "dingzhai"), (2, "liji")])
def test_the_least_number_is_that_of_all_ways_tried_by_brute_force(pairs: int, text: str) -> None:
    found = casting(pairs=pairs, text=text)
    names = [role.name for role in found.roles]
    assert found.least.number == fewest(names, clashes(pairs=pairs, text=text))


def test_the_least_numbers() -> None:
    told = {
        (rite, pairs, company): casting(rite, company, pairs=pairs).least.number
        for rite, pairs in (("touhu", 1), ("touhu", 2), ("touhu", 3), ("archery", 4))
        for company in (Company(), Company(strings=False), Company(drummers=2, herald=True))
    }
    assert list(told.values()) == [5, 5, 7, 8, 7, 10, 10, 9, 12, 13, 13, 15]


@pytest.mark.parametrize("pairs", [1, 2, 5])
def test_one_person_fewer_is_refused_with_the_number_and_who_must_be_there(pairs: int) -> None:
    found = casting(pairs=pairs)
    least = found.least
    assert len(least.together) == least.number
    clash = clashes(pairs=pairs)
    assert all(frozenset(pair) in clash for pair in combinations(least.together, 2))
    with pytest.raises(RiteError) as failure:
        found.propose(people(least.number - 1))
    assert f"at least {least.number} are needed: " in str(failure.value)
    assert least.moment.step in str(failure.value)


def test_why_four_people_are_too_few() -> None:
    with pytest.raises(RiteError) as failure:
        casting().propose(people(4))
    assert str(failure.value) == (
        "too few people, 4; at least 5 are needed: R13 needs these at once, and some play nothing else: "
        "guest, host, director, pot-bearer, assistant"
    )


@pytest.mark.parametrize("pairs", [1, 100])
@pytest.mark.parametrize("rite", ["touhu", "archery"])
def test_a_rite_of_a_hundred_pairs_is_cast_too(rite: str, pairs: int) -> None:
    found = casting(rite, pairs=pairs)
    players = found.propose(people(found.least.number))
    assert not any(found.clash(player) for player in players)


# --- parties ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [5, 6, 7])
def test_as_few_people_as_can_be_are_of_both_parties(number: int) -> None:
    found = casting()
    names = [role.name for role in found.roles if not role.kind.alone]
    clash, least = clashes(), len(names)

    def mixed(groups: Sequence[Sequence[str]]) -> int:
        return sum(len(found.parties(group)) > 1 for group in groups)

    def place(number: int, groups: list[list[str]], most: int) -> None:
        nonlocal least
        if mixed(groups) >= least:
            return
        if number == len(names):
            least = mixed(groups)
            return
        for group in groups:
            if not any(frozenset({names[number], other}) in clash for other in group):
                group.append(names[number])
                place(number + 1, groups, most)
                group.pop()
        if len(groups) < most:
            place(number + 1, [*groups, [names[number]]], most)

    place(0, [], number - 2)
    players = found.propose(people(number))
    assert mixed([player.roles for player in players]) == least == {5: 2, 6: 1, 7: 0}[number]


def test_who_is_of_both_parties_is_told() -> None:
    found = casting()
    five, seven = (
        "\n".join(cast_lines.lines(found.propose(people(n)), found, Language.ENGLISH, given=False))
        for n in (5, 7)
    )
    assert "of both parties, because the people are few: person 4, person 5" in five
    assert "nobody is of both parties" in seven


def hurried(found: Casting, player: Player) -> int:
    """Count the steps that a person begins in another role than that of the step before, by their ids."""
    music = {"master", "strings", "drummer", "pi", "gu"}
    steps = list(dict.fromkeys((moment.step, moment.round) for moment in found.moments))
    needs = {step: set[str]() for step in steps}
    for moment in found.moments:
        needs[moment.step, moment.round].update(set(player.roles) & set(moment.roles))
    return sum(
        any(one != other and not {one, other} <= music for one in needs[before] for other in needs[step])
        for before, step in pairwise(steps)
    )


@pytest.mark.parametrize("number", range(5, 14))
def test_nobody_hurries_from_role_to_role_where_the_people_are_enough(number: int) -> None:
    found = casting()
    players = found.propose(people(number))
    steps = [{hurry[2:] for hurry in found.hurries(player.roles)} for player in players]
    assert [len(each) for each in steps] == [hurried(found, player) for player in players]
    assert sum(map(len, steps)) == {5: 2, 6: 1}.get(number, 0)


def test_who_hurries_is_told() -> None:
    found = casting()
    players = (Player("Ann", ("junior-guest", "master", "drummer")), Player("Ben", ("junior-host",)))
    told = list(cast_lines.remarks(players, found, Language.ENGLISH))
    assert [line for line in told if "hurry" in line] == [
        "Ann has to hurry, with no step between; let the rite wait for him: "
        "R21 junior of the guest's side → music master, drummer"
    ]


@pytest.mark.parametrize("number", range(8, 14))
def test_the_drummer_has_nothing_else_from_eight_people_on(number: int) -> None:
    assert ("drummer",) in [player.roles for player in casting().propose(people(number))]


def test_guest_and_host_have_no_other_role() -> None:
    for number in range(5, 13):
        for player in casting().propose(people(number)):
            assert not {"guest", "host"} & set(player.roles) or len(player.roles) == 1


def test_the_parties_are_those_of_the_text() -> None:
    rite = rites.load("touhu")
    assert rite.parties
    told = {kind.zh: kind.party for kind in rite.roles.values() if kind.party}
    assert told["司射"] == told["司正"] == "guest"  # 司射, 庭長 … 皆屬賓黨
    assert told["使者"] == "host"
    assert "司射" in rite.parties.guest
    assert "使者" in rite.parties.host


def test_archery_has_a_right_and_a_left_instead() -> None:
    found = casting("archery")
    told = list(cast_lines.lines(found.propose(people(19)), found, Language.ENGLISH, given=False))
    assert not any("party" in line for line in told[-19:])
    assert sum("the right, with the upper archers" in line for line in told) == 5


@pytest.mark.parametrize("rite", ["touhu", "archery"])
def test_every_role_says_whence_it_is(rite: str) -> None:
    for kind in rites.load(rite).roles.values():
        assert kind.reason.en.endswith(".")
        assert kind.reason.ko.endswith(".")
        assert kind.reason.zh.endswith("。")
        assert kind.sources or kind.basis in rites.UNSOURCED


# --- the search alone ---------------------------------------------------------------------------

GRAPHS: Final = st.integers(1, 6).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.sets(st.sampled_from([*combinations(range(size), 2)] or [(0, 0)])),
        st.lists(st.integers(0, 3), min_size=size, max_size=size),
    )
)


def partitions(things: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield all ways to put things into groups."""
    if not things:
        yield []
        return
    first, *rest = things
    for groups in partitions(rest):
        for place, group in enumerate(groups):
            yield [*groups[:place], [first, *group], *groups[place + 1 :]]
        yield [[first], *groups]


@given(GRAPHS)
def test_the_search_finds_the_fewest_and_the_cheapest_of_all_ways(
    drawn: tuple[int, set[tuple[int, int]], list[int]],
) -> None:
    size, edges, colours = drawn
    edges -= {(0, 0)}
    apart = [frozenset(b if a == n else a for a, b in edges if n in (a, b)) for n in range(size)]

    def price(group: tuple[int, ...]) -> tuple[int, int]:
        return (len({colours[each] for each in group}) - 1 if group else 0, len(group) ** 2)

    def total(groups: Sequence[Sequence[int]]) -> tuple[int, int]:
        priced = [price(tuple(group)) for group in groups]
        return (sum(each[0] for each in priced), sum(each[1] for each in priced))

    open_ = [
        groups
        for groups in partitions(range(size))
        if not any(pair in edges for group in groups for pair in combinations(sorted(group), 2))
    ]
    alike = list(range(size))
    for most in range(1, size + 1):
        ways = [groups for groups in open_ if len(groups) <= most]
        found = doubling.best(apart, most, price, alike)
        assert doubling.fits(apart, most, alike) == bool(ways)
        assert (found is None) == (not ways)
        if found is not None:
            assert sorted(each for group in found for each in group) == alike
            assert total(found) == min(map(total, ways))


# --- as data ------------------------------------------------------------------------------------


def test_the_cast_as_data_has_what_a_program_needs() -> None:
    found = casting()
    shape = json.loads(json.dumps(cast_lines.shape(found.propose(people(13)), found)))
    assert (shape["rite"], shape["pairs"], shape["people"], shape["least"]) == ("touhu", 1, 13, 5)
    assert shape["least_at"]["step"] == "R13"
    assert shape["cast"][12] == {
        "person": 13,
        "name": "person 13",
        "roles": [],
        "parties": [],
        "changes": 0,
        "hurries": [],
    }
    director = next(role for role in shape["roles"] if role["role"] == "director")
    assert (director["zh"], director["party"], director["basis"]) == ("司射", "guest", "text")
    assert director["steps"][0] == {"step": "R01", "round": None}


@pytest.mark.parametrize("language", Language)
def test_the_cast_is_told_in_every_language(language: Language) -> None:
    found = casting(pairs=2)
    told = list(cast_lines.lines(found.propose(people(17)), found, language, given=False))
    assert "person 16" in told[6]
    assert sum("R01-R32" in line for line in told) == 1


def test_people_are_named_beside_the_rows_of_the_cue_sheet() -> None:
    found = casting(pairs=2)
    players = [Player(role.name.upper(), (role.name,)) for role in found.roles]
    told = {
        (cue.step, cue.who, cue.act.only): cast_lines.people(cue, players, found)
        for cue in found.sheet.cues
        if cue.pair in (None, 2)
    }
    assert told["R02", "主人", None] == "HOST"
    assert told["R01", "人", None] == "POT-BEARER"
    assert told["R23", "賓黨", "guest"] == "GUEST-2"
    assert told["R23", "賓主", "listen"] == "GUEST-2, HOST-2"
    assert told["R27", "酌者", "won"] == "POURER-GUEST/POURER-HOST"
    assert told["R28", "勝者", "won"] == "GUEST, GUEST-2/HOST, HOST-2"
    assert told["R31", "賓主", "celebrated"] == "GUEST, HOST"
