"""A table's journal for the tests of the referee."""

from __future__ import annotations

import pytest

from referee.journal import Journal


def move(number, **more):
    """An event as the tracker tells it."""
    return {"event": "move", "time": number / 10, "n": number, "side": "B", "move": "f5", **more}


@pytest.fixture
def journal(tmp_path):
    """A path, with ten events written to it."""
    path = tmp_path / "table1.hakem"
    with Journal(path) as open_journal:
        for number in range(1, 11):
            open_journal.append(move(number))
    return path
