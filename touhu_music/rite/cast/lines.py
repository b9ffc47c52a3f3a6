"""The cast as it is told: who has which roles, how few would do, whence each role is; lines and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from touhu_music.columns import left
from touhu_music.language import Language, word
from touhu_music.rite.cast.casting import Casting, Hurry, Player
from touhu_music.rite.cast.roles import Moment, Role, acts, winners
from touhu_music.rite.cues import Cue, Sheet
from touhu_music.rite.cuesheet import lines as cue_lines
from touhu_music.rite.cuesheet.lines import basis, hanzi, label

NAME, ROLE = 20, 36  # columns of the terminal


def unnamed(people: int, language: Language) -> list[str]:
    """Return what so many people are called until they have names."""
    return [word("cast-person", language).format(number) for number in range(1, people + 1)]


def heading(casting: Casting, language: Language) -> str:
    """Name the rite, and what is told of it."""
    rite = cue_lines.heading(casting.sheet, language).rpartition(":")[0]
    return f"{rite}: {word('cast-title', language)}"


def named(role: Role, language: Language) -> str:
    """Name a role in Chinese and in the language."""
    both = dict.fromkeys([hanzi(role.kind.zh, language), label(role.kind, language)])
    return " ".join(both).format(role.pair)


def called(name: str, casting: Casting, language: Language) -> str:
    """Name a role in the language alone."""
    role = casting.by_name[name]
    return label(role.kind, language).format(role.pair)


def steps(name: str, casting: Casting) -> str:
    """Tell the steps that need a role, without their rounds: `R01-R16, R27`."""
    ids = list(dict.fromkeys(step for step, _ in casting.steps))
    wanted = {casting.steps[place][0] for place in casting.when[name]}
    runs: list[list[str]] = []
    for before, step in zip([None, *ids], ids, strict=False):
        if step in wanted:
            if before in wanted and runs:
                runs[-1].append(step)
            else:
                runs.append([step])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def at(moment: Moment, language: Language) -> str:
    """Name a step, with its round."""
    round = f" {word('cue-round', language).format(moment.round)}" if moment.round else ""
    return f"{moment.step}{round}"


def listed(names: Iterable[str], language: Language) -> str:
    """Write names after each other."""
    return word("part-and", language).join(names)


def people(cue: Cue, players: Sequence[Player], casting: Casting) -> str:
    """Name whose row of the cue sheet it is, `Ann/Ben` where that hangs on who wins; not who beats to it."""
    found = []
    for won in winners(cue, casting.sheet):
        acting = {role.name for role in casting.roles if not role.kind.plays and acts(role, cue, won)}
        found.append(", ".join(player.name for player in players if acting.intersection(player.roles)))
    return "/".join(dict.fromkeys(found))


def with_people(players: Sequence[Player], casting: Casting) -> Sheet:
    """Return the cue sheet with who plays each row."""
    cues = (cue._replace(people=people(cue, players, casting)) for cue in casting.sheet.cues)
    return casting.sheet._replace(cues=tuple(cues))


def lines(players: Sequence[Player], casting: Casting, language: Language, *, given: bool) -> Iterator[str]:
    """Tell who has which roles, and whence these are; a `given` cast was not proposed here."""
    yield heading(casting, language)
    yield from (f"  {line}" for line in remarks(players, casting, language, given=given))
    yield ""
    width = max(len(str(len(players))), 2)
    for number, player in enumerate(players, 1):
        head = f"{number:>{width}}  {left(player.name, NAME)} "
        for name in player.roles or ("",):
            role = casting.by_name.get(name)
            what = left(named(role, language), ROLE) + f" {steps(name, casting)}" if role else "-"
            yield f"{head}{what}"
            head = " " * (width + 2 + NAME + 1)
    yield ""
    yield word("cast-roles", language)
    for role in casting.roles:
        yield f"  {left(role.name, 16)} {told(role, casting, language)}"


def told(role: Role, casting: Casting, language: Language) -> str:
    """Say what a role is, of which party, and whence; archery has no parties, but a right and a left."""
    of = "party" if casting.sheet.rite.parties else "side"
    party = word(f"cast-{of}-{role.kind.party or 'none'}", language)
    books = ", ".join(casting.sheet.rite.sources[name].title for name in role.kind.sources)
    whence = ", ".join(filter(None, (basis(role.kind.basis, language), books)))
    return f"{named(role, language)}; {party} [{whence}]: {label(role.kind.reason, language)}"


def remarks(
    players: Sequence[Player], casting: Casting, language: Language, *, given: bool = False
) -> Iterator[str]:
    """Say how few people would do and why, who is of both parties, and who has no role."""
    least = casting.least
    yield word("cue-pairs", language).format(casting.sheet.pairs)
    yield word("cast-people", language).format(len(players), len(casting.roles), least.number)
    there = listed((called(name, casting, language) for name in least.together), language)
    why = word("cast-least", language).format(least.number, at(least.moment, language), there)
    more = word("cast-least-more", language) if len(least.together) < least.number else ""
    yield "; ".join(filter(None, (why, more)))
    yield word("cast-alone", language)
    mixed = [player.name for player in players if len(casting.parties(player.roles)) > 1]
    key = "cast-mixed-given" if given else "cast-mixed"
    yield word(key, language).format(listed(mixed, language)) if mixed else word("cast-apart", language)
    for player in players:
        for hurry in hurries(player, casting, language):
            yield word("cast-hurry", language).format(player.name, hurry)
    idle = [player.name for player in players if not player.roles]
    if idle:
        yield word("cast-idle", language).format(listed(idle, language))
    yield word("cast-alone-basis", language)


def hurries(player: Player, casting: Casting, language: Language) -> Iterator[str]:
    """Tell at which steps a person has to hurry, and from which role to which others."""
    found: dict[tuple[str, str], list[Hurry]] = {}
    for hurry in casting.hurries(player.roles):
        found.setdefault((hurry.step, hurry.one), []).append(hurry)
    for (step, one), others in found.items():
        to = dict.fromkeys(called(each.other, casting, language) for each in others)
        yield f"{step} {called(one, casting, language)} → {listed(to, language)}"


def shape(players: Sequence[Player], casting: Casting) -> dict[str, object]:
    """Give the cast as JSON: keys are added, never renamed."""
    least = casting.least
    return {
        "rite": casting.sheet.rite.name,
        "pairs": casting.sheet.pairs,
        "people": len(players),
        "least": least.number,
        "least_at": {
            "step": least.moment.step,
            "round": least.moment.round,
            "roles": list(least.together),
        },
        "cast": [
            {
                "person": number,
                "name": player.name,
                "roles": list(player.roles),
                "parties": list(casting.parties(player.roles)),
                "changes": casting.changes(player.roles),
                "hurries": [hurry._asdict() for hurry in casting.hurries(player.roles)],
            }
            for number, player in enumerate(players, 1)
        ],
        "roles": [
            {
                "role": role.name,
                "zh": role.chinese,
                "ko": role.kind.ko.format(role.pair),
                "en": role.kind.en.format(role.pair),
                "party": role.kind.party,
                "steps": [
                    {"step": casting.steps[place][0], "round": casting.steps[place][1]}
                    for place in casting.when[role.name]
                ],
                "apart": [name for name in casting.by_name if name in casting.apart[role.name]],
                "basis": role.kind.basis,
                "source": "; ".join(casting.sheet.rite.sources[name].id for name in role.kind.sources)
                or None,
                "reason": role.kind.reason.en,
                "reason_zh": role.kind.reason.zh,
                "reason_ko": role.kind.reason.ko,
            }
            for role in casting.roles
        ],
    }
