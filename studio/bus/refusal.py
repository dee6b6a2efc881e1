"""Why a frame is refused: what its sender's key does not allow, and what a frame that was not understood is about."""

from __future__ import annotations

import msgspec

from studio.keys.allowed import may_speak_as
from studio.keys.files import PublicKey
from studio.messages.bus import Ack, Hello, Order, Reject, Resend, ToTable


def why_not(bearer: PublicKey | None, frame: ToTable) -> str | None:
    """Why the bearer of a key may not say this; None when it may, and on a plain socket."""
    if bearer is None:
        return None
    if isinstance(frame, Hello | Ack | Reject | Resend) and bearer.role != "backend":
        return f"the key {bearer.name} is a {bearer.role}'s: results go to a backend"
    if isinstance(frame, Order) and not may_speak_as(bearer, frame.command.role):
        return f"the key {bearer.name} is a {bearer.role}'s: it does not speak as {frame.command.role}"
    return None


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
