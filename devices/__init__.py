"""The ground floor: hardware of the table, bytes in and readings out. Imports nothing of `studio`."""
