"""Side bets of baccarat: pairs, perfect pairs, the bonuses, and the Red Envelope that raises pays.

Source: rules/baccarat.md 3 (000, lines 2249-2293). Side bets settle on their own cards, whoever wins (C11).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, cast

from studio.games.baccarat_hand import Hand
from studio.games.baccarat_rules import BaccaratRules, BonusRules, EnvelopeBet, RedEnvelopeRules
from studio.games.procedure import LOSE, PUSH
from studio.messages.outcomes import BetOutcome


def side_bets(rules: BaccaratRules, player: Hand, banker: Hand, across: int) -> dict[str, BetOutcome]:
    """What became of each side bet that the table offers; `across` is the number of perfect pairs across the hands."""
    wins = rules.wins
    player_pair, banker_pair = player.pair, banker.pair
    bets: dict[str, BetOutcome] = {}
    if "player_pair" in wins:
        bets["player_pair"] = wins["player_pair"] if player_pair else LOSE
    if "banker_pair" in wins:
        bets["banker_pair"] = wins["banker_pair"] if banker_pair else LOSE
    if "either_pair" in wins:
        either = player_pair or banker_pair
        if rules.either_pair_is == "same_rank_or_suit":
            either = either or player.suited or banker.suited
        bets["either_pair"] = wins["either_pair"] if either else LOSE
    if "perfect_pair_one" in wins:
        within = player.perfect_pair + banker.perfect_pair
        pairs = across if rules.perfect_pair_is == "across_hands" else within
        bets["perfect_pair"] = (LOSE, wins["perfect_pair_one"], wins["perfect_pair_both"])[pairs]
    bonus_rules = rules.bonus
    if bonus_rules is not None:
        if "player" in bonus_rules.sides:
            bets["player_bonus"] = bonus(bonus_rules, player, banker)
        if "banker" in bonus_rules.sides:
            bets["banker_bonus"] = bonus(bonus_rules, banker, player)
    return bets


def perfect_pairs_across(player: Sequence[str], banker: Sequence[str]) -> int:
    """How many perfect pairs, 0 to 2, of one card on either side; by the codes of each side's first two (C7)."""
    first, second, facing = player[0], player[1], banker[:2]
    if facing in ([first, second], [second, first]):
        return 2
    return int(first in facing or second in facing)


def bonus(rules: BonusRules, own: Hand, other: Hand) -> BetOutcome:
    """The bonus on `own`: a natural win, a natural tie (C9), or a win by enough points (C8; G1 for Banker)."""
    margin = own.total - other.total
    if margin < 0:
        return LOSE
    if margin == 0:
        if not (own.natural and other.natural):
            return LOSE
        return rules.natural if rules.natural_tie == "win" else PUSH
    if own.natural:
        return rules.natural
    return rules.wins.get(margin if rules.basis == "margin" else own.total, LOSE)


# --- Red Envelope --------------------------------------------------------------------------------------------------


def draw_red_envelope(rules: RedEnvelopeRules, below: Callable[[int], int]) -> dict[EnvelopeBet, int]:
    """A draw of bets and multipliers by the house's weights; `below(n)` is any of 0 to n - 1, each as likely."""
    count = _weighted(dict(enumerate(rules.count_weights)), below)
    chosen = list(combinations(rules.bets, count))
    return {bet: _weighted(rules.bets[bet].weights, below) for bet in chosen[below(len(chosen))]}


def _weighted(weights: dict[int, int], below: Callable[[int], int]) -> int:
    ticket = below(sum(weights.values()))
    for value, weight in weights.items():
        ticket -= weight
        if ticket < 0:
            return value
    raise ValueError("the draw gave a number outside its range")


def checked_red_envelope(rules: RedEnvelopeRules, drawn: Any) -> dict[EnvelopeBet, int]:
    """The draw as it came, found lawful: how many bets, which, and multipliers within the printed range.

    Raises ValueError, naming what is wrong and what is allowed.
    """
    if not isinstance(drawn, dict):
        raise ValueError(f"red_envelope is {drawn!r}: a draw maps bets to multipliers")
    if len(drawn) > rules.most_bets:
        raise ValueError(f"red_envelope raises {len(drawn)} bets: at most {rules.most_bets} a round")
    for bet, multiplier in drawn.items():
        if bet not in rules.bets:
            raise ValueError(f"red_envelope raises {bet!r}: allowed are {', '.join(rules.bets)}")
        least, most = rules.bets[bet].least, rules.bets[bet].most
        if type(multiplier) is not int or not least <= multiplier <= most:
            raise ValueError(f"red_envelope raises {bet} to {multiplier!r}: allowed are {least} to {most}")
    return cast("dict[EnvelopeBet, int]", drawn)
