"""Words of comparisons: reports, figures, scores and sound of several rows."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    # key: zh-Hant, zh-Hans, ko, en
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
