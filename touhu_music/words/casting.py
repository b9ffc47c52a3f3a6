"""Words of the cast and of the parts."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    # key: zh-Hant, zh-Hans, ko, en
    "cast-title": ("分職", "分职", "배역", "cast"),
    "cast-person": ("第{0}人", "第{0}人", "{0}번", "person {0}"),
    "cast-people": (
        "{0}人，職{1}，至少{2}人",
        "{0}人，职{1}，至少{2}人",
        "사람 {0}, 배역 {1}, 적어도 {2}명",
        "people: {0}; roles: {1}; at least {2} people",
    ),
    "cast-least": (
        "至少{0}人：{1}之時，此數職須各有其人：{2}",
        "至少{0}人：{1}之时，此数职须各有其人：{2}",
        "적어도 {0}명: {1}에 한 사람씩 있어야 하는 배역: {2}",
        "at least {0}: at {1} a person each is needed for {2}",
    ),
    "cast-least-more": (
        "其餘諸職亦不可更少其人而分任",
        "其余诸职亦不可更少其人而分任",
        "나머지 배역도 더 적은 사람이 나눌 수 없음",
        "the other roles cannot be shared among fewer",
    ),
    "cast-alone": (
        "賓、主人不兼他職",
        "宾、主人不兼他职",
        "손님과 주인은 다른 배역을 겸하지 않음",
        "guest and host play nothing else",
    ),
    "cast-alone-basis": (
        "一人兼數職，及須在位之時，皆今定",
        "一人兼数职，及须在位之时，皆今定",
        "누가 무엇을 겸하고 언제 있어야 하는지는 우리 선택",
        "who shares what, and when a role must be there, is our choice",
    ),
    "cast-apart": (
        "兩黨不相兼",
        "两党不相兼",
        "손님 편과 주인 편을 겸하는 사람 없음",
        "nobody is of both parties",
    ),
    "cast-mixed": (
        "人少，兼屬兩黨：{0}",
        "人少，兼属两党：{0}",
        "사람이 적어 두 편을 겸함: {0}",
        "of both parties, because the people are few: {0}",
    ),
    "cast-mixed-given": ("兼屬兩黨：{0}", "兼属两党：{0}", "두 편을 겸함: {0}", "of both parties: {0}"),
    "cast-idle": (
        "無職：{0}；可隨一黨而立（立者）",
        "无职：{0}；可随一党而立（立者）",
        "배역 없음: {0}. 한 편에 서 있을 수 있음(立者)",
        "without a role: {0}; they may stand by with a party (立者)",
    ),
    "cast-changes": ("易職{0}次", "易职{0}次", "바꾸는 횟수 {0}", "changes of role: {0}"),
    "cast-party-guest": ("賓黨", "宾党", "손님 편", "the guest's party"),
    "cast-party-host": ("主黨", "主党", "주인 편", "the host's party"),
    "cast-party-none": ("無黨", "无党", "편 없음", "no party"),
    "cast-roles": ("諸職及其所本", "诸职及其所本", "배역과 근거", "the roles, and whence they are"),
    "cast-role": ("職", "职", "배역", "role"),
    "cast-steps": ("節次", "节次", "순서", "steps"),
    "cast-file-head": (
        "引號中之「{0}」改為姓名；職可移於他人。",
        "引号中之「{0}」改为姓名；职可移于他人。",
        "따옴표 안의 「{0}」 자리에 이름을 쓰고, 배역은 다른 사람에게 옮겨도 됩니다.",
        "Write a name over each “{0}”; a role may be moved to another person.",
    ),
    "cast-file-use": (
        "各人之本：touhu rite parts --cast 此檔 -o parts.pdf",
        "各人之本：touhu rite parts --cast 此文件 -o parts.pdf",
        "각자의 대본: touhu rite parts --cast 이파일 -o parts.pdf",
        "Each person's own sheet: touhu rite parts --cast THIS_FILE -o parts.pdf",
    ),
    "part-title": ("各人之本", "各人之本", "각자의 대본", "parts"),
    "part-cue": ("候", "候", "신호", "cue"),
    "part-heard": ("聽之", "听之", "듣는 말", "you hear"),
    "part-start": ("禮自此始", "礼自此始", "여기서 예가 시작됨", "the rite begins with you"),
    "part-several": ("第{0}番皆同", "第{0}番皆同", "{0}판 모두 같음", "rounds {0}, all alike"),
    "part-and": ("、", "、", ", ", ", "),
    "part-celebrated-guest": (
        "所慶者賓黨則",
        "所庆者宾党则",
        "손님 편이 축하를 받으면",
        "only if the guest's side is congratulated",
    ),
    "part-celebrated-host": (
        "所慶者主黨則",
        "所庆者主党则",
        "주인 편이 축하를 받으면",
        "only if the host's side is congratulated",
    ),
    "part-play-both": (
        "○擊鼙，□擊鼓；周而復始，速度如一，投者之間不斷",
        "○击鼙，□击鼓；周而复始，速度如一，投者之间不断",
        "○는 비, □는 고. 같은 빠르기로 되풀이하고 던지는 사이에 끊지 않음",
        "○ the 鼙, □ the 鼓; over and over at one tempo, without a stop between throws",
    ),
    "part-play-pi": (
        "汝擊○，鼙也；周而復始，速度如一，投者之間不斷",
        "汝击○，鼙也；周而复始，速度如一，投者之间不断",
        "○만 침(비). 같은 빠르기로 되풀이하고 던지는 사이에 끊지 않음",
        "yours is ○, the 鼙; over and over at one tempo, without a stop between throws",
    ),
    "part-play-gu": (
        "汝擊□，鼓也；周而復始，速度如一，投者之間不斷",
        "汝击□，鼓也；周而复始，速度如一，投者之间不断",
        "□만 침(고). 같은 빠르기로 되풀이하고 던지는 사이에 끊지 않음",
        "yours is □, the 鼓; over and over at one tempo, without a stop between throws",
    ),
    "part-strings": (
        "所奏：{0}；調亡則不作新曲",
        "所奏：{0}；调亡则不作新曲",
        "연주할 것: {0}. 가락이 없어진 것은 새로 짓지 않음",
        "what is played: {0}; where its tune is lost, none is made up",
    ),
    "part-arm": ("備，勿作", "备，勿作", "준비하고 아직 치지 않음", "be ready, do not begin"),
    "part-on": ("作", "作", "시작", "begin"),
    "part-off": (
        "末矢之節既終，已止；自此默",
        "末矢之节既终，已止；自此默",
        "마지막 화살의 절이 끝나 이미 그침. 여기부터 조용함",
        "you have stopped with the cycle of the last arrow; silence from here on",
    ),
    "part-count": (
        "告數：餘算若干，則言若干（奇從朱熹）",
        "告数：余算若干，则言若干（奇从朱熹）",
        "이르는 수: 남은 산가지가 몇이면 이렇게 이름 (기는 주희를 따름)",
        "若干: what to say for so many counters more (an odd one after 朱熹)",
    ),
    "part-count-more": ("餘類推", "余类推", "그 위도 같음", "more in the same way"),
    "part-idle": (
        "無職；可隨一黨而立（立者）",
        "无职；可随一党而立（立者）",
        "배역 없음. 한 편에 서 있을 수 있음(立者)",
        "no role; you may stand by with a party (立者)",
    ),
    "part-herald": (
        "依節目次第唱之：touhu rite cues --layout hongi",
        "依节目次第唱之：touhu rite cues --layout hongi",
        "홀기를 부름: touhu rite cues --layout hongi",
        "call the steps from the cue sheet, or from the 홀기: touhu rite cues --layout hongi",
    ),
    "part-page": ("第{0}頁", "第{0}页", "{0}쪽", "page {0}"),
}
