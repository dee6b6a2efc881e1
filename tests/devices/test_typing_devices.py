"""Devices that type: presses and nothing else, and the link to the kernel's input layer with a keyboard of our own."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from feeding import readings_of
from heard import Heard, open_files
from hypothesis import given
from hypothesis import strategies as st

from devices.attached import AttachedDevice
from devices.buttons.drivers import KeyboardButtons
from devices.buttons.table import load_buttons
from devices.catalogue import attach
from devices.clock import SystemClock
from devices.keys.codes import KEYS, character
from devices.keys.evdev_link import EV_KEY, EV_SYN, SYN_DROPPED, SYN_REPORT, EvdevLink
from devices.keys.events import (
    Dropped,
    Event,
    Held,
    KeyDecoder,
    KeyEvent,
    Lost,
    NoEvent,
    PacketEnd,
    Press,
    event_line,
    parse_event,
    tap,
)
from devices.keys.simulator import SimulatedKeys
from devices.readings import ButtonPressed, MalformedFrame

PAD = load_buttons("dealer-pad")
ONE, TWO, SHIFT = KEYS["KEY_KP1"], KEYS["KEY_KP2"], KEYS["KEY_LEFTSHIFT"]


def presses(*events: Event) -> list[Press | Lost]:
    decoder = KeyDecoder()
    return [taken for event in events if (taken := decoder.take(event)) is not None]


# --- the decoder -------------------------------------------------------------------------------------------------


def test_12d_a_key_that_is_held_is_one_press() -> None:
    held = [KeyEvent(ONE, 1), *[KeyEvent(ONE, 2)] * 40, KeyEvent(ONE, 0)]
    assert presses(*held) == [Press(ONE, False)]


def test_12e_two_keys_within_a_packet_are_two_presses_in_their_order() -> None:
    assert presses(KeyEvent(ONE, 1), KeyEvent(TWO, 1), PacketEnd(), KeyEvent(ONE, 0), KeyEvent(TWO, 0)) == [
        Press(ONE, False),
        Press(TWO, False),
    ]


def test_shift_counts_while_it_is_down() -> None:
    assert presses(KeyEvent(SHIFT, 1), KeyEvent(16, 1), KeyEvent(SHIFT, 0), KeyEvent(30, 1)) == [
        Press(SHIFT, True),
        Press(16, True),
        Press(30, False),
    ]


def test_12f_after_a_drop_the_packet_is_void_and_the_state_is_read_again() -> None:
    events = [
        *(KeyEvent(ONE, 1), PacketEnd(), Dropped(), KeyEvent(TWO, 1), KeyEvent(ONE, 0), PacketEnd()),
        Held(frozenset({TWO})),
        *(KeyEvent(TWO, 2), KeyEvent(TWO, 1), KeyEvent(TWO, 0), KeyEvent(TWO, 1), KeyEvent(ONE, 1)),
    ]
    assert presses(*events) == [Press(ONE, False), Lost(), Press(TWO, False), Press(ONE, False)]


def test_a_repeat_or_a_release_without_a_press_is_none() -> None:
    assert presses(KeyEvent(ONE, 2), KeyEvent(ONE, 0)) == []


events = st.one_of(
    st.builds(KeyEvent, st.integers(0, 767), st.integers(0, 2)),
    st.just(PacketEnd()),
    st.just(Dropped()),
    st.builds(Held, st.frozensets(st.integers(0, 767), max_size=32)),
)


@given(events)
def test_an_event_comes_back_from_its_line_as_it_was(event: Event) -> None:
    assert parse_event(event_line(event).rstrip(b"\n")) == event


@given(st.binary(max_size=40))
def test_any_line_is_an_event_or_none(line: bytes) -> None:
    parsed = parse_event(line)
    assert isinstance(parsed, NoEvent) or event_line(parsed).split() == event_line(parsed).split()


def test_every_letter_and_digit_can_be_typed_and_q_and_t_are_among_them() -> None:
    plain = {character(code, False) for code in KEYS.values()}
    shifted = {character(code, True) for code in KEYS.values()}
    assert set("abcdefghijklmnopqrstuvwxyz0123456789-.") <= plain
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") <= shifted
    assert character(KEYS["KEY_Q"], True) == "Q"
    assert character(KEYS["KEY_T"], True) == "T"
    assert len(set(KEYS.values())) == len(KEYS)


# --- the link ----------------------------------------------------------------------------------------------------


class Raw(NamedTuple):
    type: int
    code: int
    value: int


class Keyboard:
    """A keyboard of the test: what is put on it is read, and it can be pulled."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()
        os.set_blocking(self.reading, False)
        self.grabbed = 0
        self.held: list[int] = []
        self.taken = False
        self.closed = False
        self._events: list[Raw] = []
        self._gone = False

    def put(self, *events: Raw) -> None:
        self._events += events
        os.write(self.writing, b"!")

    def pull(self) -> None:
        self._gone = True
        os.write(self.writing, b"!")

    def fileno(self) -> int:
        return self.reading

    def grab(self) -> None:
        if self.taken:
            raise OSError(errno.EBUSY, "busy")
        self.grabbed += 1

    def read(self) -> Iterable[Raw]:
        os.read(self.reading, 64)
        if self._gone:
            raise OSError(errno.ENODEV, "No such device")
        events, self._events = self._events, []
        return events

    def active_keys(self) -> Iterable[int]:
        return self.held

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            os.close(self.reading)
            os.close(self.writing)


class Socket:
    """Where keyboards are plugged in, under one name."""

    def __init__(self) -> None:
        self.keyboard: Keyboard | None = None

    def open(self, path: str) -> Keyboard:
        assert path == "/dev/input/by-id/usb-pad-event-kbd"
        if self.keyboard is None:
            raise OSError(errno.ENOENT, "No such file")
        return self.keyboard

    def plug_in(self) -> Keyboard:
        self.keyboard = Keyboard()
        return self.keyboard


DOWN, UP = Raw(EV_KEY, ONE, 1), Raw(EV_KEY, ONE, 0)
REPORT = Raw(EV_SYN, SYN_REPORT, 0)


def pad(socket: Socket) -> tuple[AttachedDevice, Heard]:
    clock, heard = SystemClock(), Heard()
    link = EvdevLink(
        "evdev:/dev/input/by-id/usb-pad-event-kbd",
        clock,
        first_retry_s=0.005,
        last_retry_s=0.02,
        open_source=socket.open,
    )
    device = attach("pad", "buttons-keys", link, clock, heard, options={"buttons": "dealer-pad"})
    device.start()
    return device, heard


async def test_a_keypad_is_taken_for_us_alone_and_its_presses_are_buttons() -> None:
    socket = Socket()
    keyboard = socket.plug_in()
    device, heard = pad(socket)
    await heard.state("ready")
    keyboard.put(DOWN, REPORT, *[Raw(EV_KEY, ONE, 2), REPORT] * 40, UP, REPORT, Raw(EV_KEY, 500, 1), Raw(4, 4, 9))
    assert await heard.reading(ButtonPressed) == ButtonPressed("confirm")
    keyboard.put(UP, DOWN)
    await heard.reading(ButtonPressed, 2)
    assert keyboard.grabbed == 1
    assert device.send(b"anything")
    device.close()
    assert keyboard.closed
    assert heard.all(ButtonPressed) == [ButtonPressed("confirm")] * 2


async def test_12g_a_keypad_that_is_pulled_is_lost_without_a_phantom_press_and_comes_back() -> None:
    socket = Socket()
    first = socket.plug_in()
    device, heard = pad(socket)
    await heard.state("ready")
    first.put(DOWN, REPORT)
    await heard.reading(ButtonPressed)
    socket.keyboard = None
    first.pull()
    lost = await heard.state("lost")
    assert "No such device" in lost.why
    await heard.state("not_connected")
    second = socket.plug_in()
    await heard.state("ready", 2)
    second.put(UP, REPORT, DOWN)
    await heard.reading(ButtonPressed, 2)
    device.close()
    assert heard.states() == ["connecting", "ready", "lost", "not_connected", "connecting", "ready"]


async def test_a_keypad_that_another_has_taken_is_busy() -> None:
    socket = Socket()
    keyboard = socket.plug_in()
    keyboard.taken = True
    device, heard = pad(socket)
    assert "held by another process" in (await heard.state("busy")).why
    socket.plug_in()
    await heard.state("ready")
    device.close()


async def test_12f_dropped_events_are_told_and_the_keys_are_read_again() -> None:
    socket = Socket()
    keyboard = socket.plug_in()
    device, heard = pad(socket)
    await heard.state("ready")
    keyboard.held = [ONE]
    keyboard.put(Raw(EV_SYN, SYN_DROPPED, 0), DOWN)
    assert "a press may be missing" in (await heard.reading(MalformedFrame)).reason
    keyboard.put(REPORT, DOWN, UP, REPORT, DOWN)
    await heard.reading(ButtonPressed)
    device.close()
    assert len(heard.all(ButtonPressed)) == 1


async def test_11_a_hundred_pulls_leak_no_handle_and_no_thread() -> None:
    socket = Socket()
    device, heard = pad(socket)
    await heard.state("not_connected")
    files, threads = open_files(), threading.active_count()
    for turn in range(1, 101):
        keyboard = socket.plug_in()
        await heard.state("ready", turn)
        keyboard.put(DOWN, UP)
        await heard.reading(ButtonPressed, turn)
        socket.keyboard = None
        keyboard.pull()
        await heard.state("lost", turn)
    assert open_files() <= files
    assert threading.active_count() == threads
    device.close()
    assert device.times_lost == 100


@pytest.mark.parametrize("port", ["/dev/input/event3", "evdev:/dev/input/event12", "evdev:"])
def test_a_numbered_keyboard_is_refused_since_it_may_be_another_tomorrow(port: str) -> None:
    with pytest.raises(ValueError, match=r"by-id|names no input device"):
        EvdevLink(port, SystemClock())


async def test_a_keyboard_that_is_not_there_is_not_connected_by_the_real_library(tmp_path: Path) -> None:
    clock, heard = SystemClock(), Heard()
    options = {"buttons": "dealer-pad"}
    device = attach("pad", "buttons-keys", f"evdev:{tmp_path / 'nobody'}", clock, heard, options=options)
    device.start()
    assert "No such file" in (await heard.state("not_connected")).why
    device.close()
    assert not device.send(b"")


@pytest.mark.skipif(not os.access("/dev/uinput", os.W_OK), reason="/dev/uinput cannot be written here")
async def test_a_real_input_device_of_the_kernel_is_heard_and_lost(tmp_path: Path) -> None:
    import evdev

    keyboard = evdev.UInput({evdev.ecodes.EV_KEY: [ONE]}, name="studio test pad")
    (tmp_path / "by-id").symlink_to(keyboard.device.path)
    clock, heard = SystemClock(), Heard()
    options = {"buttons": "dealer-pad"}
    device = attach("pad", "buttons-keys", f"evdev:{tmp_path / 'by-id'}", clock, heard, options=options)
    device.start()
    await heard.state("ready")
    for value in (1, 0):
        keyboard.write(evdev.ecodes.EV_KEY, ONE, value)
        keyboard.syn()
    assert await heard.reading(ButtonPressed) == ButtonPressed("confirm")
    await asyncio.to_thread(keyboard.close)
    await heard.state("lost")
    device.close()


# --- simulated ---------------------------------------------------------------------------------------------------


def test_a_simulated_keypad_presses_holds_types_and_drops() -> None:
    keys = SimulatedKeys()
    assert keys.order("press KEY_KP1").startswith("ok")
    assert keys.order("hold KEY_KP2 40").startswith("ok")
    assert keys.order("drop").startswith("ok")
    readings = readings_of(lambda: KeyboardButtons(PAD), keys.advance(0.0))
    assert [one.button for one in readings if isinstance(one, ButtonPressed)] == ["confirm", "call"]
    assert keys.order("press KEY_NOWHERE").startswith("refused")
    assert keys.order("type Ä").startswith("refused")
    assert keys.order("power off").startswith("ok")
    assert keys.order("press KEY_KP1") == "refused: it has no power"
    assert keys.rounds == 2
    assert keys.next_event_s() is None


def test_tapping_is_pressing_and_releasing() -> None:
    assert tap([ONE]) == b"K 79 1\nS\nK 79 0\nS\n"
