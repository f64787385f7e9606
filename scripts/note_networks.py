"""Write down with which networks files of results/ were measured.

python scripts/note_networks.py results/reversi.csv …
"""

from __future__ import annotations

import sys

from datasets.figures.provenance import note

if __name__ == "__main__":
    note(sys.argv[1:])
