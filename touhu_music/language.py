"""Every word that outputs print, in four languages, from one table.

Titles and labels are Chinese with one other language beside it; `zh-Hant` and `zh-Hans` stand
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from touhu_music.notation import Drum, visible
from touhu_music.performance import Performance, Plan
from touhu_music.reading import Reading, in_language

if TYPE_CHECKING:
    from touhu_music.practice import Practice


class Language(StrEnum):
    """A language of titles and labels."""

    TRADITIONAL = "zh-Hant"
    SIMPLIFIED = "zh-Hans"
    KOREAN = "ko"
    ENGLISH = "en"


class Syllables(StrEnum):
    """A spelling of the drum syllables."""

    HANZI = "hanzi"
    PINYIN = "pinyin"
    HANGUL = "hangul"
    ROMAJA = "romaja"  # of the Korean


SYLLABLES: Final = {
    Syllables.HANZI: {Drum.PI: "榻", Drum.GU: "鏜"},
    Syllables.PINYIN: {Drum.PI: "tà", Drum.GU: "tāng"},
    Syllables.HANGUL: {Drum.PI: "탑", Drum.GU: "당"},
    Syllables.ROMAJA: {Drum.PI: "tap", Drum.GU: "tang"},
}
"""Source: 經典釋文, 鼙 其聲下其音榻榻然, 鼓 其聲高其音鏜鏜然."""

WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    # key: zh-Hant, zh-Hans, ko, en
    "lu": ("魯鼓", "鲁鼓", "노고", "Lu"),
    "xue": ("薛鼓", "薛鼓", "설고", "Xue"),
    "row": ("鼓節", "鼓节", "고절", "drum pattern"),
    "chart-1": ("前圖", "前图", "전도", "first chart"),
    "chart-2": ("後圖", "后图", "후도", "second chart"),
    "touhu": ("投壺", "投壶", "투호", "touhu (pitch-pot)"),
    "archery": ("射禮（燕射）", "射礼（燕射）", "사례(연사)", "archery (燕射 after 鄭 and 孔)"),
    "pi": ("鼙", "鼙", "비", "pi, the small drum"),
    "gu": ("鼓", "鼓", "고", "gu, the large drum"),
    "half": ("半", "半", "반", "half"),
    "witness": ("據", "据", "출전", "source"),
    "no-witness": ("未據書", "未据书", "출전 없음", "a row of no named source"),
    "choices": (
        "演奏選擇（非原文）",
        "演奏选择（非原文）",
        "연주 선택 (원문에 없음)",
        "Our choices, not in the text",
    ),
    "text": (
        "原文所有：○□之次與半",
        "原文所有：○□之次与半",
        "원문: ○□의 차례와 半",
        "In the text: the order of ○ and □, and 半",
    ),
    "even": ("每點一拍", "每点一拍", "점마다 한 박", "even, one mark a beat"),
    "on-gu": ("每□起拍", "每□起拍", "□마다 박 시작", "on-gu, each □ opens a beat"),
    "tempo": ("每分{0}拍", "每分{0}拍", "분당 {0}박", "{0} beats a minute"),
    "cycles": ("{0}遍", "{0}遍", "{0}회", "cycles: {0}"),
    "gap": ("間隔{0}拍", "间隔{0}拍", "간격 {0}박", "gap of {0} after each"),
    "no-gap": ("無間隔", "无间隔", "간격 없음", "no gap"),
    "count-in": ("預備{0}拍", "预备{0}拍", "예비 {0}박", "count-in of {0}"),
    "no-count-in": ("無預備拍", "无预备拍", "예비 없음", "no count-in"),
    "score-title": ("投壺諸算法", "投壶诸算法", "투호 산법", "How throws are counted"),
    "score-column-throw": ("投", "投", "던짐", "throw"),
    "score-column-counters": ("算", "算", "산", "counters"),
    "score-column-text": ("文", "文", "원문", "text"),
    "score-rules-liji": (
        "禮記：每入一算",
        "礼记：每入一算",
        "예기: 들어갈 때마다 1산",
        "liji: 禮記·投壺, a counter for each valid throw",
    ),
    "score-rules-sima": (
        "司馬溫公投壺格（朴泰輔所引）",
        "司马温公投壶格（朴泰辅所引）",
        "사마온공 투호격 (박태보의 인용)",
        "sima: 司馬溫公投壺格, as quoted by 朴泰輔",
    ),
    "score-rules-dingzhai": (
        "定齋（朴泰輔）算法",
        "定斋（朴泰辅）算法",
        "정재(박태보) 산법",
        "dingzhai: 朴泰輔's own, in 定齋集",
    ),
    "score-options": ("選擇：{0}", "选择：{0}", "선택: {0}", "options: {0}"),
    "score-ours": (
        "無文，我們的選擇",
        "无文，我们的选择",
        "원문에 없음, 우리의 선택",
        "in no text, our choice",
    ),
    "score-guest": ("賓", "宾", "손님", "guest"),
    "score-host": ("主", "主", "주인", "host"),
    "score-pot": ("第{0}壺", "第{0}壶", "{0}번째 호", "pot {0}"),
    "score-round": ("第{0}番", "第{0}番", "{0}번째 판", "round {0}"),
    "score-total": ("共{0}算", "共{0}算", "합계 {0}산", "total {0}"),
    "score-sum": ("諸壺共{0}算", "诸壶共{0}算", "모든 호 합계 {0}산", "total of all pots {0}"),
    "score-unfinished": (
        "未畢：{0}箭，當{1}箭",
        "未毕：{0}箭，当{1}箭",
        "미완: {1}대 가운데 {0}대",
        "unfinished: {0} arrows of {1}",
    ),
    "score-outright-win": (
        "全壺：不問算數皆勝",
        "全壶：不问算数皆胜",
        "전호: 산수와 관계없이 이김",
        "全壺 full pot: wins, whatever the counters",
    ),
    "score-outright-loss": (
        "敗壺：不問算數皆負",
        "败壶：不问算数皆负",
        "패호: 산수와 관계없이 짐",
        "敗壺 empty pot: loses, whatever the counters",
    ),
    "score-reached": (
        "第{0}壺滿百二十",
        "第{0}壶满百二十",
        "{0}번째 호에서 120산",
        "reached 120 with pot {0}",
    ),
    "score-race": (
        "先滿百二十者勝",
        "先满百二十者胜",
        "먼저 120산이면 이김",
        "the first to reach 120 wins, by pots",
    ),
    "score-by-place": ("依其次", "依其次", "그 차례대로", "as a hit at its place"),
    "score-keeps": (
        "無算而不斷連中，計於全壺",
        "无算而不断连中，计于全壶",
        "0산, 연중과 전호에는 셈",
        "0, but keeps the run and counts for a full pot",
    ),
    "score-void": ("盡廢其壺之算", "尽废其壶之算", "그 호의 산을 모두 없앰", "voids the pot"),
    "score-no-bonus": ("無賞", "无赏", "상 없음", "no bonus, as it lies"),
    "score-wins": ("{0}勝", "{0}胜", "{0} 승", "{0} wins"),
    "score-even": ("鈞", "钧", "비김", "even"),
    "score-horses": (
        "立馬：touhu rite horses {0}",
        "立马：touhu rite horses {0}",
        "말: touhu rite horses {0}",
        "horses: touhu rite horses {0}",
    ),
    "score-by-full-pot": (
        "第{0}壺全壺",
        "第{0}壶全壶",
        "{0}번째 호가 전호",
        "a full pot, pot {0}",
    ),
    "score-by-both-full": (
        "第{0}壺俱全，計餘算",
        "第{0}壶俱全，计余算",
        "{0}번째 호가 모두 전호, 산을 견줌",
        "both full in pot {0}, so the counters",
    ),
    "score-by-empty-pot": (
        "第{0}壺敗壺",
        "第{0}壶败壶",
        "{0}번째 호가 패호",
        "an empty pot, pot {0}",
    ),
    "score-by-both-empty": (
        "第{0}壺俱敗，計餘算",
        "第{0}壶俱败，计余算",
        "{0}번째 호가 모두 패호, 산을 견줌",
        "both empty in pot {0}, so the counters",
    ),
    "score-by-120": (
        "第{0}壺先滿百二十",
        "第{0}壶先满百二十",
        "{0}번째 호에서 먼저 120산",
        "first to reach 120, with pot {0}",
    ),
    "score-by-surplus": (
        "第{0}壺俱滿，計餘算",
        "第{0}壶俱满，计余算",
        "{0}번째 호에서 모두 120산, 남은 산을 견줌",
        "both reached 120 with pot {0}, so the larger surplus",
    ),
    "score-by-not-stated": (
        "第{0}壺俱滿而餘算同，文無其法",
        "第{0}壶俱满而余算同，文无其法",
        "{0}번째 호에서 모두 120산, 남은 산도 같음: 원문에 규칙 없음",
        "both reached 120 with pot {0} and the same surplus: the text does not say who wins",
    ),
    "score-by-open": ("未決", "未决", "아직 정해지지 않음", "still open"),
    "score-first": ("有初", "有初", "유초: 첫 화살, 호", "first arrow, mouth"),
    "score-first-ear": ("有初貫耳", "有初贯耳", "유초관이: 첫 화살, 귀", "first arrow, ear"),
    "score-run": ("連中", "连中", "연중: 빠짐없이 이어짐, 호", "no miss before, mouth"),
    "score-run-ear": ("連中貫耳", "连中贯耳", "연중관이: 빠짐없이 이어짐, 귀", "no miss before, ear"),
    "score-last": ("有終", "有终", "유종: 마지막 화살, 호", "last arrow, mouth"),
    "score-last-ear": ("有終貫耳", "有终贯耳", "유종관이: 마지막 화살, 귀", "last arrow, ear"),
    "score-broken": ("敗箭", "败箭", "패전: 빗나간 뒤, 호", "after a miss, mouth"),
    "score-ear": ("貫耳", "贯耳", "관이: 귀", "ear"),
    "score-rebound": (
        "驍箭",
        "骁箭",
        "효전: 튄 것을 잡아 다시 던져 넣음",
        "caught on the rebound and thrown in",
    ),
    "score-across": ("橫壺", "横壶", "횡호: 호에 가로놓임", "lies across the mouth"),
    "score-across-ear": ("橫耳", "横耳", "횡이: 귀에 가로놓임", "lies across an ear"),
    "score-leaning": ("倚竿", "倚竿", "의간: 호에 기댐", "leans in the mouth"),
    "score-leaning-ear": ("耳倚竿", "耳倚竿", "이의간: 귀에 기댐", "leans in an ear"),
    "score-sword": ("帶劍", "带剑", "대검: 귀에 걸림", "hangs through an ear"),
    "score-upside-down": ("倒中", "倒中", "도중: 거꾸로 들어감", "upside down"),
    "score-miss": ("不中", "不中", "부중: 빗나감", "missed"),
    "score-fallen": ("墜地", "坠地", "추지: 땅에 떨어짐", "fell to the ground"),
    "score-valid": ("順投", "顺投", "순투: 本 끝으로 들어감", "in, 本 end first"),
    "score-wrong-end": ("末入", "末入", "末 끝으로 들어감", "in, 末 end first"),
    "score-out-of-turn": ("比投", "比投", "비투: 차례를 어김", "out of turn"),
    "score-again": ("頻投", "频投", "빈투: 다시 던짐", "thrown again"),
    "score-mouth": ("壺", "壶", "호", "mouth"),
    "score-one-ear": ("耳", "耳", "귀", "ear, so half of the mouth"),
    "score-option-knocked": (
        "墜地者敗於其次，或敗於墜時",
        "坠地者败于其次，或败于坠时",
        "떨어진 화살은 제 차례부터, 또는 떨어진 때부터 연중을 끊음",
        "an arrow that falls breaks the run at its own place, or when it falls",
    ),
    "score-option-first-ear": (
        "有初貫耳：倍之，或別計其耳",
        "有初贯耳：倍之，或别计其耳",
        "유초관이: 곱절, 또는 귀를 따로 셈",
        "first arrow in an ear: doubled, or the ear counted besides",
    ),
    "score-option-rebound-ear": (
        "驍箭貫耳：十加十，或依其次",
        "骁箭贯耳：十加十，或依其次",
        "귀에 든 효전: 10+10, 또는 그 차례대로",
        "驍箭 into an ear: 10 + 10, or what the ear is worth at its place",
    ),
    "score-option-rebound-run": (
        "驍箭連否，計於全壺否",
        "骁箭连否，计于全壶否",
        "효전이 연중과 전호를 잇는지",
        "驍箭 keeps the run and the full pot, or breaks them",
    ),
    "score-option-rebound-ends": (
        "驍箭有初有終：十算，或加之",
        "骁箭有初有终：十算，或加之",
        "첫·마지막 효전: 10산, 또는 더함",
        "驍箭 as first or last arrow: 10 only, or added to 有初 and 有終",
    ),
    "score-option-crossing": (
        "橫壺橫耳常算：依其次，或五算",
        "横壶横耳常算：依其次，或五算",
        "횡호·횡이의 상산: 그 차례대로, 또는 5산",
        "an arrow that lies across: as a hit at its place, or 5",
    ),
    "score-option-last-broken": (
        "敗後有終：二十算，或一算",
        "败后有终：二十算，或一算",
        "빗나간 뒤의 유종: 20산, 또는 1산",
        "last arrow after a miss: 有終 still, or as any other, 1 (10 in an ear)",
    ),
    "score-option-upside-down": (
        "倒中：廢一壺，或止廢其前",
        "倒中：废一壶，或止废其前",
        "도중: 호 전체, 또는 그 앞만 없앰",
        "倒中 voids the whole pot, or what came before it",
    ),
    "score-option-turns": (
        "比投：不計，或計之",
        "比投：不计，或计之",
        "비투: 세지 않음, 또는 셈",
        "a throw out of turn is a miss, or a hit, for the text has no turns",
    ),
    "score-option-ear": (
        "貫耳：一算，或無算",
        "贯耳：一算，或无算",
        "귀: 1산, 또는 0산",
        "a hit in an ear, which the pot of 禮記 lacks",
    ),
    "score-option-leaning": (
        "倚竿：一算，或無算",
        "倚竿：一算，或无算",
        "의간: 1산, 또는 0산",
        "an arrow that leans",
    ),
    "judge-exchange": (
        "每遍賓主各一投（比於鄉射）",
        "每遍宾主各一投（比于乡射）",
        "한 회에 손님과 주인이 한 번씩 (향사에서 유추)",
        "exchange: guest and host in each cycle, by analogy with archery",
    ),
    "judge-throw": (
        "每遍一投，投於末擊（我們的選擇）",
        "每遍一投，投于末击（我们的选择）",
        "한 회에 한 번, 마지막 타에 (우리의 선택)",
        "throw: a cycle for each throw, on its last stroke; our choice, no source",
    ),
    "judge-free": (
        "投不繫於遍，以最近之擊為度",
        "投不系于遍，以最近之击为度",
        "회에 매이지 않음, 가장 가까운 타로 잼",
        "free: throws are not tied to cycles, the nearest stroke is taken",
    ),
    "judge-tolerance": (
        "容差{0}秒（我們的選擇）",
        "容差{0}秒（我们的选择）",
        "허용 {0}초 (우리의 선택)",
        "tolerance {0} s, our choice",
    ),
    "judge-flag": (
        "不合者止記之",
        "不合者止记之",
        "맞지 않으면 표시만",
        "off the drum is only noted",
    ),
    "judge-void": (
        "不合者不釋算（比於射）",
        "不合者不释算（比于射）",
        "맞지 않으면 무효 (활쏘기에서 유추)",
        "off the drum is void, by analogy with archery",
    ),
    "judge-seconds": ("{0}秒", "{0}秒", "{0}초", "{0} s"),
    "judge-pair": ("第{0}耦", "第{0}耦", "{0}번째 짝", "pair {0}"),
    "judge-worth": ("{0}算", "{0}算", "{0}산", "counters {0}"),
    "judge-cycle": ("第{0}遍", "第{0}遍", "{0}회", "cycle {0}"),
    "judge-outside": ("在鼓外", "在鼓外", "북소리 밖", "outside the drumming"),
    "judge-due": ("當在第{0}遍", "当在第{0}遍", "{0}회여야 함", "due in cycle {0}"),
    "judge-stroke": ("第{0}遍第{1}擊", "第{0}遍第{1}击", "{0}회 {1}타", "stroke {1} of cycle {0}"),
    "judge-off-drum": ("不合於鼓", "不合于鼓", "북에 맞지 않음", "off the drum"),
    "judge-order": ("主先於賓", "主先于宾", "주인이 먼저", "host before guest"),
    "judge-out-of-turn": ("比投", "比投", "비투, 차례를 어김", "比投 out of turn"),
    "judge-wrong-end": ("末入", "末入", "末 끝으로 들어감", "末 end first"),
    "judge-not-in": ("不在壺", "不在壶", "호 안에 없음", "not in the pot"),
    "judge-voided": ("不釋", "不释", "무효", "void"),
    "judge-counters": (
        "賓{0}算，主{1}算",
        "宾{0}算，主{1}算",
        "손님 {0}산, 주인 {1}산",
        "counters: guest {0}, host {1}",
    ),
    "judge-live": (
        "空格：首擊此刻鳴；g 賓投，h 主投；{0} 記前投所落；u 去前投；q 畢",
        "空格：首击此刻鸣；g 宾投，h 主投；{0} 记前投所落；u 去前投；q 毕",
        "스페이스: 지금 첫 타; g 손님, h 주인이 던짐; {0} 앞 화살이 떨어진 꼴; u 취소; q 끝",
        "space: the first stroke is now; g, h: guest, host throws now; {0}: how it landed; u: undo; q: end",
    ),
    "shiwen": (
        "鼙低鼓高（釋文「下」「高」解作音高）",
        "鼙低鼓高（释文“下”“高”解作音高）",
        "비 낮고 고 높음(석문의 下·高를 음높이로 읽음)",
        "shiwen: 鼙 low, 鼓 high (下 and 高 of the 釋文 read as pitch)",
    ),
    "organology": (
        "鼙高鼓低（今人推論）",
        "鼙高鼓低（今人推论）",
        "비 높고 고 낮음(현대의 추론)",
        "organology: 鼙 high, 鼓 low (a modern inference, against the 釋文)",
    ),
    "keys": (
        "MIDI鍵：鼙{0}，鼓{1}",
        "MIDI键：鼙{0}，鼓{1}",
        "MIDI 건반: 비 {0}, 고 {1}",
        "MIDI keys: 鼙 {0}, 鼓 {1}",
    ),
    "strokes": (
        "{0}擊：鼙{1}，鼓{2}；每遍{3}秒",
        "{0}击：鼙{1}，鼓{2}；每遍{3}秒",
        "{0}타: 비 {1}, 고 {2}; 한 회 {3}초",
        "{0} strokes: 鼙 {1}, 鼓 {2}; {3} s a cycle",
    ),
    "before_half": ("半上", "半上", "半 앞", "before 半"),
    "after_half": ("半下", "半下", "半 뒤", "after 半"),
    "doubtful": ("存疑", "存疑", "의문", "doubtful"),
    "cycle-choice": ("遍數", "遍数", "횟수", "cycles"),
    "gap-choice": ("間隔", "间隔", "간격", "gap"),
    "timing": ("節奏", "节奏", "박자", "timing"),
    "beats_per_minute": ("速度", "速度", "빠르기", "tempo"),
    "sounds": ("音", "音", "소리", "sounds"),
    "accent": ("重音", "重音", "강세", "accents"),
    "count_in": ("預備", "预备", "예비", "count-in"),
    "accent-none": ("無重音", "无重音", "강세 없음", "no accents"),
    "count-rite-who": (
        "某賢於某{0}",
        "某贤于某{0}",
        "아무개가 아무개보다 {0} 앞섭니다",
        "So-and-so is ahead of so-and-so by {0}",
    ),
    "count-rite-parties-guest": (
        "賓黨賢於主黨{0}",
        "宾党贤于主党{0}",
        "손님 편이 주인 편보다 {0} 앞섭니다",
        "The guest's party is ahead of the host's by {0}",
    ),
    "count-rite-parties-host": (
        "主黨賢於賓黨{0}",
        "主党贤于宾党{0}",
        "주인 편이 손님 편보다 {0} 앞섭니다",
        "The host's party is ahead of the guest's by {0}",
    ),
    "count-rite-archery-guest": (
        "右賢於左{0}",
        "右贤于左{0}",
        "오른쪽이 왼쪽보다 {0} 앞섭니다",
        "Right is ahead of left by {0}",
    ),
    "count-rite-archery-host": (
        "左賢於右{0}",
        "左贤于右{0}",
        "왼쪽이 오른쪽보다 {0} 앞섭니다",
        "Left is ahead of right by {0}",
    ),
    "count-rite-even": ("左右鈞", "左右钧", "왼쪽과 오른쪽이 같습니다", "Left and right are even"),
    "count-rite-pairs": ("{0}純", "{0}纯", "{0}전", "{0} pairs"),
    "count-rite-pairs-one": ("{0}純", "{0}纯", "{0}전", "{0} pair"),
    "count-rite-odd": ("{0}奇", "{0}奇", "{0}기", "an odd {0}"),
    "count-rite-and": ("{0}{1}", "{0}{1}", "{0} {1}", "{0} and {1}"),
    "count-rite-counters": ("{0}算", "{0}算", "산가지 {0}개", "{0} counters"),
    "count-rite-counters-one": ("{0}算", "{0}算", "산가지 {0}개", "{0} counter"),
    "count-rite-halves": ("{0}半算", "{0}半算", "반 산가지 {0}개", "{0} half counters"),
    "count-rite-halves-one": ("{0}半算", "{0}半算", "반 산가지 {0}개", "{0} half counter"),
    "count-rite-none": ("無算", "无算", "산가지 없음", "no counters"),
    "count-rite-half": ("又半算", "又半算", "반 산가지 하나 더", "and a half"),
    "count-rite-title": ("視算", "视算", "산가지 세기", "Counting"),
    "count-rite-guest": ("賓，右，南", "宾，右，南", "손님, 오른쪽, 남쪽", "guest, right, south"),
    "count-rite-host": ("主人，左，北", "主人，左，北", "주인, 왼쪽, 북쪽", "host, left, north"),
    "count-rite-upper": ("上射，右，南", "上射，右，南", "상사, 오른쪽, 남쪽", "upper archer, right, south"),
    "count-rite-lower": ("下射，左，北", "下射，左，北", "하사, 왼쪽, 북쪽", "lower archer, left, north"),
    "count-rite-shooter": ("司射東面", "司射东面", "사사, 동쪽을 봄", "司射, faces east"),
    "count-rite-releaser": ("釋獲者東面", "释获者东面", "석획자, 동쪽을 봄", "釋獲者, faces east"),
    "count-rite-box": ("中，首東", "中，首东", "산가지 그릇(中), 머리는 동쪽", "the box, head east"),
    "count-rite-north": ("北", "北", "북", "N"),
    "count-rite-foot": ("一尺", "一尺", "1척", "1 尺"),
    "count-rite-tens": ("縮，十純一委", "缩，十纯一委", "세로로 열 전씩", "縮 lengthwise, ten pairs a heap"),
    "count-rite-across": ("橫，餘純", "横，余纯", "가로로 나머지 전", "橫 crosswise, pairs left over"),
    "count-rite-alone": ("縮，奇", "缩，奇", "세로로 홀수 하나", "縮 lengthwise, the odd one"),
    "count-rite-scale": (
        "算長尺二寸；其粗細、相去及中之大小，皆今所定。",
        "算长尺二寸；其粗细、相去及中之大小，皆今所定。",
        "산가지의 길이는 1척 2촌(원문)이고, 굵기와 간격, 그릇의 크기는 우리의 선택이다.",
        "A counter is 12 寸 long (the text); how thick it is, how far "
        "things are apart and how large the box is are our choice.",
    ),
    "count-rite-act-sit": (
        "坐中西少南，東面，先數右獲。",
        "坐中西少南，东面，先数右获。",
        "그릇 서쪽에서 조금 남쪽에 앉아 동쪽을 보고 오른쪽 무더기부터 센다(先數右獲).",
        "He sits west of the box, a little south, faces east, and counts the right heap first (先數右獲).",
    ),
    "count-rite-act-take": (
        "一純以取，實于左手：{0}純。",
        "一纯以取，实于左手：{0}纯。",
        "땅에서 한 전씩 집어 왼손에 담는다: {0}전.",
        "Pair by pair from the ground into the left hand: {0} (一純以取，實于左手).",
    ),
    "count-rite-act-bundle": (
        "十純則縮而委之，每委異之。",
        "十纯则缩而委之，每委异之。",
        "열 전이 되면 동서로 길게 한 무더기로 따로 놓는다.",
        "The ten pairs down lengthwise, east to west, each heap apart (十純則縮而委之，每委異之).",
    ),
    "count-rite-act-cross": (
        "有餘純則橫於下：{0}純。",
        "有余纯则横于下：{0}纯。",
        "남은 전은 남북으로 가로놓는다: {0}전.",
        "The pairs left over crosswise, north to south, each further west: {0} (有餘純則橫於下).",
    ),
    "count-rite-act-odd-west": (
        "奇則縮諸純下，純之西。",
        "奇则缩诸纯下，纯之西。",
        "홀수 하나는 전의 서쪽에 동서로 길게 놓는다.",
        "The odd one lengthwise, west of the pairs (奇則縮諸純下).",
    ),
    "count-rite-act-odd-south": (
        "奇則縮諸純下，純之南。",
        "奇则缩诸纯下，纯之南。",
        "홀수 하나는 전의 남쪽에 동서로 길게 놓는다.",
        "The odd one lengthwise, south of the pairs (奇則縮諸純下).",
    ),
    "count-rite-act-walk": (
        "興，由中東就左，少北，坐，東面。",
        "兴，由中东就左，少北，坐，东面。",
        "일어나 그릇의 동쪽을 돌아 왼쪽 무더기로 가서, 조금 북쪽에 앉아 동쪽을 본다.",
        "He rises, walks east of the box to the left heap, a little "
        "north, sits, and faces east (興，自前適左，東面).",
    ),
    "count-rite-act-gather": (
        "兼斂算，實于左手：{0}算。",
        "兼敛算，实于左手：{0}算。",
        "산가지를 모두 거두어 왼손에 담는다: {0}개.",
        "All counters into the left hand: {0} (兼斂算，實于左手).",
    ),
    "count-rite-act-lay": (
        "一純以委，十則異之：{0}純。",
        "一纯以委，十则异之：{0}纯。",
        "손에서 한 전씩 땅에 놓아 열이 되면 따로 둔다: {0}전.",
        "Pair by pair down from the hand, lengthwise; at ten a new heap: {0} (一純以委，十則異之).",
    ),
    "count-rite-note-who-guest": (
        "賓黨勝；稱某者，不斥主黨勝與賓黨勝（鄭玄）。",
        "宾党胜；称某者，不斥主党胜与宾党胜（郑玄）。",
        "손님 편이 이겼다. 진 쪽을 드러내지 않으려고 아무개(某)라 한다(정현).",
        "The guest's side has more; neither is named, so that none is called the loser (鄭玄).",
    ),
    "count-rite-note-who-host": (
        "主黨勝；稱某者，不斥主黨勝與賓黨勝（鄭玄）。",
        "主党胜；称某者，不斥主党胜与宾党胜（郑玄）。",
        "주인 편이 이겼다. 진 쪽을 드러내지 않으려고 아무개(某)라 한다(정현).",
        "The host's side has more; neither is named, so that none is called the loser (鄭玄).",
    ),
    "count-rite-note-even": (
        "左右手各執一算以告；不立馬，不行爵。",
        "左右手各执一算以告；不立马，不行爵。",
        "두 손에 산가지를 하나씩 들고 알린다. 말도 벌주도 없다.",
        "One counter is held up in each hand; no horse, no cup.",
    ),
    "count-rite-note-halves": (
        "半算無純奇之名；以半算計之，今所定。",
        "半算无纯奇之名；以半算计之，今所定。",
        "반 산가지는 전과 기로 말할 수 없어 반 산가지의 수로 센다. 우리의 선택이다.",
        "Halves have no wording in 純 and 奇: the difference is told in half counters. Our choice.",
    ),
    "count-rite-note-odd": (
        "奇數之辭，諸說不同：{0}（朱熹，zhu）；{1}（孔穎達，kong）；{2}（或曰，見朴泰輔，suan）。",
        "奇数之辞，诸说不同：{0}（朱熹，zhu）；{1}（孔颖达，kong）；{2}（或曰，见朴泰辅，suan）。",
        "홀수를 말하는 법은 설이 갈린다: {0}(주희, zhu), {1}(공영달, kong), {2}(박태보가 인용한 혹설, suan).",
        "How an odd difference is told is disputed: {0} 朱熹 (zhu), "
        "{1} 孔穎達 (kong), {2} others, in 朴泰輔 (suan).",
    ),
    "count-rite-note-some": (
        "賈公彥：奇則一也，不得言若干；盛世佐：從朱子，奇亦不可言若干。",
        "贾公彦：奇则一也，不得言若干；盛世佐：从朱子，奇亦不可言若干。",
        "가공언: 기는 하나뿐이므로 약간(若干)이라 할 수 없다. 성세좌: 주희를 따르면 역시 그러하다.",
        "賈公彥: 若干 is an indefinite number, and the odd one "
        "can only be one; 盛世佐: so too as 朱熹 words it.",
    ),
    "count-rite-note-held-all": (
        "執其餘{0}算以告（鄭玄、敖繼公）；盛世佐以為止執一算。",
        "执其余{0}算以告（郑玄、敖继公）；盛世佐以为止执一算。",
        "남은 산가지 {0}개를 모두 들고 알린다(정현, 오계공). 성세좌는 하나만 든다고 한다.",
        "Held up: the surplus, {0} counters (鄭玄, 敖繼公); one only after 盛世佐.",
    ),
    "count-rite-note-held-one": (
        "止執一算以告（盛世佐）；鄭玄、敖繼公以為盡執其餘{0}算。",
        "止执一算以告（盛世佐）；郑玄、敖继公以为尽执其余{0}算。",
        "산가지 하나만 들고 알린다(성세좌). 정현과 오계공은 남은 {0}개를 모두 든다고 한다.",
        "Held up: one counter only (盛世佐); the surplus, {0} counters, after 鄭玄 and 敖繼公.",
    ),
    "count-rite-note-place-west": (
        "奇在純西（孔穎達）；盛世佐以為純南。",
        "奇在纯西（孔颖达）；盛世佐以为纯南。",
        "홀수 하나는 전의 서쪽에 놓는다(공영달). 성세좌는 남쪽이라 한다.",
        "The odd one lies west of the pairs (孔穎達); south of them after 盛世佐.",
    ),
    "count-rite-note-place-south": (
        "奇在純南（盛世佐）；孔穎達以為純西。",
        "奇在纯南（盛世佐）；孔颖达以为纯西。",
        "홀수 하나는 전의 남쪽에 놓는다(성세좌). 공영달은 서쪽이라 한다.",
        "The odd one lies south of the pairs (盛世佐); west of them after 孔穎達.",
    ),
    "count-rite-note-apart": (
        "左之各委以次而北，從敖繼公之疑辭；右之以次而南，比類而定。",
        "左之各委以次而北，从敖继公之疑辞；右之以次而南，比类而定。",
        "왼쪽의 무더기는 차례로 북쪽에 놓는다(오계공의 추측). 오른쪽을 남쪽으로 놓음은 유추이다.",
        "Heaps of ten follow each other northward at the left (敖繼公 "
        "supposes it), southward at the right (by analogy).",
    ),
    "count-rite-note-set": (
        "一副{0}算；十耦以上，周而復始（大戴禮記）。",
        "一副{0}算；十耦以上，周而复始（大戴礼记）。",
        "한 벌은 산가지 {0}개이다. 열 짝이 넘으면 다시 돌려 쓴다(대대례기).",
        "A set has {0} counters; beyond ten pairs they begin again (大戴禮記).",
    ),
    "count-rite-note-many-guest": (
        "右算過於{0}：{1}耦每人四算之數（定齋則倍之）。",
        "右算过于{0}：{1}耦每人四算之数（定斋则倍之）。",
        "오른쪽이 {0}개보다 많다. {1}짝에서 한 사람 넷씩의 수이다(정재는 그 갑절).",
        "The right heap has more than {0}: four counters a person (定齋: eight), pairs: {1}.",
    ),
    "count-rite-note-many-host": (
        "左算過於{0}：{1}耦每人四算之數（定齋則倍之）。",
        "左算过于{0}：{1}耦每人四算之数（定斋则倍之）。",
        "왼쪽이 {0}개보다 많다. {1}짝에서 한 사람 넷씩의 수이다(정재는 그 갑절).",
        "The left heap has more than {0}: four counters a person (定齋: eight), pairs: {1}.",
    ),
    "horse-sign": ("馬", "马", "馬", "馬"),
    "horse-stand": ("賓 {0}，主人 {1}", "宾 {0}，主人 {1}", "손님 {0}, 주인 {1}", "guest {0}, host {1}"),
    "horse-pair": ("第{0}耦", "第{0}耦", "{0}째 짝", "pair {0}"),
    "horse-round": ("第{0}番：{1}；{2}", "第{0}番：{1}；{2}", "{0}회: {1}; {2}", "round {0}: {1}; {2}"),
    "horse-round-guest": (
        "賓黨勝，立一馬",
        "宾党胜，立一马",
        "손님 편이 이겨 말 하나를 세움",
        "the guest's side wins and sets a horse",
    ),
    "horse-round-host": (
        "主黨勝，立一馬",
        "主党胜，立一马",
        "주인 편이 이겨 말 하나를 세움",
        "the host's side wins and sets a horse",
    ),
    "horse-round-tie": (
        "左右鈞，無馬無爵",
        "左右钧，无马无爵",
        "비김, 말도 벌주도 없음",
        "even, no horse and no cup",
    ),
    "horse-merged-guest": (
        "一馬從二馬，主人之馬歸於賓：{0}",
        "一马从二马，主人之马归于宾：{0}",
        "말 하나가 둘을 따른다(一馬從二馬), 주인의 말이 손님에게: {0}",
        "One horse goes to the two (一馬從二馬), from the host to the guest: {0}",
    ),
    "horse-merged-host": (
        "一馬從二馬，賓之馬歸於主人：{0}",
        "一马从二马，宾之马归于主人：{0}",
        "말 하나가 둘을 따른다(一馬從二馬), 손님의 말이 주인에게: {0}",
        "One horse goes to the two (一馬從二馬), from the guest to the host: {0}",
    ),
    "horse-junior-guest": (
        "賓少，不擢長者之馬（少儀）；故不慶，此推而得之。",
        "宾少，不擢长者之马（少仪）；故不庆，此推而得之。",
        "손님이 어려서 어른의 말을 뽑지 않는다(少儀 不擢馬). 경하하지 않음은 추론이다.",
        "The guest is the junior and does not take the senior's horse "
        "(少儀 「不擢馬」); that nobody is congratulated is inferred.",
    ),
    "horse-junior-host": (
        "主人少，不擢長者之馬（少儀）；故不慶，此推而得之。",
        "主人少，不擢长者之马（少仪）；故不庆，此推而得之。",
        "주인이 어려서 어른의 말을 뽑지 않는다(少儀 不擢馬). 경하하지 않음은 추론이다.",
        "The host is the junior and does not take the senior's horse "
        "(少儀 「不擢馬」); that nobody is congratulated is inferred.",
    ),
    "horse-one-each": (
        "各一馬，不相從。",
        "各一马，不相从。",
        "말이 하나씩이라 옮기지 않는다.",
        "One horse each: none goes over.",
    ),
    "horse-one-win": (
        "一勝不得慶（鄭玄）。",
        "一胜不得庆（郑玄）。",
        "한 번 이긴 것으로는 경하받지 못한다(정현).",
        "One win alone is not congratulated (鄭玄 「明一勝不得慶也」).",
    ),
    "horse-celebrate-guest": (
        "請慶多馬：賓。",
        "请庆多马：宾。",
        "말이 많은 쪽을 경하한다: 손님.",
        "Congratulated (請慶多馬): the guest.",
    ),
    "horse-celebrate-host": (
        "請慶多馬：主人。",
        "请庆多马：主人。",
        "말이 많은 쪽을 경하한다: 주인.",
        "Congratulated (請慶多馬): the host.",
    ),
    "horse-celebrate-both": ("相慶。", "相庆。", "서로 경하한다.", "Each congratulates the other."),
    "horse-celebrate-nobody": ("無所慶。", "无所庆。", "아무도 경하받지 않는다.", "Nobody is congratulated."),
    "horse-flag": (
        "兩勝一鈞，無第三馬可從；鄭玄言再勝，故慶。或以為三馬未備，不慶（--strict）。",
        "两胜一钧，无第三马可从；郑玄言再胜，故庆。或以为三马未备，不庆（--strict）。",
        "두 번 이기고 한 번 비겨 셋째 말이 없다. 정현이 재승(再勝)이라 하므로 "
        "경하한다. 세 말이 서지 않았다고 보면 경하하지 않는다(--strict).",
        "Disputed: two wins and a tie, there is no third horse. 鄭玄 "
        "asks for 再勝, two wins; --strict for three horses.",
    ),
    "horse-flag-strict": (
        "兩勝一鈞，三馬未備，故不慶（--strict）；鄭玄言再勝，則可慶。",
        "两胜一钧，三马未备，故不庆（--strict）；郑玄言再胜，则可庆。",
        "두 번 이기고 한 번 비겨 세 말이 서지 않았으므로 경하하지 "
        "않는다(--strict). 정현의 재승(再勝)으로는 경하할 수 있다.",
        "Disputed: two wins and a tie, three horses never stand "
        "(--strict). By 鄭玄's 再勝, two wins are enough.",
    ),
    "horse-ties": (
        "三番皆鈞，不立馬，不行爵；或相慶（--mutual，義疏）。",
        "三番皆钧，不立马，不行爵；或相庆（--mutual，义疏）。",
        "세 번 다 비겨 말도 벌주도 없다. 서로 경하하기도 한다(--mutual, 의소).",
        "Three ties: no horse, no cup; perhaps both congratulate each other (--mutual, 義疏).",
    ),
    "horse-ties-mutual": (
        "三番皆鈞，不立馬，不行爵，相慶（--mutual，義疏「或即行相慶禮也」）。",
        "三番皆钧，不立马，不行爵，相庆（--mutual，义疏「或即行相庆礼也」）。",
        "세 번 다 비겨 말도 벌주도 없이 서로 경하한다(--mutual, 의소).",
        "Three ties: no horse, no cup; --mutual after 義疏 「或即行相慶禮也」.",
    ),
    "horse-away": (
        "正爵既行，請徹馬。",
        "正爵既行，请彻马。",
        "끝나면 말을 치운다(請徹馬).",
        "Then the horses are taken away (請徹馬).",
    ),
    "accent-first": ("首擊重", "首击重", "첫 타 강세", "accent on the first stroke"),
    "accent-gu": ("鼓擊重", "鼓击重", "고 강세", "accent on each □"),
    "editorial-bars": ("小節線為編者所加", "小节线为编者所加", "마디는 편집자 추가", "bars are editorial"),
    "kit": ("投壺鼓節", "投壶鼓节", "투호 고절", "Drum patterns for touhu and archery"),
    "play": ("演奏", "演奏", "연주", "Play"),
    "print": ("列印", "打印", "인쇄", "Print"),
    "files": ("各圖與檔案", "各图与文件", "그림과 파일", "Pictures and files"),
    "kit-play": (
        "MIDI檔，循環無縫。",
        "MIDI文件，循环无缝。",
        "이음매 없이 반복되는 MIDI 파일.",
        "For the drummer: MIDI files that loop without a gap.",
    ),
    "kit-sound": (
        "聲音：首尾相接之一遍（用WAV）、五遍、{0}分鐘；各有WAV與MP3。",
        "声音：首尾相接之一遍（用WAV）、五遍、{0}分钟；各有WAV与MP3。",
        "소리: 끝과 처음이 이어지는 한 회(WAV), 다섯 회, {0}분. WAV와 MP3.",
        "Sound, as WAV and MP3: a cycle that loops without a seam (take the WAV), five cycles, {0} minutes.",
    ),
    "sound-loop": ("一遍循環", "一遍循环", "한 회 반복", "one cycle to loop"),
    "sound-five": ("五遍", "五遍", "다섯 회", "five cycles"),
    "sound-long": ("{0}分鐘", "{0}分钟", "{0}분", "{0} minutes"),
    "kit-player": ("手機演奏頁", "手机演奏页", "휴대폰 연주 화면", "Player for the phone"),
    "kit-player-say": (
        "手機演奏頁：一個檔案，無須網路；鼓聲、大字、循環、對照皆在其中。",
        "手机演奏页：一个文件，无须网络；鼓声、大字、循环、对照皆在其中。",
        "휴대폰 연주 화면: 파일 하나, 인터넷 없이; 북소리, 큰 글자, 반복, 비교.",
        "The player: one file for the phone, without a network; drums, large marks, loops, comparison.",
    ),
    "kit-print": (
        "PDF，供列印。",
        "PDF，供打印。",
        "인쇄용 PDF.",
        "For the drummer and the wall: pages to print.",
    ),
    "kit-files": (
        "樂譜、圖像與數據；每擊皆注明出處。",
        "乐谱、图像与数据；每击皆注明出处。",
        "악보, 그림, 자료. 모든 타점의 출처를 밝힘.",
        "For the scholar: scores, vector pictures, and tables with the place of every stroke in its source.",
    ),
    "kit-marks": (
        "○：擊鼙，小鼓，其音榻。□：擊鼓，大鼓，其音鏜。取半以下為投壺禮，盡用之為射禮。半非擊。",
        "○：击鼙，小鼓，其音榻。□：击鼓，大鼓，其音鏜。取半以下为投壶礼，尽用之为射礼。半非击。",
        "○는 비(작은 북, 탑), □는 고(큰 북, 당). 투호는 半 다음, 사례는 전부. 半은 타점이 아님.",
        "○ is a stroke on the 鼙, the small drum, tà; □ is a stroke on the 鼓, the large drum, tāng."
        " Touhu takes the strokes after 半, archery the whole row. 半 itself is no stroke.",
    ),
    "score": ("樂譜", "乐谱", "악보", "Scores"),
    "parts": ("分譜", "分谱", "파트보", "Parts"),
    "traditional": ("古式", "古式", "옛 방식", "As the old books print it"),
    "grid": ("格譜", "格谱", "칸 악보", "Boxes"),
    "card": ("袖珍卡", "袖珍卡", "주머니 카드", "Pocket card"),
    "class": ("課堂", "课堂", "수업", "For a class"),
    "booklet": ("小冊", "小册", "소책자", "Booklet"),
    "contents": ("目次", "目录", "차례", "Contents"),
    "sources": ("出處與選擇", "出处与选择", "출전과 선택", "Sources and choices"),
    "guess-title": (
        "古書所言，我們所推",
        "古书所言，我们所推",
        "옛글이 말하는 것, 우리가 짐작하는 것",
        "What the old text says, what we guess",
    ),
    "says": ("古書所言", "古书所言", "옛글이 말하는 것", "The old text says"),
    "guess": ("我們所推", "我们所推", "우리가 짐작하는 것", "We guess"),
    "says-marks": (
        "圓點擊鼙，方點擊鼓；一點一擊。（鄭玄、孔穎達）",
        "圆点击鼙，方点击鼓；一点一击。（郑玄、孔颖达）",
        "둥근 점은 비, 네모 점은 고를 친다. 점 하나에 한 번. (정현, 공영달)",
        "A round mark strikes the 鼙, a square mark the 鼓; one mark is one stroke (鄭玄, 孔穎達).",
    ),
    "says-half": (
        "取半以下為投壺禮，盡用之為射禮。（禮記）",
        "取半以下为投壶礼，尽用之为射礼。（礼记）",
        "半 다음은 투호의 예에, 전부는 사례에 쓴다. (예기)",
        "After 半 for pitch-pot, the whole for archery (禮記).",
    ),
    "says-sound": (
        "鼙聲下，其音榻；鼓聲高，其音鏜。（經典釋文）",
        "鼙声下，其音榻；鼓声高，其音鏜。（经典释文）",
        "비 소리는 낮고 탑, 고 소리는 높고 당. (경전석문)",
        "The 鼙 sounds low, tà; the 鼓 sounds high, tāng (經典釋文).",
    ),
    "guess-time": (
        "每點多長、多快、奏幾遍，古書都沒有說。",
        "每点多长、多快、奏几遍，古书都没有说。",
        "점의 길이, 빠르기, 횟수는 옛글에 없다.",
        "How long a mark is, how fast, and how often: no old book says.",
    ),
    "copy": ("照抄", "照抄", "따라 그리기", "Copy the marks"),
    "blanks": ("補上缺的", "填空", "빈칸 채우기", "Fill in what is missing"),
    "key": ("答案", "答案", "정답", "Key"),
    "differ": ("找不同", "找不同", "다른 곳 찾기", "Find the differences"),
    "differ-ask": (
        "圈出上下不同之處。位次自第一擊數起。",
        "圈出上下不同之处。位次自第一击数起。",
        "위아래가 다른 곳에 동그라미를 치세요. 자리는 첫 타부터 셉니다.",
        "Circle the places where the two rows differ. Places are counted from the first stroke.",
    ),
    "cut": ("剪下來排一排", "剪下来排一排", "오려서 늘어놓기", "Cut out and lay a row"),
    "clap": ("拍一拍", "拍一拍", "손뼉 치기", "Clap it"),
    "clap-ask": (
        "○ 拍膝，說「榻」。□ 拍手，說「鏜」。",
        "○ 拍膝，说“榻”。□ 拍手，说“鏜”。",
        "○ 무릎을 치며 '탑'. □ 손뼉을 치며 '당'.",
        "○ pat your knees and say tà. □ clap your hands and say tāng.",
    ),
    "note": ("注", "注", "주", "gloss"),
    "cycle": ("第{0}遍", "第{0}遍", "{0}회째", "cycle {0}"),
    "practice": (
        "練習（非禮所有）",
        "练习（非礼所有）",
        "연습 (예에 없음)",
        "Practice, not the rite",
    ),
    "ramp": (
        "每分{0}拍至{1}拍，每遍{2}拍",
        "每分{0}拍至{1}拍，每遍{2}拍",
        "분당 {0}박에서 {1}박까지, 회마다 {2}박",
        "from {0} to {1} beats a minute, by {2} each cycle",
    ),
    "mute-pi": ("無鼙", "无鼙", "비 없이", "without the 鼙"),
    "mute-gu": ("無鼓", "无鼓", "고 없이", "without the 鼓"),
    "leave-strokes": (
        "隨機略去{0}%擊（{1}）",
        "随机略去{0}%击（{1}）",
        "타점 {0}% 임의 생략 ({1})",
        "{0}% of the strokes left out at random (seed {1})",
    ),
    "leave-cycles": (
        "隨機略去{0}%遍（{1}）",
        "随机略去{0}%遍（{1}）",
        "회 {0}% 임의 생략 ({1})",
        "{0}% of the cycles left out at random (seed {1})",
    ),
    "respond": (
        "間遍默，以輕拍計",
        "间遍默，以轻拍计",
        "한 회 걸러 쉬고 조용한 박만",
        "every second cycle silent but for a soft click",
    ),
    "silent": ("默", "默", "쉼", "silent"),
    "click": ("每拍輕擊", "每拍轻击", "박마다 조용한 소리", "a soft click on each beat"),
    "stem-pi": ("鼙", "鼙", "비", "only the 鼙"),
    "stem-gu": ("鼓", "鼓", "고", "only the 鼓"),
    "stem-click": ("拍", "拍", "박", "only the clicks"),
    "stopped": ("停", "停", "멈춤", "stopped"),
    "loop": ("循環", "循环", "반복", "loops"),
    "no-loop": ("{0}遍而止", "{0}遍而止", "{0}회 뒤 끝", "ends after cycle {0}"),
    "next": ("接{0}", "接{0}", "다음 {0}", "next: {0}"),
    "key-space": ("空格", "空格", "스페이스", "space"),
    "key-up-down": ("↑↓", "↑↓", "↑↓", "up down"),
    "key-right-left": ("→←", "→←", "→←", "right left"),
    "does-play": ("起止", "起止", "시작·멈춤", "start, stop"),
    "does-5": ("速度±5", "速度±5", "빠르기 ±5", "tempo by 5"),
    "does-1": ("速度±1", "速度±1", "빠르기 ±1", "tempo by 1"),
    "does-tap": ("隨拍定速", "随拍定速", "두드려 맞추기", "tap the tempo"),
    "does-row": ("換鼓節", "换鼓节", "고절 바꾸기", "row"),
    "does-own": ("原鼓節", "原鼓节", "처음 고절", "first row again"),
    "does-use": ("投壺／射禮", "投壶／射礼", "투호·사례", "touhu or archery"),
    "does-mute": ("去鼙／去鼓", "去鼙／去鼓", "비·고 빼기", "mute a drum"),
    "does-loop": ("循環", "循环", "반복", "loop"),
    "does-count-in": ("預備拍", "预备拍", "예비 박", "count-in"),
    "cue-title": ("節目次第", "节目次第", "진행표", "cue sheet"),
    "cue-hongi": ("笏記", "笏记", "홀기(笏記)", "herald's order"),
    "cue-props": ("器具", "器具", "준비물", "what is needed"),
    "cue-round": ("第{0}番", "第{0}番", "{0}판", "round {0}"),
    "cue-pair": ("第{0}耦", "第{0}耦", "{0}째 짝", "pair {0}"),
    "cue-pairs": ("耦數：{0}", "耦数：{0}", "짝의 수: {0}", "pairs: {0}"),
    "cue-cycle": ("第{0}節", "第{0}节", "{0}째 절", "cycle {0}"),
    "cue-from-beat": ("自{0}拍", "自{0}拍", "{0}박부터", "from beat {0}"),
    "cue-facing-N": ("北面", "北面", "북향", "facing north"),
    "cue-facing-E": ("東面", "东面", "동향", "facing east"),
    "cue-facing-S": ("南面", "南面", "남향", "facing south"),
    "cue-facing-W": ("西面", "西面", "서향", "facing west"),
    "cue-silent": ("無鼓", "无鼓", "북 없음", "no drum at all"),
    "cue-cycle-beats": ("一節{0}拍", "一节{0}拍", "한 절 {0}박", "{0} beats a cycle"),
    "cue-exchange": (
        "每節賓主各投一矢，先聽{0}節",
        "每节宾主各投一矢，先听{0}节",
        "절마다 손님과 주인이 한 개씩, 먼저 듣는 절 {0}",
        "both sides throw in a cycle; cycles to listen first: {0}",
    ),
    "cue-throw": ("一矢一節", "一矢一节", "화살마다 한 절", "one cycle for each arrow"),
    "cue-free": ("投不繫於鼓", "投不系于鼓", "북에 매이지 않고 던짐", "throws are not tied to the drum"),
    "cue-basis-text": ("經文", "经文", "경문", "text"),
    "cue-basis-commentary": ("注疏", "注疏", "주소", "commentary"),
    "cue-basis-dingzhai": ("定齋", "定斋", "정재", "定齋"),
    "cue-basis-dadai": ("大戴", "大戴", "대대례", "大戴"),
    "cue-basis-analogy": ("比於射禮", "比于射礼", "사례에 견줌", "by analogy"),
    "cue-basis-reconstruction": ("今定", "今定", "우리 선택", "our choice"),
    "cue-basis-layout": ("排布", "排布", "배치", "layout"),
    "cue-legend-text": ("本書所言", "本书所言", "경전에 있음", "the classic says it"),
    "cue-legend-commentary": ("注家所補", "注家所补", "주석이 보충함", "a commentator fills it in"),
    "cue-legend-dingzhai": ("朴泰輔所定", "朴泰辅所定", "박태보가 정함", "朴泰輔's programme"),
    "cue-legend-dadai": ("大戴禮記之文", "大戴礼记之文", "대대례기의 글", "the other 禮記 has it so"),
    "cue-legend-analogy": ("由射禮推之", "由射礼推之", "활쏘기에서 미룸", "argued from archery"),
    "cue-legend-reconstruction": ("無所本", "无所本", "전거 없음", "no source; ours"),
    "cue-legend-layout": ("圖面所定", "图面所定", "도면에서 정함", "only to draw it"),
    "cue-music-arm": ("樂備", "乐备", "음악 준비", "music ready"),
    "cue-music-on": ("鼓作", "鼓作", "북 시작", "drum on"),
    "cue-music-off": ("鼓止", "鼓止", "북 그침", "drum off"),
    "cue-song": ("歌：{0}", "歌：{0}", "노래: {0}", "song: {0}"),
    "cue-no-tune": (
        "其調已亡，不作新曲",
        "其调已亡，不作新曲",
        "가락이 없어졌으므로 새로 짓지 않음",
        "its tune is lost, and none is made up",
    ),
    "cue-mixture": (
        "鼓與令不同出：{0}",
        "鼓与令不同出：{0}",
        "노·설의 북과 다른 책의 말을 섞음: {0}",
        "a mixture: the drum of {0}, the warning of another book",
    ),
    "cue-two-horses": (
        "二馬立而無第三馬；或以為不慶",
        "二马立而无第三马；或以为不庆",
        "말 둘만 서고 셋째가 없음. 축하하지 않는다는 설도 있음",
        "two horses stand and there is no third; strictly nobody would be congratulated",
    ),
    "cue-column-step": ("節次", "节次", "순서", "step"),
    "cue-column-who": ("人", "人", "사람", "who"),
    "cue-column-what": ("事與辭", "事与辞", "하는 일과 말", "what is done and said"),
    "cue-column-where": ("位", "位", "자리", "where"),
    "cue-column-basis": ("所本", "所本", "근거", "whence"),
    "cue-rest": (
        "番與番之間默{0}拍，今定",
        "番与番之间默{0}拍，今定",
        "판과 판 사이 {0}박 쉼(우리 선택)",
        "{0} beats of silence between rounds (our choice)",
    ),
    "cue-bar": (
        "左有豎線者，禮文所無",
        "左有竖线者，礼文所无",
        "왼쪽의 세로줄: 이 예의 글에 없음",
        "a bar at the left: no source says so of this rite",
    ),
    "cue-page": ("第{0}頁", "第{0}页", "{0}쪽", "page {0}"),
    "cue-number-unknown": ("數未詳", "数未详", "수는 알 수 없음", "number not stated"),
    "does-leave": ("離開", "离开", "끝내기", "quit"),
    "player-title": ("魯鼓　薛鼓", "鲁鼓　薛鼓", "노고 · 설고", "drum patterns of Lu and Xue"),
    "player-no-script": (
        "聲音與跟隨須用JavaScript。iPhone：請用瀏覽器開啟所在網址，或改用MP3與卡片。",
        "声音与跟随须用JavaScript。iPhone：请用浏览器打开所在网址，或改用MP3与卡片。",
        "소리에는 JavaScript가 필요함. iPhone에서는 브라우저로 주소를 열거나 MP3와 카드를 쓸 것.",
        "Sound needs JavaScript. On an iPhone open the page by its address in a browser, or take the MP3"
        " and the card.",
    ),
    "player-display": ("顯示", "显示", "화면", "Display"),
    "player-language": ("語言", "语言", "언어", "Language"),
    "player-theme": ("明暗", "明暗", "밝기", "Theme"),
    "player-theme-system": ("隨系統", "随系统", "시스템", "System"),
    "player-theme-light": ("淺色", "浅色", "밝게", "Light"),
    "player-theme-dark": ("深色", "深色", "어둡게", "Dark"),
    "player-theme-contrast": ("高對比", "高对比", "고대비", "Contrast"),
    "player-large": ("大字", "大字", "큰 글자", "Large text"),
    "player-flash": ("每擊閃光", "每击闪光", "타점마다 번쩍임", "Flash with each stroke"),
    "player-flash-note": (
        "閃光每秒至多三次：閃爍於人或有害。",
        "闪光每秒至多三次：闪烁于人或有害。",
        "번쩍임은 초당 세 번까지: 깜박임은 해로울 수 있음.",
        "At most three flashes a second, since flicker can harm.",
    ),
    "player-parts": ("部分", "部分", "부분", "Parts of the page"),
    "player-tab-play": ("演奏", "演奏", "연주", "Play"),
    "player-tab-tap": ("同擊", "同击", "함께 치기", "Tap"),
    "player-tab-compare": ("比較", "比较", "비교", "Compare"),
    "player-tab-sources": ("出處", "出处", "출전", "Sources"),
    "player-tab-check": ("核對", "核对", "대조", "Check"),
    "player-go-on": ("繼續", "继续", "계속", "Go on"),
    "player-stage": ("當前之擊", "当前之击", "지금 칠 타점", "The stroke that sounds"),
    "player-ready": ("待奏", "待奏", "준비", "ready"),
    "player-invite": ("請觸「奏」", "请触“奏”", "'시작'을 누르세요", "touch Start"),
    "player-full": ("全螢幕", "全屏", "전체 화면", "Full screen"),
    "player-what": ("奏何鼓節", "奏何鼓节", "무엇을 연주할지", "What to play"),
    "player-school": ("何家", "何家", "어느 쪽", "Whose"),
    "player-chart": ("何圖", "何图", "어느 그림", "Chart"),
    "player-use": ("何禮", "何礼", "어느 예", "For what"),
    "player-lu": ("魯鼓", "鲁鼓", "노고", "Lu"),
    "player-lu-hanzi": ("魯鼓", "鲁鼓", "魯鼓", "魯"),
    "player-xue": ("薛鼓", "薛鼓", "설고", "Xue"),
    "player-xue-hanzi": ("薛鼓", "薛鼓", "薛鼓", "薛"),
    "player-touhu-hanzi": ("投壺", "投壶", "投壺", "投壺"),
    "player-archery-hanzi": ("射禮", "射礼", "射禮", "射禮"),
    "player-chart-1": ("前圖", "前图", "전도", "First chart"),
    "player-chart-2": ("後圖", "后图", "후도", "Second chart"),
    "player-touhu": ("投壺", "投壶", "투호", "Touhu"),
    "player-archery": ("射禮", "射礼", "사례", "Archery"),
    "player-witness": ("據何書", "据何书", "출전", "Source book"),
    "player-own-row": ("自備鼓節", "自备鼓节", "직접 넣은 고절", "your own row"),
    "player-pictures": ("圖", "图", "그림", "Pictures of the row"),
    "player-old": ("古式", "古式", "옛 책", "Old page"),
    "player-staff": ("樂譜", "乐谱", "악보", "Staff"),
    "player-boxes": ("格譜", "格谱", "칸", "Boxes"),
    "player-all": ("全部", "全部", "모두", "All"),
    "player-pick": (
        "點一擊，聽其聲，見其位。",
        "点一击，听其声，见其位。",
        "타점을 누르면 소리와 자리를 알 수 있음.",
        "Touch a stroke to hear it and to see its place.",
    ),
    "player-stroke": ("{0}，{1}第{2}擊", "{0}，{1}第{2}击", "{0}, {1} {2}타", "{0}, stroke {2} {1}"),
    "player-stroke-pi": ("小鼓鼙", "小鼓鼙", "작은 북 비", "the small drum, tà"),
    "player-stroke-gu": ("大鼓鼓", "大鼓鼓", "큰 북 고", "the large drum, tāng"),
    "player-options": ("設定", "设置", "설정", "Settings"),
    "player-tap-tempo": ("隨拍", "随拍", "두드리기", "Tap"),
    "player-group-start": ("起、循環、節奏", "起、循环、节奏", "시작, 반복, 박자", "Start, loop, timing"),
    "player-loop": ("不停循環", "不停循环", "멈출 때까지 반복", "Play until stopped"),
    "player-cycles": ("奏幾遍", "奏几遍", "몇 회", "Cycles"),
    "player-gap": ("每遍間隔（拍）", "每遍间隔（拍）", "회 사이 간격(박)", "Gap after a cycle, beats"),
    "player-even": ("每點一拍", "每点一拍", "점마다 한 박", "A beat a mark"),
    "player-on-gu": ("每□起拍", "每□起拍", "□마다 박 시작", "A beat from each □"),
    "player-group-sound": ("聲音", "声音", "소리", "Sound"),
    "player-mute": ("靜音", "静音", "끄기", "Mute"),
    "player-click-volume": ("預備拍音量", "预备拍音量", "예비 박 소리", "Clicks"),
    "player-shiwen": ("釋文：鼓高", "释文：鼓高", "석문: 고가 높음", "釋文: large drum high"),
    "player-organology": ("今論：鼙高", "今论：鼙高", "현대: 비가 높음", "modern: small drum high"),
    "player-delay": ("藍牙延遲", "蓝牙延迟", "블루투스 지연", "Bluetooth delay"),
    "player-ms": ("{0} 毫秒", "{0} 毫秒", "{0} ms", "{0} ms"),
    "player-respond": (
        "一呼一應：間遍默",
        "一呼一应：间遍默",
        "메기고 받기: 한 회 걸러 쉼",
        "Call and response",
    ),
    "player-click": ("每拍輕擊", "每拍轻击", "박마다 딱 소리", "Click on each beat"),
    "player-ramp": ("每遍漸變速", "每遍渐变速", "회마다 빠르기 바꾸기", "Change tempo each cycle"),
    "player-ramp-to": ("至每分幾拍", "至每分几拍", "목표 빠르기", "Up or down to"),
    "player-ramp-by": ("每遍加減", "每遍加减", "회마다", "By, each cycle"),
    "player-leave-strokes": ("隨機略去擊", "随机略去击", "임의로 뺄 타점", "Strokes left out at random"),
    "player-leave-cycles": ("隨機略去遍", "随机略去遍", "임의로 뺄 회", "Cycles left out at random"),
    "player-less": ("減", "减", "줄이기", "less"),
    "player-more": ("加", "加", "늘리기", "more"),
    "player-group-share": ("分享與下載", "分享与下载", "나누기와 내려받기", "Share and save"),
    "player-copy-link": ("複製連結", "复制链接", "링크 복사", "Copy link"),
    "player-save-midi": ("下載MIDI", "下载MIDI", "MIDI 내려받기", "Download MIDI"),
    "player-link-copied": ("連結已複製。", "链接已复制。", "링크를 복사함.", "The link is copied."),
    "player-link-here": (
        "請自此處複製連結。",
        "请自此处复制链接。",
        "여기서 링크를 복사하세요.",
        "Copy the link from here.",
    ),
    "player-group-keys": ("鍵", "键", "키", "Keys"),
    "player-tap-help": (
        "先按「奏」，再隨聲擊兩面。",
        "先按“奏”，再随声击两面。",
        "'시작'을 누르고 소리에 맞추어 두 북을 치세요.",
        "Press Start, then strike both pads along with the sound.",
    ),
    "player-pad-pi": ("鼙　榻", "鼙　榻", "비 탑", "small drum, tà"),
    "player-pad-gu": ("鼓　鏜", "鼓　鏜", "고 당", "large drum, tāng"),
    "player-taps": ("所擊", "所击", "친 것", "Your strokes"),
    "player-no-taps": ("尚未擊。", "尚未击。", "아직 치지 않음.", "No stroke yet."),
    "player-count-good": ("合{0}", "合{0}", "맞음 {0}", "on time {0}"),
    "player-count-early": ("早{0}", "早{0}", "빠름 {0}", "early {0}"),
    "player-count-late": ("遲{0}", "迟{0}", "늦음 {0}", "late {0}"),
    "player-count-wrong": ("誤鼓{0}", "误鼓{0}", "다른 북 {0}", "wrong drum {0}"),
    "player-count-missed": ("漏{0}", "漏{0}", "놓침 {0}", "missed {0}"),
    "player-count-extra": ("多{0}", "多{0}", "더 침 {0}", "extra {0}"),
    "player-mean-early": (
        "居中早{0}毫秒",
        "居中早{0}毫秒",
        "가운데값 {0} ms 빠름",
        "in the middle {0} ms early",
    ),
    "player-mean-late": (
        "居中遲{0}毫秒",
        "居中迟{0}毫秒",
        "가운데값 {0} ms 늦음",
        "in the middle {0} ms late",
    ),
    "player-hit-good": ("合", "合", "맞음", "on time"),
    "player-hit-early": ("早{0}毫秒", "早{0}毫秒", "{0} ms 빠름", "{0} ms early"),
    "player-hit-late": ("遲{0}毫秒", "迟{0}毫秒", "{0} ms 늦음", "{0} ms late"),
    "player-hit-wrong": ("誤鼓", "误鼓", "다른 북", "wrong drum"),
    "player-hit-missed": ("漏", "漏", "놓침", "missed"),
    "player-hit-extra": ("多一擊", "多一击", "더 침", "one stroke too many"),
    "player-pads-sound": ("擊時有聲", "击时有声", "칠 때 소리", "Pads sound"),
    "player-input-delay": ("輸入延遲", "输入延迟", "입력 지연", "Input delay"),
    "player-calibrate": ("以近擊為準", "以近击为准", "방금 친 것을 기준으로", "Take my last taps as on time"),
    "player-clear": ("清除", "清除", "지우기", "Clear"),
    "player-tap-more": (
        "請先隨奏擊至少{0}下。",
        "请先随奏击至少{0}下。",
        "먼저 연주에 맞추어 {0}번 이상 치세요.",
        "First tap at least {0} strokes along while it plays.",
    ),
    "player-delay-set": (
        "延遲定為{0}毫秒。",
        "延迟定为{0}毫秒。",
        "지연을 {0} ms로 맞춤.",
        "The delay is set to {0} ms.",
    ),
    "player-compare-title": ("兩行相較", "两行相较", "두 줄 비교", "Two rows compared"),
    "player-first-row": ("甲", "甲", "첫째", "First"),
    "player-second-row": ("乙", "乙", "둘째", "Second"),
    "player-listen": ("聽", "听", "듣기", "Listen"),
    "player-hear-first": ("甲", "甲", "첫째", "First"),
    "player-hear-second": ("乙", "乙", "둘째", "Second"),
    "player-hear-turns": ("逐句輪聽", "逐句轮听", "구절씩 번갈아", "In turn"),
    "player-hear-ears": ("左右耳", "左右耳", "두 귀로", "Two ears"),
    "player-aligned-said": (
        "{0}，{1}；相異之列：{2}",
        "{0}，{1}；相异之列：{2}",
        "{0}, {1}; 다른 열: {2}",
        "{0}, {1}; columns that differ: {2}",
    ),
    "player-edits": (
        "自{0}至{1}：增減異{2}擊",
        "自{0}至{1}：增减异{2}击",
        "{0}에서 {1}로: {2}타 다름",
        "From {0} to {1}: {2} strokes differ",
    ),
    "player-ways": (
        "同優之對齊{0}種，此其一，乃選擇。",
        "同优之对齐{0}种，此其一，乃选择。",
        "똑같이 좋은 정렬 {0}가지, 보인 것은 선택.",
        "{0} equally good alignments: this one is a choice.",
    ),
    "player-variants": ("{0}：諸本異文", "{0}：诸本异文", "{0}: 다른 책의 이문", "Other books for {0}"),
    "player-variants-help": (
        "點之：先聽此本，再聽彼本。",
        "点之：先听此本，再听彼本。",
        "누르면 이 책, 다음에 저 책의 소리를 들려줌.",
        "Touch one to hear the spot in this book, then in the other.",
    ),
    "player-hear-spot": ("聽 {0} → {1}", "听 {0} → {1}", "듣기 {0} → {1}", "hear {0} → {1}"),
    "player-own-no-variants": (
        "自備鼓節無他本。",
        "自备鼓节无他本。",
        "직접 넣은 고절에는 다른 책이 없음.",
        "Your own row stands in no book.",
    ),
    "player-choices-help": (
        "原文無時值、速度、遍數；以下皆選擇。",
        "原文无时值、速度、遍数；以下皆选择。",
        "원문에는 길이도 빠르기도 횟수도 없음; 아래는 모두 선택.",
        "The text has no durations, no tempo, no repeats. All of this is chosen.",
    ),
    "player-yours": ("由你所選。", "由你所选。", "당신의 선택.", "Your own choice."),
    "player-this-row": ("此鼓節所據", "此鼓节所据", "이 고절의 출전", "Where this row stands"),
    "player-books": ("所據諸書", "所据诸书", "출전 목록", "All books"),
    "player-etext": ("只據電子文本", "只据电子文本", "전자 텍스트만 봄", "only an e-text was read"),
    "player-image": ("見書影", "见书影", "책 사진을 봄", "a page was seen"),
    "player-check-title": ("貼上並核對", "粘贴并核对", "붙여넣고 대조", "Paste and check"),
    "player-check-help": (
        "貼上一行○□半，或全段原文。",
        "粘贴一行○□半，或全段原文。",
        "○□半 한 줄이나 본문 전체를 붙여넣으세요.",
        "Paste a row of ○ □ 半, or the whole passage.",
    ),
    "player-check": ("核對", "核对", "대조", "Check"),
    "player-nothing-pasted": ("尚未貼上。", "尚未粘贴。", "붙여넣은 것이 없음.", "Nothing is pasted yet."),
    "player-pasted-row": ("此行", "此行", "이 줄", "this row"),
    "player-play-this": ("奏{0}", "奏{0}", "{0} 연주", "Play {0}"),
    "player-bar": ("起止與速度", "起止与速度", "시작과 빠르기", "Start and tempo"),
    "player-start": ("奏", "奏", "시작", "Start"),
    "player-stop": ("停", "停", "멈춤", "Stop"),
    "player-slower": ("慢一拍", "慢一拍", "느리게", "slower by 1"),
    "player-faster": ("快一拍", "快一拍", "빠르게", "faster by 1"),
    "player-bpm": ("拍／分", "拍／分", "박/분", "a minute"),
    "player-suspended": (
        "聲音為系統所止。點「繼續」。",
        "声音为系统所止。点“继续”。",
        "소리가 멈춤. '계속'을 누르세요.",
        "The device has paused the sound. Touch Go on.",
    ),
    "player-lost": (
        "裝置休眠，略去{0}擊；其位未失。",
        "设备休眠，略去{0}击；其位未失。",
        "기기가 잠들어 {0}타를 건너뜀; 자리는 그대로.",
        "The device slept: {0} strokes were silent. The place is kept.",
    ),
    "player-no-gu": (
        "此行無□，不能每□起拍。",
        "此行无□，不能每□起拍。",
        "□가 없어 □마다 박을 시작할 수 없음.",
        "There is no □ in this row from which a beat could begin.",
    ),
    "player-cannot": (
        "不能如此演奏。",
        "不能如此演奏。",
        "이렇게는 연주할 수 없음.",
        "This cannot be played.",
    ),
    "player-bad-link": (
        "連結中此處不可解：{0}",
        "链接中此处不可解：{0}",
        "링크에서 알 수 없는 부분: {0}",
        "A part of the link means nothing: {0}",
    ),
    "player-bad-row": (
        "連結中之鼓節不可讀：{0}",
        "链接中之鼓节不可读：{0}",
        "링크의 고절을 읽을 수 없음: {0}",
        "The row in the link cannot be read: {0}",
    ),
    "stroke-1": ("第{0}擊", "第{0}击", "제{0}타", "stroke {0}"),
    "stroke-2": ("第{0}、{1}擊", "第{0}、{1}击", "제{0}·{1}타", "strokes {0} and {1}"),
    "stroke-run": ("第{0}至{1}擊", "第{0}至{1}击", "제{0}~{1}타", "strokes {0} to {1}"),
    "stroke-after": ("第{0}擊下", "第{0}击下", "제{0}타 뒤", "after stroke {0}"),
    "stroke-before": ("第{0}擊上", "第{0}击上", "제{0}타 앞", "before stroke {0}"),
    "lead": ("{0}{1}{2}{3}{4}", "{0}{1}{2}{3}{4}", "{0} {1} {2} {3} {4}", "{0}, {1}, {2}, {3} {4}"),
    "sentence": ("{0}，{1}。", "{0}，{1}。", "{0}: {1}.", "{0}: {1}."),
    "quoted": ("『{0}』", "‘{0}’", "'{0}'", "{0}"),
    "named": ("{0}", "{0}", "{0}({1})", "{0} ({1})"),
    "listed": ("、", "、", ", ", ", "),
    "joined": ("；", "；", "; ", "; "),
    "aside": ("（{0}）", "（{0}）", " ({0})", " ({0})"),
    "etext": ("{0}", "{0}", "{0} 전자본", "the e-text of {0}"),
    "etexts": ("{0}", "{0}", "{0} 전자본", "the e-texts of {0}"),
    "has": ("{0}作{1}", "{0}作{1}", "{0}에는 {1}", "{0} has {1}"),
    "have": ("{0}作{1}", "{0}作{1}", "{0}에는 {1}", "{0} have {1}"),
    "has-not": ("{0}無", "{0}无", "{0}에는 없음", "{0} lacks this"),
    "have-not": ("{0}無", "{0}无", "{0}에는 없음", "{0} lack this"),
    "has-more": ("{0}增{1}", "{0}增{1}", "{0}에는 {1} 더 있음", "{0} adds {1}"),
    "have-more": ("{0}增{1}", "{0}增{1}", "{0}에는 {1} 더 있음", "{0} add {1}"),
    "also": ("，又{0}{1}作{2}", "，又{0}{1}作{2}", ", 또 {0} {1} 대신 {2}", ", and {2} for {1} at {0}"),
    "also-not": ("，又無{0}{1}", "，又无{0}{1}", ", 또 {0} {1} 없음", ", but not {1} at {0}"),
    "also-more": ("，又{0}增{2}", "，又{0}增{2}", ", 또 {0} {2} 더 있음", ", and also {2} {0}"),
    "second-hand": ("{0}轉引", "{0}转引", "{0}에서 재인용", "second hand, through {0}"),
    "omission": ("少", "少", "빠짐", "omission"),
    "addition": ("多", "多", "더함", "addition"),
    "substitution": ("異", "异", "바뀜", "substitution"),
    "mixed": ("增減兼有", "增减兼有", "섞임", "mixed"),
    "variant": ("實有異文", "实有异文", "실제 이문", "real variant"),
    "fault": ("疑本書之誤", "疑本书之误", "책의 오류인 듯", "likely fault of the book"),
    "fault-etext": (
        "疑誤，或在本書，或在錄入（只見電子文本）",
        "疑误，或在本书，或在录入（只见电子文本）",
        "오류인 듯, 책이나 입력의 오류(전자 텍스트만 봄)",
        "likely fault, of the book or of its transcription (only an e-text was read)",
    ),
    "unjudged": ("未判", "未判", "판단하지 않음", "not judged"),
    "of-base": ("底本此處：{0}", "底本此处：{0}", "저본의 이 자리: {0}", "of the base itself: {0}"),
    "because": ("{0}：{1}", "{0}：{1}", "{0}: {1}", "{0}: {1}"),
    "ways": (
        "最短對法{0}種，增減者何擊不可知",
        "最短对法{0}种，增减者何击不可知",
        "가장 짧은 대응이 {0}가지: 어느 타인지 알 수 없음",
        "{0} alignments are equally short: which stroke it is cannot be known",
    ),
    "base": ("底本：{0}", "底本：{0}", "저본: {0}", "base: {0}"),
    "same": ("全同：{0}", "全同：{0}", "모두 같음: {0}", "the same throughout: {0}"),
    "lacking": ("無此鼓節：{0}", "无此鼓节：{0}", "이 고절 없음: {0}", "without this row: {0}"),
    "no-difference": ("諸本無異", "诸本无异", "다른 곳 없음", "no difference"),
    "only-etexts": (
        "只據電子文本，未見書影：{0}",
        "只据电子文本，未见书影：{0}",
        "전자 텍스트만 읽고 책의 사진은 보지 못함: {0}",
        "only an e-text was read, no page was seen: {0}",
    ),
    "signs": (
        "{0}：有異之處；·：無擊。數為書數，書多相承，非斷語。",
        "{0}：有异之处；·：无击。数为书数，书多相承，非断语。",
        "{0}: 다른 곳; ·: 타점 없음. 수는 책의 수이며, 책은 서로 베끼므로 판정이 아님.",
        "{0} where books differ, · no stroke there. The numbers count books, which copy one another:"
        " they are no verdict.",
    ),
    "counted": (
        "全鼓節○{0}□{1}（{2}「{4}」，見{3}）；{5}",
        "全鼓节○{0}□{1}（{2}「{4}」，见{3}）；{5}",
        "전체 ○{0} □{1} ({2} 「{4}」, {3}); {5}",
        "whole row, ○ {0} □ {1} ({2} 「{4}」 in {3}): {5}",
    ),
    "measured": (
        "半下○{0}□{1}（計自{2}）；{3}",
        "半下○{0}□{1}（计自{2}）；{3}",
        "半 뒤 ○{0} □{1} ({2}에서 셈); {3}",
        "after 半, ○ {0} □ {1} (measured in {2}): {3}",
    ),
    "counts-hold": ("皆合", "皆合", "모두 맞음", "all agree"),
    "counts-fail": ("不合者{0}", "不合者{0}", "다름: {0}", "not {0}"),
    "no-proof": (
        "數不合未必誤，數合未必不誤。",
        "数不合未必误，数合未必不误。",
        "수가 달라도 오류라는 증거가 아니며, 맞아도 옳다는 증거가 아님.",
        "A count that fails proves no fault, and one that holds proves nothing.",
    ),
    "distances": ("距{0}：{1}", "距{0}：{1}", "{0}와의 거리: {1}", "strokes away from {0}: {1}"),
    "shared": (
        "同異於{0}者（處數；對角為一書之總數）",
        "同异于{0}者（处数；对角为一书之总数）",
        "{0}와 함께 다른 곳 (곳의 수; 대각선은 책마다의 총수)",
        "deviations from {0} that books share (places; in the diagonal all that a book has)",
    ),
    "no-stemma": (
        "同異非譜系：書多相承，亦可各自致誤。存疑者不計，除非明求。",
        "同异非谱系：书多相承，亦可各自致误。存疑者不计，除非明求。",
        "일치는 계보가 아님: 책은 서로 베끼고, 따로 같은 오류를 낼 수도 있음."
        " 의심스러운 것은 요청이 없으면 세지 않음.",
        "Agreement is no stemma: books copy one another, and may err alike. What is doubtful is counted"
        " only where asked for.",
    ),
    "doubted": ("{0}存疑", "{0}存疑", "{0} 의문", "{0} doubtful"),
    "dashed": ("虛線：存疑之擊", "虚线：存疑之击", "점선: 의문스러운 타점", "dashed: a doubtful stroke"),
    "fault-etexts": (
        "疑本書之誤，{0}則或在錄入（只見電子文本）",
        "疑本书之误，{0}则或在录入（只见电子文本）",
        "책의 오류인 듯, {0}는 입력의 오류일 수도(전자 텍스트만 봄)",
        "likely fault of the book, or of its transcription in {0} (only an e-text was read)",
    ),
    "judged-without": (
        "判{0}時未計{1}：{2}",
        "判{0}时未计{1}：{2}",
        "{1} 없이 {0}만 본 판단: {2}",
        "judged of {0}, without {1}: {2}",
    ),
    "collation": ("校勘", "校勘", "교감", "Collation"),
    "line-column": ("第{0}行第{1}字", "第{0}行第{1}字", "{0}행 {1}열", "line {0}, column {1}"),
    "copy-number": ("第{0}份", "第{0}份", "사본 {0}", "copy {0}"),
    "rows-agree": ("{1}行，{0}行相合", "{1}行，{0}行相合", "{1}줄 중 {0}줄 일치", "{0} of {1} rows agree"),
    "this-is": ("此為{0}", "此为{0}", "이것은 {0}", "this is {0}"),
    "named-but": (
        "文中名{1}，實為{0}",
        "文中名{1}，实为{0}",
        "본문 이름은 {1}, 실제는 {0}",
        "named {1} in the text, but it is {0}",
    ),
    "placed-but": (
        "文中居{1}之位，實為{0}",
        "文中居{1}之位，实为{0}",
        "본문 자리는 {1}, 실제는 {0}",
        "in the place of {1} in the text, but it is {0}",
    ),
    "no-known-row": ("非所知鼓節", "非所知鼓节", "알려진 고절이 아님", "no known row"),
    "no-half": ("無半", "无半", "半 없음", "without 半"),
    "hear-ears": (
        "左耳{0}，右耳{1}",
        "左耳{0}，右耳{1}",
        "왼쪽 귀 {0}, 오른쪽 귀 {1}",
        "{0} in the left ear, {1} in the right",
    ),
    "hear-columns": (
        "對齊之一列為一拍，無擊者默，半不占時",
        "对齐之一列为一拍，无击者默，半不占时",
        "정렬의 한 열이 한 박, 타점이 없으면 쉼, 半에는 시간이 없음",
        "a column of the alignment takes a beat, silent for a row without a stroke; 半 takes no time",
    ),
    "hear-alternate": (
        "逐句輪聽，先左後右；同為□處與半為句末",
        "逐句轮听，先左后右；同为□处与半为句末",
        "구절마다 왼쪽 다음 오른쪽; 둘 다 □인 곳과 半에서 구절이 끝남",
        "in turn, phrase by phrase, left before right; a phrase ends where both have □, and at 半",
    ),
    "hear-accents": (
        "相異及獨有之擊重",
        "相异及独有之击重",
        "다르거나 한쪽에만 있는 타점에 강세",
        "accents on strokes that differ or stand alone",
    ),
    "aligned-one": (
        "對齊{0}種同優，此其一",
        "对齐{0}种同优，此其一",
        "똑같이 좋은 정렬 {0}가지 중 하나",
        "the alignment is one of {0} equally good ones",
    ),
    "aligned-only": (
        "最優之對齊唯此",
        "最优之对齐唯此",
        "가장 좋은 정렬은 이것뿐",
        "no other alignment is as good",
    ),
    "aligned-side": ("{0}：{1}", "{0}：{1}", "{0}: {1}", "{0}: {1}"),
    "aligned-centre": (
        "諸行逐一對{0}",
        "诸行逐一对{0}",
        "모두 {0}에 하나씩 맞춤",
        "all rows are aligned to {0}, one by one",
    ),
    "aligned-rows": ("鼓節對齊", "鼓节对齐", "고절 정렬", "rows aligned"),
    "aligned-layout": (
        "線、等距、空處皆為排版，原文無時值，亦無小節",
        "线、等距、空处皆为排版，原文无时值，亦无小节",
        "줄과 고른 간격과 빈자리는 배치일 뿐, 원문에 길이도 마디도 없음",
        "lines, even spacing and empty places are layout: the text has neither durations nor bars",
    ),
    "aligned-differ": (
        "此列有異",
        "此列有异",
        "서로 다른 열",
        "the rows differ here",
    ),
    "aligned-number": (
        "小數計各行之擊，半上半下各自起",
        "小数计各行之击，半上半下各自起",
        "작은 수는 각 줄의 타점, 半 앞뒤를 따로 셈",
        "small numbers count the strokes of a row on either side of 半",
    ),
    "aligned-made": ("製譜：{0}", "制谱：{0}", "만든 명령: {0}", "made by: {0}"),
    "whole-of": ("{0}全節", "{0}全节", "{0} 전체", "the whole of {0}"),
    "touhu-of": ("{0}半下", "{0}半下", "{0}의 半 뒤", "the touhu half of {0}"),
    "agrees": ("與{0}合", "与{0}合", "일치 {0}", "agrees with {0}"),
    "agrees-doubtful": (
        "與{0}合，其{1}存疑",
        "与{0}合，其{1}存疑",
        "일치 {0}, 단 {1}는 의문",
        "agrees with {0}, whose {1} is doubtful",
    ),
    "against": ("較{0}：{1}", "较{0}：{1}", "{0} 대비: {1}", "against {0}: {1}"),
    "nearest": (
        "最近{0}（{1}）：{2}",
        "最近{0}（{1}）：{2}",
        "가장 가까운 것은 {0} ({1}): {2}",
        "nearest is {0} ({1}): {2}",
    ),
    "as-near": (
        "亦近{0}（{1}）：{2}",
        "亦近{0}（{1}）：{2}",
        "{0} ({1})에도 그만큼 가까움: {2}",
        "as near to {0} ({1}): {2}",
    ),
    "as-named": (
        "較所名{0}（{1}）：{2}",
        "较所名{0}（{1}）：{2}",
        "이름대로 {0} ({1}) 대비: {2}",
        "against its name {0} ({1}): {2}",
    ),
    "strokes-off": ("差{0}擊", "差{0}击", "{0}타 차이", "{0} strokes off"),
    "other-ways": (
        "或作他解，差數同",
        "或作他解，差数同",
        "같은 수로 달리 볼 수도 있음",
        "or otherwise in as many edits",
    ),
    "one": ("一", "一", "1", "one"),
    "of-whole": ("全節", "全节", "전체의", "of the whole row"),
    "stroke-at": ("{1}第{0}擊", "{1}第{0}击", "{1} {0}타", "stroke {0} {1}"),
    "strokes-at": ("{2}第{0}至{1}擊", "{2}第{0}至{1}击", "{2} {0}-{1}타", "strokes {0}-{1} {2}"),
    "edit-instead": ("{2}{1}作{0}", "{2}{1}作{0}", "{2} {1} 대신 {0}", "{0} instead of {1} at {2}"),
    "edit-before": ("{1}前增{0}", "{1}前增{0}", "{1} 앞에 {0} 더함", "{0} added ahead of {1}"),
    "edit-after": ("{1}後增{0}", "{1}后增{0}", "{1} 다음에 {0} 더함", "{0} added after {1}"),
    "edit-missing": ("{1}缺{0}", "{1}缺{0}", "{1} {0} 빠짐", "{0} missing at {1}"),
    "edit-fewer": (
        "{2}連擊少{0}{1}",
        "{2}连击少{0}{1}",
        "{2} 연타에서 {1} {0}개 적음",
        "{0} {1} fewer in the run of {2}",
    ),
    "edit-more": (
        "{2}連擊多{0}{1}",
        "{2}连击多{0}{1}",
        "{2} 연타에서 {1} {0}개 많음",
        "{0} {1} more in the run of {2}",
    ),
    "edit-beside": (
        "{2}旁多{0}{1}",
        "{2}旁多{0}{1}",
        "{2} 옆에 {1} {0}개 많음",
        "{0} {1} more beside {2}",
    ),
    "count-omission": ("{1}缺{0}擊", "{1}缺{0}击", "{1} {0}타 빠짐", "{0} missing {1}"),
    "count-addition": ("{1}增{0}擊", "{1}增{0}击", "{1} {0}타 더함", "{0} added {1}"),
    "count-substitution": ("{1}異{0}擊", "{1}异{0}击", "{1} {0}타 다름", "{0} different {1}"),
    "responsibility": ("校勘並編碼", "校勘并编码", "교감과 부호화", "collation and encoding"),
    "figure-rows": (
        "鼓節{0}種相較",
        "鼓节{0}种相较",
        "고절 {0}가지의 비교",
        "{0} rows compared",
    ),
    "figure-lanes": ("對齊", "对齐", "정렬", "Strokes aligned"),
    "figure-ways": (
        "{0}：同優之法{1}種，此其一",
        "{0}：同优之法{1}种，此其一",
        "{0}: 똑같이 좋은 {1}가지 중 하나",
        "{0}: one of {1} equally good ways",
    ),
    "figure-only-way": (
        "{0}：最優之法唯此",
        "{0}：最优之法唯此",
        "{0}: 가장 좋은 것은 이것뿐",
        "{0}: the only best way",
    ),
    "figure-centre": (
        "{0}：皆逐一對{1}",
        "{0}：皆逐一对{1}",
        "{0}: 모두 {1}에 하나씩 맞춤",
        "{0}: all to {1}, one by one",
    ),
    "figure-lanes-say": (
        "{0}：相應之擊同列。三角與底色示異，點示無擊。同優之法不止一種者，取其一，乃選擇。",
        "{0}：相应之击同列。三角与底色示异，点示无击。同优之法不止一种者，取其一，乃选择。",
        "{0}: 서로 대응하는 타점을 한 열에 둠. 세모와 바탕색은 다른 열, 점은 타점 없음."
        " 똑같이 좋은 대응이 여럿이면 보인 것은 선택.",
        "{0}: strokes that meet stand in one column. A wedge and a tint mark where rows differ, a point where"
        " a row has no stroke. Of several equally good ways the one shown is a choice.",
    ),
    "figure-heavy": (
        "粗者異於所對之節。",
        "粗者异于所对之节。",
        "굵은 것은 맞춘 줄과 다른 것.",
        "Heavy is what is not as in the row to which all are aligned.",
    ),
    "figure-costs": (
        "代價：缺{0}，增{1}，異{2}。",
        "代价：缺{0}，增{1}，异{2}。",
        "비용: 빠짐 {0}, 더함 {1}, 바뀜 {2}.",
        "Costs: a stroke missing {0}, added {1}, another one {2}.",
    ),
    "figure-anchored": (
        "半上下各自對齊，其距{0}與{1}；全節之距{2}，不計半，擊可越半相應。",
        "半上下各自对齐，其距{0}与{1}；全节之距{2}，不计半，击可越半相应。",
        "半 앞뒤를 따로 정렬, 거리 {0}와 {1}; 전체 거리 {2}는 半 없이 재어 타점이 半을 넘어 대응할 수 있음.",
        "Each side of 半 is aligned by itself, at distances {0} and {1}; the distance {2} of the whole rows"
        " is measured without 半, and lets strokes meet across it.",
    ),
    "figure-runs": ("連擊", "连击", "연타", "Runs"),
    "figure-runs-say": (
        "{0}：一條為一連擊，數為擊數；圓而白者○，方而深者□；半上下各計。",
        "{0}：一条为一连击，数为击数；圆而白者○，方而深者□；半上下各计。",
        "{0}: 막대 하나가 연타 하나, 수는 타점의 수; 둥글고 흰 것은 ○, 네모나고 짙은 것은 □;"
        " 半 앞뒤를 따로 셈.",
        "{0}: each bar is a run of equal strokes with their number, round and white of ○, square and dark"
        " of □, on each side of 半 by itself.",
    ),
    "figure-pale": (
        "淡者投壺所不用。",
        "淡者投壶所不用。",
        "흐린 것은 투호에 쓰지 않음.",
        "Pale is what touhu leaves out.",
    ),
    "figure-dots": ("點圖", "点图", "점 그림", "Dot plot"),
    "figure-dots-say": (
        "{0}：{1}自上而下，{2}自左而右，皆全節；同為○處空圓，同為□處實方；線為半。",
        "{0}：{1}自上而下，{2}自左而右，皆全节；同为○处空圆，同为□处实方；线为半。",
        "{0}: {1}는 아래로, {2}는 오른쪽으로, 모두 전체; 둘 다 ○이면 빈 원, 둘 다 □이면 찬 네모; 선은 半.",
        "{0}: {1} downward, {2} to the right, whole rows: a hollow circle where both have ○, a filled square"
        " where both have □; lines at 半.",
    ),
    "figure-frame": (
        "粗框為投壺所用。",
        "粗框为投壶所用。",
        "굵은 틀은 투호에 쓰는 부분.",
        "A heavy frame stands around what touhu takes.",
    ),
    "figure-agree": ("{1}之{0}", "{1}之{0}", "{1} 중 {0}", "{0} of {1}"),
    "figure-shift": (
        "帶：錯位{0}種之最合者，{2}擊合{1}，{3}，零模型為{4}之諸節各自最合之錯位。",
        "带：错位{0}种之最合者，{2}击合{1}，{3}，零模型为{4}之诸节各自最合之错位。",
        "띠: {0}가지 이동 중 가장 잘 맞는 것, {2}타 중 {1}타 일치, {3}:"
        " {4}와 ○□의 수가 같은 줄마다 가장 잘 맞는 이동과 견줌.",
        "Band: the best of {0} shifts, under which {1} of {2} strokes agree; {3}, against the best shift of"
        " each row with as many ○ and □ as {4}.",
    ),
    "figure-nulls": ("距離與隨機", "距离与随机", "거리와 우연", "Distance and chance"),
    "figure-numbers": (
        "距{0}；依長短至少{1}，依○□之數至少{2}",
        "距{0}；依长短至少{1}，依○□之数至少{2}",
        "거리 {0}; 길이로 최소 {1}, ○□의 수로 최소 {2}",
        "distance {0}; least by length {1}, by counts {2}",
    ),
    "figure-nulls-say": (
        "{0}：以{2}之諸變代{2}，各距{1}若干，其比如條；變者所守見條上。三角與線為實得之距，"
        "虛線為依○□之數至少之距；深條之和為p。",
        "{0}：以{2}之诸变代{2}，各距{1}若干，其比如条；变者所守见条上。三角与线为实得之距，"
        "虚线为依○□之数至少之距；深条之和为p。",
        "{0}: {2} 대신, 위에 적힌 것을 {2}와 함께하는 줄들이 {1}에서 얼마나 먼지의 비율."
        " 세모와 선은 실제 거리, 점선은 ○□의 수로 최소인 거리; 짙은 막대의 합이 p.",
        "{0}: how far from {1} the rows are that share with {2} what is named above the bars: their share"
        " at each distance. Wedge and line: the distance found; dashed: the least that such counts allow."
        " Dark bars add up to p.",
    ),
    "figure-null-counts": (
        "○□之數同",
        "○□之数同",
        "○□의 수가 같음",
        "as many ○ and □",
    ),
    "figure-null-runs": (
        "連擊同，次序任意",
        "连击同，次序任意",
        "연타가 같음, 순서는 임의",
        "same runs in any order",
    ),
    "figure-null-transitions": (
        "首擊與前後相承之數同",
        "首击与前后相承之数同",
        "첫 타와 이어짐의 수가 같음",
        "same first stroke and steps",
    ),
    "figure-exact": ("凡{0}節", "凡{0}节", "모두 {0}줄", "all rows: {0}"),
    "figure-sampled": (
        "{0}節取{1}",
        "{0}节取{1}",
        "{0}줄 중 {1}줄 추출",
        "{1} of {0} rows",
    ),
    "figure-least-p": ("至小可得{0}", "至小可得{0}", "최소 {0}", "least attainable {0}"),
    "figure-holm": ("Holm {0}", "Holm {0}", "Holm {0}", "Holm {0}"),
    "figure-no-verdict": ("不能判", "不能判", "판정 불가", "no verdict"),
    "figure-level": (
        "不能判者，p至小亦逾0.05。",
        "不能判者，p至小亦逾0.05。",
        "판정 불가: p가 0.05 이하로 나올 수 없음.",
        "No verdict where p could not have come out at 0.05 or less.",
    ),
    "figure-matrix": ("距離", "距离", "거리", "Distances"),
    "figure-beyond": (
        "逾至少之距（依○□之數）：",
        "逾至少之距（依○□之数）：",
        "○□의 수로 최소인 거리를 넘는 만큼:",
        "above the least possible by counts:",
    ),
    "figure-matrix-say": (
        "{0}：大字為距，旁為逾至少者，下為依長短、依○□之數至少之距，末為p，其零模型為○□數同於列首之諸節；"
        "不能判者加括號。色深者逾至少多，非距大：距之大小多出於長短。對角為擊數。",
        "{0}：大字为距，旁为逾至少者，下为依长短、依○□之数至少之距，末为p，其零模型为○□数同于列首之诸节；"
        "不能判者加括号。色深者逾至少多，非距大：距之大小多出于长短。对角为击数。",
        "{0}: 큰 수는 거리, 옆은 최소를 넘는 만큼, 아래는 길이와 ○□의 수로 최소인 거리, 끝은 열의 줄과"
        " ○□의 수가 같은 줄들에서의 p(판정 불가이면 괄호). 음영은 최소를 넘는 만큼이며 거리가 아님:"
        " 거리는 거의 길이의 차이를 말함. 대각선은 타점의 수.",
        "{0}: large, the distance, beside it what is above the least possible; below, the least possible by"
        " length and by counts; then p, among rows with as many ○ and □ as the row that names the column,"
        " in brackets where it allows no verdict. The tint is by what is above the least possible, not by"
        " distance, which says mostly how unequal the lengths are. In the diagonal, the strokes.",
    ),
    "figure-starred": (
        "星號：Holm校正後p仍不逾0.05。",
        "星号：Holm校正后p仍不逾0.05。",
        "별표: Holm 보정 뒤에도 p가 0.05 이하.",
        "A star: p is 0.05 or less after Holm too.",
    ),
    "figure-contained": (
        "短者之擊依次皆在長者中，故距為長短所許之至少；僅此非相近之證。",
        "短者之击依次皆在长者中，故距为长短所许之至少；仅此非相近之证。",
        "짧은 쪽의 타점은 차례대로 모두 긴 쪽에 있어 거리가 길이로 최소이나,"
        " 그것만으로 가깝다는 증거는 아님.",
        "The shorter has all its strokes in the longer in their order, so the distance is the least that the"
        " lengths allow; by itself that is no proof of closeness.",
    ),
    "figure-same": ("二者全同。", "二者全同。", "둘이 같음.", "Both are the same."),
    "figure-tests": (
        "探索之作：同作檢驗{0}項，p未校正，Holm後之數已校正。",
        "探索之作：同作检验{0}项，p未校正，Holm后之数已校正。",
        "탐색적: 검정 {0}가지를 함께 함. p는 보정하지 않은 값, Holm은 보정한 값.",
        "Exploratory: {0} tests were made together; p is unadjusted, the number after Holm"
        " is adjusted to all of them.",
    ),
    "figure-tests-many": (
        "探索之作：同作檢驗{0}項，p未校正。",
        "探索之作：同作检验{0}项，p未校正。",
        "탐색적: 검정 {0}가지를 함께 함. p는 보정하지 않은 값.",
        "Exploratory: {0} tests were made together; p is unadjusted.",
    ),
    "figure-drawn": (
        "節過多者隨機取{0}，種子{1}。",
        "节过多者随机取{0}，种子{1}。",
        "줄이 너무 많으면 {0}줄을 추출, 시드 {1}.",
        "Where there are too many rows, {0} were drawn, seed {1}.",
    ),
    "figure-from": ("{0}：{1}", "{0}：{1}", "{0}: {1}", "{0}: {1}"),
    "figure-doubtful": (
        "對齊而以虛線畫者，{0}",
        "对齐而以虚线画者，{0}",
        "정렬에서 점선: {0}",
        "Dashed where aligned: {0}",
    ),
    "figure-made": ("製圖：{0}", "制图：{0}", "만든 명령: {0}", "made by: {0}"),
    "cite": (
        "引用：touhu_music {0}，{1}，底本《{2}》{3}（{4}）",
        "引用：touhu_music {0}，{1}，底本《{2}》{3}（{4}）",
        "인용: touhu_music {0}, {1}, 저본 {2} {3} ({4})",
        "cite: touhu_music {0}, collation of {1}, base {2} {3} ({4})",
    ),
    "cmp-against": ("{0}與{1}", "{0}与{1}", "{0}와 {1}", "{0} and {1}"),
    "cmp-whole": ("全節（不計半）", "全节（不计半）", "전체 (半 없이)", "whole, without 半"),
    "cmp-counts": (
        "{0}擊：○{1}□{2}",
        "{0}击：○{1}□{2}",
        "{0}타: ○ {1}, □ {2}",
        "{0} strokes: {1} ○ {2} □",
    ),
    "cmp-distance": (
        "編輯距離{0}；長短所限至少{1}，○□數所限至少{2}",
        "编辑距离{0}；长短所限至少{1}，○□数所限至少{2}",
        "편집 거리 {0}; 길이로 최소 {1}, ○□ 수로 최소 {2}",
        "edit distance {0}; at least {1} by the lengths, {2} by the numbers of ○ and □",
    ),
    "cmp-costs": (
        "代價：缺{0}，增{1}，異{2}",
        "代价：缺{0}，增{1}，异{2}",
        "비용: 빠짐 {0}, 더함 {1}, 다름 {2}",
        "costs: missing {0}, added {1}, other {2}",
    ),
    "cmp-equal": ("兩者全同", "两者全同", "둘은 똑같음", "both are equal"),
    "cmp-contained": (
        "短者之擊依次皆在長者之中：距離即長短之差，單憑此不足言近",
        "短者之击依次皆在长者之中：距离即长短之差，单凭此不足言近",
        "짧은 쪽의 타격이 긴 쪽에 차례대로 모두 있음: 거리는 길이의 차이, 그것만으로 가까움의 증거는 아님",
        "the shorter is contained in the longer:"
        " the distance is the difference in length, by itself no closeness",
    ),
    "cmp-ways": (
        "同價之對齊凡{0}種；今取其一：同擊先合，缺增在連擊之末（我們的選擇）",
        "同价之对齐凡{0}种；今取其一：同击先合，缺增在连击之末（我们的选择）",
        "비용이 같은 정렬 {0}가지; 보인 것은 같은 타격을 먼저 맞추어 빈자리를 연타 끝에 둔 것 (우리의 선택)",
        "alignments that cost as little: {0}; shown is that with gaps at the ends of runs (our choice)",
    ),
    "cmp-centre": (
        "諸節皆對齊於{0}，以其與諸節距離之和為最小（我們的選擇）",
        "诸节皆对齐于{0}，以其与诸节距离之和为最小（我们的选择）",
        "모두 {0}에 맞춤: 다른 것들과의 거리 합이 가장 작음 (우리의 선택)",
        "all are aligned to {0}, which is nearest to all together (our choice)",
    ),
    "cmp-long": (
        "逾{0}擊，不作對齊",
        "逾{0}击，不作对齐",
        "{0}타가 넘어 정렬하지 않음",
        "more than {0} strokes are not aligned",
    ),
    "cmp-untested": (
        "逾{0}擊，不作檢定",
        "逾{0}击，不作检定",
        "{0}타가 넘어 검정하지 않음",
        "more than {0} strokes are held against no null",
    ),
    "cmp-common": (
        "最長公共子序列{0}擊（次序同，中可有間）",
        "最长公共子序列{0}击（次序同，中可有间）",
        "최장 공통 부분열 {0}타 (차례는 같고 사이가 있을 수 있음)",
        "longest common subsequence: {0} strokes in the same order, others may stand between",
    ),
    "cmp-similarity": (
        "1減距離÷長者之長，得{0}（三種代價皆作1）",
        "1减距离÷长者之长，得{0}（三种代价皆作1）",
        "1 - 거리 / 긴 쪽의 길이 = {0} (비용은 모두 1)",
        "1 - distance / longer length: {0} (all costs 1; lengths of the two weigh in)",
    ),
    "cmp-undefined": (
        "無擊，不可定",
        "无击，不可定",
        "타격이 없어 정의되지 않음",
        "not defined: no stroke",
    ),
    "cmp-runs": (
        "連擊距離{0}（每連不論長短作一）",
        "连击距离{0}（每连不论长短作一）",
        "연타 거리 {0} (연타는 길이와 상관없이 하나)",
        "run distance: {0} (a run counts as one, however long)",
    ),
    "cmp-shared": (
        "最長同段{0}：{1}見第{2}擊起，{3}見第{4}擊起",
        "最长同段{0}：{1}见第{2}击起，{3}见第{4}击起",
        "가장 긴 공통 구간 {0}: {1}의 {2}타부터, {3}의 {4}타부터",
        "longest shared stretch {0}: from stroke {2} of {1}, {4} of {3}",
    ),
    "cmp-shift": (
        "諸移位之最佳者：以{0}第{1}擊就{2}第{3}擊，{5}擊中{4}擊相合",
        "诸移位之最佳者：以{0}第{1}击就{2}第{3}击，{5}击中{4}击相合",
        "가장 나은 옮김: {0}의 {1}타를 {2}의 {3}타에 두면 {5}타 가운데 {4}타가 맞음",
        "best of all shifts: stroke {1} of {0} laid on stroke {3} of {2}, {4} of {5} agree",
    ),
    "cmp-shifts": (
        "諸移位之最佳者{6}種，其一：以{0}第{1}擊就{2}第{3}擊，{5}擊中{4}擊相合",
        "诸移位之最佳者{6}种，其一：以{0}第{1}击就{2}第{3}击，{5}击中{4}击相合",
        "가장 나은 옮김 {6}가지, 그 하나: {0}의 {1}타를 {2}의 {3}타에 두면 {5}타 가운데 {4}타가 맞음",
        "best of all shifts, one of {6}: stroke {1} of {0} laid on stroke {3} of {2}, {4} of {5} agree",
    ),
    "cmp-more": ("另有{0}處", "另有{0}处", "그 밖에 {0}곳", "and {0} more"),
    "cmp-test-shift": (
        "移位檢定（每隨機節亦取其最佳移位）：{0}",
        "移位检定（每随机节亦取其最佳移位）：{0}",
        "옮김 검정 (무작위 줄마다 가장 나은 옮김): {0}",
        "shift, against the best shift of each row of the same counts: {0}",
    ),
    "cmp-null-counts": (
        "○□數同：{0}",
        "○□数同：{0}",
        "○□ 수가 같은 줄: {0}",
        "null counts, as many ○ and □: {0}",
    ),
    "cmp-null-runs": (
        "連擊同而次序異：{0}",
        "连击同而次序异：{0}",
        "연타가 같고 차례가 다른 줄: {0}",
        "null runs, the same runs in any order: {0}",
    ),
    "cmp-null-transitions": (
        "首擊與相接之數同：{0}",
        "首击与相接之数同：{0}",
        "첫 타격과 이어짐의 수가 같은 줄: {0}",
        "null transitions, the same first stroke and successions: {0}",
    ),
    "cmp-exact": (
        "p={0}（{1}節全數），可能之最小p={2}，Holm {3}",
        "p={0}（{1}节全数），可能之最小p={2}，Holm {3}",
        "p = {0} (줄 {1}개 전부), 가능한 최소 p {2}, Holm {3}",
        "p = {0} of all {1} rows, smallest attainable {2}, Holm {3}",
    ),
    "cmp-sampled": (
        "p={0}±{4}（{1}節中抽{5}，種子{6}），可能之最小p={2}，Holm {3}",
        "p={0}±{4}（{1}节中抽{5}，种子{6}），可能之最小p={2}，Holm {3}",
        "p = {0} ± {4} ({1}줄 중 {5}개 뽑음, 시드 {6}), 가능한 최소 p {2}, Holm {3}",
        "p = {0} ± {4} of {5} drawn from {1} rows (seed {6}), smallest attainable {2}, Holm {3}",
    ),
    "cmp-no-verdict": (
        "不下斷語：最小p已逾0.05",
        "不下断语：最小p已逾0.05",
        "판정 없음: 최소 p가 0.05를 넘음",
        "no verdict, no row could come below 0.05",
    ),
    "cmp-chance": (
        "未出偶然之外（Holm後5%）",
        "未出偶然之外（Holm后5%）",
        "우연을 벗어나지 않음 (Holm 뒤 5%)",
        "not beyond chance (5 % after Holm)",
    ),
    "cmp-beyond": (
        "較偶然為近（Holm後5%）",
        "较偶然为近（Holm后5%）",
        "우연보다 가까움 (Holm 뒤 5%)",
        "nearer than chance (5 % after Holm)",
    ),
    "cmp-exploratory": (
        "p：{1}換作隨機節，其近於{0}不遜於{1}者之比；共檢定{2}次，Holm就全數校正。"
        "探索性：先見諸節，未預立假說",
        "p：{1}换作随机节，其近于{0}不逊于{1}者之比；共检定{2}次，Holm就全数校正。"
        "探索性：先见诸节，未预立假说",
        "p: {1} 대신 무작위 줄이 {0}에 그만큼 가까운 비율; 검정 {2}회 전체에 Holm 보정."
        " 탐색적: 가설을 미리 세우지 않음",
        "p: the share of rows in place of {1} that are as near to {0}; {2} tests were made, Holm adjusts"
        " to all. Exploratory: no hypothesis was fixed before the rows were seen",
    ),
    "cmp-composed": ("{0} = {1}", "{0} = {1}", "{0} = {1}", "{0} = {1}"),
    "cmp-opening": (
        "{0}：半下即半上之首{1}擊",
        "{0}：半下即半上之首{1}击",
        "{0}: 半 뒤가 半 앞의 첫 {1}타와 같음",
        "{0}: what stands after 半 is the opening, {1} strokes, of what stands before it",
    ),
    "cmp-palindrome": (
        "{0}：首尾倒讀相同",
        "{0}：首尾倒读相同",
        "{0}: 거꾸로 읽어도 같음",
        "{0}: reads the same backward",
    ),
    "cmp-built": (
        "{0}：連擊{1}；至□為節：{2}",
        "{0}：连击{1}；至□为节：{2}",
        "{0}: 연타 {1}; □로 끝나는 마디 {2}",
        "{0}: runs {1}; cells up to □: {2}",
    ),
    "cmp-repeats": (
        "{0}：重見最長者{1}，第{2}擊起",
        "{0}：重见最长者{1}，第{2}击起",
        "{0}: 되풀이되는 가장 긴 구간 {1}, {2}타부터",
        "{0}: longest repeat {1} from strokes {2}",
    ),
    "cmp-grams": ("{0}：每{1}擊 {2}", "{0}：每{1}击 {2}", "{0}: {1}타씩 {2}", "{0}: stretches of {1}: {2}"),
    "cmp-summary": (
        "{0}：距離{1}，長短所限{2}，○□數所限{3}，對齊{4}種，p（○□數同）{5}",
        "{0}：距离{1}，长短所限{2}，○□数所限{3}，对齐{4}种，p（○□数同）{5}",
        "{0}: 거리 {1}, 길이로 최소 {2}, ○□ 수로 최소 {3}, 정렬 {4}가지, p (○□ 수가 같은 줄) {5}",
        "{0}: distance {1}, least {2} by length, {3} by counts, alignments {4}, p (counts) {5}",
    ),
    "cmp-cyclic": (
        "循環諸量，依{0}：周而復始為我們的假設，原文無時值",
        "循环诸量，依{0}：周而复始为我们的假设，原文无时值",
        "순환 측정, {0}: 되풀이는 우리의 가정이며 원문에 길이가 없음",
        "cyclic measures under {0}: that rows go round is our assumption, the text has no durations",
    ),
    "cmp-cycle": (
        "{0} {1}：間隔 {2}；間隔向量 {3}；勻度 {4}",
        "{0} {1}：间隔 {2}；间隔向量 {3}；匀度 {4}",
        "{0} {1}: 간격 {2}; 간격 벡터 {3}; 고르기 {4}",
        "{0} {1}: intervals {2}; interval vector {3}; evenness {4}",
    ),
    "cmp-chronotonic": (
        "{0}：時距曲線之差 {1}",
        "{0}：时距曲线之差 {1}",
        "{0}: 크로노토닉 거리 {1}",
        "{0}: chronotonic distance {1}",
    ),
    "cmp-chronotonic-none": (
        "不可定：周長不同（{0}與{1}拍）或無擊",
        "不可定：周长不同（{0}与{1}拍）或无击",
        "정의되지 않음: 주기가 다름 ({0}, {1}박) 또는 타격 없음",
        "not defined: cycles of {0} and {1} beats, or no stroke",
    ),
    "cmp-nearest": (
        "{0}：距離{2}：{1}（括號內為長短所限）",
        "{0}：距离{2}：{1}（括号内为长短所限）",
        "{0}: 거리 {2}: {1} (괄호는 길이로 최소)",
        "{0}: distance {2} to {1} (least by the lengths)",
    ),
    "cmp-matrix": ("距離", "距离", "거리", "distances"),
}


def word(key: str, language: Language) -> str:
    """Return a word of the table in one language."""
    return WORDS[key][tuple(Language).index(language)]


def chinese(language: Language) -> Language:
    """Return the kind of Chinese that stands beside a language, or is it."""
    return language if language is Language.SIMPLIFIED else Language.TRADITIONAL


def both(language: Language) -> tuple[Language, ...]:
    """Return the languages of a page: a kind of Chinese, and the one beside it if it is another."""
    return tuple(dict.fromkeys((chinese(language), language)))


def words(key: str, language: Language) -> str:
    """Return a word in Chinese with the other language beside it."""
    return " ".join(word(key, each) for each in both(language))


def title(performance: Performance, language: Language) -> str:
    """Name a performance: whose row, which chart, what for."""
    cadence = performance.cadence
    keys = [str(cadence.school or "row")]
    if cadence.record is not None:
        keys.append(f"chart-{cadence.record}")
    keys.append(str(performance.use))
    line = " ".join(word(key, chinese(language)) for key in keys)
    if language is chinese(language):
        return line
    return f"{line} · {', '.join(word(key, language) for key in keys)}"


def source(performance: Performance, language: Language) -> str:
    """Say where the row stands, or that it comes from no named book."""
    reading = performance.reading
    if reading is None or not reading.source:
        return words("no-witness", language)
    siglum = f"{reading.witness} " if reading.witness else ""
    return f"{words('witness', language)}: {siglum}{reading.source}"


Recorded = Sequence[tuple[Drum, str]]
"""The names of recordings that are heard instead of synthesised drums."""


def choices(plan: Plan, language: Language, practice: Practice | None = None, recorded: Recorded = ()) -> str:
    """List the choices of a plan in one line, marked as choices, but for a tempo that a ramp replaces."""
    tempo = word("tempo", language).format(number(plan.beats_per_minute))
    lines = [
        word(str(plan.timing), language),
        *([] if practice and practice.ramp else [tempo]),
        word("cycles", language).format(plan.cycles),
        word("gap" if plan.gap else "no-gap", language).format(number(plan.gap)),
        word("count-in" if plan.count_in else "no-count-in", language).format(plan.count_in),
        sounds(plan, language, recorded),
        word(f"accent-{plan.accent}", language),
    ]
    return f"{words('choices', language)}: {'; '.join(lines)}"


def practised(practice: Practice, language: Language) -> list[str]:
    """Say how a performance is practised in one line; nothing if it is not."""
    share = {"leave-strokes": practice.leave_strokes, "leave-cycles": practice.leave_cycles}
    said = [
        *([word("ramp", language).format(*map(number, practice.ramp))] if practice.ramp else []),
        *([word(f"mute-{practice.muted.word}", language)] if practice.muted else []),
        *(
            word(key, language).format(number(100 * part), practice.seed)
            for key, part in share.items()
            if part
        ),
        *([word("respond", language)] if practice.respond else []),
        *([word("click", language)] if practice.click else []),
    ]
    return [f"{words('practice', language)}: {'; '.join(said)}"] if said else []


def sounds(plan: Plan, language: Language, recorded: Recorded = ()) -> str:
    """Say which drum sounds how."""
    if recorded:
        names = dict(recorded)
        drums = {drum: word(drum.word, chinese(language)) for drum in Drum}
        return "; ".join(f"{drums[drum]}: {names.get(drum, plan.sounds.tones)}" for drum in Drum)
    name = plan.sounds.name if plan.sounds.name in WORDS else "keys"
    return word(name, language).format(plan.sounds.pi, plan.sounds.gu)


def reasons(
    plan: Plan, language: Language, practice: Practice | None = None, recorded: Recorded = ()
) -> list[str]:
    """Give the reason of each choice, and why the drums sound as they do, a line each."""
    named = {"cycles": "cycle-choice", "gap": "gap-choice"}
    replaced = {"beats_per_minute": practice and practice.ramp, "sounds": recorded}
    lines = [
        f"{word(named.get(field, field), language)}: {reason}"
        for field, reason in plan.reasons
        if not replaced.get(field)
    ]
    return [*lines, *([] if recorded else [f"{sounds(plan, language)}: {plan.sounds.reason}"])]


def remarks(performance: Performance, language: Language) -> list[str]:
    """Give the glosses of the text that was read, its doubts, and what else is odd, a line each."""
    reading = performance.reading
    if reading is None:
        return []
    gloss = words("note", language)
    lines = [
        f"{gloss} {word(note.section, language)} {note.after}: {visible(note.text)}"
        for note in reading.glosses
    ]
    others = [remark for remark in reading.remarks if not remark.startswith("doubtful")]
    return [*lines, *doubts(reading, language), *others]


def doubts(reading: Reading, language: Language) -> list[str]:
    """Say why marks of a text are doubtful, a line each."""
    persons = [in_language(texts, language) for texts in reading.doubts]
    told = {in_language(texts, Language.ENGLISH) for texts in reading.doubts}
    texts = (remark.partition(": ")[2] for remark in reading.remarks if remark.startswith("doubtful"))
    readers = (text for text in texts if text not in told)
    return [f"{words('doubtful', language)}: {text}" for text in (*persons, *readers)]


def struck_doubts(performance: Performance, language: Language) -> list[str]:
    """Say why marks that are struck are doubtful, a line each; nothing where none is."""
    if performance.reading is None or not any(map(performance.doubtful, performance.pattern)):
        return []
    return doubts(performance.reading, language)


def sources(performances: Iterable[Performance], language: Language) -> list[str]:
    """Name the sources of rows, each once."""
    return list(dict.fromkeys(source(each, language) for each in performances))


def grounds(performances: Sequence[Performance], language: Language) -> list[str]:
    """Name the sources of rows, and say why marks of theirs are doubtful, each once."""
    reasons = dict.fromkeys(line for each in performances for line in struck_doubts(each, language))
    return [*sources(performances, language), *reasons]


def number(value: Fraction) -> str:
    """Print an exact number: `72`, `72.5`, `1/3`."""
    if value.denominator == 1:
        return str(value.numerator)
    decimal = f"{float(value):.6f}".rstrip("0")
    return decimal if Fraction(decimal) == value else f"{value.numerator}/{value.denominator}"
