"""PINs: what a good one is, and its argon2id hash, which is all that is ever kept of it.

A check takes up to a quarter of a second of a processor on purpose: it is made in a thread, never on a table's event
loop.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST_PIN: Final = 4
LONGEST_PIN: Final = 12


@cache
def _hasher() -> PasswordHasher:
    """One lane: it must not take all processors of a host whose tables are dealing."""
    from argon2 import PasswordHasher, Type  # when the first PIN is typed: a table's start is shorter without it

    return PasswordHasher(type=Type.ID, parallelism=1)


def why_weak(pin: str, number: str = "") -> str | None:
    """Why `pin` would be guessed among the first; None for one that is good enough. `number` is the staff number."""
    if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN or not (pin.isascii() and pin.isdecimal()):
        return f"a PIN has at least {SHORTEST_PIN} digits, at most {LONGEST_PIN}, and nothing else"
    if len(set(pin)) == 1:
        return "all its digits are the same"
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if steps in ({1}, {9}):
        return "its digits only count up or down"
    half = len(pin) // 2
    if len(pin) % 2 == 0 and pin[:half] == pin[half:]:
        return "it is the same digits twice"
    if len(pin) == SHORTEST_PIN and (1930 <= int(pin) <= 2029):
        return "it looks like a year"
    if number and pin.lstrip("0") == number.lstrip("0"):
        return "it is the staff number"
    return None


def hash_pin(pin: str) -> str:
    """The argon2id hash that stands in the file. Raises ValueError for what is no PIN."""
    if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN or not (pin.isascii() and pin.isdecimal()):
        raise ValueError(f"a PIN has at least {SHORTEST_PIN} digits, at most {LONGEST_PIN}, and nothing else")
    return _hasher().hash(pin)


def check_pin(hashed: str | None, pin: str) -> bool:
    """Whether `pin` is the one that was hashed. Without a hash it takes as long and is False."""
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(hashed or _nobodys_hash(), pin) and hashed is not None
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobodys_hash() -> str:
    return _hasher().hash("nobody's")
