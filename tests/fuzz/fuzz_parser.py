"""One parser under a coverage-guided fuzzer, until it is stopped or a property does not hold.

    python tests/fuzz/fuzz_parser.py PROTOCOL [libFuzzer options, as in -max_total_time=60]

Needs the package `atheris`. `tests/fuzz/run.py` runs all of them with a time limit. A failing input is left by the
fuzzer in the working folder; feed it to `studio devices decode PROTOCOL FILE` to see it.
"""

from __future__ import annotations

import copy
import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

with atheris.instrument_imports(include=["devices"]):
    from devices.catalogue import driver
    from devices.readings import WheelResult

GOOD = {
    "ss2": b"*X;2;009; 7;0;150;0\r\n",
    "grammar:slingshot2": b"*X;2;009; 7;0;150;0\r\n",
    "angel-eye": b"\x051P\x0362",
    "ball-tags": b"F;000\r\n",
    "scanner-lines": b"HQ\r\n",
    "scanner-keys": b"K 16 0\n",
    "buttons-keys": b"K 79 0\n",
    "badge-keys": b"K 79 0\n",
    "badge-lines": b"0012345678\r\n",
    "grammar:contact-box": b"I1=0\r\n",
    "grammar:shuffler": b"S;0;---;-\r\n",
}
"""Protocol to a whole frame of it."""

OPTIONS = {
    "ball-tags": {"ball_set": "simulated-1"},
    "scanner-lines": {"codes": "suit-rank"},
    "scanner-keys": {"codes": "suit-rank"},
    "buttons-keys": {"buttons": "dealer-pad"},
}


def target(protocol: str):
    """What is called with each input: raises where a property of docs/devices/README.md does not hold."""
    fresh, good = driver(protocol).build(OPTIONS.get(protocol, {})), GOOD[protocol]

    def one_input(data: bytes) -> None:
        whole, pieces = copy.deepcopy(fresh), copy.deepcopy(fresh)
        step = 1 + (data[0] % 7 if data else 0)
        readings = whole.feed(data, 0.0)
        cut = [one for at in range(0, len(data), step) for one in pieces.feed(data[at : at + step], 0.0)]
        assert cut == readings, "another chunking gives other readings"
        assert pieces.frames_malformed == whole.frames_malformed
        results = sum(isinstance(one, WheelResult) for one in readings)
        assert results <= data.count(b"*X;5;"), "a result without its line"
        whole.feed(good, 1.0)
        before = whole.frames_well_formed
        whole.feed(good * 3, 2.0)
        assert whole.frames_well_formed == before + 3, "good frames are not heard again"

    return one_input


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in GOOD:
        sys.exit(f"usage: fuzz_parser.py PROTOCOL [libFuzzer options]; protocols: {', '.join(GOOD)}")
    atheris.Setup([sys.argv[0], *sys.argv[2:]], target(sys.argv[1]))
    atheris.Fuzz()
