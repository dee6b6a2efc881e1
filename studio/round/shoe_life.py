"""The shoe at the table: made ready, loaded, burned, its cut card, its end."""

from __future__ import annotations

from studio.cards import Card
from studio.messages import events
from studio.round import prompts
from studio.round.card_set import ready_first
from studio.round.in_play import TableInPlay
from studio.round.shoe import Shoe, burn_cards, new_shoe

CUT_CARD_TOLERANCE_CARDS = 5
"""A cut card is placed by hand: it is missing when so many more cards have come than the house's place for it."""


def change(table: TableInPlay) -> None:
    """The present shoe is spent, or there is none: make the next one ready."""
    rules = table.shoe_rules
    assert rules is not None
    if table.shoe is not None:
        end(table, "cut card" if table.shoe.cut_card_out else "ordered")
    done = "inspected"
    if table.card_sets:
        table.set_in_hand = ready_first(table.card_sets, but=table.batches.last_set)
        if table.set_in_hand is None:
            table.desk.ask("no_set_ready")
            return
        done = table.set_in_hand.state
    table.stage = "shoe"
    table.start(lambda: new_shoe(rules, done))


def load(table: TableInPlay) -> None:
    """A shuffled and cut shoe is in its place: cards count from now on."""
    rules = table.shoe_rules
    assert rules is not None
    table.shoes_made += 1
    table.shoe = Shoe(table.desk.name("s", table.shoes_made), rules)
    table.desk.shoe_id = table.shoe.id
    table.last_read = {}
    card_set = table.set_in_hand
    if card_set is not None:
        card_set.state, card_set.last_shoe, card_set.rounds = "live", table.shoe.id, []
    table.desk.publish(
        events.ShoeLoaded,
        decks=rules.decks,
        cards=table.shoe.size,
        cut_from_back_cards=rules.cut_from_back_cards,
        card_set=card_set.name if card_set else None,
    )


def burns_due(table: TableInPlay) -> int:
    """Cards to burn before the next round: one for an incoming dealer, some a hand, as the house has it."""
    shoe, rules = table.shoe, table.shoe_rules
    if shoe is None or rules is None or shoe.burned_before_round == table.rounds_opened + 1:
        return 0
    first_of_shoe = shoe.rounds == 0
    for_dealer = int(rules.burn_for_new_dealer and table.new_dealer and not first_of_shoe)
    return for_dealer + (0 if first_of_shoe else rules.burn_each_round)


def burn_before_round(table: TableInPlay, count: int) -> None:
    """Burn what is due before the next round is opened."""
    assert table.shoe is not None
    table.shoe.burned_before_round = table.rounds_opened + 1
    table.new_dealer = False
    table.stage = "shoe"
    table.start(lambda: burn_cards(count))


def burn_surplus(table: TableInPlay, card: Card) -> None:
    """Burn one card that has no place in the round, outside the burns that the house makes by itself."""
    if table.shoe is not None:
        table.shoe.burned += 1
    table.burn_next = False
    table.desk.publish(events.CardBurned, number=1, of=1, card=str(card))


def cut_card_missing(table: TableInPlay) -> bool:
    """Whether the shoe is past the cut card's place, which nobody has remarked on yet."""
    shoe = table.shoe
    if shoe is None or shoe.cut_card_out or shoe.cut_card_missed:
        return False
    shoe.cut_card_missed = shoe.size - shoe.rules.cut_from_back_cards + CUT_CARD_TOLERANCE_CARDS < shoe.cards_out
    return shoe.cut_card_missed


def end_after_this_round(table: TableInPlay, must_be_counted: str) -> None:
    """The shoe ends after the round in progress, and its set must be counted for the reason given."""
    assert table.shoe is not None
    table.shoe.last_round = table.shoe.rounds
    table.desk.alarm("high", "count_the_set", must_be_counted)


def end(table: TableInPlay, why: str) -> None:
    """The present shoe is spent."""
    shoe = table.shoe
    if shoe is not None:
        table.desk.publish(events.ShoeClosed, rounds=shoe.rounds, cards_out=shoe.cards_out, why=why)
        if table.set_in_hand is not None:
            table.set_in_hand.state = "spent"
    table.shoe = table.set_in_hand = None
    table.kept_cards, table.burn_next = [], False
    table.desk.shoe_id = None


def abandon(table: TableInPlay, why: str) -> None:
    """Leave the making of a shoe unfinished, or a shoe as it is; the next begins anew."""
    table.drop_procedure()
    table.batches.ready = None
    end(table, why)


def cut_card(table: TableInPlay, shoe: Shoe) -> None:
    """The cut card is out: never a card of the round, and the sign which round is the last."""
    in_round = table.stage == "round"
    shoe.see_cut_card(round_in_progress=in_round, first_card=in_round and not table.cards)
    table.desk.publish(events.CutCardSeen, rounds_left=shoe.rounds_left)
    table.desk.say("last_hand_before_shuffle" if shoe.rounds_left == 0 else "cut_card_out")
    if table.request is not None and table.irregularity is None:
        table.desk.ask(*prompts.after_cut_card(table.request))
