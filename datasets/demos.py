"""The demo clips: one whole game each as a small video file, with the truth of every frame."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from calibration.pose import Pose
from datasets.clips import FRAME_RATE, PACES, Moment, State
from datasets.trials import Clip
from datasets.whole import whole, write_whole
from engines import InputError
from vision.cameras.demos import DEMOS
from vision.frame import Picture

__all__ = ["DEMOS", "FAULTS", "PACE", "Truth", "truth_path", "write_demo", "write_video"]

FORMAT = 1
PACE = PACES["calm"]
"""How fast people are in a demo."""
QUALITY = 30
"""Constant rate factor of H.264; higher is smaller."""
FAULTS: dict[str, tuple[str, ...]] = {
    "reversi": ("missing_flip", "illegal_square"),
    "kulami": ("plate_closed", "token_not_moved"),
    "mangala": ("wrong_sowing", "capture_missed"),
}
"""What goes wrong in the demo of each game."""


@dataclass(frozen=True)
class Truth:
    """What is true of a demo clip."""

    told: Mapping[str, Any]
    """The truth file."""

    @classmethod
    def load(cls, path: Path) -> Truth:
        """Read a truth file."""
        return cls(json.loads(path.read_text(encoding="utf-8")))

    @property
    def pose(self) -> Pose:
        """Where the board lies."""
        return Pose.from_json(self.told["pose"])

    def states(self) -> Iterator[tuple[State, tuple[int, ...], bool, int]]:
        """State, hidden cells, whether a hand is there, and moves made, frame by frame."""
        for count, state, hidden, moving, turn in self.told["spans"]:
            for _ in range(count):
                yield tuple(state), tuple(hidden), bool(moving), turn


def write_demo(clip: Clip, video: Path, progress: Callable[[int], None] | None = None) -> int:
    """Film a clip into a video file with its truth beside it; gives the number of frames.

    Needs PyAV, which brings an encoder along; raises `InputError` where it is not installed.
    """
    moments: list[tuple[Any, ...]] = []
    pose = None

    def pictures() -> Iterator[Picture]:
        nonlocal pose
        for moment in clip.moments():
            moments.append(_truth(moment))
            pose = moment.pose
            if progress:
                progress(len(moments))
            yield moment.frame.picture

    write_video(video, pictures(), FRAME_RATE, QUALITY)
    if pose is None:
        raise ValueError("a clip needs at least one frame")
    spans = [[len(list(group)), *key] for key, group in groupby(moments)]
    told = {
        "format": FORMAT,
        "clip": clip.name,
        "seed": clip.seed,
        "frame_rate": FRAME_RATE,
        "frames": len(moments),
        "options": {"layout": clip.scene.board["layout"]} if clip.scene.game == "kulami" else {},
        "pose": pose.to_json(),
        "board": dict(clip.scene.board),
        **clip.played.to_json(),
        "spans": spans,
    }
    write_whole(truth_path(video), json.dumps(told, separators=(",", ":")) + "\n")
    return len(moments)


def truth_path(video: Path) -> Path:
    """Where the truth of a video lies."""
    return video.with_suffix(".json")


def _truth(moment: Moment) -> tuple[Any, ...]:
    return moment.state, moment.hidden, moment.moving, moment.turn


def write_video(path: Path, pictures: Iterable[Picture], rate: float, quality: int) -> None:
    """H.264 in MP4; what OpenCV and every browser can play."""
    try:
        import av
    except ImportError as error:
        raise InputError(f"filming needs the package av ({error}): pip install av") from None

    with whole(path) as part, av.open(str(part), "w", format="mp4") as box:
        stream: Any = None
        for picture in pictures:
            if stream is None:
                stream = box.add_stream("libx264", rate=round(rate))
                stream.height, stream.width = picture.shape[:2]
                stream.pix_fmt = "yuv420p"
                stream.options = {"crf": str(quality), "preset": "slow", "g": "100"}
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            for packet in stream.encode(frame):
                box.mux(packet)
        if stream is not None:
            for packet in stream.encode():
                box.mux(packet)
