"""Rounds from shuffled shoes and spun wheels, by a seeded generator: for simulations, never for a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from operator import length_hint
from typing import Any, Final

from devices.clock import Chance as Generator
from studio.basic_strategy import decide
from studio.cards import Card, composition
from studio.draws import make_draw
from studio.dry_table import Material, play
from studio.games.house import HouseRules, ShoeRules
from studio.games.procedure import (
    DOUBLE,
    AnyRequest,
    Burn,
    Chance,
    Deal,
    Decide,
    DrawBalls,
    Peek,
    Spin,
    Tell,
    TurnBonusWheel,
    TurnReel,
)
from studio.games.roulette_layout import numbers_of
from studio.games.roulette_rules import RouletteRules
from studio.messages.outcomes import Outcome
from studio.round.shoe import new_shoe


class Shoe:
    """Shoe after shoe of a house: shuffled, burned and cut by its rules, dealt to its last hand."""

    def __init__(self, rules: ShoeRules, random: Generator) -> None:
        self.rules = rules
        self.shoes = 0
        self.cards: Iterator[Card] = iter(())
        self._random = random
        self._all = list(composition(rules.decks, getattr(rules, "without_ranks", "")).elements())
        self._left_before = 0
        self._rounds_left: int | None = None

    def ready(self) -> Iterator[Card]:
        """The cards for the next round, from a new shoe if the last hand has been dealt."""
        if self.shoes == 0 or self._spent():
            self._make_ready()
        else:
            self._burn(self.rules.burn_each_round)
        self._left_before = length_hint(self.cards)
        return self.cards

    def _spent(self) -> bool:
        """The cut card is out once a card from behind it has been drawn; then the house says how many rounds follow."""
        cut = self.rules.cut_from_back_cards
        if length_hint(self.cards) >= cut:
            return False
        if self._rounds_left is None:
            came_first = self._left_before <= cut
            rounds = {"current_round": 0, "one_more": 1, "one_more_unless_first": 0 if came_first else 1}
            self._rounds_left = rounds[self.rules.last_hand]
        self._rounds_left -= 1
        return self._rounds_left < 0

    def _make_ready(self) -> None:
        """Shuffle, and burn by the same procedure as a table."""
        self._random.shuffle(self._all)
        self.cards = iter(self._all)
        self.shoes += 1
        self._rounds_left = None
        procedure = new_shoe(self.rules)
        answer: Card | None = None
        with suppress(StopIteration):
            while True:
                request = procedure.send(answer)
                answer = next(self.cards) if isinstance(request, Burn) else None

    def _burn(self, count: int) -> None:
        for _ in range(count):
            next(self.cards)


class Simulation:
    """A house's game, round after round. Raises ValueError for rules of a game that it cannot play."""

    def __init__(self, rules: HouseRules, random: Generator) -> None:
        self.rules = rules
        self._random = random
        shoe: ShoeRules | None = getattr(rules, "shoe", None)
        self._shoe = None if shoe is None else Shoe(shoe, random)
        self._source: type[Drawn] = SOURCES.get(rules.game, Drawn)

    def round(self) -> Outcome:
        """Play one more round. Raises DeskError when the shoe runs out of cards in it."""
        drawn = self._source(self.rules, self._random)
        if self._shoe is not None:
            drawn.cards = self._shoe.ready()
        return play(self.rules, drawn, drawn.seen)


class Drawn(Material):
    """What one round needs, as chance brings it: no card is laid ready by anybody."""

    seen: Callable[[AnyRequest, Any], None] | None = None

    def __init__(self, rules: HouseRules, random: Generator) -> None:
        super().__init__()
        self.rules = rules
        self.random = random

    def answer(self, request: AnyRequest) -> Any:
        if isinstance(request, Chance):
            return make_draw(self.rules, request.draw, self.random.randrange)
        return super().answer(request)


class DrawnByWheel(Drawn):
    """Wheel, drawer, reel and bonus wheel: each pocket, ball, count and sector as likely as it is on a true one."""

    rules: RouletteRules

    def answer(self, request: AnyRequest) -> Any:
        match request:
            case Spin():
                return self.random.choice(numbers_of(self.rules.wheel))
            case DrawBalls(count=count):
                return tuple(self.random.sample(numbers_of(self.rules.wheel), count))
            case TurnReel() if self.rules.red_door is not None:
                return self._weighted(self.rules.red_door.reel_weights)
            case TurnBonusWheel() if self.rules.red_door is not None:
                return self._weighted((*self.rules.red_door.sectors, (DOUBLE, self.rules.red_door.double_sectors)))
            case _:
                return super().answer(request)

    def _weighted(self, weights: Sequence[tuple[int | str, int]]) -> int | str:
        values, parts = zip(*weights, strict=True)
        chosen: int | str = self.random.choices(values, parts)[0]
        return chosen


class DrawnByBasicStrategy(Drawn):
    """One box of blackjack, played by basic strategy: it watches which cards lie where."""

    def __init__(self, rules: HouseRules, random: Generator) -> None:
        super().__init__(rules, random)
        self.boxes = (1,)
        self.peeked = False
        self.hands: dict[str, list[Card]] = {}
        self.seen = self._watch

    def _watch(self, request: AnyRequest, answer: Any) -> None:
        match request:
            case Deal(to=to) if not to.startswith("dealer"):
                self.hands.setdefault(to.rpartition(".")[0], []).append(answer)
            case Tell(what="split", value=moved):
                hand, new = (moved[end].rpartition(".")[0] for end in ("from", "to"))
                self.hands[new] = [self.hands[hand].pop()]
            case Peek():
                self.peeked = True

    def answer(self, request: AnyRequest) -> Any:
        if isinstance(request, Decide):
            cards = self.hands[f"box-{request.box}.{request.hand}"]
            return decide(cards, self.dealer[0], request.allowed, blackjack_possible=not self.peeked)
        return super().answer(request)


SOURCES: Final[dict[str, type[Drawn]]] = {"roulette": DrawnByWheel, "blackjack": DrawnByBasicStrategy}
"""Where a game's inputs other than cards come from."""
