"""What each game asks of the frame of a round, as data.

The machine in `engines.match.step` knows no game. It reads a `Conduct`: how many sets, what a
reported fault leads to, what a fallen flag means, who is exempt from what. A new game is a new
entry in `CONDUCTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engines.articles import ARTICLES
from engines.contract import Game, InputError, RulesLike

Task = Literal["finish", "replay", "anew", "take_back", "referee"]
"""How a reported fault is put right, the lightest first:

`finish` the move stays and is completed (2.5), and a disc that was shifted since goes back to where
it was put first (2.9); `replay` the pieces go back and the same pit is played (B-M13); `anew` the
pieces go back and another move is made (B-R3, B-K8); `take_back` the pieces go back and whoever had
the turn has it again; `referee` only the referee puts it right (2.8).
"""
WEIGHT: tuple[Task, ...] = ("finish", "replay", "anew", "take_back")
"""The tasks of a player by weight: of several faults the weightiest task is set."""

Scope = Literal["set", "round"]

TOUCH = "touch_move"
"""The breach of playing another pit than the one touched (RULES.md 1.14 note d)."""
PIECE_LEFT = "piece_left_board"
"""The duty to leave a fallen piece to the referee (RULES.md 2.8)."""
WASTING_TIME = "wasting_time"
"""Warned by the referee; many such warnings may lead to disqualification (RULES.md 0.9)."""
MISCONDUCT = "misconduct"
"""Any other behaviour the referee warns for (RULES.md 0.9, by analogy)."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee does about one kind of breach."""

    code: str
    """The breach: a fault code of `engines.articles`, or a cause of a warning."""
    article: str
    """The article it breaches."""
    warning: bool = True
    """Whether it brings a warning; False where it is only corrected (B-R3 `correct_only`)."""
    counts: bool = True
    """Whether the warning counts towards the one that loses (RULES.md 1.15, 2.5, 3.6)."""
    task: Task | None = None
    """How it is put right; None where the board stands."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """The articles that the machine cites when it grants or refuses."""

    warning: str
    """On report 1 warning; the third loses."""
    past: str
    """No objection about past moves."""
    unfinished: str
    """A report is heard only after the move has ended."""
    legal: str
    """Only an irregular move leads to anything."""
    piece: str
    """A piece that left the board."""
    timeout: str
    """What a fallen flag means."""
    result: str
    """Who wins the round."""
    exemption: str = ""
    """Exemptions of visually impaired players; empty where the game has none."""
    closed: str = "Directive art. 13"
    """No objection after the game (RULES.md 0.8)."""
    unreported: str = "Reversi art. 10"
    """The referee does not step in unasked (RULES.md 2.6, B-G10)."""
    time_wasting: str = "Directive art. 12"
    """Wasting time (RULES.md 0.9)."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """One game's demands on the frame of a round, with its options resolved."""

    game: str
    """The game's word."""
    sides: tuple[str, str]
    """Both sides, the one of player A (or of the starter) first."""
    sets: int
    """Sets in a round (RULES.md 1.2, 2.1, 3.1)."""
    seats: Literal["stay", "starter_first"]
    """`stay`: A always has the first side; `starter_first`: who starts the set has it."""
    grounds: Grounds
    """The articles to cite."""
    rulings: tuple[Ruling, ...]
    """What each breach leads to."""
    timeout: Literal["loss", "referee", "treasury"]
    """A fallen flag: lost, left to the referee, or judged by the treasury (1.17, B-R5, B-K9)."""
    timeout_scope: Scope = "round"
    """What a fallen flag decides, and for what span the clock is set (B-M11)."""
    draw_treasury: int = 0
    """With `timeout = treasury`: from how many stones a fallen flag is only a draw (1.17)."""
    tie: Literal["draw", "referee"] = "draw"
    """A level set: drawn, or left to the referee (B-G2)."""
    warnings_to_lose: int = 3
    """The how-manieth warning loses the round (RULES.md 1.15, 2.5, 3.6)."""
    out_of_turn: tuple[str, ...] = ("wrong_side",)
    """The faults that say that a player moved without having the turn."""
    shifted: tuple[str, ...] = ()
    """The faults by which a piece that was rightly put lies elsewhere: the move was made on the
    first cell they name (RULES.md 2.9)."""
    exempt: tuple[str, ...] = ()
    """The breaches that visually impaired players are exempt from (RULES.md 1.18, 2.13)."""
    touch: str = ""
    """The article by which touching binds; empty where the game has none (1.14 note d)."""
    count: str = ""
    """The article by which the referee counts on request; empty where there is none (note b)."""

    def ruling(self, code: str) -> Ruling:
        """What a breach leads to; raises `InputError` for a code the game does not know."""
        for ruling in self.rulings:
            if ruling.code == code:
                return ruling
        known = ", ".join(ruling.code for ruling in self.rulings)
        raise InputError(f"{self.game} knows no fault or cause {code!r}; known are: {known}")


def conduct_of(game: Game[Any, Any, Any]) -> Conduct:
    """The demands of a game with the options it is played with."""
    build = CONDUCTS.get(game.name)
    if build is None:
        raise InputError(f"no rounds of {game.name!r} are known; known are: {', '.join(CONDUCTS)}")
    return build(game.sides, game.rules)


def _mangala(sides: tuple[str, str], rules: RulesLike) -> Conduct:
    """Three sets, touch-move, counting on request, treasury at time-out (RULES.md 1)."""
    restore = _choice(rules, "on_breach") == "restore"
    breaches = _rulings("mangala", "replay" if restore else None, MANGALA_TASKS if restore else {})
    return Conduct(
        game="mangala",
        sides=sides,
        sets=3,
        seats="stay",
        grounds=Grounds(
            warning="Mangala note g",
            past="Mangala note f",
            unfinished="Directive art. 13",
            legal="Mangala note g",
            piece="Reversi art. 12, by analogy",
            timeout="Mangala note h",
            result="Mangala note e",
            exemption="Mangala footnote",
        ),
        rulings=(
            *breaches,
            Ruling("counting", "Mangala note a"),
            Ruling("closed_hand", "Mangala note c"),
            *_CONDUCT_WARNINGS,
        ),
        timeout="treasury",
        timeout_scope="round" if _choice(rules, "timeout_scope") == "round" else "set",
        draw_treasury=24,
        out_of_turn=("wrong_side", "extra_turn_wrong"),
        exempt=(TOUCH, "counting"),
        touch="Mangala note d",
        count="Mangala note b",
    )


def _reversi(sides: tuple[str, str], rules: RulesLike) -> Conduct:
    """One game, black starts, discs off the board are the referee's (RULES.md 2)."""
    lenient = {
        code for code, option in REVERSI_OPTIONS.items() if _choice(rules, option) == "correct_only"
    }
    placed_disc = _choice(rules, "vi_exempt") == "placed_disc"
    return Conduct(
        game="reversi",
        sides=sides,
        sets=1,
        seats="starter_first",
        grounds=Grounds(
            warning="Reversi art. 10",
            past="Reversi art. 11",
            unfinished="Reversi art. 17",
            legal="Reversi art. 10",
            piece="Reversi art. 12",
            timeout="Reversi art. 16",
            result="Reversi art. 15",
            exemption="Reversi footnote",
        ),
        rulings=(
            *_rulings("reversi", "finish", REVERSI_TASKS, {"disc_removed", *lenient}),
            *_CONDUCT_WARNINGS,
        ),
        timeout="referee" if _choice(rules, "timeout") == "referee" else "loss",
        tie="referee" if _choice(rules, "tie") == "referee" else "draw",
        shifted=("disc_shifted",),
        exempt=("disc_shifted",) if placed_disc else (PIECE_LEFT, "disc_removed"),
    )


def _kulami(sides: tuple[str, str], rules: RulesLike) -> Conduct:
    """One game, black starts, no exemptions (RULES.md 3)."""
    restore = _choice(rules, "on_breach") == "restore"
    breaches = _rulings("kulami", "anew" if restore else None, KULAMI_TASKS if restore else {})
    return Conduct(
        game="kulami",
        sides=sides,
        sets=1,
        seats="starter_first",
        grounds=Grounds(
            warning="Kulami art. 11",
            past="Kulami art. 10",
            unfinished="Directive art. 13",
            legal="Kulami art. 11",
            piece="Reversi art. 12, by analogy",
            timeout="Kulami last line",
            result="Kulami scoring",
        ),
        rulings=(*breaches, *_CONDUCT_WARNINGS),
        timeout="referee" if _choice(rules, "timeout") == "referee" else "loss",
        tie="referee" if _choice(rules, "tie") == "referee" else "draw",
    )


CONDUCTS: Mapping[str, Callable[[tuple[str, str], RulesLike], Conduct]] = {
    "mangala": _mangala,
    "reversi": _reversi,
    "kulami": _kulami,
}
"""Every game that can be played in a round; a new game adds its builder here."""

MANGALA_TASKS: Mapping[str, Task] = {
    # Only own stones bind (B-M12), so a pit of the opponent is not replayed.
    "enemy_pit_played": "anew",
    "wrong_side": "take_back",
    "extra_turn_wrong": "take_back",
    "sweep_wrong": "finish",
}
REVERSI_TASKS: Mapping[str, Task] = {
    "illegal_square": "anew",
    "passed_with_a_move": "anew",
    "wrong_side": "take_back",
    "disc_removed": "referee",
}
KULAMI_TASKS: Mapping[str, Task] = {
    "wrong_side": "take_back",
    "no_marble_left": "take_back",
    "marble_moved": "finish",
    "marble_removed": "finish",
    "token_not_moved": "finish",
    "token_misplaced": "finish",
}
REVERSI_OPTIONS: Mapping[str, str] = {
    "extra_flip": "extra_flips",
    "illegal_square": "illegal_square",
    "passed_with_a_move": "wrong_pass",
}
"""Which option of Reversi says whether a fault brings a warning (B-R3)."""

_CONDUCT_WARNINGS = (
    # Art. 12 has a consequence of its own (disqualification), so these do not add to the three.
    Ruling(WASTING_TIME, "Directive art. 12", counts=False),
    Ruling(MISCONDUCT, "Directive art. 12", counts=False),
)


def _rulings(
    game: str,
    task: Task | None,
    tasks: Mapping[str, Task],
    no_warning: set[str] | frozenset[str] = frozenset(),
) -> tuple[Ruling, ...]:
    """A ruling for every fault code of the game: `task`, unless `tasks` names another."""
    return tuple(
        Ruling(code, article.source, warning=code not in no_warning, task=tasks.get(code, task))
        for code, article in ARTICLES[game].items()
    )


def _choice(rules: RulesLike, option: str) -> str:
    if not hasattr(rules, option):
        raise InputError(f"{type(rules).__module__}.Rules needs an option {option!r} for a round")
    return str(getattr(rules, option))
