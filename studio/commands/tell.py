"""`studio tell ENDPOINT COMMAND`: a command to a running table from the command line, and its answer."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Any

from studio.client import BusError, KeysError, TableClient
from studio.commands.connection import add_key_arguments, key_from
from studio.commands.tell_orders import ORDERS, ROLES, NoCommandError
from studio.messages.bus import Reply

HELP = "give a running table a command"
PERSON = "console"
TIMEOUT_S = 5.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`tell ENDPOINT COMMAND …`, one for each command of a table; the options may stand before or after it."""
    parser.add_argument("endpoint", metavar="ENDPOINT", help="the table's result endpoint, as tcp://127.0.0.1:5601")
    _add_common(parser, person=PERSON, role=None, timeout=TIMEOUT_S)
    add_key_arguments(parser)
    # Said after the command these win; unsaid there, they must not take away what was said before it.
    after = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    _add_common(after)
    what = parser.add_subparsers(title="commands", dest="what", metavar="COMMAND", required=True)
    for word, order in ORDERS.items():
        role = f"In which role, where --role does not say: {order.role.replace('_', ' ')}."
        own = what.add_parser(word, parents=[after], help=order.help, description=_sentence(order.help), epilog=role)
        order.arguments(own)


def _add_common(parser: argparse.ArgumentParser, **defaults: Any) -> None:
    parser.add_argument("--as", dest="person", metavar="NAME", help=f"who says so ({PERSON})")
    parser.add_argument("--role", choices=ROLES, help="in which role; without it, the one that gives such commands")
    parser.add_argument("--timeout", type=float, metavar="S", help=f"how long to wait for an answer ({TIMEOUT_S:g} s)")
    parser.set_defaults(**defaults)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when accepted, 1 when refused with a reason, 2 for no command, 3 when the table is silent."""
    try:
        reply = asyncio.run(_tell(args))
    except (KeysError, NoCommandError) as error:
        print(error, file=sys.stderr)
        return 2
    except BusError as error:
        print(error, file=sys.stderr)
        return 3
    except TimeoutError:
        print(f"{args.endpoint} did not answer within {args.timeout:g} s", file=sys.stderr)
        return 3
    if reply.accepted:
        print(f"accepted: {reply.why}" if reply.why else "accepted")
        return 0
    print(f"refused: {reply.why}", file=sys.stderr)
    return 1


async def _tell(args: argparse.Namespace) -> Reply:
    order = ORDERS[args.what]
    client = TableClient(args.endpoint, person=args.person, role=args.role or order.role, keys=key_from(args))
    async with client as table, asyncio.timeout(args.timeout):
        return await table.order(order.kind, **order.fields(args, await table.look()))
