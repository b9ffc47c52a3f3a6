"""What docs/ has ready for who has no Python: each file is what a fresh build gives."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from conftest import NAMES

from touhu_music import Use, library, perform, plan, witness
from touhu_music.kit import printed
from touhu_music.language import Language
from touhu_music.player import building
from touhu_music.render import Options, file_of
from touhu_music.sound import USUAL
from touhu_music.witnessfile import load

DOCS: Final = Path(__file__).parents[1] / "docs"


def player() -> bytes:
    books = [load(path) for path in library.witnesses().values()]
    return building.to_html(books, Language.ENGLISH)


def card() -> bytes:
    performances = [perform(witness("A").reading(name), use, plan()) for name in NAMES for use in Use]
    return printed("card.pdf", performances, Options())


def loop(name: str) -> Callable[[], bytes]:
    def sound() -> bytes:
        performance = perform(witness("A").reading(name), Use.TOUHU, plan())
        return bytes(file_of("mp3", performance, Options(audio=replace(USUAL, loop=True))))

    return sound


FILES: Final = {
    "touhu.html": player,
    "card.pdf": card,
    **{f"{name}_touhu_loop.mp3": loop(name) for name in NAMES},
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_ready_is_what_a_fresh_build_gives(name: str) -> None:
    data = FILES[name]()
    if os.environ.get("TOUHU_GOLDEN") == "update":
        (DOCS / name).write_bytes(data)
    assert (DOCS / name).read_bytes() == data, "make golden builds it anew"


def test_the_readmes_lead_to_what_is_ready() -> None:
    for readme in ("README.md", "README.zh.md"):
        text = (DOCS.parent / readme).read_text(encoding="utf-8")
        assert all(f"docs/{name}" in text for name in FILES), readme
        assert text.index("docs/touhu.html") < text.index("\n## ")
