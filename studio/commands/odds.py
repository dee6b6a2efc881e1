"""`studio odds`: exact probabilities and the house's edge of each bet, and how they were found."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

import msgspec

from studio.games.catalogue import FAMILIES, rules_digest
from studio.games.exact.catalogue import exact_odds
from studio.games.exact.odds import BetOdds, GameOdds
from studio.games.house import HouseRules
from studio.houses import load_rules

HELP: Final = "exact probabilities and house edges"

BY_PLAY: Final = {
    "blackjack": "The main bet depends on how it is played and has no exact odds here: `studio simulate blackjack`"
    " plays it by basic strategy."
}
"""What a game leaves open, and the method for it."""

SHOWN: Final = 6
"""So many odds of one bet are named in words."""

FEW: Final = 10
"""More outcomes than these are not listed in words: roulette's numbers are all alike."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `studio odds`."""
    parser.add_argument("game", choices=list(FAMILIES))
    parser.add_argument("--house", required=True)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--json", action="store_true", help="one JSON object, with exact fractions")


def run(args: argparse.Namespace) -> int:
    """Print the odds. Returns the exit status."""
    rules = load_rules(args.house, args.game, args.variant)
    odds = exact_odds(rules)
    if args.json:
        print(msgspec.json.encode(as_data(rules, odds)).decode())
    else:
        print("\n".join(in_words(rules, odds)))
    return 0


def as_data(rules: HouseRules, odds: GameOdds) -> dict[str, Any]:
    """The odds as plain data: every probability as a fraction and as a number."""
    data: dict[str, Any] = {
        "game": rules.game,
        "house": rules.house,
        "variant": rules.variant,
        "rules_digest": rules_digest(rules),
        "method": odds.method,
        "outcomes": {name: _number(chance) for name, chance in odds.outcomes.items()},
        "bets": {
            name: {
                "win": _number(bet.win),
                "push": _number(bet.push),
                "lose": _number(bet.lose),
                "house_edge_pct": float(100 * bet.edge),
                "house_edge": _spell(bet.edge),
                "pays": [{"pays": outcome.pays, **_number(chance)} for outcome, chance in _wins(bet)],
            }
            for name, bet in odds.bets.items()
        },
    }
    if odds.combinations is not None:
        data["combinations"] = dict(odds.combinations)
    if rules.game in BY_PLAY:
        data["not_exact"] = BY_PLAY[rules.game]
    return data


def _number(chance: Fraction) -> dict[str, Any]:
    return {"probability": float(chance), "exact": _spell(chance)}


def _spell(fraction: Fraction) -> str:
    return f"{fraction.numerator}/{fraction.denominator}"


def _wins(bet: BetOdds) -> Iterator[tuple[Any, Fraction]]:
    return ((outcome, chance) for outcome, chance in bet.outcomes.items() if outcome.result == "win")


# --- in words ----------------------------------------------------------------------------------------------------


def in_words(rules: HouseRules, odds: GameOdds) -> Iterator[str]:
    """The odds as a person reads them: probabilities to six places, edges to four. Bets alike stand on one line."""
    yield f"{rules.title}, {rules.house} ({rules.game}, {rules.variant})"
    yield f"By {odds.method}."
    if odds.combinations is not None:
        yield ""
        for name, count in odds.combinations.items():
            yield f"  {name:<12}{count:>24,}"
    if len(odds.outcomes) <= FEW:
        yield ""
        for name, chance in odds.outcomes.items():
            yield f"  {name:<12}{float(chance):.6f}"
    yield ""
    yield f"  {'bet':<34}{'wins':>10}{'comes back':>12}{'house edge':>14}  pays"
    for name, bet in alike(odds.bets.values()):
        edge = f"{float(100 * bet.edge):.4f} %"
        yield f"  {name:<34}{float(bet.win):>10.6f}{float(bet.push):>12.6f}{edge:>14}  {_spell_pays(bet)}"
    if rules.game in BY_PLAY:
        yield ""
        yield BY_PLAY[rules.game]


def alike(bets: Iterable[BetOdds]) -> list[tuple[str, BetOdds]]:
    """Bets of one kind (`split:17-18`) that have the same odds, as one: the kind, and how many."""
    groups: dict[tuple[str, frozenset[tuple[Any, Fraction]]], list[BetOdds]] = {}
    for bet in bets:
        groups.setdefault((kind_of(bet.bet), frozenset(bet.outcomes.items())), []).append(bet)
    return [
        (group[0].bet if len(group) == 1 else f"{kind} ({len(group)})", group[0]) for (kind, _), group in groups.items()
    ]


def kind_of(bet: str) -> str:
    """What kind of bet this is: `split:17-18` is a `split`, `straight:17:extras-2` a `straight extras-2`."""
    kind, _, rest = bet.partition(":")
    _, _, extra = rest.partition(":")
    return f"{kind} {extra}".rstrip()


def _spell_pays(bet: BetOdds) -> str:
    """The odds that the bet may win at, from the likeliest down; the first few where there are many."""
    pays = [outcome.pays for outcome, _ in sorted(_wins(bet), key=lambda win: win[1], reverse=True)]
    return " ".join(pays[:SHOWN]) + (f" … ({len(pays)})" if len(pays) > SHOWN else "")
