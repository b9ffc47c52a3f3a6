"""A page for a browser that needs nothing beside it: its letters and its looks are inside."""

from __future__ import annotations

import base64
from html import escape

from touhu_music import font
from touhu_music.language import Language
from touhu_music.vector import divided


def document(title: str, body: str, style: str, language: Language) -> bytes:
    """Write a page; what the fonts lack is left to those of the reader.

    `title` is text, `body` HTML. Raises RenderError where the font of the language is not installed.
    """
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{fonts(body, language)}{style}</style>
</head>
<body>
{body}</body>
</html>
""".encode()


def fonts(body: str, language: Language) -> str:
    """Put the letters of a page into its style sheet, under the names of their fonts."""
    chosen = font.of(language)
    faces = "".join(
        f"@font-face {{ font-family: '{each.name}';"
        f" src: url(data:font/otf;base64,{base64.b64encode(font.subset(each, letters)).decode()}) }}\n"
        for each, letters in divided(chosen, body)
    )
    return f"{faces}body {{ font-family: {chosen.family}, serif }}\n"
