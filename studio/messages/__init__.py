"""The wire contract: every message between a table and the world, as msgspec structs. `studio schema` prints it."""

CONTRACT_VERSION = 2
"""Rises when something is added that an older reader must not pass over: a type of event, or another meaning.

What came with it: 2, `table.clock_set`, `reject`, `resend`, and heartbeats that are answered.
"""
