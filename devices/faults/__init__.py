"""The fault menu of the simulators: what can go wrong on a line, in words, and the stage that does it."""
