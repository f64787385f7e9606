"""`hakem dataset`: the stored scenes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.progress import Progress
from rich.table import Table

from cli import inputs
from cli.outputs import check_picture, check_rows, save_picture
from cli.tables import MOST_EACH, Scenes, one_of, some_of
from cli.terminal import Terminal, terminal, tracked
from datasets.clips import FRAME_RATE
from datasets.demos import FAULTS, PACE, QUALITY, truth_path, write_demo, write_video
from datasets.hands import load_hands
from datasets.manifest import (
    SCENES,
    Entry,
    add_scenes,
    check_scenes,
    load_scenes,
    read_manifest,
    summary,
)
from datasets.optics import Optics, photograph
from datasets.scenes import Scene
from datasets.sheets import contact_sheet
from datasets.situations import SITUATIONS
from datasets.splits import SPLITS
from datasets.stills import can_be_shown, composer_of, random_state
from datasets.trials import make_clip
from datasets.yolo import BOARDS, PIECES, Sample, board_samples, piece_samples, write_yolo
from engines import GAMES, InputError, new_game

app = typer.Typer(help="The stored scenes: pack, check, look.", no_args_is_help=True)

EXAMPLES = 8
"""So many names of scenes are listed in a message."""


@app.command("pack")
def pack(
    raw: Annotated[Path, typer.Argument(help="The renderer's folder of raw pictures.")],
    folder: Scenes = SCENES,
) -> None:
    """Store the finished scenes of a raw folder; broken ones are told and left out."""
    if not raw.is_dir():
        raise InputError(f"{raw} is not a folder")
    broken = 0
    for name, result in add_scenes(raw, folder):
        if isinstance(result, Entry):
            typer.echo(f"{name}: stored for {result.split}, {result.bytes / 1e6:.2f} MB")
        else:
            broken += 1
            typer.echo(f"{name}: left out: {result}")
    _table(read_manifest(folder))
    if broken:
        raise typer.Exit(1)


@app.command("check")
def check(folder: Scenes = SCENES, as_json: inputs.JsonOption = False) -> None:
    """Compare every stored scene with the manifest."""
    entries = read_manifest(folder)
    checked = tracked(check_scenes(folder), "scenes", len(entries))
    wrong = [(entry.scene, why) for entry, why in checked if why]
    if as_json:
        told = [{"scene": scene, "wrong": why} for scene, why in wrong]
        typer.echo(json.dumps({"scenes": len(entries), "wrong": told}))
    else:
        for scene, why in wrong:
            typer.echo(f"{scene}: {why}")
        _table(entries)
        state = f"{len(wrong)} not as stored" if wrong else "all as stored"
        typer.echo(f"{some_of(len(entries), 'scene')}, {state}")
    if wrong:
        raise typer.Exit(1)


@app.command("sheet")
def sheet(
    game_name: inputs.GameName,
    out: Annotated[Path, typer.Argument(help="The picture to write, .png or .jpg.")],
    split: Annotated[str, typer.Option(help=f"One of {', '.join(SPLITS)}, all.")] = "train",
    seed: Annotated[int, typer.Option(min=0, help="Seed of positions and cameras.")] = 1,
    clean: Annotated[bool, typer.Option(help="Without lens, noise and compression.")] = False,
    folder: Scenes = SCENES,
) -> None:
    """Compose a random position of every scene of a split into one picture."""
    if split not in (*SPLITS, "all"):
        raise InputError(f"unknown split {split!r}; known: {', '.join(SPLITS)}, all")
    check_picture(out)
    game = new_game(game_name)
    splits = SPLITS if split == "all" else (split,)
    scenes = [s for name in splits for s in load_scenes(game.name, name, folder=folder)]
    if not scenes:
        raise InputError(f"no {split} scenes of {game.name} are stored in {folder}")
    rng = np.random.default_rng(seed)
    pictures, captions = [], []
    for scene in tracked(scenes, game.name):
        chance = random.Random(int(rng.integers(2**31)))
        state = can_be_shown(scene, random_state(scene, chance))
        picture = composer_of(scene, chance).show(state)
        if not clean:
            picture, _ = photograph(picture, scene.pose, Optics.random(rng), rng)
        pictures.append(picture)
        captions.append(scene.name)
    save_picture(out, contact_sheet(pictures, captions))
    typer.echo(f"{out}: {some_of(len(pictures), 'scene')}")


@app.command("export")
def export(
    what: Annotated[
        str, typer.Argument(help="`boards` (corners as keypoints), or a game (boxes of pieces).")
    ],
    target: Annotated[Path, typer.Argument(help="The folder to write to; must not exist yet.")],
    each: Annotated[int, typer.Option(min=1, max=MOST_EACH, help="Pictures a scene.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Seed of positions and cameras.")] = 0,
    folder: Scenes = SCENES,
) -> None:
    """Write composed pictures of all splits with labels, as Ultralytics wants them."""
    if what != "boards" and what not in GAMES:
        raise InputError(f"{what!r} is neither boards nor a game: {', '.join(GAMES)}")
    if target.exists():
        raise InputError(f"{target} exists already")
    check_rows(target / "data.yaml")
    games = GAMES if what == "boards" else (what,)
    if not any(entry.game in games and entry.kind == "layers" for entry in read_manifest(folder)):
        raise InputError(f"no scenes of {what} are stored in {folder}")

    def samples(split: str) -> Iterable[Sample]:
        found = (
            board_samples(split, each, seed, folder)
            if what == "boards"
            else piece_samples(what, split, each, seed, folder)
        )
        return tracked(found, split)

    names = BOARDS if what == "boards" else PIECES[what]
    splits = {split: samples(split) for split in SPLITS}
    counts = write_yolo(target, splits, names, 4 if what == "boards" else 0)
    told = ", ".join(f"{number} to {split}" for split, number in counts.items())
    typer.echo(f"{target / 'data.yaml'}: {told}")


@app.command("situation")
def situation(
    name: Annotated[str, typer.Argument(help=f"One of {', '.join(SITUATIONS)}.")],
    out: Annotated[Path, typer.Option(help="The video file, .mp4.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite an older video.")] = False,
    folder: Scenes = SCENES,
) -> None:
    """Film what happens at real tables besides moves: a lamp, a nudge, a resting hand."""
    chosen = SITUATIONS[one_of(name, SITUATIONS, "situation")]
    if out.suffix.lower() != ".mp4":
        raise InputError(f"{out} must end in .mp4")
    if out.exists() and not force:
        raise InputError(f"{out} exists already; name another --out, or say --force")
    check_rows(out)
    pictures = (moment.frame.picture for moment in chosen.moments(every=1, folder=folder))
    write_video(out, tracked(pictures, name), FRAME_RATE, QUALITY)
    typer.echo(f"{out}: {chosen.what}")


@app.command("film")
def film(
    game_name: inputs.GameName,
    scene_name: Annotated[
        str | None, typer.Option("--scene", help="The test scene; the first where none is named.")
    ] = None,
    number: Annotated[int, typer.Option(min=0, help="Which of its random games.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="The video file, .mp4; GAME.mp4 here where none is named.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an older video.")] = False,
    folder: Scenes = SCENES,
) -> None:
    """Film a demo: a whole game with two faults, and the truth of every frame beside it."""
    game = new_game(game_name).name
    target = out or Path(f"{game}.mp4")
    if target.suffix.lower() != ".mp4":  # its truth goes beside it, ending in .json
        raise InputError(f"{target} must end in .mp4")
    for path in (target, truth_path(target)):
        if path.exists() and not force:
            raise InputError(f"{path} exists already; name another --out, or say --force")
        check_rows(path)
    scene = _test_scene(game, scene_name, folder)
    hands = load_hands("test", folder, game)
    if not hands:
        raise InputError(f"no test hands are stored in {folder}")
    clip = make_clip(scene, number, hands, pace=PACE, codes=FAULTS[game])
    console = Terminal(stderr=True)
    hidden = not console.is_terminal
    with Progress(console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task(f"{game}, {len(clip.played.steps)} moves", total=None)
        frames = write_demo(clip, target, lambda done: bar.update(task, completed=done))
    size = target.stat().st_size / 1e6
    typer.echo(f"{target}: {frames} frames of {clip.scene.name}, {size:.1f} MB")


def _test_scene(game: str, name: str | None, folder: Path) -> Scene:
    """The test scene of that name, or the first; else says which ones there are."""
    layered = [e for e in read_manifest(folder) if (e.game, e.kind) == (game, "layers")]
    known = [entry.scene for entry in layered if entry.split == "test"]
    if not known:
        raise InputError(f"no test scenes of {game} are stored in {folder}")
    if name is None or name in known:
        return Scene.load(folder / (name or known[0]))
    split = next((entry.split for entry in layered if entry.scene == name), None)
    what = f"{name} is a {split} scene" if split else f"no scene {name} of {game} is stored"
    more = ", …" if len(known) > EXAMPLES else ""
    raise InputError(f"{what}; the test scenes are {', '.join(known[:EXAMPLES])}{more}")


def _table(entries: tuple[Entry, ...]) -> None:
    table = Table()
    for heading in ("game", "kind", "split", "scenes", "MB"):
        table.add_column(
            heading, justify="left" if heading in ("game", "kind", "split") else "right"
        )
    for (game, kind, split), (scenes, size) in sorted(summary(entries).items()):
        table.add_row(game, kind, split, str(scenes), f"{size / 1e6:.1f}")
    table.add_section()
    total = sum(entry.bytes for entry in entries) / 1e6
    table.add_row("all", "", "", str(len(entries)), f"{total:.1f}")
    terminal().print(table)
