"""`python -m touhu_music` is the command `touhu`."""

from touhu_music.cli import run

run()
