"""Words of the edition: what the books have, and what a copy has."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    # key: zh-Hant, zh-Hans, ko, en
    "stroke-1": ("第{0}擊", "第{0}击", "제{0}타", "stroke {0}"),
    "stroke-2": ("第{0}、{1}擊", "第{0}、{1}击", "제{0}·{1}타", "strokes {0} and {1}"),
    "stroke-run": ("第{0}至{1}擊", "第{0}至{1}击", "제{0}~{1}타", "strokes {0} to {1}"),
    "stroke-after": ("第{0}擊下", "第{0}击下", "제{0}타 뒤", "after stroke {0}"),
    "stroke-before": ("第{0}擊上", "第{0}击上", "제{0}타 앞", "before stroke {0}"),
    "lead": ("{0}{1}{2}{3}{4}", "{0}{1}{2}{3}{4}", "{0} {1} {2} {3} {4}", "{0}, {1}, {2}, {3} {4}"),
    "sentence": ("{0}，{1}。", "{0}，{1}。", "{0}: {1}.", "{0}: {1}."),
    "quoted": ("『{0}』", "‘{0}’", "'{0}'", "{0}"),
    "named": ("{0}", "{0}", "{0}({1})", "{0} ({1})"),
    "aside": ("（{0}）", "（{0}）", " ({0})", " ({0})"),
    "etexts": ("{0}", "{0}", "{0} 전자본", "the e-texts of {0}"),
    "also": ("，又{0}{1}作{2}", "，又{0}{1}作{2}", ", 또 {0} {1} 대신 {2}", ", and {2} for {1} at {0}"),
    "also-not": ("，又無{0}{1}", "，又无{0}{1}", ", 또 {0} {1} 없음", ", but not {1} at {0}"),
    "also-more": ("，又{0}增{2}", "，又{0}增{2}", ", 또 {0} {2} 더 있음", ", and also {2} {0}"),
    "second-hand": ("{0}轉引", "{0}转引", "{0}에서 재인용", "second hand, through {0}"),
    "mixed": ("增減兼有", "增减兼有", "섞임", "mixed"),
    "fault-etext": (
        "疑誤，或在本書，或在錄入（只見電子文本）",
        "疑误，或在本书，或在录入（只见电子文本）",
        "오류인 듯, 책이나 입력의 오류(전자 텍스트만 봄)",
        "likely fault, of the book or of its transcription (only an e-text was read)",
    ),
    "unjudged": ("未判", "未判", "판단하지 않음", "not judged"),
    "of-base": ("底本此處：{0}", "底本此处：{0}", "저본의 이 자리: {0}", "of the base itself: {0}"),
    "because": ("{0}：{1}", "{0}：{1}", "{0}: {1}", "{0}: {1}"),
    "lacking": ("無此鼓節：{0}", "无此鼓节：{0}", "이 고절 없음: {0}", "without this row: {0}"),
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
    "no-stemma": (
        "同異非譜系：書多相承，亦可各自致誤。存疑者不計，除非明求。",
        "同异非谱系：书多相承，亦可各自致误。存疑者不计，除非明求。",
        "일치는 계보가 아님: 책은 서로 베끼고, 따로 같은 오류를 낼 수도 있음."
        " 의심스러운 것은 요청이 없으면 세지 않음.",
        "Agreement is no stemma: books copy one another, and may err alike. What is doubtful is counted"
        " only where asked for.",
    ),
    "doubted": ("{0}存疑", "{0}存疑", "{0} 의문", "{0} doubtful"),
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
    "strokes-off": ("差{0}擊", "差{0}击", "{0}타 차이", "{0} strokes off"),
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
    "cite": (
        "引用：touhu_music {0}，{1}，底本《{2}》{3}（{4}）",
        "引用：touhu_music {0}，{1}，底本《{2}》{3}（{4}）",
        "인용: touhu_music {0}, {1}, 저본 {2} {3} ({4})",
        "cite: touhu_music {0}, collation of {1}, base {2} {3} ({4})",
    ),
}
