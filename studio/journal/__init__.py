"""The table's memory: one append-only SQLite file, chained by hash, with outbox, recovery, replay and a page to read.

Every input is written here, with what follows from it, before anything follows from it. `docs/journal.md` describes the
file; `store.Journal` writes and reads it, `memory.MemoryJournal` does the same without a disk, `replay` derives
everything again and compares, `page` tells a round to a person.
"""
