"""A simulated baccarat shoe that speaks Angel Eye II-EX. It does no I/O and reads no clock: time and orders come in.

The bytes are those of devices.md 2.1; `devices.simulator` puts them on a pseudo-terminal. As a real shoe does, it
reckons by itself where a card goes and who wins. What the sources do not say is invented here and listed in
`docs/devices/angel-eye.md`.
"""

from __future__ import annotations

from collections import deque
from typing import Final, Literal

from devices.clock import seeded
from devices.shoe.angel_eye import ACK, ENQ, ETX, NAK, STX, BccSpan, bcc
from devices.shoe.angel_eye_messages import DATA_BIT, RANKS, SUITS, card_bytes
from devices.shoe.baccarat_table import Table

Burn = Literal["none", "first_card_value"]

_PLAYER, _BANKER, _BURN, _FIRST_CARD = 0, 1, 2, 4
_CANNOT_READ: Final = 1
_ERROR_MODE: Final = 0x40
_LONGEST_COMMAND: Final = 32
_RESULT_BITS: Final = {"player": 1, "tie": 2, "banker": 4, "forced_end": 7}


def new_shoe(decks: int) -> list[str]:
    """`decks` decks of 52 in the order of the factory."""
    return [rank + suit for _ in range(decks) for suit in SUITS.values() for rank in RANKS]


def burn_count(card: str) -> int:
    """How many cards a first card burns: ace 1, pictures 10, others their face."""
    return min(RANKS.index(card[0]) + 1, 10)


class SimulatedShoe:
    """One shoe, loaded with `decks` shuffled decks at time 0 and silent.

    The same `seed` gives the same cards, shoe after shoe. `cut_from_back`: cards behind the cut card (0: no cut card).
    `burn`: after loading, the first card and as many more as it is worth are burns, or none. `repeat`: how often each
    frame is sent. `bcc_span` as for the driver. `result_after_s`, `standby_after_s`: from the last card to the result,
    and from there to stand-by. Raises ValueError for decks, cut card or repeat out of range.
    """

    ORDERS: Final = {
        "draw": "draw the next card (or the cut card, when it is next)",
        "load": "put in a newly shuffled shoe",
        "end": "end the round by force",
        "next CARD": "let CARD (as in Td) be the next one drawn",
        "misread": "let the next card drawn be unreadable: the shoe goes into error mode",
        "clear": "clear the error at the shoe",
        "power off": "cut the mains: silence; cards still come out, unread",
        "power on": "mains back: the shoe boots and begins to count its messages anew",
        "status": "say how the shoe stands",
    }

    def __init__(
        self,
        seed: int | str = 0,
        *,
        decks: int = 8,
        cut_from_back: int = 14,
        burn: Burn = "none",
        repeat: int = 1,
        bcc_span: BccSpan = "without_start",
        result_after_s: float = 0.5,
        standby_after_s: float = 1.0,
    ) -> None:
        if not 1 <= decks <= 12:
            raise ValueError(f"decks is {decks}: a shoe holds 1 to 12")
        if not 0 <= cut_from_back < decks * 52:
            raise ValueError(f"cut_from_back is {cut_from_back}: it must be within 0 to {decks * 52 - 1}")
        if not 1 <= repeat <= 9:
            raise ValueError(f"repeat is {repeat}: it must be within 1 to 9")
        self._seed = seed
        self._decks = decks
        self._cut_from_back = cut_from_back
        self._burn = burn
        self._repeat = repeat
        self._with_start = bcc_span == "with_start"
        self._result_after_s = result_after_s
        self._standby_after_s = standby_after_s
        self._now_s = 0.0
        self._due: deque[tuple[float, bytes]] = deque()
        self._sequence = 0
        self._inbound = bytearray()
        self._locked = False
        self._error: int | None = None
        self._misread_next = False
        self._powered = True
        self._shoes = 0
        self._rounds_ended = 0
        self.rounds = 0
        """Rounds that are over, reckoned when the next is under way: when its second card is drawn."""
        self._shuffle()

    def _shuffle(self) -> None:
        self._cards = new_shoe(self._decks)  # the last one is drawn first
        seeded(f"{self._seed}/shoe/{self._shoes}").shuffle(self._cards)
        self._shoes += 1
        self._cut_card_in = self._cut_from_back > 0
        self._burns_left: int | None = None if self._burn == "first_card_value" else 0  # None: first card not drawn
        self._burned = 0
        self._table = Table()

    # --- time ----------------------------------------------------------------------------------------------------

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do; None while the shoe waits for the world."""
        return self._due[0][0] if self._due else None

    def advance(self, at_s: float) -> bytes:
        """What the shoe says up to `at_s` (seconds since it began, non-decreasing)."""
        said = bytearray()
        while self._due and self._due[0][0] <= at_s:
            said += self._due.popleft()[1] * self._repeat
        self._now_s = max(self._now_s, at_s)
        return bytes(said)

    def _say(self, message: bytes, after_s: float = 0.0) -> None:
        """Say `message` after what is still to be said, at the earliest `after_s` from then; nothing without power."""
        if not self._powered:
            return
        self._sequence = self._sequence % 9 + 1
        body = bytes((ENQ,)) + b"%d" % self._sequence + message + bytes((ETX,))
        frame = body + bcc(body if self._with_start else body[1:])
        begin_s = self._due[-1][0] if self._due else self._now_s
        self._due.append((begin_s + after_s, frame))

    def _hurry(self) -> None:
        """The world goes on: what was to be said later is said now, in its order."""
        self._due = deque((self._now_s, frame) for _, frame in self._due)

    # --- the host ------------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> bytes:
        """Bytes from the host, cut anywhere; the answers to the commands that they complete."""
        answers = bytearray()
        for byte in data if self._powered else b"":
            if byte == STX:
                self._inbound.clear()
            if byte == STX or self._inbound:
                self._inbound.append(byte)
            if len(self._inbound) > _LONGEST_COMMAND:
                self._inbound.clear()
                answers += bytes((NAK, 0x03))
            elif self._inbound[-3:-2] == bytes((ETX,)):
                answers += self._command(bytes(self._inbound))
                self._inbound.clear()
        return bytes(answers)

    def _command(self, frame: bytes) -> bytes:
        if bcc(frame[:-2]) != frame[-2:]:
            return bytes((NAK, 0x02))
        match frame[1:-3]:
            case b"OPLK01" | b"OPLK02":
                self._locked = frame[-4:-3] == b"2"
                self._say(b"L" + bytes((DATA_BIT | self._locked,)))
                return bytes((ACK,))
            case command if command[:4] == b"OPEC" and command[4:].isdigit():
                self._clear()
                return bytes((ACK,))
            case b"OPGP00":
                body = bytes((STX,)) + b"GP%02d" % self._table.cards_dealt + bytes((ETX,))
                return body + bcc(body if self._with_start else body[1:])
        return bytes((NAK, 0x13))

    def _clear(self) -> bool:
        code, self._error = self._error, None
        if code is not None:
            self._say(b"e" + bytes((DATA_BIT | code,)))
        return code is not None

    # --- the physical world --------------------------------------------------------------------------------------

    def order(self, text: str) -> str:
        """Do what `text` says (`ORDERS`); the answer begins with `ok:` or `refused:`."""
        match text.split():
            case ["draw"]:
                self._hurry()
                return self._draw()
            case ["load"]:
                self._hurry()
                self._shuffle()
                self._sequence = 0
                self._locked, self._error, self._misread_next = False, None, False
                self._say(b"S")
                return f"ok: shoe of {len(self._cards)} cards loaded"
            case ["end"]:
                self._hurry()
                self._end_round("forced_end")
                return "ok: round ended by force"
            case ["next", card]:
                return self._choose(card)
            case ["misread"]:
                self._misread_next = True
                return "ok: the next card will not be read"
            case ["clear"]:
                return "ok: error cleared" if self._clear() else "refused: the shoe is not in error"
            case ["power", "off"]:
                self._due.clear()
                self._powered = False
                return "ok: power is off"
            case ["power", "on"] if not self._powered:
                self._boot()
                return "ok: power is on"
            case ["status"]:
                return f"ok: {self._describe()}"
        return f"refused: {text!r} is no order of a shoe; orders are: {', '.join(self.ORDERS)}"

    def _boot(self) -> None:
        """The shoe knows nothing of the round that was: it believes that the next card is a first one."""
        self._powered = True
        self._sequence = 0
        self._locked, self._error, self._misread_next = False, None, False
        self._burns_left = 0
        self._table = Table()
        self._say(b"S")

    def _draw(self) -> str:
        if self._cut_card_in and len(self._cards) == self._cut_from_back:
            self._cut_card_in = False
            self._say(b"C")
            return "ok: cut card"
        if not self._cards:
            return "refused: the shoe is empty"
        card = self._cards.pop()
        if not self._powered:
            return f"ok: {card} unread, the shoe has no power"
        if self._misread_next and self._error is None:
            self._misread_next, self._error = False, _CANNOT_READ
            self._say(b"E" + bytes((DATA_BIT | _ERROR_MODE | _CANNOT_READ,)))
            return f"ok: {card} not read"
        if self._locked or self._error is not None:
            self._say(b"d" + card_bytes(0 if self._locked else 1, 0, card))
            return f"ok: {card} outside the game"
        if self._burns_left is None:
            self._burns_left, self._burned = burn_count(card), 0
            self._say(b"D" + card_bytes(_FIRST_CARD, 1, card))
            return f"ok: {card} burn-first"
        if self._burns_left > 0:
            self._burns_left -= 1
            self._burned += 1
            self._say(b"D" + card_bytes(_BURN, self._burned, card))
            return f"ok: {card} burn"
        hand, index = self._table.place(card)
        if self._table.cards_dealt == 2:
            self.rounds = self._rounds_ended
        self._say(b"D" + card_bytes(_PLAYER if hand == "player" else _BANKER, index, card))
        if self._table.next_place() is None:
            self._end_round(self._table.winner())
        return f"ok: {card} {hand}-{index}"

    def _end_round(self, outcome: Literal["player", "banker", "tie", "forced_end"]) -> None:
        pairs = (1 if self._table.pair("player") else 0) | (2 if self._table.pair("banker") else 0)
        self._say(b"G" + bytes((DATA_BIT | _RESULT_BITS[outcome] << 4 | pairs,)), self._result_after_s)
        self._say(b"P", self._standby_after_s)
        self._table = Table()
        self._rounds_ended += 1

    def _choose(self, card: str) -> str:
        if card not in self._cards:
            return f"refused: {card!r} is not among the {len(self._cards)} cards left"
        at = len(self._cards) - 1 - self._cards[::-1].index(card)
        self._cards[at], self._cards[-1] = self._cards[-1], self._cards[at]
        return f"ok: {card} comes next"

    def _describe(self) -> str:
        if self._burns_left is None:
            place = "burn-first"
        elif self._burns_left:
            place = f"burn ({self._burns_left} left)"
        else:
            following = self._table.next_place()
            place = "none" if following is None else f"{following[0]}-{following[1]}"
        cut = (
            f"{len(self._cards) - self._cut_from_back} cards ahead of the cut card"
            if self._cut_card_in
            else "cut card out"
        )
        state = "locked" if self._locked else "in error" if self._error is not None else "ready"
        state = state if self._powered else "without power"
        return f"{state}, {len(self._cards)} cards left, {cut}, next place {place}"
