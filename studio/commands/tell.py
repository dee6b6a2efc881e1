"""`studio tell ENDPOINT COMMAND`: a command to a running table from the command line, and its answer."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import sys
from typing import Any, Final, cast
from uuid import uuid4

import msgspec

from studio.client import BusError, KeysError, TableClient
from studio.commands.connection import add_key_arguments, key_from
from studio.commands.tell_orders import ORDERS, ROLES, NoCommandError
from studio.messages.bus import LogIn, Reply
from studio.messages.commands import AnyCommand, GoOnDuty, Role

HELP = "give a running table a command"
PERSON = "console"
TIMEOUT_S = 5.0
LOG_IN_S: Final = 15.0
"""How much longer a log-in may take: a PIN is checked slowly on purpose."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`tell ENDPOINT COMMAND …`, one for each command of a table; the options may stand before or after it."""
    parser.add_argument("endpoint", metavar="ENDPOINT", help="the table's result endpoint, as tcp://127.0.0.1:5601")
    _add_common(parser, person=PERSON, role=None, timeout=TIMEOUT_S)
    parser.add_argument(
        "--number", metavar="N", help="where people log in: the staff number; the PIN is asked for and not shown"
    )
    parser.add_argument("--badge", action="store_true", help="where people log in: asks for the badge, not shown")
    parser.add_argument("--pin-stdin", action="store_true", help="read PIN or badge from standard input: for programs")
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
        reply = asyncio.run(_tell(args, _secret(args)))
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


def _secret(args: argparse.Namespace) -> str:
    """PIN or badge, asked for before the table is, and not shown."""
    if not args.number and not args.badge:
        return ""
    if args.pin_stdin:
        return sys.stdin.readline().strip()
    what = "Hold the badge to the reader" if args.badge else "PIN"
    return getpass.getpass(f"{what} (not shown): ").strip()


async def _tell(args: argparse.Namespace, secret: str) -> Reply:
    order = ORDERS[args.what]
    role: Role = args.role or order.role
    client = TableClient(args.endpoint, person=args.person, role=role, keys=key_from(args))
    async with client as table, asyncio.timeout(args.timeout + (LOG_IN_S if secret else 0)):
        view = await table.look()
        if view.log_in and role != "backend" and secret:
            return await _as_somebody(args, table, role, secret)
        reply = await table.order(order.kind, **order.fields(args, view))
        if not reply.accepted and view.log_in and not secret and role != "backend":
            return msgspec.structs.replace(reply, why=f"{reply.why}; here people log in: add --number N, or --badge")
        return reply


async def _as_somebody(args: argparse.Namespace, table: TableClient, role: Role, secret: str) -> Reply:
    """Log in for this one order, give it, and leave nothing open."""
    order = ORDERS[args.what]
    pin, badge = ("", secret) if args.badge else (secret, "")
    comes = order.kind is GoOnDuty
    asked = LogIn(
        str(uuid4()), "" if role == "backend" else role, badge=badge, number=args.number or "", pin=pin, once=not comes
    )
    admission = await table.log_in(asked, timeout_s=LOG_IN_S)
    if admission.person is None or admission.role is None:
        until = f" until {admission.locked_until_utc}" if admission.locked_until_utc else ""
        return Reply(asked.id, accepted=False, why=f"{admission.why}{until}")
    if comes:
        return Reply(asked.id, accepted=True)
    fields = order.fields(args, await table.look())
    command = order.kind(id=str(uuid4()), person=admission.person, role=admission.role, **fields)
    return await table.command(cast(AnyCommand, command), session=admission.session)
