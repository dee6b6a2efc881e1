"""`studio tell ENDPOINT COMMAND`: a command to a running table from the command line, and its answer."""

from __future__ import annotations

import argparse
import asyncio
import sys

from studio.client import BusError, KeysError, TableClient
from studio.commands.connection import add_key_arguments, key_from
from studio.messages.bus import Reply

HELP = "give a running table a command"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`tell ENDPOINT open|close|confirm|call|announce|rule|void …`."""
    parser.add_argument("endpoint", metavar="ENDPOINT", help="the table's result endpoint, as tcp://127.0.0.1:5601")
    parser.add_argument("--as", dest="person", default="console", metavar="NAME", help="who says so (console)")
    parser.add_argument(
        "--role", choices=("dealer", "pit_boss", "technician", "backend"), default="pit_boss", help="in which role"
    )
    parser.add_argument("--timeout", type=float, default=5.0, metavar="S", help="how long to wait for an answer (5 s)")
    add_key_arguments(parser)
    what = parser.add_subparsers(title="commands", dest="what", metavar="COMMAND", required=True)
    opening = what.add_parser("open", help="open for play")
    opening.add_argument("--rounds", type=int, metavar="N", help="close again after N rounds")
    closing = what.add_parser("close", help="close after the round in progress")
    closing.add_argument("reason", metavar="REASON", help="why, for the record")
    confirming = what.add_parser("confirm", help="what was asked for is done")
    confirming.add_argument("step", metavar="WHAT", help="as the prompt's key has it: shuffled, cut, shoe_loaded …")
    announcing = what.add_parser("announce", help="the dealer's own word on the result")
    announcing.add_argument("value", metavar="RESULT", help="player, banker, tie, or the number")
    what.add_parser("call", help="call the pit boss")
    ruling = what.add_parser("rule", help="rule on what holds the table")
    ruling.add_argument("ruling", metavar="RULING", help="one of those that `studio watch` shows")
    ruling.add_argument("reason", metavar="REASON", help="why, for the record")
    voiding = what.add_parser("void", help="void the round in progress")
    voiding.add_argument("reason", metavar="REASON", help="why, for the record")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when accepted, 1 when refused with a reason, 3 when the table does not answer."""
    try:
        reply = asyncio.run(_tell(args))
    except KeysError as error:
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
    client = TableClient(args.endpoint, person=args.person, role=args.role, keys=key_from(args))
    async with client as table, asyncio.timeout(args.timeout):
        match args.what:
            case "open":
                return await table.open_table(args.rounds)
            case "close":
                return await table.close_table(args.reason)
            case "confirm":
                return await table.confirm(args.step)
            case "announce":
                return await table.announce_result(args.value)
            case "call":
                return await table.call_pit_boss()
            case "rule":
                held = (await table.look()).irregularity
                return await table.rule(held.id if held else "", args.ruling, args.reason)
            case _:
                return await table.void_round(args.reason)
