"""Words of the rite while it is done: the drum, who throws, what keys do, what is noticed."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    # key: zh-Hant, zh-Hans, ko, en
    "run-guest": ("賓", "宾", "손님", "guest"),
    "run-host": ("主", "主", "주인", "host"),
    "run-listen": ("聽", "听", "듣기", "listen"),
    "run-next": ("次：{0}", "次：{0}", "다음: {0}", "next: {0}"),
    "run-last": ("此為末事", "此为末事", "마지막 단계", "this is the last step"),
    "run-over": ("禮畢；q 離開", "礼毕；q 离开", "예가 끝났다; q로 나간다", "the rite is over; q leaves"),
    "run-first": ("此為首事", "此为首事", "첫 단계이다", "this is the first step"),
    # --- the drum
    "run-drum-off": ("鼓止", "鼓止", "북 멈춤", "drum off"),
    "run-drum-arm": (
        "樂備，待投而作",
        "乐备，待投而作",
        "북 준비됨, 던질 때 시작한다",
        "drum ready, it begins with the throws",
    ),
    "run-drum-on": (
        "鼓作：第{0}節，共{1}節",
        "鼓作：第{0}节，共{1}节",
        "북 울림: 전체 {1}주기 중 {0}번째",
        "drum on: cycle {0} of {1}",
    ),
    "run-drum-beyond": (
        "鼓作：第{0}節，逾所定{1}節，待投畢",
        "鼓作：第{0}节，逾所定{1}节，待投毕",
        "북 울림: {0}번째 주기, 정한 {1}주기를 넘어 다 던질 때까지 이어진다",
        "drum on: cycle {0}, beyond the {1} of the plan, until all have thrown",
    ),
    "run-drum-silent": ("（無聲）", "（无声）", " (소리 없음)", " (silent: no sound)"),
    "run-drum-plan": (
        "鼓止：所定{0}節已畢",
        "鼓止：所定{0}节已毕",
        "북 멈춤: 정한 {0}주기가 끝났다",
        "drum off: the {0} cycles of the plan are over",
    ),
    "run-drum-all": ("鼓止：皆已投", "鼓止：皆已投", "북 멈춤: 모두 던졌다", "drum off: all have thrown"),
    # --- throws and counters
    "run-throws": ("{0}  {1}  算{2}", "{0}  {1}  算{2}", "{0}  {1}  산가지 {2}", "{0}  {1}  counters {2}"),
    "run-turn": (
        "待{0}第{1}矢：{2} 中，m 不中",
        "待{0}第{1}矢：{2} 中，m 不中",
        "{0}의 {1}번째 화살 차례: {2} 맞음, m 빗나감",
        "{0} throws arrow {1}: {2} hit, m miss",
    ),
    "run-heaps": (
        "右算（賓）{0}，左算（主）{1}",
        "右算（宾）{0}，左算（主）{1}",
        "오른쪽 산가지(손님) {0}, 왼쪽 산가지(주인) {1}",
        "counters: right (guest) {0}, left (host) {1}",
    ),
    "run-horses": (
        "並此番之馬：{0}",
        "并此番之马：{0}",
        "이번 판까지의 말: {0}",
        "horses with this round: {0}",
    ),
    "run-no-third": (
        "兩勝一鈞，無第三馬可從；鄭玄言再勝，故慶。或以為三馬未備，不慶。",
        "两胜一钧，无第三马可从；郑玄言再胜，故庆。或以为三马未备，不庆。",
        "두 번 이기고 한 번 비겨 셋째 말이 없다. 정현이 재승(再勝)이라 하므로 "
        "경하한다. 세 말이 서지 않았다고 보면 경하하지 않는다.",
        "Disputed: two wins and a tie, there is no third horse. 鄭玄 asks for 再勝, two wins; "
        "strictly nobody would be congratulated.",
    ),
    "run-ties": (
        "三番皆鈞，不立馬，不行爵；或相慶（義疏）。",
        "三番皆钧，不立马，不行爵；或相庆（义疏）。",
        "세 번 다 비겨 말도 벌주도 없다. 서로 경하하기도 한다(의소).",
        "Three ties: no horse, no cup; perhaps both congratulate each other (義疏).",
    ),
    "run-open": (
        "未錄所投，勝負不明：凡言「若」者自擇",
        "未录所投，胜负不明：凡言「若」者自择",
        "던진 것을 적지 않아 결과를 모른다: 조건이 붙은 단계는 스스로 고른다",
        "not every result is known: of what is said with if, do what is so",
    ),
    # --- what is noticed
    "run-all-thrown": (
        "皆已投；u 去末投",
        "皆已投；u 去末投",
        "모두 던졌다; u로 마지막 것을 지운다",
        "all have thrown; u takes back the last",
    ),
    "run-turn-guest": (
        "今賓當投：g 或 m",
        "今宾当投：g 或 m",
        "지금은 손님 차례: g 또는 m",
        "it is the guest's turn: g or m",
    ),
    "run-turn-host": (
        "今主當投：h 或 m",
        "今主当投：h 或 m",
        "지금은 주인 차례: h 또는 m",
        "it is the host's turn: h or m",
    ),
    "run-no-throws": ("此處不投", "此处不投", "여기서는 던지지 않는다", "nobody throws here"),
    "run-no-undo": (
        "此番尚無所錄",
        "此番尚无所录",
        "이 판에는 지울 것이 없다",
        "nothing to take back in this round",
    ),
    "run-counted": (
        "已數；欲改所投，b 退至請數",
        "已数；欲改所投，b 退至请数",
        "이미 세었다; 고치려면 b로 세기 전까지 돌아간다",
        "counted already; to mend throws, go back with b to before the counting",
    ),
    "run-missing": (
        "{0}投未錄，不計；b 退而補之",
        "{0}投未录，不计；b 退而补之",
        "적지 않은 {0}번은 세지 않는다; b로 돌아가 적을 수 있다",
        "{0} throws were not told and count as none; b goes back to tell them",
    ),
    "run-unknown": (
        "此番一投未錄，勝負不明；b 退而補之",
        "此番一投未录，胜负不明；b 退而补之",
        "이 판은 하나도 적지 않아 결과를 모른다; b로 돌아가 적을 수 있다",
        "no throw of this round was told, so its result is not known; b goes back to tell them",
    ),
    "run-resumed": (
        "續自{0}；--restart 重新開始",
        "续自{0}；--restart 重新开始",
        "{0}에서 이어 간다; --restart 는 새로 시작한다",
        "resumed at {0}; --restart begins anew",
    ),
    "run-told": ("已錄{0}投", "已录{0}投", "던진 것 {0}번 기록됨", "throws told: {0}"),
    "run-anew": (
        "{0} 所記之禮已畢，今重新開始",
        "{0} 所记之礼已毕，今重新开始",
        "{0}의 예는 끝났으므로 새로 시작한다",
        "the rite of {0} was over; this one begins anew",
    ),
    "run-kept": ("進度存於 {0}", "进度存于 {0}", "진행 상태는 {0}에 저장된다", "kept in {0}"),
    # --- the times of a rehearsal
    "run-minutes": ("分:秒", "分:秒", "분:초", "min:s"),
    "run-took": ("試演 {0}", "试演 {0}", "연습 {0}", "rehearsed {0} min:s"),
    "run-rehearsed": (
        "試演共 {0}（分:秒），{1} 次，始於 {2}；依鐘而計，不以拍",
        "试演共 {0}（分:秒），{1} 次，始于 {2}；依钟而计，不以拍",
        "연습 합계 {0}(분:초), {1}회, {2}에 시작; 시계로 잰 것이며 박자가 아니다",
        "rehearsed: {0} min:s in all, sessions: {1}, begun {2}; by the clock, no source gives lengths",
    ),
    "run-elsewhere": (
        "；此外 {0} 在本表所無之事",
        "；此外 {0} 在本表所无之事",
        "; 그 밖에 이 표에 없는 단계에서 {0}",
        "; besides, {0} in steps that this sheet does not have",
    ),
    # --- keys
    "run-key-next": (
        "空格 次事",
        "空格 次事",
        "스페이스 다음",
        "space next",
    ),
    "run-key-back": ("b 退", "b 退", "b 뒤로", "b back"),
    "run-key-hit": ("g 賓中 h 主中", "g 宾中 h 主中", "g 손님 h 주인 맞음", "g guest hit  h host hit"),
    "run-key-miss": ("m 不中", "m 不中", "m 빗나감", "m miss"),
    "run-key-undo": ("u 去末投", "u 去末投", "u 되돌림", "u undo"),
    "run-key-leave": ("q 離開", "q 离开", "q 나가기", "q leave"),
}
