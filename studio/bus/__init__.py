"""The ZeroMQ side of a table and of those who listen to it: results with acknowledgement, commands, telemetry.

`server.TableBus` is the table's end, `consumer.ResultConsumer` the end of a betting backend; `delivery` and `desk` are
the rules of delivery and of idempotent commands without sockets or clocks. `docs/contract.md` is the contract.
"""
