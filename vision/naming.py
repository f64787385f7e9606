"""Names of files as OpenCV takes them."""

from __future__ import annotations

import os
from pathlib import Path

from engines import InputError


def as_utf8(path: Path | str) -> str:
    """A file's name; raises `InputError` for one in another code, which would end Python itself."""
    name = os.fspath(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        shown = os.fsencode(name).decode(errors="replace")
        raise InputError(f"the name {shown} is not in UTF-8; rename the file or folder") from None
    return name
