"""Words of the songs as scores: parts, fittings, what is a choice."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    # key: zh-Hant, zh-Hans, ko, en
    "sung-voice": ("歌", "歌", "노래", "voice"),
    "sung-speaker": ("誦", "诵", "낭송", "spoken"),
    "sung-words": ("辭", "辞", "노랫말", "words"),
    "sung-lulu": ("律呂", "律吕", "율려", "lülü"),
    "sung-gongche": ("工尺", "工尺", "공척", "gongche"),
    "sung-jianpu": ("簡譜", "简谱", "숫자보", "numbers"),
    "sung-pinyin": ("拼音", "拼音", "병음", "pinyin"),
    "sung-hangul": ("韓音", "韩音", "독음", "Korean reading"),
    "sung-fitting": ("配鼓", "配鼓", "북 맞춤", "song and drum"),
    "sung-reconstruction": (
        "復原，無文可據",
        "复原，无文可据",
        "복원, 근거 글 없음",
        "reconstruction, in no source",
    ),
    "sung-stop": ("。", "。", ". ", ". "),
    "sung-no-metre": (
        "無拍號：虛線分句，雙線分章。",
        "无拍号：虚线分句，双线分章。",
        "박자표 없음: 점선은 구, 겹줄은 장을 나눈다.",
        "Unmetered: dashed lines part the lines of the verse, double ones the stanzas.",
    ),
    "sung-alone-time": (
        "每字一拍（{0}／分），句後{1}拍、章後{2}拍換氣：皆我們的選擇。",
        "每字一拍（{0}／分），句后{1}拍、章后{2}拍换气：皆我们的选择。",
        "글자마다 한 박(분당 {0}), 구 뒤 {1}박, 장 뒤 {2}박 쉼: 모두 우리의 선택이다.",
        "Each word takes a beat ({0} a minute), with {1} of silence after a line and {2} after a stanza:"
        " our choices.",
    ),
    "sung-huangzhong-is": (
        "黃鐘 = {0}，我們的選擇：諸本無絕對音高。",
        "黄钟 = {0}，我们的选择：诸本无绝对音高。",
        "황종 = {0}, 우리의 선택: 어느 책에도 절대 음높이가 없다.",
        "黃鐘 = {0}, our choice: no print gives an absolute pitch.",
    ),
    "sung-sanfen": (
        "音律用三分損益；譜記最近之音。",
        "音律用三分损益；谱记最近之音。",
        "음률은 삼분손익. 악보에는 가장 가까운 음을 적는다.",
        "Tuned by fifths, 三分損益; the score writes the nearest notes.",
    ),
    "sung-one": (
        "簡譜 1 = {0}（{1}），調之宮。",
        "简谱 1 = {0}（{1}），调之宫。",
        "숫자보 1 = {0} ({1}), 조의 궁.",
        "Numbers: 1 = {0} ({1}), the 宮 of the mode.",
    ),
    "sung-one-huangzhong": (
        "簡譜 1 = {0}（{1}）。",
        "简谱 1 = {0}（{1}）。",
        "숫자보 1 = {0} ({1}).",
        "Numbers: 1 = {0} ({1}).",
    ),
    "sung-lost": (
        "×：此本佚其音（{0}），不補。",
        "×：此本佚其音（{0}），不补。",
        "×: 이 책에 음이 없어진 곳({0}). 채우지 않는다.",
        "×: the tone is lost in this print ({0}) and is not filled in.",
    ),
    "sung-spoken": (
        "×：誦，無音高。",
        "×：诵，无音高。",
        "×: 낭송, 음높이 없음.",
        "×: spoken, without pitch.",
    ),
    "sung-times": ("歌{0}終", "歌{0}终", "노래 {0}번", "sung {0} times"),
    "sung-time": ("第{0}終", "第{0}终", "{0}번째,", "time {0},"),
    "sung-broken-off": (
        "鼓止於第{0}遍，歌亦止：至第{1}章第{2}句，未畢。",
        "鼓止于第{0}遍，歌亦止：至第{1}章第{2}句，未毕。",
        "북이 {0}회에 그치고 노래도 제{1}장 {2}구에서 그친다. 끝까지가 아니다.",
        "The drum ends after cycle {0}, and the song with it, at stanza {1}, line {2}: not its end.",
    ),
    "sung-huangzhong": ("黃鐘", "黄钟", "황종", "黃鐘"),
    "sung-temperament": ("音律", "音律", "음률", "temperament"),
    "sung-words_per_minute": ("每分字數", "每分字数", "분당 글자 수", "words a minute"),
    "sung-breath": ("句後之息（拍）", "句后之息（拍）", "구 뒤의 쉼 (박)", "breath after a line, in beats"),
    "sung-stanza_breath": (
        "章後之息（拍）",
        "章后之息（拍）",
        "장 뒤의 쉼 (박)",
        "breath after a stanza, in beats",
    ),
    "sung-other-layout": (
        "此本之譜位不如此。",
        "此本之谱位不如此。",
        "이 책의 음 표기 자리는 이와 다르다.",
        "This print sets its signs in another place.",
    ),
    "sung-row-beside": (
        "鼓節附後；何擊當何字，無文可據。",
        "鼓节附后；何击当何字，无文可据。",
        "북 치는 법은 뒤에 붙였다. 어느 침이 어느 글자에 맞는지 적은 글은 없다.",
        "The row of the drum stands last; no source says which stroke goes with which word.",
    ),
    "sung-book": ("禮射與投壺之歌", "礼射与投壶之歌", "예사와 투호의 노래", "Songs of archery and touhu"),
    "sung-book-notes": ("據本與選擇", "据本与选择", "출전과 선택", "Sources and choices"),
    "sung-old-page": (
        "依瑟譜、鐘律通考之式新排，非影印。",
        "依瑟谱、钟律通考之式新排，非影印。",
        "『슬보』와 『종률통고』의 짜임을 따라 새로 짠 면, 영인 아님.",
        "Newly set in the manner of 瑟譜 and 鐘律通考, no facsimile.",
    ),
}
