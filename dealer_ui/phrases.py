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

from dealer_ui.sentences import PHRASES, READINGS, WORDS
from studio.messages.wording import ANNOUNCEMENTS, FOLLOWS, IRREGULARITIES, PROMPTS

Say: TypeAlias = Callable[[str, str], str]
"""Context and English source to the words of the screen's language."""


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
    protocol = english.replace(" ", "_")
    if protocol in WORDS:
        return word(say, protocol)
    if english in IRREGULARITIES:
        return say("Faults", IRREGULARITIES[english][0])
    for source, pattern in patterns():
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
    if name in ("outcome", "value", "word", "state"):
        return word(say, value) if value in WORDS else card(value.replace("_", " "))
    if name == "devices" and any(pattern.fullmatch(value) for source, pattern in patterns() if source in _MISSING):
        return sentence(say, value)
    if name in ("allowed", "devices"):
        return ", ".join(" ".join(word(say, part) for part in _parts(item)) for item in value.split(", "))
    if name == "kind":
        return say("Faults", IRREGULARITIES[value][0]) if value in IRREGULARITIES else word(say, value)
    if name == "cards":
        return card_counts(value)
    if name == "list":
        return ", ".join(word(say, item) for item in value.split(", "))
    return sentence(say, value) if name in ("request", "why", "read", "reason") else value


def card_counts(text: str) -> str:
    """Cards and how many of each, as a table spells them: `{'9h': 1}` as `9♥ ×1`; `—` for none."""
    found = re.findall(r"'(\w\w)': (\d+)", text)
    return ", ".join(f"{card(code)} ×{count}" for code, count in found) or "—"


def _parts(item: str) -> list[str]:
    whole = item.replace(" ", "_")
    return [whole] if whole in WORDS else item.split()


@cache
def patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Every sentence with its blanks as a pattern. The one that says most is found before one whose blank would swallow
    it."""
    spoken = [*((source, source) for source in PHRASES), *((wire, source) for wire, source in READINGS.items())]
    ordered = sorted(spoken, key=lambda pair: -len(re.sub(r"\{\w+\}", "", pair[0])))
    return [
        (source, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(wire)).replace(r"\ ", " ")))
        for wire, source in ordered
    ]
