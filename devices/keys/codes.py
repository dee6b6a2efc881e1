"""Key codes of the Linux input layer by their names, and the characters of a US layout. Pure.

Source: the kernel's input-event-codes. A scanner in keyboard mode types by this layout whatever the machine's is, since
its keys are read and not what a window would make of them. The whole letter rows are here: a table without Q and T
loses every queen and ten (devices.md 2.2).
"""

from __future__ import annotations

from typing import Final

_DIGITS: Final = {f"KEY_{digit}": 2 + place for place, digit in enumerate("1234567890")}
_ROWS: Final = {
    f"KEY_{letter}": first + place
    for first, letters in ((16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
    for place, letter in enumerate(letters)
}
_KEYPAD: Final = {
    f"KEY_KP{digit}": code for digit, code in zip("7894561230", (71, 72, 73, 75, 76, 77, 79, 80, 81, 82), strict=True)
}
_FUNCTION: Final = {
    **{f"KEY_F{number}": 58 + number for number in range(1, 11)},
    "KEY_F11": 87,
    "KEY_F12": 88,
    **{f"KEY_F{number}": 170 + number for number in range(13, 25)},
}
_OTHERS: Final = {
    "KEY_ESC": 1,
    "KEY_MINUS": 12,
    "KEY_EQUAL": 13,
    "KEY_BACKSPACE": 14,
    "KEY_TAB": 15,
    "KEY_LEFTBRACE": 26,
    "KEY_RIGHTBRACE": 27,
    "KEY_ENTER": 28,
    "KEY_LEFTCTRL": 29,
    "KEY_SEMICOLON": 39,
    "KEY_APOSTROPHE": 40,
    "KEY_GRAVE": 41,
    "KEY_LEFTSHIFT": 42,
    "KEY_BACKSLASH": 43,
    "KEY_COMMA": 51,
    "KEY_DOT": 52,
    "KEY_SLASH": 53,
    "KEY_RIGHTSHIFT": 54,
    "KEY_KPASTERISK": 55,
    "KEY_LEFTALT": 56,
    "KEY_SPACE": 57,
    "KEY_CAPSLOCK": 58,
    "KEY_KPMINUS": 74,
    "KEY_KPPLUS": 78,
    "KEY_KPDOT": 83,
    "KEY_KPENTER": 96,
    "KEY_RIGHTCTRL": 97,
    "KEY_KPSLASH": 98,
    "KEY_RIGHTALT": 100,
    "KEY_HOME": 102,
    "KEY_UP": 103,
    "KEY_PAGEUP": 104,
    "KEY_LEFT": 105,
    "KEY_RIGHT": 106,
    "KEY_END": 107,
    "KEY_DOWN": 108,
    "KEY_PAGEDOWN": 109,
    "KEY_INSERT": 110,
    "KEY_DELETE": 111,
    "KEY_MUTE": 113,
    "KEY_VOLUMEDOWN": 114,
    "KEY_VOLUMEUP": 115,
    "KEY_PAUSE": 119,
}
KEYS: Final[dict[str, int]] = {**_DIGITS, **_ROWS, **_KEYPAD, **_FUNCTION, **_OTHERS}
"""Name to code."""

HIGHEST_CODE: Final = 767
SHIFTS: Final = frozenset((KEYS["KEY_LEFTSHIFT"], KEYS["KEY_RIGHTSHIFT"]))
ENTERS: Final = frozenset((KEYS["KEY_ENTER"], KEYS["KEY_KPENTER"]))

_PLAIN: Final = {
    **{code: name[-1] for name, code in _DIGITS.items()},
    **{code: name[-1].lower() for name, code in _ROWS.items()},
    **{code: name[-1] for name, code in _KEYPAD.items()},
    12: "-",
    13: "=",
    26: "[",
    27: "]",
    39: ";",
    40: "'",
    41: "`",
    43: "\\",
    51: ",",
    52: ".",
    53: "/",
    57: " ",
    55: "*",
    74: "-",
    78: "+",
    83: ".",
    98: "/",
}
_SHIFTED: Final = {
    **dict(zip(range(2, 12), "!@#$%^&*()", strict=True)),
    **{code: name[-1] for name, code in _ROWS.items()},
    12: "_",
    13: "+",
    26: "{",
    27: "}",
    39: ":",
    40: '"',
    41: "~",
    43: "|",
    51: "<",
    52: ">",
    53: "?",
}


def character(code: int, shift: bool) -> str | None:
    """What the key types, None when it types nothing."""
    plain = _PLAIN.get(code)
    return _SHIFTED.get(code, plain) if shift else plain
