"""The host's own side: identity and parameters on every connection, orders with their answers, and a muted wheel."""

from __future__ import annotations

from pathlib import Path

import pytest
from feeding import feed, only
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_line import SimulatedLink, play
from test_six_properties import wheel_bytes
from wheel_inputs import status

from devices.catalogue import CatalogueError, attach, driver
from devices.clock import SteppedClock
from devices.faults.frames import LINES
from devices.readings import (
    AnyReading,
    CommandAnswered,
    DeviceMuted,
    DeviceParameters,
    LinkChanged,
    SelfTested,
    WheelStopped,
)
from devices.tables import TableError, load
from devices.wheel.grammar import GrammarWheel
from devices.wheel.grammar_file import WheelGrammarFile
from devices.wheel.simulator import SimulatedWheel
from devices.wheel.slingshot2 import SlingShot2
from devices.wheel.slingshot2_host import host_line

SS2 = load(Path(__file__).parents[2] / "config" / "grammars" / "slingshot2.toml", WheelGrammarFile)
FOUND = {
    "pockets": "37",
    "firmware": "V2.50",
    "version_text": "SlingShot 2, simulated",
    "mode": "135",
    "speed_change": "1.5",
    "games_per_hour": "60",
    "no_more_bets_threshold": "30",
    "parameter_k": "0",
    "parameter_r": "0",
    "parameter_s": "160",
    "parameter_j": "0",
}


class Bench:
    """A simulated wheel, its line, its driver and a hand-moved clock; what was sent to it is kept."""

    def __init__(self, protocol: str = "ss2", *orders: str, begins_at_s: float = 0.0) -> None:
        self.clock = SteppedClock()
        self.clock.advance_to(begins_at_s)
        self.wheel = SimulatedWheel(7)
        for order in orders:
            assert self.wheel.order(order).startswith("ok")
        self.link = SimulatedLink(self.wheel, LINES, self.clock)
        self.sent: list[bytes] = []
        self.readings: list[AnyReading] = []
        send = self.link.send

        def record(data: bytes) -> bool:
            self.sent += data.splitlines()
            return send(data)

        self.link.send = record  # type: ignore[method-assign]
        self.device = attach(
            "wheel", protocol, self.link, self.clock, lambda _, one, __, ___: self.readings.append(one)
        )
        self.device.start()

    def run(self, seconds: float) -> None:
        until_s = self.clock.monotonic_s() + seconds
        while self.clock.monotonic_s() < until_s:
            self.link.step()

    def told(self, order: str, value: str = "", *, within_s: float = 2.0) -> CommandAnswered:
        """What became of an order."""
        before = len(only(CommandAnswered, self.readings))
        self.device.order(order, value)
        self.run(within_s)
        answers = only(CommandAnswered, self.readings)[before:]
        assert len(answers) == 1
        return answers[0]


both = pytest.mark.parametrize("protocol", ["ss2", "grammar:slingshot2"])


def test_the_slingshot_written_in_the_grammar_asks_and_orders_exactly_the_same() -> None:
    written, built_in = SS2.host.line(), host_line()
    assert written.questions == built_in.questions
    assert written.orders == built_in.orders


# --- who it is ---------------------------------------------------------------------------------------------------


@both
def test_on_every_connection_a_wheel_is_asked_who_it_is_and_how_it_is_set(protocol: str) -> None:
    bench = Bench(protocol)
    bench.run(3)
    assert only(DeviceParameters, bench.readings) == [DeviceParameters(found=FOUND, unanswered={})]
    bench.link.mischief.add("unplug for 5 s")
    bench.run(1)
    bench.wheel.order("set m 20000.0")
    bench.run(8)
    read = only(DeviceParameters, bench.readings)
    assert len(read) == 2
    assert read[1].found == FOUND | {"speed_change": "20000.0"}


@both
def test_after_a_power_cycle_the_parameters_are_read_again_and_what_was_not_stored_is_gone(protocol: str) -> None:
    bench = Bench(protocol)
    bench.run(2)
    assert bench.told("set_parameter", "m 2").outcome == "done"
    assert only(DeviceParameters, bench.readings)[-1].found["speed_change"] == "2"
    bench.wheel.order("power off")
    bench.run(6)
    bench.wheel.order("power on")
    bench.run(12)
    assert only(DeviceParameters, bench.readings)[-1].found["speed_change"] == "1.5"
    assert bench.told("set_parameter", "m 2").outcome == "done"
    assert bench.told("store_parameters").outcome == "done"
    bench.wheel.order("power off")
    bench.run(6)
    bench.wheel.order("power on")
    bench.run(12)
    assert only(DeviceParameters, bench.readings)[-1].found["speed_change"] == "2"


@both
def test_a_question_that_is_refused_or_not_answered_is_named_and_the_others_are_answered(protocol: str) -> None:
    bench = Bench(protocol, "refuse S", "ignore V")
    bench.run(5)
    [read] = only(DeviceParameters, bench.readings)
    assert read.unanswered == {"firmware": "refused: *S NO", "version_text": "no answer"}
    assert read.found == {name: value for name, value in FOUND.items() if name not in read.unanswered}
    assert bench.sent.count(b"*V") == 2


@both
def test_a_wheel_that_answers_nothing_is_known_as_such_within_two_seconds(protocol: str) -> None:
    bench = Bench(protocol, "ignore T")
    bench.run(2.5)
    [read] = only(DeviceParameters, bench.readings)
    assert read.found == {}
    assert set(read.unanswered.values()) == {"no answer"}
    assert read.unanswered.keys() == FOUND.keys()


@given(begins_at_s=st.floats(0, 1e7))
@settings(deadline=None, max_examples=50)
def test_whatever_the_time_an_overdue_answer_is_looked_for_once_and_not_in_a_circle(begins_at_s: float) -> None:
    bench = Bench(begins_at_s=begins_at_s)
    looks: list[float] = []
    host = bench.device._host
    assert host is not None
    on_time = host.on_time

    def looked(at_s: float) -> list[AnyReading]:
        looks.append(at_s)
        assert len(looks) < 1000, "it looks and looks, and time stands"
        return on_time(at_s)

    host.on_time = looked  # type: ignore[method-assign]
    bench.clock.advance_to(begins_at_s + 30)
    assert len(looks) > 3


@both
def test_a_wheel_that_did_not_answer_is_asked_again_later_and_told_when_it_does(protocol: str) -> None:
    bench = Bench(protocol, "ignore T")
    bench.run(12)
    assert len(only(DeviceParameters, bench.readings)) == 1, "that it still answers nothing is nothing new"
    assert bench.sent.count(b"*T Z") == 4
    bench.wheel.order("obey T")
    bench.run(10)
    assert only(DeviceParameters, bench.readings)[-1] == DeviceParameters(found=FOUND, unanswered={})
    before = len(bench.sent)
    bench.run(60)
    assert len(bench.sent) == before


def test_parameters_that_only_the_maker_knows_can_be_read_too() -> None:
    protocol = driver("ss2").build({"also_read": ["G", "z"]})
    assert [question.name for question in protocol.host.questions][-1] == "parameter_g"  # type: ignore[attr-defined]
    with pytest.raises(CatalogueError, match="one letter each, not 'GH'"):
        driver("ss2").build({"also_read": ["GH"]})


# --- orders ------------------------------------------------------------------------------------------------------


@both
def test_a_mis_spin_is_ended_by_one_restart_and_its_answer_is_told_once(protocol: str) -> None:
    bench = Bench(protocol)
    bench.run(2)
    bench.wheel.order("mis-spin")
    bench.run(5)
    assert bench.told("restart_game") == CommandAnswered("restart_game", "", "done", "*R OK")
    assert bench.sent.count(b"*R") == bench.wheel.restarts == 1
    assert "state 2" in bench.wheel.order("status")


@both
def test_what_the_wheel_refuses_is_told_in_its_own_words(protocol: str) -> None:
    bench = Bench(protocol)
    bench.run(2)
    bench.wheel.order("spin 7")
    bench.run(0.5)
    assert bench.told("start_game") == CommandAnswered("start_game", "", "refused", "*u NO")
    assert bench.told("set_mode", "1158") == CommandAnswered("set_mode", "1158", "refused", "*o BUSY")
    assert bench.told("self_test") == CommandAnswered("self_test", "", "refused", "*F BUSY")


@both
def test_an_order_without_an_answer_is_not_sent_again_since_nobody_knows_whether_it_was_done(protocol: str) -> None:
    bench = Bench(protocol, "ignore R")
    bench.run(2)
    assert bench.told("restart_game").outcome == "no_answer"
    assert bench.sent.count(b"*R") == 1


def test_an_order_that_was_not_understood_was_not_done_and_is_sent_once_more() -> None:
    host = host_line()
    host.link_opened(0.0)
    host.give("restart_game", "", 0.0)
    host.on_reply(b"*T z 37", 0, 0.1)
    assert host.take_unsent().endswith(b"*R\r\n")
    assert host.on_reply(b"*) NO", 0, 0.2) == []
    assert host.take_unsent() == b"*R\r\n"
    assert host.on_reply(b"*  NO", 0, 0.3) == [CommandAnswered("restart_game", "", "not_understood", "*  NO")]


@both
def test_a_self_test_names_what_it_finds(protocol: str) -> None:
    bench = Bench(protocol)
    bench.run(2)
    assert bench.told("power_off").outcome == "done"
    assert only(WheelStopped, bench.readings) == [WheelStopped(spin=1, in_game=False)]
    assert bench.told("self_test") == CommandAnswered("self_test", "", "done", "0 no fault")
    bench.wheel.order("self-test 5 21")
    told = bench.told("self_test", within_s=5)
    assert told == CommandAnswered("self_test", "", "done", "5 motor, 21 sensor 0 blind")
    assert only(SelfTested, bench.readings) == [SelfTested((5, 21), "5 motor, 21 sensor 0 blind")]
    assert bench.told("set_mode", "1158").answer == "1158"
    assert only(DeviceParameters, bench.readings)[-1].found["mode"] == "1158"
    assert bench.told("power_on").outcome == "done"


def test_a_fault_that_the_wheel_names_unasked_is_told() -> None:
    assert only(SelfTested, SlingShot2().feed(b"*F 5\r\n*F 0\r\n", 0.0)) == [SelfTested((5,), "5 motor")]


@pytest.mark.parametrize(
    ("order", "value", "why"),
    [
        ("explode", "", "it has restart_game, start_game"),
        ("restart_game", "1", "takes no value"),
        ("set_parameter", "f", "a small letter and a number"),
        ("set_parameter", "z 38\r\n*P 0", "a small letter and a number"),
        ("set_mode", "x", "the mode word, a number"),
    ],
)
def test_an_order_that_the_wheel_does_not_have_is_not_sent(order: str, value: str, why: str) -> None:
    bench = Bench()
    bench.run(2)
    sent = list(bench.sent)
    told = bench.told(order, value, within_s=0.1)
    assert told.outcome == "not_sent"
    assert why in told.answer
    assert bench.sent == sent


def test_an_order_whose_link_is_lost_is_answered_and_none_waits_for_the_next_link() -> None:
    bench = Bench("ss2", "ignore R")
    bench.run(2)
    bench.device.order("restart_game")
    bench.device.order("power_off")
    bench.link.mischief.add("unplug for 2 s")
    bench.run(1)
    told = [(one.command, one.outcome) for one in only(CommandAnswered, bench.readings)]
    assert told == [("restart_game", "no_answer"), ("power_off", "not_sent")]
    assert bench.told("power_off", within_s=0.1).answer == "the port is not open"
    bench.run(5)
    assert b"*P 0" not in bench.sent


def test_a_device_without_a_side_for_the_host_takes_no_orders() -> None:
    readings, _ = play(SimulatedWheel(7), LINES, "ss2", [], 0.1)
    told: list[AnyReading] = []
    clock = SteppedClock()
    link = SimulatedLink(SimulatedWheel(7), LINES, clock)
    attach("shoe", "angel-eye", link, clock, lambda _, one, __, ___: told.append(one)).order("restart_game")
    assert told == [CommandAnswered("restart_game", "", "not_sent", "this device takes no orders")]
    assert only(LinkChanged, readings)


# --- muted -------------------------------------------------------------------------------------------------------


@both
def test_a_wheel_that_somebody_muted_is_asked_and_is_muted_and_not_down(protocol: str) -> None:
    bench = Bench(protocol)
    bench.run(3)
    bench.wheel.mute(True)
    bench.run(20)
    assert [change.state for change in only(LinkChanged, bench.readings)] == ["connecting", "ready", "stale", "ready"]
    assert only(DeviceMuted, bench.readings) == [DeviceMuted(muted=True)]
    assert bench.told("unmute", within_s=5).outcome == "done"
    bench.run(10)
    assert only(DeviceMuted, bench.readings) == [DeviceMuted(muted=True), DeviceMuted(muted=False)]
    assert bench.device.state == "ready"


@both
def test_a_wheel_that_is_muted_by_order_is_never_stale(protocol: str) -> None:
    bench = Bench(protocol)
    bench.run(3)
    assert bench.told("mute").outcome == "done"
    bench.run(20)
    assert [change.state for change in only(LinkChanged, bench.readings)] == ["connecting", "ready"]
    bench.wheel.mute(False)  # somebody at the wheel
    bench.run(3)
    assert only(DeviceMuted, bench.readings) == [DeviceMuted(muted=True), DeviceMuted(muted=False)]


@both
def test_a_wheel_that_reports_again_is_not_muted_although_it_answers_no_more(protocol: str) -> None:
    bench = Bench(protocol)
    bench.run(3)
    bench.wheel.mute(True)
    bench.run(6)
    assert only(DeviceMuted, bench.readings) == [DeviceMuted(muted=True)]
    assert bench.wheel.order("ignore O").startswith("ok")
    bench.wheel.mute(False)
    bench.run(1)
    assert only(DeviceMuted, bench.readings) == [DeviceMuted(muted=True), DeviceMuted(muted=False)]


@both
def test_a_muted_wheel_that_stops_answering_is_down(protocol: str) -> None:
    bench = Bench(protocol)
    bench.run(3)
    bench.told("mute")
    bench.wheel.order("power off")
    bench.run(10)
    assert bench.device.state == "down"


# --- any bytes ---------------------------------------------------------------------------------------------------

answers = st.sampled_from(
    [
        *(b"*T z 37", b"*T m 1.5", b"*T OK", b"*T NO", b"*S V2.50", b"*V x", b"*O 2 1 161 1158", b"*R OK", b"*R NO"),
        *(b"*u OK", b"*u NO", b"*P OK", b"*q OK", b"*o 135", b"*o BUSY", b"*F 0", b"*F 5", b"*F 21", b"*F BUSY"),
        *(b"*) NO", b"*  NO", b"*T z 3", b"*F 999"),
    ]
).map(lambda line: line + b"\r\n")
orders = st.lists(
    st.sampled_from([("restart_game", ""), ("start_game", ""), ("self_test", ""), ("mute", ""), ("set_mode", "135")]),
    max_size=4,
)


@given(st.lists(st.one_of(answers, wheel_bytes), max_size=40), orders, st.lists(st.integers(1, 300), max_size=20))
@settings(max_examples=200)
def test_answers_are_understood_alike_in_every_chunking_and_by_both_drivers(
    pieces: list[bytes], given_orders: list[tuple[str, str]], cuts: list[int]
) -> None:
    """Each order is told once at most, whatever the wheel says, and grammar and built-in driver send the same."""
    sent = [(float(at), piece) for at, piece in enumerate(pieces)]
    told = []
    for protocol, cut in (
        (SlingShot2(), None),
        (SlingShot2(), cuts),
        (SlingShot2(), range(1, 300)),
        (GrammarWheel(SS2), cuts),
    ):
        out = bytearray(protocol.link_opened(0.0))
        readings = [reading for order, value in given_orders for reading in protocol.host.give(order, value, 0.0)]
        readings += feed(protocol, sent, cut)
        readings += protocol.host.on_time(1000.0)
        out += protocol.host.take_unsent()
        told.append((readings, bytes(out), protocol.host.muted))
    assert all(one == told[0] for one in told)
    assert len(only(CommandAnswered, told[0][0])) <= len(given_orders)


def test_a_status_line_is_never_taken_for_an_answer() -> None:
    wheel = SlingShot2()
    wheel.link_opened(0.0)
    feed(wheel, [(0.0, status(2, 1, "7") * 3)])
    assert wheel.host.replies == 0


# --- the file ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("asks = [{ name = 'a', ask = 'A', answer = 'A (.)' }]", "only group must be `value`"),
        ("orders = [{ name = 'a', send = 'A {value}', done = 'OK' }]", "belong together"),
        ("orders = [{ name = 'a', send = 'A', done = 'OK', mutes = true }]", "alive: missing"),
        ("orders = [{ name = 'a', send = 'A', done = 'OK', faults = { 1 = 'x' } }]", "with faults"),
        ("orders = [{ name = 'a', send = 'A', done = 'O' }, { name = 'a', send = 'B', done = 'O' }]", "declared twice"),
    ],
)
def test_a_wrong_file_says_what_is_wrong_with_the_hosts_side(tmp_path: Path, host: str, why: str) -> None:
    whole = (Path(__file__).parents[2] / "config" / "grammars" / "slingshot2.toml").read_text()
    file = tmp_path / "wrong.toml"
    file.write_text(whole[: whole.index("# What the host asks")] + f"[host]\n{host}\n")
    with pytest.raises(TableError, match=why):
        load(file, WheelGrammarFile)


def test_a_hundred_unplugs_leave_no_timer_and_no_question_behind() -> None:
    bench = Bench()
    bench.run(2)

    def timers() -> int:
        return sum(timer.callback is not None for _, __, timer in bench.clock._timers)

    before = timers()
    for turn in range(100):
        bench.device.order("restart_game" if turn % 2 else "self_test")
        bench.link._on_link("lost", "unplugged")  # type: ignore[misc]
        bench.link._on_link("connecting", "")  # type: ignore[misc]
        bench.run(0.9)
    bench.run(5)
    assert timers() == before
    assert len(only(DeviceParameters, bench.readings)) == 101
    assert bench.device.state == "ready"
