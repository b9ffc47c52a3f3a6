"""The tunes as the specification of this project has them, stanza by stanza."""

from __future__ import annotations

from typing import Final, NamedTuple


class Verse(NamedTuple):
    """Words, lülü, gongche and semitones of a stanza, one a word; None where a tone is lost."""

    words: str
    lulu: str
    gongche: str
    semitones: tuple[int | None, ...]


CAIFAN_1: Final = Verse(
    "于以采蘩于沼于沚于以用之公侯之事",
    "黃南林南林姑太姑黃姑太姑黃南無黃",
    "六工尺工尺一四一合一四一六工凡合",
    (12, 9, 7, 9, 7, 4, 2, 4, 0, 4, 2, 4, 12, 9, 10, 0),
)
CAIFAN_2: Final = Verse(
    "于以采蘩于澗之中于以用之公侯之宫",
    "黃林黃南太黃太姑姑南林南黃南太黃",
    "六尺合工四合四一一工尺工六工五六",
    (12, 7, 0, 9, 2, 0, 2, 4, 4, 9, 7, 9, 12, 9, 14, 12),
)
CAIFAN_3: Final = Verse(
    "被之僮僮夙夜在公被之祁祁薄言還歸",
    "黃太南林太林南黃黃姑太姑林南無黃",
    "六五工尺五尺工六合一四一尺工凡六",
    (12, 14, 9, 7, 14, 7, 9, 12, 0, 4, 2, 4, 7, 9, 10, 12),
)
CAIPIN_1: Final = Verse(
    "于以采蘋南澗之濱于以采藻于彼行潦",
    "黃南林南姑林南林林姑仲林黃姑太黃",
    "合工尺工一尺工尺尺一上尺合一四合",
    (0, 9, 7, 9, 4, 7, 9, 7, 7, 4, 5, 7, 0, 4, 2, 0),
)
CAIPIN_2: Final = Verse(
    "于以盛之維筐及筥于以湘之維錡及釡",
    "黃姑太姑黃南林南林姑仲林林南無黃",
    "合一四一六工尺工尺一上尺尺工凡合",
    (0, 4, 2, 4, 12, 9, 7, 9, 7, 4, 5, 7, 7, 9, 10, 0),
)
CAIPIN_3: Final = Verse(
    "于以奠之宗室牖下誰其尸之有齊季女",
    "黃南黃姑林姑太黃仲南無林黃南無黃",
    "六工合一尺一四合上工凡尺六工凡六",
    (12, 9, 0, 4, 7, 4, 2, 0, 5, 9, 10, 7, 12, 9, 10, 12),
)
YU_1: Final = Verse(
    "彼茁者葭一發五豝于嗟乎騶虞",
    "南應林蕤姑蕤南蕤姑太黃應南",
    "工凡尺勾一勾工勾一四合凡工",
    (9, 11, 7, 6, 4, 6, 9, 6, 4, 2, 0, 11, 9),
)
YU_2: Final = Verse(
    "彼茁者蓬一發五豵于嗟乎騶虞",
    "南姑太黃應林太南太應黃蕤南",
    "工一四合凡尺五工五凡六勾工",
    (9, 4, 2, 0, 11, 7, 14, 9, 14, 11, 12, 6, 9),
)
JUE_1: Final = Verse(
    "彼茁者葭一發五豝于嗟乎騶虞",
    "林無南黃無林夾黃南林仲南林",
    "尺凡工合凡尺五合工尺上工尺",
    (7, 10, 9, 0, 10, 7, 15, 0, 9, 7, 5, 9, 7),
)
JUE_2: Final = Verse(
    "彼茁者蓬一發五豵于嗟乎騶虞",
    "林南林仲夾仲太黃夾太黃夾林",
    "尺工尺上一上五六一四合五尺",
    (7, 9, 7, 5, 3, 5, 14, 12, 3, 2, 0, 15, 7),
)


def changed(verse: Verse, *changes: tuple[int, str, str, int | None]) -> Verse:
    """Return a stanza with other tones at some words, counted from 1."""
    lulu, gongche, semitones = [*verse.lulu], [*verse.gongche], [*verse.semitones]
    for place, one, other, tone in changes:
        lulu[place - 1], gongche[place - 1], semitones[place - 1] = one, other, tone
    return Verse(verse.words, "".join(lulu), "".join(gongche), tuple(semitones))


TUNES: Final = {
    "caifan@X": (CAIFAN_1, CAIFAN_2, CAIFAN_3),
    "caifan@N": (CAIFAN_1, CAIFAN_2, changed(CAIFAN_3, (6, "南", "工", 9), (7, "林", "尺", 7))),
    "caipin@X": (CAIPIN_1, CAIPIN_2, CAIPIN_3),
    "caipin@N": (
        changed(CAIPIN_1, (13, "闕", "闕", None))._replace(words="于以采蘋南澗之濵于以采藻于彼行潦"),
        changed(CAIPIN_2, (13, "南", "工", 9)),
        changed(CAIPIN_3, (8, "缺", "缺", None), (16, "黃", "合", 0)),
    ),
    "zouyu-yu@X": (YU_1, YU_2),
    "zouyu-jue@X": (JUE_1, JUE_2),
}
"""Every tune, by song and print."""

MODES: Final = {
    "caifan@X": "無射商",
    "caifan@N": "無射清商",
    "caipin@X": "無射商",
    "caipin@N": "無射清商",
    "zouyu-yu@X": "黃鐘羽",
    "zouyu-jue@X": "夾鐘角",
}
