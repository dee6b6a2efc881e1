"""A simulated camera over the window of a shoe: cards come out, rest, and go, and every frame shows them.

It does no I/O and reads no clock: time and orders come in, pictures and the truth go out. `devices.camera.live` makes a
live source or a video file of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import msgspec

from devices.camera import scene
from devices.camera.codes import CUT_FACE, START_FACE, DeckTable, new_table
from devices.camera.decoding import Picture
from devices.camera.faces import draw_face
from devices.camera.menu import ORDERS
from devices.camera.options import Symbology
from devices.camera.scene import Finger, Light, Pose
from devices.clock import Chance, seeded

COME_S: Final = 0.13
GO_S: Final = 0.13
PAUSE_S: Final = 0.10
WAITING_LIMIT: Final = 12
"""Cards that may wait to be shown: a hand that is asked for more says so."""
SHUTTER_S: Final = 1 / 250

Trouble = Literal["freeze", "dark", "silence", "unplug"]
TROUBLES: Final[tuple[Trouble, ...]] = ("freeze", "dark", "silence", "unplug")


class Shown(msgspec.Struct, frozen=True):
    """The truth of one presentation: what was shown and when, in seconds since the camera began.

    `face`: a card, `CC` or `SS`. `from_s`: the first of it is in the frame; `rest_s` to `go_s`: it lies still; `to_s`:
    the last of it has left. `readable`: whether its code can be seen; `again`: it was shown before in this shoe.
    """

    face: str
    code: str
    from_s: float
    rest_s: float
    go_s: float
    to_s: float
    readable: bool = True
    again: bool = False


@dataclass(frozen=True, slots=True)
class _Showing:
    truth: Shown
    picture: Picture
    pose: Pose  # at rest
    fingers: tuple[Finger, ...]


class SimulatedCamera:
    """A shoe of the cards of `table`, shuffled by `seed`, drawn one by one past a camera.

    `cut_from_back`: cards behind the cut card (0: none). `rest_s`: how long a card lies still, from and to. `turn`,
    `tilt`: how crookedly cards lie, at most, in degrees. `fingers`: share of cards that a finger holds. `on_shown` is
    told the truth of each presentation when it begins. Raises ValueError for a cut card out of range.
    """

    ORDERS: Final = ORDERS

    def __init__(
        self,
        seed: int | str = 0,
        table: DeckTable | None = None,
        *,
        decks: int = 8,
        cut_from_back: int = 14,
        rest_s: tuple[float, float] = (0.40, 0.55),
        turn: float = 12.0,
        tilt: float = 12.0,
        fingers: float = 0.5,
        light: Light | None = None,
        symbology: Symbology = "datamatrix",
        on_shown: Callable[[Shown], None] | None = None,
    ) -> None:
        self._chance: Chance = seeded(f"{seed}/camera")
        self.table = table if table is not None else new_table(decks, seeded(f"{seed}/cards").randrange)
        if not 0 <= cut_from_back < len(self.table.cards):
            raise ValueError(f"cut_from_back is {cut_from_back}: it must be within 0 to {len(self.table.cards) - 1}")
        self._foreign = new_table(1, seeded(f"{seed}/foreign cards").randrange)
        self._ground = scene.Table(self._chance.randrange(2**32))
        self.light = light or Light()
        self.on_shown = on_shown
        self._seed, self._shoes = seed, 0
        self._cut_from_back = cut_from_back
        self._rest_s, self._turn, self._tilt, self._share_of_fingers = rest_s, turn, tilt, fingers
        self._symbology: Symbology = symbology
        self._now_s = 0.0
        self._free_s = 0.3  # when the hand has time for another card
        self._busy_until_s = 0.0
        self._shown: deque[_Showing] = deque()
        self._last: tuple[str, str] | None = None
        self._hand_until_s = 0.0
        self._smudge_next = False
        self._until: dict[Trouble, float] = {}
        self._frozen: Picture | None = None
        self._shuffle()

    def _shuffle(self) -> None:
        self._cards = list(self.table.cards)
        seeded(f"{self._seed}/shoe/{self._shoes}").shuffle(self._cards)
        self._shoes += 1
        self._cut_in = self._cut_from_back > 0 and bool(self.table.cut_cards)

    # --- time ----------------------------------------------------------------------------------------------------

    def trouble(self, kind: Trouble) -> bool:
        """Whether the camera is in this trouble now."""
        return self._until.get(kind, float("-inf")) > self._now_s

    @property
    def busy_until_s(self) -> float:
        """When the last card that was ordered has left the window."""
        return self._busy_until_s

    def advance(self, at_s: float) -> None:
        """The time is `at_s` (seconds since the camera began, non-decreasing)."""
        self._now_s = max(self._now_s, at_s)
        while self._shown and self._shown[0].truth.to_s < self._now_s:
            self._shown.popleft()

    def frame(self, at_s: float) -> Picture | None:
        """What the camera hands out at `at_s`; None when it hands out nothing (silent or unplugged)."""
        self.advance(at_s)
        if self.trouble("silence") or self.trouble("unplug"):
            return None
        if self.trouble("freeze"):
            if self._frozen is None:
                self._frozen = self._picture()
            return self._frozen
        self._frozen = None
        return self._picture()

    def _picture(self) -> Picture:
        fingers: tuple[Finger, ...] = ()
        cards = []
        for showing in self._shown:
            pose = _pose_at(showing, self._now_s)
            if pose is None:
                continue
            cards.append((showing.picture, pose))
            shift = pose.x - showing.pose.x, pose.y - showing.pose.y
            fingers += tuple(_moved(finger, *shift) for finger in showing.fingers)
        if self._now_s < self._hand_until_s:
            fingers += tuple(Finger(660, 90.0 + 75 * n, 250.0 + 20 * n, 150.0 + 60 * n, 70) for n in range(4))
        return self._ground.picture(cards, self.light, fingers, dark=self.trouble("dark"))

    # --- the physical world --------------------------------------------------------------------------------------

    def order(self, text: str) -> str:
        """Do what `text` says (`ORDERS`); the answer begins with `ok:` or `refused:`."""
        match text.split():
            case ["draw" | "again" | "foreign"] if len(self._shown) >= WAITING_LIMIT:
                return f"refused: {len(self._shown)} cards are still to be shown"
            case ["draw"]:
                return self._draw()
            case ["load"]:
                self._shuffle()
                self._smudge_next = False
                self._last = None
                self._show(START_FACE, self.table.start_card)
                return f"ok: shoe of {len(self._cards)} cards loaded, start card shown"
            case ["next", card]:
                return self._choose(card)
            case ["again"] if self._last is None:
                return "refused: no card was drawn from this shoe"
            case ["again"] if self._last is not None:
                self._show(*self._last, again=True)
                return f"ok: {self._last[0]} again"
            case ["foreign"]:
                code = self._chance.choice(list(self._foreign.cards))
                self._show(self._foreign.cards[code], code)
                return f"ok: {self._foreign.cards[code]} of set {self._foreign.deck_set}"
            case ["misread"]:
                self._smudge_next = True
                return "ok: the next card will not be read"
            case ["hand"]:
                self._hand_until_s = self._now_s + 1.0
                return "ok: a hand over the window"
            case ["light", *settings] if settings:
                return self._set_light(settings)
            case [("freeze" | "dark" | "silence" | "unplug") as kind, *for_s] if len(for_s) <= 1:
                return self._begin(kind, for_s)
            case ["clear"]:
                self._until.clear()
                return "ok: the camera sees and speaks"
            case ["end"]:
                return "ok: nothing to end at a camera"
            case ["status"]:
                return f"ok: {self._describe()}"
        return f"refused: {text!r} is no order of a camera; orders are: {', '.join(self.ORDERS)}"

    def _draw(self) -> str:
        if self._cut_in and len(self._cards) == self._cut_from_back:
            self._cut_in = False
            self._show(CUT_FACE, self.table.cut_cards[0])
            return "ok: cut card"
        if not self._cards:
            return "refused: the shoe is empty"
        code = self._cards.pop()
        card = self.table.cards[code]
        readable, self._smudge_next = not self._smudge_next, False
        self._show(card, code, readable=readable)
        self._last = card, code
        return f"ok: {card}" if readable else f"ok: {card} smudged"

    def _show(self, face: str, code: str, *, readable: bool = True, again: bool = False) -> None:
        chance = self._chance
        from_s = max(self._now_s + 0.02, self._free_s)
        rest_s = from_s + COME_S
        go_s = rest_s + chance.uniform(*self._rest_s)
        self._busy_until_s = go_s + GO_S
        self._free_s = self._busy_until_s + PAUSE_S
        truth = Shown(face, code, from_s, rest_s, go_s, go_s + GO_S, readable, again)
        pose = Pose(
            x=scene.FRAME_WIDE / 2 + chance.uniform(-18, 18),
            y=scene.FRAME_HIGH / 2 + 8 + chance.uniform(-12, 12),
            turn=chance.uniform(-self._turn, self._turn) + chance.choice((0, 180)),
            tilt_x=chance.uniform(-self._tilt, self._tilt),
            tilt_y=chance.uniform(-self._tilt, self._tilt),
        )
        picture = draw_face(code, face, px_per_mm=scene.FACE_PX_PER_MM, symbology=self._symbology)
        if not readable:
            picture = picture.copy()
            picture[:, picture.shape[1] // 3 : picture.shape[1] * 3 // 5] = 90
        fingers = (self._finger(pose),) if chance.random() < self._share_of_fingers else ()
        self._shown.append(_Showing(truth, picture, pose, fingers))
        if self.on_shown is not None:
            self.on_shown(truth)

    def _finger(self, pose: Pose) -> Finger:
        """One on the lower code of the card, as a dealer draws it."""
        x = pose.x + self._chance.uniform(-30, 30)
        y = pose.y + self._chance.uniform(70, 105)
        return Finger(x + self._chance.uniform(60, 200), scene.FRAME_HIGH + 60, x, y)

    def _choose(self, card: str) -> str:
        at = next((i for i in reversed(range(len(self._cards))) if self.table.cards[self._cards[i]] == card), None)
        if at is None:
            return f"refused: {card!r} is not among the {len(self._cards)} cards left"
        self._cards[at], self._cards[-1] = self._cards[-1], self._cards[at]
        return f"ok: {card} comes next"

    def _set_light(self, settings: list[str]) -> str:
        known = tuple(Light.__dataclass_fields__)
        given: dict[str, Any] = {}
        for name, value in zip(settings[::2], settings[1::2], strict=False):
            try:
                given[name] = float(value)
            except ValueError:
                return f"refused: {value!r} is no number"
        if len(settings) % 2 or not set(given) <= set(known) or not all(-1 <= value <= 100 for value in given.values()):
            return f"refused: light takes pairs of a name ({', '.join(known)}) and a number"
        self.light = replace(self.light, **given)
        return f"ok: {self.light}"

    def _begin(self, kind: Trouble, for_s: list[str]) -> str:
        try:
            lasts_s = float(for_s[0]) if for_s else float("inf")
        except ValueError:
            return f"refused: {for_s[0]!r} is no number of seconds"
        self._until[kind] = self._now_s + lasts_s
        return f"ok: {kind}" + (f" for {lasts_s:g} s" if for_s else " until cleared")

    def _describe(self) -> str:
        troubles = ", ".join(kind for kind in TROUBLES if self.trouble(kind)) or "sees and speaks"
        cut = (
            f"{len(self._cards) - self._cut_from_back} cards ahead of the cut card" if self._cut_in else "cut card out"
        )
        return f"{troubles}, {len(self._cards)} cards left, {cut}, {len(self._shown)} to be shown"


def _moved(finger: Finger, x: float, y: float) -> Finger:
    return replace(finger, tip_x=finger.tip_x + x, tip_y=finger.tip_y + y, from_x=finger.from_x + x)


def _pose_at(showing: _Showing, now_s: float) -> Pose | None:
    """Where the card is: it comes from the shoe above, and goes to the right."""
    truth, rest = showing.truth, showing.pose
    if not truth.from_s <= now_s <= truth.to_s:
        return None
    if now_s < truth.rest_s:
        left = (truth.rest_s - now_s) / COME_S  # 1 to 0
        far = scene.FRAME_HIGH * 0.85
        return replace(rest, y=rest.y - far * left**2, motion_y=2 * far * left / COME_S * SHUTTER_S)
    if now_s > truth.go_s:
        done = (now_s - truth.go_s) / GO_S
        far = scene.FRAME_WIDE * 0.85
        return replace(rest, x=rest.x + far * done**2, motion_x=2 * far * done / GO_S * SHUTTER_S)
    return rest
