"""Inputs 1 to 8 of devices.md 6, the driver's part."""

from __future__ import annotations

import pytest
from feeding import feed, only, readings_of
from hypothesis import given
from hypothesis import strategies as st
from wheel_inputs import (
    BALL_LOST,
    BYTES_LOST_IN_STATE_4,
    CLEAN_GAME,
    DAMAGED,
    DISAGREEMENT,
    FAILED_LAUNCH,
    INPUTS,
    MISSED,
    OPENED_IN_MID_LINE,
    POWER_CYCLE,
    STOPPED_IN_GAME,
    WRAP,
    status,
)

from devices.readings import (
    LineNoisy,
    MalformedFrame,
    RotorOutOfBand,
    WheelDisagreement,
    WheelNumberAnnounced,
    WheelPhaseChanged,
    WheelRestarted,
    WheelResult,
    WheelStopped,
    WheelUnresolved,
    WheelWarningCleared,
    WheelWarningRaised,
)
from devices.wheel.slingshot2 import SlingShot2


@given(st.sampled_from(sorted(INPUTS)), st.lists(st.integers(1, 700), max_size=60))
def test_every_input_gives_the_same_readings_however_it_is_cut(name: str, cuts: list[int]) -> None:
    assert feed(SlingShot2(), INPUTS[name], cuts) == readings_of(SlingShot2, INPUTS[name])


def test_1_a_clean_game_with_a_repeated_number_is_one_result() -> None:
    readings = readings_of(SlingShot2, CLEAN_GAME)
    phases = [(reading.phase, reading.spin) for reading in only(WheelPhaseChanged, readings)]
    assert phases == [
        ("place_bets", 69),
        ("ball_in_rim", 69),
        ("no_more_bets", 69),
        ("winning_number", 69),
        ("place_bets", 70),
    ]
    assert only(WheelResult, readings) == [WheelResult(number="29", spin=69)]
    assert only(WheelNumberAnnounced, readings) == [WheelNumberAnnounced(number="29")]
    assert len(readings) == 7


def test_2_a_port_opened_in_mid_line_gives_no_result_and_counts_the_fragment() -> None:
    protocol = SlingShot2()
    assert protocol.link_opened(0.0) == b"*T Z\r\n"
    readings = protocol.feed(OPENED_IN_MID_LINE, 0.0)
    assert [type(reading) for reading in readings] == [MalformedFrame, WheelPhaseChanged]
    assert (protocol.frames_malformed, protocol.frames_well_formed) == (1, 1)


@pytest.mark.parametrize("fragment", [b"6;  ;0;000;0\r\n", b"0\r\n", b"16\r\n", b"29\r\n"])
def test_2_no_fragment_at_the_opening_is_taken_for_a_number(fragment: bytes) -> None:
    protocol = SlingShot2()
    protocol.link_opened(0.0)
    assert [type(reading) for reading in protocol.feed(fragment, 0.0)] == [MalformedFrame]


def test_2_bytes_lost_in_state_4_give_no_result() -> None:
    readings = readings_of(SlingShot2, BYTES_LOST_IN_STATE_4)
    assert [type(reading) for reading in readings] == [WheelPhaseChanged, MalformedFrame]


def test_2_a_first_line_that_is_whole_from_its_beginning_is_kept() -> None:
    protocol = SlingShot2()
    protocol.link_opened(0.0)
    protocol.feed(b"*T z 38\r\n", 0.0)
    assert protocol.pockets_reported == 38
    assert protocol.frames_malformed == 0


def test_3_a_damaged_stream_keeps_the_state_and_counts_three_malformed_lines() -> None:
    protocol = SlingShot2()
    readings = protocol.feed(DAMAGED, 0.0)
    assert len(only(MalformedFrame, readings)) == protocol.frames_malformed == 3
    assert [(r.phase, r.spin) for r in only(WheelPhaseChanged, readings)] == [("no_more_bets", 146)]
    assert len(readings) == 4


def test_3_the_last_status_of_joined_lines_is_recovered() -> None:
    readings = readings_of(SlingShot2, b"*X;4;14*X;*X;4;146; 9;0;158;0\r\n")
    assert [type(reading) for reading in readings] == [MalformedFrame, WheelPhaseChanged]


def test_3_noise_for_five_seconds_raises_the_line_alarm_once() -> None:
    readings = readings_of(SlingShot2, INPUTS["3 noisy"])
    assert len(only(LineNoisy, readings)) == 1


def test_3_one_burst_raises_no_line_alarm() -> None:
    quiet = [(second / 2, status(2, 1, "7")) for second in range(20)]
    readings = readings_of(SlingShot2, [*quiet, (10.0, b"rubbish\r\n" * 8), (10.5, status(2, 1, "7"))])
    assert not only(LineNoisy, readings)


def test_4_two_sources_that_disagree_give_no_result_and_name_both() -> None:
    readings = readings_of(SlingShot2, DISAGREEMENT)
    assert not only(WheelResult, readings)
    assert only(WheelDisagreement, readings) == [WheelDisagreement(announced="5", number="1", spin=9)]


@pytest.mark.parametrize("number", ["37", "00"])
def test_4_a_number_that_is_not_on_a_single_zero_wheel_is_rejected(number: str) -> None:
    sent = status(4, 9, "23") + number.encode() + b"\r\n" + status(5, 9, number)
    readings = readings_of(SlingShot2, sent)
    assert [type(reading) for reading in readings] == [WheelPhaseChanged, MalformedFrame, MalformedFrame]


def test_4_double_zero_is_a_number_on_a_wheel_of_38_pockets() -> None:
    sent = status(4, 9, "0") + b"00\r\n" + status(5, 9, "00")
    readings = readings_of(lambda: SlingShot2(pockets=38), sent)
    assert only(WheelResult, readings) == [WheelResult(number="00", spin=9)]


def test_5_a_missed_result_is_unresolved_and_offered_only_after_a_rise_by_one() -> None:
    readings = readings_of(SlingShot2, MISSED)
    assert only(WheelUnresolved, readings) == [WheelUnresolved(spin=147, device_says="0", next_spin=148)]
    assert not only(WheelResult, readings)


@pytest.mark.parametrize("later", [status(2, 149, "0"), status(5, 148, "0"), status(3, 150, "0")])
def test_5_nothing_is_offered_when_the_number_shown_may_be_of_another_spin(later: bytes) -> None:
    readings = readings_of(SlingShot2, status(4, 147, "21") + later)
    assert only(WheelUnresolved, readings)[0].device_says is None
    assert not only(WheelResult, readings)


def test_5_a_missed_last_spin_before_the_wrap_is_offered_too() -> None:
    readings = readings_of(SlingShot2, status(4, 256, "21") + status(2, 1, "8"))
    assert only(WheelUnresolved, readings) == [WheelUnresolved(spin=256, device_says="8", next_spin=1)]


@pytest.mark.parametrize("before", [b"", status(2, 5, "3"), status(3, 5, "3"), status(4, 4, "3")])
def test_5_state_5_is_no_result_unless_state_4_of_the_same_spin_came_before(before: bytes) -> None:
    readings = readings_of(SlingShot2, before + status(5, 5, "17") * 3 + status(2, 6, "17"))
    assert not only(WheelResult, readings)
    assert WheelUnresolved(spin=5, device_says=None, next_spin=5) in readings


def test_6a_a_single_report_of_ball_not_sensed_is_watched_and_a_component_fault_is_confirmed_at_once() -> None:
    readings = readings_of(SlingShot2, BALL_LOST)
    raised = [(reading.warning, reading.confirmed) for reading in only(WheelWarningRaised, readings)]
    assert raised == [("ball_not_sensed", False), ("component_fault", True)]
    assert only(WheelWarningCleared, readings) == [WheelWarningCleared(warning="ball_not_sensed", reports=1)]
    assert only(WheelStopped, readings) == [WheelStopped(spin=1, in_game=True)]


@pytest.mark.parametrize(("reports", "confirmations"), [(9, [False]), (10, [False, True]), (60, [False, True])])
def test_6b_ball_not_sensed_is_confirmed_by_the_tenth_report(reports: int, confirmations: list[bool]) -> None:
    readings = readings_of(SlingShot2, status(4, 1, "") + status(4, 1, "", "1") * reports)
    assert [reading.confirmed for reading in only(WheelWarningRaised, readings)] == confirmations


def test_6c_a_ball_that_runs_the_wrong_way_is_confirmed_at_once_in_state_3_alone() -> None:
    in_state_2 = only(WheelWarningRaised, readings_of(SlingShot2, status(2, 50, "12", "2") * 12))
    in_state_3 = only(WheelWarningRaised, readings_of(SlingShot2, status(3, 50, "12", "2") * 12))
    assert [reading.confirmed for reading in in_state_2] == [False]
    assert [reading.confirmed for reading in in_state_3] == [True]


def test_6d_a_failed_launch_in_state_2_is_one_alert_and_the_same_spin_goes_on() -> None:
    readings = readings_of(SlingShot2, FAILED_LAUNCH)
    assert [(r.warning, r.confirmed) for r in only(WheelWarningRaised, readings)] == [("failed_launch", False)]
    assert only(WheelWarningCleared, readings) == [WheelWarningCleared(warning="failed_launch", reports=52)]
    assert not only(WheelUnresolved, readings)


def test_6d_a_failed_launch_that_lasts_three_seconds_in_state_3_is_confirmed() -> None:
    sent = status(2, 43, "35", "8") * 20 + status(3, 43, "35", "8") * 9
    confirmed = [reading.confirmed for reading in only(WheelWarningRaised, readings_of(SlingShot2, sent))]
    assert confirmed == [False, True]


def test_6e_a_component_fault_that_stays_for_minutes_is_one_alert() -> None:
    sent = status(4, 7, "3", "4") * 60 + status(6, 7, "3", "4", 0) * 600
    readings = readings_of(SlingShot2, sent)
    assert [reading.confirmed for reading in only(WheelWarningRaised, readings)] == [True]
    assert only(WheelStopped, readings) == [WheelStopped(spin=7, in_game=True)]


@pytest.mark.parametrize("digit", "0123456789ABCDEF")
def test_6f_every_hex_digit_is_a_sum_of_flags(digit: str) -> None:
    bits = {"ball_not_sensed": 1, "wrong_direction": 2, "component_fault": 4, "failed_launch": 8}
    readings = readings_of(SlingShot2, status(2, 7, "3", digit))
    assert sum(bits[reading.warning] for reading in only(WheelWarningRaised, readings)) == int(digit, 16)


@pytest.mark.parametrize("digit", ["G", " ", "a", "-"])
def test_6f_what_is_no_hex_digit_is_malformed(digit: str) -> None:
    assert [type(r) for r in readings_of(SlingShot2, status(2, 7, "3", digit))] == [MalformedFrame]


def test_6g_a_runaway_rotor_is_told_once_an_episode() -> None:
    sent = status(4, 1, "", speed=953, direction=1) * 20 + status(4, 1, "", speed=160) + status(4, 1, "", speed=700)
    readings = readings_of(lambda: SlingShot2(rotor_band=(140, 200)), sent)
    assert [reading.rotor_rpm_x10 for reading in only(RotorOutOfBand, readings)] == [953, 700]


def test_6g_a_rotor_that_stands_still_to_turn_round_between_games_is_in_order() -> None:
    sent = b"".join(status(2, 9, "4", speed=speed) for speed in (160, 80, 0, 0, 90, 160)) + status(1, 9, "4", speed=20)
    assert not only(RotorOutOfBand, readings_of(lambda: SlingShot2(rotor_band=(140, 200)), sent))
    slow_in_play = status(3, 9, "4", speed=90)
    assert only(RotorOutOfBand, readings_of(lambda: SlingShot2(rotor_band=(140, 200)), slow_in_play))


def test_7_a_wheel_that_stops_in_mid_game_without_a_warning_is_a_dead_game() -> None:
    readings = readings_of(SlingShot2, STOPPED_IN_GAME + status(6, 178, "20", speed=0) * 5)
    assert only(WheelStopped, readings) == [WheelStopped(spin=178, in_game=True)]
    assert not only(WheelResult, readings)


def test_7_a_closed_wheel_at_start_up_is_idle() -> None:
    readings = readings_of(SlingShot2, status(6, 1, "", speed=0) * 4)
    assert only(WheelStopped, readings) == [WheelStopped(spin=1, in_game=False)]


def test_7_a_dead_game_has_no_result_even_if_the_wheel_comes_back_in_it() -> None:
    readings = readings_of(SlingShot2, STOPPED_IN_GAME + status(4, 178, "20") + status(5, 178, "11"))
    assert not only(WheelResult, readings)
    assert only(WheelUnresolved, readings) == [WheelUnresolved(spin=178, device_says=None, next_spin=178)]


def test_7_a_new_game_after_a_dead_one_has_its_result_though_the_counter_stood() -> None:
    sent = STOPPED_IN_GAME + b"".join(status(state, 178, "20") for state in (1, 2, 3, 4)) + status(5, 178, "11")
    assert only(WheelResult, readings_of(SlingShot2, sent)) == [WheelResult(number="11", spin=178)]


def test_8_the_counter_wraps_from_256_to_1_without_alarm() -> None:
    readings = readings_of(SlingShot2, WRAP)
    assert only(WheelResult, readings) == [WheelResult(number="17", spin=256)]
    assert not only(WheelRestarted, readings)
    assert not only(WheelUnresolved, readings)


def test_8_a_power_cycle_in_mid_game_is_a_restart_and_a_blank_number_is_not_zero() -> None:
    readings = readings_of(SlingShot2, POWER_CYCLE)
    assert only(WheelRestarted, readings) == [WheelRestarted(in_game=True)]
    assert not only(WheelResult, readings)
    assert not only(WheelUnresolved, readings)


def test_8_a_number_that_becomes_blank_is_a_restart_though_the_counter_stands() -> None:
    readings = readings_of(SlingShot2, status(4, 1, "20") + status(4, 1, ""))
    assert only(WheelRestarted, readings) == [WheelRestarted(in_game=True)]


def test_8_a_power_cycle_between_games_is_a_restart_out_of_game() -> None:
    readings = readings_of(SlingShot2, status(2, 178, "20") + status(2, 1, ""))
    assert only(WheelRestarted, readings) == [WheelRestarted(in_game=False)]


def test_a_number_that_changes_while_it_is_shown_is_a_disagreement_and_no_second_result() -> None:
    readings = readings_of(SlingShot2, status(4, 9, "2") + status(5, 9, "7") * 2 + status(5, 9, "8") * 3)
    assert only(WheelResult, readings) == [WheelResult(number="7", spin=9)]
    assert only(WheelDisagreement, readings) == [WheelDisagreement(announced="7", number="8", spin=9)]


def test_an_announcement_that_is_repeated_is_told_once_a_spin() -> None:
    game = b"".join(status(state, 9, "2") for state in (2, 3, 4)) + b" 7\r\n 7\r\n" + status(5, 9, "7")
    readings = readings_of(SlingShot2, game + game.replace(b";009;", b";010;"))
    assert only(WheelNumberAnnounced, readings) == [WheelNumberAnnounced(number="7")] * 2


def test_two_different_announcements_are_a_disagreement_even_if_one_is_right() -> None:
    readings = readings_of(SlingShot2, status(4, 9, "2") + b" 7\r\n14\r\n" + status(5, 9, "7"))
    assert not only(WheelResult, readings)
    assert only(WheelDisagreement, readings) == [WheelDisagreement(announced="14", number="7", spin=9)]


def test_a_million_status_lines_are_one_change() -> None:
    protocol = SlingShot2()
    block = status(2, 7, "3") * 10_000
    assert sum(len(protocol.feed(block, float(second))) for second in range(100)) == 1
    assert protocol.frames_well_formed == 1_000_000
