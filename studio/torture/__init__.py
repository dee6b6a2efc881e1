"""Two tables on simulated hardware, whose processes are killed at random moments and whose links are cut, slowed down
and made to repeat themselves; at the end everything is compared. `studio torture` runs it.
"""
