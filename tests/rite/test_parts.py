"""The sheets of each person: together they are the cue sheet, word for word, and can be read on paper."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from fractions import Fraction
from functools import cache
from io import BytesIO
from typing import Any, Final

import pytest
from conftest import need
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from touhu_music import kit, perform, plan, witness
from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.rite import rites
from touhu_music.rite.cast import files as cast_files
from touhu_music.rite.cast.casting import Casting
from touhu_music.rite.cast.roles import Company
from touhu_music.rite.cues import Choices, Cue, cadences, cue_sheet
from touhu_music.rite.cuesheet import lines as cue_lines
from touhu_music.rite.parts import files as parts_files
from touhu_music.rite.parts import lines as parts_lines
from touhu_music.rite.parts import page as parts_page
from touhu_music.rite.parts import printing as parts_print
from touhu_music.rite.parts.lines import Book
from touhu_music.rite.parts.parts import Kind, Part, parts, surpluses
from touhu_music.sheet.paper import A4


def book(
    people: int | None = None,
    language: Language = Language.ENGLISH,
    rite: str = "touhu",
    company: Company | None = None,
    title: str = "",
    names: tuple[str, ...] = (),
    **given: Any,
) -> tuple[tuple[Part, ...], Book]:
    """Return the sheets of a proposed cast, and what they are made from."""
    found, choices = rites.load(rite), Choices(**given)
    chosen = plan().but("test", gap=choices.gap)
    performances = {
        name: perform(witness("A").reading(name), found.drum.use, chosen) for name in cadences(found, choices)
    }
    lengths = {name: each.cycle_beats for name, each in performances.items()}
    casting = Casting(cue_sheet(found, choices, lengths), company or Company())
    number = casting.least.number if people is None else people
    players = casting.propose([*names, *(f"person {n}" for n in range(len(names) + 1, number + 1))])
    return parts(players, casting), Book(casting, performances, language, title)


def part_of(found: tuple[Part, ...], role: str) -> Part:
    return next(part for part in found if role in part.player.roles)


# --- they are the cue sheet -----------------------------------------------------------------------

CHOICES: Final = st.fixed_dictionaries(
    {
        "school": st.sampled_from(["lu", "xue"]),
        "pairs": st.integers(1, 4),
        "mode": st.sampled_from(["exchange", "throw", "free"]),
        "record": st.sampled_from(["1", "2", "by-round"]),
        "text": st.sampled_from(["liji", "dadai", "dingzhai", "dingben"]),
        "junior": st.sampled_from([None, "guest", "host"]),
        "round": st.sampled_from([None, 1, 2, 3]),
        "results": st.lists(st.sampled_from("GTH"), max_size=3).map(tuple),
        "gap": st.sampled_from([Fraction(0), Fraction(3, 2)]),
    }
)
COMPANIES: Final = st.builds(
    Company, drummers=st.sampled_from([1, 2]), strings=st.booleans(), herald=st.booleans()
)


def own(part: Part) -> list[Cue]:
    """Return the rows of a person, each in all its rounds."""
    return [
        entry.cue._replace(round=round)
        for entry in part.entries
        if entry.kind is Kind.OWN
        for round in entry.rounds or (None,)
    ]


@settings(max_examples=40)
@given(CHOICES, COMPANIES, st.sampled_from(["touhu", "archery"]), st.integers(0, 4))
def test_the_sheets_together_are_the_cue_sheet(
    given_: dict[str, Any], company: Company, rite: str, more: int
) -> None:
    if rite == "archery":
        given_ = {**given_, "text": "liji", "junior": None, "results": given_["results"][:2]}
    found, made = book(None, rite=rite, company=company, **given_)
    casting = made.casting
    found, made = book(casting.least.number + more, rite=rite, company=company, **given_)
    sheet = Counter(made.casting.sheet.cues)
    on_sheets = Counter(cue for part in found for cue in set(own(part)))
    assert set(on_sheets) == set(sheet)
    for part in found:
        mine = Counter(own(part))
        assert all(mine[cue] <= sheet[cue] for cue in mine)
        ordered = [cue for cue in made.casting.sheet.cues if cue in mine]
        assert sorted(map(str, ordered)) == sorted(map(str, own(part)))


@pytest.mark.parametrize("language", Language)
def test_no_word_of_the_cue_sheet_is_lost_on_the_sheets(language: Language) -> None:
    found, made = book(8, language, pairs=2)
    sheet = made.casting.sheet
    told = {parts_lines.line_of(cue, made) for cue in sheet.cues}
    assert {
        row.line for part in found for row in parts_lines.rows(part, made) if row.kind is Kind.OWN
    } == told
    for cue in sheet.cues:
        whole, short = cue_lines.line(cue, sheet, made.performances, language), parts_lines.line_of(cue, made)
        assert whole.what == cue_lines.condition(cue, sheet, language) + short.what
        assert short.where.startswith(whole.where)
        assert whole == short._replace(what=whole.what, where=whole.where)
    text = parts_files.text(found, made).decode()
    page = parts_page.to_html(found, made).decode()
    for line in told:
        for piece in filter(None, (line.what, line.words, line.meaning, line.where, line.note)):
            assert piece in text
        assert line.what.replace("'", "&#x27;") in page
        assert not line.words or line.words.partition("」")[0] in page


def test_what_comes_before_is_the_row_before() -> None:
    found, made = book(12)
    cues = made.casting.sheet.cues
    for part in found:
        for entry in part.entries:
            for before in entry.before:
                if before.cue is None:
                    assert entry.cue == cues[0]
                elif not entry.cue.beat:
                    place = cues.index(entry.cue)
                    assert cues[place - 1]._replace(round=None) == before.cue._replace(round=None) or (
                        len(entry.before) > 1
                    )


def cued(part: Part, made: Book, step: str) -> list[str]:
    return [cue for row in parts_lines.rows(part, made) if row.line.step == step for cue in row.cues]


def test_one_waits_for_the_end_of_what_is_said() -> None:
    found, made = book(12)
    guest = part_of(found, "guest")
    assert cued(guest, made, "R18") == ["R18 司射 director: 「…請慶多馬。」 …qǐng qìng duō mǎ"]
    assert cued(guest, made, "R05")[0].endswith(
        "「枉矢哨壺不足辭也，敢固以請。」 wǎng shǐ qiào hú bù zú cí yě, gǎn gù yǐ qǐng"
    )


@given(st.from_regex("(東西[，。；]){0,6}", fullmatch=True), st.from_regex("(ab, )*cd", fullmatch=True))
def test_the_end_of_a_speech_is_the_end_of_it(said: str, aloud: str) -> None:
    words = f"「{said}。」 {aloud}"
    found = parts_lines.ending(words)
    before, _, after = found.removeprefix("「").lstrip("…").partition("」")
    assert found == words or (
        words.partition("」")[0].endswith(before) and aloud.endswith(after.lstrip(" …"))
    )


def test_a_condition_of_the_row_before_is_said_only_where_it_is_not_ones_own() -> None:
    found, made = book(12)
    guest = part_of(found, "guest")
    assert cued(guest, made, "R28")[0].startswith("R27 酌者 pourer: Facing")
    assert cued(guest, made, "R30")[0].startswith("unless the round is tied: R29")


def test_where_a_row_is_not_always_done_it_is_said_once() -> None:
    found, made = book(12)
    for part in found:
        for entry, row in zip(part.entries, parts_lines.rows(part, made), strict=True):
            if entry.kind is Kind.OWN and entry.cue.only:
                assert len(re.findall(r"\b(?:unless|only if)\b", f"{row.only}; {row.line.what}")) == 1


def test_what_is_held_is_said_in_the_language() -> None:
    for language, held in ((Language.ENGLISH, "矢 arrows"), (Language.KOREAN, "矢 화살")):
        found, made = book(12, language)
        told = [row.line.where for row in parts_lines.rows(part_of(found, "assistant"), made)]
        assert told[0].endswith(held)
    found, made = book(12, text="dadai")
    told = [row.line.where for row in parts_lines.rows(part_of(found, "guest"), made)]
    assert any(where.endswith("觚 cup for the losers") for where in told)


def test_the_cue_of_the_first_cycle_is_the_word_that_bids_throw() -> None:
    found, _ = book(12)
    first = next(entry for entry in part_of(found, "guest").entries if entry.cue.beat)
    assert [before.cue.act.say for before in first.before if before.cue] == ["throw-order"]


def test_a_round_like_the_one_before_stands_there_once() -> None:
    found, _ = book(12, results=("G", "G", "T"))
    director = part_of(found, "director")
    assert {entry.rounds for entry in director.entries if entry.cue.step == "R27"} == {(1, 2)}
    assert {entry.rounds for entry in director.entries if entry.cue.step == "R26"} == {(1, 2), (3,)}


def test_it_is_said_for_whom_a_row_is_where_that_hangs_on_the_round() -> None:
    found, made = book(12)
    told = [row for row in parts_lines.rows(part_of(found, "pourer-host"), made) if row.line.step == "R27"]
    assert {row.only for row in told} == {"only if the host's side has won the round"}
    guest = [row for row in parts_lines.rows(part_of(found, "guest"), made) if row.line.step == "R28"]
    assert [row.only.split()[3] for row in guest] == ["host's", "guest's", "host's"]


# --- what else stands on them ---------------------------------------------------------------------


@pytest.mark.parametrize("school, row", [("lu", "○□○□○○○□□○□○"), ("xue", "○□○○○□□○")])
def test_the_drummer_has_the_row_and_who_throws_in_which_cycle(school: str, row: str) -> None:
    found, made = book(12, school=school)
    lines = list(parts_lines.lines(part_of(found, "drummer"), made))
    assert f"    {row}" in lines
    cycles = [line for line in lines if re.match(r"  R23  cycle \d", line)]
    assert len(cycles) == 9
    assert re.search("cycle 1, from beat 0, 0:00.*; A cycle to listen to; nobody throws.", cycles[0])
    assert all(f"cycle {n // 2 + 2}," in line for n, line in enumerate(cycles[1:]))
    assert all(("guest's", "host's")[n % 2] in line for n, line in enumerate(cycles[1:]))
    turns = [line.strip() for line in lines if ">>" in line]
    assert turns == [
        "R21  >> music ready: be ready, do not begin [text]",
        "R22  >> drum on: begin [our choice]",
        "R25  >> drum off: you have stopped with the cycle of the last arrow; silence from here on "
        "[our choice]",
    ]


def test_each_of_two_drummers_is_told_his_drum() -> None:
    found, made = book(13, company=Company(drummers=2))
    for role, mark in (("pi", "○"), ("gu", "□")):
        assert any(f"yours is {mark}" in note for note in parts_lines.notes(part_of(found, role), made))


def test_drums_of_different_rounds_are_each_told() -> None:
    found, made = book(12, record="by-round")
    told = list(parts_lines.patterns(part_of(found, "drummer"), made))
    assert [head.partition(" · ")[0] for head, _ in told] == ["round 1", "rounds 2, 3, all alike"]
    assert [row for _, row in told] == [made.performances["lu-1"].row, made.performances["lu-2"].row]


def test_the_director_has_the_words_of_the_count_and_nobody_else() -> None:
    found, made = book(12)
    assert [part.player.roles for part in found if part.announces] == [("director",)]
    told = parts_lines.counting(part_of(found, "director"), made)
    assert told is not None
    assert told[1][:4] == ["1: 一奇", "2: 一純", "3: 一純一奇", "4: 二純"]
    assert len(list(surpluses(made.casting.sheet))) == 4
    archery, _ = book(rite="archery", round=2)
    assert [part.player.roles for part in archery if part.announces] == [("scorer",)]


def test_who_has_no_role_and_who_calls_is_told_so() -> None:
    found, made = book(14, company=Company(herald=True))
    idle, herald = found[-1], part_of(found, "herald")
    assert list(parts_lines.notes(idle, made)) == ["no role; you may stand by with a party (立者)"]
    assert "call the steps" in next(iter(parts_lines.notes(herald, made)))


def test_the_pot_bearer_sees_who_takes_the_pot() -> None:
    found, made = book(12)
    told = list(parts_lines.lines(part_of(found, "pot-bearer"), made))
    assert any("you see 司射: The 司射 takes the pot" in line for line in told)


def test_juniors_have_the_warning_that_is_meant_for_them() -> None:
    found, _ = book(12, school="xue")
    heard = [entry.cue.act.say for entry in part_of(found, "junior-host").entries if entry.kind is Kind.HEARD]
    assert heard == ["admonition-xue"]


# --- on paper -------------------------------------------------------------------------------------


@cache
def printed(language: Language) -> tuple[tuple[Part, ...], Book, bytes]:
    """Print the sheets of eight people, two of them with names in other letters."""
    found, made = book(
        8, language, names=("Anna Müller", "김철수", "王小明"), title="A & B <courtyard>", pairs=2
    )
    return found, made, parts_print.to_pdf(found, made)


def letters(text: str) -> str:
    """Return a text without what line breaks change."""
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.KOREAN, Language.TRADITIONAL])
def test_each_page_names_whose_it_is_and_his_words_are_on_them(language: Language) -> None:
    found, made, data = printed(language)
    command = [need("pdftotext"), "-layout", "-", "-"]
    texts = (
        subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout.decode().split("\f")
    )
    assert len(texts) - 1 == len(PdfReader(BytesIO(data)).pages)
    for number, part in enumerate(found):
        pages = [
            letters(text)
            for place, text in enumerate(texts)
            if place
            and letters(text)[: len(letters(part.player.name)) + 40].find(letters(part.player.name)) >= 0
        ]
        assert pages, number
        whole = "".join(pages)
        for row in parts_lines.rows(part, made):
            if row.kind is Kind.OWN and row.line.words:
                spoken = row.line.words.partition("」")[0].removeprefix("「")
                assert letters(spoken) in whole, (number, spoken)
    assert letters("A & B <courtyard>") in letters(texts[0])


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.KOREAN, Language.TRADITIONAL])
def test_nothing_stands_over_the_margin(language: Language) -> None:
    longest = "W" * cast_files.LONGEST_NAME
    found, made = book(
        8, language, names=("Anna", longest, longest.replace("W", "김")), title="M" * 80, pairs=2
    )
    for page in parts_print.pages(found, made, A4, overview=True):
        for element in page.root.iter("text"):
            assert element.text is not None
            size = float(element.get("font-size", "0"))
            x, y = float(element.get("x", "0")), float(element.get("y", "0"))
            width = page.font.width(element.text, size)
            left = {"start": x, "middle": x - width / 2, "end": x - width}[element.get("text-anchor", "")]
            assert left >= 10
            assert left + width <= page.width - 10
            assert 0 < y <= page.height - 10


@pytest.mark.parametrize("language", Language)
def test_every_role_can_be_printed(language: Language) -> None:
    for company in (Company(herald=True), Company(drummers=2)):
        found, made = book(14, language, company=company)
        for part in found:
            assert parts_print.pages([part], made, A4, overview=False)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rite, mode", [("touhu", "exchange"), ("touhu", "free"), ("archery", "throw")])
def test_all_that_is_told_is_drawn(rite: str, mode: str, language: Language) -> None:
    found, made = book(rite=rite, mode=mode, language=language)
    for part in found:
        pages = parts_print.pages([part], made, A4, overview=False)
        drawn = letters("".join(element.text or "" for page in pages for element in page.root.iter("text")))
        for row in parts_lines.rows(part, made):
            said = (getattr(row.line, name) for name in ("drum", "what", "words", "meaning", "note"))
            for piece in (*row.cues, row.turn, row.head, *said):
                assert set_apart(piece) in drawn, piece


def set_apart(text: str) -> str:
    """Return a text as it is drawn: without spaces, and without ○ and □, which are shapes."""
    return re.sub("[○□]", "", letters(text))


def test_own_words_are_set_in_letters_of_sixteen_points_or_more() -> None:
    found, made = book(12)
    for page in parts_print.pages(found, made, A4, overview=False):
        for element in page.root.iter("text"):
            if (element.text or "").startswith("「"):
                size = float(element.get("font-size", "0"))
                assert size / 25.4 * 72 >= 16
    assert parts_print.TEXT / 25.4 * 72 >= 16


def test_the_same_sheets_are_the_same_bytes() -> None:
    found, made = book(5)
    assert parts_files.single("pdf", found[3], made) == parts_files.single("pdf", found[3], made)


def test_a_name_that_the_font_lacks_is_told() -> None:
    found, made = book(5, names=("\U0001f941",))
    with pytest.raises(RenderError, match="1F941"):
        parts_print.to_pdf(found, made)


def test_names_are_text_in_the_page() -> None:
    found, made = book(5, names=("<script>alert(1)</script>",))
    page = parts_page.to_html(found, made).decode()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("style", [parts_page.STYLE, kit.STYLE])
def test_words_that_are_wider_than_a_phone_are_broken(style: str) -> None:
    assert "overflow-wrap: anywhere" in style.strip().partition("}")[0]  # of the body: all of it inherits


def test_files_of_single_people_have_names_of_their_own() -> None:
    found, made = book(14)
    names = list(parts_files.singles("txt", found, made))
    assert names[:4] == ["01_guest.txt", "02_host.txt", "03_director.txt", "04_pot-bearer.txt"]
    assert names[-1] == "14_idle.txt"
    few, made = book(5)
    assert list(parts_files.singles("pdf", few, made))[3] == "04_pot-bearer_junior-host_pourer-guest.pdf"
