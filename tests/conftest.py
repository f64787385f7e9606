"""Settings for all tests."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

# What a shell runs in the background ignores Ctrl-C, and so would all that tests start and end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Every run tries the same examples, so that a red build can be made red again.
settings.register_profile("hakem", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("hakem")


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory):
    """No test writes into the folder in which the user's own tables lie."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
