"""Simplified characters for the Chinese of the rite that is our own, and for the words of its songs."""

from __future__ import annotations

from typing import Final

TO_SIMPLIFIED: Final = str.maketrans(
    "備兩則勝卻執壺實對師從復徹慶應挾擁數斂東樂橫為無獲獻當發禮節純絕繼聽與興舉薦衆視親觴觶記設許誘請諸諾豐賓"
    "賢贊辭進適還鄉釋鈞間闕階順飲餘馬魯齋於後孫呂臨謂貍黨擊澗歸濱維錡釡誰騶譽齊處"
    "傳場屬幾時書統終見詩論鄭長",
    "备两则胜却执壶实对师从复彻庆应挟拥数敛东乐横为无获献当发礼节纯绝继听与兴举荐众视亲觞觯记设许诱请诸诺丰宾"
    "贤赞辞进适还乡释钧间阙阶顺饮余马鲁斋于后孙吕临谓狸党击涧归滨维锜釜谁驺誉齐处"
    "传场属几时书统终见诗论郑长",
)
"""From traditional to simplified characters; what is spoken has its own in the data."""
