"""Readings of devices: judged, counted, and taken where they satisfy the open request."""

from __future__ import annotations

from devices.readings import (
    AnyReading,
    BallFellBack,
    BallRead,
    CardOutsideGame,
    CardRead,
    CardSentAgain,
    CardUnreadable,
    CutCardOut,
    DrawerCounted,
    WheelPhaseChanged,
    WheelRestarted,
    WheelStopped,
)
from studio.cards import Card
from studio.games.procedure import DrawBalls, Spin, TakeBets
from studio.messages import events
from studio.round import betting, host_orders, rulings, shoe_life
from studio.round.in_play import BESIDE_THE_GAME, TableInPlay
from studio.round.judge import CloseBets, Facts, Hold, Take, Vouch, judge
from studio.round.shoe import LOOKED_AT_CARDS


def read(table: TableInPlay, device: str, reading: AnyReading) -> None:
    """A device said something."""
    in_round = table.stage == "round"
    verdict = judge(
        reading,
        Facts(
            request=TakeBets() if table.bets_open_again else table.request,
            in_round=in_round,
            shoe=table.shoe,
            balls=tuple(table.balls),
            spin_at_open=table.spin_at_open,
            spin_in_motion=table.spin_in_motion,
            launch_before_close=table.settings.launch_before_close,
            last_spin=table.last_spin,
            min_turns=int(getattr(table.rules, "min_turns", 0)),
            last_read=table.last_read,
        ),
    )
    table.desk.note(device, in_words(reading))
    held = table.irregularity
    _keep_count(table, device, reading)
    if held is None and table.shoe is not None and isinstance(reading, CardRead) and _suspicious(table, device):
        return
    if held is None and table.burn_next and isinstance(reading, CardRead) and _burned_as_exposed(table, reading):
        return
    match verdict:
        case Hold(kind=kind, read=read) if table.settings.devices.get(device) in BESIDE_THE_GAME:
            table.desk.alarm("medium", kind, f"{device}: {read}")
        case Hold(kind=kind, read=read) if table.open:
            rulings.hold(table, kind, read, device, reading)
        case Hold(kind=kind, read=read):
            table.desk.alarm("low", kind, f"{read}, while the table is closed")
        case Take() | CloseBets() | Vouch() if held is not None:
            held.also_read.append(in_words(reading))
        case Take(answer=answer):
            if isinstance(reading, BallRead):
                _ball(table, reading)
            else:
                table.take(answer)
        case CloseBets():
            betting.close_bets(table, "ball_in_play")
        case Vouch():
            table.vouch(table.settings.devices[device])
    if isinstance(reading, WheelPhaseChanged):
        host_orders.start_if_due(table)
    if table.stage == "idle":
        table.next()


def in_words(reading: AnyReading) -> str:
    """A reading as the time line has it: its kind and what it says."""
    fields = (str(getattr(reading, name)) for name in reading.__struct_fields__)
    return " ".join((str(reading.__struct_config__.tag), *(field for field in fields if field != "None")))


def _burned_as_exposed(table: TableInPlay, reading: CardRead) -> bool:
    """The card that lay face up in the shoe has left it: out of play, and what was due is still due."""
    card, shoe = Card.known(reading.card), table.shoe
    if card is None or shoe is None or shoe.overfull:
        return False
    shoe_life.burn_surplus(table, card)
    if table.stage == "idle":
        table.next()
    else:
        table.ask_again()
    return True


def _suspicious(table: TableInPlay, device: str) -> bool:
    """Look at the order of the shoe's first cards once; a sequence that no shuffle leaves holds the table."""
    shoe = table.shoe
    if shoe is None or shoe.order_judged or shoe.cards_out > LOOKED_AT_CARDS:
        return False
    what = shoe.suspicious
    if not what:
        return False
    shoe.order_judged = True
    rulings.hold(table, "suspicious_order", what, device)
    return table.irregularity is not None


def _ball(table: TableInPlay, reading: BallRead) -> None:
    table.balls.append(reading.number)
    table.desk.publish(events.BallDrawn, order=len(table.balls), number=reading.number)
    if isinstance(table.request, DrawBalls) and len(table.balls) == table.request.count:
        table.take(tuple(table.balls))
    else:
        table.ask_again()


def _keep_count(table: TableInPlay, device: str, reading: AnyReading) -> None:
    """What a reading says of shoe and wheel holds whether or not it was asked for."""
    shoe = table.shoe
    if isinstance(reading, CardRead) and reading.position is not None:
        table.last_read[reading.position] = reading.card
    match reading:
        case CardSentAgain(card=code, position=None) if shoe is not None:
            table.desk.alarm("low", "card_shown_again", code)
        case CardRead(card=code) | CardOutsideGame(card=code) if shoe is not None:
            shoe.take_out(Card.known(code))
        case CardUnreadable() if shoe is not None:
            shoe.take_out(None)
        case CutCardOut() if shoe is not None and not shoe.cut_card_out:
            shoe_life.cut_card(table, shoe)
        case DrawerCounted(balls=balls):
            table.balls_in_drawer = balls
        case BallFellBack(number=number) if number in table.balls:
            table.balls.remove(number)
        case WheelPhaseChanged(phase=phase, spin=spin):
            table.wheel_phase, table.wheel_spin = phase, spin
            in_play = phase in ("ball_in_rim", "no_more_bets")
            if table.stage == "round" and in_play and table.spin_in_motion is None and not table.fresh_launch_due:
                table.spin_in_motion = spin
                if table.irregularity is None and isinstance(table.request, Spin):
                    table.resume()
            elif phase == "place_bets" and table.spin_at_open is None:
                # After a re-spin only a ball launched anew counts, and the wheel shows by this phase that it was.
                table.spin_at_open, table.fresh_launch_due = spin, False
            host_orders.follow_restart(table)
        case WheelStopped():
            table.wheel_phase = "closed"
        case WheelRestarted():
            table.wheel_phase = "closed"
            table.host.forget(device)
