"""Render scenes: `python -m datasets.render GAME --out FOLDER`; stop it and go on at any time.

Every scene is rendered by a process of its own, so that a crash costs one scene and memory stays
flat; what is finished is kept.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GAMES = ("reversi", "kulami", "mangala", "negatives", "hands")
KINDS = ("layers", "whole")


def main() -> int:
    """Render one scene (`--one`) or all that are wanted."""
    parser = argparse.ArgumentParser(prog="datasets.render", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--out", type=Path, required=True, help="folder for the raw pictures")
    parser.add_argument("--kind", choices=KINDS, default="layers")
    parser.add_argument("--seeds", default="0-23", help="first-last, e.g. 0-23")
    parser.add_argument("--samples", type=int, default=6)
    parser.add_argument("--scale", type=float, default=1.0, help="smaller pictures, for a look")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    if options.one:
        if options.game == "hands":
            from datasets.render.hands import render_hand

            render_hand(seeds[0], options.out, options.samples)
            return 0
        from datasets.render.scene import render_scene

        render_scene(
            options.game, seeds[0], options.out, options.samples, options.kind, options.scale
        )
        return 0
    return _all(options, seeds)


def _all(options: argparse.Namespace, seeds: range) -> int:
    """Render the scenes that are not there yet, with a line for each."""
    began, done, failed = time.monotonic(), 0, []

    def one(seed: int) -> tuple[int, int]:
        kind = "" if options.game == "hands" else f"-{options.kind}"
        folder = options.out / f"{options.game}{kind}-{seed:04d}"
        if (folder / "scene.json").exists():
            return seed, 0
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "datasets.render", options.game, "--one"]
        command += ["--out", str(options.out), "--kind", options.kind, "--seeds", str(seed)]
        command += ["--samples", str(options.samples), "--scale", str(options.scale)]
        with (folder / "render.log").open("w") as log:
            return seed, subprocess.run(command, stdout=log, stderr=log).returncode

    with ThreadPoolExecutor(options.workers) as pool:
        for seed, status in pool.map(one, seeds):
            done += 1
            if status:
                failed.append(seed)
            minutes = (time.monotonic() - began) / 60
            left = minutes / done * (len(seeds) - done)
            print(
                f"{options.game} {options.kind} {seed}: {'failed' if status else 'done'} "
                f"({done}/{len(seeds)}, {minutes:.1f} min, about {left:.0f} min left)",
                flush=True,
            )
    if failed:
        print(f"failed: {failed}; see render.log in their folders", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
