"""`studio keys new|list|revoke`: keys of tables, backends, screens and technicians."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from devices.clock import SystemClock
from studio.keys.files import ROLES, SPEAKS_AS, KeysError, PublicKey, make, read_folder, revoke
from studio.keys.signing import fingerprint

HELP = "make, list and revoke keys"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`keys new NAME --role ROLE | list | revoke NAME`, each with `--keys DIR`."""
    actions = parser.add_subparsers(title="actions", dest="action", metavar="ACTION", required=True)
    new = actions.add_parser("new", help="make a key: NAME.key stays here, NAME.pub is copied to the tables")
    new.add_argument("name", metavar="NAME", help="whose key; a table's has the table's own name")
    new.add_argument("--role", choices=ROLES, required=True, help="what its bearer may do at a table")
    listing = actions.add_parser("list", help="whose keys are known here, and which are revoked")
    revoking = actions.add_parser("revoke", help="from now on the key is refused by every table of this folder")
    revoking.add_argument("name", metavar="NAME", help="whose key")
    for action in (new, listing, revoking):
        action.add_argument("--keys", type=Path, default=Path("keys"), metavar="DIR", help="the folder (./keys)")


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or 2 with the reason."""
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


def _line(key: PublicKey) -> str:
    speaks = ", ".join(sorted(SPEAKS_AS[key.role]))
    verifier = key.verifier
    does = f"signs as {fingerprint(verifier)}" if verifier else f"speaks as {speaks}"
    state = f"REVOKED {key.revoked_utc}" if key.revoked_utc else f"since {key.created_utc}"
    return f"{key.name:<24} {key.role:<14} {does:<26} {state}"
