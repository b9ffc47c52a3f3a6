"""An apparatus as a file: JSON, CSV, and a page for a browser with its letters inside."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from io import StringIO
from itertools import count
from typing import Any, Final

from touhu_music.edition import apparatus as told
from touhu_music.edition.collation import Apparatus, Check, Form, shared
from touhu_music.language import SYLLABLES, Language, Syllables, word
from touhu_music.notation import Drum, Section
from touhu_music.reading import in_language
from touhu_music.webpage import document
from touhu_music.witnessfile import Doubt, Report, Verdict

Shape = dict[str, Any]


def shape(apparatus: Apparatus, language: Language, *, with_doubtful: bool = False) -> Shape:
    """Give an apparatus as JSON: keys are added, never renamed."""
    return {
        "cadence": apparatus.cadence,
        "base": apparatus.base,
        "same": list(apparatus.same),
        "lacking": list(apparatus.lacking),
        "entries": [
            {
                "section": entry.section,
                "position": entry.position,
                "lemma": entry.lemma,
                "sentence": told.sentence(apparatus, entry, language),
                "readings": [of_reading(apparatus, form, language) for form in entry.readings],
            }
            for entry in apparatus.entries
        ],
        "forms": [of_form(form, language) for form in apparatus.forms],
        "doubts": [
            {"witness": siglum, "section": doubt.section, **of_doubt(doubt, language)}
            for siglum, doubt in apparatus.doubts
        ],
        "second_hand": [
            {"through": through, **of_report(report, language)} for through, report in apparatus.rowless
        ],
        "checks": [of_check(check) for check in apparatus.checks],
        "distances": apparatus.distances,
        "shared": [
            {"witnesses": list(dict.fromkeys(pair)), "edits": count}
            for pair, count in shared([apparatus], with_doubtful=with_doubtful).items()
        ],
    }


def to_json(shapes: Shape | list[Shape]) -> bytes:
    """Write an apparatus, or a list of them."""
    return json.dumps(shapes, ensure_ascii=False, indent=1).encode() + b"\n"


def of_form(form: Form, language: Language) -> Shape:
    """Give who has which row of a section, and which strokes of it are doubtful.

    `doubtful` says that a difference from the base rests on a doubted stroke.
    """
    return {
        "section": form.section,
        "row": form.row,
        "witnesses": list(form.witnesses),
        "count": len(form.witnesses),
        "doubtful": form.doubtful,
        "doubts": [of_doubt(doubt, language) for doubt in form.doubts],
        "second_hand": form.through or None,
    }


def of_doubt(doubt: Doubt, language: Language) -> Shape:
    """Give a doubtful stroke and why it is so."""
    return {"place": doubt.place, "code": doubt.code, "reason": doubt.reason(language)}


def of_report(report: Report, language: Language) -> Shape:
    """Give what a book says of another."""
    said = {key: in_language(getattr(report, key), language) for key in ("whose", "remark")}
    return report._asdict() | said


def of_reading(apparatus: Apparatus, form: Form, language: Language) -> Shape:
    """Give a form that differs, with its edits and what is thought of it."""
    return {
        **of_form(form, language),
        "kind": form.kind,
        "verdicts": list(form.verdicts),
        "judgement": told.judgement(form, language),
        "distance": form.alignment.distance,
        "alignments": form.alignment.ways,
        "edits": [edit._asdict() for edit in form.edits],
        "doubtful_edits": [edit.place for edit in form.edits if any(form.touched(edit))],
    }


def of_check(check: Check) -> Shape:
    """Give an expected number of strokes, where it comes from, and who has another."""
    return {
        "section": None if check.note else Section.AFTER_HALF,
        "pi": check.pi,
        "gu": check.gu,
        "witness": check.siglum,
        "whose": check.note.whose if check.note else None,
        "note": check.note.note if check.note else None,
        "failing": [{"witness": siglum, "pi": pi, "gu": gu} for siglum, pi, gu in check.failing],
    }


COLUMNS: Final = (
    *("cadence", "base", "section", "position", "lemma", "kind", "row", "witnesses", "count", "doubtful"),
    *("second_hand", "verdicts", "judgement", "distance", "alignments", "edits"),
)


def to_csv(apparatuses: Iterable[Apparatus], language: Language) -> bytes:
    """Write a line a reading; an edit is written `omission 3 ○○>○`.

    After the readings of a row come the doubtful strokes on which none rests, then the reports at
    second hand that imply no row, both without edits.
    """
    data = StringIO()
    writer = csv.DictWriter(data, COLUMNS, restval="", lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    for apparatus in apparatuses:
        for line in (
            *readings(apparatus, language),
            *doubts(apparatus, language),
            *reports(apparatus, language),
        ):
            writer.writerow(line | {"cadence": apparatus.cadence, "base": apparatus.base})
    return data.getvalue().encode()


def readings(apparatus: Apparatus, language: Language) -> Iterator[Shape]:
    """Yield a line for each form that differs."""
    for entry in apparatus.entries:
        for form in entry.readings:
            line = of_reading(apparatus, form, language)
            yield (
                line
                | {"position": entry.position, "lemma": entry.lemma}
                | {key: " ".join(line[key]) for key in ("witnesses", "verdicts")}
                | {"doubtful": "yes" if form.doubtful else "no"}
                | {"edits": "; ".join(f"{kind} {place} {a}>{b}" for kind, place, a, b in form.edits)}
            )


def doubts(apparatus: Apparatus, language: Language) -> Iterator[Shape]:
    """Yield a line for each doubtful stroke on which no difference rests; its lemma is the stroke."""
    for siglum, doubt in apparatus.doubts_apart:
        printed = (each for each in apparatus.of(doubt.section) if not each.through)
        form = next(each for each in printed if siglum in each.witnesses)
        yield {
            **{"section": doubt.section, "position": doubt.place, "lemma": form.row[doubt.place - 1]},
            **{"kind": Verdict.DOUBTFUL, "row": form.row, "witnesses": siglum, "count": 1},
            **{"doubtful": "yes", "judgement": told.doubt(doubt, language)},
        }


def reports(apparatus: Apparatus, language: Language) -> Iterator[Shape]:
    """Yield a line for each report at second hand that implies no row, at the place of its gloss."""
    for through, report in apparatus.rowless:
        said = of_report(report, language)
        yield {
            **{"section": report.section, "position": report.after + 1, "witnesses": report.siglum},
            **{"count": 1, "doubtful": "no", "second_hand": through},
            "judgement": f"{said['whose']}: 「{report.note}」; {said['remark']}",
        }


# --- the page ----------------------------------------------------------------------------------

STYLE: Final = """\
body { margin: 0 auto; max-width: 62rem; padding: 1rem; line-height: 1.6; color: #111; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.25rem; margin-top: 2.5rem } h3 { font-size: 1rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse } th, td { padding: .15rem .6rem; text-align: left; font-weight: normal }
.forms td:first-child { white-space: nowrap; font-size: 1.15rem }
.number td, .number th { text-align: right } thead th, tbody th { color: #555 }
mark { background: #fde7a8; color: inherit; outline: 1px solid #b98900 }
.none { display: inline-block; width: 1em; line-height: 1; text-align: center; color: #777 }
dt { margin-top: .8rem } dd { margin: 0 0 0 1.5rem; color: #444 }
p.said, ul.said { color: #444 }
.doubtful { border-bottom: 2px dashed #a33 }
@media print { body { max-width: none } h2 { break-after: avoid } table, dt { break-inside: avoid } }
"""


def to_html(apparatuses: Sequence[Apparatus], language: Language, *, with_doubtful: bool = False) -> bytes:
    """Write a page that needs nothing beside it; what the fonts lack is left to those of the reader.

    Raises RenderError where the font of the language is not installed.
    """
    heading = escape(word("collation", language))
    parts = "\n".join(part(apparatus, language) for apparatus in apparatuses)
    sample = f'<br>\n<span class="doubtful">○</span> {escape(word("dashed", language))}'
    dashed = sample if any(apparatus.doubts for apparatus in apparatuses) else ""
    body = f"""<h1>{heading}</h1>
<p class="said">{escape(word("signs", language)).format("<mark>○□</mark>")}{dashed}</p>
{parts}
{agreement(apparatuses, language, with_doubtful=with_doubtful)}
<p class="said">{escape(told.citation(apparatuses, language))}</p>"""
    return document(word("collation", language), body, STYLE, language)


def part(apparatus: Apparatus, language: Language) -> str:
    """Show one row: its forms, its entries, its counts."""
    name = escape(f"{told.heading(apparatus, language)} ({apparatus.cadence})")
    facts = "<br>\n".join(map(escape, told.facts(apparatus, language)))
    entries = "\n".join(
        f"<dt>{escape(told.sentence(apparatus, entry, language))}</dt>\n"
        + "\n".join(
            f"<dd>{escape(told.sigla(apparatus, form, language))}: {escape(told.judged(form, language))}</dd>"
            for form in entry.readings
        )
        for entry in apparatus.entries
    )
    doubts = "<br>\n".join(map(escape, told.doubted(apparatus, language)))
    reports = "<br>\n".join(map(escape, told.reported(apparatus, language)))
    numbers = "\n".join(f"<li>{escape(line)}</li>" for line in told.counts(apparatus, language))
    listed = f"<dl>\n{entries}\n</dl>" if entries else f"<p>{escape(word('no-difference', language))}</p>"
    return f"""<section id="{apparatus.cadence}">
<h2>{name}</h2>
<p class="said">{facts}</p>
{"".join(table(apparatus, section, language) for section in Section)}{listed}
{f"<p>{doubts}</p>" if doubts else ""}
{f"<p>{reports}</p>" if reports else ""}
<ul class="said">
{numbers}
</ul>
</section>"""


def table(apparatus: Apparatus, section: Section, language: Language) -> str:
    """Set the forms of a section under each other, each with its number of books and their sigla."""
    forms = apparatus.of(section)

    def named(form: Form) -> str:
        return told.sigla(apparatus, form, language) + told.flags(form, apparatus, language)

    lines = "\n".join(
        f'<tr><td>{marks(form, pieces, language)}</td><td class="number">{len(form.witnesses)}</td>'
        f"<td>{escape(named(form))}</td></tr>"
        for form, pieces in zip(forms, told.columns(forms), strict=True)
    )
    return f"""<h3>{escape(word(section, language))}</h3>
<div class="scroll"><table class="forms">
{lines}
</table></div>
"""


def marks(form: Form, pieces: Sequence[told.Piece], language: Language) -> str:
    """Print a row with what differs made bright; it is read aloud as the syllables of its strokes."""
    places, written = {doubt.place for doubt in form.doubts}, count(1)

    def sign(mark: str) -> str:
        if mark == told.NOTHING:
            return f'<span class="none">{mark}</span>'
        return f'<span class="doubtful">{mark}</span>' if next(written) in places else mark

    shown = ""
    for differs, text in pieces:
        signs = "".join(map(sign, text))
        shown += f"<mark>{signs}</mark>" if differs else signs
    spelling = SYLLABLES[Syllables.HANGUL if language is Language.KOREAN else Syllables.HANZI]
    spoken = " ".join(spelling[Drum(mark)] for mark in form.row)
    return f'<span role="img" aria-label="{form.row}: {spoken}">{shown}</span>'


def agreement(apparatuses: Sequence[Apparatus], language: Language, *, with_doubtful: bool) -> str:
    """Show which deviations books share, if any do, with what that does not prove."""
    found = told.agreement(apparatuses, with_doubtful=with_doubtful)
    if not found:
        return ""
    head = "".join(f'<th scope="col">{siglum}</th>' for siglum in found[0][1:])
    lines = "\n".join(
        f'<tr><th scope="row">{line[0]}</th>{"".join(f"<td>{cell}</td>" for cell in line[1:])}</tr>'
        for line in found[1:]
    )
    return f"""<section>
<h2>{escape(word("shared", language).format(apparatuses[0].base))}</h2>
<div class="scroll"><table class="number">
<thead><tr><td></td>{head}</tr></thead>
<tbody>
{lines}
</tbody>
</table></div>
<p class="said">{escape(word("no-stemma", language))}</p>
</section>
"""
