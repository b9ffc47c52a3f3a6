from __future__ import annotations

from pathlib import Path

import pytest

from touhu_music.errors import PassageError
from touhu_music.library import known_rows
from touhu_music.passage import Passage, read

from passage_cases import CASES, Case


def codes(passage: Passage) -> set[str]:
    every = [*passage.warnings, *(warning for reading in passage.readings for warning in reading.warnings)]
    return {warning.partition(":")[0] for warning in every}


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_small_text_reads_as_its_row_in_the_table_says(case: Case) -> None:
    if case.error is not None:
        with pytest.raises(PassageError) as caught:
            read(case.text, known=known_rows())
        assert caught.value.code == case.error
        if case.place:
            assert "line {}, column {}".format(*case.place) in str(caught.value)
        return
    passage = read(case.text, known=known_rows())
    found = tuple(
        (
            reading.set,
            reading.name,
            str(reading.cadence),
            tuple((str(section), after, text) for section, after, text in reading.notes),
        )
        for reading in passage.readings
    )
    assert found == case.readings
    assert codes(passage) == case.warnings
