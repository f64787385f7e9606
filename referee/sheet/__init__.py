"""Score sheets: a board counted part by part, drawn, and printed on one page to be signed."""

from referee.sheet.counting import Confirmed, Counted, OpenPoint, count_board, count_photo
from referee.sheet.page import write_page
from referee.sheet.values import Heading, Sheet

__all__ = [
    "Confirmed",
    "Counted",
    "Heading",
    "OpenPoint",
    "Sheet",
    "count_board",
    "count_photo",
    "write_page",
]
