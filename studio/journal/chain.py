"""How a transaction becomes bytes, and how the bytes are chained: pure, shared by every kind of journal.

Each transaction's hash is SHA-256 over the hash before it, the input's number, and, each with its length before it,
the input, the effects, and every outbox row. The first hash before it, the genesis, covers what the journal says of
itself. Whoever changes, removes or swaps a row changes every hash that follows.
"""

from __future__ import annotations

import functools
import hashlib
import struct
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from studio.journal.errors import JournalDamaged
from studio.messages.events import AnyEvent
from studio.round.effects import (
    Admit,
    Alarm,
    Answer,
    AnyEffect,
    Ask,
    DrawChance,
    Effect,
    Publish,
    Say,
    SendOrder,
    StartTimer,
    StopTimer,
)
from studio.round.inputs import AnyInput

FORMAT = 1
"""The format of the file that this software writes, and the newest that it reads."""


class Published(Effect, frozen=True, tag="publish"):
    """In the stored list of effects: here event `seq` of the outbox was published."""

    seq: int


StoredEffect: TypeAlias = (
    Published | Ask | Say | StartTimer | StopTimer | Alarm | Answer | Admit | DrawChance | SendOrder
)

_encode = msgspec.json.Encoder().encode
_input_decoder: msgspec.json.Decoder[AnyInput] = msgspec.json.Decoder(AnyInput)
_two = struct.Struct(">QQ")
_one = struct.Struct(">Q")

_OTHER_SOFTWARE = (
    "Its hash fits, so it is as it was written, by other software: "
    "read it with the software named in its last configured or process_started input"
)


@functools.cache
def _effects_decoder() -> msgspec.json.Decoder[list[StoredEffect]]:
    """Made when it is asked for: a table that starts needs inputs alone."""
    return msgspec.json.Decoder(list[StoredEffect])


@functools.cache
def _event_decoder() -> msgspec.json.Decoder[AnyEvent]:
    return msgspec.json.Decoder(AnyEvent)


class Encoded(NamedTuple):
    """A transaction as bytes; `outbox` holds (seq, id, body) of each event."""

    input_json: bytes
    effects_json: bytes
    outbox: list[tuple[int, bytes, bytes]]


def genesis(table: str, epoch: str, created_utc: str) -> bytes:
    """The hash before the first transaction (32 bytes)."""
    digest = hashlib.sha256(b"studio journal\0" + _one.pack(FORMAT))
    for word in (table.encode(), epoch.encode(), created_utc.encode()):
        digest.update(_one.pack(len(word)) + word)
    return digest.digest()


def link(
    before: bytes, seq: int, input_json: bytes, effects_json: bytes, outbox: Sequence[tuple[int, bytes, bytes]]
) -> bytes:
    """The hash of transaction `seq` (32 bytes), given the hash before it. `outbox` is (seq, id, body) of each event."""
    parts = [
        before,
        _two.pack(seq, len(input_json)),
        input_json,
        _two.pack(len(effects_json), len(outbox)),
        effects_json,
    ]
    for event_seq, event_id, body in outbox:
        parts += (_two.pack(event_seq, len(event_id)), event_id, _one.pack(len(body)), body)
    return hashlib.sha256(b"".join(parts)).digest()


def encode(given: AnyInput, effects: Sequence[AnyEffect]) -> Encoded:
    """The bytes to store. Raises `TypeError`, `ValueError` or `OverflowError` for what JSON cannot hold."""
    parts: list[bytes] = []
    outbox: list[tuple[int, bytes, bytes]] = []
    for effect in effects:
        if isinstance(effect, Publish):
            event = effect.event
            parts.append(b'{"effect":"publish","seq":%d}' % event.seq)
            outbox.append((event.seq, event.id.encode(), _encode(event)))
        else:
            parts.append(_encode(effect))
    return Encoded(_encode(given), b"[" + b",".join(parts) + b"]", outbox)


def check_order(encoded: Encoded, table: str, epoch: str, last_event: int) -> None:
    """The events of a transaction go on after event `last_event`. Raises `ValueError` when they do not."""
    for due, (seq, event_id, _) in enumerate(encoded.outbox, start=last_event + 1):
        if seq != due:
            raise ValueError(f"the rules publish event {seq} where event {due} is due")
        if event_id != f"{table}:{epoch}:{seq}".encode():
            raise ValueError(f"event {seq} has the id {event_id.decode()!r}, not '{table}:{epoch}:{seq}'")


def published_in(effects_json: bytes) -> list[int]:
    """The events that stored effects name, as far as they can be read: to say what is wrong with a damaged row."""
    try:
        return [effect.seq for effect in _effects_decoder().decode(effects_json) if isinstance(effect, Published)]
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return []


def decode_input(name: str, seq: int, input_json: bytes) -> AnyInput:
    """The input from its bytes. Raises `JournalDamaged` when this software knows no such input."""
    try:
        return _input_decoder.decode(input_json)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise JournalDamaged(
            name, f"input {seq}", f"is no input this software knows ({error})", _OTHER_SOFTWARE
        ) from error


def decode_event(name: str, seq: int, body: bytes) -> AnyEvent:
    """The event from its bytes. Raises `JournalDamaged` when this software knows no such event."""
    try:
        return _event_decoder().decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise JournalDamaged(
            name, f"event {seq}", f"is no event this software knows ({error})", _OTHER_SOFTWARE
        ) from error


def decode_effects(name: str, seq: int, effects_json: bytes, bodies: Sequence[bytes]) -> list[AnyEffect]:
    """The effects from their bytes, the bodies of the published events in order.

    Raises `JournalDamaged` when this software knows no such effect.
    """
    row = f"effects of input {seq}"
    try:
        stored = _effects_decoder().decode(effects_json)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise JournalDamaged(name, row, f"are none this software knows ({error})", _OTHER_SOFTWARE) from error
    left = iter(bodies)
    effects: list[AnyEffect] = []
    for effect in stored:
        if not isinstance(effect, Published):
            effects.append(effect)
        elif (body := next(left, None)) is not None:
            effects.append(Publish(decode_event(name, effect.seq, body)))
        else:
            raise JournalDamaged(name, row, f"name event {effect.seq}, which is not with them", _OTHER_SOFTWARE)
    return effects
