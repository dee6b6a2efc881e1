"""The commands of one table, as buttons give them: one tap, one command, however often the finger comes down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol
from uuid import NAMESPACE_OID, uuid5

from PySide6.QtCore import Property, QObject, Signal, SignalInstance, Slot

from dealer_ui import phrases
from dealer_ui.words import say
from studio.messages.bus import Admission
from studio.messages.commands import (
    AcknowledgeAlarm,
    AnnounceResult,
    AnyCommand,
    CallPitBoss,
    CloseTable,
    ConfirmStep,
    CorrectResult,
    CutCards,
    EnterValue,
    GiveRuling,
    GoOffDuty,
    GoOnDuty,
    InspectCards,
    OpenTable,
    OrderFreeHand,
    OrderShuffle,
    RecordInspection,
    RelieveDealer,
    ReportIrregularity,
    Role,
    ShuffleCards,
    TakeDecision,
    VoidResult,
    VoidRound,
)
from studio.messages.telemetry import TableView

REPEATABLE_AFTER_MS: Final = 2000.0
"""A call for the pit boss within this time of the last one is the same call."""
NOTED: Final = "noted:"
"""How the table's answer begins when it waits for a second person."""


_SECONDED: Final[dict[str, type[AnyCommand]]] = {
    "rule": GiveRuling,
    "correct_result": CorrectResult,
    "void_result": VoidResult,
}
"""Orders that a second person gives alike. A count of cards is not among them: each of the two counts."""


class Gives(Protocol):
    """What commands are given to: a `TableLink`, or a test's stand-in."""

    @property
    def answered(self) -> SignalInstance:
        """A command's id, whether it was accepted, and why not."""
        ...

    def give(self, place: str, command: AnyCommand, session: str | None = None) -> None:
        """Give `command` to the table at `place`, under another `session` than the screen's own if one is named."""
        ...


@dataclass(frozen=True, slots=True)
class _Order:
    """A kind of command and what it says, whoever gives it."""

    kind: Callable[..., AnyCommand]
    content: dict[str, Any]

    @property
    def tag(self) -> str:
        return str(self.kind.__struct_config__.tag)  # type: ignore[attr-defined]


@dataclass(slots=True)
class _Given:
    """A command on its way. `tag` greys the button that gave it."""

    key: str
    tag: str
    order: _Order


class Desk(QObject):
    """One person at one table. A command's id is drawn from what it is about (table, epoch, prompt's step, content), so
    that a double tap, and a screen that was restarted between two taps, give the same command and it is done once."""

    changed = Signal()
    refused = Signal(str)
    """Why the table did not do it, in the screen's language."""
    accepted = Signal(str)
    """The tag of a command that the table has done."""
    nobody = Signal()
    """An order was tapped where nobody has logged in."""
    second_wanted = Signal(str)
    """An order of this kind (its tag) waits for a second person, who must prove who it is at this screen."""

    def __init__(
        self,
        place: str,
        link: Gives,
        person: str,
        role: Role,
        now_ms: Callable[[], float],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.place = place
        self.view: TableView | None = None
        self.vouched = False
        self._link = link
        self._person = person
        self._role = role
        self._now_ms = now_ms
        self._on_the_way: dict[str, _Given] = {}
        self._attempts: dict[str, int] = {}
        self._to_second: _Order | None = None
        self._called_ms = -REPEATABLE_AFTER_MS
        self._calls = 0
        link.answered.connect(self._answered)

    def show(self, view: TableView | None, vouched: bool) -> None:
        """The table as it is; `vouched` is false while nothing is heard of it."""
        self.view, self.vouched = view, vouched
        self.changed.emit()

    def sign(self, person: str) -> None:
        """Who gives the commands from now on."""
        self._person = person
        self.changed.emit()

    def _get_person(self) -> str:
        return self._person

    person = Property(str, _get_person, notify=changed)

    def _get_waiting(self) -> list[str]:
        return [given.tag for given in self._on_the_way.values()]

    waiting = Property(list, _get_waiting, notify=changed)
    """Tags of the commands that the table has not answered yet."""

    # --- what buttons do ---------------------------------------------------------------------------------------------

    @Slot()
    def confirm(self) -> None:
        """What the prompt asked for is done."""
        if self.view is not None and self.view.prompt.key.startswith("confirm."):
            self._give(ConfirmStep, what=self.view.prompt.key.removeprefix("confirm."))

    @Slot(str)
    def announce(self, value: str) -> None:
        """The result as the dealer has announced it."""
        self._give(AnnounceResult, value=value)

    @Slot(str)
    def enter(self, value: str) -> None:
        """A value typed by hand."""
        self._give(EnterValue, value=value)

    @Slot(str)
    def decide(self, action: str) -> None:
        """A player's decision as the dealer read the hand sign."""
        if self.view is not None and self.view.decision is not None:
            awaited = self.view.decision
            round_id = self.view.round or ""
            self._give(TakeDecision, round=round_id, box=awaited.box, hand=awaited.hand, action=action)

    @Slot(str)
    def report(self, kind: str) -> None:
        """A person saw what no device can see."""
        self._give(ReportIrregularity, kind=kind)

    @Slot()
    def callPitBoss(self) -> None:  # noqa: N802 - named as QML names
        """Ask for the pit boss; again only after a while."""
        if self._now_ms() - self._called_ms >= REPEATABLE_AFTER_MS:
            self._calls += 1
            self._called_ms = self._now_ms()
        self._give(CallPitBoss, again=self._calls)

    @Slot(str, str, str)
    def rule(self, irregularity: str, ruling: str, reason: str) -> None:
        """A ruling on what holds the table."""
        self._give(GiveRuling, irregularity=irregularity, ruling=ruling, reason=reason)

    @Slot(str)
    def voidRound(self, reason: str) -> None:  # noqa: N802
        """Void the round in progress."""
        self._give(VoidRound, reason=reason)

    @Slot(str, str)
    def voidResult(self, round_id: str, reason: str) -> None:  # noqa: N802
        """A published result does not count after all; it takes a second person who orders the same."""
        self._give(VoidResult, round=round_id, reason=reason)

    @Slot(str, "QVariantMap", str)
    def correctResult(self, round_id: str, values: dict[str, str], reason: str) -> None:  # noqa: N802
        """What was really there, by place; it takes a second person who orders the same."""
        self._give(CorrectResult, round=round_id, values=dict(values), reason=reason)

    @Slot(int)
    def second(self, which: int) -> None:
        """Give the order alike that waits for a second person, as who stands at this screen."""
        order = self._awaited(which)
        if order is not None:
            self._give(order.kind, **order.content)

    @Slot(int)
    def askSecond(self, which: int) -> None:  # noqa: N802
        """Have a second person prove here who it is, to give alike what waits."""
        order = self._awaited(which)
        if order is not None:
            self._ask_second(order)

    def _awaited(self, which: int) -> _Order | None:
        waiting = self.view.seconds if self.view is not None else []
        if not 0 <= which < len(waiting):
            self.refused.emit(phrases.sentence(say, "nothing waits for a second person"))
            return None
        first = waiting[which]
        return _Order(_SECONDED[first.command], first.content | ({"reason": first.reason} if first.reason else {}))

    @Slot(str, str)
    def inspected(self, what: str, note: str) -> None:
        """A part of the table has been inspected and found good."""
        self._give(RecordInspection, what=what, note=note)

    @Slot(str, "QVariantMap")
    def countCards(self, card_set: str, counts: dict[str, int]) -> None:  # noqa: N802
        """A set of cards counted by identity; it counts when a second person has found the same."""
        self._give(InspectCards, card_set=card_set, counts={card: int(count) for card, count in counts.items()})

    @Slot(str, str)
    def shuffleCards(self, card_set: str, how: Literal["washed", "hand", "machine"]) -> None:  # noqa: N802
        """A set of cards has been shuffled."""
        self._give(ShuffleCards, card_set=card_set, how=how)

    @Slot(str)
    def cutCards(self, card_set: str) -> None:  # noqa: N802
        """A shuffled set has been cut, and the cut card placed."""
        self._give(CutCards, card_set=card_set)

    @Slot(str)
    def closeTable(self, reason: str) -> None:  # noqa: N802
        """Close after the round in progress."""
        self._give(CloseTable, reason=reason)

    @Slot()
    def openTable(self) -> None:  # noqa: N802
        """Open for play until closed."""
        self._give(OpenTable)

    @Slot(str)
    def orderShuffle(self, reason: str) -> None:  # noqa: N802
        """The present shoe ends after the round in progress."""
        self._give(OrderShuffle, reason=reason)

    @Slot()
    def orderFreeHand(self) -> None:  # noqa: N802
        """The next round is dealt without bets."""
        self._give(OrderFreeHand)

    @Slot()
    def goOnDuty(self) -> None:  # noqa: N802
        """The person takes over the table as its dealer."""
        self._give(GoOnDuty)

    @Slot()
    def goOffDuty(self) -> None:  # noqa: N802
        """The dealer leaves the table."""
        self._give(GoOffDuty)

    @Slot(str)
    def acknowledge(self, alarm: str) -> None:
        """The alarm has been seen."""
        self._give(AcknowledgeAlarm, alarm=alarm)

    @Slot(str)
    def relieveDealer(self, reason: str) -> None:  # noqa: N802
        """The dealer leaves, now or after the round."""
        if self.view is not None and self.view.log_in:
            self._give(RelieveDealer, reason=reason)
        else:
            self._give(GoOffDuty)

    # --- a second person ---------------------------------------------------------------------------------------------

    def give_second(self, admission: Admission) -> None:
        """A second person has proved who it is, and orders what waits."""
        order, self._to_second = self._to_second, None
        if order is not None and admission.person is not None and admission.role is not None:
            self._send(order, admission.person, admission.role, admission.session)

    def no_second(self) -> None:
        """Nobody confirms what waits; the first person may order it again."""
        self._to_second = None

    def _ask_second(self, order: _Order) -> None:
        self._to_second = order
        self.second_wanted.emit(order.tag)

    def _is_own_first(self, view: TableView, order: _Order) -> bool:
        """Whether the same was ordered in this person's name already, so that only another's word is wanted."""
        if not view.log_in:
            return False
        if order.tag == "enter":
            return view.entry is not None and view.entry.by == self._person
        said = {name: value for name, value in order.content.items() if name != "reason"}
        return any((one.command, one.by, one.content) == (order.tag, self._person, said) for one in view.seconds)

    # --- the way there and back ------------------------------------------------------------------------------------

    def _give(self, order_kind: Callable[..., AnyCommand], /, again: int = 0, **content: Any) -> None:
        view = self.view
        if view is None or not self.vouched:
            self.refused.emit(phrases.sentence(say, "no link to the table"))
            return
        order = _Order(order_kind, content)
        if view.log_in and not self._person and order_kind is not CallPitBoss:
            self.refused.emit(phrases.sentence(say, "log in by badge or PIN"))
            self.nobody.emit()
            return
        if self._is_own_first(view, order):
            self._ask_second(order)
        else:
            # Whoever stands at a table may call for help, also before anybody has logged in.
            self._send(order, self._person or self._role, self._role, again=again)

    def _send(self, order: _Order, person: str, role: Role, session: str | None = None, again: int = 0) -> None:
        view = self.view
        if view is None:
            return
        about = (
            view.table,
            view.epoch,
            view.prompt.step,
            order.tag,
            again,
            person,
            role,
            sorted(order.content.items()),
        )
        key = repr(about)
        if any(given.key == key for given in self._on_the_way.values()):
            return
        command_id = str(uuid5(NAMESPACE_OID, f"{key}#{self._attempts.get(key, 0)}"))
        self._on_the_way[command_id] = _Given(key, order.tag, order)
        self.changed.emit()
        command = order.kind(id=command_id, person=person, role=role, **order.content)
        if session is None:
            self._link.give(self.place, command)
        else:
            self._link.give(self.place, command, session)

    def _answered(self, command_id: str, accepted: bool, why: str) -> None:
        given = self._on_the_way.pop(command_id, None)
        if given is None:
            return
        if accepted:
            self.accepted.emit(given.tag)
        else:
            # The table remembers its refusal by id: another try is another command.
            self._attempts[given.key] = self._attempts.get(given.key, 0) + 1
        if not accepted or why:
            self.refused.emit(phrases.sentence(say, why))
        if accepted and why.startswith(NOTED) and self.view is not None and self.view.log_in:
            self._ask_second(given.order)
        self.changed.emit()
