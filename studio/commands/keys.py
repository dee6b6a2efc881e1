"""`studio keys new|list|revoke|probe`: keys of tables, backends, screens and technicians, and what happens without."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from devices.clock import SystemClock
from studio.bus.stranger import in_words, probe
from studio.keys.files import ROLES, SPEAKS_AS, KeysError, PublicKey, make, read_folder, read_public, revoke
from studio.keys.signing import fingerprint

HELP = "make, list and revoke keys; try a table's sockets without one"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`keys new NAME --role ROLE | list | revoke NAME`, each with `--keys DIR`; `keys probe ENDPOINT…`."""
    actions = parser.add_subparsers(title="actions", dest="action", metavar="ACTION", required=True)
    new = actions.add_parser("new", help="make a key: NAME.key stays here, NAME.pub is copied to the tables")
    new.add_argument("name", metavar="NAME", help="whose key; a table's has the table's own name")
    new.add_argument("--role", choices=ROLES, required=True, help="what its bearer may do at a table")
    listing = actions.add_parser("list", help="whose keys are known here, and which are revoked")
    revoking = actions.add_parser("revoke", help="from now on the key is refused by every table of this folder")
    revoking.add_argument("name", metavar="NAME", help="whose key")
    for action in (new, listing, revoking):
        action.add_argument("--keys", type=Path, default=Path("keys"), metavar="DIR", help="the folder (./keys)")
    probing = actions.add_parser("probe", help="what a stranger learns at a table's sockets; status 1 if anything")
    probing.add_argument("endpoints", nargs="+", metavar="ENDPOINT", help="such as tcp://127.0.0.1:5500")
    probing.add_argument("--table-key", type=Path, metavar="PUB", help="also as one who knows the table's public key")


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or 2 with the reason; 1 when a probe has learned something."""
    if args.action == "probe":
        return _probe(args)
    utc = SystemClock().utc()
    try:
        match args.action:
            case "new":
                key = make(args.keys, args.name, args.role, utc)
                print(f"{args.keys / key.name}.key  private, stays on this host")
                print(f"{args.keys / key.name}.pub  public, for the keys folder of those who shall know it")
            case "revoke":
                key = revoke(args.keys, args.name, utc)
                print(f"{key.name} ({key.role}) is revoked since {key.revoked_utc}")
            case _:
                for key in read_folder(args.keys):
                    print(_line(key))
    except KeysError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _probe(args: argparse.Namespace) -> int:
    try:
        table_key = read_public(args.table_key).curve.encode() if args.table_key else None
        attempts = [one for endpoint in args.endpoints for one in asyncio.run(probe(endpoint, table_key))]
    except (KeysError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    learned = sum(attempt.learned for attempt in attempts)
    print(in_words(attempts))
    print(f"{len(attempts)} attempts: " + (f"{learned} LEARNED SOMETHING" if learned else "nothing was learned"))
    return 1 if learned else 0


def _line(key: PublicKey) -> str:
    speaks = ", ".join(sorted(SPEAKS_AS[key.role]))
    verifier = key.verifier
    does = f"signs as {fingerprint(verifier)}" if verifier else f"speaks as {speaks}"
    state = f"REVOKED {key.revoked_utc}" if key.revoked_utc else f"since {key.created_utc}"
    return f"{key.name:<24} {key.role:<14} {does:<26} {state}"
