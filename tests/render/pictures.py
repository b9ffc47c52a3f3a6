"""Where the strokes of a timeline are, read from its SVG."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree

from touhu_music import Performance
from touhu_music.render import Options, render

SVG: Final = "{http://www.w3.org/2000/svg}"


def svg(drawn: Performance, options: Options | None = None) -> ElementTree.Element:
    """Return the picture as a tree."""
    return ElementTree.fromstring(render("timeline.svg", drawn, options))


def named(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """Return the paths of the strokes and of 半 by element id, in document order."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        if re.fullmatch(r"half|stroke-.*", group.get("id", "")):
            path = group.find(f"{SVG}path")
            assert path is not None
            found[group.attrib["id"]] = path
    return found


def centres(root: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """Return the middle of each stroke and of 半 in points, by element id."""
    middles = {}
    for name, path in named(root).items():
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path.attrib["d"])]
        xs, ys = numbers[::2], numbers[1::2]
        middles[name] = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return middles
