"""The stage: the places and how they lie to each other, who is where in each section, the plans."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from xml.etree.ElementTree import Element, fromstring

import pytest

from touhu_music import vector
from touhu_music.canvas import Canvas
from touhu_music.errors import RenderError, RiteError
from touhu_music.language import Language, word
from touhu_music.rite import rites
from touhu_music.rite.measures import measures
from touhu_music.rite.measures.measures import Venue
from touhu_music.rite.stage import drawing as stage_drawing
from touhu_music.rite.stage import legend as stage_legend
from touhu_music.rite.stage import lines as stage_lines
from touhu_music.rite.stage import page as stage_page
from touhu_music.rite.stage import persons as stage_persons
from touhu_music.rite.stage import stage
from touhu_music.rite.stage import ways as stage_ways
from touhu_music.rite.stage.stage import FREE, Figure, Scene, distance_squared, places, relations, scenes

SVG = "{http://www.w3.org/2000/svg}"
ALL = [scene for venue in Venue for scene in scenes(venue)]
NAMES = [f"{scene.venue}-{number}" for number, scene in zip([*range(1, 11)] * 3, ALL, strict=True)]
TABLE = {
    "mat-guest": ("-3", "0", "S"),
    "mat-host": ("3", "0", "S"),
    "centre": ("0", "1", "S"),
    "pillar-W": ("-8", "0", None),
    "pillar-E": ("8", "0", None),
    "stand": ("-9.5", "0", None),
    "stairs-W": ("-10", "-12", None),
    "stairs-E": ("10", "-12", None),
    "pot-bearer": ("-11.5", "-12", "N"),
    "shooter": ("-11", "-11", "E"),
    "spare": ("-9.9", "-11", None),
    "heap-guest": ("-9.4", "-11.8", None),
    "heap-host": ("-9.4", "-10.2", None),
    "horse-guest": ("-8.9", "-11.8", None),
    "horse-host": ("-8.9", "-10.2", None),
    "box": ("-8.4", "-11", "E"),
    "drink-loser": ("-10.6", "-12.5", "N"),
    "drink-winner": ("-9.4", "-12.5", "N"),
    "seat-guest": ("-6", "4", "S"),
    "seat-host": ("10", "-10", "W"),
    "below-hall": ("0", "-16", "N"),
    "wash": ("12", "-18", None),
}


# --- places --------------------------------------------------------------------------------------


@pytest.mark.parametrize("venue", Venue)
def test_every_place_is_where_it_was_laid_down(venue: Venue) -> None:
    at = places(venue)
    found = {id: (at[id].x, at[id].y, at[id].facing) for id in TABLE}
    assert found == {id: (Fraction(x), Fraction(y), facing) for id, (x, y, facing) in TABLE.items()}


@pytest.mark.parametrize(
    "venue, y, away", [(Venue.ROOM, "-4", 5), (Venue.HALL, "-6.3246", 7), (Venue.COURT, "-8.4853", 9)]
)
def test_the_pot_is_on_the_midline_as_far_as_the_measures_say(venue: Venue, y: str, away: int) -> None:
    at = places(venue)
    assert at["pot"].x == 0
    assert at["pot"].y == Fraction(y)
    for mat in ("mat-guest", "mat-host"):
        assert distance_squared(at["pot"], at[mat]) == away**2
        assert distance_squared(at[mat], at["pot"]) == away**2
    assert measures.distance(venue) == 10 * away


@pytest.mark.parametrize("venue", Venue)
def test_all_relations_of_the_books_hold(venue: Venue) -> None:
    found = relations(places(venue), venue)
    assert [each.key for each in found] == [
        "guest-west",
        "both-south",
        "six-apart",
        "between-pillars",
        "pot-south",
        "same-distance",
        "in-a-row",
        "right-south",
        "horses-before-heaps",
        "stand-west",
        "winner-east",
        "bearer-west",
        "wash-south-east",
    ]
    assert all(each.holds and each.books for each in found)


@pytest.mark.parametrize(
    "id, change, broken",
    [
        ("mat-guest", {"x": Fraction(4)}, {"guest-west", "six-apart", "same-distance"}),
        ("pillar-E", {"x": Fraction(2)}, {"between-pillars"}),
        ("pot", {"y": Fraction(1)}, {"pot-south"}),
        ("mat-host", {"facing": "N"}, {"both-south"}),
        ("spare", {"x": Fraction(-7)}, {"in-a-row"}),
        ("heap-host", {"y": Fraction(-12)}, {"right-south", "horses-before-heaps"}),
        ("stand", {"x": Fraction(-7)}, {"stand-west"}),
        ("drink-loser", {"x": Fraction(-9)}, {"winner-east"}),
        ("pot-bearer", {"x": Fraction(-9)}, {"bearer-west"}),
        ("wash", {"y": Fraction(0)}, {"wash-south-east"}),
    ],
)
def test_a_relation_that_a_layout_breaks_is_told(
    id: str, change: dict[str, object], broken: set[str]
) -> None:
    at = places(Venue.HALL)
    moved = at | {id: at[id]._replace(**change)}  # type: ignore[arg-type]
    assert {each.key for each in relations(moved, Venue.HALL) if not each.holds} == broken


def test_every_place_of_the_rite_is_on_the_plan_and_has_its_basis() -> None:
    rite, at = rites.load("touhu"), places()
    assert set(rite.places) <= set(at)
    for place in at.values():
        assert bool(place.books) == (place.basis != "layout"), place.id
        assert set(place.books) <= set(measures.BOOKS)
    assert at[FREE].basis == "layout"


# --- sections ------------------------------------------------------------------------------------


@pytest.mark.parametrize("venue", Venue)
def test_each_section_of_the_rite_has_a_scene(venue: Venue) -> None:
    assert tuple(scene.section for scene in scenes(venue)) == stage.sections(rites.load("touhu"))


@pytest.mark.parametrize("scene", scenes(Venue.HALL), ids=NAMES[:10])
def test_whoever_acts_at_a_place_is_seen_there_with_his_step(scene: Scene) -> None:
    seen = {(each.who, each.place): each for each in scene.figures}
    for step in rites.load("touhu").steps:
        if step.section != scene.section:
            continue
        for act in step.acts:
            name = act.to or act.start
            if name and act.only not in stage.OTHERWISE:
                assert step.id in seen[act.who, name.partition("/")[0]].steps


@pytest.mark.parametrize("scene", ALL, ids=NAMES)
def test_nobody_stands_on_another(scene: Scene) -> None:
    for one, other in combinations(scene.figures, 2):
        far = (one.x - other.x) ** 2 + (one.y - other.y) ** 2
        assert far >= Fraction(9, 10) ** 2, (one, other)


@pytest.mark.parametrize("scene", ALL, ids=NAMES)
def test_everybody_is_in_one_place_when_a_section_ends(scene: Scene) -> None:
    main = [each.who for each in scene.figures if each.main]
    assert len(main) == len(set(main))
    assert {each.who for each in scene.figures} == set(main)


def test_before_during_and_after_the_throws() -> None:
    by_head = {scene.section: scene for scene in scenes()}

    def where(head: str) -> dict[str, str]:
        return {each.who: each.place for each in by_head[head].figures if each.main}

    assert where("請賓") | {"賓": "stairs-W", "主人": "stairs-E", "人": "pot-bearer"} == where("請賓")
    assert by_head["請賓"].pot == "pot-bearer"
    assert where("就位")["賓"] == where("請投")["賓"] == "mat-guest"
    assert where("視算")["賓"] == "side-W"
    assert where("視算")["主人"] == "side-E"
    assert where("行觴")["不勝者"] == "drink-loser"
    assert where("再投")["賓"] == where("三投")["賓"] == "mat-guest"
    assert [by_head[head].heaps for head in ("就位", "請投", "視算")] == [False, True, True]
    assert [by_head[head].horses for head in ("視算", "行觴", "三投", "慶禮")] == [
        (0, 0),
        (1, 0),
        (1, 1),
        (3, 0),
    ]


def test_whither_one_looks_is_told_with_its_basis_and_where_he_turns() -> None:
    first = {(each.who, each.place): each for each in scenes()[0].figures}
    host = first["主人", "stairs-E"]
    assert (host.facing, host.looks, host.turns) == ("W", "commentary", (("R11", "N"),))
    throws = {(each.who, each.place): each for each in scenes()[4].figures}
    assert (throws["司射", "shooter"].facing, throws["司射", "shooter"].looks) == ("E", "text")
    assert (throws["賓", "mat-guest"].facing, throws["賓", "mat-guest"].looks) == ("S", "commentary")
    assert throws["弟子", "below-hall"].looks == "layout"  # the books say only that they stand there


@pytest.mark.parametrize("scene", scenes(Venue.HALL), ids=NAMES[:10])
def test_no_facing_of_a_step_is_lost(scene: Scene) -> None:
    seen = {(each.who, each.place): each for each in scene.figures}
    for step, act in stage.acts([step for step in stage.the_rite().steps if step.section == scene.section]):
        who = seen.get((act.who, (act.to or act.start).partition("/")[0]))
        if who and act.facing:
            assert dict(who.turns).get(step.id, who.facing) == act.facing


def test_the_right_of_who_faces_east_is_south() -> None:
    for scene in ALL:
        for each in scene.figures:
            if each.who == "司射" and each.place == "shooter":
                assert each.facing == "E"
                at = places(scene.venue)
                assert at["heap-guest"].y < each.y < at["heap-host"].y


def test_at_the_handing_over_the_host_is_on_the_east() -> None:
    at = {each.who: each for each in scenes()[0].figures if each.place == "centre"}
    assert at["賓"].x < at["主人"].x
    assert at["賓"].facing == at["主人"].facing == "S"


@pytest.mark.parametrize("name", ["請投", "请投", "5", "the throws", " The Throws ", "청투"])
def test_a_section_is_found_by_its_names(name: str) -> None:
    assert stage.section(name, rites.load("touhu")) == "請投"


@pytest.mark.parametrize("name", ["", "0", "11", "x"])
def test_what_is_no_section_is_told(name: str) -> None:
    with pytest.raises(RiteError, match=r"^no section '.*'; there are 請賓 .* 慶禮, or 1 to 10$"):
        stage.section(name, rites.load("touhu"))


# --- the plans -----------------------------------------------------------------------------------


def shapes(scene: Scene, language: Language = Language.ENGLISH) -> dict[str, Element]:
    """Return the shapes of a plan by their names."""
    page = fromstring(stage_drawing.drawn(scene, language).svg())
    return {each.attrib["id"]: each for each in page.iter() if "id" in each.attrib}


def point(shape: Element) -> tuple[float, float]:
    """Return the middle of a circle on the ground, in 尺."""
    plan = stage_page.PLAN
    x, y = float(shape.attrib["cx"]), float(shape.attrib["cy"])
    return plan.west + (x - plan.left) / plan.scale, plan.north - (y - plan.top) / plan.scale


@pytest.mark.parametrize("scene", ALL, ids=NAMES)
def test_the_plan_is_to_scale(scene: Scene) -> None:
    found = shapes(scene)
    for place, each in enumerate(scene.figures):
        assert point(found[f"figure-{place + 1}"]) == pytest.approx((float(each.x), float(each.y)), abs=0.001)
    if scene.pot == "pot":
        line = found["distance-guest"]
        ends = [float(line.attrib[key]) for key in ("x1", "y1", "x2", "y2")]
        long = ((ends[0] - ends[2]) ** 2 + (ends[1] - ends[3]) ** 2) ** 0.5 / stage_page.SCALE
        assert long == pytest.approx(float(measures.distance(scene.venue)) / 10, abs=0.001)
        across = found["apart"]
        assert float(across.attrib["x2"]) - float(across.attrib["x1"]) == 6 * stage_page.SCALE


def outlines(scene: Scene) -> dict[str, tuple[float, float, float, float]]:
    """Return what stands and lies on a plan, as boxes in millimetres by their names."""
    boxes = {}
    for name, shape in shapes(scene).items():
        found = {key: float(value) for key, value in shape.attrib.items() if key in GEOMETRY}
        if "r" in found:
            x, y, r = found["cx"], found["cy"], found["r"]
            boxes[name] = x - r, y - r, x + r, y + r
        elif "width" in found:
            boxes[name] = found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]
        elif name.startswith(("heap", "spare")):
            (x, to_x), (y, to_y) = sorted((found["x1"], found["x2"])), sorted((found["y1"], found["y2"]))
            boxes[name] = x - 0.15, y - 0.15, to_x + 0.15, to_y + 0.15
    for side, horses in zip(("guest", "host"), scene.horses, strict=True):
        for nth in range(horses):
            at = places(scene.venue)[f"horse-{side}"]
            x, y = PLAN.at(float(at.x) + 0.22 * nth, at.y)
            boxes[f"horse-{side}-{nth}"] = x - 0.6, y - 0.6, x + 0.6, y + 0.6
    return {name: box for name, box in boxes.items() if not name.startswith("detail")}


GEOMETRY = ("cx", "cy", "r", "x", "y", "width", "height", "x1", "x2", "y1", "y2")
PLAN = stage_page.PLAN


@pytest.mark.parametrize("scene", ALL, ids=NAMES)
def test_nobody_stands_on_a_thing_nor_points_into_it(scene: Scene) -> None:
    things = {
        name: box
        for name, box in outlines(scene).items()
        if not name.startswith(("figure", "mat", "seat", "free", "pot"))
    }
    for each in scene.figures:
        x, y = PLAN.at(each.x, each.y)
        size = stage_page.across(PLAN)
        points = [(x + over * size / 2, y + down * size / 2) for over in (-1, 0, 1) for down in (-1, 0, 1)]
        points += stage_persons.pointer(x, y, size, each.facing) if each.facing else []
        for name, (left, top, right, bottom) in things.items():
            assert not any(left < x < right and top < y < bottom for x, y in points), (each.who, name)


@pytest.mark.parametrize("scene", ALL, ids=NAMES)
def test_a_way_runs_over_nothing_that_stands_or_lies_there(scene: Scene) -> None:
    found, drawn = outlines(scene), shapes(scene)
    labels = written(stage_drawing.drawn(scene, Language.TRADITIONAL))
    for number, way in enumerate(stage_ways.ways(scene), 1):
        ends = {f"figure-{way.start + 1}", f"figure-{way.to + 1}"}
        for each in (scene.figures[way.start], scene.figures[way.to]):
            ends |= {each.place, "free" if each.place == FREE else "", "seat-guest"}
        ends |= {"drum-pi", "drum-gu"} if "free" in ends else set()
        lines = [shape for name, shape in drawn.items() if name.startswith(f"way-{number}-")]
        for line in lines:
            x, y, to_x, to_y = (float(line.attrib[key]) for key in ("x1", "y1", "x2", "y2"))
            steps = [(x + (to_x - x) * part / 200, y + (to_y - y) * part / 200) for part in range(201)]
            others = [(name, box) for name, box in found.items() if name not in ends]
            others += labels
            for name, (left, top, right, bottom) in others:
                over = [
                    point
                    for point in steps
                    if left - 0.2 < point[0] < right + 0.2 and top - 0.2 < point[1] < bottom + 0.2
                ]
                assert not over, (scene.section, number, name, over[0])


@pytest.mark.parametrize("scene", ALL, ids=NAMES)
def test_a_way_between_hall_and_court_goes_over_stairs(scene: Scene) -> None:
    edge = stage_page.EDGE
    for way in stage_ways.ways(scene):
        for (x, y), (to_x, to_y) in pairwise(way.points):
            if (y > edge) != (to_y > edge) or (y == edge and to_y < edge):
                crossing = x + (to_x - x) * (edge - y) / (to_y - y)
                assert 8.5 <= abs(crossing) <= 11.5, (scene.section, way)


def test_a_way_is_drawn_once_with_a_head_at_either_end_that_is_gone() -> None:
    (host,) = (each for each in stage_ways.ways(scenes()[0]) if scenes()[0].figures[each.start].who == "主人")
    assert host.back
    assert not any(each.back for each in stage_ways.ways(scenes()[4]))
    for scene in ALL:
        pairs = [frozenset((each.start, each.to)) for each in stage_ways.ways(scene)]
        assert len(pairs) == len(set(pairs))
        assert set(pairs) == {frozenset((each.start, each.to)) for each in scene.moves}


def test_the_carried_pot_is_also_seen_around_the_counter_box() -> None:
    assert "detail-pot" in shapes(scenes()[0])
    assert "detail-pot" not in shapes(scenes()[1])


@pytest.mark.parametrize("language", Language)
def test_the_plan_tells_its_scale(language: Language) -> None:
    page = " ".join(text for text, *_ in texts(fromstring(stage_drawing.drawn(scenes()[4], language).svg())))
    assert word("stage-scale", language).format("6", "13.5") in page


def test_what_is_layout_is_dashed_and_what_is_free_is_marked() -> None:
    found = shapes(scenes()[4])
    for name in ("free", "drum-pi", "drum-gu", "pillar-W", "pillar-E"):
        assert "stroke-dasharray" in found[name].attrib
        assert found[name].attrib["stroke"] == stage_page.GREY
    for name in ("mat-guest", "mat-host", "pot", "wash", "box", "heap-guest-1", "spare-1"):
        assert "stroke-dasharray" not in found[name].attrib
        assert found[name].attrib["stroke"] == stage_page.BLACK
    assert "stroke-dasharray" in shapes(scenes()[0])["mat-guest"].attrib  # not laid yet


def texts(page: Element) -> list[tuple[str, float, float, float, str]]:
    """Return what is written, where, how large, and how it is set."""
    return [
        (
            each.text or "",
            float(each.attrib["x"]),
            float(each.attrib["y"]),
            float(each.attrib["font-size"]),
            each.attrib["text-anchor"],
        )
        for each in page.iter(f"{SVG}text")
    ]


def written(canvas: Canvas) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Return each text of a page with the box around it, in millimetres."""
    found = []
    for text, start, y, size, anchor in texts(fromstring(canvas.svg())):
        width = canvas.font.width(text, size)
        x = start - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
        found.append((text, (x, y - 0.75 * size, x + width, y + 0.1 * size)))
    return found


@pytest.mark.parametrize("language", Language)
def test_centimetres_are_told_below_the_plan_within_the_page(language: Language) -> None:
    for scene in (ALL[0], ALL[26]):  # much is told below these
        canvas = stage_drawing.drawn(scene, language, Fraction("23.125"))
        told = [text for text, box in written(canvas) if "138.75" in text and box[3] < canvas.height - 5]
        assert len(told) == 1


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scene", ALL, ids=NAMES)
def test_no_label_lies_on_another_or_beyond_the_page(scene: Scene, language: Language) -> None:
    canvas = stage_drawing.drawn(scene, language)
    boxes = [(*box, text) for text, box in written(canvas)]
    for x, top, right, bottom, text in boxes:
        assert 0 < x < right < canvas.width, text
        assert 0 < top < bottom < canvas.height - 5
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one[4], other[4])


@pytest.mark.parametrize("language", Language)
def test_the_panel_names_everybody_who_is_seen(language: Language) -> None:
    for scene in scenes():
        assert len(list(stage_legend.told(scene, language))) == len({each.who for each in scene.figures})


def test_the_steps_of_a_stay_are_told_shortly() -> None:
    def stay(*steps: str) -> str:
        return stage_legend.steps(Figure("賓", "pot", Fraction(0), Fraction(0), None, "text", steps, True))

    assert (stay("R02", "R03", "R04"), stay("R01", "R03"), stay()) == ("R02-R04", "R01 R03", "")


def test_a_person_out_of_place_is_told() -> None:
    one, other = scenes(Venue.ROOM)[4], scenes(Venue.HALL)[4]
    data = stage_drawing.to_svg(one, Language.ENGLISH)
    with pytest.raises(RenderError, match=r"^pot is drawn at "):
        stage_drawing.check(data, other)
    with pytest.raises(RenderError, match=r"^the plan has lost figure-1$"):
        stage_drawing.check(data.replace(b'"figure-1"', b'"x"'), one)


def test_the_same_scene_gives_the_same_bytes() -> None:
    first, second = (stage_drawing.to_svg(scenes()[6], Language.KOREAN) for _ in range(2))
    assert first == second


@pytest.mark.skipif(not vector.can_write_pdf(), reason="no converter to PDF here")
@pytest.mark.parametrize("language", Language)
def test_the_pdf_has_a_page_for_each_section(language: Language) -> None:
    from io import BytesIO

    from pypdf import PdfReader

    data = stage_drawing.to_pdf(scenes(), language)
    assert len(PdfReader(BytesIO(data)).pages) == 10


# --- as it is told -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("venue", Venue)
def test_every_language_tells_places_relations_and_sections(language: Language, venue: Venue) -> None:
    lines = list(stage_lines.lines(venue, None, language))
    assert not any("{" in line for line in lines)
    for place in places(venue).values():
        assert sum(line.startswith(f"  {place.id} ") for line in lines) == 1


def test_the_free_place_has_no_numbers() -> None:
    (free,) = [each for each in stage_lines.shape(Venue.HALL, None)["places"] if each["id"] == FREE]
    assert (free["x"], free["y"], free["numbers"]) == (None, None, "free")
