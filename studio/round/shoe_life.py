"""The shoe at the table: made ready, loaded, its cut card, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.messages import events
from studio.round import prompts
from studio.round.shoe import Shoe, new_shoe

if TYPE_CHECKING:
    from studio.round.orchestrator import Orchestrator


def change(table: Orchestrator) -> None:
    """The present shoe is spent, or there is none: make the next one ready."""
    rules = table.shoe_rules
    assert rules is not None
    if table.shoe is not None:
        end(table, "cut card" if table.shoe.cut_card_out else "ordered")
    table.stage = "shoe"
    table.start(new_shoe(rules))


def load(table: Orchestrator) -> None:
    """A shuffled and cut shoe is in its place: cards count from now on."""
    rules = table.shoe_rules
    assert rules is not None
    table.shoes_made += 1
    table.shoe = Shoe(table.desk.name("s", table.shoes_made), rules)
    table.desk.shoe_id = table.shoe.id
    table.desk.publish(
        events.ShoeLoaded, decks=rules.decks, cards=table.shoe.size, cut_from_back_cards=rules.cut_from_back_cards
    )


def end(table: Orchestrator, why: str) -> None:
    """The present shoe is spent."""
    shoe = table.shoe
    if shoe is not None:
        table.desk.publish(events.ShoeClosed, rounds=shoe.rounds, cards_out=shoe.cards_out, why=why)
    table.shoe = None
    table.desk.shoe_id = None


def abandon(table: Orchestrator, why: str) -> None:
    """Leave the making of a shoe unfinished, or a shoe as it is; the next begins anew."""
    table.drop_procedure()
    end(table, why)


def cut_card(table: Orchestrator, shoe: Shoe) -> None:
    """The cut card is out: never a card of the round, and the sign which round is the last."""
    shoe.see_cut_card(round_in_progress=table.stage == "round")
    table.desk.publish(events.CutCardSeen, rounds_left=shoe.rounds_left)
    table.desk.say("last_hand_before_shuffle" if shoe.rounds_left == 0 else "cut_card_out")
    if table.request is not None and table.irregularity is None:
        table.desk.ask(*prompts.after_cut_card(table.request))
