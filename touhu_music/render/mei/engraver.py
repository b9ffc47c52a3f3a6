"""verovio, loaded when it is needed: it engraves MEI, and plays it as MIDI."""

from __future__ import annotations

from typing import Any, Final

from touhu_music.errors import RenderError

ALWAYS: Final = {
    "expandNever": True,  # it would warn that it cannot expand what is doubtful
    "xmlIdSeed": 1,  # the same input gives the same bytes
}


def load(mei: str, **options: object) -> Any:
    """Return a toolkit of verovio that has read an MEI file; raises RenderError if it cannot read it."""
    import verovio

    toolkit = verovio.toolkit()
    toolkit.setOptions(ALWAYS | options)
    if not toolkit.loadData(mei):
        raise RenderError("verovio cannot read the MEI")
    return toolkit
