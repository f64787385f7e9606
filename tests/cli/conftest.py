"""The command as the tests call it."""

from __future__ import annotations

import pytest

from cli.main import main


@pytest.fixture
def hakem(capsys, monkeypatch):
    """Run the command in English; gives exit status, standard output and standard error."""
    monkeypatch.setenv("HAKEM_LANG", "en")

    def run(*words):
        with pytest.raises(SystemExit) as stopped:
            main([str(word) for word in words])
        told = capsys.readouterr()
        return int(stopped.value.code or 0), told.out, told.err

    return run
