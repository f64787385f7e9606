"""Training of the networks in `vision/models/`; needs the `train` extra, never runs at a table."""

import sys
from importlib.util import find_spec

WITHOUT_TORCH = ("datasets.train.likeness",)
"""Commands that need no more than the program itself."""

if (
    sys.argv[0] == "-m"  # run as a command, not imported
    and find_spec("torch") is None
    and not any(name in sys.orig_argv for name in WITHOUT_TORCH)
):
    print("training needs torch; `make train` sets up an environment with it", file=sys.stderr)
    sys.exit(2)
