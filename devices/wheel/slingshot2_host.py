"""What a host may ask and order of a SlingShot 2, and what its answers mean. Data; `devices.host` carries it out.

Source: devices.md 1.1, "Commands" and "`*F` codes". The protocol has no serial number; what identifies a wheel is its
firmware (`*S`), the text of `*V`, and the adapter's own name. What the parameters K, R, S and J mean is not public:
they are read and compared under their letters.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from typing import Final

from devices.host import Exchange, HostLine

NOT_UNDERSTOOD: Final = re.compile(rb"\*[ -~] {1,2}NO")
"""The echo of the wrong character, and NO."""

SELF_TEST_CODES: Final = {
    0: "no fault",
    1: "hardware",
    2: "no ball",
    3: "no ball position",
    4: "wrong ball direction",
    5: "motor",
    6: "encoder",
    7: "cannot play clockwise",
    8: "cannot play counter-clockwise",
    11: "sensor 0 stuck on",
    12: "sensor 1 stuck on",
    13: "sensor 2 stuck on",
    21: "sensor 0 blind",
    22: "sensor 1 blind",
    23: "sensor 2 blind",
    100: "timeout",
}

SELF_TEST_WITHIN_S: Final = 300.0
_NAMES: Final = {"Z": "pockets", "H": "games_per_hour", "N": "no_more_bets_threshold", "M": "speed_change"}
_LETTERS: Final = "ZMHNKRSJ"


def parameter_name(letter: str) -> str:
    """What parameter `*T LETTER` is called here."""
    return _NAMES.get(letter, f"parameter_{letter.lower()}")


def _parameter(letter: str) -> Exchange:
    value = rb"\d{2}" if letter == "Z" else rb"[!-)+-~][ -)+-~]{0,19}"
    return Exchange(
        parameter_name(letter),
        f"*T {letter}\r\n",
        re.compile(rb"\*T %c (?P<value>%s)" % (letter.lower().encode(), value)),
        re.compile(rb"\*T NO"),
    )


QUESTIONS: Final = (
    _parameter("Z"),
    Exchange("firmware", "*S\r\n", re.compile(rb"\*S (?P<value>V[ -)+-~]{1,39})"), re.compile(rb"\*S NO")),
    Exchange("version_text", "*V\r\n", re.compile(rb"\*V (?P<value>(?!NO)[ -)+-~]{1,79})"), re.compile(rb"\*V NO")),
    # `*o` itself may be BUSY in play; `*O` tells the mode word at any time.
    Exchange("mode", "*O\r\n", re.compile(rb"\*O [1-6] \d+ \d+ (?P<value>\d{1,5})"), re.compile(rb"\*O NO")),
    *(_parameter(letter) for letter in _LETTERS[1:]),
)
"""Identity and parameters, in the order in which they are asked."""

ALIVE: Final = Exchange("alive", "*O\r\n", re.compile(rb"\*O [1-6] \d+ \d+ \d{1,5}"))
"""What a muted wheel still answers."""


def _order(name: str, letter: str, argument: str = "", *, re_read: bool = False, mutes: bool | None = None) -> Exchange:
    return Exchange(
        name,
        f"*{letter}{argument}\r\n",
        re.compile(rb"\*%c OK" % letter.encode()),
        re.compile(rb"\*%c (?:NO|BUSY)" % letter.encode()),
        re_read=re_read,
        mutes=mutes,
    )


def _with_value(exchange: Exchange, value: str, about_value: str) -> Exchange:
    return Exchange(
        exchange.name,
        exchange.send,
        exchange.answer,
        exchange.refused,
        value=re.compile(value),
        about_value=about_value,
        re_read=exchange.re_read,
    )


ORDERS: Final = (
    _order("restart_game", "R"),
    _order("start_game", "u", " 1"),
    _order("power_on", "P", " 1", re_read=True),
    _order("power_off", "P", " 0"),
    _order("mute", "q", " 0", mutes=True),
    _order("unmute", "q", " 1", mutes=False),
    Exchange(
        "set_mode",
        "*o {value}\r\n",
        re.compile(rb"\*o (?P<value>\d{1,5})"),
        re.compile(rb"\*o (?:BUSY|NO)"),
        value=re.compile(r"\d{1,5}"),
        about_value="the mode word, a number",
        same=True,
        re_read=True,
    ),
    _with_value(
        _order("set_parameter", "T", " {value}", re_read=True),
        r"[a-eg-y] [0-9.]{1,8}",
        "a small letter and a number, as in 'm 1.5'",
    ),
    _order("store_parameters", "T", " f"),
    Exchange(
        "self_test",
        "*F\r\n",
        re.compile(rb"\*F (?P<value>\d{1,3})"),
        re.compile(rb"\*F (?:BUSY|NO)"),
        within_s=SELF_TEST_WITHIN_S,
        faults=SELF_TEST_CODES,
    ),
)


def host_line(also_read: Iterable[str] = ()) -> HostLine:
    """The host's side of a SlingShot 2. `also_read`: letters of further parameters, where the maker told of them.

    Raises ValueError for what is no letter.
    """
    more = [letter.upper() for letter in also_read]
    for letter in more:
        if len(letter) != 1 or letter not in string.ascii_uppercase:
            raise ValueError(f"also_read names parameters by one letter each, not {letter!r}")
    letters = [letter for letter in dict.fromkeys(more) if letter not in _LETTERS and letter != "F"]
    questions = (*QUESTIONS, *(_parameter(letter) for letter in letters))
    return HostLine(questions, ORDERS, alive=ALIVE, not_understood=NOT_UNDERSTOOD)
