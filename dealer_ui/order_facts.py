"""What the forms of the pit boss's monitor show: orders, past rounds, sets of cards, inspections, entries, seconds."""

from __future__ import annotations

from typing import Final

from dealer_ui import phrases
from dealer_ui.facts import Facts, short
from dealer_ui.phrases import Say
from studio.messages.telemetry import AwaitedSecond, PlayedView, TableView

NO_ORDERS: Final[Facts] = {
    "pitMay": [], "pitMayNot": {}, "seconds": [], "played": [], "sets": [], "inspections": [], "entry": {},
}  # fmt: skip
_READ: Final = ("draw_balls", "turn_reel", "turn_bonus_wheel")


def order_facts(view: TableView, say: Say) -> Facts:
    """Everything that the forms show of `view`."""
    return {
        "pitMay": list(view.pit_may),
        "pitMayNot": {tag: phrases.sentence(say, why) for tag, why in view.pit_may_not.items()},
        "seconds": seconds(view, say),
        "played": [_played(view.game, played, say) for played in reversed(view.played)],
        "sets": [
            {
                "name": one.name,
                "back": phrases.word(say, f"{one.back}_back"),
                "state": one.state,
                "stateWord": phrases.word(say, f"set_{one.state}"),
                "decks": one.decks,
                "without": one.without_ranks,
            }
            for one in view.card_sets
        ],
        "inspections": [
            {
                "what": one.what,
                "word": phrases.word(say, one.what),
                "due": one.due,
                "when": one.inspected_utc[5:16].replace("T", " "),
            }
            for one in view.inspections
        ],
        "entry": _entry(view, say),
    }


def seconds(view: TableView, say: Say) -> list[Facts]:
    """Orders that wait for a second person: who gave them, what they are, and whether they can be given alike here."""
    return [
        {
            "which": which,
            "by": one.by,
            "role": phrases.word(say, f"role_{one.role}"),
            "words": second_in_words(one, say),
            "reason": one.reason,
            "counted": one.command == "inspect_cards",
        }
        for which, one in enumerate(view.seconds)
    ]


def second_in_words(order: AwaitedSecond, say: Say) -> str:
    """An order as the person reads it who is asked to give it too."""
    content = order.content
    match order.command:
        case "rule":
            return phrases.ruling(say, str(content["ruling"]))
        case "correct_result":
            values = ", ".join(
                f"{place_in_words(place, say)}: {value_in_words(place, str(value), say)}"
                for place, value in content["values"].items()
            )
            return say("Orders", "Correct {round}: {values}").format(round=short(content["round"]), values=values)
        case "void_result":
            return say("Orders", "The result of {round} does not count").format(round=short(content["round"]))
        case _:
            return say("Orders", "The count of the set {name}").format(name=content.get("card_set", ""))


def _played(game: str, played: PlayedView, say: Say) -> Facts:
    places = list(played.values)
    further = _further(game, places)
    return {
        "round": played.round,
        "name": short(played.round),
        "word": phrases.word(say, played.outcome),
        "mark": say("Orders", "void") if played.voided else say("Orders", "corrected") if played.corrected else "",
        "voided": played.voided,
        "places": [_place(place, played.values.get(place, ""), say) for place in [*places, *further]],
    }


def _place(place: str, value: str, say: Say) -> Facts:
    return {
        "place": place,
        "name": place_in_words(place, say),
        "value": value_in_words(place, value, say),
        "what": kind_of(place),
        "count": max(1, len(value.split())),
    }


def _further(game: str, places: list[str]) -> list[str]:
    """Places at which nothing was read, and where a correction may say that a card lay after all."""
    if game == "baccarat":
        return [place for place in ("player-3", "banker-3") if place not in places]
    last: dict[str, int] = {}
    for place in places:
        hand, dot, number = place.rpartition("." if place.startswith("box-") else "-")
        if hand.startswith(("box-", "dealer")):
            last[hand + dot] = max(last.get(hand + dot, 0), int(number))
    return [f"{hand}{number + 1}" for hand, number in last.items()]


def kind_of(place: str) -> str:
    """What is typed for a place: the kind of request that it answers."""
    return place if place in _READ else "spin" if place.startswith("ball-") else "deal"


def place_in_words(place: str, say: Say) -> str:
    """A place of a round: `BANKER 2`, `BOX 3, hand 1, card 2`, `ball 1`."""
    if place.startswith("box-"):
        box, hand, card = place.removeprefix("box-").split(".")
        return say("Orders", "BOX {box}, hand {hand}, card {card}").format(box=box, hand=hand, card=card)
    if place.startswith("ball-"):
        return say("Orders", "ball {number}").format(number=place.removeprefix("ball-"))
    return phrases.word(say, place) if place in _READ else phrases.place(say, place)


def value_in_words(place: str, value: str, say: Say) -> str:
    """A value as a person reads it."""
    return phrases.card(value) if kind_of(place) == "deal" else phrases.word(say, value)


def _entry(view: TableView, say: Say) -> Facts:
    entry = view.entry
    if entry is None:
        return {}
    expected = view.irregularity.expected if view.irregularity is not None else view.prompt.about.get("request", "")
    return {
        "what": "deal" if entry.what == "burn" else entry.what,
        "count": entry.count,
        "by": entry.by,
        "due": phrases.sentence(say, expected),
    }
