"""A table small enough for the journal's own tests: every card is dealt, and four cards are a round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from devices.readings import CardRead
from studio.journal.rows import JournalStore
from studio.journal.store import Journal
from studio.messages.commands import GiveRuling
from studio.messages.events import CardDealt, RoundOpened, RoundResult, TablePaused, TableResumed
from studio.messages.outcomes import BetOutcome, HandOutcome
from studio.round.effects import Answer, AnyEffect, Ask, Publish, StartTimer
from studio.round.inputs import AnyInput, CommandGiven, DeviceSaid

TABLE = "bac-1"
EPOCH = "0123abcd"
BEGUN = "2026-01-01T00:00:00.000Z"
CARDS = ("Ah", "Td", "2c", "9s", "Kh", "5d")


def utc(second: int) -> str:
    """A time of day for input number `second`."""
    return f"2026-01-01T{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"


def card(number: int) -> DeviceSaid:
    """The input `number`: a card from the shoe."""
    reading = CardRead(CARDS[number % len(CARDS)])
    return DeviceSaid(utc=utc(number), monotonic_ns=number * 1_000_000, device="shoe-1", reading=reading)


class Dealing:
    """Deals each card that is read; the first card of a round opens it, the fourth ends it; a ruling resumes."""

    def __init__(self) -> None:
        self.events = 0
        self.cards = 0

    def handle(self, given: AnyInput, /) -> list[AnyEffect]:
        round_id = f"r{self.cards // 4 + 1}"
        effects: list[AnyEffect] = []
        if isinstance(given, CommandGiven) and isinstance(given.command, GiveRuling):
            paused = TablePaused(**self._head(given, round_id), kind="card_out_of_turn", expected="none", read="Ah")
            effects.append(Publish(paused))
            ruled: dict[str, Any] = {
                "kind": "card_out_of_turn",
                "ruling": given.command.ruling,
                "by": given.command.person,
            }
            effects.append(Publish(TableResumed(**self._head(given, round_id), **ruled, reason=given.command.reason)))
            effects.append(Answer(given.command.id, True, ""))
        if isinstance(given, DeviceSaid) and isinstance(given.reading, CardRead):
            if self.cards % 4 == 0:
                opened: dict[str, Any] = {"game": "baccarat", "house": "oasis", "variant": "classic"}
                opened["bets_close_after_s"] = 15.0
                effects.append(Publish(RoundOpened(**self._head(given, round_id), **opened)))
            place = f"player-{self.cards % 4 + 1}"
            effects.append(Publish(CardDealt(**self._head(given, round_id), position=place, card=given.reading.card)))
            effects.append(Ask(self.events, "deal.card", {"position": place}))
            effects.append(StartTimer("slow", self.cards, 2.5))
            self.cards += 1
            if self.cards % 4 == 0:
                bets = {"player": BetOutcome("lose", "0:1"), "banker": BetOutcome("win", "19:20")}
                result = RoundResult(
                    **self._head(given, round_id),
                    game="baccarat",
                    house="oasis",
                    variant="classic",
                    rules_digest="d1",
                    outcome="banker",
                    bets=bets,
                    hands={"banker": HandOutcome(["9s", "Kh"], 9, natural=True)},
                )
                effects.append(Publish(result))
        return effects

    def _head(self, given: AnyInput, round_id: str) -> dict[str, Any]:
        self.events += 1
        event_id = f"{TABLE}:{EPOCH}:{self.events}"
        return {"id": event_id, "table": TABLE, "seq": self.events, "utc": given.utc, "shoe": "s1", "round": round_id}


def ruling(number: int) -> CommandGiven:
    """The input `number`: the pit boss lets the card stand."""
    command = GiveRuling(
        id="c1", person="anna", role="pit_boss", irregularity="i1", ruling="stand", reason="seen by all"
    )
    return CommandGiven(utc=utc(number), monotonic_ns=number * 1_000_000, command=command)


def deal(journal: JournalStore, cards: int, handler: Dealing | None = None) -> Dealing:
    """Append the next `cards` cards with what follows from them."""
    handler = handler or Dealing()
    for _ in range(cards):
        given = card(journal.last_input_seq + 1)
        journal.append(given, handler.handle(given))
    return handler


def dealt(path: Path, cards: int, acknowledged: int = 0) -> Path:
    """A closed journal of `cards` cards at `path`."""
    with Journal.create(path, TABLE, EPOCH, BEGUN) as journal:
        deal(journal, cards)
        if acknowledged:
            journal.acknowledge(acknowledged, utc(cards))
    return path


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder that holds a journal's data; the shared-memory index and the lock are not data."""
    return {f.name: f.read_bytes() for f in sorted(folder.iterdir()) if not f.name.endswith(("-shm", ".lock"))}
