"""Words of the songs: what a print has, what is lost, how prints and songs differ."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    # key: zh-Hant, zh-Hans, ko, en
    # --- a song as a print has it
    "song-mode": ("調：{0}", "调：{0}", "조: {0}", "mode: {0}"),
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
        "晚出之譜：宋以來書所載，非古樂。譜不記節奏，每字一聲而已。",
        "晚出之谱：宋以来书所载，非古乐。谱不记节奏，每字一声而已。",
        "늦은 악보: 송나라 이후의 책에 실린 것으로 옛 음악이 아니다. 리듬은 적혀 있지 않고"
        " 글자마다 한 음뿐이다.",
        "Late notation: it stands in books from the Song on and is no music of antiquity. No rhythm is"
        " notated, only one tone to a word.",
    ),
    "song-doubt": (
        "朱熹疑其古，又疑一字一聲、以清聲為結過簡，存之以見古歌之彷彿。",
        "朱熹疑其古，又疑一字一声、以清声为结过简，存之以见古歌之仿佛。",
        "주희는 이 악보가 오래된 것인지, 한 글자에 한 음이고 청성으로 맺는 것이 너무 단순하지 않은지"
        " 의심하면서도, 옛 노래를 짐작하게 하는 것으로 남겨 두었다.",
        "朱熹 doubted that the twelve songs are old, and found one tone to a word and the close on the clear"
        " octave too plain; he kept them as a likeness of the old singing.",
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
    "song-word-form": ("{0}字作{1}", "{0}字作{1}", "{0} 글자 {1}", "{0} writes the word {1}"),
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
    "song-comparison": ("比曲", "比曲", "노래 비교", "Songs compared"),
    "song-contour": ("上下", "上下", "오르내림", "contour"),
    "song-intervals": ("音程", "音程", "음정", "intervals"),
    "song-tones": ("用音", "用音", "쓰인 음", "tones used"),
    "song-range": ("音域", "音域", "음역", "range"),
    "song-final": ("結聲", "结声", "끝소리", "last tones"),
    "song-begin": (
        "兩曲起首{0}音相同（{1}），其上下起首{2}步相同",
        "两曲起首{0}音相同（{1}），其上下起首{2}步相同",
        "두 노래는 처음 {0}음이 같고 ({1}), 오르내림은 처음 {2}걸음이 같다",
        "they begin with {0} tones alike ({1}), and {2} steps of their contour",
    ),
    "song-begin-octave": (
        "不論清濁則起首{0}音相同（{1}）",
        "不论清浊则起首{0}音相同（{1}）",
        "옥타브를 가리지 않으면 처음 {0}음이 같다 ({1})",
        "octaves aside, they begin with {0} tones alike ({1})",
    ),
    "song-longest": (
        "最長相同之段：{0}音（{1}），在{2}與{3}",
        "最长相同之段：{0}音（{1}），在{2}与{3}",
        "가장 긴 같은 부분: {0}음 ({1}), {2}과 {3}",
        "longest stretch alike: {0} tones ({1}), at {2} and {3}",
    ),
    "song-chance": (
        "打亂兩曲各章音序{0}次，最長相同之段不短於此者{1}次：曲少音少，只可為參考。",
        "打乱两曲各章音序{0}次，最长相同之段不短于此者{1}次：曲少音少，只可为参考。",
        "두 노래의 장마다 음의 차례를 {0}번 섞으면, 같은 부분이 이보다 짧지 않은 것이 {1}번이다."
        " 노래와 음이 적어 참고일 뿐이다.",
        "With the tones of each stanza shuffled {0} times, a stretch as long came {1} times:"
        " few songs of few tones, so no more than a hint.",
    ),
}
