"""Mutated journals: no traceback, and never a state that nobody wrote.

A mutated file is refused, or its edit is found, or it says what the file said before.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3

from hypothesis import given, settings
from hypothesis import strategies as st
from support.journals import game_events, write_game

from referee.journal import Journal, JournalError, chain, read_journal, verify
from referee.journal.export import records_of, transcript
from referee.journal.reader import Entry
from referee.replaying import play_again


def _try(path, wanted):
    """What became of a mutated journal: `refused`, `noticed` or `same`."""
    noticed = False
    try:
        checked = verify(path)
        noticed = not checked.good
        entries = read_journal(path)
        play_again(entries)
        for record in records_of(entries):
            transcript(record)
    except JournalError as error:
        told = str(error)
        plain = bool(told) and len(told.splitlines()) == 1
        return ("noticed" if noticed else "refused") if plain else told
    if noticed:
        return "noticed"
    assert [entry.text for entry in entries] == wanted, "an edit went unnoticed"
    return "same"


def test_a_thousand_files_with_changed_bytes(tmp_path):
    good = write_game(tmp_path / "table.hakem", "kulami", 1)
    data = good.read_bytes()
    wanted = [entry.text for entry in read_journal(good)]
    rng, seen = random.Random(11), {"refused": 0, "noticed": 0, "same": 0}
    path = tmp_path / "mutated.hakem"
    for _ in range(1000):
        mutated = bytearray(data)
        if rng.random() < 0.2:
            del mutated[rng.randrange(1, len(mutated)) :]
        for _ in range(rng.choice((1, 1, 3, 20))):
            mutated[rng.randrange(len(mutated))] = rng.randrange(256)
        for name in ("", "-wal", "-shm"):
            (tmp_path / f"mutated.hakem{name}").unlink(missing_ok=True)
        path.write_bytes(mutated)
        seen[_try(path, wanted)] += 1
        with contextlib.suppress(JournalError):
            Journal(path).close()  # refused or taken up, never a traceback
    assert min(seen.values()) > 10, seen


def test_rows_that_anybody_may_have_written(tmp_path):
    rng = random.Random(13)
    events = [chain.written(event) for event in game_events("mangala", 3)]
    good, path = write_game(tmp_path / "good.hakem", "mangala", 3), tmp_path / "table.hakem"
    strange = [None, b"\xff", 3, 2.5, "", "{}", "[]", "{", '{"event":"x"}', "nan", "\ud7ff" * 9]
    for _ in range(150):
        shutil.copy(good, path)
        base = sqlite3.connect(path)
        base.executescript("DROP TRIGGER no_update; DROP TRIGGER no_delete;")
        number = rng.randrange(1, len(events) + 1)
        column = rng.choice(("number", "time", "event", "hash"))
        value = rng.choice([*strange, rng.choice(events)])
        try:
            base.execute(f"UPDATE events SET {column} = ? WHERE number = ?", (value, number))
            changed = base.total_changes
        except sqlite3.IntegrityError:
            changed = 0
        base.commit()
        base.close()
        told = _try(path, events)
        assert told != "same" or not changed or column == "event"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["game", "rules", "first", "n", "move", "moves", "faults", "before", "position", "board",
     "what", "names", "pictures"]
)  # fmt: skip
VALUES = JSON | st.sampled_from(
    ["reversi", "kulami", "mangala", "f5", "S4 N1", "pass", [{"code": "missing_flip"}], "undo",
     "4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 0 S", [["a1"]], {"south": [1]}]
)  # fmt: skip
EVENTS = st.builds(
    lambda kind, more: {**more, "event": kind, "time": 1},
    st.sampled_from(["move", "fault", "start", "told", "mended", "corrected", "resync"]),
    st.dictionaries(KEYS, VALUES, max_size=5),
)


@settings(max_examples=1000)
@given(st.lists(EVENTS, min_size=1, max_size=4), st.sampled_from(["reversi", "kulami", "mangala"]))
def test_any_event_can_be_replayed_or_is_told(events, name):
    start = {"event": "start", "time": 0, "game": name}
    entries = []
    for number, event in enumerate([start, *events], 1):
        try:
            entries.append(Entry(number, "", chain.written(event), ""))
        except JournalError:  # no JSON
            continue
    again = play_again(entries)
    if again.game is not None:
        assert again.game.parse_position(str(again.position)) == again.position
    try:
        for record in records_of(entries):
            transcript(record)
    except JournalError:
        return  # told in one line
