"""Pots, arrows and counters to one scale, for who makes them: black is what a book says, grey is ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import SubElement, fromstring

from touhu_music.errors import RenderError
from touhu_music.language import Language, number, word, words
from touhu_music.rite.measures import measures
from touhu_music.rite.measures.measures import Belly, Pot, Row, Venue

if TYPE_CHECKING:
    from touhu_music.canvas import Canvas

WIDTH, HEIGHT, MARGIN = 297.0, 210.0, 12.0  # millimetres, A4 across
SCALE: Final = 4.0  # millimetres a 寸
TITLE, LABEL, SMALL = 5.0, 3.3, 2.6
BLACK, GREY, WOOD, CLAY = "#111111", "#8a8a8a", "#e9cfa4", "#f1ece2"
FLOOR: Final = 106.0  # the line on which the pots stand
SHAFTS: Final = 146.0  # the first arrow
APART: Final = 11.5  # from arrow to arrow
RIGHT: Final = 192.0  # where the counters begin

SHORT: Final = 3  # 寸, too little for three lines of writing

# 寸; what no book says is drawn so
PLAIN_WIDTH: Final = 8.05  # of a belly that is not told
SIMA_WIDTH, SIMA_BELLY = 7.0, 4.2
EAR_WIDTH, EAR_HEIGHT = 1.0, 2.2
COUNTER_THICK: Final = 0.4


def to_svg(belly: Belly, foot: Fraction | None, language: Language) -> bytes:
    """Draw the props as an SVG with its letters inside, read back; raises RenderError where one is lost."""
    from touhu_music import vector

    canvas = drawn(belly, foot, language)
    data = vector.with_letters(canvas.svg(), canvas.font, canvas.letters).encode()
    check(data, belly)
    return data


def to_pdf(belly: Belly, foot: Fraction | None, language: Language) -> bytes:
    """Draw the props as a PDF of one page, opened again; raises RenderError as `to_svg` does."""
    from touhu_music import vector

    canvas = drawn(belly, foot, language)
    check(canvas.svg().encode(), belly)
    data = vector.to_pdf([canvas.svg()], canvas.font, title=canvas.title)
    vector.check_pdf(data, [(canvas.width, canvas.height)], canvas.letters)
    return data


def said(which: Pot, belly: Belly) -> dict[str, Row]:
    """Return what the books say of a pot, by what is measured."""
    return {row.quantity: row for row in measures.pot(which, belly)}


def told(which: Pot, belly: Belly) -> dict[str, float]:
    """Return the lengths of a pot that are drawn to scale, in 寸."""
    drawn_ones = ("neck", "belly-height", "height", "mouth", "foot", "ears", "belly-width")
    return {
        key: float(measures.rounded(row.value))
        for key, row in said(which, belly).items()
        if key in drawn_ones
    }


def check(data: bytes, belly: Belly) -> None:
    """Measure the drawing; raises RenderError unless everything is as long as it is told."""
    page = {each.get("id", ""): each for each in fromstring(data).iter()}
    wanted = {f"dim-{which}-{key}": length for which in Pot for key, length in told(which, belly).items()}
    for name, length in {**wanted, **lengths()}.items():
        if name not in page:
            raise RenderError(f"the drawing has lost {name}")
        across, down = (
            abs(float(page[name].attrib[f"{axis}2"]) - float(page[name].attrib[f"{axis}1"])) for axis in "xy"
        )
        if abs(max(across, down) - length * SCALE) > 0.002:
            raise RenderError(f"{name} is drawn {max(across, down):g} mm long, not {length * SCALE:g}")


def lengths() -> dict[str, float]:
    """Return the lengths of arrows and counters in 寸, by the name of their dimension."""
    arrows = {f"dim-arrow-{venue or 'dingzhai'}": float(measures.arrow(venue)) for venue in (*Venue, None)}
    counters = {f"dim-{row.item}": float(measures.rounded(row.value)) for row in counters_told()}
    return arrows | counters | {"dim-shaft": 0.7}


def counters_told() -> list[Row]:
    """Return the lengths that a counter may have."""
    return [row for row in measures.things() if row.group == "counter" and row.quantity == "length"]


def drawn(belly: Belly, foot: Fraction | None, language: Language) -> Canvas:
    """Draw the pots in a row, below them the arrows and the counters."""
    from touhu_music import font
    from touhu_music.canvas import Canvas

    title = words("measure-title", language)
    canvas = Canvas(WIDTH, HEIGHT, font.of(language), title=title)
    canvas.write(MARGIN, MARGIN + TITLE, title, TITLE)
    legend(canvas, language)
    wide = (WIDTH - 2 * MARGIN) / len(Pot)
    canvas.line(MARGIN, FLOOR, WIDTH - MARGIN, FLOOR, 0.15, stroke=GREY)
    for place, which in enumerate(Pot):
        pot(canvas, which, belly, MARGIN + wide * (place + 0.5), foot, language)
    for place, venue in enumerate((*Venue, None)):
        shaft(canvas, venue, SHAFTS + place * APART, foot, language)
    for place, row in enumerate(counters_told()):
        counter(canvas, row, SHAFTS + place * APART, foot, language)
    ruler(canvas, RIGHT, SHAFTS + 3.1 * APART, foot, language)
    for place, line in enumerate(scale_lines(foot, language)):
        canvas.write(MARGIN, HEIGHT - 18 + place * 4.5, line, SMALL)
    return canvas


def scale_lines(foot: Fraction | None, language: Language) -> Iterator[str]:
    """Tell what is dotted, the scale, how to see that it was printed so, and with a foot the ratio."""
    yield word("measure-draw-dotted", language)
    yield word("measure-draw-scale", language).format(number(Fraction(SCALE)))
    printed = word("measure-draw-printed", language).format(number(Fraction(SCALE * measures.CUN_OF_CHI)))
    if foot is not None:
        ratio = measures.decimal(foot / Fraction(SCALE), 2)  # a foot in cm is a 寸 in mm
        printed += " " + word("measure-draw-ratio", language).format(ratio)
    yield printed


def legend(canvas: Canvas, language: Language) -> None:
    """Say at the upper right what is black and what is grey."""
    for place, (key, color) in enumerate((("source", BLACK), ("ours", "#666666"))):
        y = MARGIN + 3 + place * 5
        text = word(f"measure-draw-{key}", language)
        canvas.write(WIDTH - MARGIN, y, text, LABEL * 0.9, align="end", color=color)
        x = WIDTH - MARGIN - canvas.font.width(text, LABEL * 0.9) - 3
        dash = {} if color == BLACK else {"stroke-dasharray": "1.2 0.8"}
        canvas.line(x - 9, y - 1, x, y - 1, 0.4, stroke=color, **dash)


def dimension(
    canvas: Canvas,
    start: tuple[float, float],
    end: tuple[float, float],
    name: str,
    color: str = BLACK,
) -> None:
    """Draw a length with its two ends."""
    (x, y), (to_x, to_y) = start, end
    canvas.line(x, y, to_x, to_y, 0.2, stroke=color, id=name)
    across = (0.0, 1.0) if y == to_y else (1.0, 0.0)
    for at_x, at_y in (start, end):
        canvas.line(at_x - across[0], at_y - across[1], at_x + across[0], at_y + across[1], 0.2, stroke=color)


def color_of(row: Row) -> str:
    """Tell what a book says from what was reckoned."""
    return BLACK if row.books else "#666666"


def pot(
    canvas: Canvas, which: Pot, belly: Belly, x: float, foot: Fraction | None, language: Language
) -> None:
    """Draw a pot on its floor with its measures around it."""
    rows, size = said(which, belly), told(which, belly)
    width = size.get("belly-width", SIMA_WIDTH if which is Pot.SIMA else PLAIN_WIDTH)
    stands = size.get("foot", 0.0)
    high = size.get("belly-height", SIMA_BELLY)
    outline(canvas, which, x, (stands, high, size["height"]), (size["mouth"], width))
    if measures.EARS[which] != "none":
        ears(canvas, which, x, size, foot, language)
    left, right = x - width / 2 * SCALE - 4, x + width / 2 * SCALE + (6 if "ears" in size else 4)
    level = FLOOR
    for key in ("foot", "belly-height", "neck"):
        if key in size:
            above = level - size[key] * SCALE
            dimension(canvas, (left, level), (left, above), f"dim-{which}-{key}", color_of(rows[key]))
            beside(canvas, left - 1.6, (level + above) / 2, rows[key], foot, language, "end")
            level = above
    top = FLOOR - size["height"] * SCALE
    dimension(canvas, (right, FLOOR), (right, top), f"dim-{which}-height", color_of(rows["height"]))
    beside(canvas, right + 1.6, (FLOOR + top) / 2, rows["height"], foot, language, "start")
    half = size["mouth"] / 2 * SCALE
    dimension(canvas, (x - half, top - 3), (x + half, top - 3), f"dim-{which}-mouth")
    canvas.write(x, top - 5, measured(rows["mouth"], foot, language), SMALL, align="middle")
    below = FLOOR + 4
    if "belly-width" in rows:
        half = width / 2 * SCALE
        dimension(canvas, (x - half, below), (x + half, below), f"dim-{which}-belly-width")
        for place, key in enumerate(("belly-width", "girth")):
            text = measured(rows[key], foot, language)
            canvas.write(x, below + 4 + place * 3.9, text, SMALL, align="middle")
    else:
        canvas.write(
            x, below + 4, word("measure-draw-unknown", language), SMALL, align="middle", color="#666666"
        )
    caption(canvas, which, rows, x, below + 13.4, language)


def caption(canvas: Canvas, which: Pot, rows: dict[str, Row], x: float, y: float, language: Language) -> None:
    """Name a pot, and say of its ears and what it holds."""
    canvas.write(x, y, words(f"measure-{which}", language), LABEL, align="middle")
    more = [word(f"measure-ears-{measures.EARS[which]}", language)]
    if "capacity" in rows:
        more.append(f"{named(rows['capacity'], language)} {measures.exactly(rows['capacity'].value)} 升")
    canvas.write(x, y + 4.2, " · ".join(more), SMALL, align="middle", color="#444444")


def named(row: Row, language: Language) -> str:
    """Name what is measured."""
    return word(f"measure-{row.quantity}", language)


def values(row: Row, foot: Fraction | None) -> list[str]:
    """Print a length, a root with four decimals, and in centimetres where there is a foot."""
    exact = row.value
    cun = measures.decimal(exact) if isinstance(exact, measures.Root) else measures.exactly(exact)
    return [f"{cun} 寸", *([] if foot is None else [f"{number(measures.centimetres(exact, foot))} cm"])]


def measured(row: Row, foot: Fraction | None, language: Language) -> str:
    """Tell a measure in a line: what it is, and how long."""
    return f"{named(row, language)} {' = '.join(values(row, foot))}"


def beside(
    canvas: Canvas, x: float, y: float, row: Row, foot: Fraction | None, language: Language, align: str
) -> None:
    """Write a measure beside its line, the numbers below the name, of a short one in one line."""
    texts = [(named(row, language), SMALL * 0.92, "#444444")]
    numbers = values(row, foot)
    if measures.squared(row.value) < SHORT**2:
        numbers = [" = ".join(numbers)]
    texts += [(each, SMALL, color_of(row)) for each in numbers]
    for place, (text, size, color) in enumerate(texts):
        down = 1.25 + (place - (len(texts) - 1) / 2) * 3.3
        canvas.write(x, y + down, text, size, align=align, color=color)


def outline(
    canvas: Canvas,
    which: Pot,
    x: float,
    levels: tuple[float, float, float],  # of the base, of the shoulder above it, of the mouth
    widths: tuple[float, float],
) -> None:
    """Draw the body: its curve is ours, and within the heights and widths that are told."""
    stands, high, whole = levels
    mouth, belly = (each / 2 for each in widths)
    neck = mouth * 0.78

    def at(side: int, half: float, level: float) -> str:
        return f"{x + side * half * SCALE:.3f},{FLOOR - level * SCALE:.3f}"

    shoulder, middle = stands + high, stands + high * 0.46
    base = belly * 0.66

    def side(sign: int) -> list[tuple[str, ...]]:
        """Give the curves of a side from the base to the mouth, each with its two handles and its end."""
        return [
            (at(sign, belly * 0.86, stands), at(sign, belly, stands + high * 0.2), at(sign, belly, middle)),
            (at(sign, belly, stands + high * 0.8), at(sign, neck * 1.1, shoulder - high * 0.12),
             at(sign, neck, shoulder)),
            (at(sign, neck * 0.96, shoulder + (whole - shoulder) * 0.4), at(sign, neck, whole - 1.2),
             at(sign, mouth, whole)),
        ]  # fmt: skip

    path = [
        f"M{at(1, base, stands)}",
        *(f"C{' '.join(part)}" for part in side(1)),
        f"L{at(-1, mouth, whole)}",
    ]
    back = [at(-1, base, stands), *(point for part in side(-1) for point in part)][::-1]
    path += [f"C{' '.join(back[first : first + 3])}" for first in (1, 4, 7)]
    if stands:
        path += [f"L{at(-1, base * 1.08, 0)}", f"L{at(1, base * 1.08, 0)}", f"L{at(1, base, stands)}"]
    known = which in (Pot.LIJI, Pot.DINGZHAI)
    look = {
        "fill": CLAY,
        "stroke": GREY,
        "stroke-width": "0.35",
        "stroke-linejoin": "round",
        "id": f"pot-{which}",
    }
    dash = {} if known else {"stroke-dasharray": "1.2 0.8"}
    SubElement(canvas.root, "path", {"d": " ".join([*path, "Z"]), **look, **dash})
    if stands:
        canvas.line(
            x - base * SCALE,
            FLOOR - stands * SCALE,
            x + base * SCALE,
            FLOOR - stands * SCALE,
            0.2,
            stroke=GREY,
        )
    if known:  # the vessel that is reckoned with: a round one, as wide below as above
        for half, low, height, part in (
            (belly, stands, high, "belly"),
            (mouth, shoulder, whole - shoulder, "neck"),
        ):
            dots = {"stroke": BLACK, "stroke-width": "0.12", "stroke-dasharray": "0.4 0.9"}
            left, top = x - half * SCALE, FLOOR - (low + height) * SCALE
            canvas.box(left, top, 2 * half * SCALE, height * SCALE, id=f"pot-{which}-{part}", **dots)


def ears(
    canvas: Canvas, which: Pot, x: float, size: dict[str, float], foot: Fraction | None, language: Language
) -> None:
    """Draw the ears beside the mouth; only how wide those of 司馬光 are is told."""
    across, top = size.get("ears", EAR_WIDTH), FLOOR - size["height"] * SCALE
    for side in (-1, 1):
        inner = x + side * (size["mouth"] / 2 + 0.15) * SCALE
        corner = min(inner, inner + side * across * SCALE)
        canvas.box(
            corner, top + 0.3 * SCALE, across * SCALE, EAR_HEIGHT * SCALE,
            **{"fill": CLAY, "stroke": GREY, "stroke-width": "0.35", "stroke-dasharray": "1.2 0.8"},
        )  # fmt: skip
    if "ears" in size:
        start = x + (size["mouth"] / 2 + 0.15) * SCALE
        level = top + (0.3 + EAR_HEIGHT) * SCALE + 3
        dimension(canvas, (start, level), (start + across * SCALE, level), f"dim-{which}-ears")
        row = said(which, Belly.ZHU)["ears"]
        for place, text in enumerate((named(row, language), *values(row, foot))):
            canvas.write(start - 0.5, level + 3.6 + place * 3.3, text, SMALL)


def length(cun: Fraction, foot: Fraction | None) -> str:
    """Print a length in 寸 and 尺, and in centimetres where there is a foot."""
    from touhu_music.rite.measures.lines import amount

    return amount(cun, "寸", foot)


def rod(
    canvas: Canvas, x: float, y: float, cun: Fraction, thick: float, name: str, text: Sequence[str]
) -> None:
    """Draw a straight thing with what it is above it and how long it is below."""
    long, high = float(cun) * SCALE, thick * SCALE
    edge = {"stroke": BLACK if name.startswith("arrow") else GREY, "stroke-width": "0.2"}
    canvas.write(x, y - high / 2 - 1.3, " ".join(text), SMALL)
    canvas.box(x, y - high / 2, long, high, fill=WOOD, rx=f"{high / 4:.2f}", id=name, **edge)
    level = y + high / 2 + 1.8
    dimension(canvas, (x, level), (x + long, level), f"dim-{name}")


def shaft(canvas: Canvas, venue: Venue | None, y: float, foot: Fraction | None, language: Language) -> None:
    """Draw an arrow: a bare stick, for no source tells of a head or feathers in this game."""
    name = str(venue or "dingzhai")
    text = (words("measure-arrow-length", language), "·", words(f"measure-{name}", language), "·")
    cun = measures.arrow(venue)
    (thick,) = (row for row in measures.things() if row.item == "shaft")
    wide = float(measures.rounded(thick.value))
    rod(canvas, MARGIN, y, cun, wide, f"arrow-{name}", (*text, length(cun, foot)))
    if venue is Venue.COURT:
        x, half = MARGIN + float(cun) * SCALE + 2, wide * SCALE / 2
        dimension(canvas, (x, y - half), (x, y + half), "dim-shaft")
        canvas.write(x + 2, y + 0.9, measured(thick, foot, language), SMALL)


def counter(canvas: Canvas, row: Row, y: float, foot: Fraction | None, language: Language) -> None:
    """Draw a counter; how thick it is, no source says."""
    assert isinstance(row.value, Fraction)
    text = (words(f"measure-{row.item}", language), "·", length(row.value, foot))
    rod(canvas, RIGHT, y, row.value, COUNTER_THICK, row.item, text)


def ruler(canvas: Canvas, x: float, y: float, foot: Fraction | None, language: Language) -> None:
    """Draw a foot with its ten 寸."""
    for cun in range(measures.CUN_OF_CHI + 1):
        high = 3.0 if cun in (0, 5, 10) else 1.8
        canvas.line(x + cun * SCALE, y, x + cun * SCALE, y - high, 0.2)
    canvas.line(x, y, x + measures.CUN_OF_CHI * SCALE, y, 0.3, id="ruler")
    text = "1 尺 = 10 寸"
    if foot is not None:
        text += f" = {number(foot)} cm"
    canvas.write(x + measures.CUN_OF_CHI * SCALE + 3, y, text, SMALL)
