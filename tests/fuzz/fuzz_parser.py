"""One parser under a coverage-guided fuzzer, until it is stopped or a property does not hold.

    python tests/fuzz/fuzz_parser.py PROTOCOL [libFuzzer options, as in -max_total_time=60]

Needs the package `atheris`. `tests/fuzz/run.py` runs all of them with a time limit. A failing input is left by the
fuzzer in the working folder; feed it to `studio devices decode PROTOCOL FILE` to see it.
"""

from __future__ import annotations

import copy
import sys
import tempfile
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

with atheris.instrument_imports(include=["devices"]):
    from devices.catalogue import driver
    from devices.readings import CommandAnswered, WheelResult

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

ORDERS = (("restart_game", ""), ("self_test", ""), ("mute", ""), ("set_mode", "135"), ("read_parameters", ""))
"""What a host that takes orders is given before and between the input, so that its answers are read as such."""

ANSWERS = (
    *("*T z 37", "*T m 1.5", "*T OK", "*T NO", "*S V2.50", "*V x", "*O 2 1 161 1158", "*R OK", "*R NO", "*u OK"),
    *("*P OK", "*q OK", "*o 135", "*o BUSY", "*F 0", "*F 5", "*F BUSY", "*) NO", "*X;4;009; 7;0;150;0"),
)
"""Words of a wheel, for the fuzzer's dictionary."""

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
        orders = _open_and_order((whole, pieces), data)
        readings = whole.feed(data, 0.0)
        cut = [one for at in range(0, len(data), step) for one in pieces.feed(data[at : at + step], 0.0)]
        assert cut == readings, "another chunking gives other readings"
        if orders is not None:
            readings += whole.host.on_time(1000.0)
            answered = sum(isinstance(one, CommandAnswered) for one in readings)
            assert answered <= orders, "an order is told twice"
        assert pieces.frames_malformed == whole.frames_malformed
        results = sum(isinstance(one, WheelResult) for one in readings)
        assert results <= data.count(b"*X;5;"), "a result without its line"
        whole.feed(good, 1.0)
        before = whole.frames_well_formed
        whole.feed(good * 3, 2.0)
        assert whole.frames_well_formed == before + 3, "good frames are not heard again"

    return one_input


def _open_and_order(protocols, data: bytes) -> int | None:
    """Open both alike, and order alike what the first byte says; how many orders, None where none are taken."""
    if not hasattr(protocols[0], "host") or not data or data[0] & 1:
        return None  # half of the inputs: a device that is only listened to
    chosen = [order for bit, order in enumerate(ORDERS) if data[0] & (2 << bit)]
    for protocol in protocols:
        protocol.link_opened(0.0)
        for order, value in chosen:
            protocol.host.give(order, value, 0.0)
    return len(chosen)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in GOOD:
        sys.exit(f"usage: fuzz_parser.py PROTOCOL [libFuzzer options]; protocols: {', '.join(GOOD)}")
    with tempfile.NamedTemporaryFile("w", suffix=".dict") as words:
        words.writelines(f'"{answer}\\x0d\\x0a"\n' for answer in ANSWERS)
        words.flush()
        atheris.Setup([sys.argv[0], *sys.argv[2:], f"-dict={words.name}"], target(sys.argv[1]))
        atheris.Fuzz()
