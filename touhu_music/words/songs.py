"""Words of the songs: what a print has, what is lost, how prints and songs differ."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    # key: zh-Hant, zh-Hans, ko, en
    # --- a song as a print has it
    "song-mode": ("調：{0}", "调：{0}", "조: {0}", "mode: {0}"),
    "song-recited": ("曲佚，誦", "曲佚，诵", "곡 없음, 낭송", "recited, no tune"),
    "song-for": ("所歌：{0}", "所歌：{0}", "부르는 이: {0}", "sung for: {0}"),
    "song-print": ("書：{0} {1}", "书：{0} {1}", "책: {0} {1}", "print: {0} {1}"),
    "song-others": ("別本：{0}", "别本：{0}", "다른 책: {0}", "other prints: {0}"),
    "song-unread": ("未讀：{0}：{1}", "未读：{0}：{1}", "읽지 못함: {0}: {1}", "not yet read: {0}: {1}"),
    "song-stanza": ("第{0}章", "第{0}章", "제{0}장", "stanza {0}"),
    "song-word": ("字", "字", "글자", "word"),
    "song-lulu": ("律", "律", "율", "lülü"),
    "song-gongche": ("工尺", "工尺", "공척", "gongche"),
    "song-semitones": ("半音", "半音", "반음", "semitones"),
    "song-counted": (
        "半音：上距黃鐘；12以上為清聲。",
        "半音：上距黄钟；12以上为清声。",
        "반음: 황종 위로 셈. 12부터는 청성(위 옥타브).",
        "Semitones count above 黃鐘; from 12 on it is the upper octave 清.",
    ),
    "song-late": (
        "晚出之譜：見於宋以後之書，無證其為古樂。譜不記節奏，每字一聲而已。",
        "晚出之谱：见于宋以后之书，无证其为古乐。谱不记节奏，每字一声而已。",
        "늦은 악보: 송나라 이후의 책에 보이며, 더 오래되었다는 증거는 없다. 리듬은 적혀 있지 않고"
        " 글자마다 한 음뿐이다.",
        "Late notation: it stands in books from the Song dynasty on, and nothing shows that it is older."
        " No rhythm is notated, only one tone to a word.",
    ),
    "song-doubt": (
        "朱熹存疑：樂工何從得此古曲？一字一聲是否過簡？用清聲為調是否古法？仍存之，使人略見古歌之貌。",
        "朱熹存疑：乐工何从得此古曲？一字一声是否过简？用清声为调是否古法？仍存之，使人略见古歌之貌。",
        "주희의 의문: 악공이 어디서 이 옛 곡을 얻었는가, 한 글자에 한 음은 너무 단순하지 않은가,"
        " 청성을 조로 삼는 것이 옛 법인가? 그래도 옛 노래의 모습을 짐작하도록 남겨 두었다.",
        "朱熹 doubted the twelve songs: from where could musicians have tunes so old, is one tone to a word"
        " not too plain, and is the clear octave as the tone of the mode the old way? He kept them as a"
        " likeness of the old singing.",
    ),
    "song-own": (
        "此曲是熊朋來自作之譜，不在朱熹所疑之十二詩譜中，其出更晚。",
        "此曲是熊朋来自作之谱，不在朱熹所疑之十二诗谱中，其出更晚。",
        "이 곡은 웅붕래가 스스로 지은 것으로, 주희가 의심한 열두 노래에 들지 않으며 더 늦다.",
        "This tune is 熊朋來's own setting: it is not of the twelve songs whose age 朱熹 doubted, and later"
        " still.",
    ),
    "song-no-tune": (
        "曲已佚，不擬作：只有辭，可誦。",
        "曲已佚，不拟作：只有辞，可诵。",
        "곡은 없어졌고 지어내지 않는다. 노랫말만 있어 낭송할 수 있다.",
        "The tune is lost and none is invented: these are words to recite.",
    ),
    "song-remark": ("註：{0}", "注：{0}", "주: {0}", "note: {0}"),
    "song-warning": ("疑：{0}", "疑：{0}", "의문: {0}", "doubt: {0}"),
    # --- a song as a text has it
    "song-under": ("譜在句下", "谱在句下", "구절 아래의 악보", "signs below the verse"),
    "song-inline": ("譜在字下", "谱在字下", "글자 아래의 악보", "signs after each word"),
    # --- prints side by side
    "song-collation": ("校曲", "校曲", "노래 교감", "Prints of a song"),
    "song-same": ("與{0}音同：{1}", "与{0}音同：{1}", "{0}와 음이 같음: {1}", "the same tones as {0}: {1}"),
    "song-one-print": (
        "只有{0}一本，無可校。",
        "只有{0}一本，无可校。",
        "책이 {0} 하나뿐이라 견줄 것이 없음.",
        "Only {0} has it: there is nothing to collate.",
    ),
    "song-entry": (
        "第{0}章第{1}字{2}：{3} {4}，{5}",
        "第{0}章第{1}字{2}：{3} {4}，{5}",
        "제{0}장 {1}번째 글자 {2}: {3} {4}, {5}",
        "stanza {0}, word {1} {2}: {3} {4}, {5}",
    ),
    "song-substitution": ("{0}作{1}", "{0}作{1}", "{0} {1}", "{0} {1}"),
    "song-lost": ("{0}佚（{1}）", "{0}佚（{1}）", "{0} 없어짐 ({1})", "{0} lost ({1})"),
    "song-spelling": ("{0}字作{1}", "{0}字作{1}", "{0} 글자 {1}", "{0} writes the word {1}"),
    "song-omission": ("{0}無此字", "{0}无此字", "{0}에 이 글자 없음", "{0} lacks the word"),
    "song-addition": ("{0}增{1}", "{0}增{1}", "{0} 더함: {1}", "{0} adds {1}"),
    "song-no-difference": (
        "諸本音皆同。",
        "诸本音皆同。",
        "책들의 음이 모두 같음.",
        "No difference in the tones.",
    ),
    "song-judgement": (
        "異文並存，不斷是非：兩本皆晚，其一或承其一。",
        "异文并存，不断是非：两本皆晚，其一或承其一。",
        "다른 읽기를 나란히 두고 옳고 그름을 가리지 않는다. 두 책 모두 늦고 서로 베꼈을 수 있다.",
        "Readings stand side by side and none is called wrong: both prints are late, and may depend on each"
        " other.",
    ),
    # --- one song against another
    "song-contours": (
        "上下（+ 上，- 下，= 平，? 音佚）",
        "上下（+ 上，- 下，= 平，? 音佚）",
        "오르내림 (+ 오름, - 내림, = 같음, ? 음 없어짐)",
        "Contour, stanza by stanza (+ up, - down, = the same, ? beside a lost tone)",
    ),
    "song-intervals": (
        "音程（半音數）之次數",
        "音程（半音数）之次数",
        "음정(반음 수)의 횟수",
        "How often each interval comes (in semitones, up or down)",
    ),
    "song-tones": ("各音之次數", "各音之次数", "각 음의 횟수", "How often each tone comes"),
    "song-range": (
        "{0}：音域{1}至{2}；各章結聲{3}",
        "{0}：音域{1}至{2}；各章结声{3}",
        "{0}: 음역 {1}~{2}, 각 장의 끝소리 {3}",
        "{0}: range {1} to {2}; last tones of the stanzas: {3}",
    ),
    "song-opening": (
        "起首相同：{0}音；不論清濁{1}音（{2}）；上下{3}步。",
        "起首相同：{0}音；不论清浊{1}音（{2}）；上下{3}步。",
        "첫머리가 같은 것: {0}음, 옥타브를 가리지 않으면 {1}음 ({2}), 오르내림 {3}걸음.",
        "Alike at the beginning: tones {0}; octaves aside, tones {1} ({2}); steps of the contour {3}.",
    ),
    "song-longest": (
        "最長相同之段（不論清濁）：{0}音（{1}），在{2}與{3}。",
        "最长相同之段（不论清浊）：{0}音（{1}），在{2}与{3}。",
        "가장 긴 같은 부분(옥타브를 가리지 않음): {0}음 ({1}), {2}, {3}.",
        "Longest stretch alike, octaves aside: tones {0} ({1}), in {2} and in {3}.",
    ),
    "song-there": ("{0}第{1}章第{2}字", "{0}第{1}章第{2}字", "{0} 제{1}장 {2}번째 글자", "{0} {1}:{2}"),
    "song-chance": (
        "偶然：打亂後曲各章之音{0}次，起首如此者{1}次，有如此長段者{2}次。"
        "此只問音之次序；兩曲同調、同套腔、音少，相似未必相承。",
        "偶然：打乱后曲各章之音{0}次，起首如此者{1}次，有如此长段者{2}次。"
        "此只问音之次序；两曲同调、同套腔、音少，相似未必相承。",
        "우연: 뒤 노래의 장마다 음을 {0}번 섞으면 첫머리가 이만큼 같은 것이 {1}번, 이만큼 긴 부분이"
        " {2}번이다. 음의 차례만 물은 것이다. 조와 상투구가 같고 음이 적으면 닮았다고 해서 이어받은 것은"
        " 아니다.",
        "Chance: with the tones of each stanza of the second song shuffled {0} times, an opening as long came"
        " {1} times and a stretch as long {2} times. This asks for the order of tones alone: songs of one"
        " mode share turns, the tones are few, and likeness is no proof of descent.",
    ),
}
