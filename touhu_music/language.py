"""Every word that outputs print, in four languages, from one table.

Titles and labels are Chinese with one other language beside it; `zh-Hant` and `zh-Hans` stand
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final

from touhu_music.notation import Drum, visible
from touhu_music.performance import Performance, Plan
from touhu_music.practice import Practice
from touhu_music.reading import Reading


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
    "does-leave": ("離開", "离开", "끝내기", "quit"),
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


def choices(plan: Plan, language: Language) -> str:
    """List the choices of a plan in one line, marked as choices."""
    lines = [
        word(str(plan.timing), language),
        word("tempo", language).format(number(plan.beats_per_minute)),
        word("cycles", language).format(plan.cycles),
        word("gap" if plan.gap else "no-gap", language).format(number(plan.gap)),
        word("count-in" if plan.count_in else "no-count-in", language).format(plan.count_in),
        sounds(plan, language),
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


def sounds(plan: Plan, language: Language) -> str:
    """Say which drum sounds how."""
    name = plan.sounds.name if plan.sounds.name in WORDS else "keys"
    return word(name, language).format(plan.sounds.pi, plan.sounds.gu)


def reasons(plan: Plan, language: Language) -> list[str]:
    """Give the reason of each choice, and why the drums sound as they do, a line each."""
    named = {"cycles": "cycle-choice", "gap": "gap-choice"}
    lines = [f"{word(named.get(field, field), language)}: {reason}" for field, reason in plan.reasons]
    return [*lines, f"{sounds(plan, language)}: {plan.sounds.reason}"]


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
    texts = (remark.partition(": ")[2] for remark in reading.remarks if remark.startswith("doubtful"))
    return [f"{words('doubtful', language)}: {text}" for text in texts]


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
