"""`studio people add|list|remove|set-pin|set-badge|licence|unlock`: who may stand at the tables."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, get_args

from devices.clock import SystemClock
from studio.config_errors import ConfigError
from studio.houses import config_dir
from studio.people import Person, PersonRole
from studio.people_file import PeopleFile
from studio.pins import hash_pin, why_weak

HELP = "keep the list of people: who may stand at the tables, with badge and PIN"
GAMES: Final = ("baccarat", "blackjack", "roulette")
AGAIN: Final = "Tables that run take it up within two seconds."


class _RefusedError(Exception):
    """What was asked for is not done; says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`people add|list|remove|set-pin|set-badge|licence|unlock …`, each with `--file FILE`."""
    actions = parser.add_subparsers(title="actions", dest="action", metavar="ACTION", required=True)
    adding = actions.add_parser("add", help="put somebody on the list; asks for the PIN, which is not shown")
    adding.add_argument("name", metavar="NAME", help="as it stands on rounds and rulings")
    adding.add_argument("--number", required=True, metavar="N", help="the staff number that goes with the PIN")
    adding.add_argument(
        "--role", action="append", required=True, choices=get_args(PersonRole), help="what he may be; repeatable"
    )
    adding.add_argument(
        "--licence", action="append", type=_licence, default=[], metavar="GAME=DATE", help="may deal GAME up to DATE"
    )
    adding.add_argument("--badge", action="store_true", help="has a badge too: asks for it to be held to a reader")
    adding.add_argument("--no-pin", action="store_true", help="has a badge alone")
    listing = actions.add_parser("list", help="who is on it, in which roles, with what, and licensed until when")
    pin = actions.add_parser("set-pin", help="a new PIN, which also opens a lock; asks for it and does not show it")
    badge = actions.add_parser("set-badge", help="a new badge; asks for it to be held to a reader")
    licence = actions.add_parser("licence", help="somebody may deal a game up to and on a day")
    unlock = actions.add_parser("unlock", help="open now what five wrong PINs have locked")
    remove = actions.add_parser("remove", help="take somebody off the list: he is out at every table at once")
    for action in (pin, badge, licence, unlock, remove):
        action.add_argument("who", metavar="WHO", help="name or staff number")
    licence.add_argument("licence", type=_licence, metavar="GAME=DATE", help="as in baccarat=2027-06-30")
    for action in (adding, pin):
        action.add_argument("--pin-stdin", action="store_true", help="read the PIN from standard input: for programs")
    for action in (adding, listing, pin, badge, licence, unlock, remove):
        action.add_argument("--file", type=Path, metavar="FILE", help="the list (config/people.toml)")


def run(args: argparse.Namespace) -> int:
    """Exit status 0; 1 refused; 2 for a list that is not good. Says what was done."""
    file = PeopleFile(args.file or config_dir() / "people.toml")
    try:
        for line in _DOES[args.action](file, args):
            print(line)
    except _RefusedError as error:
        print(f"refused: {error}", file=sys.stderr)
        return 1
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _add(file: PeopleFile, args: argparse.Namespace) -> list[str]:
    entry: dict[str, Any] = {"name": args.name.strip(), "roles": list(dict.fromkeys(args.role)), "number": args.number}
    if not entry["name"]:
        raise _RefusedError("a person has a name")
    if args.no_pin and not args.badge:
        raise _RefusedError("without a PIN and without a badge nobody is let in: leave out --no-pin, or add --badge")
    if file.path.exists():
        # Before anybody types a PIN for nothing.
        for known in file.people().people:
            if known.name == entry["name"] or known.number == entry["number"]:
                raise _RefusedError(f"{known.name} with number {known.number} is on the list already")
    if "dealer" in args.role and not args.licence:
        print(f"{entry['name']} has no licence yet and may deal nothing: studio people licence …", file=sys.stderr)
    if args.badge:
        entry["badge"] = _ask_badge()
    if not args.no_pin:
        entry["pin"] = _ask_pin(args, args.number)
    if args.licence:
        entry["licences"] = dict(args.licence)
    file.add(entry)
    has = " and ".join(what for what in ("badge", "pin") if what in entry).replace("pin", "PIN")
    roles = ", ".join(role.replace("_", " ") for role in entry["roles"])
    return [f"{entry['name']} ({args.number}) is on the list as {roles}, with {has}. {AGAIN}"]


def _list(file: PeopleFile, args: argparse.Namespace) -> list[str]:
    today = datetime.fromisoformat(SystemClock().utc()).date()
    return [_line(person, today) for person in file.people().people]


def _line(person: Person, today: date) -> str:
    has = "+".join(what for what, there in (("badge", person.badge), ("PIN", person.pin)) if there) or "nothing"
    roles = ", ".join(role.replace("_", " ") for role in person.roles)
    licences = ", ".join(
        f"{game} {'until' if until >= today else 'ENDED'} {until}" for game, until in sorted(person.licences.items())
    )
    return f"{person.number or '-':<7} {person.name:<24} {roles:<22} {has:<10} {licences}".rstrip()


def _set_pin(file: PeopleFile, args: argparse.Namespace) -> list[str]:
    name = file.find(args.who)
    number = next(person.number for person in file.people().people if person.name == name)
    file.set(name, pin=_ask_pin(args, number or ""), unlocked_utc=_now())
    return [f"{name} has a new PIN, and is not locked. {AGAIN}"]


def _set_badge(file: PeopleFile, args: argparse.Namespace) -> list[str]:
    name = file.find(args.who)
    file.set(name, badge=_ask_badge())
    return [f"{name} has a new badge; the old one lets nobody in any more. {AGAIN}"]


def _set_licence(file: PeopleFile, args: argparse.Namespace) -> list[str]:
    name = file.find(args.who)
    game, until = args.licence
    file.license(name, game, until)
    return [f"{name} may deal {game} up to and on {until}. {AGAIN}"]


def _unlock(file: PeopleFile, args: argparse.Namespace) -> list[str]:
    name = file.find(args.who)
    file.set(name, unlocked_utc=_now())
    return [f"{name}: what wrong PINs had locked before now is open. {AGAIN}"]


def _remove(file: PeopleFile, args: argparse.Namespace) -> list[str]:
    name = file.find(args.who)
    file.remove(name)
    return [f"{name} is off the list: out at every table, logged in or not. {AGAIN}"]


_DOES: Final[dict[str, Callable[[PeopleFile, argparse.Namespace], list[str]]]] = {
    "add": _add,
    "list": _list,
    "set-pin": _set_pin,
    "set-badge": _set_badge,
    "licence": _set_licence,
    "unlock": _unlock,
    "remove": _remove,
}


def _ask_pin(args: argparse.Namespace, number: str) -> str:
    """The hash of a PIN that was typed twice alike. Raises _RefusedError."""
    pin = sys.stdin.readline().strip() if args.pin_stdin else getpass.getpass("PIN (not shown): ")
    why = why_weak(pin, number)
    if why is not None:
        raise _RefusedError(f"this PIN is too weak: {why}")
    if not args.pin_stdin and getpass.getpass("The same again: ") != pin:
        raise _RefusedError("the two are not the same; nothing was changed")
    return hash_pin(pin)


def _ask_badge() -> str:
    """A badge as a reader that types gives it, not shown."""
    badge = getpass.getpass("Hold the badge to the reader (not shown): ").strip()
    if not (badge.isascii() and badge.isalnum() and 4 <= len(badge) <= 32):
        raise _RefusedError("a badge has 4 to 32 letters and digits")
    return badge


def _licence(text: str) -> tuple[str, date]:
    """`GAME=DATE` for argparse."""
    game, _, until = text.partition("=")
    try:
        day = date.fromisoformat(until)
    except ValueError:
        day = None
    if game not in GAMES or day is None:
        raise argparse.ArgumentTypeError(f"{text!r}: write it as baccarat=2027-06-30; games are {', '.join(GAMES)}")
    return game, day


def _now() -> datetime:
    return datetime.fromisoformat(SystemClock().utc()).astimezone(UTC)
