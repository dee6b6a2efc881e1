"""The pure rules, round after round, beside a straight loop that comes to the same outcomes in the same run.

The loops know one house each and have no structure: no requests, no hands, no positions, only `if` and arithmetic on a
list of cards or the list of spots. Both get the same cards and numbers batch by batch, in turn, and must agree on every
outcome: every bet with its odds, hands, stakes. A procedure is driven by the least that can drive it, and its driver is
in its time.

At blackjack both play one box of a house without side bets. The procedure could play any house, seven boxes and every
decision; it says what is allowed, what is announced and what is paid at once. The loop knows only to hit or to stand,
and that insurance is declined. It makes the same result, and of the rest nothing.

Measured is what the thread has of a processor: other work on the machine interrupts the longer of two batches more.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from benchmarks.figures import machine, row
from devices.clock import Chance as Generator
from devices.clock import seeded
from studio.cards import Card, composition
from studio.games.baccarat import baccarat_round
from studio.games.baccarat_rules import BaccaratRules
from studio.games.blackjack import blackjack_round
from studio.games.blackjack_rules import BlackjackRules
from studio.games.procedure import (
    LOSE,
    PUSH,
    Action,
    Agree,
    Announce,
    BetsTaken,
    Deal,
    Decide,
    Procedure,
    Spin,
    Tell,
    win,
)
from studio.games.roulette import roulette_round
from studio.games.roulette_layout import layout, numbers_of
from studio.games.roulette_rules import RouletteRules
from studio.houses import load_rules
from studio.messages.outcomes import HandOutcome, Outcome

DECLINE: Final = Action.DECLINE
"""The last of what answers an offer."""
UNANSWERED: Final = frozenset({Agree, Announce, Tell})
HOUSES: Final = {"baccarat": "pokerok", "blackjack": "oasis", "roulette": "pokerok"}

Play = Callable[[Iterator[Card], Iterator[str], Iterator[Action]], Outcome]
"""One round from the next cards, numbers and decisions."""


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. Raises AssertionError when a procedure and its loop come to different outcomes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks rules", description=__doc__.splitlines()[0])
    parser.add_argument("--batches", type=int, default=200, metavar="N", help="batches of each kind (200)")
    parser.add_argument("--rounds", type=int, default=200, metavar="N", help="rounds a batch (200)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the cards and numbers (1)")
    args = parser.parse_args(argv)
    print(f"{machine()}; {args.batches} batches of {args.rounds} rounds, seed {args.seed}")
    for game, (procedure, loop) in GAMES.items():
        rules: Any = load_rules(HOUSES[game], game)
        by_rules, by_loop = procedure(rules), loop(rules)
        generator = seeded(f"{args.seed}/{game}")
        rules_us: list[float] = []
        loop_us: list[float] = []
        for batch in range(args.batches + 1):
            inputs = _inputs(generator, args.rounds)
            first, second = (by_rules, by_loop) if batch % 2 else (by_loop, by_rules)
            first_us, first_outcomes = _timed(first, args.rounds, inputs)
            second_us, second_outcomes = _timed(second, args.rounds, inputs)
            assert first_outcomes == second_outcomes, f"{game}: the procedure and the loop differ"
            if batch:  # the first warms up
                rules_us.append(first_us if batch % 2 else second_us)
                loop_us.append(second_us if batch % 2 else first_us)
        per_second = 1e6 * len(rules_us) / sum(rules_us)
        print(row(f"{game}, procedure ({per_second:,.0f} rounds/s)", rules_us, "us", loop_us))
        print(row(f"{game}, straight loop", loop_us, "us"))
    return 0


def _inputs(generator: Generator, rounds: int) -> tuple[list[Card], list[str], list[Action]]:
    """Cards from shuffled packs, numbers of a wheel and decisions, more than `rounds` rounds can need."""
    cards = list(composition(8).elements())
    packs: list[Card] = []
    while len(packs) < 30 * rounds:
        generator.shuffle(cards)
        packs += cards
    numbers = generator.choices(numbers_of("european37"), k=rounds)
    decisions = generator.choices((Action.HIT, Action.STAND), k=20 * rounds)
    return packs, numbers, decisions


def _timed(play: Play, rounds: int, inputs: tuple[list[Card], list[str], list[Action]]) -> tuple[float, list[Outcome]]:
    """Microseconds of a processor a round, and what came of each."""
    cards, numbers, decisions = iter(inputs[0]), iter(inputs[1]), iter(inputs[2])
    begun_ns = time.thread_time_ns()
    outcomes = [play(cards, numbers, decisions) for _ in range(rounds)]
    return (time.thread_time_ns() - begun_ns) / rounds / 1000, outcomes


# --- the procedures ----------------------------------------------------------------------------------------------


def _driven(make: Callable[[Any], Procedure[Outcome]], rules: Any) -> Play:
    taken = BetsTaken(boxes=(1,))

    def play(cards: Iterator[Card], numbers: Iterator[str], decisions: Iterator[Action]) -> Outcome:
        send = make(rules).send
        answer: Any = None
        try:
            while True:
                request = send(answer)
                kind = type(request)
                if kind is Deal:
                    answer = next(cards)
                elif kind in UNANSWERED:
                    answer = None
                elif kind is Decide:
                    answer = DECLINE if request.allowed[-1] is DECLINE else next(decisions)
                else:
                    answer = next(numbers) if kind is Spin else taken
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome

    return play


# --- the loops ---------------------------------------------------------------------------------------------------

POINTS: Final = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
DRAWS: Final = {third: 3 + third // 2 for third in range(8)} | {8: 2, 9: 3}
"""Player's third card to the highest total on which Banker still draws."""


def baccarat_loop(rules: BaccaratRules) -> Play:
    """Baccarat with the three main bets."""
    player_wins, banker_wins, tie_wins = win(rules.pays.player), win(rules.banker_pays), win(rules.pays.tie)

    def play(cards: Iterator[Card], numbers: Iterator[str], decisions: Iterator[Action]) -> Outcome:
        p1, b1, p2, b2 = next(cards), next(cards), next(cards), next(cards)
        player_cards, banker_cards = [p1.rank + p1.suit, p2.rank + p2.suit], [b1.rank + b1.suit, b2.rank + b2.suit]
        player = (POINTS[p1.rank] + POINTS[p2.rank]) % 10
        banker = (POINTS[b1.rank] + POINTS[b2.rank]) % 10
        player_natural, banker_natural = player >= 8, banker >= 8
        if not (player_natural or banker_natural):
            limit = 5
            if player <= 5:
                card = next(cards)
                player_cards.append(card.rank + card.suit)
                points = POINTS[card.rank]
                player = (player + points) % 10
                limit = DRAWS[points]
            if banker <= limit:
                card = next(cards)
                banker_cards.append(card.rank + card.suit)
                banker = (banker + POINTS[card.rank]) % 10
        if player > banker:
            outcome, bets = "player", {"player": player_wins, "banker": LOSE, "tie": LOSE}
        elif banker > player:
            outcome, bets = "banker", {"player": LOSE, "banker": banker_wins, "tie": LOSE}
        else:
            outcome, bets = "tie", {"player": PUSH, "banker": PUSH, "tie": tie_wins}
        hands = {
            "player": HandOutcome(player_cards, player, player_natural),
            "banker": HandOutcome(banker_cards, banker, banker_natural),
        }
        return Outcome(outcome, bets, hands)

    return play


COUNTS: Final = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))


def blackjack_loop(rules: BlackjackRules) -> Play:
    """One box of the game without hole card, where a blackjack against no ace and no ten is paid at once."""
    assert rules.insurance is not None
    blackjack_wins, wins, insurance_wins = win(rules.blackjack_pays), win(1), win(rules.insurance.pays)

    def play(cards: Iterator[Card], numbers: Iterator[str], decisions: Iterator[Action]) -> Outcome:
        first, up, second = next(cards), next(cards), next(cards)
        box_cards, dealer_cards = [first.rank + first.suit, second.rank + second.suit], [up.rank + up.suit]
        hard = COUNTS[first.rank] + COUNTS[second.rank]
        ace = first.rank == "A" or second.rank == "A"
        blackjack = ace and hard == 11
        total = hard + 10 if ace and hard <= 11 else hard
        while total < 21 and next(decisions) is Action.HIT:
            card = next(cards)
            box_cards.append(card.rank + card.suit)
            hard += COUNTS[card.rank]
            ace = ace or card.rank == "A"
            total = hard + 10 if ace and hard <= 11 else hard

        dealer_hard = COUNTS[up.rank]
        dealer_ace = up.rank == "A"
        dealer = 11 if dealer_ace else dealer_hard
        may_have = dealer_ace or dealer_hard == 10
        if (blackjack and may_have) or (total <= 21 and not blackjack):
            while dealer < 17:
                card = next(cards)
                dealer_cards.append(card.rank + card.suit)
                dealer_hard += COUNTS[card.rank]
                dealer_ace = dealer_ace or card.rank == "A"
                dealer = dealer_hard + 10 if dealer_ace and dealer_hard <= 11 else dealer_hard
                if blackjack:
                    break
        dealer_blackjack = dealer == 21 and len(dealer_cards) == 2

        if total > 21:
            main = LOSE
        elif dealer_blackjack:
            main = PUSH if blackjack else LOSE
        elif blackjack:
            main = blackjack_wins
        elif dealer > 21 or total > dealer:
            main = wins
        else:
            main = PUSH if total == dealer else LOSE
        bets = {"main:1": main}
        if up.rank == "A" and not blackjack and len(dealer_cards) > 1:
            bets["insurance:1"] = insurance_wins if dealer_blackjack else LOSE
        outcome = "blackjack" if dealer_blackjack else "bust" if dealer > 21 else str(dealer)
        hands = {
            "dealer": HandOutcome(dealer_cards, dealer, dealer_blackjack),
            "box-1.1": HandOutcome(box_cards, total, blackjack),
        }
        return Outcome(outcome, bets, hands, draws={"stakes": {"main:1": 1}})

    return play


def roulette_loop(rules: RouletteRules) -> Play:
    """Every spot of the layout, one after the other."""
    spots = [(spot.name, spot.numbers, win(rules.pays.of(spot.kind) or 0)) for spot in layout(rules.wheel)]

    def play(cards: Iterator[Card], numbers: Iterator[str], decisions: Iterator[Action]) -> Outcome:
        number = next(numbers)
        bets = {name: wins for name, covered, wins in spots if number in covered}
        return Outcome(number, bets, numbers=[number])

    return play


GAMES: Final[dict[str, tuple[Callable[[Any], Play], Callable[[Any], Play]]]] = {
    "baccarat": (lambda rules: _driven(baccarat_round, rules), baccarat_loop),
    "blackjack": (lambda rules: _driven(blackjack_round, rules), blackjack_loop),
    "roulette": (lambda rules: _driven(roulette_round, rules), roulette_loop),
}
