"""The dealer's hand on a simulated device: orders for its physical world, over the device's control socket."""

from __future__ import annotations

import asyncio
from pathlib import Path


class Hand:
    """A line to one simulator's control socket: an order a line, an answer a line. Connects when first used."""

    def __init__(self, control: Path) -> None:
        self._control = control
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def do(self, order: str) -> str:
        """Have the simulator do something (`draw`, `spin 17`, `load`) and return what it answers.

        Raises ConnectionError when the simulator is not there.
        """
        if self._streams is None:
            self._streams = await asyncio.open_unix_connection(self._control)
        reader, writer = self._streams
        try:
            writer.write(f"{order}\n".encode())
            await writer.drain()
            answer = await reader.readline()
        except OSError:
            self.close()
            raise
        if not answer:
            self.close()
            raise ConnectionResetError(f"the simulator at {self._control} has ended")
        return answer.decode().rstrip("\n")

    def close(self) -> None:
        """Let go of the line."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
