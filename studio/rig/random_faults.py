"""Faults of the hardware of a table played at random: everything that a device can say, said at the wrong moment."""

from __future__ import annotations

from devices import readings as said
from studio.cards import DECK
from studio.rig.random_world import RandomWorld, Step
from studio.round.approved import POCKETS
from studio.round.inputs import ProcessStarted

WARNINGS = ("ball_not_sensed", "wrong_direction", "component_fault", "failed_launch")
PHASES = ("idle", "place_bets", "ball_in_rim", "no_more_bets", "winning_number", "closed")
POSITIONS = ("player-1", "player-2", "player-3", "banker-1", "banker-3", "burn", "box-1.1.1", "dealer-1", "dealer-2")


def fault(at: RandomWorld) -> Step | None:
    """Something that a device, its line, or the process does, which nobody asked for."""
    random = at.random
    chosen = random.randrange(12)
    if chosen == 0:
        lost = random.choice(("lost", "down", "stale", "not_connected", "busy"))
        if random.random() < 0.5:
            at.waiting.append(said.LinkChanged("ready"))
        return said.LinkChanged(lost)  # type: ignore[arg-type]
    if chosen == 1:
        return ProcessStarted(utc="", monotonic_ns=0, software="rig")
    if chosen == 2:
        return said.LineNoisy(9, 2)
    return _wheel(at) if at.table.shoe_rules is None else _shoe(at)


def _shoe(at: RandomWorld) -> Step | None:
    random = at.random
    chosen = random.randrange(14)
    if chosen <= 3:
        return at.draw(random.choice((None, *POSITIONS)))
    if chosen == 4:
        if at.in_shoe:
            at.in_shoe.pop(0)
        return said.CardUnreadable(1, "smeared")
    if chosen == 5:
        return said.CardRead("Zz", None)
    if chosen == 6 and at.in_shoe:
        return said.CardOutsideGame(at.in_shoe.pop(0), "locked")
    if chosen == 7:
        return said.CutCardOut()
    if chosen == 8:
        return said.ShoeStarted()
    if chosen == 9:
        return said.ShoeFault(3, "lid open")
    if chosen == 10:
        winner = random.choice(("player", "banker", "tie", "forced_end"))
        return said.ShoeResult(winner, False, False)  # type: ignore[arg-type]
    if chosen == 11:
        return said.CardSentAgain(str(random.choice(DECK)), random.choice((None, None, *POSITIONS)))
    if chosen == 12:
        return said.ShoeLocked(locked=True)
    return said.ShoeStandby()


def _wheel(at: RandomWorld) -> Step | None:
    random = at.random
    spin = at.spin if random.random() < 0.6 else random.randrange(1, 250)
    number = str(random.randrange(37))
    chosen = random.randrange(19)
    if chosen <= 1:
        return said.WheelResult(number, spin)
    if chosen == 2:
        return said.WheelNumberAnnounced(number)
    if chosen == 3:
        return said.WheelDisagreement(number, str(random.randrange(37)), spin)
    if chosen == 4:
        return said.WheelUnresolved(spin, None, spin + 1)
    if chosen == 5:
        at.wheel = "closed"
        return said.WheelStopped(spin, in_game=True)
    if chosen == 6:
        at.wheel = "closed"
        return said.WheelRestarted(in_game=True)
    if chosen == 7:
        phase = random.choice(PHASES)
        at.wheel, at.spin = phase, spin
        return said.WheelPhaseChanged(phase, spin, 150, "clockwise")  # type: ignore[arg-type]
    if chosen == 8:
        return said.RotorOutOfBand(300, "ball_in_rim", spin)
    if chosen == 9:
        return said.BallTurns(spin, random.randrange(10, 80))
    if chosen in (10, 11):
        warning = random.choice(WARNINGS)
        return said.WheelWarningRaised(warning, "ball_in_rim", spin, random.random() < 0.7)  # type: ignore[arg-type]
    if chosen == 12:
        return said.BallRead(number, random.randrange(1, 4))
    if chosen == 13:
        return said.BallUnknown("77", "no such tag")
    if chosen == 14:
        return said.BallFellBack(number)
    if chosen in (15, 16, 17):
        return _of_itself(at)
    return random.choice((said.DrawerFault("jam"), said.DrawerCounted(36, "a"), said.DrawerCounted(37, "a")))


def _of_itself(at: RandomWorld) -> Step:
    """What a wheel says of itself; what keeps the table from going on is mended, sooner or later."""
    random = at.random
    chosen = random.randrange(3)
    if chosen == 0:
        at.waiting.append(said.DeviceMuted(muted=False))
        return said.DeviceMuted(muted=True)
    if chosen == 1:
        other = said.DeviceParameters({POCKETS: "12"}, {})
        as_approved = said.DeviceParameters({POCKETS: str(len(at.numbers()))}, {})
        at.waiting += [other, as_approved] if random.random() < 0.5 else [as_approved]
        return other
    outcome = random.choice(("done", "refused", "not_understood", "no_answer", "not_sent"))
    order = random.choice(("restart_game", "unmute", "read_parameters"))
    return said.CommandAnswered(order, "", outcome, "OK")  # type: ignore[arg-type]
