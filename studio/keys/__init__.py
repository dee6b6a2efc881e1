"""Keys: who may talk to a table and in which role, and with what a table signs its journal.

`files` makes, reads and revokes them, `signing` signs and proves the head of a chain, `allowed` is a table's list of
those who may connect. Private halves lie in files of their own and are never shown, logged or put into settings.
"""
