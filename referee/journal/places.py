"""What lies beside a journal's file."""

from __future__ import annotations

from pathlib import Path


def pictures_of(journal: Path) -> Path:
    """The folder of the pictures that events name."""
    return journal.with_name(journal.name + ".pictures")


def frames_of(journal: Path) -> Path:
    """The folder of the last settled frames."""
    return journal.with_name(journal.name + ".frames")
