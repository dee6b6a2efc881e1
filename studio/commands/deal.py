"""`studio deal`: the round that given cards, numbers, draws and decisions make, as a table would publish it."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from typing import Final, cast

import msgspec

from studio.dry_table import DeskError, NotAllowed, NotAnInput, RanOut, play, publish_round, result_event
from studio.dry_table_input import Given, Layer
from studio.games.catalogue import FAMILIES, rules_digest
from studio.houses import load_rules
from studio.messages.events import (
    AnyEvent,
    BallDrawn,
    BetsClosed,
    CardDealt,
    DecisionTaken,
    RoundOpened,
    RoundResult,
    RoundTold,
)
from studio.messages.outcomes import BetOutcome

HELP: Final = "the round that given cards or numbers make"

EPILOG: Final = """\
examples:
  studio deal baccarat --house pokerok --cards "Ah 9d 3c 8s"
  studio deal blackjack --house oasis --boxes "1 3" --cards "Ah 5d 7c ..." --decisions "1:hit 1:stand 3:double"
  studio deal roulette --house totogaming --variant double_ball --number "17 4"
  studio deal roulette --house totogaming --variant cocktail --number 17 --draws "17:shaker 4:100x 8:50x" \\
      --balls "17 4 9"

cards      as they leave the shoe, for the round alone (burned cards are no part of it): rank 23456789TJQKA, suit cdhs
decisions  BOX:ACTION, or BOX.HAND:ACTION for one hand of a split box, in the order in which they are asked for. Where
           none is left the time runs out: the hand stands, and insurance or even money is declined.
draws      what chance drew. In short: NUMBER:100x, NUMBER:shaker, NUMBER alone (a bar, or a key without extra), reel:5,
           wheel:double, wheel:40x (the bonus wheel, turn by turn), super:5 (the Super bar), tie:22x (a Red Envelope).
           In JSON: the value drawn, or draws by name, {"ultimate.lucky_numbers": [...], "ultimate.extras": [...]}.
-          one round a line from standard input, one result a line to standard output. A line holds the cards
           (baccarat), cards; boxes; decisions (blackjack) or number; draws; balls (roulette). What it leaves out is
           taken from the options.

exit status: 2 an input that is no card, number, draw or action; 3 the cards (or another input) ran out; 4 an action
that the house does not allow then.
"""

STATUS: Final[dict[type[DeskError], int]] = {NotAnInput: 2, RanOut: 3, NotAllowed: 4}

BLOCK_BYTES: Final = 1 << 16

LINE_FIELDS: Final = {
    "baccarat": ("cards",),
    "blackjack": ("cards", "boxes", "decisions"),
    "roulette": ("number", "draws", "balls"),
}
"""What a line of standard input holds, by game."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `studio deal`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EPILOG
    parser.add_argument("game", choices=list(FAMILIES))
    parser.add_argument("-", dest="stdin", action="store_true", help="read one round a line from standard input")
    parser.add_argument("--house", required=True)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--cards", nargs="?", help='the cards in the order in which they are drawn, "Ah 9d 3c 8s"')
    parser.add_argument("--boxes", help='blackjack: the boxes in play, "1 3" (1 if not given)')
    parser.add_argument("--decisions", help='blackjack: "1:hit 1:stand 3:double"')
    parser.add_argument("--number", nargs="?", help='roulette: the number; at Double Ball both, "17 4"')
    parser.add_argument("--draws", help="what chance drew")
    parser.add_argument("--balls", help='Cocktail: the balls of the Shaker, "3 17 22"')
    parser.add_argument(
        "--free-hand", action="store_true", help="baccarat: a round without bets, where the house has them"
    )
    parser.add_argument("--json", action="store_true", help="published events as JSON, one a line, round.result last")


def run(args: argparse.Namespace) -> int:
    """Deal one round, or one for each line of standard input. Returns the exit status."""
    rules = load_rules(args.house, args.game, args.variant)
    given = cast(Given, {name: getattr(args, name) for name in Given.__annotations__})
    layer = Layer(rules)
    try:
        layer.refuse_misplaced(given)
        if args.stdin:
            return _stream(layer, given, args.json)
        publish_round(rules, layer.lay(given), _print_json if args.json else _print_words)
    except DeskError as error:
        sys.stdout.flush()
        print(error, file=sys.stderr)
        return STATUS[type(error)]
    return 0


def _print_json(event: AnyEvent) -> None:
    print(msgspec.json.encode(event).decode())


def _print_words(event: AnyEvent) -> None:
    print(in_words(event))


def _stream(layer: Layer, given: Given, as_json: bool) -> int:
    """One result line for each line of standard input, written as soon as no more input is at hand.

    The first bad line ends it and is named by its number.
    """
    rules, digest = layer.rules, rules_digest(layer.rules)
    first = LINE_FIELDS[rules.game][0]
    encode = msgspec.json.Encoder().encode
    written: list[bytes] = []
    rounds = number = status = 0
    for lines in _blocks(cast(io.BufferedReader, sys.stdin.buffer)):
        for line in lines:
            number += 1
            if not line or line.isspace():
                continue
            try:
                said = {first: line} if ";" not in line else _fields(rules.game, line)
                material = layer.lay(cast(Given, {**given, **said}))
                outcome = play(rules, material)
                material.refuse_leftovers()
            except DeskError as error:
                print(f"line {number}: {error}", file=sys.stderr)
                status = STATUS[type(error)]
                break
            rounds += 1
            free_hand = material.free_hand
            result = result_event(rules, digest, outcome, seq=rounds, round_number=rounds, free_hand=free_hand)
            written.append(encode(result) if as_json else in_one_line(result).encode())
        if written:
            sys.stdout.buffer.write(b"\n".join(written) + b"\n")
            sys.stdout.buffer.flush()
            written.clear()
        if status:
            break
    return status


def _blocks(stream: io.BufferedReader) -> Iterator[list[str]]:
    """The lines of a stream, as many at once as are at hand."""
    rest = b""
    while block := stream.read1(BLOCK_BYTES):
        whole, newline, rest = (rest + block).rpartition(b"\n")
        if newline:
            yield whole.decode(errors="replace").split("\n")
    if rest:
        yield [rest.decode(errors="replace")]


def _fields(game: str, line: str) -> dict[str, str]:
    """What a line of standard input says; an empty field says nothing."""
    names = LINE_FIELDS[game]
    fields = line.split(";")
    if len(fields) > len(names):
        raise NotAnInput(f"{line.strip()!r}: a line holds {'; '.join(names)}, here are {len(fields)} fields")
    return {name: field for name, field in zip(names, fields, strict=False) if not field.isspace()}


# --- in words ----------------------------------------------------------------------------------------------------


def in_words(event: AnyEvent) -> str:
    """An event as a person reads it."""
    match event:
        case RoundOpened(game=game, house=house):
            return f"{game} at {house}: bets are open"
        case BetsClosed():
            return "no more bets"
        case CardDealt(position=position, card=card):
            return f"  {position:<12}{card or 'face down'}"
        case DecisionTaken(box=box, hand=hand, action=action):
            return f"  box {box}, hand {hand}: {action.replace('_', ' ')}"
        case BallDrawn(order=order, number=number):
            return f"  ball {order:<7}{number}"
        case RoundTold(what=what, value=value):
            return f"  {what.replace('_', ' ')}: {msgspec.json.encode(value).decode()}"
        case RoundResult():
            return "\n".join(_result_lines(event))
        case _:
            return msgspec.json.encode(event).decode()


def _result_lines(result: RoundResult) -> list[str]:
    lines = [f"result: {result.outcome}"]
    lines += [f"  {name:<12}{hand.total:>3}  {' '.join(hand.cards)}" for name, hand in (result.hands or {}).items()]
    lines += [f"  {name:<24}{spell_outcome(outcome)}" for name, outcome in result.bets.items()]
    return lines


def spell_outcome(outcome: BetOutcome) -> str:
    """`wins 11:1`, `loses`, `comes back`, `comes back 1:2`."""
    if outcome.result == "win":
        return f"wins {outcome.pays}"
    if outcome.result == "lose":
        return "loses"
    return "comes back" if outcome.returned is None else f"comes back {outcome.returned}"


def in_one_line(result: RoundResult) -> str:
    """A result on one line: outcome, hands, and the bets that did not lose."""
    hands = [f"{name} {hand.total} {' '.join(hand.cards)}" for name, hand in (result.hands or {}).items()]
    bets = [f"{name} {spell_outcome(bet)}" for name, bet in result.bets.items() if bet.result != "lose"]
    return f"{result.outcome} | {', '.join(hands or result.numbers or ())} | {', '.join(bets)}"
