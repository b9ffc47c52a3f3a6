"""The text that a page of HTML or XML shows, and where in its source each character of it stands.

HTML is read by html.parser, XML by expat. Neither fetches anything, and a document that declares
entities of its own is refused before one is expanded.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from itertools import accumulate
from typing import Final, Literal, NamedTuple, NoReturn
from xml.parsers import expat

from touhu_music import passage
from touhu_music.errors import PassageError
from touhu_music.excerpts import Excerpt, places
from touhu_music.notation import HALF, MARKS
from touhu_music.passage import Passage
from touhu_music.reading import Place, Reading, glyph_variants

# --- what is a page ---------------------------------------------------------------------------

HTML_NAMES: Final = (
    "html|head|title|meta|body|main|article|section|div|p|pre|span|font|center|table|tr|td|ul|ol|li|h[1-6]|br"
)
XML_NAMES: Final = "TEI|teiCorpus|TEI\\.2"
BEGINNING: Final = re.compile(
    rf"""
    [\s\ufeff]*+ (?: <!--.*?--> \s*+ )*+
    (?: (?P<xml> <\?xml\s )
      | <!doctype\s+ (?P<doctype> [\w.:-]+ )
      | < (?P<html> {HTML_NAMES} ) (?=[\s/>])
      | < (?: {XML_NAMES} ) (?=[\s/>])
      | < [a-z] [^<>]*? \sxmlns [\s:=]
    )
    """,
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
WITHIN: Final = re.compile(rf"</(?:{HTML_NAMES})\s*>", re.IGNORECASE)  # a text that begins without a tag
XHTML: Final = re.compile(r"<\?xml[^>]*>\s*+(?:<!--.*?-->\s*+)*+(?:<!doctype\s+html\b|<html\b)", re.I | re.S)
DECLARED: Final = re.compile(
    rb"""<\?xml [^>]{0,200}? \bencoding \s*=\s* ["'] ([\w.:-]+)"""
    rb"""| <meta\b [^>]{0,500}? \bcharset \s*=\s* ["']? \s* ([\w.:-]+)""",
    re.IGNORECASE | re.VERBOSE,
)
WITHIN_BYTES: Final = 4096
"""Where a page declares its encoding, it does so among its first bytes."""


def language(text: str) -> Literal["html", "xml"] | None:
    """Tell by its content whether a text is a page; tags of a plain text such as `<pb:…>` make it none."""
    found = BEGINNING.match(text)
    if found is None:
        return "html" if "</" in text and WITHIN.search(text) else None
    if found["html"] or XHTML.match(text, found.start("xml") if found["xml"] else len(text)):
        return "html"
    return "html" if (found["doctype"] or "").lower() == "html" else "xml"


def declared(data: bytes) -> str | None:
    """Return the name of the encoding that a page says it has."""
    found = DECLARED.search(data, 0, WITHIN_BYTES)
    return (found[1] or found[2]).decode("ascii", "replace") if found else None


# --- what it shows ----------------------------------------------------------------------------

HTML_BLOCKS: Final = (
    "address article aside blockquote body br caption center dd div dl dt fieldset figcaption figure footer"
    " form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section table tbody td tfoot"
    " th thead title tr ul"
)
TEI_BLOCKS: Final = (
    "ab argument back byline cb cell closer div1 div2 div3 docTitle epigraph front group head item l lb lg"
    " list milestone opener pb quote row salute signed sp stage text titlePage trailer"
)
BREAKS: Final = frozenset(f"{HTML_BLOCKS} {TEI_BLOCKS}".split())
"""Elements that stand on lines of their own; others join what is around them."""

UNSEEN: Final = {
    "html": frozenset(("script", "style", "title", "template", "rp")),
    "xml": frozenset(("teiHeader", "fw", "rp", "script", "style")),
}
GLOSSES: Final = frozenset(("note", "rt"))
"""Elements that say of the text what brackets say in print."""

ALTERNATIVES: Final = frozenset(("app", "choice"))
LOST: Final = {"html": frozenset(("img", "svg", "object")), "xml": frozenset(("gap", "graphic"))}
EMPTY_LOST: Final = frozenset("g")  # a character that the encoding lacks, if nothing stands for it
LOST_SIGN: Final = "〓"
ENTITY: Final = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?")
LONGEST_ENTITY: Final = 40
PAGE_NAME: Final = re.compile(r"[^<>\s]{1,200}")


class Page(NamedTuple):
    """What a page shows, in stretches that begin at `starts` and stand at `sources` in its source.

    `alternatives` is the offset in the source of the first place where the page has several texts.
    """

    text: str
    starts: tuple[int, ...]
    sources: tuple[int, ...]
    alternatives: int | None = None

    def origin(self, offset: int) -> int:
        """Return where in the source a character of the text stands, or the entity that stands for it."""
        stretch = bisect_right(self.starts, offset) - 1
        return self.sources[stretch] + offset - self.starts[stretch]


class Open(NamedTuple):
    """An element that has begun and changes how its content is taken."""

    name: str
    unseen: bool
    closing: str
    start: int


class Gatherer:
    """Gathers what a page shows while a parser walks through it."""

    def __init__(self, source: str, kind: Literal["html", "xml"]) -> None:
        self.source, self.kind = source, kind
        self.pieces: list[str] = []
        self.starts, self.sources = [0], [0]
        self.length = self.unseen = 0
        self.open: list[Open] = []
        self.names: Counter[str] = Counter()
        self.alternatives: int | None = None

    def page(self) -> Page:
        """Return what was gathered."""
        return Page("".join(self.pieces), tuple(self.starts), tuple(self.sources), self.alternatives)

    def write(self, text: str, source: int) -> None:
        """Add a stretch that stands at an offset of the source."""
        if text and not self.unseen:
            self.pieces.append(text)
            if source - self.sources[-1] != self.length - self.starts[-1]:
                self.starts.append(self.length)
                self.sources.append(source)
            self.length += len(text)

    def data(self, text: str, source: int) -> None:
        """Add text of the page; a line feed there is a space, but for preformatted text."""
        self.write(text if self.names["pre"] else text.replace("\n", " "), source)

    def start(self, name: str, source: int, attributes: Mapping[str, str | None]) -> None:
        """Begin an element."""
        if name in ("rt", "rp") and self.open and self.open[-1].name in ("rt", "rp"):
            self.end(self.open[-1].name, source)
        within = self.open[-1] if self.open else None
        if name in BREAKS:
            self.write("\n", source)
        if name == "pb" and PAGE_NAME.fullmatch(number := attributes.get("n") or ""):
            self.write(f"<pb:{number}>\n", source)
        if name in LOST[self.kind]:
            self.write(LOST_SIGN, source)
        other = False
        if within and within.name in ALTERNATIVES:
            other = within.closing == "taken"
            self.open[-1] = within._replace(closing="taken")
            if other and self.alternatives is None:
                self.alternatives = source
        unseen = other or name in UNSEEN[self.kind]
        special = name in GLOSSES or name in ALTERNATIVES or name in EMPTY_LOST or name in ("pre", "ruby")
        if unseen or special or (within and within.name in ALTERNATIVES):
            self.unseen += unseen
            gloss = name in GLOSSES and not self.unseen
            self.write("（" if gloss else "", source)
            self.open.append(Open(name, unseen, "）" if gloss else "", self.length))
            self.names[name] += 1

    def end(self, name: str, source: int) -> None:
        """End an element, and those within it that were left open."""
        while self.names[name]:
            ended = self.open.pop()
            self.names[ended.name] -= 1
            self.unseen -= ended.unseen
            if ended.name not in ALTERNATIVES:
                self.write(ended.closing, source)
            if ended.name in EMPTY_LOST and self.kind == "xml" and self.length == ended.start:
                self.write(LOST_SIGN, source)
            if ended.name == name:
                break
        if name in BREAKS:
            self.write("\n", source)

    def entity(self, printed: str, source: int) -> None:
        """Add the character that an entity stands for; one that is not known stands for itself."""
        self.data(html.unescape(printed) or LOST_SIGN if len(printed) < LONGEST_ENTITY else LOST_SIGN, source)

    def stop(self, code: str, source: int, why: str) -> NoReturn:
        """Raise PassageError with a place in the source."""
        line, column = self.source.count("\n", 0, source) + 1, source - self.source.rfind("\n", 0, source)
        raise PassageError(code, f"line {line}, column {column}: {why}")


DECLARES: Final = "the document type declares entities, which are never expanded; delete the declaration"
TYPED: Final = "a document type declaration; delete it: entities and files that it names are never read"


class Html(HTMLParser):
    """Walks through HTML; entities are left to the gatherer, where each keeps its place."""

    def __init__(self, gatherer: Gatherer) -> None:
        super().__init__(convert_charrefs=False)
        self.gatherer = gatherer
        self.lines = [0, *accumulate(len(line) + 1 for line in gatherer.source.split("\n"))]

    def here(self) -> int:
        """Return where the parser stands."""
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def walk(self) -> None:
        """Walk to the end; raises PassageError if a tag that never closes takes marks with it."""
        # html.parser stops at half an entity, and at a section that it does not know
        self.feed(self.gatherer.source.replace("&", "\x01").replace("<![", "<!_"))
        tail = self.gatherer.source[self.here() :]
        if tail and not self.gatherer.unseen and any(sign in tail for sign in ("&", HALF, *MARKS)):
            self.gatherer.stop("broken-markup", self.here(), "a tag that never closes")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        self.gatherer.start(tag, self.here(), dict(attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin and end an element, as XHTML means it."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        self.gatherer.end(tag, self.here())

    def handle_data(self, data: str) -> None:
        """Add text, entity by entity."""
        at = self.here()
        end = at + len(data)
        for found in ENTITY.finditer(self.gatherer.source, at, end):
            self.gatherer.data(self.gatherer.source[at : found.start()], at)
            self.gatherer.entity(found[0], found.start())
            at = found.end()
        self.gatherer.data(self.gatherer.source[at:end], at)

    def handle_decl(self, decl: str) -> None:
        """Refuse entities that a page declares."""
        if "[" in decl:
            self.gatherer.stop("hostile-markup", self.here(), DECLARES)


def walk_xml(gatherer: Gatherer) -> None:
    """Walk through XML; raises PassageError for a document type, and where it is not well-formed."""
    data = gatherer.source.encode("utf-8", "replace")  # half a pair of UTF-16 becomes a sign like any other
    parser = expat.ParserCreate("utf-8")
    parser.UseForeignDTD(True)  # so that an entity without a declaration is told and no fault
    passed = [0, 0]  # bytes and characters

    def offset() -> int:
        now = parser.CurrentByteIndex
        passed[1] += len(data[passed[0] : now].decode("utf-8"))
        passed[0] = now
        return passed[1]

    def local(name: str) -> str:
        return name.rpartition(":")[2]

    def start(name: str, attributes: dict[str, str]) -> None:
        gatherer.start(local(name), offset(), attributes)

    def end(name: str) -> None:
        gatherer.end(local(name), offset())

    def text(characters: str) -> None:
        gatherer.data(characters, offset())

    def entity(name: str, is_parameter: bool) -> None:
        gatherer.entity(f"&{name};", offset())

    def refuse(*_: object) -> None:
        gatherer.stop("hostile-markup", gatherer.source.rfind("<!", 0, offset() + 2), TYPED)

    handlers: dict[str, Callable[..., None]] = {
        "StartElementHandler": start,
        "EndElementHandler": end,
        "CharacterDataHandler": text,
        "SkippedEntityHandler": entity,
        "StartDoctypeDeclHandler": refuse,
    }
    for name, handler in handlers.items():
        setattr(parser, name, handler)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        at = len(data[: parser.ErrorByteIndex].decode("utf-8", "ignore"))
        gatherer.stop("broken-markup", at, expat.ErrorString(error.code))


def extract(source: str, kind: Literal["html", "xml"]) -> Page:
    """Return what a page shows.

    Blocks are lines, what is inline joins; glosses stand in brackets, pages are marked `<pb:…>`. What
    stands for a character and is none, an image or a gap, is 〓. Of several alternatives the first
    is read. Raises PassageError with the code `hostile-markup` or `broken-markup`.
    """
    gatherer = Gatherer(source, kind)
    if kind == "html":
        Html(gatherer).walk()
    else:
        walk_xml(gatherer)
    return gatherer.page()


# --- its rows ---------------------------------------------------------------------------------

FLAT: Final = "utf-32-le"  # in which byte 4n is character n
PLACE: Final = re.compile(r"line (\d+), column (\d+)")


def read(
    source: str,
    *,
    offset: int = 0,
    encoding: str = "utf-8",
    known: Mapping[str, frozenset[str]] | None = None,
) -> Passage:
    """Read every row of a text, or of what it shows if it is a page.

    Places are those of the marks in the source, counted in bytes of `encoding` from `offset`. Raises
    PassageError as `passage.read` and `extract` do.
    """
    begin, kind = Place(1, 1, offset), language(source)
    if kind is None:
        return passage.read([Excerpt(source, begin)], encoding=encoding, known=known)
    page = extract(source, kind)
    try:
        found = passage.read([Excerpt(page.text)], encoding=FLAT, known=known)
    except PassageError as error:
        error.args = tuple(relocated([str(error)], page, source))
        raise
    origins = {
        mark.where.byte: page.origin(mark.where.byte // 4) for each in found.readings for mark in each.marks
    }
    where = places([Excerpt(source, begin)], sorted(set(origins.values())), encoding)
    there = {byte: where[origin] for byte, origin in origins.items()}
    faults = relocated(found.warnings, page, source)
    if page.alternatives is not None:
        at = places([Excerpt(source)], [page.alternatives], "utf-8")[page.alternatives]
        faults.append(f"alternatives: line {at.line}, column {at.column}: only the first of several is read")
    spans = ((page.origin(start), page.origin(end - 1) + 1) for start, end in found.spans)
    return Passage(tuple(moved(each, there) for each in found.readings), tuple(faults), tuple(spans))


def moved(reading: Reading, there: Mapping[int, Place]) -> Reading:
    """Return a reading with its marks at their places in the source, which go by their bytes in the text."""
    marks = tuple(
        mark._replace(where=there[mark.where.byte]._replace(page=mark.where.page)) for mark in reading.marks
    )
    variants = glyph_variants(marks)
    warnings = tuple(next(variants) if w.startswith("glyph-variant:") else w for w in reading.warnings)
    return reading._replace(marks=marks, warnings=warnings)


def relocated(messages: Sequence[str], page: Page, source: str) -> list[str]:
    """Return messages with their places in the source and not in the text that the page shows."""
    begins = [0, *accumulate(len(line) + 1 for line in page.text.split("\n"))]

    def origin(found: re.Match[str]) -> int:
        return page.origin(begins[int(found[1]) - 1] + int(found[2]) - 1)

    told = {origin(found) for message in messages for found in PLACE.finditer(message)}
    where = places([Excerpt(source)], sorted(told), "utf-8")

    def there(found: re.Match[str]) -> str:
        return "line {0.line}, column {0.column}".format(where[origin(found)])

    return [PLACE.sub(there, message) for message in messages]
