"""The wheel's part of the twelve inputs (devices.md 6), by their numbers, and the bytes that make them."""

from __future__ import annotations

from feeding import Timed


def status(state: int, spin: int, number: str, warning: str = "0", speed: int = 150, direction: int = 0) -> bytes:
    """One status line with its end."""
    return f"*X;{state};{spin:03d};{number:>2};{warning};{speed:03d};{direction}\r\n".encode()


CLEAN_GAME = (
    status(2, 69, "29", speed=176) * 3
    + status(3, 69, "29", speed=191) * 4
    + status(4, 69, "29", speed=191) * 20
    + b"29\r\n"
    + status(5, 69, "29", speed=191)
    + status(5, 69, "29", speed=192)
    + status(2, 70, "29", speed=191)
)
OPENED_IN_MID_LINE = b"1\r\n" + status(2, 2, "31", speed=146, direction=1)
BYTES_LOST_IN_STATE_4 = status(4, 146, "9") + b"0\r\n" + status(4, 146, "9") * 2
DAMAGED = b"*X;4;146; 9;0;158;0\r\n6; 9;0;158;0\r\n4;146; 9;0;159;0\r\n*X;4;14*X;*X;4;146; 9;0;158;0\r\n"
DISAGREEMENT = status(4, 9, "23", direction=1) + b" 5\r\n" + status(5, 9, "1", direction=1)
MISSED = status(4, 147, "21", speed=195, direction=1) + status(2, 148, "0", speed=196, direction=1)
BALL_LOST = (
    status(4, 1, "") * 2
    + status(4, 1, "", "1", 0)
    + status(4, 1, "") * 15
    + status(4, 1, "", "4", 0) * 60
    + status(6, 1, "", "4", 0)
)
FAILED_LAUNCH = status(2, 43, "35", "8", 172) * 52 + status(3, 43, "35", "0", 172, 1)
STOPPED_IN_GAME = status(4, 178, "20", speed=149, direction=1) + status(6, 178, "20", speed=0)
WRAP = status(4, 256, "3") + status(5, 256, "17") + status(2, 1, "17")
POWER_CYCLE = status(4, 178, "20", speed=149, direction=1) + status(6, 1, "", speed=0) + status(1, 1, "", speed=44)

INPUTS: dict[str, Timed] = {
    "1 clean game": [(0.0, CLEAN_GAME)],
    "2 opened in mid-line": [(0.0, OPENED_IN_MID_LINE)],
    "2 bytes lost": [(0.0, BYTES_LOST_IN_STATE_4)],
    "3 damaged": [(0.0, DAMAGED)],
    "3 noisy": [(second / 2, b"\x81\xff garbage\r\n" * 2) for second in range(14)],
    "4 disagreement": [(0.0, DISAGREEMENT)],
    "5 missed": [(0.0, MISSED[:21]), (1920.0, MISSED[21:])],
    "6 ball lost": [(0.0, BALL_LOST)],
    "6 failed launch": [(0.0, FAILED_LAUNCH)],
    "7 stopped": [(0.0, STOPPED_IN_GAME)],
    "8 wrap": [(0.0, WRAP)],
    "8 power cycle": [(0.0, POWER_CYCLE)],
    "overlong": [(0.0, b"*X;4;" + b"1" * 600 + b"\r\n" + CLEAN_GAME)],
    "mixed line ends": [(0.0, CLEAN_GAME.replace(b"29\r\n", b"29\n\r"))],
}
