"""From the English that a table writes to the language of the screen.

What a table asks for comes as a key and what fills its blanks; what it read, what was due and why something is not
allowed comes as a sentence. Each sentence that a table can write stands here once, with its blanks; whatever is not
known is shown as it came.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

from studio.messages.wording import ANNOUNCEMENTS, FOLLOWS, PROMPTS

Say: TypeAlias = Callable[[str, str], str]
"""Context and English source to the words of the screen's language."""

WORDS: Final[dict[str, str]] = {
    "pit boss": "pit boss", "technician": "technician",
    "player": "PLAYER", "banker": "BANKER", "dealer": "DEALER", "box": "BOX", "tie": "TIE", "void": "VOID",
    "closed": "closed", "not_ready": "not ready", "shoe_change": "shoe change", "betting": "bets open",
    "playing": "in play", "between_rounds": "between rounds", "held": "HELD",
    "hit": "hit", "stand": "stand", "double": "double", "triple": "triple", "quadruple": "quadruple",
    "split": "split", "surrender": "surrender", "insurance": "insurance", "even_money": "even money",
    "decline": "decline",
    "natural": "natural", "blackjack": "blackjack", "soft": "soft", "bust": "bust", "doubled": "doubled",
    "baccarat": "Baccarat", "roulette": "Roulette", "Blackjack": "Blackjack",
    "ready": "ready", "stale": "slow", "down": "no link", "not_connected": "not connected", "connecting": "connecting",
    "shoe": "shoe", "wheel": "wheel", "drawer": "ball drawer", "shuffler": "shuffler", "timer": "timer",
    "table": "table", "house rule": "house rule", "backend": "backend", "reel": "reel",
    "shaker": "SHAKER", "lost": "lost", "shuffled": "shuffle", "cut": "cut", "shoe_loaded": "shoe loaded",
    "cards_inspected": "cards inspected", "ball_drawer_full": "ball drawer full",
    "hole_card_turned": "hole card turned", "red": "red", "black": "black", "green": "zero",
    "voisins": "voisins", "orphelins": "orphelins", "tiers": "tiers",
    "high": "high", "medium": "medium", "low": "low", "void_ruling": "Void the round", "go_on": "Go on",
    "place": "Card to the place that was due", "next_card": "The card is the next one dealt",
    "burn": "Burn the card", "enter": "Two people enter it", "result_stands": "The result stands",
    "re_spin": "Spin again, bets stand", "re_spin_open": "Bets open, spin again", "replace_shoe": "Another shoe",
    "leave": "Leave as it lies", "count_shoe": "Finish, then count the shoe",
    "complete_from_discards": "Complete from the discards",
    "place_bets": "place bets", "ball_in_rim": "ball in the rim", "no_more_bets": "no more bets",
    "winning_number": "winning number", "before_game": "before the game",
    "jam": "jam", "open": "open", "fault": "fault", "blue": "blue", "buttons": "buttons", "badge": "badge reader",
}  # fmt: skip
"""Single words of the protocol to how a person reads them."""

READINGS: Final[dict[str, str]] = {
    "card.read {card} {place}": "{card} for {place}",
    "card.read {card}": "card {card}",
    "card.unreadable {code} {reason}": "card not read: {reason}",
    "cut_card.out": "cut card out",
    "wheel.phase {word} {spin} {speed} {way}": "wheel: {word}, spin {spin}",
    "wheel.announced {number}": "number {number} announced",
    "wheel.result {number} {spin}": "{number} of spin {spin}",
    "shoe.result {word} {a} {b}": "the shoe says {word}",
    "shoe.started": "start of the shoe",
    "ball.read {number} {order}": "ball {number}",
    "link {state}": "link: {state}",
    "call pit boss": "pit boss called",
    "confirm": "confirmed",
    "announce result": "result announced",
    "rule": "ruling given",
    "void round": "round voided",
    "open table": "table opened",
    "close table": "table closed",
    "acknowledge alarm": "alarm acknowledged",
    "go off duty": "the dealer leaves",
    "relieve dealer": "the dealer is relieved",
    "logged in as {word} by {way} at {where}": "logged in as {word}",
    "confirms as second by {way} at {where}": "confirms as the second",
    "not let in at {where}: {why}": "not let in: {why}",
    "{what}: refused, {why}": "refused: {why}",
}
"""What a table puts on its time line by the names of its readings and commands, and how a person reads it."""

PHRASES: Final[tuple[str, ...]] = (
    "nothing", "bets", "card to {place}", "card face down to {place}", "burn card {number} of {of}",
    "the number of this spin", "agreement on {word}", "the decision of box {box}, hand {hand}", "{count} balls",
    "the reel", "turn {turn} of the bonus wheel", "the draw {draw}", "the peek",
    "{card} for {place}", "one {card} too many", "a second cut card", "{card} while the shoe was {state}",
    "fault {code}: {reason}", "{text} is not a card", "the shoe says {word}, the cards say {word2}",
    "{bad} malformed against {good} good frames", "start of the shoe",
    "the shoe says {word} while a card is due", "ball in the rim in spin {spin}",
    "spin {spin} ended, spin {next} is in play", "spin {spin} ended without a number", "spin {spin} went by unseen",
    "{card} for {place} again; read before was {text}", "the {word} batch has {count} cards of {due}",
    "the {word} batch, due is {word2}", "the {word} batch, which is being dealt",
    "the shuffler says when the cards are shuffled; a shuffle by hand is confirmed by a pit boss",
    "{number} of spin {spin}", "{announced} announced, {number} reported", "wheel closed in spin {spin}",
    "the spin counter began again", "{rpm} rpm", "ball {number}", "ball {number} again", "by {person}",
    "the program was started again", "the dealer announced {word}, the devices say {word2}",
    "all devices are ready again", "the table is held: wait for the pit boss", "nothing is to be confirmed now",
    "what is to be confirmed now is: {word}", "only a pit boss rules", "nothing holds the table",
    "a ruling needs a reason", "no result is awaited now", "this table takes no announced result",
    "only a pit boss voids a round", "no round is in progress", "only a pit boss orders a shuffle",
    "no shoe is in play", "the table is open already", "the table is closed already",
    "only a pit boss or the backend opens a table", "only a pit boss or the backend closes a table",
    "the rounds asked for are played", "noted: a second person must give the same order",
    "another person must give the same order", "one of the two must be a pit boss",
    "the table is not connected", "no link to the table",
    "log in by badge or PIN", "{person} is not logged in", "{person} is not logged in: log in again",
    "nobody is on duty: log in by badge or PIN", "nobody is on duty", "{dealer} is on duty, not {person}",
    "{person} is no {word} here", "only a pit boss relieves a dealer", "a reason is needed",
    "hand-over is between two rounds only", "who deals leaves in his own name; a pit boss may relieve him",
    "no dealer is on duty", "the video recorder is silent", "{person}'s licence for {game} ended on {day}",
    "logged out", "takes over after this round", "the dealer leaves after this round", "stays", "does not take over",
    "{count} wrong PINs of {person} at {where}", "a badge of nobody at {where}", "unlocked",
    "wrong PIN", "locked", "not known here", "not in this role", "no licence for this game",
    "no decision is awaited now", "nothing is to be entered now", "nothing is awaited that can be typed by hand",
    "hand {hand}", "Announce the result", "Box {box} decides", "Box {box}, hand {hand} decides",
    *dict.fromkeys(READINGS.values()), "bets open", "bets closed", "number {number}", "cut card out",
)  # fmt: skip
"""Sentences of a table. A blank takes anything; `place`, `card`, `word`, `state` and `kind` are read as such."""


_MISSING: Final = frozenset(
    {"no dealer is on duty", "the video recorder is silent", "{person}'s licence for {game} ended on {day}"}
)
"""What a table may wait for that is no device."""


def prompt(say: Say, key: str, about: dict[str, str], text: str) -> str:
    """What the dealer must do. `text` is what stands there when the key is not known to this screen."""
    source = PROMPTS.get(key) or FOLLOWS.get(key)
    if source is None:
        return text
    spoken = {name: _spoken(say, name, value) for name, value in about.items()}
    try:
        return say("Prompts", source).format_map(spoken)
    except (KeyError, ValueError, IndexError):
        return text


def announcement(say: Say, english: str | None) -> str:
    """What the dealer says."""
    if not english:
        return ""
    return say("Announcements", english) if english in ANNOUNCEMENTS.values() else sentence(say, english)


def place(say: Say, position: str) -> str:
    """A position: `PLAYER 1`, `BOX 2`, `BOX 2, hand 1, card 3`."""
    name, _, number = position.partition("-")
    if name == "box":
        box, *rest = number.split(".")
        words = [f"{word(say, 'box')} {box}"]
        if rest and rest[0] != "1":
            words.append(say("Phrases", "hand {hand}").format(hand=rest[0]))
        return ", ".join(words)
    return f"{word(say, name)} {number}".rstrip()


def word(say: Say, protocol: str) -> str:
    """One word of the protocol."""
    english = WORDS.get(protocol)
    if english is None:
        return protocol.replace("_", " ")
    return say("Words", english)


def ruling(say: Say, name: str) -> str:
    """What a pit boss may rule."""
    return word(say, "void_ruling" if name == "void" else name)


def card(code: str) -> str:
    """`9h` as `9♥`; what is no card stays as it is."""
    if len(code) == 2 and code[1] in SUITS and code[0] in "A23456789TJQK":
        return f"{'10' if code[0] == 'T' else code[0]}{SUITS[code[1]]}"
    return code


SUITS: Final[dict[str, str]] = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def sentence(say: Say, english: str) -> str:
    """A sentence of a table in the screen's language."""
    if english in WORDS:
        return word(say, english)
    for source, pattern in _patterns():
        found = pattern.fullmatch(english)
        if found is not None:
            return say("Phrases", source).format_map(
                {name: _spoken(say, name.rstrip("2"), value) for name, value in found.groupdict().items()}
            )
    return card(english)


def _spoken(say: Say, name: str, value: str) -> str:
    """What fills a blank, by the blank's name."""
    if name in ("to", "place"):
        return place(say, value)
    if name in ("card", "text"):
        return card(value.strip("'"))
    if name in ("outcome", "value", "word", "state", "kind"):
        return word(say, value) if value in WORDS else card(value.replace("_", " "))
    if name == "devices" and any(pattern.fullmatch(value) for source, pattern in _patterns() if source in _MISSING):
        return sentence(say, value)
    if name in ("allowed", "devices"):
        return ", ".join(" ".join(word(say, part) for part in _parts(item)) for item in value.split(", "))
    return sentence(say, value) if name in ("request", "why") else value


def _parts(item: str) -> list[str]:
    whole = item.replace(" ", "_")
    return [whole] if whole in WORDS else item.split()


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Longest first, so that the sentence that says most is found before one whose blank would swallow it."""
    spoken = [*((source, source) for source in PHRASES), *((wire, source) for wire, source in READINGS.items())]
    ordered = sorted(spoken, key=lambda pair: -len(re.sub(r"\{\w+\}", "", pair[0])))
    return [
        (source, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(wire)).replace(r"\ ", " ")))
        for wire, source in ordered
    ]
