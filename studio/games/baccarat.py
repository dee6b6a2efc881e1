"""Baccarat (punto banco): the round as the rule book has it. Source: rules/baccarat.md, sections 1 to 3."""

from __future__ import annotations

from typing import Final, Literal

from studio.cards import Card
from studio.games.baccarat_hand import TWO_CARDS, Hand
from studio.games.baccarat_rules import BaccaratRules, EnvelopeBet
from studio.games.procedure import (
    LOSE,
    PUSH,
    Agree,
    Announce,
    BetsTaken,
    Chance,
    Deal,
    Procedure,
    TakeBets,
    Tell,
    win,
)
from studio.games.side_bets.baccarat import checked_red_envelope, perfect_pairs_across, side_bets
from studio.messages.outcomes import BetOutcome, HandOutcome, Outcome

Winner = Literal["player", "banker", "tie"]

PLAYER_DRAWS_ON: Final = frozenset(range(6))
"""Player's two-card totals on which Player draws; on 6 and 7 Player stands (baccarat.md 1)."""

STOOD: Final = None
"""Player's third card where Player drew none."""

BANKER_DRAWS_ON: Final[dict[int, frozenset[int | None]]] = {
    0: frozenset({STOOD, *range(10)}),
    1: frozenset({STOOD, *range(10)}),
    2: frozenset({STOOD, *range(10)}),
    3: frozenset({STOOD, *range(10)}) - {8},
    4: frozenset({STOOD, *range(2, 8)}),
    5: frozenset({STOOD, *range(4, 8)}),
    6: frozenset({6, 7}),
    7: frozenset(),
}
"""Banker's two-card total to the values of Player's third card on which Banker draws (baccarat.md 1, C2 to C4)."""

BETS: Final = TakeBets()
ENVELOPE: Final = Chance("red_envelope")
PLAYER_FIRST, PLAYER_SECOND, PLAYER_THIRD = (Deal(to=f"player-{card}") for card in (1, 2, 3))
BANKER_FIRST, BANKER_SECOND, BANKER_THIRD = (Deal(to=f"banker-{card}") for card in (1, 2, 3))
RESULT: Final[dict[Winner, tuple[Agree, Announce]]] = {
    "player": (Agree("player"), Announce("baccarat.player_wins")),
    "banker": (Agree("banker"), Announce("baccarat.banker_wins")),
    "tie": (Agree("tie"), Announce("baccarat.tie")),
}


def baccarat_round(rules: BaccaratRules) -> Procedure[Outcome]:
    """One round: bets, two cards each beginning with Player, third cards by the table, the result."""
    terms = rules.terms
    taken: BetsTaken = yield BETS
    free_hand = taken.free_hand
    raised: dict[EnvelopeBet, int] | None = None
    if terms.red_envelope is not None and not free_hand:
        raised = checked_red_envelope(terms.red_envelope, (yield ENVELOPE))
        yield Tell("red_envelope", raised)

    player_first: Card = yield PLAYER_FIRST
    banker_first: Card = yield BANKER_FIRST
    player_second: Card = yield PLAYER_SECOND
    banker_second: Card = yield BANKER_SECOND
    player_cards = [player_first.code, player_second.code]
    banker_cards = [banker_first.code, banker_second.code]
    player = TWO_CARDS[player_first.code][player_second.code]
    banker = TWO_CARDS[banker_first.code][banker_second.code]

    if not (player.natural or banker.natural):
        player_third: int | None = STOOD
        if player.total in PLAYER_DRAWS_ON:
            third: Card = yield PLAYER_THIRD
            player_cards.append(third.code)
            player_third = third.baccarat
            player = player.with_third[player_third]
        if player_third in BANKER_DRAWS_ON[banker.total]:
            third = yield BANKER_THIRD
            banker_cards.append(third.code)
            banker = banker.with_third[third.baccarat]

    winner: Winner = "tie" if player.total == banker.total else "player" if player.total > banker.total else "banker"
    agree, announce = RESULT[winner]
    yield agree
    yield announce
    if free_hand:
        bets = {}
    else:
        across = perfect_pairs_across(player_cards, banker_cards) if terms.pairs_across else 0
        known = terms.settled.get((player, banker, across))
        bets = settle(rules, player, banker, across) if known is None else known.copy()
        if raised:
            raise_pays(bets, raised)
    hands = {
        "player": HandOutcome(player_cards, player.total, player.natural),
        "banker": HandOutcome(banker_cards, banker.total, banker.natural),
    }
    return Outcome(winner, bets, hands, None, None if raised is None else {"red_envelope": raised})


def settle(rules: BaccaratRules, player: Hand, banker: Hand, across: int) -> dict[str, BetOutcome]:
    """What became of every bet that the table offers; the table's terms remember it.

    `across` is how many perfect pairs lie one card on each side, where the house counts those. A tie gives the stakes
    on Player and Banker back, and those on side bets too where the house says so (C11).
    """
    wins = rules.wins
    if player.total == banker.total:
        bets = {"player": PUSH, "banker": PUSH, "tie": wins["tie"]}
    elif player.total > banker.total:
        bets = {"player": wins["player"], "banker": LOSE, "tie": LOSE}
    else:
        on_six = banker.total == 6 and "banker_on_six" in wins
        bets = {"player": LOSE, "banker": wins["banker_on_six" if on_six else "banker"], "tie": LOSE}
    aside = side_bets(rules, player, banker, across)
    if player.total == banker.total and rules.tie_returns == "all_bets":
        aside = dict.fromkeys(aside, PUSH)
    bets |= aside
    rules.terms.settled[player, banker, across] = bets.copy()
    return bets


def raise_pays(bets: dict[str, BetOutcome], raised: dict[EnvelopeBet, int]) -> None:
    """A Red Envelope was drawn: a bet that it names and that wins returns so many times its stake."""
    for bet, multiplier in raised.items():
        if bets[bet].result == "win":
            bets[bet] = win(multiplier - 1)
