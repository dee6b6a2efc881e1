"""A table and a raw peer for each test, closed after it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from .ends import Peer, Sockets, Table, close_tables, open_table


@pytest.fixture(autouse=True)
async def nothing_is_left_open() -> AsyncIterator[None]:
    yield
    close_tables()


@pytest.fixture
async def table() -> Table:
    return open_table()


@pytest.fixture
async def sockets() -> AsyncIterator[Sockets]:
    opened = Sockets()
    yield opened
    opened.close()


@pytest.fixture
def peer(sockets: Sockets, table: Table) -> Peer:
    return Peer(sockets, table.bus.results_endpoint)
