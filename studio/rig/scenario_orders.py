"""From a line about a person to the command that the person gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from studio.cards import Card, composition
from studio.messages import commands

HOWS: Final = {"hand": "hand", "machine": "machine", "washing": "washed"}


class StageError(Exception):
    """A step cannot be done as things stand; says why."""


@dataclass(frozen=True, slots=True)
class Now:
    """What an order may refer to: the round and irregularity of the moment, the table's name, its decks."""

    round_id: str
    irregularity: str
    name: str
    decks: int | None


def fields_of(what: str, about: Mapping[str, str], now: Now) -> dict[str, Any]:
    """The fields of the command that `what` (a key of COMMANDS) is, from what its line names. Raises StageError."""
    make = _FIELDS.get(what)
    if make is not None:
        return make(about)
    match what:
        case "boxes":
            return {"round": now.round_id, "boxes": [int(box.strip(",")) for box in about["boxes"].split()]}
        case "decide":
            hand = int(about.get("hand", "1"))
            action = about["action"].replace(" ", "_")
            return {"round": now.round_id, "box": int(about["box"]), "hand": hand, "action": action}
        case "count":
            return {"card_set": about["card_set"], "counts": counts(about.get("but", ""), now.decks)}
        case "correct":
            values = dict(pair.split() for pair in about["values"].split(","))
            return {"round": f"{now.name}:r{about['round']}", "values": values, "reason": about["reason"]}
        case "void_result":
            return {"round": f"{now.name}:r{about['round']}", "reason": about["reason"]}
        case "rule":
            return {"irregularity": now.irregularity, "ruling": about["ruling"], "reason": about["reason"]}
        case _:
            return {}


def counts(but: str, decks: int | None) -> dict[str, int]:
    """A whole set; ` without 5h 6h`, ` with one more Jd`, as it is written. Raises StageError."""
    if decks is None:
        raise StageError("this table has no cards")
    whole = Counter({str(card): copies for card, copies in composition(decks).items()})
    change = 0
    for word in but.replace(",", " ").split():
        change = {"without": -1, "more": 1}.get(word, change)
        if Card.known(word) is not None:
            whole[word] += change
    return dict(whole)


_FIELDS: Final[dict[str, Callable[[Mapping[str, str]], dict[str, Any]]]] = {
    "open": lambda about: {"rounds": int(about["rounds"]) if "rounds" in about else None},
    "close": lambda about: {"reason": about["reason"]},
    "confirm": lambda about: {"what": about["what"].replace(" ", "_")},
    "announce": lambda about: {"value": about["value"]},
    "enter": lambda about: {"value": "" if about["value"] == "nothing" else about["value"]},
    "report": lambda about: {"kind": about["what"]},
    "shuffle_now": lambda about: {"reason": about["reason"]},
    "inspect": lambda about: {"what": about["what"]},
    "shuffle": lambda about: {"card_set": about["card_set"], "how": HOWS[about["how"]]},
    "cut": lambda about: {"card_set": about["card_set"]},
    "relieve": lambda about: {"reason": about["reason"]},
    "void_round": lambda about: {"reason": about["reason"]},
}

COMMANDS: Final[dict[str, type[Any]]] = {
    "open": commands.OpenTable,
    "close": commands.CloseTable,
    "confirm": commands.ConfirmStep,
    "announce": commands.AnnounceResult,
    "boxes": commands.BoxesInPlay,
    "decide": commands.TakeDecision,
    "enter": commands.EnterValue,
    "report": commands.ReportIrregularity,
    "free_hand": commands.OrderFreeHand,
    "shuffle_now": commands.OrderShuffle,
    "on_duty": commands.GoOnDuty,
    "off_duty": commands.GoOffDuty,
    "relieve": commands.RelieveDealer,
    "inspect": commands.RecordInspection,
    "alive": commands.RecorderAlive,
    "count": commands.InspectCards,
    "shuffle": commands.ShuffleCards,
    "cut": commands.CutCards,
    "correct": commands.CorrectResult,
    "void_result": commands.VoidResult,
    "rule": commands.GiveRuling,
    "void_round": commands.VoidRound,
    "call": commands.CallPitBoss,
}
"""The order that each doing of a person is."""
