"""The profile of a table: what was calibrated once, in a file that people can read.

A profile is checked when it is loaded. A wrong one is refused with one line that says what to do,
since a board read through a wrong lens would be wrong without a word.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from calibration.lens import Lens
from calibration.pose import Floats, Pose
from engines import InputError

FORMAT = 1
"""The form of the file."""
MOST_BYTES = 32 * 1024 * 1024
"""No profile is larger; a photo given by mistake is told at once."""
KEYS = ("hakem_profile", "camera", "size", "lens", "pose", "colours", "created", "hakem")
"""What a profile says, all of it always."""


def hakem_version() -> str:
    """The version of Hakem that runs."""
    try:
        return version("hakem")
    except PackageNotFoundError:
        return "0"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class BadProfile(InputError):  # noqa: N818 (a profile that must not be used)
    """A profile that cannot be used, why, and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What is known of one table."""

    camera: str
    """Where its pictures come from."""
    size: tuple[int, int]
    """Width and height of its pictures in pixels."""
    lens: Lens | None = None
    """The calibrated lens."""
    pose: Pose | None = None
    """Where the board lay when it was last found."""
    colours: Mapping[str, Any] = field(default_factory=dict)
    """How things look at this table: whatever detectors keep, plain JSON values."""
    created: str = field(default_factory=_now)
    """When, in the form of ISO 8601."""
    hakem: str = field(default_factory=hakem_version)
    """Which version of Hakem wrote it."""

    def fits(self, size: tuple[int, int]) -> None:
        """Raise `BadProfile` unless the camera's pictures are of the profile's size."""
        if tuple(size) != self.size:
            raise BadProfile(
                f"this profile is for pictures of {self.size[0]} x {self.size[1]}, the camera "
                f"gives {size[0]} x {size[1]}; set the camera back or calibrate again"
            )

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "hakem_profile": FORMAT,
            "camera": self.camera,
            "size": list(self.size),
            "lens": None if self.lens is None else self.lens.to_json(),
            "pose": None if self.pose is None else self.pose.to_json(),
            "colours": dict(self.colours),
            "created": self.created,
            "hakem": self.hakem,
        }

    @classmethod
    def from_json(cls, data: Any) -> Profile:
        """A profile from plain values; raises `BadProfile`."""
        if not isinstance(data, dict) or "hakem_profile" not in data:
            raise BadProfile("this is not a profile of a table; `hakem calibrate` makes one")
        _check_format(data["hakem_profile"])
        missing, unknown = [k for k in KEYS if k not in data], [k for k in data if k not in KEYS]
        if missing or unknown:
            what = f"lacks {', '.join(missing)}" if missing else f"has unknown {', '.join(unknown)}"
            raise BadProfile(f"the profile {what}; calibrate again")
        for key in ("camera", "created", "hakem"):
            if not isinstance(data[key], str):
                raise _wrong(key, "a text")
        _check_date(data["created"])
        if not isinstance(data["colours"], dict):
            raise _wrong("colours", "an object")
        _check_finite(data["colours"], "colours")
        size = _size(data["size"], "size")
        lens = None if data["lens"] is None else _lens(data["lens"], size)
        pose = None if data["pose"] is None else pose_from_json(data["pose"])
        if pose is not None:
            _middle(data["pose"]["matrix"], "pose.matrix", size)
        return cls(
            data["camera"], size, lens, pose, data["colours"], data["created"], data["hakem"]
        )

    def save(self, path: Path) -> None:
        """Write the file whole or not at all: a cut in power leaves the old one.

        Raises `BadProfile` where it could not be loaded again.
        """
        text = json.dumps(self.to_json(), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
        if len(text.encode()) > MOST_BYTES:
            raise BadProfile(f"{path}: more was learnt than a profile holds; learn it --afresh")
        part = ""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False
            ) as file:
                part = file.name
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(part).chmod(0o644)
            Path(part).replace(path)
        except OSError as error:
            if part:
                Path(part).unlink(missing_ok=True)
            raise BadProfile(f"cannot write {path}: {error.strerror or error}") from None

    @classmethod
    def load(cls, path: Path) -> Profile:
        """A checked profile; raises `BadProfile` that names the file."""
        try:
            if path.is_fifo():
                raise BadProfile(f"cannot read {path}: it is a pipe; a profile is a file")
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except BadProfile:
            raise
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadProfile(f"cannot read {path}: {reason}") from None
        try:
            if len(data) > MOST_BYTES:
                raise BadProfile("it is too large for a profile")
            return cls.from_json(_parse(data))
        except BadProfile as error:
            raise BadProfile(f"{path}: {error}") from None
        except RecursionError:
            raise BadProfile(f"{path}: this is no profile; `hakem calibrate` makes one") from None


def _parse(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        what = "no text" if isinstance(error, UnicodeDecodeError) else "not JSON"
        raise BadProfile(f"this is {what}, so no profile; `hakem calibrate` makes one") from None


def _wrong(key: str, expected: str) -> BadProfile:
    return BadProfile(f"the profile's {key} must be {expected}; calibrate again")


def _check_format(told: Any) -> None:
    if isinstance(told, bool) or not isinstance(told, int) or told < FORMAT:
        raise BadProfile(f"the profile has the unknown form {told!r}; calibrate again")
    if told > FORMAT:
        raise BadProfile(
            f"a newer Hakem wrote this profile (form {told}, known is {FORMAT}); "
            "update Hakem or calibrate again"
        )


def _check_date(told: str) -> None:
    try:
        datetime.fromisoformat(told)
    except ValueError:
        raise _wrong("created", "a date and time such as 2026-05-03T09:30:00") from None


def _check_finite(value: Any, where: str) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise _wrong(where, "finite numbers only")
    if isinstance(value, dict | list):
        for key, held in value.items() if isinstance(value, dict) else enumerate(value):
            _check_finite(held, f"{where}.{key}")


def _size(told: Any, where: str) -> tuple[int, int]:
    whole = isinstance(told, list) and len(told) == 2 and all(type(n) is int for n in told)
    if not whole or not all(1 <= n <= 100_000 for n in told):
        raise _wrong(where, "a width and a height in pixels")
    return told[0], told[1]


def _numbers(told: Any, where: str, *shapes: tuple[int, ...]) -> Floats:
    try:
        if not _all_numbers(told):
            raise _wrong(where, "numbers")
        numbers = np.asarray(told, float)
    except (OverflowError, ValueError):  # no number at all, too large, or rows of unlike length
        raise _wrong(where, "numbers") from None
    if numbers.shape not in shapes:
        lengths = " or ".join(" x ".join(map(str, shape)) or "1" for shape in shapes)
        raise _wrong(where, f"{lengths} numbers")
    if not np.isfinite(numbers).all():
        raise _wrong(where, "finite numbers only")
    return numbers


def _all_numbers(told: Any) -> bool:
    """Whether there are only numbers inside; NumPy would take `"1"` and `true` for some, too."""
    if isinstance(told, list):
        return all(_all_numbers(each) for each in told)
    return type(told) in (int, float)


def _object(told: Any, where: str, needed: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    if not isinstance(told, dict) or set(needed) - set(told) or set(told) - {*needed, *allowed}:
        raise _wrong(where, f"an object with {', '.join(needed)}")


def _matrix(told: Any, where: str) -> None:
    matrix = _numbers(told, where, (3, 3))
    if min(matrix[0, 0], matrix[1, 1]) <= 0 or matrix[2].tolist() != [0, 0, 1]:
        raise _wrong(where, "a camera's 3 x 3 matrix")


def _middle(told: Any, where: str, size: tuple[int, int]) -> None:
    """A lens may sit aside of its pictures' middle, but not farther than they are wide."""
    if not all(-side <= told[row][2] <= 2 * side for row, side in enumerate(size)):
        raise _wrong(where, "that of a lens before the picture")


def _lens(told: Any, size: tuple[int, int]) -> Lens:
    _object(told, "lens", ("size", "matrix", "distortion"), ("error",))
    if _size(told["size"], "lens.size") != size:
        raise _wrong("lens.size", f"that of the pictures, {size[0]} x {size[1]}")
    _matrix(told["matrix"], "lens.matrix")
    _middle(told["matrix"], "lens.matrix", size)
    _numbers(told["distortion"], "lens.distortion", (4,), (5,), (8,))
    _numbers(told.get("error", 0.0), "lens.error", ())
    lens = Lens.from_json(told)
    if lens.folds:
        raise BadProfile(
            "the lens in this profile cannot be right, it would fold the picture; "
            "measure it again with `hakem calibrate lens`"
        )
    return lens


def pose_from_json(told: Any) -> Pose:
    """A checked pose from plain values; raises `BadProfile`."""
    needed = ("matrix", "rotation", "translation")
    _object(told, "pose", needed, ("radial", "quality", "places", "distortion"))
    _matrix(told["matrix"], "pose.matrix")
    turn = _numbers(told["rotation"], "pose.rotation", (3, 3))
    if np.abs(turn @ turn.T - np.eye(3)).max() > 1e-3 or np.linalg.det(turn) < 0:
        raise _wrong("pose.rotation", "a rotation")
    if _numbers(told["translation"], "pose.translation", (3,))[2] <= 0:
        raise _wrong("pose.translation", "in front of the camera")
    for key in ("radial", "quality"):
        _numbers(told.get(key, 0.0), f"pose.{key}", ())
    if told.get("places") is not None:
        _numbers(told["places"], "pose.places", (14, 4))
    if told.get("distortion") is not None:
        _numbers(told["distortion"], "pose.distortion", (4,), (5,), (8,))
    return Pose.from_json(told)
