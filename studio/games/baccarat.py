"""Baccarat (punto banco): the round as the rule book has it. Source: rules/baccarat.md, sections 1 and 3."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from pydantic import Field

from studio.cards import Card
from studio.games.house import HouseRules, Odds, Rules, ShoeRules
from studio.games.procedure import (
    LOSE,
    PUSH,
    Agree,
    Announce,
    Deal,
    Procedure,
    TakeBets,
    win,
)
from studio.messages.outcomes import BetOutcome, HandOutcome, Outcome

VALUE = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
"""What a card counts (baccarat.md 1)."""

BANKER_DRAWS_ON: dict[int, frozenset[int]] = {
    0: frozenset(range(10)),
    1: frozenset(range(10)),
    2: frozenset(range(10)),
    3: frozenset(range(10)) - {8},
    4: frozenset(range(2, 8)),
    5: frozenset(range(4, 8)),
    6: frozenset({6, 7}),
    7: frozenset(),
}
"""Banker's two-card total to the values of Player's third card on which Banker draws (baccarat.md 1)."""


class BaccaratPays(Rules):
    """Odds of the bets that the table offers; a bet without odds is not offered."""

    player: Odds = Fraction(1)
    banker: Odds = Fraction(19, 20)
    """One to one less the commission of 5 % (baccarat.md 3)."""
    tie: Odds = Fraction(8)
    player_pair: Odds | None = None
    banker_pair: Odds | None = None


class BaccaratRules(HouseRules):
    """A house's baccarat."""

    game: Literal["baccarat"]
    shoe: ShoeRules
    pays: BaccaratPays
    free_hands_per_shoe: int = Field(default=0, ge=0)


class Hand:
    """Player's or Banker's cards in the order in which they fell."""

    __slots__ = ("cards", "name", "total")

    def __init__(self, name: Literal["player", "banker"]) -> None:
        self.name = name
        self.cards: list[Card] = []
        self.total = 0

    @property
    def next_position(self) -> str:
        return f"{self.name}-{len(self.cards) + 1}"

    @property
    def natural(self) -> bool:
        return len(self.cards) == 2 and self.total >= 8

    @property
    def pair(self) -> bool:
        return self.cards[0].rank == self.cards[1].rank

    def add(self, card: Card) -> None:
        self.cards.append(card)
        self.total = (self.total + VALUE[card.rank]) % 10

    def outcome(self) -> HandOutcome:
        return HandOutcome([str(card) for card in self.cards], self.total, self.natural)


def player_draws(player: Hand) -> bool:
    """Player draws on 0 to 5, stands on 6 and 7."""
    return player.total <= 5


def banker_draws(banker: Hand, player_third: Card | None) -> bool:
    """Whether Banker draws: on 0 to 5 when Player stood, else by the table of `BANKER_DRAWS_ON`."""
    if player_third is None:
        return banker.total <= 5
    return VALUE[player_third.rank] in BANKER_DRAWS_ON[banker.total]


def baccarat_round(rules: BaccaratRules) -> Procedure[Outcome]:
    """One round: bets, two cards each beginning with Player, third cards by the table, the result."""
    yield TakeBets()
    player, banker = Hand("player"), Hand("banker")
    for hand in (player, banker, player, banker):
        hand.add((yield Deal(to=hand.next_position)))

    if not (player.natural or banker.natural):
        player_third: Card | None = None
        if player_draws(player):
            player_third = yield Deal(to=player.next_position)
            player.add(player_third)
        if banker_draws(banker, player_third):
            banker.add((yield Deal(to=banker.next_position)))

    winner = "tie" if player.total == banker.total else "player" if player.total > banker.total else "banker"
    yield Agree(value=winner)
    yield Announce(words=f"baccarat.{winner}_wins" if winner != "tie" else "baccarat.tie")
    return Outcome(
        outcome=winner,
        hands={"player": player.outcome(), "banker": banker.outcome()},
        bets=settle(rules, player, banker, winner),
    )


def settle(rules: BaccaratRules, player: Hand, banker: Hand, winner: str) -> dict[str, BetOutcome]:
    """What became of every bet that the table offers. A tie gives the stakes on Player and Banker back."""
    pays = rules.pays
    tie = winner == "tie"
    bets = {
        "player": PUSH if tie else win(pays.player) if winner == "player" else LOSE,
        "banker": PUSH if tie else win(pays.banker) if winner == "banker" else LOSE,
        "tie": win(pays.tie) if tie else LOSE,
    }
    if pays.player_pair is not None:
        bets["player_pair"] = win(pays.player_pair) if player.pair else LOSE
    if pays.banker_pair is not None:
        bets["banker_pair"] = win(pays.banker_pair) if banker.pair else LOSE
    return bets
