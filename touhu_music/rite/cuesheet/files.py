"""The cue sheet as data: the rows with their columns as JSON and CSV, read back before they are handed on."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING

from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.rite.cues import Sheet, shape
from touhu_music.rite.cuesheet.lines import hanzi, props_shape, tongue

if TYPE_CHECKING:
    from touhu_music.rite.cuesheet.timings import Timings


def rows(
    sheet: Sheet, language: Language, *, props: bool = False, timings: Timings | None = None
) -> list[dict[str, object]]:
    """Return the rows of the sheet, or what is needed.

    With the rows go the people who play them and the minutes of a rehearsal, where these are known.
    """
    if props:
        return props_shape(sheet)
    hans = language is Language.SIMPLIFIED
    found = [shape(cue, sheet, tongue(language), hans=hans) for cue in sheet.cues]
    found = [row | {"action": hanzi(str(row["action"]), language)} for row in found]
    if any(cue.people for cue in sheet.cues):
        found = [row | {"people": cue.people} for row, cue in zip(found, sheet.cues, strict=True)]
    return [row | more for row, more in zip(found, timings.columns(), strict=True)] if timings else found


def to_json(
    sheet: Sheet, language: Language, *, props: bool = False, timings: Timings | None = None
) -> bytes:
    """Write the rows as a list of objects."""
    found = rows(sheet, language, props=props, timings=timings)
    data = (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()
    if json.loads(data) != found:
        raise RenderError("the JSON does not give back the rows")
    return data


def to_csv(sheet: Sheet, language: Language, *, props: bool = False, timings: Timings | None = None) -> bytes:
    """Write the rows as a table with a line of column names; what there is not is empty."""
    found = rows(sheet, language, props=props, timings=timings)
    table = [{key: "" if value is None else str(value) for key, value in row.items()} for row in found]
    data = StringIO()
    writer = csv.DictWriter(data, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    if list(csv.DictReader(StringIO(data.getvalue()))) != table:
        raise RenderError("the CSV does not give back the rows")
    return data.getvalue().encode()
