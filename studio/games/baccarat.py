"""Baccarat (punto banco): the round as the rule book has it. Source: rules/baccarat.md, sections 1 to 3."""

from __future__ import annotations

from typing import Final, Literal

from studio.cards import Card
from studio.games.baccarat_hand import Hand
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
from studio.games.side_bets.baccarat import checked_red_envelope, side_bets
from studio.messages.outcomes import BetOutcome, Outcome

Winner = Literal["player", "banker", "tie"]

BANKER_DRAWS_ON: Final[dict[int, frozenset[int]]] = {
    0: frozenset(range(10)),
    1: frozenset(range(10)),
    2: frozenset(range(10)),
    3: frozenset(range(10)) - {8},
    4: frozenset(range(2, 8)),
    5: frozenset(range(4, 8)),
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


def player_draws(total: int) -> bool:
    """Player draws on 0 to 5, stands on 6 and 7."""
    return total <= 5


def banker_draws(total: int, player_third: int | None) -> bool:
    """Whether Banker draws: on 0 to 5 when Player stood, else by what Player's third card is worth."""
    if player_third is None:
        return total <= 5
    return player_third in BANKER_DRAWS_ON[total]


def baccarat_round(rules: BaccaratRules) -> Procedure[Outcome]:
    """One round: bets, two cards each beginning with Player, third cards by the table, the result."""
    taken: BetsTaken = yield BETS
    raised: dict[EnvelopeBet, int] | None = None
    if rules.red_envelope is not None and not taken.free_hand:
        raised = checked_red_envelope(rules.red_envelope, (yield ENVELOPE))
        yield Tell("red_envelope", raised)

    player_first: Card = yield PLAYER_FIRST
    banker_first: Card = yield BANKER_FIRST
    player = Hand(player_first, (yield PLAYER_SECOND))
    banker = Hand(banker_first, (yield BANKER_SECOND))

    if not (player.natural or banker.natural):
        player_third: int | None = None
        if player_draws(player.total):
            player_third = player.draw((yield PLAYER_THIRD))
        if banker_draws(banker.total, player_third):
            banker.draw((yield BANKER_THIRD))

    winner: Winner = "tie" if player.total == banker.total else "player" if player.total > banker.total else "banker"
    agree, announce = RESULT[winner]
    yield agree
    yield announce
    bets = {} if taken.free_hand else settle(rules, player, banker, winner, raised)
    hands = {"player": player.outcome(), "banker": banker.outcome()}
    return Outcome(winner, bets, hands, draws=None if raised is None else {"red_envelope": raised})


def settle(
    rules: BaccaratRules, player: Hand, banker: Hand, winner: Winner, raised: dict[EnvelopeBet, int] | None = None
) -> dict[str, BetOutcome]:
    """What became of every bet that the table offers; `raised` is what a Red Envelope returns for one staked.

    A tie gives the stakes on Player and Banker back, and those on side bets too where the house says so (C11).
    """
    wins = rules.wins
    if winner == "tie":
        bets = {"player": PUSH, "banker": PUSH, "tie": wins["tie"]}
    elif winner == "player":
        bets = {"player": wins["player"], "banker": LOSE, "tie": LOSE}
    else:
        on_six = banker.total == 6 and "banker_on_six" in wins
        bets = {"player": LOSE, "banker": wins["banker_on_six" if on_six else "banker"], "tie": LOSE}
    if rules.side_bets:
        bets |= side_bets(rules, player, banker)
    if winner == "tie" and rules.tie_returns == "all_bets":
        return {bet: outcome if bet == "tie" else PUSH for bet, outcome in bets.items()}
    if raised:
        for bet, multiplier in raised.items():
            if bets[bet].result == "win":
                bets[bet] = win(multiplier - 1)
    return bets
