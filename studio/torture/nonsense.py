"""What is thrown at sockets: bytes that are no protocol, and frames that are damaged, in the wrong role, or repeated.

All from a seeded generator. No message here may be carried out for the bearer of a dealer screen's key: the commands
are in other roles, and what is a backend's is not a screen's. So whatever a table does about them is a fault.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final, get_args

import msgspec

from devices.clock import Chance
from studio.messages.bus import Ack, Heartbeat, Hello, Look, Order, Reject, Resend
from studio.messages.commands import AnyCommand

LONGEST_RAW: Final = 32_768
_GREETING: Final = b"\xff" + bytes(7) + b"\x01\x7f\x03\x00"
_OPENINGS: Final = (
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # a TLS hello
    _GREETING + b"NULL".ljust(20, b"\0") + bytes(32),
    _GREETING + b"PLAIN".ljust(20, b"\0") + bytes(32),
    _GREETING + b"CURVE".ljust(20, b"\0") + bytes(32),
    _GREETING + b"CURVE".ljust(20, b"\0") + bytes(32) + b"\x04\xc8\x05HELLO\x01\x00",
    _GREETING + b"CURVE".ljust(20, b"\0") + bytes(32) + b"\x06\x7f\xff\xff\xff\xff\xff\xff\xff",
)
_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 2**63, 2**64, 1.5, 1e308, "", "pit_boss", "backend", "x" * 300, "\0", "‮", "🂡"),
    *([], {}, [[[[[[]]]]]], {"frame": "order"}, [1] * 50, {"a": {"b": {"c": {}}}}),
)
_INSERTED: Final = (b'"', b"{", b"}", b"[", b"\\", b"\\ud800", b"\x00", b"-", b"9" * 30, b"\xff", b"1e999", b",", b":")


def _samples() -> list[dict[str, Any]]:
    """A whole frame of each kind, and one with each command, in a role that is not a dealer's."""
    frames: list[Any] = [
        Hello("backend", "e", 3),
        Ack("t", 1, "t:e:1"),
        Reject("t", 1, "t:e:1", "not_accepted", "why"),
        Resend(id="t:e:1"),
        Resend(epoch="e", from_seq=1),
        Heartbeat(),
        Heartbeat(n=1, sent_us=1),
        Look(),
    ]
    built: list[dict[str, Any]] = [msgspec.to_builtins(frame) for frame in frames]
    for kind in get_args(AnyCommand):
        command = {"command": kind.__struct_config__.tag, "id": "c", "person": "Ana", "role": "pit_boss"}
        for field in msgspec.structs.fields(kind):
            if field.required and field.name not in command:
                command[field.name] = _sample(field.type)
        built.append(msgspec.to_builtins(msgspec.convert({"frame": "order", "command": command}, Order)))
    return built


def _sample(kind: Any) -> Any:
    for value in ("x", 1, [1], ["x"], {"x": 1}, {"x": "y"}, "washed"):
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            continue
        return value
    raise ValueError(f"no sample of {kind}: add one")


class Nonsense:
    """An endless supply, the same for the same `chance`."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._samples = _samples()
        self._encoded = [msgspec.json.encode(sample) for sample in self._samples]
        self._said: deque[list[bytes]] = deque(maxlen=64)

    def raw(self, most: int = LONGEST_RAW) -> bytes:
        """What one TCP connection sends: an opening that some protocol has, and then noise."""
        opening = self._chance.choice(_OPENINGS)
        return (opening + self._chance.randbytes(self._chance.randrange(most)))[:most]

    def message(self) -> list[bytes]:
        """The parts of one message of a client that got through the handshake."""
        draw = self._chance.random()
        if draw < 0.12:
            parts = [self._chance.randbytes(self._chance.randrange(120))]
        elif draw < 0.50:
            parts = [self._damaged()]
        elif draw < 0.75:
            parts = [self._with_a_wrong_value()]
        elif draw < 0.85:
            parts = [self._chance.choice(self._encoded)]
        elif draw < 0.93:
            parts = [self._damaged() for _ in range(self._chance.randrange(2, 6))]
        elif draw < 0.9998 and self._said:
            parts = self._chance.choice(self._said)
        else:
            parts = [b'{"frame":"' * self._chance.randrange(1, 9_000)]
        if draw < 0.85 and self._chance.random() < 0.1:
            self._said.append(parts)
        return parts

    def subscription(self) -> bytes:
        """What somebody who is not content with everything subscribes to, or says, on a telemetry socket."""
        first = self._chance.choice((b"\x01", b"\x01", b"\x00", b"\x02", b"{", b""))
        return first + self._chance.randbytes(1 + self._chance.randrange(40))

    def _damaged(self) -> bytes:
        frame = bytearray(self._chance.choice(self._encoded))
        for _ in range(self._chance.randrange(1, 4)):
            place = self._chance.randrange(len(frame) + 1)
            match self._chance.randrange(4):
                case 0:
                    frame[place : place + 1] = self._chance.randbytes(1)
                case 1:
                    del frame[place:]
                case 2:
                    del frame[place : place + self._chance.randrange(1, 8)]
                case _:
                    frame[place:place] = self._chance.choice(_INSERTED)
        return bytes(frame)

    def _with_a_wrong_value(self) -> bytes:
        frame = dict(self._chance.choice(self._samples))
        if "command" in frame and self._chance.random() < 0.8:
            inner = dict(frame["command"])
            inner[self._chance.choice([*inner, "more"])] = self._chance.choice(_VALUES)
            frame["command"] = inner
        else:
            frame[self._chance.choice([*frame, "more"])] = self._chance.choice(_VALUES)
        try:
            return msgspec.json.encode(frame)
        except (msgspec.MsgspecError, OverflowError, UnicodeError):
            return b"{}"
