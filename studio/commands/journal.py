"""`studio journal show|close|deliver|restore|copy`: read a journal, end it, deliver what is left, bring it back."""

from __future__ import annotations

import argparse
import asyncio
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

from studio.commands.verify import read_signers
from studio.config_errors import ConfigError
from studio.journal.copy import CopyPlace
from studio.journal.errors import JournalError
from studio.journal.page import tell_round
from studio.journal.store import Journal

HELP = "read a table's journal; close, deliver or restore one; check its second copies"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`journal show|close|deliver|restore|copy`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    show = actions.add_parser("show", help="the rounds of a journal; with --round one of them as it went")
    show.add_argument("journal", type=Path, metavar="JOURNAL", help="a table's journal, also while the table runs")
    show.add_argument("--round", metavar="ID", help="a round's id, as the list has it")
    show.set_defaults(act=_show)

    close = actions.add_parser(
        "close",
        help="archive the journal of a stopped table; the table begins a new one, which names it",
        description="Archive the journal of a stopped table: where other rules or software wrote it, so that the table "
        "does not start on it, or by hand at a day's end. It must be acknowledged (`studio journal deliver`), and "
        "whole in every second place that is named. The table's next start begins a new journal that names this one.",
    )
    close.add_argument("journal", type=Path, metavar="JOURNAL", help="a table's journal, at rest")
    close.add_argument("--to", type=Path, required=True, metavar="DIR", help="the folder of archives; made if absent")
    close.add_argument("--key", action="append", type=Path, metavar="PUB", help="the table's public key")
    _add_places(close, "a second place that must hold the whole journal before it goes")
    close.set_defaults(act=_close)

    deliver = actions.add_parser(
        "deliver", help="give the backend what it lacks of a journal, without running its table"
    )
    deliver.add_argument("file", type=Path, metavar="TABLE", help="the table's TOML: its sockets and keys")
    deliver.add_argument(
        "--data", type=Path, default=Path("data"), metavar="DIR", help="its journal lies here (./data)"
    )
    deliver.set_defaults(act=_deliver)

    restore = actions.add_parser("restore", help="a journal again, of its archive or of a second copy; it is proved")
    restore.add_argument("file", type=Path, metavar="FILE", help="an archive (.journal.xz) or a copy (.copy)")
    restore.add_argument("--to", type=Path, required=True, metavar="DIR", help="the folder for the journal")
    restore.set_defaults(act=_restore)

    copy = actions.add_parser("copy", help="bring the second copies of a journal up to its end, and prove them")
    copy.add_argument("journal", type=Path, metavar="JOURNAL", help="a table's journal, also while the table runs")
    _add_places(copy, "the second place")
    copy.set_defaults(act=_copy)


def _add_places(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--copy", action="append", default=[], type=Path, metavar="DIR", help=f"{what}: a folder")
    parser.add_argument(
        "--copy-postgres", action="append", default=[], metavar="CONNINFO", help=f"{what}: a PostgreSQL server"
    )


def run(args: argparse.Namespace) -> int:
    """Exit status 0; 1 when a journal does not hold or may not go; 2 when it cannot be read, or has no such round."""
    act: Callable[[argparse.Namespace], int] = args.act
    try:
        return act(args)
    except JournalError as error:
        print(error, file=sys.stderr)
        return 2 if act is _show else 1
    except ConfigError:
        raise
    except (OSError, lzma.LZMAError) as error:
        print(error, file=sys.stderr)
        return 2


def _show(args: argparse.Namespace) -> int:
    print(tell_round(Journal.open_read_only(args.journal), args.round))
    return 0


def _close(args: argparse.Namespace) -> int:
    from devices.clock import SystemClock
    from studio.journal.archive import archive

    signers = read_signers(args.key) if args.key else None
    print(archive(args.journal, args.to, SystemClock().utc(), signers, _places(args)))
    print("the table begins a new journal at its next start; it names this one")
    return 0


def _deliver(args: argparse.Namespace) -> int:
    from studio import logs
    from studio.delivering import deliver
    from studio.settings import load_table

    logs.configure("warning")
    settings = load_table(args.file)
    said = [-1]

    def told(acknowledged: int, last: int) -> None:
        if said[0] != acknowledged:
            said[0] = acknowledged
            print(f"acknowledged {acknowledged} of {last}", flush=True)

    lacked = asyncio.run(deliver(settings, args.data / f"{settings.table}.journal", told))
    print(f"the backend has everything; it lacked {lacked} event{'' if lacked == 1 else 's'}")
    return 0


def _restore(args: argparse.Namespace) -> int:
    from studio.journal.archive import restore, restore_copy
    from studio.journal.copy_folder import read_copy
    from studio.journal.proof import prove

    args.to.mkdir(parents=True, exist_ok=True)
    made = restore_copy(*read_copy(args.file), args.to) if args.file.suffix == ".copy" else restore(args.file, args.to)
    extent = prove(made).extent
    print(f"{made}: {extent.inputs} inputs and {extent.events} events, unbroken")
    return 0


def _copy(args: argparse.Namespace) -> int:
    from studio.journal.copy import check_rows, copy_whole
    from studio.journal.file import Meta

    places = _places(args)
    if not places:
        raise ConfigError(["name a second place: --copy DIR, or --copy-postgres CONNINFO"])
    journal = Journal.open_read_only(args.journal)
    meta = Meta(journal.table, journal.epoch, journal.created_utc)
    for place in places:
        copy_whole(args.journal, place)
        extent = check_rows(place.name, meta, place.rows(meta))
        print(f"{place.name}: {extent.inputs} inputs and {extent.events} events, unbroken; head {extent.hash.hex()}")
    return 0


def _places(args: argparse.Namespace) -> list[CopyPlace]:
    from studio.journal.copy_folder import FolderCopies
    from studio.journal.copy_postgres import PostgresCopies

    return [*map(FolderCopies, args.copy), *map(PostgresCopies, args.copy_postgres)]
