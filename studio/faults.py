"""The one catalogue of faults: what can go wrong at a table, in words for the person who must do something about it.

Numbers never change and are never used again: 1xx cards and shoe, 2xx wheel, 3xx the table as a whole, 4xx drawer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Category = Literal["cards", "wheel", "drawer", "table"]
Phase = Literal["idle", "shoe", "betting", "dealing", "result"]
"""When something goes wrong: between two rounds, while a shoe is made ready, while bets are open, from their close to
the result (cards, ball, draws, decisions), and while the result is being confirmed."""

PHASES: Final[tuple[Phase, ...]] = ("idle", "shoe", "betting", "dealing", "result")


@dataclass(frozen=True, slots=True)
class Fault:
    """`kind` is its name in configuration and events, `phases` when it can arise, `remedy` what to do now."""

    number: int
    kind: str
    category: Category
    phases: tuple[Phase, ...]
    what: str
    remedy: str


_EVER: Final = PHASES
_ROUND: Final[tuple[Phase, ...]] = ("betting", "dealing", "result")

_CATALOGUE: Final = (
    Fault(101, "card_misplaced", "cards", ("shoe", "dealing"),
          "A card was read for another place than the one due",
          "Leave the cards as they lie and wait for the pit boss"),
    Fault(102, "card_unexpected", "cards", ("idle", "shoe", "dealing", "result"),
          "A card was read when none was due",
          "Keep the card in view, do not place it, and wait for the pit boss"),
    Fault(103, "early_card", "cards", ("betting",),
          "A card left the shoe before the bets were closed",
          "Keep the card in view and wait for the pit boss"),
    Fault(104, "card_unreadable", "cards", _EVER,
          "The shoe could not read a card",
          "Keep the card face down in view and wait for the pit boss"),
    Fault(105, "card_outside_game", "cards", _EVER,
          "A card was drawn while the shoe was not dealing",
          "Keep the card in view and wait for the pit boss"),
    Fault(106, "card_beyond_composition", "cards", _EVER,
          "More copies of a card than the shoe can hold",
          "Stop dealing; the pit boss checks the whole shoe"),
    Fault(107, "shoe_restarted", "cards", _EVER,
          "The shoe restarted although it was in play",
          "Draw nothing and wait for the pit boss"),
    Fault(108, "shoe_fault", "cards", _EVER,
          "The shoe reports a fault",
          "Draw nothing; look at the shoe's display and wait for the pit boss"),
    Fault(109, "cut_card_again", "cards", _EVER,
          "A cut card came although it was out already",
          "Lay it aside and wait for the pit boss"),
    Fault(111, "card_on_floor", "cards", _EVER,
          "A card fell to the floor",
          "Stop dealing; nobody picks it up before the pit boss has come"),
    Fault(112, "card_exposed", "cards", _EVER,
          "A card lay face up in the shoe",
          "Keep the card in view and wait for the pit boss"),
    Fault(113, "two_cards_at_once", "cards", ("shoe", "betting", "dealing", "result"),
          "Two cards came out together, and their order is not known",
          "Touch neither card and wait for the pit boss"),
    Fault(114, "shoe_out", "cards", ("shoe", "dealing"),
          "The shoe has no card left although one is due",
          "Draw nothing and wait for the pit boss"),
    Fault(115, "suspicious_order", "cards", _EVER,
          "The first cards of the shoe lie in an order that a shuffle does not leave",
          "Stop dealing; the pit boss looks at the shuffle"),
    Fault(116, "burn_count_wrong", "cards", ("idle", "shoe"),
          "Too few or too many cards were burned",
          "Stop; the pit boss counts the burned cards"),
    Fault(117, "cut_card_missing", "cards", ("idle", "shoe", "dealing"),
          "The shoe is past the cut card's place and it has not come",
          "Finish the round; the pit boss looks for the cut card"),
    Fault(118, "card_skipped", "cards", ("dealing",),
          "A place was passed over in dealing",
          "Leave the cards as they lie and wait for the pit boss"),
    Fault(119, "card_to_closed_box", "cards", ("dealing",),
          "A card was dealt to a box that is not in play",
          "Leave the card as it lies and wait for the pit boss"),
    Fault(120, "batch_count_wrong", "cards", ("idle", "shoe"),
          "The shuffler counted another number of cards than a shoe holds",
          "Leave these cards where they are; the pit boss has them counted"),
    Fault(121, "batch_colour_wrong", "cards", ("idle", "shoe"),
          "The shuffler holds the batch whose turn it is not",
          "Leave the cards where they are; the pit boss sees which batch is due"),
    Fault(122, "card_read_twice", "cards", _EVER,
          "The shoe sent a card again that was not read before: the same card, or one that was missed",
          "Draw nothing; compare the cards on the table with the screen and wait for the pit boss"),
    Fault(201, "result_out_of_turn", "wheel", _ROUND,
          "The wheel gave a number that belongs to no spin of this round",
          "Leave the ball where it is and wait for the pit boss"),
    Fault(202, "wheel_disagreement", "wheel", _ROUND,
          "The wheel named two different numbers for one spin",
          "Leave the ball where it is and wait for the pit boss"),
    Fault(203, "wheel_unresolved", "wheel", _ROUND,
          "The spin ended without its number being seen",
          "Do not spin and wait for the pit boss"),
    Fault(204, "wheel_stopped", "wheel", _ROUND,
          "The wheel closed with the ball in play",
          "Take the ball out and wait for the technician"),
    Fault(205, "wheel_restarted", "wheel", _ROUND,
          "The wheel was switched off and on",
          "Do not spin and wait for the pit boss"),
    Fault(206, "wrong_direction", "wheel", _ROUND,
          "The ball ran the same way as the rotor",
          "Take the ball out before it settles"),
    Fault(207, "component_fault", "wheel", _ROUND,
          "The wheel reports a faulty sensor, motor or encoder",
          "Do not spin and wait for the technician"),
    Fault(208, "ball_not_sensed", "wheel", _ROUND,
          "The wheel has lost sight of the ball",
          "Look for the ball and wait for the pit boss"),
    Fault(209, "failed_launch", "wheel", _ROUND,
          "The ball was not launched",
          "Take the ball out and wait for the pit boss"),
    Fault(210, "rotor_out_of_band", "wheel", _ROUND,
          "The rotor runs outside its approved speed",
          "Do not spin and wait for the technician"),
    Fault(211, "early_ball", "wheel", ("betting",),
          "The ball was launched before the bets were closed",
          "Take the ball out and wait for the pit boss"),
    Fault(212, "ball_out", "wheel", ("betting", "dealing"),
          "The ball left the wheel",
          "Find the ball; the pit boss inspects it before it runs again"),
    Fault(213, "foreign_object", "wheel", ("betting", "dealing"),
          "Something lies in the wheel",
          "Stop the wheel and wait for the pit boss"),
    Fault(214, "too_few_turns", "wheel", ("betting", "dealing"),
          "The ball made fewer turns than the house demands",
          "Take the ball out: no spin"),
    Fault(215, "ball_not_settled", "wheel", ("dealing",),
          "The ball has not come to rest in a pocket",
          "Do not touch the ball and wait for the pit boss"),
    Fault(216, "pocket_changed", "wheel", ("idle", "dealing", "result"),
          "The ball changed its pocket after it had settled",
          "Leave the ball where it is and wait for the pit boss"),
    Fault(217, "wheel_not_approved", "wheel", _ROUND,
          "The wheel is not set as it was approved",
          "Do not spin and wait for the technician"),
    Fault(218, "wheel_muted", "wheel", _ROUND,
          "The wheel is there and reports nothing: it is muted",
          "Do not spin and wait for the technician"),
    Fault(401, "ball_missing", "drawer", ("dealing",),
          "The drawer does not hold every ball",
          "Do not draw; the pit boss checks the ball set"),
    Fault(402, "ball_unexpected", "drawer", _ROUND,
          "A ball was drawn when none was due",
          "Leave the ball in the tube and wait for the pit boss"),
    Fault(403, "ball_twice", "drawer", ("dealing",),
          "The same ball was read twice in one draw",
          "Touch nothing and wait for the pit boss"),
    Fault(404, "ball_missed", "drawer", ("dealing",),
          "A ball passed without being read",
          "Leave the balls in the tube and wait for the pit boss"),
    Fault(405, "ball_unknown", "drawer", _ROUND,
          "A ball that is not of this set",
          "Leave the balls in the tube and wait for the pit boss"),
    Fault(406, "ball_fell_back", "drawer", ("dealing",),
          "A ball that was read has left the tube",
          "Touch nothing and wait for the pit boss"),
    Fault(407, "drawer_fault", "drawer", ("dealing",),
          "The drawer cannot go on",
          "Touch nothing and wait for the technician"),
    Fault(301, "link_down", "table", ("shoe", "betting", "dealing", "result"),
          "The link to a device is gone",
          "Wait; the table goes on when the device is back"),
    Fault(302, "line_noisy", "table", _ROUND,
          "More than half of what a device says cannot be read",
          "Call the technician: check cable and line settings"),
    Fault(303, "process_restarted", "table", ("shoe", "betting", "dealing", "result"),
          "The table's program was started again in the middle of a round",
          "Compare the cards on the table with the screen"),
    Fault(304, "reading_unexpected", "table", _EVER,
          "A device said something that has no place now",
          "Touch nothing and wait for the pit boss"),
    Fault(305, "result_disputed", "table", ("dealing", "result"),
          "A second source says another result",
          "Touch nothing and wait for the pit boss"),
    Fault(306, "contradiction", "table", ("dealing", "result"),
          "What the devices say cannot be",
          "Touch nothing and wait for the pit boss"),
    Fault(307, "boxes_missing", "table", ("betting",),
          "The backend has not named the boxes in play",
          "Do not deal and wait for the pit boss"),
    Fault(308, "line_settings", "table", (),
          "A device's serial line is not set as the table's file has it",
          "Call the technician: another adapter, or another line in the table's file"),
)  # fmt: skip

REPORTED_BY_PEOPLE: Final = (
    "card_on_floor",
    "card_exposed",
    "two_cards_at_once",
    "burn_count_wrong",
    "card_skipped",
    "card_to_closed_box",
    "shoe_out",
    "foreign_object",
    "ball_out",
    "too_few_turns",
    "wrong_direction",
    "ball_not_settled",
    "pocket_changed",
)
"""Irregularities that no device sees: a dealer or pit boss reports them."""

FAULTS: Final[dict[str, Fault]] = {fault.kind: fault for fault in _CATALOGUE}
"""Every fault by its kind."""


def faults_of(game: str) -> dict[str, Fault]:
    """The faults that can befall a table of `game`: the wheel's at roulette, else the cards', and the table's."""
    categories = ("wheel", "drawer", "table") if game == "roulette" else ("cards", "table")
    return {kind: fault for kind, fault in FAULTS.items() if fault.category in categories}


def phases_of(game: str, kind: str) -> tuple[Phase, ...]:
    """When `kind` can arise at `game`: a game without a shoe has no phase `shoe`."""
    return tuple(phase for phase in FAULTS[kind].phases if phase != "shoe" or game != "roulette")
