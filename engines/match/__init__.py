"""The frame of a round around a game: sets, warnings, reports, corrections, clocks, results.

    round_ = Round.new(Reversi(), clock=Clock.of(600))
    after = step(round_, SetBegan(at=0.0))
    after.round, after.replies

A `Round` is a frozen value; events are data; `step` is the only thing that changes a round. What
a game asks of the frame is its `Conduct` (engines/match/conduct.py); the rules are RULES.md 0 and
the conduct clauses of each game.
"""

from engines.match.conduct import CONDUCTS, Conduct, Grounds, Ruling, conduct_of
from engines.match.events import (
    EVENTS,
    REFEREE,
    ClockPaused,
    ClockStarted,
    Corrected,
    CountRequested,
    Disqualified,
    Event,
    FlagFell,
    Mended,
    MoveEnded,
    MoveMade,
    Objected,
    PieceLeftBoard,
    PiecePutBack,
    RefereeDecided,
    RefereeWarned,
    SetBegan,
    SetFinished,
    Signed,
    Touched,
    event_from_json,
)
from engines.match.replies import SENTENCES, Reply
from engines.match.results import points, round_result, starters
from engines.match.rules import RoundRules
from engines.match.state import (
    Correction,
    Decision,
    GivenWarning,
    MadeMove,
    Question,
    Round,
    SetResult,
)
from engines.match.step import replay, step
from engines.match.transition import Step

__all__ = [
    "CONDUCTS",
    "EVENTS",
    "REFEREE",
    "SENTENCES",
    "ClockPaused",
    "ClockStarted",
    "Conduct",
    "Corrected",
    "Correction",
    "CountRequested",
    "Decision",
    "Disqualified",
    "Event",
    "FlagFell",
    "GivenWarning",
    "Grounds",
    "MadeMove",
    "Mended",
    "MoveEnded",
    "MoveMade",
    "Objected",
    "PieceLeftBoard",
    "PiecePutBack",
    "Question",
    "RefereeDecided",
    "RefereeWarned",
    "Reply",
    "Round",
    "RoundRules",
    "Ruling",
    "SetBegan",
    "SetFinished",
    "SetResult",
    "Signed",
    "Step",
    "Touched",
    "conduct_of",
    "event_from_json",
    "points",
    "replay",
    "round_result",
    "starters",
    "step",
]
