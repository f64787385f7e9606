"""Inputs as nobody should give them: broken files, wild readings, wrong orders, made-up events.

Each method gives the program one more input. It is refused with an `InputError`, or taken; what is
taken must leave a position that the rules know, else `WrongStateError` is raised.
"""

from __future__ import annotations

import json
import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.corners import pose_from_corners
from calibration.profile import Profile
from datasets.deeds import state_of
from datasets.noisy_games import NoisyEyes
from engines import GAMES, InputError, new_game
from referee.journal import Journal, read_journal, verify
from referee.journal.frames import read_frames
from referee.sitting import Beginning, Sitting
from referee.sitting.rebuilding import rebuild
from referee.table import Table
from referee.tracker import Tracker
from vision import cameras
from vision.frame import Frame
from vision.reading import CONTENTS, NAMES, Reading

STARTS = {name: new_game(name) for name in GAMES}
STRANGE: tuple[object, ...] = (
    None, -1, 0, 1e9, "", "B", "zz", [], {}, [[1]], True, "S1 N2", "\x00", 10**30,
)  # fmt: skip
"""Values that stand where others should."""
CORNERS = [(80, 40), (240, 40), (240, 200), (80, 200)]


class WrongStateError(Exception):
    """An input was taken and left what must not be."""


def must(good: bool, why: str) -> None:
    """Raise `WrongStateError` where something is not as it must be."""
    if not good:
        raise WrongStateError(why)


class Mutations:
    """Makes inputs of every kind, the same for the same seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rng, self.noise, self.folder = random.Random(seed), np.random.default_rng(seed), folder
        self.picture = self._picture()
        self.jpg = cv2.imencode(".jpg", self.picture)[1].tobytes()
        self.tables = {name: self._table(name) for name in GAMES}
        self.journal = self._journal()
        self.profile = self._profile()

    def kinds(self) -> dict[str, Callable[[], None]]:
        """Each kind of input with what gives one more of it to the program."""
        return {
            "picture file": self.picture_file,
            "frame": self.frame,
            "frame to a table": self.frame_to_table,
            "reading": self.reading,
            "order": self.order,
            "journal bytes": self.journal_bytes,
            "journal event": self.journal_event,
            "profile": self.profile_file,
        }

    def picture_file(self) -> None:
        """A file that is called a picture, cut off or with bytes changed, as a camera's folder."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        try:
            for number in range(2):
                (folder / f"{number}.jpg").write_bytes(self._bytes(self.jpg))
            with cameras.open(str(folder), speed=0) as camera:
                for frame in camera:
                    must(frame.picture.dtype == np.uint8, "a picture of another kind")
        finally:
            shutil.rmtree(folder)

    def frame(self) -> None:
        """An array of any shape and kind as a frame."""
        rng = self.rng
        shape = tuple(rng.choice((0, 1, 2, 3, 7, 200)) for _ in range(rng.choice((1, 2, 3, 3, 4))))
        kind = rng.choice((np.uint8, np.uint16, np.float32, np.int8, np.bool_))
        try:
            Frame(np.zeros(shape, kind), rng.random())
        except ValueError as error:
            raise InputError(str(error)) from None

    def frame_to_table(self) -> None:
        """Frames of changing sizes, black, white, noisy: a table goes on or says it is lost."""
        rng, name = self.rng, self.rng.choice(list(GAMES))
        table, clock = self.tables[name]
        size = rng.choice(((1, 1), (8, 8), (64, 48), (320, 240), (97, 201)))
        whole = cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA)
        shown = rng.choice(
            (
                np.zeros_like(whole),
                np.full_like(whole, 255),
                self.noise.integers(0, 256, whole.shape, np.uint8),
                whole,
                np.roll(whole, rng.randrange(50), 1),
            )
        )
        clock[0] += rng.choice((0.0, 0.1, 0.1, 5.0))
        before = table.position
        for _ in range(2):
            clock[0] += 0.1
            table.see(Frame(np.ascontiguousarray(shown), clock[0]))
        _known(table.tracker)
        must(table.position == before, "a picture without a board made a move")

    def reading(self) -> None:
        """Random readings for a tracker, some of a board that is there, some of nothing at all."""
        rng, name = self.rng, self.rng.choice(list(GAMES))
        game = STARTS[name]
        tracker = Tracker(game)
        eyes = NoisyEyes(name, self.noise, wrong=rng.choice((0.0, 0.2, 0.9)))
        time = 0.0
        for _ in range(rng.randint(1, 3)):
            look = eyes.look(state_of(name, game.start()))
            tracker.moved()
            for _ in range(rng.randint(1, 4)):
                time += 0.3
                reading = look.reading() if rng.random() < 0.5 else self._reading(name)
                changes = self.noise.random(len(NAMES[name])) if rng.random() < 0.5 else None
                covered, quiet = rng.random() < 0.3, rng.choice((0.0, 1.0, 9.0))
                tracker.see(reading, time, changes=changes, quiet=quiet, covered=covered)
                _known(tracker)
        tracker.finish(time)
        _known(tracker)

    def order(self) -> None:
        """What a person may say, right or wrong, to a sitting; the journal tells the same."""
        rng, name = self.rng, self.rng.choice(list(GAMES))
        game = STARTS[name]
        path = self.folder / f"orders{rng.random()}.hakem"
        beginning = Beginning(game, game.start())
        refused = None
        try:
            with Sitting.begin(path, beginning, make_table=_blind) as sitting:
                for _ in range(rng.randint(1, 4)):
                    try:
                        self._order(sitting)
                    except InputError as error:
                        refused = error
                    _known(sitting.tracker)
                again = rebuild(sitting.journal.entries())
                same = again is not None and (
                    again.tracker.position == sitting.tracker.position
                    and again.keeper.round == sitting.keeper.round
                )
                must(same, "the journal tells of another state")
        finally:
            _remove(path)
        if refused is not None:
            raise refused

    def journal_bytes(self) -> None:
        """A journal with bytes changed or cut off."""
        path = self.folder / "mutated.hakem"
        path.write_bytes(self._bytes(self.journal.read_bytes()))
        self._take_up(path)

    def journal_event(self) -> None:
        """A journal whose chain is right and whose events nobody wrote."""
        rng = self.rng
        path = self.folder / "mutated.hakem"
        _remove(path)
        events = [entry.event for entry in read_journal(self.journal)]
        for _ in range(rng.randint(1, 3)):
            self._spoil(events[rng.randrange(len(events))])
        with Journal(path) as journal:
            journal.append_all(events)
        self._take_up(path)

    def profile_file(self) -> None:
        """A profile with bytes changed, or values of other kinds."""
        path = self.folder / "profile.json"
        text = self.profile
        if self.rng.random() < 0.5:
            path.write_bytes(self._bytes(text.encode()))
        else:
            told = json.loads(text)
            self._spoil(told)
            path.write_text(json.dumps(told))
        Profile.load(path)

    def _take_up(self, path: Path) -> None:
        try:
            verify(path)
            with Sitting.resume(path, make_table=_blind) as sitting:
                sitting.standing().to_json()
                _known(sitting.tracker)
            list(read_frames(path))
        finally:
            _remove(path)

    def _order(self, sitting: Sitting) -> None:
        rng = self.rng
        cells = NAMES[sitting.tracker.game.name]
        contents = (*CONTENTS[sitting.tracker.game.name][:5], "x", "-1", "")
        player = rng.choice(("A", "B", "referee", "C", ""))
        rng.choice(
            (
                sitting.end_of_move,
                lambda: sitting.object(player),
                lambda: sitting.finished(rng.random() < 0.5),
                lambda: sitting.accept(rng.choice((None, "B", "S", "?"))),
                lambda: sitting.set_cells(
                    {rng.choice((*cells, "z9")): rng.choice(contents) for _ in range(3)}
                ),
                lambda: sitting.set_side(rng.choice(("B", "W", "R", "S", "N", ""))),
                lambda: sitting.undo(rng.choice((-1, 0, 1, 2))),
                lambda: sitting.choose(rng.choice((-1, 0, 1))),
                sitting.pause,
                sitting.go_on,
                lambda: sitting.piece_left(player, [rng.choice(cells)]),
                lambda: sitting.piece_put_back(player),
                lambda: sitting.ask_count(player, rng.choice((None, "S1", "q"))),
                lambda: sitting.counted({rng.choice((*cells, "ST")): rng.choice((0, 25, 99, -1))}),
                lambda: sitting.touched(player, rng.choice(("S1", "N3", ""))),
                lambda: sitting.warn(player, rng.choice(("misconduct", "wasting_time", "?"))),
                lambda: sitting.disqualify(player),
                lambda: sitting.flag_fell(player, rng.choice((None, 0, 24, -3))),
                lambda: sitting.decide(rng.choice(("A", "B", "draw", "?"))),
                lambda: sitting.sign(player),
                sitting.next_set,
            )
        )()

    def _reading(self, name: str) -> Reading:
        """Probabilities drawn by chance; some cells hidden."""
        shape = (len(NAMES[name]), len(CONTENTS[name]))
        told = self.noise.random(shape) ** self.rng.choice((0.1, 1, 30))
        told /= told.sum(1, keepdims=True)
        hidden = (self.noise.random(shape[0]) < self.rng.choice((0.0, 0.3, 1.0))).astype(float)
        tokens = self.noise.random(shape[0]) if name == "kulami" else None
        return Reading(name, told, hidden, tokens)

    def _bytes(self, data: bytes) -> bytes:
        rng, mutated = self.rng, bytearray(data)
        how = rng.random()
        if how < 0.1:
            return rng.randbytes(rng.choice((0, 1, 10, 1000)))
        if how < 0.4:
            del mutated[rng.randrange(len(mutated)) :]
        for _ in range(rng.choice((0, 1, 3, 30))):
            if mutated:
                mutated[rng.randrange(len(mutated))] = rng.randrange(256)
        return bytes(mutated)

    def _spoil(self, told: Any) -> None:
        """Change one value somewhere inside."""
        rng = self.rng
        keys = list(told) if isinstance(told, dict) else list(range(len(told)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(told[key], dict | list) and told[key] and rng.random() < 0.7:
            self._spoil(told[key])
        elif rng.random() < 0.3:
            del told[key]
        else:
            told[key] = rng.choice(STRANGE)

    def _picture(self) -> Any:
        with cameras.open("demo:kulami", speed=0) as camera:
            return next(camera).picture.copy()

    def _table(self, name: str) -> tuple[Table, list[float]]:
        return Table(STARTS[name], adapts=False), [0.0]

    def _journal(self) -> Path:
        """A journal of a few moves with a fault, a report and its correction."""
        path, game = self.folder / "good.hakem", STARTS["reversi"]
        pose = pose_from_corners(CORNERS, (320, 240))
        eyes = NoisyEyes("reversi", self.noise, wrong=0.0)
        unturned = "......../......../...B..../...WB.../...BW.../......../......../........"
        with Sitting.begin(path, Beginning(game, game.start()), make_table=_blind) as sitting:
            sitting.table.pose = pose
            first = game.play(game.start(), game.parse_move("d3"))
            second = game.play(first, game.moves(first)[0])
            states = [state_of("reversi", game.start()), tuple(unturned.replace("/", ""))]
            states += [state_of("reversi", first), state_of("reversi", second)]
            for number, state in enumerate(states):
                look = eyes.look(state)
                sitting.tracker.moved()
                for step in range(15):
                    sitting.now += 0.3
                    quiet = 0.3 * step
                    sitting.hear(sitting.tracker.see(look.reading(), sitting.now, quiet=quiet))
                if number == 1:
                    sitting.object("B")
        return path

    def _profile(self) -> str:
        pose = pose_from_corners(CORNERS, (320, 240))
        path = self.folder / "good.json"
        Profile("usb:0", (320, 240), pose=pose).save(path)
        return path.read_text()


def _blind(game: Any, position: Any, settings: Any) -> Table:
    """A table whose tracker is given readings."""
    return Table(game, position, settings=settings, finder=object(), eyes=object())  # type: ignore[arg-type]


def _known(tracker: Tracker) -> None:
    """The position is one that the rules know; Mangala has its 48 stones."""
    game, position = tracker.game, tracker.position
    must(game.parse_position(str(position)) == position, "the position cannot be told")
    if game.name == "mangala":
        must(sum(position.board.stones) == 48, "stones are missing")


def _remove(path: Path) -> None:
    for name in ("", "-wal", "-shm", ".lock"):
        path.with_name(path.name + name).unlink(missing_ok=True)
    for name in (".frames", ".pictures"):
        shutil.rmtree(path.with_name(path.name + name), ignore_errors=True)
