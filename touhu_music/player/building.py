"""The player put together: one file that opens from a disk, or a small site that a phone keeps."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, Final

from touhu_music import __version__
from touhu_music.language import Language
from touhu_music.player.data import player_data
from touhu_music.player.rite_data import rite_data
from touhu_music.player.song_data import song_data
from touhu_music.witnessfile import Witness

SCRIPTS: Final = (
    *("notation", "passage", "alignment", "verify", "performance", "song", "drums", "strings"),
    *("transport", "takes", "sound", "midi", "state", "elements", "views", "singing", "following"),
    *("compare", "tapping", "checking", "controls", "device", "sharing", "kiosk"),
    *("rite", "rite-drum", "rite-words", "rite-settings", "rite-screen", "rite-view", "app"),
)
"""The scripts in the order in which they are joined; the last one starts the page."""

ICON: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<rect width="512" height="512" fill="#1b1b1b"/>
<circle cx="172" cy="256" r="92" fill="none" stroke="#f4f1e8" stroke-width="28"/>
<rect x="292" y="172" width="168" height="168" fill="none" stroke="#e8b23a" stroke-width="28"/>
</svg>
"""


def to_html(books: Sequence[Witness], language: Language, *, site: bool = False) -> bytes:
    """Write the page with all that it needs inside; of a site it also names what stands beside it.

    Raises RenderError for a row that cannot be engraved.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    data = player_data(books)
    style, script = source("style.css"), joined()
    environment = Environment(
        loader=PackageLoader("touhu_music.player", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template("page.html.jinja")
    return page.render(
        data=in_script(data),
        rite=in_script(rite_data()),
        songs=in_script(song_data()),
        style=style,
        script=script,
        csp=policy(style, script, site=site),
        language=str(language),
        rows=forms(data["rows"]),
        words=data["words"][str(language)],
        all_words=data["words"],
        site=site,
        version=__version__,
    ).encode()


def to_site(books: Sequence[Witness], language: Language) -> dict[str, bytes]:
    """Return the files of a site by name: the page, its manifest and icon, and what keeps it offline."""
    manifest = {
        "name": "touhu_music 投壺 魯鼓 薛鼓",
        "short_name": "touhu",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f4f1e8",
        "theme_color": "#1b1b1b",
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}],
    }
    found = {
        "index.html": to_html(books, language, site=True),
        "manifest.webmanifest": json.dumps(manifest, ensure_ascii=False, indent=1).encode() + b"\n",
        "icon.svg": ICON.encode(),
    }
    digest = hashlib.sha256(b"".join(found.values())).hexdigest()[:16]
    worker = source("worker.js").replace("VERSION", f"touhu-{digest}")
    return found | {"worker.js": worker.encode()}


def forms(rows: Iterable[dict[str, Any]]) -> dict[str, dict[tuple[str, str], list[str]]]:
    """Return the different forms of each row by its name, and who prints them."""
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for row in rows:
        same = found.setdefault(row["name"], {}).setdefault((row["before"], row["after"]), [])
        same.append(f"{row['siglum']} {row['source']}")
    return found


def source(name: str) -> str:
    """Return a source file of the page."""
    return (files("touhu_music.player") / name).read_text(encoding="utf-8")


def joined() -> str:
    """Return all scripts as one, which leaves nothing behind in the page but `window.touhu`."""
    return (
        '"use strict";\n(() => {\n' + "\n".join(source(f"script/{name}.js") for name in SCRIPTS) + "})();\n"
    )


def in_script(data: dict[str, Any]) -> str:
    """Write data as JSON that no text in it can end.

    Escaped are `<`, `>`, `&`, and the two line separators that scripts take for ends of lines.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def policy(style: str, script: str, *, site: bool) -> str:
    """Return what the page allows itself: its style and script, by their hashes, and sound made in it."""
    style_hash, script_hash = (
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)
    )
    rules = {
        "default-src": "'none'",
        "script-src": f"'sha256-{script_hash}'",
        "style-src": f"'sha256-{style_hash}'",
        "img-src": "'self' data:" if site else "data:",
        "media-src": "data: blob:",
        "worker-src": "'self' blob:" if site else "blob:",
        "manifest-src": "'self'" if site else "'none'",
        "connect-src": "'self'" if site else "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())
