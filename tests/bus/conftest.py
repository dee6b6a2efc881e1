"""A table and a raw peer for each test, closed after it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from .ends import Peer, Sockets, Table, open_table


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    opened = open_table()
    yield opened
    opened.bus.close()


@pytest.fixture
async def sockets() -> AsyncIterator[Sockets]:
    opened = Sockets()
    yield opened
    opened.close()


@pytest.fixture
def peer(sockets: Sockets, table: Table) -> Peer:
    return Peer(sockets, table.bus.results_endpoint)
