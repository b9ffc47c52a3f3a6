"""The site of the player: visited once, it opens, plays and verifies without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from player.visiting import SPY, checked, onsets, playing, until
from tables import LU_2

from touhu_music.cli import main


class Served(ThreadingHTTPServer):
    """A folder on a port of its own, which keeps what it was asked for.

    For so many seconds a browser may take what it got for fresh.
    """

    def __init__(self, folder: Path, *, fresh: int = 0) -> None:
        self.asked: list[str] = []
        self.fresh = fresh
        super().__init__(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.thread = Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def stop(self) -> None:
        if self.thread.is_alive():
            self.shutdown()
            self.server_close()
            self.thread.join()


class Quiet(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".webmanifest": "application/manifest+json",
        ".js": "text/javascript",
    }

    def end_headers(self) -> None:
        assert isinstance(self.server, Served)
        if self.server.fresh:
            self.send_header("Cache-Control", f"max-age={self.server.fresh}")
        super().end_headers()

    def log_message(self, *said: object) -> None:
        assert isinstance(self.server, Served)
        self.server.asked.append(self.path)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert main(["player", "--site", str(folder), "--quiet"]) == 0
    return folder


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    server = Served(site)
    yield server
    server.stop()


def failed(url: str) -> list[str]:
    """Tell of a request that failed; a script that the page made itself goes to no server.

    A worker may still load when its page is left.
    """
    return [] if url.startswith("blob:") else [f"{url} failed"]


@pytest.fixture
def phone(browser: Any) -> Iterator[Callable[[], Any]]:
    """Give a new tab of one browser that knows nothing yet; at the end none has said anything."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    told: list[str] = []

    def tab() -> Any:
        page = context.new_page()
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("requestfailed", lambda request: told.extend(failed(request.url)))
        page.add_init_script(SPY)
        return page

    yield tab
    assert told == []
    context.close()


@contextmanager
def cut(server: Served, page: Any) -> Iterator[None]:
    """Stop the server, and tell the browser that there is no network."""
    server.stop()
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


def kept(page: Any) -> dict[str, list[str]]:
    """Return what each cache of the site has."""
    found: dict[str, list[str]] = page.evaluate(
        """async () => {
          const caches_ = await caches.keys();
          const of = async (name) => (await (await caches.open(name)).keys()).map(({url}) => url);
          return Object.fromEntries(await Promise.all(caches_.map(async (name) => [name, await of(name)])));
        }"""
    )
    return found


def visited(page: Any, address: str) -> None:
    """Open the site, and wait until its worker answers for it."""
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    until(page, "navigator.serviceWorker.controller !== null")


def works(page: Any) -> None:
    """Play a row, hold a pasted one against the witnesses, and take a step of the rite."""
    page.click("#start")
    assert onsets(page, 4) == pytest.approx([0, 1, 2, 3], abs=1e-4)
    until(page, "document.querySelector('.lit')")
    page.click("#start")
    assert not playing(page)
    page.click("[data-value=check]")
    assert re.search("lu-2.* A C K01", checked(page, LU_2))
    page.click("[data-value=rite]")
    page.click("#rite-next")
    assert page.is_visible(".rite-now .rite-who")
    page.click("[data-value=play]")


def test_only_what_a_page_made_itself_may_fail_in_silence() -> None:
    assert failed("blob:http://127.0.0.1:80/0") == []
    for url in ("http://127.0.0.1:80/worker.js", "https://a/blob:", "file:///a", "data:text/plain,"):
        assert failed(url) == [f"{url} failed"]


def test_after_one_visit_it_opens_plays_and_verifies_without_a_network(
    served: Served, phone: Callable[[], Any]
) -> None:
    page = phone()
    visited(page, served.address)
    assert page.evaluate("navigator.onLine")
    before = len(served.asked)
    with cut(served, page):
        page.reload()
        assert not page.evaluate("navigator.onLine")
        works(page)
        other = phone()
        other.goto(f"{served.address}index.html?from=home#xue-1/touhu/60")
        assert other.inner_text("#row-title") == "Xue, first chart A · Touhu"
        works(other)
        page.close()
        last = phone()
        last.goto(served.address)
        works(last)
    assert len(served.asked) == before


def test_it_asks_for_its_own_four_files_and_nothing_else(served: Served, phone: Callable[[], Any]) -> None:
    page = phone()
    visited(page, served.address)
    page.reload()
    (cache,) = kept(page).values()
    names = ["", "index.html", "manifest.webmanifest", "icon.svg"]
    assert sorted(cache) == sorted(served.address + name for name in names)
    assert {*served.asked} <= {f"/{name}" for name in [*names, "worker.js"]}


def test_manifest_and_icon_are_accepted(served: Served, phone: Callable[[], Any], site: Path) -> None:
    page = phone()
    visited(page, served.address)
    devtools = page.context.new_cdp_session(page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{served.address}manifest.webmanifest"
    assert json.loads(found["data"]) == json.loads((site / "manifest.webmanifest").read_text("utf-8"))
    assert found["manifest"]["startUrl"] == served.address
    assert found["manifest"]["scope"] == served.address
    (icon,) = found["manifest"]["icons"]
    assert icon["url"] == f"{served.address}icon.svg"
    size = page.evaluate(
        """async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }""",
        icon["url"],
    )
    assert size[0] == size[1] >= 144
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as every window of a test


@pytest.mark.parametrize("fresh", [0, 3600])
def test_a_new_version_takes_the_place_of_the_old(
    phone: Callable[[], Any], tmp_path: Path, fresh: int
) -> None:
    """A visit finds it, the next one shows it; of the old one nothing is left, what is not ours stays."""
    folder = tmp_path / "site"
    assert main(["player", "--site", str(folder), "--quiet", "--lang", "en"]) == 0
    server = Served(folder, fresh=fresh)
    page = phone()
    visited(page, server.address)
    assert page.get_attribute("html", "lang") == "en"
    (old,) = kept(page)
    others = ["of another page", f"touhu-0123456789abcdef {server.address}elsewhere/"]
    for name in others:
        page.evaluate("(name) => caches.open(name).then(() => undefined)", name)
    assert main(["player", "--site", str(folder), "--quiet", "--force", "--lang", "ko"]) == 0
    page.evaluate("localStorage.clear()")
    page.reload()
    until(page, f"caches.keys().then((names) => !names.includes({json.dumps(old)}))")
    (new,) = {*kept(page)} - {*others}
    assert len(kept(page)) == 3
    assert new != old
    page.evaluate("localStorage.clear()")
    with cut(server, page):
        page.reload()
        assert page.get_attribute("html", "lang") == "ko"
        works(page)
