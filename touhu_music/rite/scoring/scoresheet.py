"""Scores as they are told: lines, JSON, tables, a page, and the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from touhu_music.language import Language, chinese, number, word
from touhu_music.rite.counting.counting import Side, announce
from touhu_music.rite.counting.horses import ROUNDS
from touhu_music.rite.scoring.scores import (
    ARROWS,
    BY_DINGZHAI,
    OPTIONS,
    Choices,
    Rule,
    Rules,
    Score,
    Scored,
    Verdict,
    compare,
    options_of,
    reached,
    totals,
)
from touhu_music.rite.scoring.throws import COLUMNS, SCORED, Landing, table, to_csv

Shape = dict[str, Any]
Sides = Sequence[tuple[Side | None, Sequence[Score]]]
"""The pots of one side without a name, or of guest and host."""


# --- as JSON -----------------------------------------------------------------------------------


def shape(sides: Sides, rules: Rules, choices: Choices) -> Shape:
    """Give a score as JSON: a pot, several pots, or two sides and who wins; keys are added, never renamed."""
    label = word(f"score-rules-{rules}", Language.ENGLISH)
    told = {
        "rules": rules,
        "label": label,
        "options": {name: choices.value(name) for name in options_of(rules)},
    }
    if len(sides) == 1:
        scores = sides[0][1]
        return (of_score(scores[0]) if len(scores) == 1 else of_pots(scores, rules)) | told
    (_, guest), (_, host) = sides
    return {"guest": of_pots(guest, rules), "host": of_pots(host, rules), **of_verdict(sides, rules), **told}


def to_json(sides: Sides, rules: Rules, choices: Choices) -> bytes:
    """Write a score as a file of JSON."""
    import json

    return json.dumps(shape(sides, rules, choices), ensure_ascii=False, indent=1).encode() + b"\n"


def of_pots(scores: Sequence[Score], rules: Rules) -> Shape:
    """Give several pots of one side."""
    return {
        "pots": [of_score(each) for each in scores],
        "total": plain(totals(scores)[-1]),
        "reached_120_at": reached(scores, rules),
    }


def of_score(score: Score) -> Shape:
    """Give one pot with every arrow."""
    return {
        "total": plain(score.total),
        "outright": score.outright,
        "arrows": [
            {
                "throw": arrow.landing,
                "counters": plain(arrow.counters),
                "rule": arrow.rule,
                "events": list(map(str, throw.events)),
            }
            for arrow, throw in zip(score.arrows, score.pot.throws, strict=True)
        ],
        "complete": score.complete,
    }


def of_verdict(sides: Sides, rules: Rules) -> Shape:
    """Give who wins; each round has the difference of its counters and how it is announced."""
    (_, guest), (_, host) = sides
    verdict = compare(guest, host, rules)
    return {
        "winner": verdict.winner,
        "by": verdict.by,
        "pot": verdict.pot,
        "rounds": [
            {
                "winner": winner,
                "difference": plain(abs(one.total - other.total)),
                "announcement": None
                if place in verdict.unfinished
                else announce(one.total, other.total).said(Language.TRADITIONAL),
                "complete": place not in verdict.unfinished,
            }
            for place, (winner, one, other) in enumerate(zip(verdict.rounds, guest, host, strict=False), 1)
        ],
    }


def plain(counters: Fraction) -> int | float:
    """Return counters as a number of JSON; halves are exact in it."""
    return int(counters) if counters.denominator == 1 else float(counters)


# --- as lines ----------------------------------------------------------------------------------


def lines(sides: Sides, rules: Rules, choices: Choices, language: Language) -> Iterator[str]:
    """Tell every arrow with its rule, the sums, and who wins."""

    def say(key: str, *values: object) -> str:
        return word(f"score-{key}", language).format(*values)

    yield say(f"rules-{rules}")
    changed = choices.changed
    if changed:
        yield say("options", " ".join(f"{name}={value}" for name, value in changed.items()))
    for side, scores in sides:
        for place, score in enumerate(scores, 1):
            yield ""
            yield " ".join([*([say(side)] if side else []), say("pot", place), str(score.pot)])
            for arrow, (thrown, throw) in enumerate(zip(score.arrows, score.pot.throws, strict=True), 1):
                yield told(arrow, thrown, str(throw), language)
            yield "  " + say("total", number(score.total))
            if score.outright:
                yield "  " + say(f"outright-{score.outright}")
            if not score.complete:
                one = "-one" if len(score.arrows) == 1 else ""
                yield "  " + say(f"unfinished{one}", len(score.arrows), ARROWS[rules])
        if len(scores) > 1:
            yield ""
            yield " ".join([*([say(side)] if side else []), say("sum", number(totals(scores)[-1]))])
        if reached_at := reached(scores, rules):
            yield say("reached", reached_at)
    if len(sides) == 2:
        yield ""
        yield from decided(sides, compare(sides[0][1], sides[1][1], rules), language)


def told(place: int, arrow: Scored, throw: str, language: Language) -> str:
    """Tell one arrow."""
    return f"  {place:>2} {throw:<8} {number(arrow.counters):>4}  {meaning(arrow.rules, language)}".rstrip()


def meaning(rules: Sequence[Rule], language: Language) -> str:
    """Name rules as the text does, and say what they mean in a language that is not its own."""
    named = "·".join(word(rule.key, chinese(language)) for rule in rules)
    if language is chinese(language) or not rules:
        return named
    return f"{named} {', '.join(word(rule.key, language) for rule in rules)}"


def decided(sides: Sides, verdict: Verdict, language: Language) -> Iterator[str]:
    """Tell who wins: of each round, or of the race."""

    def say(key: str, *values: object) -> str:
        return word(f"score-{key}", language).format(*values)

    def winner(side: Side | None) -> str:
        return say("wins", say(side)) if side else say("even")

    (_, guest), (_, host) = sides
    for place, (one, other, won) in enumerate(zip(guest, host, verdict.rounds, strict=False), 1):
        announced = announce(one.total, other.total).said(chinese(language))
        amounts = f"{number(one.total)} : {number(other.total)}"
        if place in verdict.unfinished:
            yield f"{say('round', place)}: {amounts}; {say('by-open')}"
            continue
        yield f"{say('round', place)}: {amounts}; {winner(won)}; {announced}"
    if verdict.rounds:
        letters = {Side.GUEST: "G", Side.HOST: "H", None: "T"}
        if len(verdict.rounds) == ROUNDS and not verdict.unfinished:
            yield say("horses", " ".join(letters[won] for won in verdict.rounds))
        return
    sums = " : ".join(number(totals(scores)[-1]) for _, scores in sides)
    by = say("by-open") if verdict.by is None else say(f"by-{verdict.by}", verdict.pot)
    yield "; ".join([sums, by, *([winner(verdict.winner)] if verdict.winner else [])])


# --- as tables ---------------------------------------------------------------------------------


def scores_csv(sides: Sides) -> bytes:
    """Write a line an arrow, which can be read again as throws."""
    throws = table([(side, [score.pot for score in scores]) for side, scores in sides])
    arrows = (arrow for _, scores in sides for score in scores for arrow in score.arrows)
    return to_csv(
        (*COLUMNS, *SCORED),
        ((*line, number(arrow.counters), arrow.rule) for line, arrow in zip(throws, arrows, strict=True)),
    )


class Entry(NamedTuple):
    """A line of the rules: what is thrown, what it is worth, and the words of the text for it.

    `worth` is a number, or a key of the table of words. Words in Chinese are verbatim from the
    electronic texts, where there are any; where one is mended, `printed` is what it has.
    """

    rules: tuple[Rule, ...]
    worth: str
    text: str = ""
    ours: bool = False  # no text says it
    printed: str = ""

    def said(self, language: Language) -> str:
        """Quote the text, or say that there is none."""
        if self.ours:
            return word("score-ours", language)
        mended = word("score-printed", language).format(self.printed) if self.printed else ""
        return " ".join(filter(None, [f"「{self.text}」" * bool(self.text), mended]))


RULES: Final[dict[Rules, tuple[Entry, ...]]] = {
    Rules.LIJI: (
        Entry((Rule.VALID,), "1", "以矢本入者名为入，为之释筭"),
        Entry((Rule.WRONG_END,), "0", "若矢以末入，则不名为入，亦不为之释筭也"),
        Entry((Rule.OUT_OF_TURN,), "0", "比投不释"),
        Entry((Rule.AGAIN,), "0", "频投，虽入亦不为之释筭也"),
        Entry((Rule.MISS,), "0"),
        Entry((Rule.FALLEN,), "0", ours=True),
        Entry((Rule.EAR,), "1", ours=True),
        Entry((Rule.SWORD,), "1", ours=True),
        Entry((Rule.LEANING,), "1", ours=True),
        Entry((Rule.LEANING_EAR,), "1", ours=True),
        Entry((Rule.ACROSS,), "0", ours=True),
        Entry((Rule.ACROSS_EAR,), "0", ours=True),
    ),
    Rules.SIMA: (
        Entry((Rule.FIRST,), "10", "有初十算"),
        Entry((Rule.FIRST_EAR,), "20", "有初贯耳倍之"),
        Entry((Rule.RUN,), "5", "连中五算"),
        Entry((Rule.RUN_EAR,), "20", "连中贯耳二十算"),
        Entry((Rule.LAST,), "20", "有终二十算"),
        Entry((Rule.LAST_EAR,), "40", "有终贯耳倍之"),
        Entry((Rule.BROKEN,), "1", "败箭一算"),
        Entry((Rule.EAR,), "10", "贯耳十算"),
        Entry((Rule.REBOUND,), "10", "骁箭十算"),
        Entry((Rule.REBOUND, Rule.EAR), "20", "若复投而贯耳。其算别计"),
        Entry((Rule.ACROSS_EAR,), "by-place", "横耳依常算"),
        Entry((Rule.ACROSS,), "by-place", "横壶同"),
        Entry((Rule.LEANING,), "keeps", "倚竿。废其算"),
        Entry((Rule.LEANING_EAR,), "keeps", "倚竿耳同", printed="耳。倚竿同"),
        Entry((Rule.SWORD,), "keeps", "带剑同"),
        Entry((Rule.FALLEN,), "0", "坠地者。与不中同"),
        Entry((Rule.MISS,), "0", "若一箭不中。其次皆为败箭"),
        Entry((Rule.UPSIDE_DOWN,), "void", "倒中壶中之数。尽废"),
        Entry((), "outright-win", "全壶无算"),
        Entry((), "outright-loss", "败壶不问已有之算。皆负"),
        Entry((), "race", "苟不能全。则积算先满百二十者胜"),
    ),
    Rules.DINGZHAI: (
        *(
            Entry((rule,), number(BY_DINGZHAI[landing][0]), text, ours=rule is Rule.ACROSS_EAR)
            for landing, rule, text in (
                (Landing.MOUTH, Rule.MOUTH, "壶二算"),
                (Landing.LEANING, Rule.LEANING, "倚竿半之"),
                (Landing.EAR, Rule.ONE_EAR, "耳一算"),
                (Landing.LEANING_EAR, Rule.LEANING_EAR, "倚竿半之"),
                (Landing.SWORD, Rule.SWORD, "带剑依常算"),
                (Landing.ACROSS, Rule.ACROSS, "有终横壶。骁箭废之"),
                (Landing.ACROSS_EAR, Rule.ACROSS_EAR, ""),
                (Landing.REBOUND, Rule.REBOUND, "骁箭废之"),
                (Landing.OUT_OF_TURN, Rule.OUT_OF_TURN, "虽中不为释算也"),
                (Landing.MISS, Rule.MISS, ""),
            )
        ),
        *(
            Entry((rule,), "no-bonus", "有初连中。有终横壶。骁箭废之")
            for rule in (Rule.FIRST, Rule.RUN, Rule.LAST)
        ),
        Entry((Rule.UPSIDE_DOWN,), "void", "倒中尽废壶中之数"),
    ),
}
"""Every line of the rules.

Source: 禮記·投壺 with 鄭玄 and 孔穎達; 定齋集, where 朴泰輔 quotes Sima's rules and gives his own.
"""


def entries(rules: Rules, language: Language) -> list[tuple[str, str, str]]:
    """Return what is thrown, what it is worth and the words for it, a line each."""
    return [
        (meaning(entry.rules, language), worth(entry.worth, language), entry.said(language))
        for entry in RULES[rules]
    ]


def worth(value: str, language: Language) -> str:
    """Say what a throw is worth."""
    return word(f"score-{value}", language) if f"{value}"[0].isalpha() else value


def table_lines(several: Iterable[Rules], language: Language) -> Iterator[str]:
    """Tell the rules line by line, and what is left open in them."""
    for place, rules in enumerate(several):
        yield from [""] * bool(place)
        yield word(f"score-rules-{rules}", language)
        for thrown, counters, text in entries(rules, language):
            yield "  " + "  ".join(part for part in (counters, thrown, text) if part)
        if options_of(rules):
            yield f"  {word('score-open', language)}:"
        yield from ("    " + line for line in open_points(rules, language))


def open_points(rules: Rules, language: Language) -> Iterator[str]:
    """Tell what is left open, with the values of its option, ours first."""
    for name in options_of(rules):
        yield f"{name}={'|'.join(OPTIONS[name])}  {word(f'score-option-{name}', language)}"


def table_csv(several: Iterable[Rules], language: Language) -> bytes:
    """Write the rules as a table."""
    return to_csv(
        ("rules", "throw", "counters", "text"),
        ((rules, *line) for rules in several for line in entries(rules, language)),
    )


STYLE: Final = """\
body { margin: 0 auto; max-width: 52rem; padding: 1rem; line-height: 1.6; color: #111; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse } td, th { padding: .15rem .8rem .15rem 0; text-align: left }
td { vertical-align: top }
th { border-bottom: 1px solid } td:nth-child(2) { white-space: nowrap }
@media print { h2 { break-after: avoid } tr { break-inside: avoid } }
"""


def table_html(several: Sequence[Rules], language: Language) -> bytes:
    """Write the rules as a page."""
    from html import escape

    from touhu_music.webpage import document

    def cells(line: Iterable[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in line) + "</tr>\n"

    def points(lines: list[str]) -> str:
        told = f"<p>{escape(word('score-open', language))}</p>\n<ul>\n"
        return told + "".join(f"<li>{line}</li>\n" for line in lines) + "</ul>\n" if lines else ""

    title = word("score-title", language)
    names = [word(f"score-column-{name}", language) for name in ("throw", "counters", "text")]
    body = f"<h1>{escape(title)}</h1>\n" + "".join(
        f"<h2>{escape(word(f'score-rules-{rules}', language))}</h2>\n<table>\n{cells(names, 'th')}"
        + "".join(cells(line, "td") for line in entries(rules, language))
        + "</table>\n"
        + points([escape(line) for line in open_points(rules, language)])
        for rules in several
    )
    return document(title, body, STYLE, language)
