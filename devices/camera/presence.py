"""From what single frames show to what happened: one reading for one presence of one card. Pure.

A frame is `FrameFacts`: the texts that were decoded in the window, how much of it is as bright as paper, whether it
moved. Out comes a reading when two frames or more agree on a code that is in the deck table, and then none for that
card until it has left and come back: never because of an equal face, since a shoe of eight decks has eight of each
(devices.md 5).

- A card that leaves and comes back within one shoe is `card.sent_again`: the same piece of paper is not dealt twice.
  The start card, shown when a shoe was loaded, begins the count anew (`shoe.started`).
- What lies in the window when the camera begins to be heard is not drawn now: `card.outside_game`.
- Cards are told in the order in which they were first seen; of two that came in one frame the order is not known, and
  both are `card.unreadable`.
- Paper that rests without a readable code, or that comes and goes without one, is `card.unreadable`, not "no card".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from devices.camera.codes import CardCode, CutCode, DeckTable, Looked, Refused, StartCode
from devices.readings import (
    AnyReading,
    CardOutsideGame,
    CardRead,
    CardSentAgain,
    CardUnreadable,
    CutCardOut,
    ShoeStarted,
)

NO_CODE: Final = 1
"""`card.unreadable`: paper without a code that could be read."""
FOREIGN: Final = 2
"""`card.unreadable`: a code that the table of the set does not have."""
ORDER_UNKNOWN: Final = 3
"""`card.unreadable`: two cards came at once."""
SEEN_ONCE: Final = 4
"""`card.unreadable`: one frame showed a code, and no second agreed."""

TRACKS_LIMIT: Final = 16
"""Codes that can be in the window at a time; with more than these, those seen longest ago are let go."""


class PresenceRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Times in seconds, shares of the window's area from 0 to 1.

    `agree`: frames that must show the same code; `agree_within_s`: from the first to the last of them. `leave_s`: how
    long the window must be empty, or show other cards only, for a card to have left. `paper_share`: from this share of
    bright area on there is paper in the window. `unreadable_after_s`: how long paper rests unread before that is told.
    `passing_s`: paper that was in the window at least so long and left unread is told too.
    """

    agree: int = 2
    agree_within_s: float = 0.5
    leave_s: float = 0.2
    paper_share: float = 0.08
    unreadable_after_s: float = 0.8
    passing_s: float = 0.15

    def __post_init__(self) -> None:
        if self.agree < 2:
            raise ValueError(f"agree is {self.agree}: at least 2 frames must show a code before it is believed")
        for name in ("agree_within_s", "leave_s", "unreadable_after_s", "passing_s"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} is {getattr(self, name)}: it must be above 0")
        if not 0 < self.paper_share < 1:
            raise ValueError(f"paper_share is {self.paper_share}: it must be between 0 and 1")


@dataclass(frozen=True, slots=True)
class FrameFacts:
    """What one frame shows. `at_s`: when it was taken, in monotonic seconds. `paper`: bright share of the window."""

    at_s: float
    texts: tuple[str, ...] = ()
    paper: float = 0.0
    moving: bool = False


@dataclass(slots=True)
class _Track:
    """One code in the window."""

    code: Looked
    first_s: float
    last_s: float
    seen_s: list[float]  # frames that agree, the latest `agree` of them
    settled: bool = False  # something was said of it, or nothing is to be said of it


def _worth(track: _Track) -> tuple[int, float]:
    """The order in which tracks are let go when there are too many: phantoms first, unsettled cards last."""
    if track.settled:
        return 1, track.last_s
    return (0 if isinstance(track.code, Refused) else 2), track.last_s


class Presence:
    """Follows the cards of one set in one window.

    Frames that are older than the last one, or than the moment from which the camera is heard, are ignored:
    `frames_ignored` counts them. That moment is the only trigger there is (devices.md 5): a camera over a shoe runs by
    itself, and whether a card was due when it was drawn is for the table to judge, not for the frames.
    Memory is bounded by the set: at most one entry a card that is out of the shoe.
    """

    def __init__(self, table: DeckTable, rules: PresenceRules | None = None) -> None:
        self.table = table
        self.rules = rules or PresenceRules()
        self.frames_ignored = 0
        self._out: set[str] = set()  # cards of this shoe that were told
        self._tracks: dict[str, _Track] = {}
        self._heard_from_s = float("-inf")
        self._last_s = float("-inf")
        self._opening = True  # since the camera is heard, the window was not seen empty nor the start card in it
        self._empty_since_s: float | None = None
        self._paper_since_s: float | None = None
        self._unread_since_s: float | None = None  # paper rests, and no code is read
        self._paper_told = True  # something was said about the paper in the window, or nothing is to be said
        self._last_empty_s: float | None = None  # the latest frame, when it was empty
        self._paper_s = 0.0  # how long there was paper in the window, at most, before it became empty

    def resumed(self, at_s: float) -> None:
        """The camera is heard (again) from `at_s` on: what happened in between was not seen, and frames taken before it
        no longer count (a camera hands out frames that are seconds old)."""
        self._heard_from_s = max(self._heard_from_s, at_s)
        self._opening = True
        self._empty_since_s = self._last_empty_s = self._paper_since_s = self._unread_since_s = None
        self._paper_told = True  # of what lies there now nothing can be said but by its code
        self._tracks = {text: track for text, track in self._tracks.items() if track.settled}

    def frame(self, facts: FrameFacts) -> list[AnyReading]:
        """Readings that this frame completes."""
        now_s = facts.at_s
        if now_s < self._heard_from_s or now_s <= self._last_s:
            self.frames_ignored += 1
            return []
        self._last_s = now_s
        looked = [self.table.look_up(text) for text in dict.fromkeys(facts.texts)]
        for code in looked:
            self._see(code, now_s)
        readings = self._told(now_s)
        readings += self._paper(facts, looked, now_s)
        self._let_go(now_s)
        return readings

    # --- codes ---------------------------------------------------------------------------------------------------

    def _see(self, code: Looked, now_s: float) -> None:
        track = self._tracks.get(code.text)
        if track is None:
            if len(self._tracks) >= TRACKS_LIMIT:
                del self._tracks[min(self._tracks.values(), key=_worth).code.text]
            track = self._tracks[code.text] = _Track(code, now_s, now_s, [])
        track.last_s = now_s
        if not track.settled:
            track.seen_s = [*track.seen_s[1 - self.rules.agree :], now_s]

    def _agreed(self, track: _Track) -> bool:
        seen = track.seen_s
        return len(seen) >= self.rules.agree and seen[-1] - seen[0] <= self.rules.agree_within_s

    def _told(self, now_s: float) -> list[AnyReading]:
        """Codes that are settled by this frame, in the order in which they were first seen.

        One that was seen but not agreed on yet holds back those that came after it, so that no card overtakes another.
        """
        readings: list[AnyReading] = []
        waiting = sorted((t for t in self._tracks.values() if not t.settled), key=lambda t: t.first_s)
        for track in waiting:
            if track.settled:
                continue
            if self._agreed(track):
                together = [other for other in waiting if other.first_s == track.first_s and self._is_new(other)]
                if len(together) > 1 and track in together:
                    readings += self._order_unknown(together)
                    continue
                readings += self._say(track)
            elif isinstance(track.code, Refused):
                continue  # one frame with a strange text is a phantom (devices.md 5, pyzbar 43); it holds up nobody
            elif now_s - track.first_s <= self.rules.agree_within_s:
                if self._is_new(track):
                    break
            else:
                readings += self._seen_once(track)
        return readings

    def _is_new(self, track: _Track) -> bool:
        return isinstance(track.code, CardCode) and track.code.text not in self._out and not self._opening

    def _order_unknown(self, together: list[_Track]) -> list[AnyReading]:
        cards = ", ".join(track.code.card for track in together if isinstance(track.code, CardCode))
        for track in together:
            track.settled = True
        self._paper_told = True
        return [CardUnreadable(ORDER_UNKNOWN, f"two cards at once: {cards}; their order was not seen")] * len(together)

    def _seen_once(self, track: _Track) -> list[AnyReading]:
        """No second frame agreed in time. A card that was told before, or lay there, is not spoken of."""
        track.settled = True
        if not self._is_new(track) and not isinstance(track.code, CutCode | StartCode):
            return []
        self._paper_told = True
        return [CardUnreadable(SEEN_ONCE, "a code was seen in one frame only: show the card again")]

    def _say(self, track: _Track) -> list[AnyReading]:
        track.settled = True
        self._paper_told = True
        match track.code:
            case CardCode(text=text, card=card) if text in self._out:
                return [] if self._opening else [CardSentAgain(card, None)]
            case CardCode(text=text, card=card):
                self._out.add(text)
                return [CardOutsideGame(card, "setting")] if self._opening else [CardRead(card)]
            case CutCode(text=text):
                known = text in self._out
                self._out.add(text)
                return [] if known and self._opening else [CutCardOut()]
            case StartCode():
                self._out.clear()
                self._opening = False
                for other in self._tracks.values():
                    # What lies in the window beside the start card is not drawn from the new shoe.
                    if other is not track and isinstance(other.code, CardCode | CutCode):
                        other.settled = True
                        self._out.add(other.code.text)
                return [ShoeStarted()]
            case Refused(reason=reason):
                return [CardUnreadable(FOREIGN, reason)]

    # --- paper ---------------------------------------------------------------------------------------------------

    def _paper(self, facts: FrameFacts, looked: list[Looked], now_s: float) -> list[AnyReading]:
        """Paper of which nothing can be read: told when it rests, and when it has passed."""
        if facts.paper < self.rules.paper_share and not looked:
            return self._no_paper(now_s)
        if self._paper_since_s is None:
            # Somewhere between the last empty frame and this one it came.
            self._paper_since_s = now_s if self._last_empty_s is None else self._last_empty_s
        self._empty_since_s = self._last_empty_s = None
        if any(not isinstance(code, Refused) for code in looked):
            self._paper_told = True  # its code was seen: it is told, or will be when it is settled
        if facts.moving or self._paper_told:
            self._unread_since_s = None
        elif self._unread_since_s is None:
            self._unread_since_s = now_s
        resting_s = 0.0 if self._unread_since_s is None else now_s - self._unread_since_s
        if self._paper_told or resting_s < self.rules.unreadable_after_s or self._pending():
            return []
        self._paper_told = True
        return [CardUnreadable(NO_CODE, "a card lies in the window and its code cannot be read")]

    def _no_paper(self, now_s: float) -> list[AnyReading]:
        """Two empty frames in a row end a presence of paper; what was read in it or not is known then."""
        self._unread_since_s = None
        self._last_empty_s = now_s
        if self._empty_since_s is None:
            self._empty_since_s = now_s
            self._paper_s = 0.0 if self._paper_since_s is None else now_s - self._paper_since_s
            return []
        if self._pending():
            return []
        passed = self._paper_since_s is not None and not self._paper_told and self._paper_s >= self.rules.passing_s
        self._opening = self._paper_told = False  # what comes now has not lain there
        self._paper_since_s = None
        return [CardUnreadable(NO_CODE, "a card went through the window and its code was not read")] if passed else []

    def _pending(self) -> bool:
        """Whether a card's own code was seen and not yet settled: it will be, by agreement or by time."""
        return any(not track.settled and not isinstance(track.code, Refused) for track in self._tracks.values())

    # --- leaving -------------------------------------------------------------------------------------------------

    def _let_go(self, now_s: float) -> None:
        """Cards that have left: the window was empty for `leave_s`, or other cards were read in it all that time."""
        leave_s = self.rules.leave_s
        empty = self._empty_since_s is not None and now_s - self._empty_since_s >= leave_s
        latest_new_s = max((track.first_s for track in self._tracks.values() if track.settled), default=now_s)
        for text, track in list(self._tracks.items()):
            if now_s - track.last_s < leave_s:
                continue
            replaced = latest_new_s > track.last_s and now_s - latest_new_s >= leave_s
            phantom = isinstance(track.code, Refused) and now_s - track.last_s > self.rules.agree_within_s
            if (track.settled and (empty or replaced)) or (phantom and not track.settled):
                del self._tracks[text]
