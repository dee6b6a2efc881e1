"""What can be wrong with a journal. Each error names the file, the row, what is wrong and what to do."""

# ruff: noqa: N818  (the names say what became of the journal, as a log line would)
from __future__ import annotations


class JournalError(Exception):
    """Base of all errors of the journal; `str()` of it is one line for a log or a screen.

    `name` is the file, `row` the place in it (`input 17`, `event 4`; None for the whole file), `wrong` what is wrong,
    `remedy` what a person can do about it.
    """

    def __init__(self, name: str, row: str | None, wrong: str, remedy: str) -> None:
        where = f"{name}: {row}" if row else name
        super().__init__(f"{where}: {wrong}. {remedy}")
        self.name = name
        self.row = row
        self.wrong = wrong
        self.remedy = remedy


class JournalHalted(JournalError):
    """The journal could not write, and will not write again until it is opened anew: the table must halt.

    Nothing may follow from the input that was to be written.
    """


class JournalDamaged(JournalError):
    """The file is no journal, or not the one that was written. It was left as it is."""


class JournalTooNew(JournalError):
    """A later software wrote the file. It was left as it is."""


class JournalInUse(JournalError):
    """Another process writes the file."""


class JournalMissing(JournalError):
    """There is no such file."""


class JournalExists(JournalError):
    """A new journal was asked for where a file lies already. It was left as it is."""


class JournalUnreadable(JournalError):
    """The file may be whole, but cannot be read now: rights, a failing disk, a writer that came in between."""


class ReplayDiffers(JournalError):
    """The journaled inputs lead elsewhere with these rules than they did when they were written."""


class RoundUnknown(JournalError):
    """The journal holds no round of that id."""
