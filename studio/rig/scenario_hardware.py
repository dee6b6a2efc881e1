"""From a line about the hardware to the reading that a device gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from devices import readings as said
from devices.readings import AnyReading


def reading_of(what: str, about: Mapping[str, str], spin: int) -> AnyReading:
    """What a device says: `what` is a key of HARDWARE, `about` what its line names, `spin` the spin last spoken of."""
    words: Any = {key: value.replace(" ", "_") for key, value in about.items()}
    match what:
        case "card_for":
            return said.CardRead(about["card"], about["position"])
        case "card_while":
            return said.CardOutsideGame(about["card"], words["state"])
        case "card_again":
            return said.CardSentAgain(about["card"], about.get("position"))
        case "unreadable":
            return said.CardUnreadable(1, "unreadable")
        case "cut_card":
            return said.CutCardOut()
        case "shoe_starts":
            return said.ShoeStarted()
        case "shoe_says":
            return said.ShoeResult(words["winner"], player_pair=False, banker_pair=False)
        case "shoe_fault":
            return said.ShoeFault(int(about["code"]), about["reason"])
        case "noisy":
            return said.LineNoisy(9, 2)
        case "ball":
            return said.BallRead(about["number"], int(about["order"]))
        case "ball_back":
            return said.BallFellBack(about["number"])
        case "ball_unknown":
            return said.BallUnknown("77", "no such tag")
        case "drawer_fault":
            return said.DrawerFault(about["reason"])
        case "drawer_counts":
            return said.DrawerCounted(int(about["balls"]), "set")
        case "button":
            return said.ButtonPressed(about["button"])
        case "shuffler_state":
            return said.ShufflerState(words["state"], words.get("colour"))
        case "shuffler_done":
            return said.ShufflerDone(
                words.get("colour"), None if about["cards"] == "uncounted" else int(about["cards"])
            )
        case "shuffler_jam":
            return said.ShufflerJam("the machine reports a jam")
        case _:
            return _wheel(what, words, spin)


def _wheel(what: str, about: Mapping[str, Any], spin: int) -> AnyReading:
    match what:
        case "wheel_phase":
            return said.WheelPhaseChanged(about["phase"], spin, 150, "clockwise")
        case "wheel_number":
            return said.WheelResult(about["number"], int(about.get("spin", spin)))
        case "wheel_turns":
            return said.BallTurns(spin, round(float(about["turns"]) * 10))
        case "wheel_warns":
            return said.WheelWarningRaised(about["warning"], "ball_in_rim", spin, confirmed=True)
        case "wheel_two":
            return said.WheelDisagreement(about["first"], about["second"], spin)
        case "wheel_lost":
            return said.WheelUnresolved(spin, None, spin + 1)
        case "wheel_stops":
            return said.WheelStopped(spin, in_game=True)
        case "wheel_restarts":
            return said.WheelRestarted(in_game=True)
        case _:
            return said.RotorOutOfBand(int(about["rpm"]) * 10, "ball_in_rim", spin)
