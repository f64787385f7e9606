"""A desk that is started again goes on with the game of its journal."""

from __future__ import annotations

from support.sittings import Shown

from engines import new_game
from referee.desk.access import Access
from referee.desk.desk import Desk
from referee.sitting import Beginning

REVERSI = new_game("reversi")
D3 = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))


def test_a_game_is_taken_up_where_it_stood(tmp_path):
    path = tmp_path / "table.hakem"
    shown = Shown(path, names=("Elif", "Can"))
    shown.position(REVERSI.start(), seconds=1.0)
    shown.position(D3)
    number = shown.sitting.number
    shown.sitting.close()
    desk = Desk(tmp_path, Access("271828"))
    beginning = Beginning(REVERSI, REVERSI.start())
    desk.begin(beginning, "demo:reversi", path=path, resume=True)
    sitting = desk.sitting()
    assert sitting.resumed
    assert sitting.beginning.names == ("Elif", "Can")
    assert sitting.tracker.position == D3
    assert [told for told, _ in desk.news(0)][:number] == list(range(1, number + 1))
    assert str(D3.side) == desk.players.shown.turn
    desk.close()
