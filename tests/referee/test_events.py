"""What the referee says can be written down and read back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import new_game
from engines.contract import InputError
from referee.events import (
    EVENTS,
    Answer,
    FaultFound,
    Move,
    Resync,
    ToldFault,
    Unsure,
    event_from_json,
)

START = str(new_game("reversi").start())


def fault():
    (missed, *_) = new_game("reversi").faults(new_game("reversi").start())
    return ToldFault.of("reversi", missed.faults[0])


def test_a_fault_is_told_in_both_languages_with_its_article():
    told = FaultFound(1, "B", "d3", ("B",), (fault(),), START, START, time=12.5)
    data = json.loads(json.dumps(told.to_json()))
    assert data["event"] == "fault"
    assert data["faults"][0]["code"] == "missing_flip"
    assert data["faults"][0]["article"] == "Reversi art. 10"
    assert data["faults"][0]["article_tr"] == "Reversi md. 10"
    assert data["faults"][0]["tr"].startswith("Çevrilmesi")
    assert event_from_json(data) == told


@given(
    n=st.integers(0, 99),
    time=st.floats(0, 1e5),
    moves=st.lists(st.sampled_from(("d3", "pass", "S4")), max_size=4),
    share=st.floats(0, 1),
)
def test_events_come_back_as_they_were(n, time, moves, share):
    for event in (
        Move(n, "B", " ".join(moves) or None, ("B",) * len(moves), (), START, START, time=time),
        Unsure(("d3",), (Answer("d3", (), share),), time=time),
        Resync(tuple(moves), n, START, time=time),
    ):
        assert event_from_json(json.loads(json.dumps(event.to_json()))) == event


def test_every_kind_has_a_word_of_its_own():
    assert {"move", "fault", "unsure", "resync", "end", "out_of_step"} <= set(EVENTS)


@pytest.mark.parametrize(
    "data", [None, [], {}, {"event": "nonsense"}, {"event": "move"}, {"event": "end", "winner": 3}]
)
def test_what_is_no_event_is_refused(data):
    with pytest.raises(InputError):
        event_from_json(data)
