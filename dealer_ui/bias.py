"""A wheel's bias: chi-square of its numbers against an even wheel, over pockets and over sectors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dealer_ui.wheel import AMERICAN, EUROPEAN, SECTORS

FEWEST_PER_CELL: Final = 5.0
"""Chi-square is trusted when every cell is expected so often (Cochran)."""
SUSPECT_P: Final = 0.01
"""Below this chance an even wheel hardly does so: 99 % confidence, as regulators ask for."""
_PRECISION: Final = 1e-14
_MOST_TERMS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Bias:
    """One chi-square test. `chance` is the probability that an even wheel strays as far or farther."""

    spins: int
    chi_square: float
    freedom: int
    chance: float
    enough: bool
    """Whether there are spins enough to trust it."""

    @property
    def suspect(self) -> bool:
        """Whether somebody should look at the wheel."""
        return self.enough and self.chance < SUSPECT_P


def chi_square_test(observed: Sequence[int], weights: Sequence[float]) -> Bias:
    """`observed` counts against expectations in proportion to `weights`. Raises ValueError for unequal lengths."""
    if len(observed) != len(weights) or len(observed) < 2:
        raise ValueError(f"{len(observed)} counts against {len(weights)} weights: give two or more, as many of each")
    spins, whole = sum(observed), sum(weights)
    freedom = len(observed) - 1
    if spins == 0:
        return Bias(0, 0.0, freedom, 1.0, enough=False)
    expected = [spins * weight / whole for weight in weights]
    chi_square = sum((seen - due) ** 2 / due for seen, due in zip(observed, expected, strict=True))
    enough = min(expected) >= FEWEST_PER_CELL
    return Bias(spins, chi_square, freedom, chance_of(chi_square, freedom), enough=enough)


def pocket_bias(counts: Mapping[str, int], double_zero: bool = False) -> Bias:
    """Over all pockets of the wheel."""
    pockets = AMERICAN if double_zero else EUROPEAN
    return chi_square_test([counts.get(pocket, 0) for pocket in pockets], [1.0] * len(pockets))


def sector_bias(counts: Mapping[str, int]) -> Bias:
    """Over voisins, orphelins and tiers of a single-zero wheel."""
    observed = [sum(counts.get(pocket, 0) for pocket in pockets) for pockets in SECTORS.values()]
    return chi_square_test(observed, [float(len(pockets)) for pockets in SECTORS.values()])


def chance_of(chi_square: float, freedom: int) -> float:
    """The upper tail of the chi-square distribution: Q(freedom / 2, chi_square / 2)."""
    a, x = freedom / 2, chi_square / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, _MOST_TERMS):
            term *= x / (a + n)
            total += term
            if term < total * _PRECISION:
                break
        return max(0.0, 1 - scale * total)
    # The continued fraction of the upper incomplete gamma function, by Lentz's method.
    b = x + 1 - a
    c, d = math.inf, 1 / b
    fraction = d
    for n in range(1, _MOST_TERMS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        fraction *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return scale * fraction


def spelled_chance(chance: float) -> str:
    """A chance as a person reads it: `71.4 %`, `< 0.1 %`."""
    return "< 0.1 %" if chance < 0.001 else f"{chance * 100:.1f} %"
