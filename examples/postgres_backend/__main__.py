"""python -m examples.postgres_backend CONNINFO ENDPOINT… [--key FILE --table-key PUB…]: follow tables until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
from pathlib import Path

from examples.postgres_backend.ledger import PostgresLedger
from studio.client import ResultConsumer, client_keys


async def follow(args: argparse.Namespace) -> None:
    """Until Ctrl-C or SIGTERM. Raises `psycopg.Error` when the database is gone; nothing was acknowledged then."""
    ledger = await PostgresLedger.connect(args.conninfo)
    keys = [client_keys(args.key, public) for public in args.table_key] if args.key else None
    work = asyncio.ensure_future(ResultConsumer(args.endpoints, args.name, ledger, keys=keys).run())
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, work.cancel)
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await work
    finally:
        await ledger.close()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("conninfo", help="as psql takes it: 'host=db dbname=bets user=studio'")
    parser.add_argument("endpoints", nargs="+", help="result endpoints of tables, as tcp://10.0.0.5:5500")
    parser.add_argument("--name", default="backend", help="the consumer's name that the tables are set to serve")
    parser.add_argument("--key", type=Path, help="the own private key")
    parser.add_argument("--table-key", action="append", type=Path, default=[], help="each table's public key, in order")
    asyncio.run(follow(parser.parse_args()))


if __name__ == "__main__":
    main()
