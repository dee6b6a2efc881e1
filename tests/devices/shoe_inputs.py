"""The shoe's part of the twelve inputs (devices.md 6), and the frames that make them."""

from __future__ import annotations

from feeding import Timed

from devices.shoe.angel_eye import ENQ, ETX, bcc


def frame(sequence: str, message: bytes, *, with_start: bool = False) -> bytes:
    """One frame from the shoe with a right check."""
    body = bytes((ENQ,)) + sequence.encode() + message + bytes((ETX,))
    return body + bcc(body if with_start else body[1:])


START = bytes.fromhex("05 31 53 03 36 31")
EIGHT_OF_SPADES = bytes.fromhex("05 31 44 81 B8 03 34 46")
REPEATS_AND_REBOOT = EIGHT_OF_SPADES * 3 + START + EIGHT_OF_SPADES
CUT = bytes.fromhex("05 32 44 91 05 33 44 91 A5 03 34 30")
WRONG_CHECK = bytes.fromhex("05 34 44 81 B8 03 30 30")
CUT_CARD = bytes.fromhex("05 35 43 03 37 35")
ENDLESS = bytes((ENQ,)) + b"A" * 200

INPUTS: dict[str, Timed] = {
    "9 repeats and reboot": [(0.0, REPEATS_AND_REBOOT)],
    "10 cut": [(0.0, CUT)],
    "10 wrong check": [(0.0, WRONG_CHECK + EIGHT_OF_SPADES)],
    "10 endless": [(0.0, ENDLESS + CUT_CARD)],
    "10 NAK": [(0.0, b"\x15"), (1.0, b"\x21" + CUT_CARD)],
    "noise between frames": [(0.0, b"\x81\x82xyz" + EIGHT_OF_SPADES + b"  \r\n" + CUT_CARD + b"\x06")],
    "wrong line settings": [(second / 4, b"\xf8\x05\x80\x00\x15\x15\xfe\x02" * 3) for second in range(40)],
}
