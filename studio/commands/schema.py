"""`studio schema`: the JSON Schema of the contract."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from studio.messages.schema import schema_text

HELP = "print the JSON Schema of the message contract, or compare a recorded one with it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `studio schema`."""
    parser.add_argument(
        "--check", type=Path, metavar="FILE", help="compare FILE with the code; status 1 when it differs"
    )


def run(args: argparse.Namespace) -> int:
    """Print the schema. With `--check`: status 0 when it is the same, 1 when it differs, 2 when unreadable."""
    text = schema_text()
    if args.check is None:
        sys.stdout.write(text)
        return 0
    try:
        recorded = args.check.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(f"studio schema: cannot read {args.check}: {error}", file=sys.stderr)
        return 2
    if recorded == text:
        print(f"{args.check} is the contract of the code")
        return 0
    sys.stdout.writelines(
        difflib.unified_diff(recorded.splitlines(True), text.splitlines(True), str(args.check), "the code")
    )
    print(
        f"studio schema: {args.check} is not the contract of the code; if the change is meant, write it anew: "
        f"studio schema > {args.check}",
        file=sys.stderr,
    )
    return 1
