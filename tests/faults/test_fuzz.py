"""Nonsense at every socket of a real table. The long form is `studio fuzz --messages 10000000 --bytes 10000000`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from devices.clock import seeded
from studio.bus.refusal import why_not
from studio.keys.files import PublicKey
from studio.messages.bus import Heartbeat, Look, ToTable
from studio.torture.fuzz import fuzz
from studio.torture.nonsense import Nonsense


@pytest.fixture
def rig() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="studio-faults-") as folder:
        yield Path(folder)


async def test_nonsense_at_every_socket_of_a_real_table_crashes_fills_and_changes_nothing(
    tmp_path: Path, rig: Path
) -> None:
    report = await fuzz(tmp_path, rig, messages=8_000, raw_bytes=150_000, seed=3)
    print(report.in_words())
    assert report.good, report.in_words()
    assert [(one.socket, one.kind) for one in report.sockets] == [
        ("results", "bytes"),
        ("telemetry", "bytes"),
        ("health", "bytes"),
        ("results", "messages"),
        ("telemetry", "subscriptions"),
    ]
    assert all(one.sent >= (150_000 if one.kind == "bytes" else 8_000) for one in report.sockets)
    # It did arrive: everything was counted by why it was refused, and somebody was called.
    refused = report.refused
    assert min(refused[code] for code in ("malformed", "wrong_role", "no_key", "bad_subscription")) > 0
    assert refused["malformed"] + refused["wrong_role"] > 6_000
    assert refused["subscriptions"] > 2_000
    assert report.notices > 5


def test_no_nonsense_is_something_that_a_dealers_screen_may_say() -> None:
    """Else what it changed would be no fault of the table."""
    screen = PublicKey(name="screen-1", role="dealer_screen", created_utc="", curve="")
    nonsense, decoder = Nonsense(seeded(1)), msgspec.json.Decoder(ToTable)
    whole = 0
    for _ in range(50_000):
        for part in nonsense.message():
            try:
                frame = decoder.decode(part)
            except (msgspec.MsgspecError, ValueError, RecursionError):
                continue
            whole += 1
            assert why_not(screen, frame) is not None or isinstance(frame, Look | Heartbeat)
    assert whole > 5_000


def test_the_same_seed_makes_the_same_nonsense() -> None:
    one, other = Nonsense(seeded(5)), Nonsense(seeded(5))
    assert [one.message() for _ in range(500)] == [other.message() for _ in range(500)]
    assert [one.raw() for _ in range(20)] == [other.raw() for _ in range(20)]
