"""A desk for the tests, with and without the PIN."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, ShownDesk


@pytest.fixture
def shown(tmp_path):
    """A desk with a game of Reversi before its first move."""
    made = ShownDesk(tmp_path, names=("Elif", "Can"))
    made.position(made.game.start(), seconds=1.0)
    yield made
    made.close()


@pytest.fixture
def anyone(shown):
    """Somebody without the PIN."""
    return TestClient(shown.app, base_url="http://localhost", follow_redirects=False)


@pytest.fixture
def referee(shown):
    """Somebody with the PIN."""
    client = TestClient(shown.app, base_url="http://localhost", follow_redirects=False)
    assert client.post("/api/login", json={"pin": PIN}).status_code == 200
    return client
