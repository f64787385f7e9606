"""Desks whose table is shown readings instead of pictures, and a real server around them."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from dataclasses import replace

import uvicorn

from engines.clock import Clock
from referee.desk.access import Access
from referee.desk.app import make_app
from referee.desk.demos import NAMES, _set_up
from referee.desk.desk import Desk
from referee.desk.serving import server_settings
from referee.table import View
from support.sittings import Shown
from vision.cameras import Camera, Status
from vision.cameras.around import take
from vision.cameras.demos import demo_path

PIN = "271828"


class Waiting(Camera):
    """A camera that has no pictures until it is closed."""

    live = True

    def __init__(self):
        super().__init__("usb:9")
        self._closed = threading.Event()

    @property
    def status(self):
        return Status.CLOSED if self._closed.is_set() else Status.LIVE

    def __next__(self):
        self._closed.wait()
        raise StopIteration

    def close(self):
        self._closed.set()


class ShownDesk(Shown):
    """A desk around a sitting whose board is shown as readings."""

    def __init__(self, folder, name="reversi", **more):
        language = more.pop("language", "en")
        super().__init__(folder / "table.hakem", name, **more)
        self.desk = Desk(folder, Access(PIN), language=language)
        self.camera = Waiting()
        self.running = self.desk.watch(self.sitting, self.camera)
        self.app = make_app(self.desk)

    def still(self, state, seconds=4.5, covered=False, each=None):
        said = super().still(state, seconds, covered, each or self.desk.publish)
        self.desk.publish()
        return said

    def close(self):
        self.camera.close()
        self.desk.close()


def do(client, act, **words):
    """Give an order that is not refused; what it brought."""
    answer = client.post(f"/api/acts/{act}", json=words)
    assert answer.status_code == 200, answer.text
    return answer.json()


def give_pictures(made):
    """Let a desk's table see a picture of the demo of its game, so that a fault has its two."""
    name = made.game.name
    frame = replace(take(f"demo:{name}"), source="usb:9")
    made.running.frame = made.sitting.frame = frame
    told = json.loads(demo_path(name).with_suffix(".json").read_text(encoding="utf-8"))
    pose = made.sitting.table.pose = _set_up(told)
    if pose is not None:  # the pits of Mangala would have to be found first
        made.sitting.table._views[0] = View(frame, pose, made.sitting.tracker.state.look())


def leave_in_doubt(made):
    """Show two moves of Reversi equally well, so that the referee is asked."""
    game = made.game
    after = game.play(game.start(), game.parse_move("d3"))
    look = made.eyes.look(tuple("".join(game.board_of(after).rows)))
    look.probabilities[[19, 26]] = [0.499, 0.499, 0.002]
    made.eyes.look, made.eyes.compares = lambda state: look, False
    made.still((), seconds=3.0)


@contextmanager
def seated(folder, name="reversi", language="en"):
    """A desk with a game before its first move and a picture, on a real server."""
    made = ShownDesk(
        folder, name, names=NAMES[name], clock=Clock.of(600), table="5", language=language
    )
    give_pictures(made)
    made.position(made.game.start(), seconds=1.0)
    with Server(made.app) as server:
        made.address = server.address
        yield made
    made.close()


class Server:
    """A real server, for streams and browsers."""

    def __init__(self, app, port=0):
        from referee.desk.address import free_socket

        self.socket = free_socket("127.0.0.1", port)
        self.port = self.socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._server = uvicorn.Server(server_settings(app))
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self.socket]}, daemon=True
        )

    def __enter__(self):
        self._thread.start()
        while not self._server.started:
            time.sleep(0.02)
        return self

    def __exit__(self, *_):
        self._server.should_exit = True
        self._thread.join(timeout=10)
        self.socket.close()
