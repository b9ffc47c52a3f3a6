"""What the player asks of the main thread: until ready, as a ratio to a page with abcjs, and while playing.

The peer has the same row, inlined in one file as ours is: it draws the staff, prepares the callbacks
of its cursor and the sequence of its sound; the samples, which it would fetch from a server, it does
not load. Ours is the whole player; its drums are made in a worker, beside the main thread. Both open in
turn, each in a window of its own, and count until nothing is left to do. Measured is the time for
which the main thread runs, not that for which it waits for another process.

While it plays no picture is drawn, as in a page that is hidden: what is left is the scheduling. With
the pictures it is printed as well. Exits with 1 where a limit is broken.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

from touhu_music import Use, library, perform, plan, witness
from touhu_music.language import Language
from touhu_music.player.building import to_html
from touhu_music.render import render
from touhu_music.witnessfile import load

ROUNDS: Final = 15
PEER: Final = "abcjs@6.7.2"
RATIO: Final = 1.0  # of the main thread until ready
SHARE: Final = 1.0  # percent of a core, while it plays
SECONDS: Final = 10
TEMPI: Final = (60, 400)
NO_PICTURES: Final = "window.requestAnimationFrame = () => 0;"

PEER_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body><div id="paper"></div>
<script>{library}</script>
<script>
const [visual] = ABCJS.renderAbc("paper", {abc}, {{ responsive: "resize", add_classes: true }});
const nothing = () => undefined;
const timing = new ABCJS.TimingCallbacks(visual, {{ eventCallback: nothing, beatCallback: nothing }});
const notes = visual.setUpAudio().tracks.flat().filter(({{ cmd }}) => cmd === "note");
window.prepared = [timing.noteTimings.length, notes.length];
</script></body></html>
"""


def skipped(reason: str) -> int:
    print(f"skipped: {reason}")
    return 0


def peer_library(npm: str, folder: str) -> str | None:
    """Return the script of abcjs; None where it cannot be fetched."""
    command = [npm, "install", "--silent", "--no-save", "--prefix", folder, PEER]
    if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        return None
    return Path(folder, "node_modules/abcjs/dist/abcjs-basic-min.js").read_text(encoding="utf-8")


class Window:
    """A page in a window of its own, and what its main thread has done."""

    def __init__(self, browser: Any, script: str = "") -> None:
        self.context = browser.new_context(viewport={"width": 390, "height": 844})
        self.page = self.context.new_page()
        self.page.add_init_script(script)
        self.devtools = self.context.new_cdp_session(self.page)
        self.devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def measured(self) -> dict[str, float]:
        """Return what the browser has measured so far, in seconds."""
        found = self.devtools.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] for each in found}

    def open(self, file: Path) -> dict[str, float]:
        """Open a file, and return milliseconds of the main thread until nothing is left to do."""
        before = self.measured()
        self.page.goto(file.as_uri())
        last = self.measured()
        still = 0
        while still < 4:
            self.page.wait_for_timeout(250)
            now = self.measured()
            still = still + 1 if now["TaskDuration"] - last["TaskDuration"] < 0.002 else 0
            last = now
        kinds = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
        return {kind: 1000 * (last[kind] - before[kind]) for kind in kinds}

    def busy(self, seconds: float) -> float:
        """Return the percent of a core that the main thread takes."""
        before = self.measured()
        self.page.wait_for_timeout(1000 * seconds)
        after = self.measured()
        return 100 * (after["TaskDuration"] - before["TaskDuration"]) / seconds

    def close(self) -> None:
        """Close the window."""
        self.context.close()


def until_ready(browser: Any, pages: dict[str, Path]) -> bool:
    """Open both in turn; tell whether ours takes no longer."""
    times: dict[str, list[dict[str, float]]] = {name: [] for name in pages}
    for round_ in range(ROUNDS + 1):
        for name, file in pages.items():
            window = Window(browser)
            found = window.open(file)
            ready = "document.querySelector('#app:not([hidden])') || window.prepared?.every(Boolean)"
            assert window.page.evaluate(f"Boolean({ready})"), f"{name} is not ready"
            window.close()
            if round_:  # the first fills caches
                times[name].append(found)
    print(f"milliseconds of the main thread until ready, min (median) of {ROUNDS}")
    for name, every in times.items():
        told = []
        for kind in every[0]:
            values = [each[kind] for each in every]
            told.append(
                f"{kind.removesuffix('Duration')} {min(values):.0f} ({statistics.median(values):.0f})"
            )
        print(f"  {name:6} {', '.join(told)}")
    ours, peer = (min(each["TaskDuration"] for each in times[name]) for name in pages)
    print(f"until ready: {ours / peer:.2f} x {PEER}, at most {RATIO}")
    return ours <= RATIO * peer


def while_playing(browser: Any, file: Path) -> bool:
    """Play at the slowest and the fastest, with pictures and without; tell whether scheduling is cheap."""
    cheap = True
    for tempo in TEMPI:
        shares = []
        for script in (NO_PICTURES, ""):
            window = Window(browser, script)
            window.open(file)
            idle = window.busy(2)
            window.page.evaluate("(tempo) => { location.hash = `lu-1/touhu/${tempo}`; }", tempo)
            window.page.click("#start")
            window.page.wait_for_timeout(2000)
            shares.append(window.busy(SECONDS))
            assert window.page.get_attribute("#start", "data-playing") == "true"
            window.close()
        print(
            f"playing at {tempo} beats a minute, {SECONDS} s: scheduling {shares[0]:.2f} % of a core, at most"
            f" {SHARE}; with the pictures {shares[1]:.2f} %; at rest {idle:.2f} %"
        )
        cheap = cheap and shares[0] < SHARE
    return cheap


def main() -> int:
    """Measure and print; return 1 where a limit is broken."""
    chromium, npm = shutil.which("chromium"), shutil.which("npm")
    if chromium is None or npm is None or shutil.which("node") is None:
        return skipped("chromium, npm or node is not installed")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return skipped("playwright is not installed")
    with tempfile.TemporaryDirectory() as folder:
        script = peer_library(npm, folder)
        if script is None:
            return skipped(f"{PEER} cannot be fetched")
        pages = {"ours": Path(folder, "touhu.html"), "abcjs": Path(folder, "abcjs.html")}
        books = tuple(load(path) for path in library.witnesses().values())
        pages["ours"].write_bytes(to_html(books, Language.ENGLISH))
        abc = render("abc", perform(witness("A").reading("lu-1"), Use.TOUHU, plan())).decode()
        library_ = script.replace("</script", "<\\/script")
        pages["abcjs"].write_text(PEER_PAGE.format(library=library_, abc=json.dumps(abc)), encoding="utf-8")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium)
            print(
                f"load {os.getloadavg()[0]:.2f}; chromium {browser.version}"
                if hasattr(os, "getloadavg")
                else ""
            )
            quick = until_ready(browser, pages)
            cheap = while_playing(browser, pages["ours"])
            browser.close()
    return int(not (quick and cheap))


if __name__ == "__main__":
    raise SystemExit(main())
