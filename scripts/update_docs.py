"""Rewrite the tables in the documents from the manifest and from results/*.csv.

python scripts/update_docs.py
"""

from __future__ import annotations

import sys

from datasets.figures.documents import rewrite
from engines import InputError

if __name__ == "__main__":
    try:
        changed = rewrite()
    except InputError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    print("\n".join(changed) if changed else "all tables are as measured")
