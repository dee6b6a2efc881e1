"""What the simulated wheel answers to its host: parameters, mode word, version, self-test, and how it may not answer.

Parameters that were set are gone with the power unless they were stored, as on the wheel (devices.md 1.1).
"""

from __future__ import annotations

from typing import Final, Protocol

REVERSE_EACH_GAME: Final = 1
USER_START: Final = 2
NO_BARE_NUMBER: Final = 16
AUTO_STATUS: Final = 128
DEFAULT_MODE: Final = 4 + AUTO_STATUS + USER_START + REVERSE_EACH_GAME

FIRMWARE: Final = "V2.50"
VERSION_TEXT: Final = "SlingShot 2, simulated"
PARAMETERS: Final = {"h": "60", "n": "30", "k": "0", "r": "0", "s": "160", "j": "0", "m": "1.5"}
"""Values besides `z`. Invented, but for `m`, which is the maker's default."""

_COMMANDS: Final = "XPuKRoSVTFOq"
_LINE_END: Final = "\r\n"
_SETTABLE: Final = ("firmware", "mode")


class Wheel(Protocol):
    """The wheel that answers, and what its host can make it do."""

    @property
    def state(self) -> int:
        """The state of its status line."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing runs: the maker's condition for a new mode word and for a self-test."""

    def power(self, on: bool) -> bool:
        """`*P`: wake up or close; False where it is so already."""

    def user_start(self) -> bool:
        """`*u 1` and `*K`: launch, where the wheel waits for a user to say so."""

    def restart_game(self) -> None:
        """`*R`: the ball is taken up, the game begins again."""

    def mute(self, muted: bool) -> None:
        """`*q`: all `*X` are silenced, or not."""


class Answers:
    """The answers of one wheel. `pockets` is built and cannot be set over the line."""

    ORDERS: Final = {
        "set NAME VALUE": "have another parameter (h, n, m … or z), firmware or mode word, also after a power cycle",
        "self-test CODES": "what the next self-tests find, as in: self-test 5 21; 0 is nothing",
        "mute": "somebody else has given it *q 0",
        "unmute": "and *q 1",
        "refuse LETTER": "answer the command *LETTER with NO until told otherwise",
        "ignore LETTER": "do not answer the command *LETTER at all until told otherwise",
        "obey LETTER": "answer it again",
    }

    def __init__(self, wheel: Wheel, pockets: int) -> None:
        self.mode = DEFAULT_MODE
        self._wheel = wheel
        self._firmware = FIRMWARE
        self._parameters = {"z": str(pockets), **PARAMETERS}
        self._stored = dict(self._parameters)
        self._codes = ["0"]
        self._refused: set[str] = set()
        self._ignored: set[str] = set()

    def is_ignored(self, letter: str) -> bool:
        """Whether the command gets no answer."""
        return letter in self._ignored

    def power_cycled(self) -> None:
        """What was not stored is gone; the mode word is stored by itself."""
        self._parameters = dict(self._stored)

    def to(self, text: str) -> bytes:
        """The answer to one command line."""
        if not text.startswith("*") or len(text) < 2:
            return _line(f"*{text[:1]} NO")
        letter, argument = text[1], text[2:].strip()
        if letter in self._ignored:
            return b""
        if letter not in _COMMANDS or letter in self._refused:
            return _line(f"*{letter} NO")
        return b"".join(_line(f"*{letter} {answer}") for answer in self._answers(letter, argument))

    def _answers(self, letter: str, argument: str) -> list[str]:
        wheel = self._wheel
        match letter:
            case "P":
                return [_ok(argument in ("0", "1") and wheel.power(argument == "1"))]
            case "u":
                return [_ok(argument == "1" and wheel.user_start())]
            case "K":
                return ["OK" if wheel.user_start() else "CAM"]
            case "R":
                wheel.restart_game()
                return ["OK"]
            case "o":
                return [self._mode_word(argument)]
            case "S":
                return [self._firmware]
            case "V":
                return [VERSION_TEXT]
            case "T":
                return [self._parameter(argument)]
            case "F":
                return self._codes if wheel.is_idle else ["BUSY"]
            case "O":
                return [f"{wheel.state} 1 {self._parameters['h']} {self.mode}"]
            case _:
                if argument in ("0", "1"):
                    wheel.mute(argument == "0")
                return [_ok(argument in ("0", "1"))]

    def _mode_word(self, value: str) -> str:
        if value and not value.isdecimal():
            return "NO"
        if value:
            if not self._wheel.is_idle:
                return "BUSY"
            self.mode = int(value)
        return str(self.mode)

    def _parameter(self, argument: str) -> str:
        name, _, value = argument.partition(" ")
        if name == "f" and not value:
            self._stored = dict(self._parameters)
            return "OK"
        if name.lower() not in self._parameters:
            return "NO"
        if name.isupper():
            return f"{name.lower()} {self._parameters[name.lower()]}"
        if not value or name == "z":
            return "NO"
        self._parameters[name] = value
        return "OK"

    # --- the physical world --------------------------------------------------------------------------------------

    def set(self, name: str, value: str) -> str | None:
        """Be another wheel: what is wrong with `name` or `value`, or None when it is so now."""
        printable = value.isascii() and value.isprintable() and 0 < len(value) <= 20 and "*" not in value
        if name not in (*_SETTABLE, *self._parameters):
            return f"{name!r} cannot be set; there are {', '.join((*_SETTABLE, *self._parameters))}"
        if not printable or (name == "mode" and not value.isdecimal()):
            return f"{name} cannot be {value!r}"
        if name == "mode":
            self.mode = int(value)
        elif name == "firmware":
            self._firmware = value
        else:
            self._parameters[name] = self._stored[name] = value
        return None

    def order(self, text: str) -> str | None:
        """Do what `text` says (`ORDERS`); None where it is none of them."""
        match text.split():
            case ["set", name, value]:
                wrong = self.set(name, value)
                return f"refused: {wrong}" if wrong is not None else f"ok: {name} is {value}"
            case ["mute" | "unmute" as how]:
                self._wheel.mute(how == "mute")
                return f"ok: {how}d"
            case ["self-test", *codes] if codes and all(code.isdecimal() and len(code) <= 3 for code in codes):
                self._codes = codes
                return f"ok: a self-test finds {' '.join(codes)}"
            case ["refuse" | "ignore" | "obey" as how, letter] if len(letter) == 1 and letter in _COMMANDS:
                self._refused.discard(letter)
                self._ignored.discard(letter)
                if how != "obey":
                    (self._refused if how == "refuse" else self._ignored).add(letter)
                return f"ok: {how} *{letter}"
        return None


def _ok(done: bool) -> str:
    return "OK" if done else "NO"


def _line(text: str) -> bytes:
    return (text + _LINE_END).encode("ascii", "replace")
