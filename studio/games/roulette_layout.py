"""The roulette table: wheels, colours, every spot of the layout, and call bets as their chips.

Source: rules/roulette.md, 1.1 (spots), 1.2 (call bets), 3.1 (pocket order and red numbers). Numbers are text, so that
`0` and `00` are two pockets.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

Wheel: TypeAlias = Literal["european37", "american38"]
Kind: TypeAlias = Literal[
    "straight", "split", "street", "corner", "five_number", "six_line", "column", "dozen", "even_chance"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
INSIDE = frozenset[Kind]({"straight", "split", "street", "corner", "five_number", "six_line"})
"""Kinds of spots among the numbers; the others are outside bets (roulette.md 2.1)."""


def _numbers(spelled: str) -> tuple[str, ...]:
    return tuple(spelled.split())


POCKETS: dict[Wheel, tuple[str, ...]] = {
    "european37": _numbers(
        "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
    ),
    "american38": _numbers(
        "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
    ),
}
"""The pockets in their order round the wheel (roulette.md 3.1)."""

RED = frozenset(_numbers("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36"))
ZEROS = frozenset({"0", "00"})
FIVE_NUMBER = "five_number"

_ZERO_SPOTS: dict[Wheel, tuple[tuple[Kind, str], ...]] = {
    "european37": (
        ("split", "0-1"),
        ("split", "0-2"),
        ("split", "0-3"),
        ("street", "0-1-2"),
        ("street", "0-2-3"),
        ("corner", "0-1-2-3"),
    ),
    "american38": (
        ("split", "0-00"),
        ("split", "0-1"),
        ("split", "0-2"),
        ("split", "00-2"),
        ("split", "00-3"),
        ("street", "0-1-2"),
        ("street", "0-00-2"),
        ("street", "00-2-3"),
        ("five_number", "0-00-1-2-3"),
    ),
}
"""Spots that hold a zero. With one zero as printed (roulette.md 1.1). With two zeros only the five-number bet is
printed (roulette.md 2); the splits and trios are those between boxes that touch on the layout with two zeros."""


class Spot(NamedTuple):
    """A place on the layout where chips may lie: its name, what kind pays it, and the numbers that it covers."""

    name: str
    kind: Kind
    numbers: frozenset[str]


def colour(number: str) -> Literal["red", "black", "green"]:
    """The colour of a pocket (roulette.md 1 and 3.1)."""
    if number in ZEROS:
        return "green"
    return "red" if number in RED else "black"


@cache
def numbers_of(wheel: Wheel) -> tuple[str, ...]:
    """The numbers of a wheel in counting order, `00` after `0`."""
    return tuple(sorted(POCKETS[wheel], key=_counting_order))


def _counting_order(number: str) -> tuple[int, int]:
    return int(number), len(number)


@cache
def layout(wheel: Wheel) -> tuple[Spot, ...]:
    """Every spot of the wheel's layout (roulette.md 1.1); the five-number bet only with two zeros (C14)."""
    spots = [_place("straight", number) for number in numbers_of(wheel)]
    spots += [_place(kind, numbers) for kind, numbers in _ZERO_SPOTS[wheel]]
    for row in range(1, 37, 3):
        spots.append(_grid("street", row, row + 1, row + 2))
        spots += (_grid("split", number, number + 1) for number in (row, row + 1))
        if row < 34:
            spots += (_grid("split", number, number + 3) for number in range(row, row + 3))
            spots += (_grid("corner", number, number + 1, number + 3, number + 4) for number in (row, row + 1))
            spots.append(_grid("six_line", *range(row, row + 6)))
    for third in (1, 2, 3):
        spots.append(_outside(f"column:{third}", "column", range(third, 37, 3)))
        spots.append(_outside(f"dozen:{third}", "dozen", range(12 * third - 11, 12 * third + 1)))
    spots += (
        _outside("low", "even_chance", range(1, 19)),
        _outside("high", "even_chance", range(19, 37)),
        _outside("even", "even_chance", range(2, 37, 2)),
        _outside("odd", "even_chance", range(1, 37, 2)),
        Spot("red", "even_chance", RED),
        Spot("black", "even_chance", frozenset(POCKETS[wheel]) - RED - ZEROS),
    )
    return tuple(sorted(spots, key=lambda spot: KINDS.index(spot.kind)))


def _place(kind: Kind, numbers: str) -> Spot:
    name = FIVE_NUMBER if kind == "five_number" else f"{kind}:{numbers}"
    return Spot(name, kind, frozenset(numbers.split("-")))


def _grid(kind: Kind, *numbers: int) -> Spot:
    return _place(kind, "-".join(map(str, numbers)))


def _outside(name: str, kind: Kind, numbers: range) -> Spot:
    return Spot(name, kind, frozenset(map(str, numbers)))


# --- the wheel ---------------------------------------------------------------------------------------------------


@cache
def arc(wheel: Wheel, number: str, before: int, after: int) -> tuple[str, ...]:
    """The pockets from `before` places ahead of `number` to `after` places behind it, in the order of `POCKETS`.

    Raises ValueError when the wheel has no such number.
    """
    pockets = POCKETS[wheel]
    if number not in pockets:
        raise ValueError(
            f"{number!r} is not a pocket of {wheel}: it has 0 to 36{' and 00' if len(pockets) > 37 else ''}"
        )
    place = pockets.index(number)
    return tuple(pockets[(place + step) % len(pockets)] for step in range(-before, after + 1))


# --- call bets ---------------------------------------------------------------------------------------------------

CALL_BETS = MappingProxyType(
    {
        "zero": "split:0-3 split:12-15 straight:26 split:32-35",
        "voisins": (
            "street:0-2-3 street:0-2-3 split:4-7 split:12-15 split:18-21 split:19-22 "
            "corner:25-26-28-29 corner:25-26-28-29 split:32-35"
        ),
        "orphelins": "straight:1 split:6-9 split:14-17 split:17-20 split:31-34",
        "tiers": "split:5-8 split:10-11 split:13-16 split:23-24 split:27-30 split:33-36",
    }
)
"""The series of the race track, one word a chip (roulette.md 1.2). Zero-spiel is `zero`, the big series `voisins`, the
small series `tiers`."""

NEIGHBOURS_EACH_SIDE = 2


def call_bet(name: str, number: str | None = None) -> dict[str, int]:
    """The chips of a call bet: spot to how many of them (roulette.md 1.2).

    `name` is one of `CALL_BETS`, or `neighbours` with `number`: it and two on each side of it on the wheel. Only the
    single-zero wheel has them (roulette.md C19). Raises ValueError on any other name, and on a number not on the wheel.
    """
    if name == "neighbours":
        if number is None:
            raise ValueError("neighbours of which number? Name one of 0 to 36")
        around = arc("european37", number, NEIGHBOURS_EACH_SIDE, NEIGHBOURS_EACH_SIDE)
        return {f"straight:{pocket}": 1 for pocket in around}
    if name not in CALL_BETS:
        raise ValueError(f"{name!r} is not a call bet: these are {', '.join(CALL_BETS)} and neighbours")
    chips: dict[str, int] = {}
    for spot in CALL_BETS[name].split():
        chips[spot] = chips.get(spot, 0) + 1
    return chips
