"""A folder of pictures as a camera."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path

from engines import InputError
from vision.cameras.camera import Camera, Status
from vision.cameras.picture_file import holds_picture, read_picture
from vision.frame import Frame
from vision.naming import as_utf8

KINDS = frozenset((".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"))
"""How the names of pictures end that are told when they cannot be read."""
FILMS = frozenset((".gif", ".mjpeg", ".mjpg"))
"""How the names of films end that begin as pictures do."""
SECONDS = 1.0
"""How far apart the pictures of a folder are said to be."""


class PictureFolder(Camera):
    """Gives the pictures of a folder one after the other, without waiting."""

    def __init__(
        self, paths: Sequence[Path], source: str, after: float = -1.0, patient: bool = False
    ) -> None:
        """The pictures of these files; those up to the time `after` are left out.

        The first one is read at once, so that a file that is no picture is refused before anybody
        has begun a game with it (`patient`: when its turn comes); and so is a name that cannot be
        read.
        """
        super().__init__(source)
        self._paths = [Path(as_utf8(path)) for path in paths]
        self._index = min(len(self._paths), max(0, math.floor(after / SECONDS) + 1))
        due = self._index < len(self._paths) and not patient
        self._first = self._read() if due else None

    @classmethod
    def of(cls, folder: Path, after: float = -1.0, patient: bool = False) -> PictureFolder:
        """The pictures of a folder, picture 2 before picture 10."""
        try:
            found = [
                path
                for path in folder.iterdir()
                if not path.name.startswith(".") and is_picture(path)
            ]
        except OSError as error:
            raise InputError(f"cannot read the folder {folder}: {error.strerror}") from None
        if not found:
            raise InputError(f"{folder} holds no pictures ({', '.join(sorted(KINDS))})")
        return cls(sorted(found, key=natural), str(folder), after, patient)

    @property
    def status(self) -> Status:
        """Live until its last picture has been given."""
        return Status.LIVE if self._index < len(self._paths) else Status.CLOSED

    def __next__(self) -> Frame:
        if self.status is Status.CLOSED:
            raise StopIteration
        try:
            frame, self._first = self._first or self._read(), None
        finally:
            self._index += 1  # whoever asks on after a broken picture gets the one behind it
        return frame

    def _read(self) -> Frame:
        """The picture that is due."""
        path = self._paths[self._index]
        found = read_picture(path)
        if found is None:
            raise InputError(f"{path} is not a picture that can be read")
        picture, reduced = found
        return Frame(picture, self._index * SECONDS, str(path), reduced=reduced)

    def close(self) -> None:
        """Give no more pictures."""
        self._index, self._first = len(self._paths), None


def is_picture(path: Path) -> bool:
    """Whether a file begins as pictures do, whatever it is called, or is named like one."""
    if not path.is_file() or path.suffix.lower() in FILMS:
        return False
    return path.suffix.lower() in KINDS or holds_picture(path)


def natural(path: Path) -> list[tuple[int, int | str]]:
    """A sorting key that reads the numbers in a name as numbers."""
    parts = re.split(r"([0-9]+)", path.name.casefold())
    return [(0, int(part)) if part.isdecimal() else (1, part) for part in parts if part]
