"""What the host asks and orders of a device, one at a time, with its answers, refusals and silences. Pure.

A device that repeats its state all day also answers commands. This is the host's side of that talk for any protocol of
lines: questions (identity and parameters, read on every connection), orders (restart the game, power, self-test), and
the question whether a device that fell silent is alive and only muted. Bytes to be sent are laid out in `unsent`; time
comes in with every call. Nothing is sent before what went before it is answered or given up, so that an answer belongs
to what was asked. An order is never sent twice unless the device itself says that it did not understand it: nobody
knows what an order whose answer was lost has done.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from devices.readings import AnyReading, CommandAnswered, CommandOutcome, DeviceMuted, DeviceParameters, SelfTested

READ_PARAMETERS: Final = "read_parameters"
"""The order that changes nothing: ask all the questions again."""

WAITING_LIMIT: Final = 8
"""Orders that may wait for their turn."""

ALIVE_EVERY_S: Final = 1.0
"""How often a muted device is asked whether it lives."""

QUESTION_TRIES: Final = 2
FIRST_AGAIN_S: Final = 5.0
LAST_AGAIN_S: Final = 60.0
"""How soon, and at last how rarely, a device is asked again that left questions without an answer."""
NO_ANSWER: Final = "no answer"
_LONGEST_TOLD: Final = 80
_MOST_CODES: Final = 32
_UNKNOWN_CODE: Final = -1


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question or order. `send` may have the blank `{value}`, which `value` describes.

    `answer` matches the whole line that answers it, its group `value` what is answered; `refused` the line that
    refuses it. `within_s`: how long the answer may take. `same`: the answer must repeat the value that was given.
    `faults`: the answers are numbers of faults, each with its meaning, and more may follow within `quiet_s`; 0 is none.
    `re_read`: the parameters are read again after it.
    """

    name: str
    send: str
    answer: re.Pattern[bytes]
    refused: re.Pattern[bytes] | None = None
    within_s: float = 1.0
    value: re.Pattern[str] | None = None
    about_value: str = ""
    same: bool = False
    faults: Mapping[int, str] | None = None
    quiet_s: float = 2.0
    re_read: bool = False
    mutes: bool | None = None
    """Whether it silences the device's own reports (True) or lets them come again (False)."""

    def __deepcopy__(self, memo: dict[int, object]) -> Exchange:
        """Itself: there is nothing in it to change."""
        return self


@dataclass(slots=True)
class _Asked:
    exchange: Exchange
    kind: str  # question, order, alive
    value: str
    tries: int
    due_s: float
    codes: list[int]


class HostLine:
    """The host's side of one device. `not_understood`: the line by which the device says that it understood nothing.

    Readings: `CommandAnswered` for every order, `DeviceParameters` when the last question is answered or given up,
    `DeviceMuted` when a device that reports nothing answers all the same, `SelfTested` when it names faults of its own.
    """

    def __init__(
        self,
        questions: Sequence[Exchange],
        orders: Sequence[Exchange] = (),
        *,
        alive: Exchange | None = None,
        not_understood: re.Pattern[bytes] | None = None,
    ) -> None:
        self.questions = tuple(questions)
        self.orders = {order.name: order for order in orders}
        self.muted = False
        self.replies = 0
        self._alive = alive
        self._not_understood = not_understood
        self._testing = next((order for order in orders if order.faults is not None), None)
        self._asked: _Asked | None = None
        self._to_ask: deque[Exchange] = deque()
        self._waiting: deque[tuple[Exchange, str]] = deque()
        self._ask_alive_at_s: float | None = None
        self._reports_before = 0
        self._reading = False
        self._must_tell = True
        self._told: DeviceParameters | None = None
        self._again_at_s: float | None = None
        self._again_after_s = FIRST_AGAIN_S
        self._found: dict[str, str] = {}
        self._unanswered: dict[str, str] = {}
        self._unsent = bytearray()
        self._open = False

    # --- what may be asked of it ---------------------------------------------------------------------------------

    def why_not(self, order: str, value: str = "") -> str | None:
        """Why this device cannot be given that order, in words; None when it can."""
        if order == READ_PARAMETERS:
            return f"{order} takes no value" if value else None
        known = self.orders.get(order)
        if known is None:
            return f"{order!r} is no order of this device; it has {', '.join((*self.orders, READ_PARAMETERS))}"
        if known.value is None:
            return f"{order} takes no value" if value else None
        return None if known.value.fullmatch(value) else f"{order} takes {known.about_value}, not {value!r}"

    def give(self, order: str, value: str, at_s: float) -> list[AnyReading]:
        """Give an order: it is sent when its turn has come. The readings say so where that is never."""
        wrong = self.why_not(order, value)
        if wrong is None and not self._open:
            wrong = "the port is not open"
        if wrong is None and len(self._waiting) >= WAITING_LIMIT:
            wrong = "too many orders wait for this device"
        if wrong is not None:
            return [CommandAnswered(command=order, value=value, outcome="not_sent", answer=wrong)]
        if order == READ_PARAMETERS:
            self._read_again()
        else:
            self._waiting.append((self.orders[order], value))
        return self._go_on(at_s)

    def link_opened(self, at_s: float) -> None:
        """A (new) link: what was asked before is forgotten, identity and parameters are read."""
        self._open = True
        self.muted = False
        self._asked = self._ask_alive_at_s = None
        self._waiting.clear()
        self._unsent.clear()
        self._again_after_s = FIRST_AGAIN_S
        self._read_again()
        self._go_on(at_s)

    def link_closed(self) -> list[AnyReading]:
        """The link is gone, and with it the answers to what was ordered."""
        lost: list[AnyReading] = []
        if self._asked is not None and self._asked.kind == "order":
            lost.append(_lost(self._asked.exchange, self._asked.value, "no_answer"))
        lost += [_lost(exchange, value, "not_sent") for exchange, value in self._waiting]
        self._open = self.muted = False
        self._asked = self._ask_alive_at_s = None
        self._waiting.clear()
        self._to_ask.clear()
        self._unsent.clear()
        self._again_at_s = None
        return lost

    def read_again(self, at_s: float) -> None:
        """Identity and parameters may be others now (it was silent, or began anew): read them again."""
        if self._open:
            self._read_again()
            self._go_on(at_s)

    def fell_silent(self, reports: int, at_s: float) -> None:
        """It reports nothing any more, `reports` having come so far: is it gone, or only muted?"""
        if self._open and self._alive is not None:
            self._reports_before = reports
            self._ask_alive_at_s = at_s
            self._go_on(at_s)

    # --- time and bytes ------------------------------------------------------------------------------------------

    def take_unsent(self) -> bytes:
        """The bytes that are to be sent now."""
        data = bytes(self._unsent)
        self._unsent.clear()
        return data

    @property
    def due_s(self) -> float | None:
        """When `on_time` has something to do, in monotonic seconds."""
        if self._asked is not None:
            return self._asked.due_s
        return min((at for at in (self._ask_alive_at_s, self._again_at_s) if at is not None), default=None)

    def on_time(self, at_s: float) -> list[AnyReading]:
        """It is `at_s`: give up what was not answered, ask what is due."""
        asked = self._asked
        if asked is None or at_s < asked.due_s:
            return self._go_on(at_s)
        if asked.codes:
            return self._tested(asked, at_s)
        if asked.kind != "order" and asked.tries < QUESTION_TRIES:
            self._send(asked, at_s)
            return []
        return self._give_up(asked, at_s)

    def on_reply(self, line: bytes, reports: int, at_s: float) -> list[AnyReading]:
        """A line came that is no report. `reports`: how many reports have come so far."""
        self.replies += 1
        asked = self._asked
        if asked is not None:
            exchange = asked.exchange
            if exchange.refused is not None and exchange.refused.fullmatch(line):
                return self._refused(asked, line, at_s)
            if (match := exchange.answer.fullmatch(line)) is not None:
                return self._answered(asked, match, line, reports, at_s)
            if self._not_understood is not None and self._not_understood.fullmatch(line):
                return self._misunderstood(asked, line, at_s)
        if self._testing is not None and (match := self._testing.answer.fullmatch(line)) is not None:
            return self._names_faults([_code(match)])
        return []

    def on_report(self, at_s: float) -> list[AnyReading]:
        """It reports: whatever it answered, or did not answer, it is not muted."""
        return self._mute(False, at_s) if self.muted else []

    # --- its turns -----------------------------------------------------------------------------------------------

    def _read_again(self, *, must_tell: bool = True) -> None:
        self._again_at_s = None
        self._must_tell = must_tell or (self._reading and self._must_tell)
        self._to_ask = deque(self.questions)
        self._found, self._unanswered = {}, {}
        self._reading = bool(self.questions)
        if self._asked is not None and self._asked.kind == "question":
            self._asked = None

    def _go_on(self, at_s: float) -> list[AnyReading]:
        """Send what is next, when nothing is waited for. Orders go before questions."""
        if self._asked is not None or not self._open:
            return []
        if self._ask_alive_at_s is not None and at_s >= self._ask_alive_at_s and self._alive is not None:
            self._ask_alive_at_s = None
            self._ask(self._alive, "alive", "", at_s)
        elif self._waiting:
            exchange, value = self._waiting.popleft()
            self._ask(exchange, "order", value, at_s)
        elif self._to_ask:
            self._ask(self._to_ask.popleft(), "question", "", at_s)
        elif self._reading:
            return self._have_read(at_s)
        elif self._again_at_s is not None and at_s >= self._again_at_s:
            self._read_again(must_tell=False)
            return self._go_on(at_s)
        return []

    def _have_read(self, at_s: float) -> list[AnyReading]:
        """Tell what was found. What had no answer is asked again later, and then told only where it is another."""
        self._reading = False
        read = DeviceParameters(found=self._found, unanswered=self._unanswered)
        if NO_ANSWER in self._unanswered.values():
            self._again_at_s = at_s + self._again_after_s
            self._again_after_s = min(self._again_after_s * 2, LAST_AGAIN_S)
        tell = self._must_tell or read != self._told
        self._told = read
        return [read] if tell else []

    def _ask(self, exchange: Exchange, kind: str, value: str, at_s: float) -> None:
        self._asked = _Asked(exchange, kind, value, 0, 0.0, [])
        self._send(self._asked, at_s)

    def _send(self, asked: _Asked, at_s: float) -> None:
        asked.tries += 1
        asked.due_s = at_s + asked.exchange.within_s
        self._unsent += asked.exchange.send.replace("{value}", asked.value).encode("ascii")

    def _answered(
        self, asked: _Asked, match: re.Match[bytes], line: bytes, reports: int, at_s: float
    ) -> list[AnyReading]:
        exchange = asked.exchange
        said = match.groupdict().get("value")
        text = _text(line if said is None else said)
        if asked.kind == "alive":
            return self._is_alive(reports, at_s)
        if asked.kind == "question":
            self._found[exchange.name] = text
            return self._done(at_s)
        if exchange.faults is not None:
            asked.codes.append(_code(match))
            if asked.codes[-1] == 0 or len(asked.codes) >= _MOST_CODES:
                return self._tested(asked, at_s)
            asked.due_s = at_s + exchange.quiet_s
            return []
        if exchange.same and text != asked.value:
            return self._settle(asked, "refused", f"the device says {text}", at_s)
        readings: list[AnyReading] = []
        if exchange.mutes is not None:
            readings += self._mute(exchange.mutes, at_s)
            self._reports_before = reports
        if exchange.re_read:
            self._read_again()
        return [*readings, *self._settle(asked, "done", text, at_s)]

    def _is_alive(self, reports: int, at_s: float) -> list[AnyReading]:
        """It answers. If it has reported nothing since it was last looked at, it is muted, not gone."""
        muted = reports == self._reports_before
        self._reports_before = reports
        return [*self._mute(muted, at_s), *self._done(at_s)]

    def _mute(self, muted: bool, at_s: float) -> list[AnyReading]:
        self._ask_alive_at_s = at_s + ALIVE_EVERY_S if muted else None
        before, self.muted = self.muted, muted
        return [DeviceMuted(muted=muted)] if muted != before else []

    def _tested(self, asked: _Asked, at_s: float) -> list[AnyReading]:
        codes = [code for code in asked.codes if code]
        told = self._words(codes) or "0 no fault"
        readings: list[AnyReading] = self._names_faults(codes)
        return [*readings, *self._settle(asked, "done", told, at_s)]

    def _names_faults(self, codes: list[int]) -> list[AnyReading]:
        codes = [code for code in codes if code]
        return [SelfTested(codes=tuple(codes), what=self._words(codes))] if codes else []

    def _words(self, codes: list[int]) -> str:
        known = (self._testing.faults if self._testing is not None else None) or {}
        return ", ".join(f"{code} {known.get(code, 'unknown')}" for code in codes)[:_LONGEST_TOLD]

    def _refused(self, asked: _Asked, line: bytes, at_s: float) -> list[AnyReading]:
        if asked.kind == "order":
            return self._settle(asked, "refused", _text(line), at_s)
        if asked.kind == "question":
            self._unanswered[asked.exchange.name] = f"refused: {_text(line)}"
        return self._done(at_s)

    def _misunderstood(self, asked: _Asked, line: bytes, at_s: float) -> list[AnyReading]:
        """The device took something else for a command and has done nothing, so that it may be sent again."""
        if asked.tries < QUESTION_TRIES:
            self._send(asked, at_s)
            return []
        if asked.kind == "order":
            return self._settle(asked, "not_understood", _text(line), at_s)
        return self._refused(asked, line, at_s)

    def _give_up(self, asked: _Asked, at_s: float) -> list[AnyReading]:
        if asked.kind == "order":
            return self._settle(asked, "no_answer", f"no answer within {asked.exchange.within_s:g} s", at_s)
        if asked.kind == "question":
            # A device that does not answer one question answers none: the others need not be waited for.
            nothing_said = not self._found and not self._unanswered
            silent = [asked.exchange, *self._to_ask] if nothing_said else [asked.exchange]
            if nothing_said:
                self._to_ask.clear()
            self._unanswered |= {exchange.name: NO_ANSWER for exchange in silent}
        return self._done(at_s)

    def _settle(self, asked: _Asked, outcome: CommandOutcome, answer: str, at_s: float) -> list[AnyReading]:
        told = CommandAnswered(command=asked.exchange.name, value=asked.value, outcome=outcome, answer=answer)
        return [told, *self._done(at_s)]

    def _done(self, at_s: float) -> list[AnyReading]:
        self._asked = None
        return self._go_on(at_s)


def _lost(exchange: Exchange, value: str, outcome: CommandOutcome) -> CommandAnswered:
    return CommandAnswered(command=exchange.name, value=value, outcome=outcome, answer="the link was lost")


def _text(text: bytes) -> str:
    return text.decode("ascii", "backslashreplace").strip()[:_LONGEST_TOLD]


def _code(match: re.Match[bytes]) -> int:
    said = match.groupdict().get("value") or b""
    return int(said) if said.isdigit() else _UNKNOWN_CODE
