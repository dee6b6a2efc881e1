"""What a backend, a screen or a rig may tell a table. Each is idempotent by its `id` and answered with a reason."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Role = Literal["dealer", "pit_boss", "technician", "backend"]


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    """Base of all commands. The sender draws `id`; the same id is the same command, however often it comes."""

    id: str
    person: str
    role: Role


class OpenTable(Command, frozen=True, kw_only=True, tag="open_table"):
    """Open for play. With `rounds` the table closes by itself after that many."""

    rounds: int | None = None


class CloseTable(Command, frozen=True, kw_only=True, tag="close_table"):
    """Close after the round in progress."""

    reason: str


class ConfirmStep(Command, frozen=True, kw_only=True, tag="confirm"):
    """The person at the table confirms that what was asked for (`what`) is done."""

    what: str


class AnnounceResult(Command, frozen=True, kw_only=True, tag="announce_result"):
    """The dealer's own announcement of the result: a second channel beside the device."""

    value: str


class BoxesInPlay(Command, frozen=True, kw_only=True, tag="boxes_in_play"):
    """The backend names the boxes that have a bet; its last word before the deal counts."""

    round: str
    boxes: list[int]


class TakeDecision(Command, frozen=True, kw_only=True, tag="decide"):
    """A player's decision for a hand: from the backend, or as the dealer reads the hand sign."""

    round: str
    box: int
    hand: int
    action: str


class EnterValue(Command, frozen=True, kw_only=True, tag="enter"):
    """A value typed by hand for the open request; it counts when a second person has typed the same."""

    value: str


class ReportIrregularity(Command, frozen=True, kw_only=True, tag="report"):
    """A person saw what no device can see: a card on the floor, a foreign object in the wheel."""

    kind: str
    about: str = ""


class OrderFreeHand(Command, frozen=True, kw_only=True, tag="order_free_hand"):
    """The next round is dealt without bets, where the house has free hands."""


class OrderShuffle(Command, frozen=True, kw_only=True, tag="order_shuffle"):
    """The present shoe ends after the round in progress."""

    reason: str


class GoOnDuty(Command, frozen=True, kw_only=True, tag="go_on_duty"):
    """The person takes over the table as its dealer."""


class GoOffDuty(Command, frozen=True, kw_only=True, tag="go_off_duty"):
    """The dealer leaves the table."""


class RelieveDealer(Command, frozen=True, kw_only=True, tag="relieve_dealer"):
    """A pit boss sends the dealer off: after the round in progress nobody is on duty, until the next dealer comes."""

    reason: str


class RecordInspection(Command, frozen=True, kw_only=True, tag="inspected"):
    """A pit boss has inspected `what` (wheel, ball, shoe, drawer) and found it good."""

    what: str
    note: str = ""


class RecorderAlive(Command, frozen=True, kw_only=True, tag="recorder_alive"):
    """The video recorder's heartbeat."""


class InspectCards(Command, frozen=True, kw_only=True, tag="inspect_cards"):
    """A set of cards counted by identity: card to copies. It counts when two people have given the same count."""

    card_set: str
    counts: dict[str, int]


class ShuffleCards(Command, frozen=True, kw_only=True, tag="shuffle_cards"):
    """A set of cards has been shuffled."""

    card_set: str
    how: Literal["washed", "hand", "machine"]


class CutCards(Command, frozen=True, kw_only=True, tag="cut_cards"):
    """A shuffled set has been cut, and the cut card placed."""

    card_set: str


class CorrectResult(Command, frozen=True, kw_only=True, tag="correct_result"):
    """A published result was wrong: `values` names what was really there, by place (`banker-2`: `9d`, `ball-1`: `17`).

    It counts when a second person has ordered the same.
    """

    round: str
    values: dict[str, str]
    reason: str


class VoidResult(Command, frozen=True, kw_only=True, tag="void_result"):
    """A published result does not count after all. It counts when a second person has ordered the same."""

    round: str
    reason: str


class AcknowledgeAlarm(Command, frozen=True, kw_only=True, tag="acknowledge_alarm"):
    """A person has seen an alarm (its id in the view)."""

    alarm: str


class CallPitBoss(Command, frozen=True, kw_only=True, tag="call_pit_boss"):
    """The dealer asks for the pit boss."""


class GiveRuling(Command, frozen=True, kw_only=True, tag="rule"):
    """A ruling on the irregularity that holds the table. `irregularity` is its id in the table's view."""

    irregularity: str
    ruling: str
    reason: str


class OrderDevice(Command, frozen=True, kw_only=True, tag="order_device"):
    """An order to a device (`restart_game`, `self_test` …), where the table's file allows it; `read_parameters` always.

    Answered when the device has answered.
    """

    device: str
    order: str
    value: str = ""


class VoidRound(Command, frozen=True, kw_only=True, tag="void_round"):
    """Void the round in progress."""

    reason: str


AnyCommand: TypeAlias = (
    OpenTable
    | CloseTable
    | ConfirmStep
    | AnnounceResult
    | BoxesInPlay
    | TakeDecision
    | EnterValue
    | ReportIrregularity
    | OrderFreeHand
    | OrderShuffle
    | GoOnDuty
    | GoOffDuty
    | RelieveDealer
    | RecordInspection
    | RecorderAlive
    | InspectCards
    | ShuffleCards
    | CutCards
    | CorrectResult
    | VoidResult
    | AcknowledgeAlarm
    | CallPitBoss
    | GiveRuling
    | VoidRound
    | OrderDevice
)
