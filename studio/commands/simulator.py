"""`studio simulator KIND`: one simulated device on a pseudo-terminal; the menu is the device's own."""

from __future__ import annotations

from devices.simulator import add_arguments, run

__all__ = ["add_arguments", "run"]
