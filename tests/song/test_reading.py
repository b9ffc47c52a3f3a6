from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from song.tunes import MODES, TUNES, Verse

from touhu_music.song import signs, songs
from touhu_music.song.reader import headings, printing, reading
from touhu_music.song.reader.reading import Found, Notated
from touhu_music.song.reader.stanzas import Layout
from touhu_music.song.signs import LULU, Da
from touhu_music.song.songs import Stanza, of_word

PRINTS = {
    "X_sepu_caifan_caipin.txt": ("caifan@X", "caipin@X"),
    "X_sepu_zouyu.txt": ("zouyu-yu@X", "zouyu-jue@X"),
    "N_zhonglv_caifan_caipin.txt": ("caifan@N", "caipin@N"),
}


def one(text: str, da: Da | None = None) -> Notated:
    """Read a text that has one song and nothing wrong in it."""
    found = reading.read(text, da=da)
    assert found.faults == ()
    (song,) = found.songs
    return song


def fault(text: str) -> str:
    """Read a text whose one song cannot be read, and return what is wrong."""
    found = reading.read(text)
    assert found.songs == ()
    (said,) = found.faults
    return said


def semitones(song: Notated) -> list[tuple[int | None, ...]]:
    return [stanza.semitones for stanza in song.stanzas]


# --- the prints ---------------------------------------------------------------------------------


@pytest.mark.parametrize("file, names", PRINTS.items(), ids=PRINTS)
def test_the_prints_are_read_as_the_songs_that_are_packed(
    texts: Path, file: str, names: tuple[str, ...]
) -> None:
    found = reading.read((texts / "songs" / file).read_text(encoding="utf-8"))
    assert found.faults == ()
    assert len(found.songs) == len(names)
    for song, name in zip(found.songs, names, strict=True):
        packed = songs.load(*name.split("@"))
        assert (song.mode, song.heading, song.title) == (MODES[name], packed.heading, packed.title.hant[:2])
        assert [each.sung for each in song.stanzas] == [
            tuple(word._replace(doubts=tuple(map(no_print, word.doubts))) for word in each.sung)
            for each in packed.stanzas
        ]
        assert [verse(each) for each in song.stanzas] == [*TUNES[name]]


def no_print(doubt: str) -> str:
    """Leave out what only the other print tells."""
    return doubt.replace(", and N prints 太 there", "")


def verse(stanza: Stanza) -> Verse:
    return Verse(stanza.words, stanza.lulu, stanza.gongche, stanza.semitones)


@pytest.mark.parametrize("file", PRINTS)
def test_a_print_is_printed_again_sign_for_sign(texts: Path, file: str) -> None:
    text = (texts / "songs" / file).read_text(encoding="utf-8")
    bare = re.sub(r"(?m)^#.*|<pb:[^>]*>|[¶\s]", "", text)
    for song in reading.read(text).songs:
        assert re.sub(r"\s", "", printing.text(song)) in bare


def test_what_is_doubtful_in_a_print_has_its_place(texts: Path) -> None:
    found = reading.read((texts / "songs" / "X_sepu_caifan_caipin.txt").read_text(encoding="utf-8"))
    assert [warning for song in found.songs for warning in song.warnings] == [
        "da-read-as-taicu: 采蘋, stanza 1, word 15 行 (line 33, column 17): 大 is printed, 太簇 is read:"
        " 無射商 has no 大呂"
    ]
    found = reading.read((texts / "songs" / "N_zhonglv_caifan_caipin.txt").read_text(encoding="utf-8"))
    assert [warning for song in found.songs for warning in song.warnings] == [
        "tone-lost: 采蘋, stanza 1, word 13 于 (line 18, column 10): 闕 is printed",
        "tone-lost: 采蘋, stanza 3, word 8 下 (line 23, column 39): 缺 is printed",
    ]


# --- both layouts -------------------------------------------------------------------------------

UNDER = "　　于以采蘩¶\n¶\n　　(黄南林南六工尺工)¶\n¶\n　　某一章一句無射商(俗呼越調)¶\n"
INLINE = "　　某一章一句無射清商俗呼為越調¶\n¶\n　　于(黄清六)以(南工)采(林尺)蘩(南工)¶\n"


def test_signs_below_the_verse_come_before_the_heading() -> None:
    song = one(UNDER)
    assert (song.title, song.mode, song.layout, song.heading_first) == ("某", "無射商", Layout.UNDER, False)
    assert verse(song.stanzas[0]) == ("于以采蘩", "黃南林南", "六工尺工", (12, 9, 7, 9))
    assert song.warnings == ()


def test_signs_after_each_word_come_after_the_heading() -> None:
    song = one(INLINE)
    assert (song.title, song.mode, song.layout, song.heading_first) == ("某", "無射清商", Layout.INLINE, True)
    assert verse(song.stanzas[0]) == ("于以采蘩", "黃南林南", "六工尺工", (12, 9, 7, 9))


@pytest.mark.parametrize("text", [UNDER, INLINE], ids=["under", "inline"])
def test_layout_may_break_a_text_anywhere(text: str) -> None:
    whole = one(text)
    signs_only = [at for at, sign in enumerate(text) if sign not in "　¶\n"]
    for at in signs_only:
        for layout in ("¶\n", "¶\n<pb:KR_WYG_006-21b>¶\n", " ", "\u200b"):
            if at and text[at - 1] in "　":
                continue
            broken = one(text[:at] + layout + text[at:])
            assert broken._replace(heading=whole.heading) == whole


@pytest.mark.parametrize(
    "text",
    [
        "于以采蘩\n(黄南林南六工尺工)",
        "于以采蘩(黄南林南六工尺工)",
        "于以\n采蘩\n（黄南林南）\n（六工尺工）",
        "于以采蘩\n\n[黄南林南六工尺工]",
        "于以采蘩\n〔黄南林南　六工尺工〕",
        "于(黄六)以(南工)采(林尺)蘩(南工)",
        "于（黄清六）以（南工）采（林尺）蘩（南工）",
        "于(黄六)以(南工)\n采(林尺)蘩(南工)¶",
        "于(黄淸六)以(南/工)\r\n采(林尺)蘩(南工)\r\n",
        "于以采蘩(黄南林南/六工尺工)",
        "# a note of the e-text\n于(黄六)以(南工)采(林尺)蘩(南工)",
        "前言。\n\n于(黄六)以(南工)采(林尺)蘩(南工)\n\n後語(上止切)",
    ],
)
def test_a_verse_is_read_wherever_its_brackets_stand(text: str) -> None:
    (stanza,) = one(text).stanzas
    assert verse(stanza) == ("于以采蘩", "黃南林南", "六工尺工", (12, 9, 7, 9))


def test_lulu_and_gongche_may_have_a_bracket_each() -> None:
    song = one("　　于以采蘩¶\n¶\n　　(黄南林¶\n南)¶\n¶\n<pb:X>¶\n　　(六工尺工)¶\n")
    assert song.apart == (0,)
    assert printing.text(song) == "于以采蘩\n\n(黄南林南)\n\n(六工尺工)\n"


def test_punctuation_ends_the_lines_of_a_verse() -> None:
    assert one("于以，采蘩。\n(黄南林南六工尺工)").stanzas[0].lines == (2, 2)
    assert one("于(黄六)以(南工)，采(林尺)蘩(南工)。").stanzas[0].lines == (2, 2)
    assert one(UNDER).stanzas[0].lines == (4,)


@pytest.mark.parametrize(
    "text",
    [
        "「于以，采蘩！」……\n（黄、南，林、南；六、工，尺、工。）",
        "于以——采蘩\n〖黄南·林南\uff5c六工·尺工〗",
        "于(黄六)以(南工)……『采(林尺)蘩(南工)』——",
        "“于（黄、六）以（南、工），采（林、尺）蘩（南、工）。”",
    ],
)
def test_punctuation_of_any_kind_is_no_word_and_no_sign(text: str) -> None:
    (stanza,) = one(text).stanzas
    assert (stanza.words, stanza.lulu, stanza.lines) == ("于以采蘩", "黃南林南", (2, 2))


@pytest.mark.parametrize(
    "signs_of",
    ["⻩六南⼯太㆕", "⿈六南工太四", "黄六\uf9f4尺太四", "黄\uf9d1南工太四", "黄六南工泰四", "黄六⽆凣太⼀"],
)
def test_signs_under_other_codes_are_read(signs_of: str) -> None:
    pairs = [signs_of[at : at + 2] for at in (0, 2)]
    song = one(f"某無射商\n\n于({pairs[0]})以({pairs[1]})")
    assert not [said for said in song.warnings if said.startswith("signs-disagree")]
    assert printing.text(song).endswith(f"于({pairs[0]})以({pairs[1]})\n")


@pytest.mark.parametrize(
    "text, remark, place",
    [
        ("于以采(音彩)蘩\n\n(黄南林南六工尺工)", "(音彩)", "line 1, column 4"),
        ("于以采蘩(下同)\n\n(黄南林南六工尺工)", "(下同)", "line 1, column 5"),
        ("于以采蘩\n\n(首句同譜)\n\n(黄南林南六工尺工)", "(首句同譜)", "line 3, column 1"),
        ("于(黄六)以(音已)(南工)采(林尺)蘩(南工)", "(音已)", "line 1, column 7"),
        ("于(黄六)以(南工)(音已)采(林尺)蘩(南工)", "(音已)", "line 1, column 11"),
        ("(右某章)于(黄六)以(南工)采(林尺)蘩(南工)", "(右某章)", "line 1, column 1"),
        ("于(黄六)以(南工)采(林尺)蘩(南工)(大音如字)", "(大音如字)", "line 1, column 21"),
    ],
)
def test_a_remark_among_words_and_signs_is_told_and_passed_over(text: str, remark: str, place: str) -> None:
    song = one(text)
    assert verse(song.stanzas[0]) == ("于以采蘩", "黃南林南", "六工尺工", (12, 9, 7, 9))
    assert song.warnings[0] == f"remark: song 1, stanza 1 ({place}): {remark} is no notation"


def test_a_word_without_a_code_is_one_word() -> None:
    song = one("于&KR0037;采\n(黄南林六工尺)")
    assert song.stanzas[0].words == "于〓采"
    assert "于&KR0037;采" in printing.text(song)


def test_a_text_in_short_characters_is_read() -> None:
    song = one("某一章一句无射商（俗呼越调）\n于（黄清六）以（南工）采（阙）苹（无凡）应（应凡）夹（夹一）")
    assert (song.mode, song.stanzas[0].lulu) == ("無射商", "黃南阙無應夾")


STANZAS = ["于(黄六)以(南工)", "采(林尺)蘩(南工)", "沼(姑一)沚(太四)"]


@pytest.mark.parametrize("between", ["\n", "\n\n", "¶\n　　", "¶\n¶\n　　"])
def test_stanzas_are_parted_as_the_heading_counts_them(between: str) -> None:
    for count, parts in (("三", STANZAS), ("一", ["".join(STANZAS)])):
        song = one(between.join([f"某{count}章章一句無射商", *parts]))
        assert [stanza.words for stanza in song.stanzas] == [re.sub(r"\(..\)", "", part) for part in parts]
        assert song.warnings == ()


WRAPPED = "于(黄六)以(南工)采(林尺)蘩(南工)沼(姑一)沚(太四)"


@pytest.mark.parametrize("count", "一二三四五")
@pytest.mark.parametrize("end", ["¶\n", "\n"])
def test_an_excerpt_is_parted_as_it_is_printed_whatever_its_heading_counts(count: str, end: str) -> None:
    for first in range(1, len(WRAPPED)):
        for second in range(first + 1, len(WRAPPED), 3):
            lines = [WRAPPED[:first], WRAPPED[first:second], WRAPPED[second:]]
            heading = f"某{count}章章一句無射商"
            text = f"{end}{end}".join([f"　　{heading}", f"　　{end.join(lines)}", "　　朱子曰某某", ""])
            (stanza,) = one(text).stanzas
            assert (stanza.words, stanza.lulu) == ("于以采蘩沼沚", "黃南林南姑太")


def test_a_song_of_which_stanzas_cannot_be_read_does_not_change_how_others_are_parted() -> None:
    wrong = "　　甲二章章一句無射商\n\n　　于(黄六)以\n(南工)采(林X)\n\n"
    right = "　　乙三章章一句無射商\n\n　　于(黄六)以\n(南工)采(林尺)\n\n"
    found = reading.read(wrong + right)
    assert [[stanza.words for stanza in song.stanzas] for song in found.songs] == [["于以采"]]
    assert len(found.faults) == 1


@pytest.mark.parametrize("title, read", [("某某", "某某"), ("《某　某》", "某某"), ("朱子曰某某某某某", "")])
@pytest.mark.parametrize("mode", ["無射商(俗呼越調)", "無射為商", "調：無射商"])
def test_a_title_may_stand_in_a_line_before_the_mode(title: str, read: str, mode: str) -> None:
    for between in ("\n", "\n\n"):
        for song in (
            one(between.join([title, mode, "于(黄六)以(南工)"])),
            one("\n\n".join(["于以采", "(黄南林六工尺)", title, mode])),
        ):
            assert (song.title, song.mode) == (read, "無射商")
            assert [said.partition(":")[0] for said in song.warnings] == ([] if read else ["no-title"])
            assert one(printing.text(song)).title == read


@pytest.mark.parametrize("heading", ["某一章四句無射商", "某無射商", "某一章章四句無射商(俗呼越調)"])
def test_a_heading_may_stand_in_the_line_of_its_words(heading: str) -> None:
    song = one(f"{heading}　于(黄清六)以(南工)采(林尺)蘩(南工)")
    assert (song.title, song.mode, song.stanzas[0].words) == ("某", "無射商", "于以采蘩")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_do_on_any_system(end: str) -> None:
    song = one(end.join(["某一章一句無射商", "于(黄六)以(大五)", ""]))
    assert (song.title, song.stanzas[0].words) == ("某", "于以")
    assert "(line 2, column 6)" in song.warnings[0]


def test_a_heading_of_markdown_is_a_heading_and_a_remark_of_the_file_is_none() -> None:
    song = one("# 某書 by N. N.\n\n## 某一章一句無射商\n\n于(黄六)以(南工)")
    assert (song.title, song.mode, song.stanzas[0].words) == ("某", "無射商", "于以")


def test_words_with_signs_within_prose_are_not_passed_over_in_silence() -> None:
    prose = "朱子曰古歌亡滅已久不知當時工師何所考而為此疑古樂有倡有和"
    said = fault(f"{prose}于(黄清六)以(南工)采(林尺)是也")
    assert said == "song 1: wrong-number: line 1, column 1, word 1 朱: no signs follow it"


BOOKS = {
    "under": ["于以采\n\n(黄南林六工尺)", "甲一章一句無射商", "于沼\n\n(黄大六四)", "乙一章一句蕤賓角"],
    "inline": ["丙一章一句無射商", "于(黄六)以(南工)", "丁一章一句蕤賓角", "沚(大四)"],
}


@pytest.mark.parametrize("order", [("under", "inline"), ("inline", "under")], ids=" ".join)
def test_a_text_that_joins_both_layouts_gives_each_song_its_own_heading(order: tuple[str, ...]) -> None:
    wanted = {"甲": "于以采", "乙": "于沼", "丙": "于以", "丁": "沚"}
    whole = [part for name in order for part in BOOKS[name]]
    for end in (8, 7 if order[0] == "inline" else 6):  # the last song too without its heading or its words
        found = reading.read("\n\n".join(whole[:end]))
        assert found.faults == ()
        read = {song.title: song.stanzas[0].words for song in found.songs}
        left = {title: words for title, words in wanted.items() if title in read}
        assert read == (left if "" not in read else left | {"": "于沼"})
        assert len(read) == {8: 4, 7: 4, 6: 3}[end]


def test_both_prints_in_one_text_are_both_read(texts: Path) -> None:
    under, inline = ((texts / "songs" / name).read_text(encoding="utf-8") for name in (*PRINTS,)[::2])
    alone = [reading.read(each).songs for each in (under, inline)]
    for joined_text, wanted in ((under + inline, alone), (inline + under, alone[::-1])):
        found = reading.read(joined_text)
        assert [song._replace(warnings=()) for song in found.songs] == [
            song._replace(warnings=()) for song in (*wanted[0], *wanted[1])
        ]


def test_a_song_whose_stanzas_differ_in_layout_is_one_song() -> None:
    song = one("某二章章一句無射商\n\n于(黄六)以(南工)\n\n采蘩\n\n(黄南六工)")
    assert [stanza.words for stanza in song.stanzas] == ["于以", "采蘩"]


@pytest.mark.parametrize(
    "heading, said",
    [
        ("無射商", "no-title: song 1: its heading names a mode and no song"),
        ("某一章一句", "no-mode: 某: its heading names no mode"),
        ("朱子曰", "no-heading: song 1: no line names song and mode"),
    ],
)
def test_what_a_heading_does_not_say_is_told(heading: str, said: str) -> None:
    assert one(f"{heading}\n\n于(黄六)以(南工)").warnings == (said,)


def test_another_number_of_stanzas_than_is_counted_is_told() -> None:
    (said,) = one("某三章章一句無射商\n\n" + "\n\n".join(STANZAS[:2])).warnings
    assert said == "stanza-count: 某: its heading counts 3, 2 were read"


# --- headings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, title, stanzas, mode",
    [
        ("采蘩三章章四句無射商(俗呼越調)", "采蘩", 3, "無射商"),
        ("采蘩三章章四句無射清商俗呼為越調", "采蘩", 3, "無射清商"),
        ("騶虞二章章三句黄鍾羽(俗呼般渉)", "騶虞", 2, "黃鐘羽"),
        ("闗雎三章一章四句二章章八句無射商(俗呼越調)", "闗雎", 3, "無射商"),
        ("周南國風闗雎三章一章章四句二章章八句無射清商俗呼為越調", "闗雎", 3, "無射清商"),
        ("魚麗六章三章章四句三章章二句黄鐘清宫俗呼為正宫調", "魚麗", 6, "黃鐘清宮"),
        ("四牡五章章五句黄清鐘宫俗呼為正宫調(義見上)按鄭譯七聲", "四牡", 5, "黃鐘清宮"),
        ("小雅鹿鳴三章章八句黄鐘清宫俗呼為五宫調愚按黄鐘清宫", "鹿鳴", 3, "黃鐘清宮"),
        ("七月八章章十一句一章南吕商(俗呼中管商調)二章夾鍾角(俗呼雙角調)", "七月", 8, "南呂商 夾鐘角"),
        ("考槃三章章四句蕤賔角(俗呼中管小石角)", "考槃", 3, "蕤賓角"),
        ("某一章八句大簇羽", "某", 1, "太簇羽"),
        ("采蘩三章，章四句。無射商", "采蘩", 3, "無射商"),
        ("采蘩三章章四句", "采蘩", 3, ""),
        ("采蘩無射商", "采蘩", 0, "無射商"),
        ("無射商(俗呼越調)", "", 0, "無射商"),
        ("某十二章章四句黃鐘宮", "某", 12, "黃鐘宮"),
        ("采蘩三章章四句(無射商)", "采蘩", 3, "無射商"),
        ("采蘩三章章四句（無射商，俗呼越調）", "采蘩", 3, "無射商"),
        ("采蘩三章章四句無射商調", "采蘩", 3, "無射商"),
        ("采蘩（無射清商）", "采蘩", 0, "無射清商"),
        ("〈采蘩〉無射商調", "采蘩", 0, "無射商"),
        ("調：無射商", "", 0, "無射商"),
        ("宮調：無射商", "", 0, "無射商"),
        ("某無射之商", "某", 0, "無射商"),
        ("周南国风关雎三章章八句无射清商俗呼为越调", "关雎", 3, "無射清商"),
        ("黄鍾為宫(俗呼正宮)", "", 0, "黃鐘宮"),
        ("太簇为徴(俗調無徵聲)", "", 0, "太簇徵"),
        ("兖國公顔子夾鍾宫(俗呼中吕宮春丁用)", "兖國公顔子", 0, "夾鐘宮"),
        ("某一章八句中呂角", "某", 1, "仲呂角"),
        ("某一章八句泰蔟清羽", "某", 1, "太簇清羽"),
        ("某一章八句大清簇羽", "某", 1, "太簇清羽"),
    ],
)
def test_a_heading_names_song_stanzas_and_mode(text: str, title: str, stanzas: int, mode: str) -> None:
    found = headings.find(text)
    assert found is not None
    assert (found.title, found.stanzas, found.mode) == (title, stanzas, mode)


@pytest.mark.parametrize(
    "text",
    [
        "淇澳以商發聲歌之以無射商",
        "考槃自發聲至畢曲多角聲以蕤賔角為調",
        "三章六句當以知子之来之為例",
        "(已上十二詩以堂上下分宫調不論其音悉依舊譜)",
        "儀禮郷射歌騶虞若采蘋皆五終",
        "無射",
        "右奠幣春夾鍾宫秋南吕宫正配位樂章同(奠幣畢初獻復位再盥洗升殿)",
        "宗廟迎神樂九變(出周禮大司樂)黄鍾為宫三奏大吕為角",
        "",
    ],
)
def test_a_sentence_is_no_heading(text: str) -> None:
    assert headings.find(text) is None


def test_a_stanza_with_a_mode_of_its_own_is_read_in_it() -> None:
    song = one("于(大四)以(南工)\n\n于(大四)以(南工)\n\n".join(["某二章章一句一章無射商二章蕤賓角\n\n", ""]))
    assert semitones(song) == [(2, 9), (1, 9)]
    assert song.mode == "無射商 蕤賓角"


def test_headings_go_to_the_stanzas_that_they_count() -> None:
    verse_of = "于以\n\n(黄南六工)\n\n"
    before = reading.read(f"甲一章一句無射商\n\n{verse_of}乙二章章一句無射商\n\n{verse_of * 2}")
    after = reading.read(f"{verse_of}甲一章一句無射商\n\n{verse_of * 2}乙二章章一句無射商")
    for found in (before, after):
        assert [(song.title, len(song.stanzas)) for song in found.songs] == [("甲", 1), ("乙", 2)]


# --- 大, and signs against each other ------------------------------------------------------------


def test_an_invented_line_of_the_lu_that_the_songs_lack() -> None:
    song = one("某一章一句蕤賓角\n\n于(大四)以(大五)采(夷工)")
    assert semitones(song) == [(1, 13, 8)]
    assert song.warnings == ()


def test_an_invented_line_with_da_in_wuyi_shang() -> None:
    song = one("于以采\n\n(大大夷四五工)\n\n某一章一句無射商")
    assert semitones(song) == [(2, 14, 8)]
    assert song.warnings == (
        "da-read-as-taicu: 某, stanza 1, word 1 于 (line 1, column 1):"
        " 大 is printed, 太簇 is read: 無射商 has no 大呂",
        "da-read-as-taicu: 某, stanza 1, word 2 以 (line 1, column 2):"
        " 大 is printed, 太簇 is read: 無射商 has no 大呂",
    )


@pytest.mark.parametrize(
    "da, tone, code", [(None, 1, "da-undecided"), (Da.DALU, 1, ""), (Da.TAICU, 2, "da-read-as-taicu")]
)
def test_da_without_a_mode_is_left_to_who_reads(da: Da | None, tone: int, code: str) -> None:
    song = one("于(大四)以(南工)", da)
    assert semitones(song) == [(tone, 9)]
    assert [warning.partition(":")[0] for warning in song.warnings] == [
        *([code] if code else []),
        "no-heading",
    ]


def test_da_is_as_the_mode_says_whoever_reads() -> None:
    assert semitones(one("無射商\n\n于(大四)以(南工)", Da.DALU)) == [(2, 9)]


def test_all_twelve_lu_are_read() -> None:
    row = "".join(f"于({lu.sign}{lu.low})" for lu in LULU.values())
    assert semitones(one(f"蕤賓角\n\n{row}")) == [tuple(range(12))]


def test_signs_that_disagree_flag_the_word_and_not_the_song() -> None:
    song = one("某一章一句無射商\n于(黄六)以(南上)采(林尺)")
    assert semitones(song) == [(12, 9, 7)]
    assert song.warnings == (
        "signs-disagree: 某, stanza 1, word 2 以 (line 2, column 6):"
        " 南呂 has 工, and 上 stands beside it; the lülü is taken",
    )


def test_a_sign_that_is_missing_beside_a_word_is_told() -> None:
    song = one("某一章一句無射商\n于(黄六)以(姑)采(林尺)")
    assert song.stanzas[0].gongche == "六·尺"
    assert [warning.partition(":")[0] for warning in song.warnings] == ["gongche-missing"]


# --- what cannot be read --------------------------------------------------------------------------

LULU_KNOWN = "expected one of 黃大太夾姑仲蕤林夷南無應, or 闕 缺 阙"


LOST = {
    "于(黄六)以(南工)\n\n采(闕)蘩(缺)\n\n": "闕缺",
    "于以\n\n(黄南六工)\n\n采蘩\n\n(闕闕闕闕)\n\n": "闕闕",
}


@pytest.mark.parametrize("text, lost", LOST.items(), ids=["inline", "under"])
def test_a_stanza_of_which_every_tone_is_lost_is_a_stanza(text: str, lost: str) -> None:
    for parts in (text, text + "某二章章一句無射商"):
        song = one(parts)
        assert [(each.words, each.lulu) for each in song.stanzas] == [("于以", "黃南"), ("采蘩", lost)]
        assert [said.partition(":")[0] for said in song.warnings][:2] == ["tone-lost"] * 2


@pytest.mark.parametrize(
    "text, said",
    [
        (
            "于以采蘩\n(黄南X林合工尺尺)",
            f"unknown-sign: line 2, column 4, word 3 采: 'X' U+0058 is no lülü; {LULU_KNOWN}",
        ),
        (
            "于(黄清六)以(姑口)",
            "unknown-sign: line 1, column 10, word 2 以: '口' U+53E3 is no gongche;"
            " expected one of 合四一上勾尺工凡六五, or 闕 缺 阙",
        ),
        (
            "于(合黄)以(姑一)",
            f"unknown-sign: line 1, column 3, word 1 于: '合' U+5408 is no lülü; {LULU_KNOWN}",
        ),
        (
            "于以采蘩\n(黄南林合工尺尺)",
            "wrong-number: line 1, column 4, word 4 蘩: 4 words, 3 lülü and 4 gongche",
        ),
        (
            "于以采蘩\n(黄林南合工尺工)",
            "wrong-number: line 1, column 2, word 2 以: 4 words, 3 lülü and 4 gongche",
        ),
        (
            "于以采\n(黄南林南合工尺工)",
            "wrong-number: line 1, column 3, word 3 采: 3 words, 4 lülü and 4 gongche",
        ),
        (
            "于以采蘩\n(黄姑清林南合一尺工)",
            "octave-mark: line 2, column 3, word 2 以: 清 stands on 姑洗, which has no upper octave",
        ),
        (
            "于(黄清六)以(姑清一)",
            "octave-mark: line 1, column 9, word 2 以: 清 stands on 姑洗, which has no upper octave",
        ),
        (
            "于以采蘩\n(黄南林南合清工尺工)",
            "octave-mark: line 2, column 7, word 1 于: 清 stands after no lülü",
        ),
        ("于(黄清六)以采(姑一)", "wrong-number: line 1, column 7, word 2 以: no signs follow it"),
        ("于(黄清六)以(姑一)采", "wrong-number: line 1, column 12, word 3 采: no signs follow it"),
        ("于(黄六)(南工)", "wrong-number: line 1, column 6: a bracket after no word"),
        ("(黄南六工)", "wrong-number: line 1, column 1: a bracket of signs after no verse"),
        (
            "于(黄清六)以(姑一尺)采(林尺)",
            "wrong-number: line 1, column 9, word 2 以: 姑一尺; expected one lülü and one gongche",
        ),
        (
            "于以采蘩\n(黄南林南六工尺工",
            "half-bracket: line 2, column 1: signs of a verse beside half a bracket",
        ),
        (
            "于以采蘩\n黄南林南六工尺工)",
            "half-bracket: line 2, column 1: signs of a verse beside half a bracket",
        ),
        (
            "于以采蘩\n（黄南林南六工尺工)",
            "half-bracket: line 2, column 1: signs of a verse beside half a bracket",
        ),
        ("于)采蘩(黄南林南六工尺工)", "half-bracket: line 1, column 2: the other half of ) is missing"),
        ("于(黄清六以(南工)采(林尺)", "half-bracket: line 1, column 2: the other half of ( is missing"),
        ("于黄清六)以(南工)采(林尺)", "half-bracket: line 1, column 5: the other half of ) is missing"),
        ("于(黄清六)以(南工)采（林尺)", "half-bracket: line 1, column 13: the other half of （ is missing"),
        (
            "于(黄清六)以()采(林尺)",
            "wrong-number: line 1, column 7, word 2 以: nothing; expected one lülü and one gongche",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_the_place_of_the_word(text: str, said: str) -> None:
    assert fault(text) == f"song 1: {said}"


@pytest.mark.parametrize(
    "stanza, said",
    [
        ("于(六黄)以(工南)", "unknown-sign: line 5, column 3, word 1 于: '六' U+516D is no lülü"),
        ("于(六)以(工)", "unknown-sign: line 5, column 3, word 1 于: '六' U+516D is no lülü"),
        (
            "于以采蘩\n\n(六工尺工)",
            "wrong-number: line 5, column 1, word 1 于: 4 words, 0 lülü and 4 gongche",
        ),
        ("于以\n\n(六工黄南)", "unknown-sign: line 7, column 4, word 2 以: '黄' U+9EC4 is no gongche"),
        ("于以采蘩\n\n(黄南林南)", "unknown-sign: line 7, column 4, word 1 于: '林' U+6797 is no gongche"),
    ],
)
def test_a_stanza_of_signs_in_another_order_is_never_passed_over(stanza: str, said: str) -> None:
    (wrong,) = reading.read(f"某二章章一句無射商\n\n沼(黄六)沚(南工)\n\n{stanza}").faults
    assert wrong.startswith(f"某: {said}")


def test_a_table_of_the_signs_is_no_stanza() -> None:
    table = "黄(合)大(四)太(四)夾(一)姑(一)仲(上)㽔(勾)林(尺)夷(工)南(工)無(凡)應(凡)"
    song = one(f"某一章章一句無射商\n\n沼(黄六)沚(南工)\n\n{table}")
    assert [each.words for each in song.stanzas] == ["沼沚"]


def test_a_stanza_of_lulu_alone_is_a_stanza() -> None:
    song = one("某二章章一句無射商\n\n沼(黄六)沚(南工)\n\n于(黄)以(南)")
    assert [each.gongche for each in song.stanzas] == ["六工", "··"]
    assert [said.partition(":")[0] for said in song.warnings] == ["gongche-missing"] * 2


@pytest.mark.parametrize("mark", ["\u200b", "\u200d", "\xad", "\u2060", "\ufe00", "\U000e0101", "\x1b"])
def test_what_is_not_seen_is_no_word_and_no_sign(mark: str) -> None:
    for text in (UNDER, INLINE):
        assert one(mark.join(text)).stanzas == one(text).stanzas


@pytest.mark.parametrize("text", [UNDER, INLINE], ids=["under", "inline"])
def test_no_sign_is_lost_or_changed_without_a_word(text: str) -> None:
    start, end = text.index("("), text.index(")", text.index("工)")) + 1
    bracketed = [at for at in range(start, end) if text[at] not in "于以采蘩"]
    for at in bracketed:
        found = reading.read(text[:at] + "X" + text[at + 1 :])
        assert (found.songs, len(found.faults)) == ((), 1)
        less = reading.read(text[:at] + text[at + 1 :])
        assert less.faults or less.songs[0].warnings or text[at] == "清"


@pytest.mark.parametrize("heading", ["", "無射商", "某無射商", "某一章一句無射商", "某三章章一句無射商"])
@pytest.mark.parametrize("between", ["\n", "\n\n", "¶\n　　"])
@pytest.mark.parametrize("verse_of", ["于(黄六)以(南X)", "于以\n(黄X六工)", "于以\n(黄南六)"])
def test_a_song_that_cannot_be_read_is_never_no_song(heading: str, between: str, verse_of: str) -> None:
    for parts in ([heading, verse_of], [verse_of, heading]):
        found = reading.read(between.join(parts))
        assert (found.songs, len(found.faults)) == ((), 1)


def test_a_song_that_cannot_be_read_does_not_hide_the_others() -> None:
    found = reading.read("甲一章一句無射商\n\n于(黄六)以(南X)\n\n乙一章一句無射商\n\n于(黄六)以(南工)")
    assert [song.title for song in found.songs] == ["乙"]
    assert [said.partition(":")[0] for said in found.faults] == ["甲"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "○□○半○□",
        "俗呼(越調)之(六寸)",
        "事(上止切)諼(上聲)",
        "此(闕)彼(缺)",
        "(" * 5000,
        "(黄" * 3000,
        ")" * 9,
    ],
)
def test_a_text_without_songs_has_none(text: str) -> None:
    assert reading.read(text) == Found((), ())


# --- laws ---------------------------------------------------------------------------------------

words = st.text(alphabet="于以采蘩沼沚公侯之事被僮夙夜", min_size=1, max_size=24)
tones = st.sampled_from(
    [(lu.sign, lu.low) for lu in LULU.values()]
    + [(lu.sign, lu.high) for lu in LULU.values() if lu.high]
    + [(f"{lu.sign}清", lu.high) for lu in LULU.values() if lu.high]
    + [("黄", "合"), ("㽔", "勾"), ("林", "工"), ("闕", "闕"), ("缺", "缺"), ("南", "闕"), ("闕", "工")]
)


@st.composite
def notated(draw: st.DrawFn) -> Notated:
    """Draw a song in either layout, with its heading before or after."""
    layout = draw(st.sampled_from(Layout))
    mode = draw(st.sampled_from(["無射商", "黃鐘清宮", "蕤賓角"]))
    count = draw(st.integers(1, 4))
    stanzas: list[Stanza] = []
    for _ in range(count):
        text = draw(words.filter(lambda text: len(text) > 1))
        pairs = [draw(tones) for _ in text]
        if not stanzas:  # a text in which every tone is lost has no song
            pairs[0] = ("黃", "合")
        sung = (of_word(word, *pair, signs.decide(mode)) for word, pair in zip(text, pairs, strict=True))
        stanzas.append(Stanza(tuple(sung), (len(text),)))
    heading = f"某{'一二三四'[count - 1]}章章四句{mode}"
    apart = (0,) if layout is Layout.UNDER and draw(st.booleans()) and sane_apart(stanzas[0]) else ()
    return Notated("某", mode, heading, draw(st.booleans()), layout, tuple(stanzas), apart=apart)


def sane_apart(stanza: Stanza) -> bool:
    """Tell whether brackets apart can be told as such: of several signs, some of them there."""
    return len(stanza.sung) > 3 and not any(each.lost for each in stanza.sung)


@given(notated())
def test_what_is_printed_is_read_again(song: Notated) -> None:
    found = one(printing.text(song))
    assert found._replace(warnings=()) == song
    assert printing.text(found) == printing.text(song)


noise = st.text(
    alphabet="黄黃大太姑林南無闕清六工尺一四合于以采()（）¶\n　 <pb:1>#三章句商射X〓&KR1;", max_size=200
)


@given(noise)
def test_no_text_breaks_the_reader(text: str) -> None:
    found = reading.read(text)
    for song in found.songs:
        assert all(stanza.sung for stanza in song.stanzas)
    assert all("\n" not in said for said in found.faults)


@given(st.text(max_size=60))
def test_any_text_at_all_is_read(text: str) -> None:
    reading.read(text)


@pytest.mark.parametrize(
    "text", ["(黄六", "于(黄六)", "于(黄六", "于以\n", "三章", "　\n", "&KR1;", "(黄南)(六工)"]
)
def test_a_text_of_any_length_is_read(text: str) -> None:
    reading.read(text * 5_000 + "于以(黄南六工)")
