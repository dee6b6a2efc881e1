"""The reader before a simulated camera that is a program of its own, over HTTP; and before a video file."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from pathlib import Path

import numpy as np
import pytest
from filmed import Told, attached, camera_program, reader_of

from devices.camera import live
from devices.camera.link import CameraLink
from devices.camera.options import CameraOptions, make_protocol
from devices.clock import SystemClock
from devices.readings import CardRead, CardSentAgain, CardUnreadable, CutCardOut, MalformedFrame, ShoeStarted
from devices.tables import TableError

FAULTS = {"freeze": "the same frame for 1 s", "dark": "no light for 1 s"}


async def test_cards_that_are_drawn_are_read_in_order(tmp_path: Path) -> None:
    async with (
        camera_program(tmp_path, "--cut-from-back", "49") as (url, order),
        reader_of(url, tmp_path / "deck.toml") as (reader, told),
    ):
        await told.state("ready")
        assert order("load").startswith("ok: shoe of 52 cards")
        await told.count(ShoeStarted, 1)
        drawn = [order("draw").removeprefix("ok: ") for _ in range(3)]
        assert order("draw") == "ok: cut card"
        await told.count(CutCardOut, 1)
        assert [reading.card for reading in told.all(CardRead)] == drawn
        assert order("again").startswith("ok:")
        assert await told.count(CardSentAgain, 1) == [CardSentAgain(drawn[-1], None)]
        assert reader.state == "ready"
    truth = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]
    assert [shown["face"] for shown in truth] == ["SS", *drawn, "CC", drawn[-1]]


async def test_what_cannot_be_read_is_told_and_never_guessed(tmp_path: Path) -> None:
    async with (
        camera_program(tmp_path) as (url, order),
        reader_of(url, tmp_path / "deck.toml") as (_, told),
    ):
        await told.state("ready")
        order("misread")
        assert order("draw").endswith("smudged")
        await told.count(CardUnreadable, 1)
        assert order("foreign").startswith("ok:")
        unreadable = await told.count(CardUnreadable, 2)
        assert "set" in unreadable[1].reason
        assert order("next 9d") == "ok: 9d comes next"
        assert order("draw") == "ok: 9d"
        assert (await told.count(CardRead, 1))[0] == CardRead("9d")
        assert len(told.all(CardUnreadable)) == 2


@pytest.mark.parametrize(
    ("trouble", "state", "why"),
    [
        ("freeze", "down", "no valid frame for 1 s"),
        ("dark", "down", "no valid frame for 1 s"),
        ("silence", "down", "no valid frame for 1 s"),
        ("unplug", "lost", "no more frames"),
    ],
)
async def test_a_camera_that_fails_is_told_and_comes_back(tmp_path: Path, trouble: str, state: str, why: str) -> None:
    async with (
        camera_program(tmp_path) as (url, order),
        reader_of(url, tmp_path / "deck.toml") as (reader, told),
    ):
        await told.state("ready")
        assert order(trouble).startswith("ok:")
        assert why in (await told.state(state)).why
        if trouble in FAULTS:
            assert FAULTS[trouble] in (await told.count(MalformedFrame, 1))[0].reason
        order("clear")
        await told.state("ready", 2)
        card = order("draw").removeprefix("ok: ")
        assert await told.count(CardRead, 1) == [CardRead(card)]
        assert reader.age_s is not None


async def test_unplugging_and_plugging_leaves_no_thread_and_no_handle(tmp_path: Path) -> None:
    async with (
        camera_program(tmp_path) as (url, order),
        reader_of(url, tmp_path / "deck.toml") as (reader, told),
    ):
        await told.state("ready")
        threads, handles = [], []
        for turn in range(1, 6):
            order("unplug")
            await told.state("lost", turn)
            order("clear")
            await told.state("ready", turn + 1)
            threads.append(threading.active_count())
            handles.append(len(os.listdir("/proc/self/fd")))  # noqa: PTH208 - a count of descriptors
        assert max(threads) <= threads[0] + 1
        assert max(handles) <= handles[0] + 2
        assert reader.times_lost == 5


async def test_a_window_outside_the_frame_is_a_fault_in_words(tmp_path: Path) -> None:
    async with (
        camera_program(tmp_path) as (url, _),
        reader_of(url, tmp_path / "deck.toml", roi=(2000, 0, 300, 300)) as (_, told),
    ):
        assert "lies outside the frame of 640 x 480" in (await told.count(MalformedFrame, 1))[0].reason
        await told.state("down")
        assert len(told.all(MalformedFrame)) == 1


async def test_a_camera_that_is_not_there_is_named(table_file: Path) -> None:
    async with reader_of("/dev/v4l/by-id/usb-none", table_file) as (_, told):
        assert "is the camera plugged in" in (await told.state("not_connected")).why


async def test_a_video_file_is_played_once_and_tells_its_truth(tmp_path: Path) -> None:
    video, deck, truth = tmp_path / "cards.avi", tmp_path / "deck.toml", tmp_path / "truth.jsonl"
    arguments = ["--video", str(video), "--draws", "3", "--table", str(deck), "--truth", str(truth), "--decks", "1"]
    assert await asyncio.to_thread(live.main, arguments) == 0
    faces = [json.loads(line)["face"] for line in truth.read_text().splitlines()]
    async with reader_of(str(video), deck) as (_, told):
        assert "the video has ended" in (await told.state("lost")).why
        assert [reading.card for reading in told.all(CardRead)] == faces


async def test_a_reader_that_is_closed_says_nothing_more(tmp_path: Path) -> None:
    async with camera_program(tmp_path) as (url, _):
        async with reader_of(url, tmp_path / "deck.toml") as (reader, told):
            await told.state("ready")
            reader.close()
            reader.close()
            assert reader.send(b"x") is False
            said = len(told.readings)
        assert len(told.readings) == said


async def test_frames_that_the_table_does_not_take_are_a_fault(table_file: Path) -> None:
    told = Told()
    device = attached("http://127.0.0.1:9/none", told, table_file)
    link = device.link
    assert isinstance(link, CameraLink)
    link.capture.start = lambda: None  # type: ignore[method-assign]
    device.start()
    clock = SystemClock()
    link._on_state("connecting", "", clock.monotonic_ns(), 1)
    await told.state("connecting")
    grain = np.random.default_rng(1)
    for _ in range(120):  # the loop does not run in between
        link._on_frame(grain.integers(20, 60, (48, 64), dtype=np.uint8), clock.monotonic_ns(), 1)
    assert "others were lost" in (await told.state("lost")).why
    await told.state("connecting", 2)
    device.close()


def test_a_deck_table_that_is_wrong_is_refused_before_anything_starts(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text("format = 1\n")
    with pytest.raises(TableError, match=r"deck\.toml"):
        make_protocol(CameraOptions(str(file)))
    with pytest.raises(TableError, match="no such file"):
        make_protocol(CameraOptions(str(tmp_path / "none.toml")))


def test_the_program_names_what_it_cannot_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert live.main(["--video", str(tmp_path / "none" / "cards.avi")]) == 2
    assert "no video can be written there" in capsys.readouterr().err
    assert live.main(["--fps", "0"]) == 2
    capsys.readouterr()
    assert live.main(["--fault", "fog 3"]) == 2
    assert "'fog 3' is no order of a camera" in capsys.readouterr().err
