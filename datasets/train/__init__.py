"""Training of the networks in `vision/models/`; needs the `train` extra, never runs at a table."""

import sys
from importlib.util import find_spec

if sys.argv[0] == "-m" and find_spec("torch") is None:  # run as a command, not imported
    print("training needs torch; `make train` sets up an environment with it", file=sys.stderr)
    sys.exit(2)
