"""Which key is which button: a checked table. Pure but for reading the file.

    buttons = "dealer-pad"
    [keys]
    KEY_KP1 = "confirm"
    KEY_F13 = "call"

A key is named as the kernel names it, or by its number as `CODE_272`.
"""

from __future__ import annotations

import re
from typing import Final

from pydantic import Field, field_validator

from devices.keys.codes import HIGHEST_CODE, KEYS
from devices.tables import Checked, find, load

FOLDER: Final = "buttons"
_BY_NUMBER: Final = re.compile(r"CODE_(\d{1,3})")
_BUTTON: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


def key_code(name: str) -> int | None:
    """The code of a key by its name; None for no key."""
    if (match := _BY_NUMBER.fullmatch(name)) is not None:
        return int(match[1]) if int(match[1]) <= HIGHEST_CODE else None
    return KEYS.get(name)


class ButtonTable(Checked):
    """Keys of one device to the buttons that they are."""

    buttons: str
    keys: dict[str, str] = Field(min_length=1)

    @field_validator("keys")
    @classmethod
    def _keys_and_buttons_are(cls, keys: dict[str, str]) -> dict[str, str]:
        codes: dict[int, str] = {}
        for name, button in keys.items():
            code = key_code(name)
            if code is None:
                raise ValueError(f"{name} is no key: write a kernel's name such as KEY_F13, or CODE_183")
            if code in codes:
                raise ValueError(f"{name} and {codes[code]} are one key")
            codes[code] = name
            if _BUTTON.fullmatch(button) is None:
                raise ValueError(f"{name} = {button!r}: a button's name is lower-case letters, digits and _")
        return keys

    def by_code(self) -> dict[int, str]:
        """Key code to button."""
        return {code: button for name, button in self.keys.items() if (code := key_code(name)) is not None}


def load_buttons(name: str) -> ButtonTable:
    """The buttons in the file `name`, a path or the name of one under `config/buttons`. Raises TableError."""
    return load(find(name, FOLDER), ButtonTable)
