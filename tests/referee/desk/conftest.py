"""A desk for the tests, with and without the PIN."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from support.browsing import SIZES, launched
from support.desks import PIN, ShownDesk, seated

from referee.desk.access import Access
from referee.desk.app import make_app
from referee.desk.desk import Desk


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


@pytest.fixture
def language():
    """What a desk speaks on which nothing is watched yet."""
    return "en"


@pytest.fixture
def desk(tmp_path, language):
    """A desk on which nothing is watched yet."""
    made = Desk(tmp_path, Access(PIN), language=language)
    yield made
    made.close()


@pytest.fixture
def client(desk):
    """The referee of such a desk."""
    made = TestClient(make_app(desk), base_url="http://localhost", follow_redirects=False)
    made.post("/api/login", json={"pin": PIN})
    return made


@pytest.fixture
def table(tmp_path):
    """A desk with a game of Reversi and a picture, on a real server."""
    with seated(tmp_path) as made:
        yield made


@pytest.fixture(scope="session")
def browser():
    """One browser for all pages."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as playwright:
        opened = launched(playwright)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser):
    """Opens pages: `visit(address, size, lang)`; every error on a page fails the test."""
    contexts, errors = [], []

    def opened(address, size="laptop", lang="en", touch=False):
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch)
        context.set_default_timeout(20000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(f"{address}/login?lang={lang}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors
