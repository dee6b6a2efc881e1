"""The wire contract: every message between a table and the world, as msgspec structs. `studio schema` prints it."""

CONTRACT_VERSION = 1
"""Rises when a message changes so that an older reader would misunderstand it."""
