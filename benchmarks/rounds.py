"""Rounds a second through procedure, orchestrator and journal in memory, beside the bare procedure in the same run.

A batch is so many rounds at one table: baccarat from a seeded shoe, roulette with seeded numbers. The orchestrated
batch is given what a table is given (readings, the ends of timers, the shoe's own result) and encodes and chains every
input as the journal on a disk does, without the disk. The bare batch sends the same cards and numbers straight into the
same procedure. Batches of both alternate, so that what disturbs the machine disturbs both.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.figures import machine, p50_p99
from devices.clock import Chance, SteppedClock, seeded
from devices.readings import AnyReading, CardRead, LinkChanged, ShoeResult, ShoeStarted, WheelPhaseChanged, WheelResult
from studio.cards import Card
from studio.games.catalogue import family
from studio.games.procedure import Agree, BetsTaken, Burn, Confirm, Deal, Spin, TakeBets
from studio.houses import config_dir, load_rules
from studio.journal.memory import MemoryJournal
from studio.messages.commands import ConfirmStep, OpenTable
from studio.round.inputs import AnyInput, CommandGiven, DeviceSaid, TimerEnded
from studio.round.orchestrator import Orchestrator
from studio.settings import desk_settings, load_table
from studio.table_journal import configured

TABLES: Final = {"baccarat": "baccarat-1.toml", "roulette": "roulette-1.toml"}
SUITS: Final = "cdhs"
RANKS: Final = "A23456789TJQK"
POCKETS: Final = 37
NO_TIME: Final = "2026-01-01T00:00:00.000Z"
ROUNDS_OF_A_SHOE: Final = 60
"""No shoe of eight decks reaches its cut card in so few rounds of at most six cards."""


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks rounds", description=__doc__.splitlines()[0])
    parser.add_argument("--batches", type=int, default=200, metavar="N", help="batches of each kind (200)")
    parser.add_argument("--rounds", type=int, default=ROUNDS_OF_A_SHOE, metavar="N", help="rounds a batch (60)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the shoes and numbers (1)")
    args = parser.parse_args(argv)
    if not 1 <= args.rounds <= ROUNDS_OF_A_SHOE:
        parser.error(f"--rounds {args.rounds}: a shoe gives 1 to {ROUNDS_OF_A_SHOE}")
    print(f"{machine()}; {args.batches} batches of {args.rounds} rounds, seed {args.seed}")
    for game in TABLES:
        orchestrated, bare = [], []
        for batch in range(args.batches + 1):
            # The same seed twice: both deal the same cards.
            through = _timed(OrchestratedTable(game, seeded(f"{args.seed}/{game}/{batch}")).play, args.rounds)
            alone = _timed(BareTable(game, seeded(f"{args.seed}/{game}/{batch}")).play, args.rounds)
            if batch:  # the first warms up
                orchestrated.append(through)
                bare.append(alone)
        print(_line(f"{game}, orchestrated", orchestrated, bare))
        print(_line(f"{game}, bare procedure", bare))
    return 0


def _timed(play: Callable[[int], None], rounds: int) -> float:
    """Microseconds of the processor a round: nothing here waits, and other programs do not count."""
    begun_ns = time.thread_time_ns()
    play(rounds)
    return (time.thread_time_ns() - begun_ns) / rounds / 1000


def _line(what: str, us: list[float], floor: list[float] | None = None) -> str:
    p50, p99 = p50_p99(us)
    line = f"{what:<28} {1e6 / p50:>9,.0f} rounds/s   p50 {p50:8.1f} us  p99 {p99:8.1f} us a round"
    if floor is not None:
        floor_p50, floor_p99 = p50_p99(floor)
        line += f"   {p50 / floor_p50:5.1f} x p50  {p99 / floor_p99:5.1f} x p99"
    return line


def shoe(chance: Chance, decks: int) -> Iterator[Card]:
    """The cards of a shuffled shoe."""
    cards = [Card.parse(rank + suit) for rank in RANKS for suit in SUITS] * decks
    chance.shuffle(cards)
    return iter(cards)


class BareTable:
    """A procedure and nothing around it."""

    def __init__(self, game: str, chance: Chance) -> None:
        self._rules = load_rules("pokerok", game)
        self._round = family(game).round
        self._cards = shoe(chance, 8)
        self._numbers = iter([str(chance.randrange(POCKETS)) for _ in range(ROUNDS_OF_A_SHOE)])

    def play(self, rounds: int) -> None:
        """Play so many rounds."""
        taken = BetsTaken()
        for _ in range(rounds):
            send = self._round(self._rules).send
            answer: Any = None
            try:
                while True:
                    request = send(answer)
                    kind = type(request)
                    if kind is Deal:
                        answer = next(self._cards)
                    elif kind is Spin:
                        answer = next(self._numbers)
                    else:
                        answer = taken if kind is TakeBets else None
            except StopIteration:
                continue


class OrchestratedTable:
    """A whole table without devices, clock, disk and network, ready for its first round."""

    def __init__(self, game: str, chance: Chance) -> None:
        settings = load_table(Path(config_dir(), "tables", TABLES[game]))
        self.table = Orchestrator()
        self.journal = MemoryJournal(settings.table, "bench", NO_TIME)
        self._device = next(iter(settings.devices))
        self._cards = shoe(chance, 8)
        self._numbers = [str(chance.randrange(POCKETS)) for _ in range(ROUNDS_OF_A_SHOE)]
        self._spin = 1
        rules = load_rules(settings.house, settings.game, settings.variant)
        self.give(configured("bench", desk_settings(settings), rules, SteppedClock()))
        self._command(OpenTable(id="open", person="bench", role="pit_boss"))
        self._read(LinkChanged("ready"))
        if game == "roulette":
            self.play = self._play_roulette
            return
        self.play = self._play_baccarat
        while isinstance(self.table.request, Confirm):
            what = self.table.request.what
            if what == "shoe_loaded":
                self._read(ShoeStarted())
            else:
                self._command(ConfirmStep(id=what, person="bench", role="dealer", what=what))

    def give(self, given: AnyInput) -> None:
        """One input: handled, encoded and chained."""
        self.journal.append(given, self.table.handle(given))

    def _read(self, reading: AnyReading) -> None:
        self.give(DeviceSaid(utc=NO_TIME, monotonic_ns=0, device=self._device, reading=reading))

    def _command(self, command: OpenTable | ConfirmStep) -> None:
        self.give(CommandGiven(utc=NO_TIME, monotonic_ns=0, command=command))

    def _end_timer(self) -> None:
        running = next(iter(self.table.desk.timers.values()))
        self.give(TimerEnded(utc=NO_TIME, monotonic_ns=0, timer=running.timer, token=running.token))

    def _play_baccarat(self, rounds: int) -> None:
        table, cards = self.table, self._cards
        wanted = table.rounds_done + rounds
        while table.rounds_done < wanted:
            match table.request:
                case Deal() | Burn():
                    self._read(CardRead(str(next(cards))))
                case Agree(value=value):
                    self._read(ShoeResult(value, player_pair=False, banker_pair=False))
                case _:
                    self._end_timer()

    def _play_roulette(self, rounds: int) -> None:
        for number in self._numbers[:rounds]:
            spin = self._spin
            self._read(WheelPhaseChanged("place_bets", spin, 150, "clockwise"))
            if self.table.request is None:
                self._end_timer()  # the pause between two rounds
            self._end_timer()
            self._read(WheelPhaseChanged("ball_in_rim", spin, 150, "clockwise"))
            self._read(WheelPhaseChanged("no_more_bets", spin, 150, "clockwise"))
            self._read(WheelPhaseChanged("winning_number", spin, 150, "clockwise"))
            self._read(WheelResult(number, spin))
            self._spin += 1
        if self.table.rounds_done < rounds:
            raise RuntimeError(f"{self.table.rounds_done} of {rounds} rounds were played")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
