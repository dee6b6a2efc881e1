"""Why a frame is refused: what its sender's key does not allow, and what a frame that was not understood is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from studio.keys.allowed import may_speak_as
from studio.keys.files import PublicKey
from studio.messages.bus import Ack, Admission, Hello, LogIn, LogOut, Order, Reject, Reply, Resend, ToTable

NO_LIST: Final = "this table keeps no list of people"
_SECRETS: Final = (b"pin", b"badge", b"session", b"log_in")


class BusDoor(Protocol):
    """Whoever lets people in."""

    def knock(
        self, asked: LogIn | LogOut, bearer: str, sender: bytes, answer: Callable[[Admission | Reply], object]
    ) -> None:
        """Somebody at the screen of `bearer` (its key's name) wants to log in or out; `sender` is its connection."""
        ...


def why_not(bearer: PublicKey | None, frame: ToTable, *, proves_himself: bool = False) -> str | None:
    """Why the bearer of a key may not say this; None when it may, and on a plain socket.

    `proves_himself`: whether the table looks at sessions, so that an order which names one is not the key's own.
    """
    if bearer is None:
        return None
    if isinstance(frame, Hello | Ack | Reject | Resend) and bearer.role != "backend":
        return f"the key {bearer.name} is a {bearer.role}'s: results go to a backend"
    if isinstance(frame, LogIn | LogOut) and bearer.role == "backend":
        return f"the key {bearer.name} is a backend's: people log in at screens"
    if isinstance(frame, Order) and frame.session and proves_himself and bearer.role != "backend":
        return None if frame.command.role != "backend" else f"the key {bearer.name} is no backend's"
    if isinstance(frame, Order) and not may_speak_as(bearer, frame.command.role):
        return f"the key {bearer.name} is a {bearer.role}'s: it does not speak as {frame.command.role}"
    return None


def no_list(asked: LogIn | LogOut) -> Admission | Reply:
    """The answer of a table where nobody logs in."""
    if isinstance(asked, LogOut):
        return Reply(asked.id, accepted=False, why=NO_LIST)
    return Admission(asked.id, None, refusal="no_list", why=NO_LIST)


def beginning(payload: bytes) -> str:
    """How a refused frame begins, in hex, for the log; nothing of one that may hold a PIN, a badge or a session."""
    told = payload.replace(b'"session":""', b"")
    return "withheld" if any(word in told for word in _SECRETS) else payload[:64].hex()


class _Named(msgspec.Struct):
    id: str = ""


class _AnyFrame(msgspec.Struct):
    id: str = ""
    command: _Named | None = None


def id_of(payload: bytes) -> str:
    """The id that a frame which was not understood is about, or nothing."""
    try:
        frame = msgspec.json.decode(payload, type=_AnyFrame)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""
    return frame.command.id if frame.command else frame.id
