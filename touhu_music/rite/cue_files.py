"""The cue sheet as data: the rows with their columns as JSON and CSV, read back before they are handed on."""

from __future__ import annotations

import csv
import json
from io import StringIO

from touhu_music.errors import RenderError
from touhu_music.language import Language
from touhu_music.rite.cue_lines import hanzi, props_shape, tongue
from touhu_music.rite.cues import Sheet, shape


def rows(sheet: Sheet, language: Language, *, props: bool = False) -> list[dict[str, object]]:
    """Return the rows of the sheet, or of the list of what is needed."""
    if props:
        return props_shape(sheet)
    hans = language is Language.SIMPLIFIED
    found = [shape(cue, sheet, tongue(language), hans=hans) for cue in sheet.cues]
    return [row | {"action": hanzi(str(row["action"]), language)} for row in found]


def to_json(sheet: Sheet, language: Language, *, props: bool = False) -> bytes:
    """Write the rows as a list of objects."""
    found = rows(sheet, language, props=props)
    data = (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()
    if json.loads(data) != found:
        raise RenderError("the JSON does not give back the rows")
    return data


def to_csv(sheet: Sheet, language: Language, *, props: bool = False) -> bytes:
    """Write the rows as a table with a line of column names; what there is not is empty."""
    found = rows(sheet, language, props=props)
    table = [{key: "" if value is None else str(value) for key, value in row.items()} for row in found]
    data = StringIO()
    writer = csv.DictWriter(data, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    if list(csv.DictReader(StringIO(data.getvalue()))) != table:
        raise RenderError("the CSV does not give back the rows")
    return data.getvalue().encode()
