"""From text to what lies ready at the dry table: cards, boxes, decisions, numbers, draws and balls, each checked."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Final, TypedDict

from studio.cards import Card, composition
from studio.draws import draw_names
from studio.dry_table import Decision, Material, NotAnInput
from studio.games.baccarat_rules import BaccaratRules
from studio.games.house import HouseRules, ShoeRules
from studio.games.procedure import Action

MECHANICAL: Final = ("reel", "wheel")
"""What a machine shows and is given with the draws: the reel and the bonus wheel of Red Door."""

NO_MULTIPLIER: Final = "1"
"""What a number alone stands for among draws: one bar, or a key without extra."""

_SHORT_DRAW: Final = re.compile(r"(?P<name>[a-z_]+|\d+)(?::(?P<value>\d+x?|shaker|double))?")


class Given(TypedDict):
    """The round as text; None for what was not said."""

    cards: str | None
    boxes: str | None
    decisions: str | None
    number: str | None
    draws: str | None
    balls: str | None
    free_hand: bool


OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "baccarat": ("cards", "draws", "free_hand"),
    "blackjack": ("cards", "boxes", "decisions"),
    "roulette": ("number", "draws", "balls"),
}
"""What may be said of a round of each game."""


class Layer:
    """Lays ready the material for rounds of one house's game. What holds for every round is worked out once."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.draw_names = draw_names(rules)
        self.free_hands = isinstance(rules, BaccaratRules) and rules.free_hands_per_shoe > 0
        shoe: ShoeRules | None = getattr(rules, "shoe", None)
        without = getattr(shoe, "without_ranks", "")
        self._holds = composition(shoe.decks, without) if shoe is not None else Counter[Card]()
        self._sure = shoe.decks if shoe is not None and not without else 0
        """So many cards cannot be too many copies of one."""

    def lay(self, given: Given) -> Material:
        """The material for one round. Raises NotAnInput, naming what is no card, box, decision or draw."""
        game = self.rules.game
        material = Material(free_hand=given["free_hand"])
        if game == "roulette":
            material.numbers = iter(_words(given["number"]))
            material.balls = tuple(_words(given["balls"]))
        else:
            material.cards = iter(self.read_cards(given["cards"] or ""))
        if game == "blackjack":
            material.boxes = tuple(_box(word) for word in _words(given["boxes"] or "1"))
            material.decisions = [read_decision(word) for word in _words(given["decisions"])]
        if given["draws"]:
            self._lay_draws(material, given["draws"].strip())
        if given["free_hand"] and not self.free_hands:
            raise NotAnInput(f"--free-hand: {self.rules.house} has no free hands at {game}")
        return material

    def refuse_misplaced(self, given: Given) -> None:
        """Raise NotAnInput for what has no place at this game."""
        game = self.rules.game
        for name, said in given.items():
            if said and name not in OPTIONS[game]:
                raise NotAnInput(f"--{name.replace('_', '-')} has no place at {game}: {', '.join(OPTIONS[game])}")

    def read_cards(self, text: str) -> list[Card]:
        """The cards written in `text`. Raises NotAnInput for what is no card, or more copies than the shoe holds."""
        try:
            cards = list(map(Card.parse, _words(text)))
        except ValueError as error:
            raise NotAnInput(str(error)) from None
        if len(cards) > self._sure:
            for card, copies in Counter(cards).items():
                if copies > (holds := self._holds[card]):
                    much = f"given {copies} times: the shoe holds {holds}" if holds else "not in this shoe"
                    raise NotAnInput(f"{str(card)!r} is {much} ({self.rules.title}, {self.rules.house})")
        return cards

    def _lay_draws(self, material: Material, text: str) -> None:
        """Put what chance drew with the material: JSON, or the short form."""
        names, rules = self.draw_names, self.rules
        if not names:
            raise NotAnInput(f"--draws {text!r}: {rules.variant} {rules.game} of {rules.house} draws nothing at random")
        if text[0] not in "{[" and not text.isdecimal():
            _lay_short_draws(rules, material, text)
            return
        try:
            drawn = json.loads(text)
        except ValueError as error:
            raise NotAnInput(f"--draws {text!r}: neither JSON nor a short form: {error}") from None
        named = {key.partition(":")[0]: value for key, value in drawn.items()} if isinstance(drawn, dict) else {}
        if not named.keys() & {*names, *MECHANICAL}:
            material.draws = {"": drawn}
            return
        unknown = sorted(named.keys() - {*names, *MECHANICAL})
        if unknown:
            raise NotAnInput(f"--draws: no draw is called {unknown[0]!r}: there are {', '.join((*names, *MECHANICAL))}")
        material.reel = named.pop("reel", None)
        sectors = named.pop("wheel", [])
        if not isinstance(sectors, list):
            raise NotAnInput(f'--draws: wheel is {sectors!r}: write a list of sectors, as in [40] or ["double", 40]')
        material.bonus_wheel = iter(sectors)
        material.draws = named


def _words(text: str | None) -> list[str]:
    return text.replace(",", " ").split() if text else []


def _box(word: str) -> int:
    if not word.isdecimal():
        raise NotAnInput(f"{word!r} is not a box: boxes are numbers from 1")
    return int(word)


def read_decision(word: str) -> Decision:
    """`1:hit` or `1.2:hit`. Raises NotAnInput, naming what is none and the actions that there are."""
    place, _, action = word.partition(":")
    box, dot, hand = place.partition(".")
    if not box.isdecimal() or (dot and not hand.isdecimal()):
        raise NotAnInput(f"{word!r} is not a decision: write BOX:ACTION or BOX.HAND:ACTION, as in 1:hit, 1.2:stand")
    try:
        return Decision(int(box), int(hand) if dot else None, Action(action))
    except ValueError:
        names = ", ".join(known.value for known in Action)
        raise NotAnInput(f"{word!r}: {action!r} is not an action: there are {names}") from None


def _lay_short_draws(rules: HouseRules, material: Material, text: str) -> None:
    drawn: dict[str, int | str] = {}
    sectors: list[int | str] = []
    for word in _words(text):
        match = _SHORT_DRAW.fullmatch(word)
        if match is None:
            raise NotAnInput(f"--draws: {word!r} is no draw: write 17:100x, 5:shaker, reel:5, wheel:double or JSON")
        name, spelled = match["name"], match["value"] or NO_MULTIPLIER
        value = int(spelled.removesuffix("x")) if spelled[0].isdecimal() else spelled
        if name == "wheel":
            sectors.append(value)
        elif name in drawn:
            raise NotAnInput(f"--draws: {name!r} is given twice")
        else:
            drawn[name] = value
    material.bonus_wheel = iter(sectors)
    reel = drawn.pop("reel", len(drawn))
    material.reel = reel if isinstance(reel, int) else None
    if rules.variant == "gold_vault":
        super_bar = drawn.pop("super", None)
        material.draws = {"": {"bars": drawn, "super_bar": None if super_bar is None else str(super_bar)}}
    else:
        material.draws = {"": drawn}
