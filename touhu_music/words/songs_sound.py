"""Words of the songs as sound: the string, its tuning, what makes no sound."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    # key: zh-Hant, zh-Hans, ko, en
    "heard-string": ("瑟", "瑟", "슬", "only the string"),
    "heard-drums": ("鼓", "鼓", "북", "only the drums"),
    "heard-zither": ("瑟（撥弦）", "瑟（拨弦）", "슬(뜯는 줄)", "zither, for the 瑟"),
    "heard-recitation": ("誦（無音高）", "诵（无音高）", "낭송(음높이 없음)", "recitation, without tones"),
    "heard-equal": (
        "十二平均律，我們的選擇。",
        "十二平均律，我们的选择。",
        "십이평균율, 우리의 선택.",
        "Equal temperament, our choice.",
    ),
    "heard-sanfen": (
        "三分損益律，我們的選擇：自黃鐘五度相生，蕤賓重上生大呂。",
        "三分损益律，我们的选择：自黄钟五度相生，蕤宾重上生大吕。",
        "삼분손익율, 우리의 선택: 황종에서 다섯째 음씩 낳고, 유빈은 다시 위로 대려를 낳는다.",
        "Tuned by fifths from 黃鐘, 三分損益, our choice; 蕤賓 rises a second time to 大呂.",
    ),
    "heard-open": (
        "撥弦擬瑟，非古器之聲；一音一弦，任其鳴至再撥：我們的選擇。",
        "拨弦拟瑟，非古器之声；一音一弦，任其鸣至再拨：我们的选择。",
        "슬을 본뜬 뜯는 줄로, 옛 악기의 소리가 아니다. 음마다 줄이 하나이고 다시 뜯을 때까지 울린다:"
        " 우리의 선택.",
        "A plucked string in the manner of the 瑟, no sound of an old one; each tone has a string, which"
        " rings until it is plucked again: our choice.",
    ),
    "heard-damped": (
        "撥弦擬瑟，非古器之聲；字盡則按弦：我們的選擇。",
        "拨弦拟瑟，非古器之声；字尽则按弦：我们的选择。",
        "슬을 본뜬 뜯는 줄로, 옛 악기의 소리가 아니다. 글자가 끝나면 줄을 눌러 그친다: 우리의 선택.",
        "A plucked string in the manner of the 瑟, no sound of an old one; a finger silences it at the end of"
        " its word: our choice.",
    ),
    "live-late": (
        "晚出之譜，不記節奏",
        "晚出之谱，不记节奏",
        "늦은 악보, 리듬 없음",
        "late notation, rhythm not notated",
    ),
    "live-tuned": ("黃鐘 = {0}，{1}", "黄钟 = {0}，{1}", "황종 = {0}, {1}", "黃鐘 = {0}, {1}"),
    "heard-koto": (
        "General MIDI 無瑟，以箏（koto）代之：我們的選擇。",
        "General MIDI 无瑟，以筝（koto）代之：我们的选择。",
        "General MIDI에는 슬이 없어 고토로 대신한다: 우리의 선택.",
        "General MIDI has no 瑟; its koto stands for it: our choice.",
    ),
    "heard-lost": (
        "第{1}章第{2}字「{0}」：{3}本佚其音，此處無聲，其時如故。",
        "第{1}章第{2}字「{0}」：{3}本佚其音，此处无声，其时如故。",
        "제{1}장 {2}번째 글자 {0}: {3}에 음이 없어져, 그 길이만큼 소리가 없다.",
        "Stanza {1}, word {2} {0}: its tone is lost in {3}; it is silence of its length.",
    ),
    "heard-unknown": (
        "第{1}章第{2}字「{0}」：{3}本不足以定其音，此處無聲，其時如故。",
        "第{1}章第{2}字「{0}」：{3}本不足以定其音，此处无声，其时如故。",
        "제{1}장 {2}번째 글자 {0}: {3}만으로는 음을 정할 수 없어, 그 길이만큼 소리가 없다.",
        "Stanza {1}, word {2} {0}: {3} leaves its tone open; it is silence of its length.",
    ),
    "heard-recited": (
        "曲佚：其辭無聲，待人誦之。",
        "曲佚：其辞无声，待人诵之。",
        "곡이 없어져 노랫말은 소리가 나지 않는다. 사람이 낭송한다.",
        "The tune is lost: the words make no sound here and are for a person to recite.",
    ),
}
