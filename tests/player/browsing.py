"""A real browser, with scripts of the player in an empty page."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy
import pytest
from conftest import need
from numpy.typing import NDArray
from player.scripts import FOLDER

ENCODED = """
const encoded = (samples) => {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const parts = [];
  for (let start = 0; start < bytes.length; start += 0x6000) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + 0x6000))));
  }
  return parts.join("");
};
"""


@contextmanager
def page_with(files: Sequence[str], data: Mapping[str, object]) -> Iterator[Any]:
    """Open an empty page in which the scripts stand, and DATA; skip the test where there is no browser."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    browser_path = need("chromium")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path)
        page = browser.new_page()
        sources = [(FOLDER / name).read_text(encoding="utf-8") for name in files]
        given = f"const DATA = {json.dumps(data)};{ENCODED}"
        page.add_script_tag(content="\n".join(['"use strict";', given, *sources]))
        yield page
        browser.close()


def decoded(text: str) -> NDArray[numpy.float32]:
    """Return the samples that `encoded` of the page gave."""
    return numpy.frombuffer(base64.b64decode(text), "<f4")
