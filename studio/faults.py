"""The one catalogue of faults: what can go wrong at a table, in words for the person who must do something about it.

Numbers never change and are never used again: 1xx cards and shoe, 2xx wheel, 3xx the table as a whole, 4xx drawer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Category = Literal["cards", "wheel", "drawer", "table"]


@dataclass(frozen=True, slots=True)
class Fault:
    """`kind` is its name in configuration and events, `remedy` what to do now."""

    number: int
    kind: str
    category: Category
    what: str
    remedy: str


_CATALOGUE: Final = (
    Fault(101, "card_misplaced", "cards", "A card was read for another place than the one due",
          "Leave the cards as they lie and wait for the pit boss"),
    Fault(102, "card_unexpected", "cards", "A card was read when none was due",
          "Keep the card in view, do not place it, and wait for the pit boss"),
    Fault(103, "early_card", "cards", "A card left the shoe before the bets were closed",
          "Keep the card in view and wait for the pit boss"),
    Fault(104, "card_unreadable", "cards", "The shoe could not read a card",
          "Keep the card face down in view and wait for the pit boss"),
    Fault(105, "card_outside_game", "cards", "A card was drawn while the shoe was not dealing",
          "Keep the card in view and wait for the pit boss"),
    Fault(106, "card_beyond_composition", "cards", "More copies of a card than the shoe can hold",
          "Stop dealing; the pit boss checks the whole shoe"),
    Fault(107, "shoe_restarted", "cards", "The shoe restarted although it was in play",
          "Draw nothing and wait for the pit boss"),
    Fault(108, "shoe_fault", "cards", "The shoe reports a fault",
          "Draw nothing; look at the shoe's display and wait for the pit boss"),
    Fault(109, "cut_card_again", "cards", "A cut card came although it was out already",
          "Lay it aside and wait for the pit boss"),
    Fault(111, "card_on_floor", "cards", "A card fell to the floor",
          "Stop dealing; nobody picks it up before the pit boss has come"),
    Fault(112, "card_exposed", "cards", "A card lay face up in the shoe",
          "Keep the card in view and wait for the pit boss"),
    Fault(201, "result_out_of_turn", "wheel", "The wheel gave a number that belongs to no spin of this round",
          "Leave the ball where it is and wait for the pit boss"),
    Fault(202, "wheel_disagreement", "wheel", "The wheel named two different numbers for one spin",
          "Leave the ball where it is and wait for the pit boss"),
    Fault(203, "wheel_unresolved", "wheel", "The spin ended without its number being seen",
          "Do not spin and wait for the pit boss"),
    Fault(204, "wheel_stopped", "wheel", "The wheel closed with the ball in play",
          "Take the ball out and wait for the technician"),
    Fault(205, "wheel_restarted", "wheel", "The wheel was switched off and on",
          "Do not spin and wait for the pit boss"),
    Fault(206, "wrong_direction", "wheel", "The ball ran the same way as the rotor",
          "Take the ball out before it settles"),
    Fault(207, "component_fault", "wheel", "The wheel reports a faulty sensor, motor or encoder",
          "Do not spin and wait for the technician"),
    Fault(208, "ball_not_sensed", "wheel", "The wheel has lost sight of the ball",
          "Look for the ball and wait for the pit boss"),
    Fault(209, "failed_launch", "wheel", "The ball was not launched",
          "Take the ball out and wait for the pit boss"),
    Fault(210, "rotor_out_of_band", "wheel", "The rotor runs outside its approved speed",
          "Do not spin and wait for the technician"),
    Fault(211, "early_ball", "wheel", "The ball was launched before the bets were closed",
          "Take the ball out and wait for the pit boss"),
    Fault(212, "ball_out", "wheel", "The ball left the wheel",
          "Find the ball; the pit boss inspects it before it runs again"),
    Fault(213, "foreign_object", "wheel", "Something lies in the wheel",
          "Stop the wheel and wait for the pit boss"),
    Fault(401, "ball_missing", "drawer", "The drawer does not hold every ball",
          "Do not draw; the pit boss checks the ball set"),
    Fault(402, "ball_unexpected", "drawer", "A ball was drawn when none was due",
          "Leave the ball in the tube and wait for the pit boss"),
    Fault(403, "ball_twice", "drawer", "The same ball was read twice in one draw",
          "Touch nothing and wait for the pit boss"),
    Fault(404, "ball_missed", "drawer", "A ball passed without being read",
          "Leave the balls in the tube and wait for the pit boss"),
    Fault(405, "ball_unknown", "drawer", "A ball that is not of this set",
          "Leave the balls in the tube and wait for the pit boss"),
    Fault(406, "ball_fell_back", "drawer", "A ball that was read has left the tube",
          "Touch nothing and wait for the pit boss"),
    Fault(407, "drawer_fault", "drawer", "The drawer cannot go on",
          "Touch nothing and wait for the technician"),
    Fault(301, "link_down", "table", "The link to a device is gone",
          "Wait; the table goes on when the device is back"),
    Fault(302, "line_noisy", "table", "More than half of what a device says cannot be read",
          "Call the technician: check cable and line settings"),
    Fault(303, "process_restarted", "table", "The table's program was started again in the middle of a round",
          "Compare the cards on the table with the screen"),
    Fault(304, "reading_unexpected", "table", "A device said something that has no place now",
          "Touch nothing and wait for the pit boss"),
    Fault(306, "contradiction", "table", "What the devices say cannot be",
          "Touch nothing and wait for the pit boss"),
    Fault(307, "boxes_missing", "table", "The backend has not named the boxes in play",
          "Do not deal and wait for the pit boss"),
    Fault(305, "result_disputed", "table", "A second source says another result",
          "Touch nothing and wait for the pit boss"),
)  # fmt: skip

FAULTS: Final[dict[str, Fault]] = {fault.kind: fault for fault in _CATALOGUE}
"""Every fault by its kind."""


def faults_of(game: str) -> dict[str, Fault]:
    """The faults that can befall a table of `game`: the wheel's at roulette, else the cards', and the table's."""
    categories = ("wheel", "drawer", "table") if game == "roulette" else ("cards", "table")
    return {kind: fault for kind, fault in FAULTS.items() if fault.category in categories}
