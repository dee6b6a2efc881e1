"""What any device can say: one frozen struct a kind, tagged by `kind`, the same in memory, journal and on a screen.

A reading is an *edge*: something changed. A device that repeats its state a thousand times yields one reading.
Cards are their two-character code (`Ah`, `Td`, `2c`), roulette numbers their text (`0`, `00`, `17`), since a
driver knows neither the rules nor the layout.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

WheelPhase = Literal["idle", "place_bets", "ball_in_rim", "no_more_bets", "winning_number", "closed"]
WheelWarning = Literal["ball_not_sensed", "wrong_direction", "component_fault", "failed_launch"]
RotorDirection = Literal["clockwise", "counter_clockwise"]


class Reading(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of all readings."""


# --- wheel -----------------------------------------------------------------------------------------------------


class WheelPhaseChanged(Reading, frozen=True, tag="wheel.phase"):
    """The wheel went into another phase, or into the same phase of another spin."""

    phase: WheelPhase
    spin: int
    rotor_rpm_x10: int
    direction: RotorDirection


class WheelNumberAnnounced(Reading, frozen=True, tag="wheel.announced"):
    """The bare number that precedes the result line. A pre-announcement: never a result."""

    number: str


class WheelResult(Reading, frozen=True, tag="wheel.result"):
    """The winning number of a spin that was seen in motion; at most once a spin."""

    number: str
    spin: int


class WheelDisagreement(Reading, frozen=True, tag="wheel.disagreement"):
    """The announced number and the result line of one spin differ: there is no result."""

    announced: str
    number: str
    spin: int


class WheelUnresolved(Reading, frozen=True, tag="wheel.unresolved"):
    """A spin in motion ended without its result line being seen.

    `device_says` is the number that the wheel shows now, only where the spin counter rose by exactly one since;
    it is an offer for a person to confirm, never a result.
    """

    spin: int
    device_says: str | None
    next_spin: int


class WheelStopped(Reading, frozen=True, tag="wheel.stopped"):
    """The wheel closed. `in_game` is true when a ball was in play: a dead game, not an idle table."""

    spin: int
    in_game: bool


class WheelRestarted(Reading, frozen=True, tag="wheel.restarted"):
    """Power cycle: the spin counter began again without a wrap. `in_game` as for `WheelStopped`."""

    in_game: bool


class WheelWarningRaised(Reading, frozen=True, tag="wheel.warning"):
    """A warning flag rose. `confirmed` is false while the maker's timing rule says that it may pass by itself."""

    warning: WheelWarning
    phase: WheelPhase
    spin: int
    confirmed: bool


class WheelWarningCleared(Reading, frozen=True, tag="wheel.warning_cleared"):
    """A warning flag fell after `reports` status reports."""

    warning: WheelWarning
    reports: int


class RotorOutOfBand(Reading, frozen=True, tag="wheel.rotor_out_of_band"):
    """The rotor runs at a speed outside the table's approved band while a game is on."""

    rotor_rpm_x10: int
    phase: WheelPhase
    spin: int


class BallTurns(Reading, frozen=True, tag="wheel.turns"):
    """How many turns the ball made in the track before it fell, times ten, where the wheel counts them."""

    spin: int
    turns_x10: int


class DeviceReply(Reading, frozen=True, tag="device.reply"):
    """The answer of a device to a command of ours, as text."""

    command: str
    text: str


CommandOutcome = Literal["done", "refused", "not_understood", "no_answer", "not_sent"]


class CommandAnswered(Reading, frozen=True, tag="device.command"):
    """What became of an order of ours: once for each. `answer`: the device's own words, or why there are none.

    no_answer: nobody knows whether it was done. not_understood, not_sent: it was not done.
    """

    command: str
    value: str
    outcome: CommandOutcome
    answer: str


class DeviceParameters(Reading, frozen=True, tag="device.parameters"):
    """What the device says of itself: firmware, size, settings, read on every connection. `unanswered`: which of the
    questions brought nothing, and why. Whether it is what it should be is for the table to judge."""

    found: dict[str, str]
    unanswered: dict[str, str]


class DeviceMuted(Reading, frozen=True, tag="device.muted"):
    """The device answers but reports nothing (`muted`), or reports again: it is not gone, and no game is seen."""

    muted: bool


class SelfTested(Reading, frozen=True, tag="device.self_test"):
    """The device names faults of its own, when asked to test itself or unasked."""

    codes: tuple[int, ...]
    what: str


# --- cards -----------------------------------------------------------------------------------------------------


class CardRead(Reading, frozen=True, tag="card.read"):
    """A card left the shoe. `position` is where the device believes it goes (`player-1`, `banker-3`, `burn`,
    `burn-first`), or None for a device that only reads faces."""

    card: str
    position: str | None = None


class CardUnreadable(Reading, frozen=True, tag="card.unreadable"):
    """A card left the shoe and its face could not be read."""

    code: int
    reason: str


class CardOutsideGame(Reading, frozen=True, tag="card.outside_game"):
    """A card drawn while the device was not dealing (locked, in error, being set up): not a card of the round."""

    card: str
    device_state: Literal["locked", "error", "setting", "other"]


class CardSentAgain(Reading, frozen=True, tag="card.sent_again"):
    """The device sends again a card that it has sent. Opens nothing, deals nothing."""

    card: str
    position: str | None


class CutCardOut(Reading, frozen=True, tag="cut_card.out"):
    """The cut card left the shoe. Its own signal: it never fills a place."""


class ShoeStarted(Reading, frozen=True, tag="shoe.started"):
    """The shoe booted, was reset, or was loaded anew after the cut card."""


class ShoeStandby(Reading, frozen=True, tag="shoe.standby"):
    """The shoe waits between two rounds."""


class ShoeResult(Reading, frozen=True, tag="shoe.result"):
    """The result as the shoe itself works it out: a second opinion, never the source."""

    winner: Literal["player", "banker", "tie", "forced_end"]
    player_pair: bool
    banker_pair: bool


class ShoeFault(Reading, frozen=True, tag="shoe.fault"):
    """The shoe reports a fault of handling or of its own."""

    code: int
    reason: str


class ShoeFaultCleared(Reading, frozen=True, tag="shoe.fault_cleared"):
    """The fault `code` is over."""

    code: int


class ShoeLocked(Reading, frozen=True, tag="shoe.locked"):
    """The shoe was locked or unlocked."""

    locked: bool


class ShoeSettingChanged(Reading, frozen=True, tag="shoe.setting_changed"):
    """Somebody changed a setting at the shoe."""

    address: str
    value: str


class DeviceRefused(Reading, frozen=True, tag="device.refused"):
    """The device refused a command of ours (NAK) with its code."""

    code: str
    reason: str


# --- lottery drawer ------------------------------------------------------------------------------------------------


class BallRead(Reading, frozen=True, tag="ball.read"):
    """A ball lies in the tube as the `order`th of this draw, counted from 1."""

    number: str
    order: int


class BallUnknown(Reading, frozen=True, tag="ball.unknown"):
    """A ball whose tag is not in the drawer's ball set, or which passed the counter without a tag being read."""

    tag: str
    reason: str


class BallFellBack(Reading, frozen=True, tag="ball.fell_back"):
    """A ball that had been read is no longer in the tube."""

    number: str


class DrawerFault(Reading, frozen=True, tag="drawer.fault"):
    """The drawer reports that it cannot go on: a jam, two balls at once, no air."""

    reason: str


class DrawerCounted(Reading, frozen=True, tag="drawer.counted"):
    """The drawer has counted the balls in its chamber, all of `ball_set`."""

    balls: int
    ball_set: str


# --- shuffler ------------------------------------------------------------------------------------------------------

ShufflerWork = Literal["idle", "loading", "shuffling", "done", "jam", "open", "fault"]


class ShufflerState(Reading, frozen=True, tag="shuffler.state"):
    """The shuffler went into another state, or its batch or its count changed. `cards` is its own count of the batch,
    None before it has counted; `batch_colour` the back colour of the batch, None for a machine that tells none."""

    state: ShufflerWork
    batch_colour: str | None = None
    cards: int | None = None


class ShufflerDone(Reading, frozen=True, tag="shuffler.done"):
    """A batch is shuffled and counted. Whether `cards` is right is for the table to judge."""

    batch_colour: str | None
    cards: int | None


class ShufflerJam(Reading, frozen=True, tag="shuffler.jam"):
    """Cards are stuck: the batch is no longer to be trusted."""

    reason: str


# --- buttons and badges ----------------------------------------------------------------------------------------------


class ButtonPressed(Reading, frozen=True, tag="button.pressed"):
    """A button, key or pedal was pressed. Once a press, however long it is held."""

    button: str


class BadgeRead(Reading, frozen=True, tag="badge.read"):
    """A badge was held to the reader. Whose it is is for the table to know."""

    badge: str


# --- the line itself -------------------------------------------------------------------------------------------


class MalformedFrame(Reading, frozen=True, tag="frame.malformed"):
    """Bytes that are no frame of the protocol: counted, kept in hex, dropped."""

    raw: str
    reason: str


class LineNoisy(Reading, frozen=True, tag="line.noisy"):
    """More than half of the frames of the last seconds were malformed: think of wrong line settings first."""

    malformed: int
    well_formed: int


LinkState = Literal["not_connected", "busy", "line_wrong", "connecting", "ready", "stale", "down", "lost"]


class LinkChanged(Reading, frozen=True, tag="link"):
    """The state of the link to a device, judged by the age of its last valid frame.

    not_connected: the port is absent. busy: another process holds it. line_wrong: it is set to another speed, parity or
    flow control than was asked for. connecting: open, too few good frames yet.
    ready: good frames come. stale, down: the port is open but frames have stopped. lost: an open port went away.
    """

    state: LinkState
    why: str = ""


AnyReading: TypeAlias = (
    WheelPhaseChanged
    | WheelNumberAnnounced
    | WheelResult
    | WheelDisagreement
    | WheelUnresolved
    | WheelStopped
    | WheelRestarted
    | WheelWarningRaised
    | WheelWarningCleared
    | RotorOutOfBand
    | BallTurns
    | DeviceReply
    | DeviceRefused
    | CommandAnswered
    | DeviceParameters
    | DeviceMuted
    | SelfTested
    | CardRead
    | CardUnreadable
    | CardOutsideGame
    | CardSentAgain
    | CutCardOut
    | ShoeStarted
    | ShoeStandby
    | ShoeResult
    | ShoeFault
    | ShoeFaultCleared
    | ShoeLocked
    | ShoeSettingChanged
    | BallRead
    | BallUnknown
    | BallFellBack
    | DrawerFault
    | DrawerCounted
    | ShufflerState
    | ShufflerDone
    | ShufflerJam
    | ButtonPressed
    | BadgeRead
    | MalformedFrame
    | LineNoisy
    | LinkChanged
)
