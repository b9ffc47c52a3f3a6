"""The page in a real browser, for the tests of this folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from conftest import need
from player.visiting import SPY

from touhu_music import library
from touhu_music.language import Language
from touhu_music.player.building import to_html
from touhu_music.witnessfile import Witness, load


@pytest.fixture(scope="module")
def books() -> tuple[Witness, ...]:
    return tuple(load(path) for path in library.witnesses().values())


@pytest.fixture(scope="module")
def address(books: tuple[Witness, ...], tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "touhu.html"
    file.write_bytes(to_html(books, Language.ENGLISH))
    return file.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = need("chromium")
    with driver.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Any, address: str) -> Callable[..., Any]:
    @contextmanager
    def visited(fragment: str = "", size: tuple[int, int] = (390, 844), **choices: Any) -> Iterator[Any]:
        """Open the page, every other request refused; at the end it must have been quiet."""
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, accept_downloads=True, **choices
        )
        page = context.new_page()
        asked: list[str] = []
        told: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))

        def dismiss(dialog: Any) -> None:
            told.append(dialog.message)
            dialog.dismiss()

        page.on("dialog", dismiss)
        page.route(re.compile("^(?!file:|blob:|data:)"), lambda route: route.abort())
        page.add_init_script(SPY)
        page.goto(address + fragment)
        yield page
        assert told == []
        assert [url for url in asked if not url.startswith((address, "blob:", "data:"))] == []
        assert page.evaluate("window.hacked") is None
        context.close()

    return visited
