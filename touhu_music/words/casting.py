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
    "part-cue": ("聽候", "听候", "큐", "cue"),
    "part-of-rounds": ("第{0}番", "第{0}番", "{0}판", "round {0}"),
    "part-of-several": ("第{0}番皆同", "第{0}番皆同", "{0}판 모두 같음", "rounds {0}, alike"),
    "part-and": ("、", "、", ", ", ", "),
    "part-start": ("禮之始", "礼之始", "예의 처음", "the rite begins"),
    "part-play": ("所擊", "所击", "칠 것", "what you play"),
    "part-play-drum": (
        "此{0}拍一節，周而復始，速度如一；聽一節或數節而後投",
        "此{0}拍一节，周而复始，速度如一；听一节或数节而后投",
        "{0}박이 한 절. 같은 빠르기로 되풀이함",
        "these {0} beats are one cycle; over and over, at one tempo, without a stop between throws",
    ),
    "part-play-pi": ("擊○者，鼙也", "击○者，鼙也", "○, 비를 침", "strike the ○, the 鼙"),
    "part-play-gu": ("擊□者，鼓也", "击□者，鼓也", "□, 고를 침", "strike the □, the 鼓"),
    "part-rounds-of": ("第{0}番：{1}", "第{0}番：{1}", "{0}판: {1}", "round {0}: {1}"),
    "part-strings": (
        "奏{0}；調亡者不作新曲，或誦其辭",
        "奏{0}；调亡者不作新曲，或诵其辞",
        "{0} 연주. 가락이 없어진 것은 새로 짓지 않고 노랫말만 욀 수 있음",
        "play {0}; where its tune is lost none is made up, and its words may be recited",
    ),
    "part-off": (
        "末矢之節終而止；自此默",
        "末矢之节终而止；自此默",
        "마지막 화살의 절이 끝나면 그침. 여기부터 조용함",
        "stop at the end of the cycle of the last arrow; from here on silence",
    ),
    "part-count": (
        "告數之辭（朱熹）：餘算若干，則曰",
        "告数之辞（朱熹）：余算若干，则曰",
        "남은 산가지 수에 따라 이르는 말(주희)",
        "what to say for so many counters more (朱熹's wording)",
    ),
    "part-count-more": (
        "更多者依此類推",
        "更多者依此类推",
        "그 이상도 같은 방식",
        "and so on for more",
    ),
    "part-idle": (
        "無職。可隨一黨而立。",
        "无职。可随一党而立。",
        "배역이 없습니다. 한 편에 서 있을 수 있습니다.",
        "No role. You may stand by with a party.",
    ),
    "part-tie": (
        "鈞則無馬無爵，即再投",
        "钧则无马无爵，即再投",
        "비기면 말도 잔도 없음",
        "in a tie: no horse and no cup",
    ),
}
