"""The journal of a table: append-only events in one SQLite file, pictures beside it.

`docs/journal.md` describes the form and how to verify it without Hakem.
"""

from referee.journal.errors import JournalBusy, JournalError
from referee.journal.reader import Entry, read_journal
from referee.journal.verify import Trouble, Verified, verify
from referee.journal.writer import Journal

__all__ = [
    "Entry",
    "Journal",
    "JournalBusy",
    "JournalError",
    "Trouble",
    "Verified",
    "read_journal",
    "verify",
]
