"""The words that the page says, by their keys."""

from __future__ import annotations

from typing import Final

from touhu_music.rite.cuesheet.lines import BASES
from touhu_music.words import part

OF_RITE: Final = "player-rite-"

PAGE_WORDS: Final = (
    *(key for key in part("player") if not key.startswith(OF_RITE)),
    *("kit", "lu", "xue", "chart-1", "chart-2", "pi", "gu", "before_half", "after_half", "doubtful"),
    *("text", "says", "says-marks", "says-half", "says-sound", "choices", "no-witness"),
    *("timing", "even", "on-gu", "beats_per_minute", "tempo", "cycle", "cycle-choice", "loop", "no-loop"),
    *("gap-choice", "gap", "no-gap", "count_in", "count-in", "no-count-in", "sounds", "shiwen"),
    *("row", "touhu", "archery", "witness", "cycles", "ramp", "mute-pi", "mute-gu", "respond"),
    *("leave-strokes", "leave-cycles"),
    *("organology", "accent", "accent-none", "practice", "click", "aligned-only", "no-difference", "joined"),
    *("key-space", "key-up-down", "key-right-left", "does-play", "does-5", "does-1", "does-tap", "does-row"),
    *("does-own", "does-use", "does-mute", "does-loop", "does-sing", "does-count-in"),
)
"""Every key that template and scripts look up, those of `touhu verify` left out."""

SONG_WORDS: Final = (
    *("song-late", "song-doubt", "song-own", "song-no-tune", "song-mode", "song-for", "song-print"),
    *("sung-reconstruction", "heard-equal", "heard-open", "heard-zither", "heard-recitation", "heard-koto"),
)
"""Every key that is looked up where a song is sung; they are read when one is first chosen."""

RITE_WORDS: Final = (
    *(key for key in part("player") if key.startswith(OF_RITE)),
    *(
        "cue-round",
        "cue-pair",
        "cue-exchange",
        "cue-throw",
        "cue-free",
        "cue-song",
        "cue-song-lines",
        "cue-two-horses",
    ),
    *(f"cue-facing-{facing}" for facing in "NESW"),
    *(f"cue-basis-{basis}" for basis in BASES),
    *(f"cue-legend-{basis}" for basis in BASES),
    *(f"cue-only-{only}" for only in ("won", "tied", "merged", "celebrated", "horses")),
    *("judge-counters", "horse-sign", "horse-stand", "horse-merged-guest", "horse-merged-host"),
    *(f"horse-celebrate-{who}" for who in ("guest", "host", "nobody")),
)
"""Every key that is looked up where the rite is shown; they are read when it is first opened."""
