"""`python -m benchmarks [NAME] [OPTIONS]`: one benchmark with its options, or all of them, one after the other."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Final

BENCHMARKS: Final = {
    "latency": "reading at the pseudo-terminal to acknowledged result, beside a hand-written floor",
    "tables": "1, 8 and 32 tables at real pace: reading to acknowledged result, processor and memory",
    "startup": "start of a table to its open door, beside a bare interpreter with the same libraries",
    "delivery": "reading to acknowledged result with CURVE, beside a hand-written floor with CURVE",
    "proof": "verification and replay of a journal, beside reading it and SHA-256",
    "cold-start": "time to ready on a journal of a million events, from its snapshot and without",
    "rounds": "rounds a second through procedure, orchestrator and journal, beside the bare procedure",
    "rules": "rounds a second of the pure rules, beside a straight loop",
    "drivers": "bytes to readings, beside a bare split into lines",
    "camera": "codes on cards: share read and time a frame, beside pyzbar alone",
    "screens": "the dealer's screen: start-up beside a bare QML window, frames and taps in a storm of views",
}
"""Module (- for _) to what it measures, in the order in which all are run. Each has `main(argv) -> exit status`."""


def main(argv: list[str]) -> int:
    """Run what is named, or everything; the exit status is 2 for an unknown name, else the highest of those run."""
    present = [name for name in BENCHMARKS if importlib.util.find_spec(_module(name)) is not None]
    if argv and argv[0] in ("-h", "--help"):
        print(__doc__, "", *(f"  {name:<10}{BENCHMARKS[name]}" for name in present), sep="\n")
        return 0
    if argv and argv[0] not in present:
        print(f"no benchmark is called {argv[0]!r}: there are {', '.join(present)}", file=sys.stderr)
        return 2
    status = 0
    for name in argv[:1] or present:
        print(f"== {name}: {BENCHMARKS[name]}", flush=True)
        status = max(status, int(importlib.import_module(_module(name)).main(argv[1:]) or 0))
    return status


def _module(name: str) -> str:
    return f"benchmarks.{name.replace('-', '_')}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
