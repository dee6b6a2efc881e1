"""What `studio tell` can say: a word for each command of a table, its arguments, and the command that comes of it."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from studio.cards import Card, composition
from studio.messages import commands
from studio.messages.commands import Command, Role
from studio.messages.telemetry import TableView

ROLES: Final[tuple[Role, ...]] = ("dealer", "pit_boss", "technician", "backend")


class NoCommandError(Exception):
    """The words make no command as things stand; says why."""


Fields = Callable[[argparse.Namespace, TableView], dict[str, Any]]
Arguments = Callable[[argparse.ArgumentParser], None]


@dataclass(frozen=True, slots=True)
class TellOrder:
    """One word: the command that it is, its help, what its fields are by arguments and the table's present view, its
    arguments, and who gives it where `--role` does not say."""

    kind: type[Command]
    help: str
    fields: Fields = lambda args, view: {}
    arguments: Arguments = lambda parser: None
    role: Role = "pit_boss"


def _reason(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("reason", metavar="REASON", help="why, for the record")


def _opening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, metavar="N", help="close again after N rounds")


def _confirming(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "step", nargs="?", metavar="WHAT", help="shuffled, cut, shoe_loaded …; without it, whatever is asked for now"
    )


def _announcing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("value", metavar="RESULT", help="player, banker, tie, or the number")


def _boxes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("boxes", nargs="*", type=int, metavar="BOX", help="their numbers; none for no box in play")


def _deciding(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", metavar="ACTION", help="hit, stand, double, split, surrender, insurance, decline …")
    parser.add_argument("--box", type=int, metavar="N", help="whose decision; without it, the one that is awaited")
    parser.add_argument("--hand", type=int, metavar="N", help="which hand of the box, from 1")


def _entering(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("values", nargs="+", metavar="VALUE", help="a card as 9h, a number, or balls as 3 17 22")


def _reporting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="KIND", help="card_on_floor, foreign_object …; a refusal names all of them")
    parser.add_argument("--about", default="", metavar="TEXT", help="what was seen")


def _inspecting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("thing", metavar="WHAT", help="wheel, ball, shoe or drawer, and found it good")
    parser.add_argument("--note", default="", metavar="TEXT", help="what is worth knowing")


def _set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("card_set", metavar="SET", help="the name of the set in the table's settings")


def _counting(parser: argparse.ArgumentParser) -> None:
    _set(parser)
    counted = parser.add_mutually_exclusive_group(required=True)
    counted.add_argument("--counts", type=Path, metavar="FILE", help='JSON, each card to its copies: {"Ah": 8, …}')
    counted.add_argument("--decks", type=int, metavar="N", help="N whole decks, but for the cards named beside it")
    parser.add_argument("--missing", nargs="+", default=[], metavar="CARD", help="with --decks: cards not found")
    parser.add_argument("--surplus", nargs="+", default=[], metavar="CARD", help="with --decks: cards too many")


def _shuffling(parser: argparse.ArgumentParser) -> None:
    _set(parser)
    parser.add_argument("how", choices=("washed", "hand", "machine"), metavar="HOW", help="washed, hand or machine")


def _correcting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("round", metavar="ROUND", help="its name, or the end of it: r12")
    parser.add_argument("values", nargs="+", metavar="PLACE=VALUE", help="what was really there: banker-2=9d ball-1=17")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why, for the record")


def _of_round(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("round", metavar="ROUND", help="its name, or the end of it: r12")
    _reason(parser)


def _alarm(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("alarm", metavar="ALARM", help="its name in the view, as a3")


def _ruling(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ruling", metavar="RULING", help="one of those that `studio watch` shows")
    _reason(parser)


def _wheel(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "device_order",
        metavar="ORDER",
        help="restart_game, start_game, power_on, power_off, mute, unmute, set_mode, set_parameter, store_parameters, "
        "self_test: what the table's file allows; and read_parameters",
    )
    parser.add_argument("value", nargs="*", metavar="VALUE", help="of set_mode (1158) and set_parameter (m 1.5)")
    parser.add_argument("--device", default="wheel", metavar="NAME", help="its name in the table's file (wheel)")


def _device_order(args: argparse.Namespace, view: TableView) -> dict[str, Any]:
    return {"device": args.device, "order": args.device_order, "value": " ".join(args.value)}


def _step(args: argparse.Namespace, view: TableView) -> dict[str, Any]:
    asked = view.prompt.key.partition("confirm.")[2]
    return {"what": args.step or asked}


def _decision(args: argparse.Namespace, view: TableView) -> dict[str, Any]:
    awaited = view.decision
    box = args.box if args.box is not None else awaited.box if awaited else 0
    hand = args.hand if args.hand is not None else awaited.hand if awaited and args.box in (None, awaited.box) else 1
    return {"round": view.round or "", "box": box, "hand": hand, "action": args.action}


def _counts(args: argparse.Namespace, view: TableView) -> dict[str, Any]:
    return {"card_set": args.card_set, "counts": _read_counts(args.counts) if args.counts else _whole_but(args)}


def _read_counts(file: Path) -> dict[str, int]:
    try:
        counts = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise NoCommandError(f"--counts {file}: {error}") from None
    if not isinstance(counts, dict) or not all(type(count) is int and count >= 0 for count in counts.values()):
        raise NoCommandError(f'--counts {file}: is no count: write cards with their copies, as in {{"Ah": 8}}')
    return counts


def _whole_but(args: argparse.Namespace) -> dict[str, int]:
    if not 1 <= args.decks <= 12:
        raise NoCommandError(f"--decks {args.decks}: a set has 1 to 12")
    found = Counter({str(card): copies for card, copies in composition(args.decks).items()})
    for option, cards, more in (("--missing", args.missing, -1), ("--surplus", args.surplus, 1)):
        for card in cards:
            if Card.known(card) is None:
                raise NoCommandError(f"{option} {card}: is no card: write rank and suit, as in Ah, Td, 2c")
            found[card] += more
    return dict(found)


def _correction(args: argparse.Namespace, view: TableView) -> dict[str, Any]:
    values = {}
    for pair in args.values:
        place, equals, value = pair.partition("=")
        if not (place and equals and value):
            raise NoCommandError(f"{pair!r}: write a place and what was there, as in banker-2=9d")
        values[place] = value
    return {"round": _round(args.round, view), "values": values, "reason": args.reason}


def _round(name: str, view: TableView) -> str:
    return name if ":" in name else f"{view.table}:{view.epoch}:{name}"


def _rule(args: argparse.Namespace, view: TableView) -> dict[str, Any]:
    held = view.irregularity
    return {"irregularity": held.id if held else "", "ruling": args.ruling, "reason": args.reason}


def _why(args: argparse.Namespace, view: TableView) -> dict[str, Any]:
    return {"reason": args.reason}


ORDERS: Final[dict[str, TellOrder]] = {
    "open": TellOrder(commands.OpenTable, "open for play", lambda args, _: {"rounds": args.rounds}, _opening),
    "close": TellOrder(commands.CloseTable, "close after the round in progress", _why, _reason),
    "confirm": TellOrder(commands.ConfirmStep, "what was asked for is done", _step, _confirming),
    "announce": TellOrder(
        commands.AnnounceResult, "the dealer's own word on the result", lambda args, _: {"value": args.value},
        _announcing,
    ),
    "boxes": TellOrder(
        commands.BoxesInPlay, "name the boxes that have a bet in the present round",
        lambda args, view: {"round": view.round or "", "boxes": args.boxes}, _boxes, "backend",
    ),
    "decide": TellOrder(
        commands.TakeDecision, "a player's decision", _decision, _deciding, "dealer",
    ),
    "enter": TellOrder(
        commands.EnterValue, "type what no device gave; counts when a second person has typed the same",
        lambda args, _: {"value": " ".join(args.values)}, _entering,
    ),
    "report": TellOrder(
        commands.ReportIrregularity, "report what no device can see",
        lambda args, _: {"kind": args.kind, "about": args.about}, _reporting,
    ),
    "free-hand": TellOrder(commands.OrderFreeHand, "the next round is dealt without bets"),
    "shuffle-now": TellOrder(commands.OrderShuffle, "the shoe ends after the round in progress", _why, _reason),
    "on-duty": TellOrder(commands.GoOnDuty, "take over the table as its dealer (--as NAME)", role="dealer"),
    "off-duty": TellOrder(commands.GoOffDuty, "leave the table", role="dealer"),
    "relieve": TellOrder(
        commands.RelieveDealer, "send the dealer off, after the round in progress", _why, _reason,
    ),
    "inspected": TellOrder(
        commands.RecordInspection, "something was inspected before the table opens",
        lambda args, _: {"what": args.thing, "note": args.note}, _inspecting,
    ),
    "recorder-alive": TellOrder(commands.RecorderAlive, "the video recorder records", role="technician"),
    "count": TellOrder(
        commands.InspectCards, "a set of cards was counted by identity; counts when a second person counts the same",
        _counts, _counting,
    ),
    "shuffled": TellOrder(
        commands.ShuffleCards, "a set of cards was shuffled",
        lambda args, _: {"card_set": args.card_set, "how": args.how}, _shuffling,
    ),
    "cut": TellOrder(
        commands.CutCards, "a set of cards was cut, and its cut card placed",
        lambda args, _: {"card_set": args.card_set}, _set,
    ),
    "correct": TellOrder(
        commands.CorrectResult, "a published result was wrong; counts when a second person says the same",
        _correction, _correcting,
    ),
    "void-result": TellOrder(
        commands.VoidResult, "a published result does not count; counts when a second person says the same",
        lambda args, view: {"round": _round(args.round, view), "reason": args.reason}, _of_round,
    ),
    "acknowledge": TellOrder(
        commands.AcknowledgeAlarm, "an alarm was seen", lambda args, _: {"alarm": args.alarm}, _alarm
    ),
    "call": TellOrder(commands.CallPitBoss, "call the pit boss"),
    "rule": TellOrder(commands.GiveRuling, "rule on what holds the table", _rule, _ruling),
    "wheel": TellOrder(
        commands.OrderDevice, "give the wheel an order, and say what it answers", _device_order, _wheel, "technician"
    ),
    "void": TellOrder(commands.VoidRound, "void the round in progress", _why, _reason),
}  # fmt: skip
"""Every command of a table by the word for it."""
