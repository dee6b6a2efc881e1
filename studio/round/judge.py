"""Is a reading what the table asked for? Everything that is not is named, never guessed.

`judge` is the one place where readings meet requests. It returns what to do with a reading and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from devices.readings import (
    AnyReading,
    BallFellBack,
    BallRead,
    BallTurns,
    BallUnknown,
    CardOutsideGame,
    CardRead,
    CardSentAgain,
    CardUnreadable,
    CutCardOut,
    DrawerCounted,
    DrawerFault,
    LineNoisy,
    RotorOutOfBand,
    ShoeFault,
    ShoeResult,
    ShoeStarted,
    WheelDisagreement,
    WheelPhaseChanged,
    WheelRestarted,
    WheelResult,
    WheelStopped,
    WheelUnresolved,
    WheelWarningRaised,
)
from studio.cards import Card
from studio.games.procedure import Agree, AnyRequest, Burn, Confirm, Deal, DrawBalls, Spin, TakeBets
from studio.round.shoe import Shoe


@dataclass(frozen=True, slots=True)
class Take:
    """The reading satisfies the open request; `answer` is what its procedure is sent."""

    answer: Any


@dataclass(frozen=True, slots=True)
class CloseBets:
    """The ball is in play: the betting window ends now."""


@dataclass(frozen=True, slots=True)
class Vouch:
    """A second source says the same result."""


@dataclass(frozen=True, slots=True)
class Note:
    """On record, and nothing follows."""


@dataclass(frozen=True, slots=True)
class Hold:
    """An irregularity: `kind` of the catalogue, and what was read, in words."""

    kind: str
    read: str


Verdict: TypeAlias = Take | CloseBets | Vouch | Note | Hold

NOTE = Note()
BALLS_IN_DRAWER = 37
"""A full lottery drawer holds balls 0 to 36 (roulette.md 2.4)."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the table knows when a reading comes."""

    request: AnyRequest | None
    in_round: bool
    shoe: Shoe | None
    balls: tuple[str, ...]
    """Lottery balls drawn so far in this round."""
    spin_at_open: int | None
    """The wheel's spin counter when the round was opened."""
    spin_in_motion: int | None
    """The spin of this round whose ball was seen in play."""
    launch_before_close: bool
    last_spin: int | None = None
    """The spin whose number was the last result."""
    min_turns: int = 0
    last_read: Mapping[str, str] = field(default_factory=dict)
    """By place, the card that the shoe last gave for it."""


def judge(reading: AnyReading, facts: Facts) -> Verdict:
    """What to do with `reading`, given the open request and the state of the table."""
    match reading:
        case CardRead():
            return _card(reading, facts)
        case CardUnreadable():
            return Hold("card_unreadable", reading.reason) if _dealing(facts) else NOTE
        case CardOutsideGame():
            if not _dealing(facts):
                return NOTE
            if (too_many := _too_many(reading.card, facts)) is not None:
                return too_many
            return Hold("card_outside_game", f"{reading.card} while the shoe was {reading.device_state}")
        case CardSentAgain():
            return _sent_again(reading, facts) if _dealing(facts) else NOTE
        case CutCardOut():
            again = facts.shoe is not None and facts.shoe.cut_card_out
            return Hold("cut_card_again", "a second cut card") if again else NOTE
        case ShoeStarted():
            return _shoe_started(facts)
        case ShoeResult():
            return _shoe_result(reading, facts)
        case ShoeFault():
            return Hold("shoe_fault", f"fault {reading.code}: {reading.reason}") if _dealing(facts) else NOTE
        case BallRead() | BallUnknown() | BallFellBack() | DrawerFault() | DrawerCounted():
            return _ball(reading, facts)
        case LineNoisy():
            bad = f"{reading.malformed} malformed against {reading.well_formed} good frames"
            return Hold("line_noisy", bad) if facts.in_round else NOTE
        case WheelPhaseChanged():
            return _wheel_phase(reading, facts)
        case WheelResult():
            return _wheel_result(reading, facts)
        case BallTurns(spin=spin, turns_x10=turns_x10):
            few = facts.in_round and spin == facts.spin_in_motion and turns_x10 < facts.min_turns * 10
            return Hold("too_few_turns", f"{turns_x10 / 10:.1f} turns, due are {facts.min_turns}") if few else NOTE
        case WheelDisagreement(spin=spin) if not facts.in_round and spin == facts.last_spin:
            return Hold("pocket_changed", f"{reading.announced} was the result, the wheel now says {reading.number}")
        case _:
            return _wheel_trouble(reading, facts) if facts.in_round else NOTE


def _dealing(facts: Facts) -> bool:
    return facts.in_round or facts.shoe is not None or facts.request is not None


def _too_many(code: str, facts: Facts) -> Hold | None:
    card = Card.known(code)
    if card is None or facts.shoe is None or facts.shoe.can_hold(card):
        return None
    return Hold("card_beyond_composition", f"one {code} too many")


def _card(reading: CardRead, facts: Facts) -> Verdict:
    card = Card.known(reading.card)
    if card is None:
        return Hold("card_unreadable", f"{reading.card!r} is not a card")
    where = f" for {reading.position}" if reading.position else ""
    read = f"{reading.card}{where}"
    if (too_many := _too_many(reading.card, facts)) is not None:
        return too_many
    match facts.request:
        case Deal(to=to):
            return Take(card) if reading.position in (None, to) else Hold("card_misplaced", read)
        case Burn():
            meant_to_burn = reading.position is None or reading.position.startswith("burn")
            return Take(card) if meant_to_burn else Hold("card_misplaced", read)
        case TakeBets():
            return Hold("early_card", read)
        case _:
            return Hold("card_unexpected", read)


def _sent_again(reading: CardSentAgain, facts: Facts) -> Verdict:
    """A repeat deals nothing. It is plainly one when that card was read for that place, or when the device knows each
    card by a code of its own (no place); else it may be a card that was missed, and nobody guesses (devices.md 2.1)."""
    if reading.position is None or facts.last_read.get(reading.position) == reading.card:
        return NOTE
    before = facts.last_read.get(reading.position, "nothing")
    return Hold("card_read_twice", f"{reading.card} for {reading.position} again; read before was {before}")


def _shoe_started(facts: Facts) -> Verdict:
    if facts.request == Confirm("shoe_loaded"):
        return Take(None)
    live = facts.shoe is not None and not (facts.shoe.spent and not facts.in_round)
    return Hold("shoe_restarted", "start of the shoe") if live else NOTE


def _shoe_result(reading: ShoeResult, facts: Facts) -> Verdict:
    match facts.request:
        case Agree(value=value) if reading.winner == value:
            return Vouch()
        case Agree(value=value):
            return Hold("result_disputed", f"the shoe says {reading.winner}, the cards say {value}")
        case Deal() if reading.winner != "forced_end":
            return Hold("result_disputed", f"the shoe says {reading.winner} while a card is due")
        case _:
            return NOTE


def _ball(reading: AnyReading, facts: Facts) -> Verdict:
    """Balls of the lottery drawer: exactly as many as asked for, all different, in order (roulette.md 2.4, G7)."""
    drawing = isinstance(facts.request, DrawBalls)
    match reading:
        case DrawerCounted(balls=balls) if facts.request == Confirm("ball_drawer_full"):
            return Take(None) if balls == BALLS_IN_DRAWER else Hold("ball_missing", f"{balls} balls in the drawer")
        case DrawerCounted(balls=balls) if drawing and not facts.balls and balls != BALLS_IN_DRAWER:
            return Hold("ball_missing", f"{balls} balls in the drawer")
        case BallRead(number=number) if not drawing:
            return Hold("ball_unexpected", f"ball {number}") if facts.in_round else NOTE
        case BallRead(number=number) if number in facts.balls:
            return Hold("ball_twice", f"ball {number} again")
        case BallRead(number=number, order=order) if order != len(facts.balls) + 1:
            return Hold("ball_missed", f"ball {number} as number {order}, due is number {len(facts.balls) + 1}")
        case BallRead(number=number):
            return Take(number)
        case BallUnknown(tag=tag, reason=reason) if facts.in_round:
            return Hold("ball_unknown", f"{reason} {tag}".rstrip())
        case BallFellBack(number=number) if drawing:
            return Hold("ball_fell_back", f"ball {number}")
        case DrawerFault(reason=reason) if drawing:
            return Hold("drawer_fault", reason)
        case _:
            return NOTE


def _wheel_phase(reading: WheelPhaseChanged, facts: Facts) -> Verdict:
    if not facts.in_round:
        return NOTE
    betting = isinstance(facts.request, TakeBets)
    if reading.phase == "ball_in_rim" and betting and not facts.launch_before_close:
        return Hold("early_ball", f"ball in the rim in spin {reading.spin}")
    if reading.phase in ("ball_in_rim", "no_more_bets"):
        if facts.spin_in_motion not in (None, reading.spin):
            return Hold("wheel_unresolved", f"spin {facts.spin_in_motion} ended, spin {reading.spin} is in play")
        return CloseBets() if betting and reading.phase == "no_more_bets" else NOTE
    if reading.phase == "place_bets" and not isinstance(facts.request, Agree):
        if facts.spin_in_motion is not None:
            return Hold("wheel_unresolved", f"spin {facts.spin_in_motion} ended without a number")
        if facts.spin_at_open is not None and reading.spin != facts.spin_at_open:
            return Hold("wheel_unresolved", f"spin {facts.spin_at_open} went by unseen")
    return NOTE


def _wheel_result(reading: WheelResult, facts: Facts) -> Verdict:
    """A number counts for the open spin, and only after its ball was seen in play since the bets were opened."""
    if isinstance(facts.request, Spin) and reading.spin == facts.spin_in_motion:
        return Take(reading.number)
    return Hold("result_out_of_turn", f"{reading.number} of spin {reading.spin}") if facts.in_round else NOTE


def _wheel_trouble(reading: AnyReading, facts: Facts) -> Verdict:
    match reading:
        case WheelDisagreement():
            return Hold("wheel_disagreement", f"{reading.announced} announced, {reading.number} reported")
        case WheelUnresolved():
            says = f", the wheel now shows {reading.device_says}" if reading.device_says is not None else ""
            return Hold("wheel_unresolved", f"spin {reading.spin} ended without a number{says}")
        case WheelStopped():
            return Hold("wheel_stopped", f"wheel closed in spin {reading.spin}")
        case WheelRestarted():
            return Hold("wheel_restarted", "the spin counter began again")
        case RotorOutOfBand():
            return Hold("rotor_out_of_band", f"{reading.rotor_rpm_x10 / 10:.1f} rpm")
        case WheelWarningRaised(confirmed=True):
            return Hold(reading.warning, f"{reading.warning.replace('_', ' ')} in spin {reading.spin}")
        case _:
            return NOTE
