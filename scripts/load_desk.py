"""How many watchers a desk bears: does each get every event, and what does that cost the server?

    python scripts/load_desk.py [--watchers 200] [--seconds 600] [--csv results/desk_load.csv]

The server is a process of its own around a real sitting with its journal; two events are written a
second, more than any game brings. Reading pictures is not part of this.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PIN, EVERY = "271828", 1.0
TICKS = os.sysconf("SC_CLK_TCK")


def serve(port: int) -> None:
    """A desk that is told something again and again."""
    import uvicorn

    from engines import new_game
    from referee.desk.access import Access
    from referee.desk.app import make_app
    from referee.desk.desk import Desk
    from referee.sitting import Beginning, Sitting
    from referee.table import Table
    from vision.cameras.folder import PictureFolder

    game = new_game("reversi")

    def blind(rules, position, settings):
        return Table(rules, position, settings=settings, finder=object(), eyes=object())

    with tempfile.TemporaryDirectory() as folder:
        sitting = Sitting.begin(
            Path(folder) / "t.hakem", Beginning(game, game.start()), make_table=blind
        )
        desk = Desk(Path(folder), Access(PIN))
        desk.watch(sitting, PictureFolder([], "none"))

        def talk() -> None:
            while True:
                time.sleep(EVERY / 2)
                sitting.pause()
                desk.publish()
                time.sleep(EVERY / 2)
                sitting.go_on()
                desk.publish()

        threading.Thread(target=talk, daemon=True).start()
        uvicorn.run(make_app(desk), port=port, log_level="warning", access_log=False)


async def watch(port: int, token: str, end: float) -> list[int]:
    """One watcher: the numbers of the events that came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = (
        "GET /api/stream HTTP/1.1",
        "host: localhost",
        f"authorization: Bearer {token}",
        "",
        "",
    )
    writer.write("\r\n".join(lines).encode())
    seen: list[int] = []
    while time.monotonic() < end:
        try:
            line = await asyncio.wait_for(reader.readline(), 5)
        except TimeoutError:
            continue
        if not line:
            break
        if line.startswith(b"data:"):
            seen.append(json.loads(line[5:])["number"])
    writer.close()
    return seen


def spent(pid: int) -> float:
    """Seconds of processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def measure(port: int, pid: int, watchers: int, seconds: float) -> dict[str, float]:
    import httpx

    token = httpx.post(f"http://localhost:{port}/api/login", json={"pin": PIN}).json()["token"]
    begun, used = time.monotonic(), spent(pid)
    found = await asyncio.gather(*(watch(port, token, begun + seconds) for _ in range(watchers)))
    share = (spent(pid) - used) / (time.monotonic() - begun)
    last = min(seen[-1] for seen in found)
    whole = sum(seen[: seen.index(last) + 1] == list(range(1, last + 1)) for seen in found)
    return {
        "watchers": watchers,
        "seconds": seconds,
        "events": last,
        "watchers_with_every_event": whole,
        "messages": sum(map(len, found)),
        "server_share_of_a_core": round(share, 3),
    }


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--watchers", type=int, default=200)
    words.add_argument("--seconds", type=float, default=600)
    words.add_argument("--port", type=int, default=8764)
    words.add_argument("--csv", type=Path)
    words.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = words.parse_args()
    if given.serve:
        serve(given.port)
        return
    server = subprocess.Popen([sys.executable, __file__, "--serve", "--port", str(given.port)])
    try:
        import httpx

        for _ in range(200):
            try:
                httpx.get(f"http://localhost:{given.port}/players")
                break
            except httpx.HTTPError:
                time.sleep(0.3)
        row = asyncio.run(measure(given.port, server.pid, given.watchers, given.seconds))
    finally:
        server.terminate()
        server.wait()
    print(row)
    if given.csv:
        with given.csv.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, row)
            table.writeheader()
            table.writerow(row)


if __name__ == "__main__":
    main()
