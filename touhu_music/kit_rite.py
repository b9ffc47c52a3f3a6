"""The rite in the kit: cue sheet, parts, cast, props and plans, for as many people as there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from touhu_music import font, library, vector
from touhu_music.errors import RenderError
from touhu_music.language import Language, Syllables, word, words
from touhu_music.notation import describe
from touhu_music.performance import Performance, Plan, perform
from touhu_music.render import Data

if TYPE_CHECKING:
    from touhu_music.rite.cast.casting import Casting, Player
    from touhu_music.rite.cues import Choices, Sheet
    from touhu_music.rite.parts.lines import Book

RITE: Final = "touhu"


class Staging(NamedTuple):
    """What a troupe chooses of the rite: whose drum, how many pairs and people, a title for its pages.

    With a cast file, which names the people, their number is that of the file.
    """

    school: str = "lu"
    pairs: int | None = None
    people: int | None = None
    title: str = ""
    cast: str | None = None


USUAL: Final = Staging()


@dataclass(frozen=True)
class Stage:
    """All that the files of the rite are made from.

    Raises RiteError where the people are too few, and as `cast_files.load` does for a cast file.
    """

    staging: Staging
    plan: Plan
    language: Language

    @cached_property
    def performances(self) -> dict[str, Performance]:
        """A cycle of each cadence that is drummed."""
        from touhu_music.rite import rites
        from touhu_music.rite.cues import cadences

        plan = self.plan.but("a cycle of the cue sheet", cycles=1, count_in=0)
        rite = rites.load(RITE)
        base = library.witness(library.BASE)
        return {
            name: perform(base.reading(name), rite.drum.use, plan) for name in cadences(rite, self.choices)
        }

    @property
    def choices(self) -> Choices:
        """The choices of the cue sheet."""
        from touhu_music.rite.cues import Choices

        return Choices(school=self.staging.school, pairs=self.staging.pairs, gap=self.plan.gap)

    @cached_property
    def sheet(self) -> Sheet:
        """The cue sheet."""
        from touhu_music.rite import rites
        from touhu_music.rite.cues import cue_sheet

        lengths = {name: each.cycle_beats for name, each in self.performances.items()}
        return cue_sheet(rites.load(RITE), self.choices, lengths)

    @cached_property
    def cast(self) -> tuple[Casting, tuple[Player, ...]]:
        """What is cast, and who plays what: a person for each role unless a file or a number says."""
        from touhu_music.rite.cast import files as cast_files
        from touhu_music.rite.cast import lines as cast_lines
        from touhu_music.rite.cast.casting import Casting
        from touhu_music.rite.cast.roles import Company

        casting = Casting(self.sheet, Company())
        if self.staging.cast is not None:
            return cast_files.load(self.staging.cast, casting)
        people = len(casting.roles) if self.staging.people is None else self.staging.people
        return casting, casting.propose(cast_lines.unnamed(people, self.language))

    @property
    def casting(self) -> Casting:
        """What is cast."""
        return self.cast[0]

    @property
    def players(self) -> tuple[Player, ...]:
        """Who plays what."""
        return self.cast[1]

    @property
    def named(self) -> Sheet:
        """The cue sheet, with the names of a cast file."""
        from touhu_music.rite.cast import lines as cast_lines

        return cast_lines.with_people(self.players, self.casting) if self.staging.cast else self.sheet

    @property
    def book(self) -> Book:
        """What the parts are made from."""
        from touhu_music.rite.parts.lines import Book

        return Book(self.casting, self.performances, self.language, self.staging.title)


class Kept(NamedTuple):
    """A file of the rite: what it is called in the page, and what makes it."""

    name: str
    label: str
    make: Callable[[Stage], Data]


def kept(language: Language) -> Iterator[Kept]:
    """Yield the files of the rite that this system can make, those for the hand first."""
    for name, label, make in FILES:
        if name.endswith(".pdf") and not vector.can_write_pdf():
            continue
        if name == HONGI and not korean():
            continue
        yield Kept(f"rite/{name}", words(label, language), make)


def korean() -> bool:
    """Tell whether the Korean font is installed, without which there is no 홀기."""
    try:
        return bool(font.KOREAN.path)
    except RenderError:
        return False


# --- what makes them --------------------------------------------------------------------------------


def cues(kind: str, stage: Stage) -> Data:
    """Make the cue sheet."""
    from touhu_music.rite.cuesheet import files as cue_files
    from touhu_music.rite.cuesheet import page as cue_page
    from touhu_music.rite.cuesheet import printing as cue_print
    from touhu_music.rite.cuesheet import sound as cue_sound

    if kind == "csv":
        return cue_files.to_csv(stage.named, stage.language)
    make = {"pdf": cue_print.to_pdf, "html": cue_page.to_html, "mid": cue_sound.to_midi}[kind]
    return make(stage.named, stage.performances, stage.language)


def hongi(stage: Stage) -> Data:
    """Make the herald's 笏記."""
    from touhu_music.rite.cuesheet import page as cue_page

    return cue_page.hongi(stage.sheet, stage.performances)


def parts(kind: str, stage: Stage) -> Data:
    """Make the sheets of all people."""
    from touhu_music.rite.parts import files as parts_files
    from touhu_music.rite.parts import parts as made

    return parts_files.together(kind, made.parts(stage.players, stage.casting), stage.book)


def cast(stage: Stage) -> Data:
    """Make the file to write names into."""
    from touhu_music.rite.cast import files as cast_files

    return cast_files.to_toml(stage.players, stage.casting, stage.language)


def props(stage: Stage) -> Data:
    """Draw what has to be built."""
    from touhu_music.rite.measures import props as props_drawing
    from touhu_music.rite.measures.measures import Belly

    return props_drawing.to_pdf(Belly.ZHU, None, stage.language)


def plan(venue: str, stage: Stage) -> Data:
    """Draw the stage, a page a section."""
    from touhu_music.rite.measures.measures import Venue
    from touhu_music.rite.stage import drawing as stage_drawing
    from touhu_music.rite.stage.stage import scenes

    return stage_drawing.to_pdf(scenes(Venue(venue)), stage.language)


HONGI: Final = "hongi.html"
VENUES: Final = ("room", "hall", "court")
FILES: Final[tuple[Kept, ...]] = (
    Kept("cues.pdf", "kit-cues", partial(cues, "pdf")),
    Kept("parts.pdf", "part-title", partial(parts, "pdf")),
    *(Kept(f"stage-{venue}.pdf", f"kit-stage-{venue}", partial(plan, venue)) for venue in VENUES),
    Kept("props.pdf", "kit-props", props),
    Kept("cues.html", "kit-cues", partial(cues, "html")),
    Kept("parts.html", "part-title", partial(parts, "html")),
    Kept(HONGI, "cue-hongi", hongi),
    Kept("cast.toml", "kit-cast", cast),
    Kept("cues.csv", "kit-cues", partial(cues, "csv")),
    Kept("cues.mid", "kit-drum", partial(cues, "mid")),
)
"""Paper first, then what a phone shows, then what is worked on."""


# --- the folder -------------------------------------------------------------------------------------


def contents(stage: Stage) -> dict[str, Callable[[], Data]]:
    """Return the path of each file of the rite in the kit, and what makes it.

    Raises RiteError where the people are too few, and RenderError for a name that cannot be printed.
    """
    face = font.of(stage.language, Syllables.HANGUL)
    for player in stage.players if vector.can_write_pdf() else ():
        if unknown := face.missing(player.name):
            raise RenderError(f"{player.name}: {describe(unknown[0])} is not in the font {face.name}")
    return {each.name: partial(each.make, stage) for each in kept(stage.language)}


def told(stage: Stage) -> list[str]:
    """Say for whom the files of the rite are, under which choices."""
    language = stage.language
    roles, people = len(stage.casting.roles), len(stage.players)
    return [
        word("kit-rite", language),
        word(f"kit-school-{stage.staging.school}", language),
        word("cue-pairs", language).format(stage.sheet.pairs),
        word("cast-people", language).format(people, roles, stage.casting.least.number),
    ]


def section(stage: Stage) -> str:
    """Make the section of the page that leads to the files."""
    from touhu_music.rite.cuesheet import lines as cue_lines

    language = stage.language
    items = "\n".join(
        f'<li><a href="{each.name}">{escape(each.label)}</a> {each.name.rpartition(".")[2]}</li>'
        for each in kept(language)
    )
    said = "<br>".join(map(escape, [cue_lines.heading(stage.sheet, language), *told(stage)]))
    return f"""<section id="rite">
<h2>{words("kit-rite-head", language)}</h2>
<p>{said}</p>
<ul class="big">
{items}
</ul>
</section>"""
