"""Records of whole games: a plain JSON form for every game, and how to replay one.

`docs/records.md` describes the form. A record is a list of steps; a step is a move that was played
by the rules, the board that stood on the table afterwards, which is then judged, or the position
from which play went on, where no move tells how it came.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engines import AnyGame, new_game
from engines.contract import Explanation, IllegalMove, InputError

FORMAT = 1
_KEYS = {"hakem", "game", "rules", "start", "first", "info", "steps"}
_STEP_KEYS = ("move", "board", "position", "note")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a record."""

    move: str | None
    """The move as written; None when only the board or the position is told."""
    board: Any = None
    """The board that then stood on the table, as JSON; None when it followed from the rules."""
    note: str = ""
    """A remark of whoever wrote the record."""
    position: Any = None
    """The position from which play went on, as JSON, whatever had led there: nobody saw that, or
    the referee has set it; None where moves and boards tell it."""

    def to_json(self) -> Any:
        """A bare move, or an object with what is known."""
        data = {key: getattr(self, key) for key in _STEP_KEYS}
        if not any(data[key] for key in _STEP_KEYS if key != "move"):
            return self.move
        return {key: value for key, value in data.items() if value}


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game as it was written down."""

    game: AnyGame
    """The rules it was played by."""
    start: Any
    """The position before the first step."""
    steps: tuple[Step, ...]
    """What happened, in order."""
    info: Mapping[str, Any] = field(default_factory=dict)
    """Names, event, date: whatever the writer wants to keep."""

    def to_json(self) -> dict[str, Any]:
        """The documented JSON form."""
        rules = self.game.rules
        options = {name: getattr(rules, name) for name in rules.__dataclass_fields__}
        default = type(rules)()
        changed = {name: v for name, v in options.items() if v != getattr(default, name)}
        return {
            "hakem": FORMAT,
            "game": self.game.name,
            "rules": changed,
            "info": dict(self.info),
            "start": self.start.to_json(),
            "steps": [step.to_json() for step in self.steps],
        }


@dataclass(frozen=True, slots=True)
class Replayed:
    """What one step of a replay came to."""

    number: int
    """The step, from 1."""
    side: str
    """Whose turn it was before the step."""
    step: Step
    """The step as recorded."""
    before: Any
    """The position before it."""
    position: Any
    """The position after it, from which play goes on."""
    explanation: Explanation[Any, Any, Any] | None
    """How a recorded board is explained; None for a step that was a bare move or a position."""
    illegal: IllegalMove | None
    """Why a bare move could not be played; the replay ends there."""
    moves: tuple[Any, ...] = ()
    """What was played, as far as it is known."""

    @property
    def fine(self) -> bool:
        """Whether the rules were kept."""
        return self.illegal is None and (self.explanation is None or self.explanation.legal)


def read_record(
    text: str, game_name: str | None = None, options: Mapping[str, object] | None = None
) -> Record:
    """A record from JSON; raises `InputError` with what is wrong.

    `game_name` is what the caller expects; `options` go before the record's own rules.
    """
    if not text.strip():
        raise InputError("the record is empty")
    try:
        data = json.loads(text, object_pairs_hook=_no_key_twice)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"the record is not JSON: {error}") from None
    return record_from_json(data, game_name, options or {})


def record_from_json(
    data: Any, game_name: str | None = None, options: Mapping[str, object] | None = None
) -> Record:
    """A record from its parsed JSON; see `read_record`."""
    if not isinstance(data, dict):
        raise InputError("a record is a JSON object with game and steps")
    if type(data.get("hakem")) is not int or data["hakem"] != FORMAT:
        raise InputError(f'a record says "hakem": {FORMAT}; this one {data.get("hakem")!r}')
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise InputError(f"unknown key {unknown[0]!r} in the record; valid: {sorted(_KEYS)}")
    name = data.get("game")
    if not isinstance(name, str):
        raise InputError('a record names its "game"')
    game = new_game(name, _object(data, "rules") | dict(options or {}))
    if game_name is not None and game.name != game_name:
        raise InputError(f"this is a record of {game.name}, not of {game_name}")
    steps = data.get("steps")
    if not isinstance(steps, list):
        raise InputError('a record has "steps", a list')
    start = data.get("start")
    if start is None:
        first = data.get("first")
        position = game.start(str(first) if first is not None else None)
    else:
        position = game.position_from_json(start)
    read = tuple(_read_step(number, step) for number, step in enumerate(steps, 1))
    return Record(game, position, read, _object(data, "info"))


def replay(record: Record) -> Iterator[Replayed]:
    """Play a record step by step; ends after a bare move that the rules forbid."""
    game, position = record.game, record.start
    for number, step in enumerate(record.steps, 1):
        done = replay_step(game, position, number, step)
        yield done
        if done.illegal:
            return
        position = done.position


def replay_step(game: AnyGame, position: Any, number: int, step: Step) -> Replayed:
    """What one step comes to in a position; raises `InputError` for no step of this game."""
    try:
        if step.position is not None:
            stands = game.position_from_json(step.position)
            return Replayed(number, position.side, step, position, stands, None, None)
        if step.board is None:
            move = game.parse_move(step.move or "")
            after = game.play(position, move)
            return Replayed(number, position.side, step, position, after, None, None, (move,))
        board = game.board_from_json(step.board)
        told = None if step.move is None else game.parse_move(step.move)
    except IllegalMove as error:
        return Replayed(number, position.side, step, position, position, None, error)
    except InputError as error:
        raise InputError(f"step {number}: {error}") from None
    explanations = game.judge(position, board).explanations
    chosen = explanations[0]
    if told is not None:
        as_told = [e for e in explanations if told in e.moves[-1:]]
        if not as_told:
            likely = " ".join(map(str, chosen.moves)) or "no move"
            raise InputError(
                f"step {number}: this board does not come from {told}; the likeliest is {likely}"
            )
        chosen = as_told[0]
    after = chosen.standing
    return Replayed(number, position.side, step, position, after, chosen, None, chosen.moves)


def _read_step(number: int, data: Any) -> Step:
    if isinstance(data, str):
        return Step(data)
    if isinstance(data, dict) and set(data) <= set(_STEP_KEYS):
        move, board, position = (data.get(key) for key in ("move", "board", "position"))
        if position is None and (board is not None or isinstance(move, str)):
            return Step(None if move is None else str(move), board, str(data.get("note", "")))
        if position is not None and board is None and move is None:
            return Step(None, None, str(data.get("note", "")), position)
    raise InputError(
        f'step {number}: expected a move such as "f5", {{"move", "board", "note"}} or '
        '{"position", "note"}'
    )


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"the key {twice!r} stands twice in the record")
    return data


def _object(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise InputError(f'"{key}" in a record is an object')
    return value
