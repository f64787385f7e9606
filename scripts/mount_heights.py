"""How high to hang a camera.

python scripts/mount_heights.py                       the table of docs/raspberry-pi.md
python scripts/mount_heights.py 66 41 --board 360 360  for another camera (degrees), board (mm)
"""

from __future__ import annotations

import argparse

from calibration.mounting import BOARDS, Size, View, height, table


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("field", nargs="*", type=float, help="degrees across and along the picture")
    parser.add_argument("--board", nargs=2, type=float, metavar="MM", help="width and depth")
    given = parser.parse_args()
    if not given.field and not given.board:
        print(table())
        return
    if len(given.field) != 2 or not all(10 <= angle <= 150 for angle in given.field):
        parser.error("give two angles between 10 and 150 degrees")
    view = View(*given.field, width=1920)
    boards = {"this board": Size(*given.board, cell=40)} if given.board else BOARDS
    for name, board in boards.items():
        if min(board.width, board.depth) <= 0:
            parser.error("a board's sides are longer than 0 mm")
        print(f"{name}: {height(view, board) / 10:.0f} cm")


if __name__ == "__main__":
    main()
