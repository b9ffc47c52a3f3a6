"""The measures as they are told: lines, JSON, a table, a page."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from io import StringIO
from itertools import groupby
from typing import Any, Final, NamedTuple

from touhu_music.errors import RenderError
from touhu_music.language import Language, number, word, words
from touhu_music.rite.measures import measures, reckoning
from touhu_music.rite.measures.measures import Belly, Exact, Pot, Root, Row, Venue
from touhu_music.rite.measures.reckoning import Step

POWERS: Final = {"寸": 1, "寸²": 2, "寸³": 3}
METRIC: Final = {"寸": "cm", "寸²": "cm²", "寸³": "cm³"}


class Asked(NamedTuple):
    """What is asked for: of all venues and pots unless one is named."""

    venue: Venue | None = None
    pot: Pot | None = None
    belly: Belly = Belly.ZHU
    foot: Fraction | None = None  # centimetres

    @property
    def whole(self) -> bool:
        """Tell whether nothing was left out."""
        return self.venue is None and self.pot is None

    @property
    def reckoned(self) -> bool:
        """Tell whether the volume is wanted: it is of the pot of the 禮記."""
        return self.pot is Pot.LIJI or self.whole


def rows(asked: Asked) -> tuple[Row, ...]:
    """Return the measures that are asked for."""
    placed = measures.venues(asked.venue) if asked.venue or asked.whole else ()
    return (
        *placed,
        *(measures.things() if asked.whole else ()),
        *(row for each in pots(asked) for row in measures.pot(each, asked.belly)),
    )


def pots(asked: Asked) -> list[Pot]:
    """Return the pots that are asked for."""
    return list(Pot) if asked.whole else [asked.pot] if asked.pot else []


def in_chi(cun: Exact) -> str:
    """Tell a length of ten 寸 and more in 尺: `2 尺 8 寸`, `√40 尺 = 6.3246 尺`."""
    if isinstance(cun, Root):
        length = Root(cun.square / measures.CUN_OF_CHI**2)
        return f"{measures.exactly(length)} 尺 = {measures.decimal(length)} 尺"
    chi, rest = divmod(cun, measures.CUN_OF_CHI)
    return " ".join(
        [*([f"{chi} 尺"] if chi else []), *([f"{measures.exactly(rest)} 寸"] if rest or not chi else [])]
    )


def amount(value: Exact, unit: str, foot: Fraction | None, *, chi: bool = True) -> str:
    """Tell a measure, a long one in 尺 as well, and in centimetres where there is a foot."""
    told = f"{measures.shown(value)} {unit}"
    if chi and unit == "寸" and measures.squared(value) >= measures.CUN_OF_CHI**2:
        told += f" = {in_chi(value)}"
    if foot is not None and unit in POWERS:
        told += f" = {number(measures.centimetres(value, foot, POWERS[unit]))} {METRIC[unit]}"
    return told


def item(row: Row, language: Language) -> str:
    """Name the thing of a measure."""
    return words(f"measure-{row.item}", language)


def quantity(row: Row, language: Language) -> str:
    """Name what of the thing is measured."""
    key = {"arrow": "arrow-length", "fu": "arrow-fu"}.get(row.quantity, row.quantity)
    return word(f"measure-{key}", language)


def whence(row: Row, language: Language) -> str:
    """Tell the basis of a measure, its books, and the words that say so."""
    basis = word(f"cue-basis-{row.basis}", language)
    books = [measures.BOOKS[book] for book in row.books]
    quote = f"「{row.quote}」" if row.books and row.quote else row.quote
    return ", ".join(filter(None, (basis, *books, quote)))


def prints(step: Step, language: Language) -> str:
    """Tell what the books print at a step, a slip marked as one."""
    seed = f"{word('measure-prints-seed', language)} 「{step.seed}」" if step.seed else ""
    if seed and step.slip:
        seed += f" [{word('measure-slip', language)}]"
    zhushu = f"{word('measure-prints-zhushu', language)} 「{step.zhushu}」" if step.zhushu else ""
    return "; ".join(filter(None, (seed, zhushu)))


def remarks(asked: Asked, language: Language) -> Iterator[str]:
    """Tell what the foot is, as it was named or not."""
    yield word("measure-unit", language)
    if asked.foot is not None:
        yield word("measure-foot-named", language).format(number(asked.foot))


def reckonings() -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Yield each reckoning of the belly with the name of its head, which is its key in JSON too."""
    yield "volume", reckoning.steps()
    yield "zhu", reckoning.zhu_steps()


def after(language: Language) -> Iterator[str]:
    """Tell what follows from the reckoning: 孔's verdict, and the figures of today."""
    yield word("measure-verdict", language)
    yield f"{word('measure-modern', language)}:"
    for sheng in (20, 15):
        cubic = measures.volume(sheng)
        width, girth = (measures.decimal(each) for each in reckoning.modern(cubic))
        yield "  " + word("measure-modern-line", language).format(number(cubic), width, girth)


def slips(language: Language) -> Iterator[str]:
    """Tell the slips of the texts, and what stands elsewhere or comes out."""
    for slip in reckoning.SLIPS:
        why = f" ({slip.why})" if slip.why else ""
        yield f"{measures.BOOKS[slip.book]} 「{slip.printed}」 → 「{slip.right}」{why}"


def notes(language: Language) -> Iterator[str]:
    """Tell what the props are made of, each with its books."""
    for note in measures.NOTES:
        said = [measures.BOOKS[book] for book in note.books] + ([f"「{note.quote}」"] if note.quote else [])
        yield f"{word(f'measure-note-{note.key}', language)}  [{', '.join(said)}]"


def lines(asked: Asked, language: Language) -> Iterator[str]:
    """Tell the measures, then the volume step by step, then what the books differ in."""
    yield words("measure-title", language)
    yield from remarks(asked, language)
    for group, found in groupby(rows(asked), lambda row: row.group):
        yield from ("", words(f"measure-{group}", language))
        for _, of_one in groupby(found, lambda row: row.item):
            several = list(of_one)
            yield f"  {item(several[0], language)}{ears(several[0], language)}"
            for row in several:
                told = amount(row.value, row.unit, asked.foot)
                yield f"    {quantity(row, language)}: {told}  [{whence(row, language)}]"
    if asked.reckoned:
        for head, found_steps in reckonings():
            yield from ("", words(f"measure-{head}", language))
            for step in found_steps:
                told = amount(step.value, step.unit, asked.foot, chi=False)
                told = f"{step.rule} → {told}" if step.rule else told
                printed = f"  [{prints(step, language)}]" if prints(step, language) else ""
                yield f"  {word(f'measure-step-{step.key}', language)}: {told}{printed}"
        yield ""
        yield from after(language)
        yield from ("", words("measure-slips", language), *(f"  {each}" for each in slips(language)))
    if asked.whole:
        yield from ("", words("measure-notes", language), *(f"  {each}" for each in notes(language)))
        yield from ("", words("measure-disputes", language))
        yield from (f"  {word(f'measure-dispute-{each}', language)}" for each in measures.DISPUTES)


def ears(row: Row, language: Language) -> str:
    """Tell of a pot whether it has ears."""
    if row.group != "pot":
        return ""
    return f" ({word(f'measure-ears-{measures.EARS[Pot(row.item)]}', language)})"


# --- for other programs --------------------------------------------------------------------------


def plain(value: Exact) -> int | float:
    """Return a number that JSON has, to four decimals."""
    near = measures.rounded(value)
    return int(near) if near.denominator == 1 else float(near)


def of_value(value: Exact, unit: str, foot: Fraction | None) -> dict[str, Any]:
    """Give a measure exact, rounded, and in centimetres where there is a foot."""
    metric = foot is not None and unit in POWERS
    return {
        "exact": measures.symbol(value),
        "value": plain(value),
        "unit": unit,
        "cm": plain(measures.centimetres(value, foot, POWERS[unit])) if metric else None,
    }


def shape(asked: Asked) -> dict[str, Any]:
    """Give the measures as JSON: keys are added, never renamed."""
    found: dict[str, Any] = {
        "foot_cm": None if asked.foot is None else plain(asked.foot),
        "ears": {str(each): measures.EARS[each] for each in pots(asked)},
        "measures": [
            {
                "group": row.group,
                "item": str(row.item),
                "quantity": row.quantity,
                **of_value(row.value, row.unit, asked.foot),
                "basis": row.basis,
                "sources": list(row.books),
                "quote": row.quote,
            }
            for row in rows(asked)
        ],
    }
    if asked.reckoned:
        found |= {head: [of_step(step, asked.foot) for step in steps] for head, steps in reckonings()}
        found["slips"] = [slip._asdict() for slip in reckoning.SLIPS]
        found["modern"] = {
            f"{sheng} 升": dict(zip(("width", "girth"), map(plain, reckoning.modern(cubic)), strict=True))
            for sheng in (20, 15)
            for cubic in [measures.volume(sheng)]
        }
    return found


def of_step(step: Step, foot: Fraction | None) -> dict[str, Any]:
    """Give a step of a reckoning."""
    return {
        "step": step.key,
        "rule": step.rule,
        **of_value(step.value, step.unit, foot),
        "seed": step.seed,
        "zhushu": step.zhushu,
        "slip": step.slip,
    }


def to_json(asked: Asked) -> bytes:
    """Write the measures as an object, read back."""
    found = shape(asked)
    data = (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()
    if json.loads(data) != found:
        raise RenderError("the JSON does not give back the measures")
    return data


COLUMNS: Final = (
    "group", "item", "quantity", "exact", "value", "unit", "cm", "basis", "sources", "quote",
    "zhushu", "slip",
)  # fmt: skip
"""`quote` is of the first source, `zhushu` as 禮記注疏 has it, `slip` whether the quote is one; `cm` are
square or cubic where the unit is."""


def to_csv(asked: Asked) -> bytes:
    """Write a line for each measure and each step of the volume, read back; what there is not is empty."""
    found = shape(asked)
    plain_rows = {"zhushu": None, "slip": None}
    table = [row | {"sources": " ".join(row["sources"])} | plain_rows for row in found["measures"]]
    for head, books in (("volume", "001 zhushu"), ("zhu", "yishu")):
        for step in found.get(head, []):
            known = {key: step[key] for key in ("exact", "value", "unit", "cm", "zhushu")}
            table.append(
                {"group": head, "item": step["step"], "quantity": step["rule"], "basis": "commentary"}
                | {"sources": books, "quote": step["seed"], "slip": "slip" if step["slip"] else None}
                | known
            )
    text = [{key: "" if (value := row[key]) is None else str(value) for key in COLUMNS} for row in table]
    out = StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(text)
    if list(csv.DictReader(StringIO(out.getvalue()))) != text:
        raise RenderError("the table does not give back the measures")
    return out.getvalue().encode()


STYLE: Final = """\
body { margin: 0 auto; max-width: 60rem; padding: 1rem; line-height: 1.5; color: #111; background: #fff }
h1 { font-size: 1.5rem }
h2 { font-size: 1.2rem; margin: 2rem 0 .3rem; border-bottom: 1px solid #111; break-after: avoid }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
td, th { padding: .2rem .6rem .2rem 0; text-align: left; vertical-align: top; font-weight: normal }
tr { border-top: 1px solid #ddd; break-inside: avoid } tr:first-child { border-top: none }
th { color: #444; font-size: .85rem } td.whence { color: #444; font-size: .9rem }
td.item { font-weight: bold }
td span { white-space: nowrap }
.slip { background: #fde7a8 }
@media print { .scroll { overflow: visible } }
"""


def to_html(asked: Asked, language: Language) -> bytes:
    """Write the measures as a page; raises RenderError where the font of the language is not installed."""
    from touhu_music.webpage import document

    title = words("measure-title", language)
    body = f"<h1>{escape(title)}</h1>\n" + paragraphs(remarks(asked, language))
    for group, found in groupby(rows(asked), lambda row: row.group):
        body += f"<h2>{escape(words(f'measure-{group}', language))}</h2>\n"
        body += table(("item", "quantity", "value", "basis"), cells(list(found), asked, language), language)
    if asked.reckoned:
        for head, found_steps in reckonings():
            body += f"<h2>{escape(words(f'measure-{head}', language))}</h2>\n"
            columns = ("item", "rule", "value", *(["prints"] if has_prints(found_steps) else []))
            body += table(columns, worked(found_steps, asked, language), language)
        body += paragraphs(after(language))
        body += f"<h2>{escape(words('measure-slips', language))}</h2>\n" + listed(slips(language))
    if asked.whole:
        body += f"<h2>{escape(words('measure-notes', language))}</h2>\n" + listed(notes(language))
        body += f"<h2>{escape(words('measure-disputes', language))}</h2>\n"
        body += listed(word(f"measure-dispute-{each}", language) for each in measures.DISPUTES)
    return document(title, body, STYLE, language)


def paragraphs(texts: Iterable[str]) -> str:
    """Put texts below each other."""
    return "".join(f"<p>{escape(each.strip())}</p>\n" for each in texts)


def listed(texts: Iterable[str]) -> str:
    """Put texts into a list."""
    return "<ul>\n" + "".join(f"<li>{escape(each)}</li>\n" for each in texts) + "</ul>\n"


def table(columns: Sequence[str], body: Iterable[str], language: Language) -> str:
    """Put rows below the names of their columns."""
    heads = "".join(f"<th>{escape(word(f'measure-column-{each}', language))}</th>" for each in columns)
    return f'<div class="scroll"><table>\n<tr>{heads}</tr>\n{"".join(body)}</table></div>\n'


def cells(found: Sequence[Row], asked: Asked, language: Language) -> Iterator[str]:
    """Yield the measures of a group, the thing named once."""
    last = ""
    for row in found:
        name = item(row, language) + ears(row, language) if row.item != last else ""
        last = row.item
        yield (
            f'<tr><td class="item">{escape(name)}</td><td>{escape(quantity(row, language))}</td>'
            f"<td>{unbroken(amount(row.value, row.unit, asked.foot))}</td>"
            f'<td class="whence">{escape(whence(row, language))}</td></tr>\n'
        )


def unbroken(told: str) -> str:
    """Keep each number of a measure on a line with its unit."""
    return " = ".join(f"<span>{escape(each)}</span>" for each in told.split(" = "))


def has_prints(steps: Sequence[Step]) -> bool:
    """Tell whether anything that a book prints stands beside the steps."""
    return any(step.seed or step.zhushu for step in steps)


def worked(steps: Sequence[Step], asked: Asked, language: Language) -> Iterator[str]:
    """Yield the steps of a reckoning, those with a slip marked."""
    for step in steps:
        texts = [escape(word(f"measure-step-{step.key}", language)), step.rule]
        texts.append(unbroken(amount(step.value, step.unit, asked.foot, chi=False)))
        if has_prints(steps):
            texts.append(escape(prints(step, language)))
        mark = ' class="slip"' if step.slip else ""
        yield f"<tr{mark}>" + "".join(f"<td>{each}</td>" for each in texts) + "</tr>\n"
