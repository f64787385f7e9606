"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# Every run tries the same examples, so that a red build can be made red again.
settings.register_profile("hakem", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("hakem")
