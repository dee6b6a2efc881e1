"""The rules of the games: pure procedures and outcomes. No clock, no I/O, no chance, no logging."""
