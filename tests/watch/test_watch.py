"""What a table watches about itself: the wall clock, its software, its watchdog; and how it tells its health."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from devices.clock import SteppedClock
from studio import digests
from studio.health import HealthServer, TableHealth, metrics
from studio.messages.telemetry import Delivery
from studio.vigil import DIGESTS_EVERY_S, ClockWatch, SoftwareWatch, Watchdog

Notices = list[tuple[str, str, str]]


class WallClock(SteppedClock):
    """A clock whose wall time can be set."""

    set_s = 0.0

    def utc_s(self) -> float:
        return super().utc_s() + self.set_s


@pytest.mark.parametrize("by_s", [3600.0, -3600.0, 0.3, -0.3])
def test_a_wall_clock_that_is_set_is_noticed_once(by_s: float) -> None:
    clock = WallClock()
    set_by: list[int] = []
    watch = ClockWatch(clock, set_by.append)
    watch.start()
    clock.advance_by(10)
    clock.set_s = by_s
    clock.advance_by(10)
    assert set_by == [round(by_s * 1000)]
    assert watch.offset_s == pytest.approx(by_s)
    watch.stop()


def test_a_wall_clock_that_drifts_slowly_is_measured_and_is_no_jump() -> None:
    clock, set_by = WallClock(), list[int]()
    watch = ClockWatch(clock, set_by.append)
    watch.start()
    for _ in range(100):
        clock.set_s += 0.01
        clock.advance_by(1)
    assert set_by == []
    assert watch.offset_s == pytest.approx(1.0)


@pytest.fixture
def software(tmp_path: Path) -> Path:
    (tmp_path / "rules.toml").write_text("decks = 8\n")
    (tmp_path / "table.py").write_text("pass\n")
    return tmp_path


def software_watch(folder: Path, notices: Notices, changed: list[str], clock: Any = None) -> SoftwareWatch:
    def take() -> digests.Digests:
        return digests.take([folder])

    return SoftwareWatch(take, clock or SteppedClock(), lambda *said: notices.append(said), changed.append)


@pytest.mark.parametrize("how", ["changed", "missing", "new"])
async def test_software_that_is_not_as_it_was_is_noticed_once_and_named(software: Path, how: str) -> None:
    notices, changed = Notices(), list[str]()
    watch = software_watch(software, notices, changed)
    assert await watch.check()
    match how:
        case "changed":
            (software / "rules.toml").write_text("decks = 6\n")
        case "missing":
            (software / "rules.toml").unlink()
        case _:
            (software / "rules.toml").with_name("more.toml").write_text("")
    for _ in range(2):
        assert not await watch.check()
    assert len(changed) == len(notices) == 1
    assert notices[0][:2] == ("high", "software_changed")
    assert notices[0][2].startswith(how)


async def test_software_is_checked_every_24_hours(software: Path) -> None:
    clock = SteppedClock()
    watch = software_watch(software, [], [], clock)
    watch.start()
    for day in (1, 2):
        clock.advance_by(DIGESTS_EVERY_S)
        async with asyncio.timeout(10):
            while watch.checks < day:
                await asyncio.sleep(0.001)
    watch.stop()


def test_the_digest_is_the_same_for_the_same_files_and_another_for_others(software: Path) -> None:
    before = digests.take([software])
    assert digests.take([software]) == before
    (software / "rules.toml").write_text("decks = 8 \n")
    assert digests.take([software]).total != before.total


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_is_told_ready_alive_and_stopping(tmp_path: Path, abstract: bool) -> None:
    name = f"@studio-test-{tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("\0" + name[1:] if abstract else name)
        ear.settimeout(5)
        clock = SteppedClock()
        dog = Watchdog(clock, {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "30000000"})
        dog.ready("table bac-1 runs")
        assert ear.recv(1000) == b"READY=1\nSTATUS=table bac-1 runs"
        assert ear.recv(1000) == b"WATCHDOG=1"
        clock.advance_by(10)
        assert ear.recv(1000) == b"WATCHDOG=1"
        dog.stopping()
        assert ear.recv(1000) == b"STOPPING=1"
        clock.advance_by(100)
        ear.settimeout(0.05)
        with pytest.raises(TimeoutError):
            ear.recv(1000)


def test_without_systemd_nothing_is_said() -> None:
    dog = Watchdog(SteppedClock(), {})
    dog.ready("runs")
    dog.stopping()


def health(**changes: Any) -> TableHealth:
    told: dict[str, Any] = {
        "state": "playing",
        "inputs": 10,
        "events": 8,
        "acknowledged": 5,
        "rounds": 2,
        "consumer_present": True,
        "devices": {"shoe": "ready"},
        "alarms_open": 1,
        "malformed_frames": 0,
        "refused": {"malformed": 3},
        "delivery": Delivery(
            latency_p50_ms=2.0, sent=1, unconfirmed=2, clock_offset_ms=-740.5, clock_error_ms=1.5, published=9
        ),
        "clock_jumps": 0,
        "clock_offset_s": 0.0,
        "software_good": True,
        "copy_good": True,
        "missing": [],
    }
    return TableHealth(**{**told, **changes})


async def ask(port: int, request: bytes) -> tuple[int, str]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    async with asyncio.timeout(10):
        answer = (await reader.read()).decode()
    writer.close()
    if not answer:
        return 0, ""
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), body


async def test_health_is_told_over_http_and_nothing_else_is() -> None:
    now = health()
    async with HealthServer(0, "bac-1", lambda: now) as server:
        status, body = await ask(server.port, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        assert status == 200
        assert 'studio_unacknowledged_events{table="bac-1"} 3.0' in body
        assert 'studio_refused_total{code="malformed",table="bac-1"} 3.0' in body
        assert 'studio_delivery_seconds{quantile="p50",table="bac-1"} 0.002' in body
        assert 'studio_delivery_events{outcome="unconfirmed",table="bac-1"} 2.0' in body
        assert 'studio_backend_clock_offset_seconds{table="bac-1"} -0.7405' in body
        assert 'studio_backend_clock_error_seconds{table="bac-1"} 0.0015' in body
        assert await ask(server.port, b"GET /ready HTTP/1.1\r\n\r\n") == (200, "ready\n")
        now = health(missing=["the backend is not there", "shoe is lost"])
        assert await ask(server.port, b"GET /ready HTTP/1.1\r\n\r\n") == (
            503,
            "the backend is not there\nshoe is lost\n",
        )
        assert (await ask(server.port, b"GET /journal HTTP/1.1\r\n\r\n"))[0] == 404
        assert (await ask(server.port, b"POST /ready HTTP/1.1\r\n\r\n"))[0] == 405
        assert (await ask(server.port, b"x" * 100_000 + b"\r\n\r\n"))[0] in (0, 405)
        assert (await ask(server.port, b"\r\n\r\n"))[0] == 405


def test_the_metrics_of_a_table_that_lacks_something_say_so() -> None:
    told = metrics("bac-1", health(missing=["x"], software_good=False, delivery=Delivery())).decode()
    assert 'studio_ready{table="bac-1"} 0.0' in told
    assert 'studio_software_good{table="bac-1"} 0.0' in told
    assert "delivery_seconds" not in told
    assert "backend_clock" not in told
