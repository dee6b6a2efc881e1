"""What a serial port is really set to, and how long its adapter holds bytes back.

Some adapters take settings that they cannot do and say nothing; other programs set a port anew behind its owner's back
(devices.md 5). So settings are read back after they were asked for. Nothing here changes a port but `make_quick`.
"""

from __future__ import annotations

import array
import fcntl
import struct
import termios
from pathlib import Path
from typing import Final, Literal, NamedTuple

Parity = Literal["N", "E", "O"]

BAUD_TOLERANCE: Final = 0.02
"""How far a divisor may leave the speed from the one asked for: more than that and characters go wrong."""

_BITS: Final = {termios.CS5: 5, termios.CS6: 6, termios.CS7: 7, termios.CS8: 8}
_SPEEDS: Final = {
    getattr(termios, name): int(name[1:]) for name in dir(termios) if name[0] == "B" and name[1:].isdigit()
}
_CRTSCTS: Final = getattr(termios, "CRTSCTS", 0o20000000000)
_CMSPAR: Final = 0o10000000000
"""Mark or space parity: neither even nor odd."""
_TCGETS2: Final = 0x802C542A
_TERMIOS2: Final = "@4IB19B2I"

_TIOCGSERIAL: Final = 0x541E
_FLAGS_AT: Final = 4
"""Place of `flags` in the kernel's serial_struct, in ints."""
_ASYNC_LOW_LATENCY: Final = 0x2000


class LineSettings(NamedTuple):
    """A line as devices have it. `flow`: `none`, `RTS/CTS`, `XON/XOFF`, or both."""

    baud: int
    bytesize: int
    parity: str
    stopbits: float
    flow: str = "none"

    def __str__(self) -> str:
        flow = "" if self.flow == "none" else f" with {self.flow}"
        return f"{self.baud} {self.bytesize}{self.parity}{self.stopbits:g}{flow}"

    def is_as(self, asked: LineSettings) -> bool:
        """Whether a device that speaks as `asked` is understood."""
        close = abs(self.baud - asked.baud) <= asked.baud * BAUD_TOLERANCE
        return close and self[1:3] == asked[1:3] and _stops(self) == _stops(asked) and self.flow == asked.flow


def _stops(line: LineSettings) -> int:
    return 1 if line.stopbits == 1 else 2  # the kernel knows one and a half only as two


def read_back(fd: int) -> LineSettings:
    """What the open port `fd` is set to. Raises OSError or termios.error where it is gone."""
    iflag, _, cflag, _, ispeed, ospeed, _ = termios.tcgetattr(fd)
    baud = _SPEEDS.get(ospeed)
    if baud is None or ispeed not in (ospeed, 0):
        baud = _exact_baud(fd)
    parity = "N"
    if cflag & termios.PARENB:
        parity = "M/S" if cflag & _CMSPAR else ("O" if cflag & termios.PARODD else "E")
    flows = [
        name for name, on in (("RTS/CTS", cflag & _CRTSCTS), ("XON/XOFF", iflag & (termios.IXON | termios.IXOFF))) if on
    ]
    stopbits = 2.0 if cflag & termios.CSTOPB else 1.0
    return LineSettings(baud, _BITS[cflag & termios.CSIZE], parity, stopbits, " and ".join(flows) or "none")


def _exact_baud(fd: int) -> int:
    """A speed that has no name of its own; the slower one where the two directions differ."""
    answer = fcntl.ioctl(fd, _TCGETS2, bytes(struct.calcsize(_TERMIOS2)))
    return int(min(struct.unpack(_TERMIOS2, answer)[-2:]))


def what_is_wrong(port: str, asked: LineSettings, found: LineSettings) -> str | None:
    """What is wrong with a port that was asked to be `asked`, with the remedy; None where nothing is."""
    if found.is_as(asked):
        return None
    return (
        f"{port}: the line was to be {asked} and is {found}: the adapter cannot do it, or another program set it. "
        "End the other program, use another adapter, or correct the line in the table's file"
    )


# --- how quick ---------------------------------------------------------------------------------------------------


def is_low_latency(fd: int) -> bool | None:
    """Whether the driver hands bytes on at once (ASYNC_LOW_LATENCY); None for a port that has no such setting."""
    held = array.array("i", [0] * 32)
    try:
        fcntl.ioctl(fd, _TIOCGSERIAL, held)
    except OSError:
        return None
    return bool(held[_FLAGS_AT] & _ASYNC_LOW_LATENCY)


def latency_timer_ms(port: str, sysfs: Path = Path("/sys")) -> int | None:
    """How long an FTDI adapter holds bytes back, in ms; None for a port without such a timer."""
    name = Path(port).resolve().name
    for file in (
        sysfs / "bus/usb-serial/devices" / name / "latency_timer",
        sysfs / "class/tty" / name / "device/latency_timer",
    ):
        try:
            return int(file.read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
    return None


def latency_in_words(low: bool | None, timer_ms: int | None) -> str:
    """What is known of a port's latency, plainly."""
    words = {True: "low latency set", False: "low latency refused by the adapter", None: "no low-latency setting"}[low]
    return words if timer_ms is None else f"{words}, the adapter holds bytes for {timer_ms} ms"
