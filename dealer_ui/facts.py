"""What the dealer's screen shows of a table: plain values, worked out from a view and said in the screen's language."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, TypeAlias

from dealer_ui import phrases, wheel
from dealer_ui.phrases import Say
from studio.messages.telemetry import HandView, TableView
from studio.messages.wording import IRREGULARITIES, PROMPTS

Facts: TypeAlias = dict[str, Any]
"""Names to what QML can show: text, numbers, truth, lists and maps of them."""

LAST_NUMBERS: Final = 13
SIGNS: Final = {
    "hit": "☟", "stand": "☜☞", "double": "☝", "split": "✌", "surrender": "―", "insurance": "☂", "even_money": "＝",
    "decline": "✕", "triple": "③", "quadruple": "④",
}  # fmt: skip
"""Decision to the player's hand sign: a tap on the table, a hand waved over it, one finger, two fingers, a line."""


def table_facts(view: TableView, say: Say) -> Facts:
    """Everything that the dealer's screen shows of `view`."""
    drawn = bonuses(view, say)
    prizes = {bonus["number"]: bonus["prize"] for bonus in drawn}
    return {
        "known": True,
        "table": view.table,
        "game": phrases.word(say, "Blackjack" if view.game == "blackjack" else view.game),
        "gameKey": view.game,
        "house": view.house,
        "state": view.state,
        "stateWord": phrases.word(say, view.state),
        "round": short(view.round),
        "shoe": short(view.shoe),
        "inRound": view.round is not None,
        "isOpen": view.state != "closed",
        "hasShoe": view.shoe is not None,
        "roundsDone": view.rounds_done,
        "dealer": view.dealer or "",
        "logIn": view.log_in,
        "relief": view.relief or "",
        "leaving": view.leaving,
        "prompt": instruction(view, say),
        "promptKey": view.prompt.key,
        "waits": waits(view.prompt.key),
        "next": next_step(view, say),
        "announcement": phrases.announcement(say, view.announcement),
        "ask": asked(view),
        "hands": [_hand(name, view, say) for name in hands_shown(view)],
        "boxes": boxes(view, say),
        "dealerHand": _hand("dealer", view, say) if "dealer" in view.hands else {},
        "numbers": [tile(number) for number in reversed(view.outcomes[-LAST_NUMBERS:]) if wheel.is_pocket(number)],
        "balls": [tile(number) | {"prize": prizes.get(number, "")} for number in view.balls],
        "bonuses": drawn,
        "burned": view.burned,
        "cardsOut": view.cards_out,
        "cutCardOut": view.cut_card_out,
        "cardsToCut": -1 if view.cards_to_cut is None else view.cards_to_cut,
        "countdown": _countdown(view),
        "decision": decision(view, say),
        "held": held(view, say),
        "devices": [device(name, state, say, view.trouble.get(name)) for name, state in view.devices.items()],
        "may": list(view.may),
        "mayNot": {tag: phrases.sentence(say, why) for tag, why in view.may_not.items()},
        "reports": reports(view, say),
        "resultStands": bool(view.last_results) and view.last_results[-1].outcome != "void",
        "last": [last_result(result.outcome, result.detail, say) for result in reversed(view.last_results[-6:])],
    }


def no_table(name: str) -> Facts:
    """Before anything was heard of a table."""
    return {
        "known": False, "table": name, "game": "", "gameKey": "", "house": "", "state": "", "stateWord": "",
        "round": "", "shoe": "", "inRound": False, "isOpen": False, "hasShoe": False, "roundsDone": 0, "dealer": "",
        "logIn": False, "relief": "", "leaving": False,
        "prompt": "", "promptKey": "", "waits": True, "next": "", "announcement": "", "ask": {}, "hands": [],
        "boxes": [], "dealerHand": {}, "numbers": [], "balls": [], "bonuses": [], "burned": 0,
        "cardsOut": 0, "cutCardOut": False, "cardsToCut": -1, "countdown": {}, "decision": {}, "held": {},
        "devices": [], "may": [], "mayNot": {}, "reports": [], "resultStands": False, "last": [],
    }  # fmt: skip


def instruction(view: TableView, say: Say) -> str:
    """What to do now. Of a decision only whose it is: the actions stand beside it, each with its sign. Where the dealer
    is a second source of the result, the first source's word for it is not shown."""
    awaited = view.decision
    if view.prompt.key == "agree" and asked(view):
        return say("Phrases", "Announce the result")
    if view.prompt.key == "draw_balls" and view.balls:
        drawn = {"number": len(view.balls) + 1, "count": view.prompt.about.get("count", "")}
        return say("Phrases", "Draw ball {number} of {count}").format_map(drawn)
    if awaited is None:
        return phrases.prompt(say, view.prompt.key, view.prompt.about, view.prompt.text)
    split = sum(name.startswith(f"box-{awaited.box}.") for name in view.hands) > 1
    source = "Box {box}, hand {hand} decides" if split else "Box {box} decides"
    return say("Phrases", source).format(box=awaited.box, hand=awaited.hand)


def short(name: str | None) -> str:
    """`r12` of `baccarat-1:1addc1cb:r12`."""
    return name.rpartition(":")[2] if name else ""


def waits(key: str) -> bool:
    """Whether the dealer has nothing to do but wait."""
    return PROMPTS.get(key, "").startswith("Wait") or key in ("closed", "ball_in_play")


def next_step(view: TableView, say: Say) -> str:
    """What follows, as the table's procedure foretells it, or nothing."""
    follows = view.prompt.next
    return phrases.prompt(say, follows.key, follows.about, follows.text) if follows is not None else ""


def asked(view: TableView) -> Facts:
    """What the screen itself must ask the dealer for, by the command that answers it; empty for nothing.

    No value is ever offered: what the devices say does not come near the keypad.
    """
    key = view.prompt.key
    if key.startswith("confirm.") and "confirm" not in view.may_not:
        return {"command": "confirm", "what": key.removeprefix("confirm."), "keypad": ""}
    if key == "agree" and "announce_result" not in view.may_not:
        return {"command": "announce_result", "what": "", "keypad": _keypad(view)}
    entry = view.entry
    if entry is not None and "enter" in view.may:
        what = "deal" if entry.what == "burn" else entry.what
        return {"command": "enter", "what": what, "count": entry.count, "keypad": "value"}
    return {}


def _keypad(view: TableView) -> str:
    """What a result is announced with; nothing at a game whose result nobody announces."""
    return {"roulette": "number", "baccarat": "winner"}.get(view.game, "")


def hands_shown(view: TableView) -> list[str]:
    """The hands of baccarat, Player first, also before a card has fallen."""
    return ["player", "banker"] if view.game == "baccarat" else []


def _hand(name: str, view: TableView, say: Say) -> Facts:
    hand = view.hands.get(name) or HandView([], 0)
    due = view.prompt.about.get("to", "") if view.prompt.key.startswith("deal") else ""
    return {
        "key": name,
        "name": phrases.word(say, name),
        "cards": [card_face(code) for code in hand.cards],
        "total": hand.total if hand.cards else -1,
        "note": phrases.word(say, hand.note) if hand.note else "",
        "due": due.rpartition("-")[0] == name,
    }


def card_face(code: str | None) -> Facts:
    """A card as it lies; face down without anything."""
    if code is None:
        return {"face": "", "rank": "", "suit": "", "red": False}
    face = phrases.card(code)
    return {"face": face, "rank": face[:-1], "suit": face[-1:], "red": code[-1:] in "hd"}


def boxes(view: TableView, say: Say) -> list[Facts]:
    """Blackjack: each box with its hands, in the order of the table."""
    awaited = view.decision
    numbers = sorted({*view.boxes, *(int(name[4:].split(".")[0]) for name in view.hands if name.startswith("box-"))})
    shown = []
    for box in numbers:
        hands = []
        for name in view.hands:
            if not name.startswith(f"box-{box}."):
                continue
            at = int(name.partition(".")[2])
            active = awaited is not None and (awaited.box, awaited.hand) == (box, at)
            hands.append(_hand(name, view, say) | {"number": at, "active": active, "key": name})
        turn = awaited is not None and awaited.box == box
        shown.append({"box": box, "name": f"{phrases.word(say, 'box')} {box}", "hands": hands, "turn": turn})
    return shown


def decision(view: TableView, say: Say) -> Facts:
    """Whose decision is awaited, until when, and what may be decided."""
    awaited = view.decision
    if awaited is None:
        return {}
    return {
        "box": awaited.box,
        "hand": awaited.hand,
        "endsMs": milliseconds(awaited.ends_utc),
        "lengthMs": awaited.length_s * 1000,
        "allowed": [
            {"key": action, "word": phrases.word(say, action), "sign": SIGNS.get(action, "")}
            for action in awaited.allowed
        ],
    }


def bonuses(view: TableView, say: Say) -> list[Facts]:
    """What chance put on numbers in this round: multipliers, the Shaker, keys."""
    found: list[Facts] = []
    for what in ("bonus_numbers_drawn", "multipliers_drawn", "keys_drawn", "extras_drawn"):
        drawn = view.told.get(what)
        if isinstance(drawn, dict):
            for number, prize in drawn.items():
                label = f"×{prize}" if isinstance(prize, int) else phrases.word(say, str(prize))
                found.append(tile(str(number)) | {"prize": label, "shaker": prize == "shaker"})
    return found


def tile(number: str) -> Facts:
    """A pocket: its number and its colour, which is data and stays inside the tile."""
    return {"number": number, "colour": wheel.colour(number)}


def held(view: TableView, say: Say) -> Facts:
    """What holds the table: what was read, what was due, what to do with what is in hand, and who rules."""
    irregularity = view.irregularity
    if irregularity is None:
        return {}
    what, remedy = IRREGULARITIES.get(irregularity.kind, (irregularity.kind.replace("_", " "), irregularity.remedy))
    told = irregularity.remedy or remedy
    by = str(getattr(irregularity, "by", "pit_boss"))
    return {
        "id": irregularity.id,
        "kind": irregularity.kind,
        "what": say("Faults", what),
        "read": phrases.sentence(say, irregularity.read),
        "expected": phrases.sentence(say, irregularity.expected),
        "remedy": say("Faults", told),
        "rulings": [{"key": name, "word": phrases.ruling(say, name)} for name in irregularity.rulings],
        "by": by,
        "dealerRules": by == "dealer",
        "twoPeople": by == "both",
        "alsoRead": [phrases.sentence(say, read) for read in irregularity.also_read],
    }


def reports(view: TableView, say: Say) -> list[Facts]:
    """What the dealer may report that no device can see, by kind."""
    seen = ("foreign_object", "ball_out") if view.game == "roulette" else ("card_on_floor", "card_exposed")
    known = [kind for kind in seen if kind in IRREGULARITIES] if "report" in view.may else []
    return [{"key": kind, "word": say("Faults", IRREGULARITIES[kind][0])} for kind in known]


def device(name: str, state: str, say: Say, trouble: str | None = None) -> Facts:
    """A device and whether it can be relied on; `trouble` is what it says of itself when it cannot go on."""
    good = state in ("ready", "stale")
    shown = trouble if good and trouble is not None else state
    return {"name": phrases.word(say, name), "state": phrases.word(say, shown), "good": good and trouble is None}


def last_result(outcome: str, detail: str, say: Say) -> Facts:
    """A finished round."""
    return {
        "key": outcome,
        "word": phrases.word(say, outcome),
        "detail": "" if detail == outcome else phrases.sentence(say, detail),
        "colour": wheel.colour(outcome) if wheel.is_pocket(outcome) else "",
    }


def milliseconds(utc: str) -> float:
    """A time of the contract in milliseconds since 1970; 0 for none."""
    return datetime.fromisoformat(utc).timestamp() * 1000 if utc else 0.0


def _countdown(view: TableView) -> Facts:
    if view.countdown is None:
        return {}
    return {
        "what": view.countdown.what,
        "endsMs": milliseconds(view.countdown.ends_utc),
        "lengthMs": view.countdown.length_s * 1000,
    }
