"""The lottery drawer: what a ball is, what is none, and the simulated drawer that brings them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from feeding import only, readings_of
from simulated_line import play

from devices.clock import seeded
from devices.faults.frames import DRAWER
from devices.lottery.ball_set import NUMBERS, BallSet, control_sum, load_ball_set
from devices.lottery.simulator import FOREIGN_TAG, SimulatedDrawer
from devices.lottery.tags import BallTags, tag_check, tag_frame
from devices.readings import (
    AnyReading,
    BallFellBack,
    BallRead,
    BallUnknown,
    DrawerCounted,
    DrawerFault,
    LineNoisy,
    LinkChanged,
    MalformedFrame,
)
from devices.tables import TableError, parse

SET = load_ball_set("simulated-1")
OTHER = load_ball_set("simulated-2")
TAGS = {number: tag for tag, number in SET.balls.items()}


def make() -> BallTags:
    return BallTags(SET, [OTHER])


def tag(number: str) -> bytes:
    return tag_frame(TAGS[number])


def test_the_frame_is_that_of_the_common_reader_module() -> None:
    assert tag_frame("0A004C7F2E") == b"\x020A004C7F2E17\x03"
    assert tag_check("0102030408") == b"0C"


def test_a_ball_is_read_and_counted_and_a_tag_in_the_field_is_one_presence() -> None:
    data = tag("17") * 9 + b"P;001\r\n" + tag("17") * 3 + tag("0") + b"P;002\r\n"
    assert readings_of(make, data) == [BallRead("17", 1), BallRead("0", 2)]


def test_a_tag_alone_is_no_ball() -> None:
    assert readings_of(make, tag("17") * 20) == []


def test_the_same_tag_again_after_it_had_left_is_the_same_ball_twice() -> None:
    timed = [(0.0, tag("17") + b"P;001\r\n"), (2.0, tag("17") + b"P;002\r\n")]
    assert readings_of(make, timed) == [BallRead("17", 1), BallRead("17", 2)]


def test_a_ball_of_the_tube_that_is_seen_again_beside_the_next_one_is_no_second_ball() -> None:
    timed = [(0.0, tag("17") + b"P;001\r\n"), (2.0, tag("17")), (2.5, tag("4") + b"P;002\r\n")]
    assert readings_of(make, timed) == [BallRead("17", 1), BallRead("4", 2)]


def test_a_count_without_a_tag_is_an_unread_ball() -> None:
    assert readings_of(make, b"P;001\r\n") == [BallUnknown("", "passed the counter without its tag being read")]


def test_two_tags_for_one_count_are_two_balls_at_once() -> None:
    readings = readings_of(make, tag("17") + tag("18") + b"P;001\r\n")
    assert readings == [DrawerFault(f"two balls at once: tags {TAGS['17']} and {TAGS['18']}")]


def test_a_tag_of_no_set_and_one_of_another_set_are_told_when_they_are_read() -> None:
    stray = next(iter(OTHER.balls))
    assert readings_of(make, tag_frame(FOREIGN_TAG) + b"P;001\r\n" + tag_frame(stray)) == [
        BallUnknown(FOREIGN_TAG, "a tag that is not in set simulated-1"),
        BallUnknown(stray, "a ball of set simulated-2"),
    ]


def test_a_ball_that_falls_back_is_named_and_may_come_again() -> None:
    data = tag("17") + b"P;001\r\n" + tag("4") + b"P;002\r\nB;002\r\n" + tag("5") + b"P;002\r\n"
    assert readings_of(make, data) == [BallRead("17", 1), BallRead("4", 2), BallFellBack("4"), BallRead("5", 2)]
    assert only(DrawerFault, readings_of(make, b"B;001\r\n"))


def test_the_counter_says_what_passed_unheard_also_after_the_line_was_lost() -> None:
    drawer = make()
    assert drawer.feed(tag("17") + b"P;001\r\n", 0.0) == [BallRead("17", 1)]
    drawer.link_opened(5.0)
    assert drawer.feed(b"H;001\r\nH;003\r\nH;003\r\n", 6.0) == [BallUnknown("", "2 of 3 balls passed unheard")]
    assert drawer.feed(b"H;000\r\n", 7.0) == [DrawerFault("the counter fell from 3 to 0")]


def test_a_drawer_that_is_first_heard_in_a_draw_gives_the_ball_its_true_place() -> None:
    assert readings_of(make, tag("17") + b"P;003\r\n") == [BallRead("17", 3)]
    assert readings_of(make, b"H;002\r\n" + tag("17") + b"P;003\r\n") == [BallRead("17", 3)]


def test_balls_that_are_counted_begin_a_new_draw() -> None:
    data = tag("17") + b"P;001\r\nR;000\r\nC;037\r\nC;037\r\n" + tag("17") + b"P;001\r\n"
    readings = readings_of(make, [(0.0, data[:20]), (1.0, data[20:])])
    assert readings == [BallRead("17", 1), DrawerCounted(37, "simulated-1"), BallRead("17", 1)]


def test_a_second_count_is_told_though_it_is_the_same() -> None:
    assert len(only(DrawerCounted, readings_of(make, b"R;000\r\nC;037\r\nR;000\r\nC;037\r\n"))) == 2


def test_a_fault_is_told_once_until_it_is_over() -> None:
    data = b"F;JAM\r\nF;JAM\r\nF;000\r\nF;JAM\r\nF;AIR\r\nF;DBL\r\n"
    assert [one.reason for one in only(DrawerFault, readings_of(make, data))] == [
        "jam",
        "jam",
        "no air",
        "two balls at once",
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x020A004C7F2E18\x03", "check says 18, reckoned 17"),
        (b"\x020A004C7F2E1\x03", "a tag frame of 13 bytes, not 14"),
        (b"\x020A004C7F2E1\x02", "cut by the start of a tag"),
        (b"\x020A00xC7F2E17\x03", "no tag frame"),
        (b"P;1\r\n", "no line of the counter"),
        (b"F;BAD\r\n", "no line of the counter"),
        (b"p;001\n", "no line of the counter"),
        (b"x" * 40, "no end within 32 bytes"),
    ],
)
def test_what_is_no_frame_is_malformed_and_the_next_one_is_heard(data: bytes, reason: str) -> None:
    readings = readings_of(make, data + b"\r\n" + tag("17") + b"P;001\r\n")
    assert readings[0].reason == reason  # type: ignore[union-attr]
    assert BallRead("17", 1) in readings


def test_a_wrong_line_speed_is_noticed() -> None:
    timed = [(second / 4, b"\xf8\x80\x00\xff\xfe\r\n\x02\x81\r\n") for second in range(40)]
    assert len(only(LineNoisy, readings_of(make, timed))) == 1


# --- the ball set ------------------------------------------------------------------------------------------------


def _set(**changes: Any) -> dict[str, Any]:
    data: dict[str, Any] = {"ball_set": "x", "balls": dict(SET.balls)}
    data["balls"].update(changes.pop("balls", {}))
    for gone in changes.pop("without", ()):
        del data["balls"][TAGS[gone]]
    data["control_sum"] = control_sum(data["ball_set"], data["balls"])
    return data | changes


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (_set(control_sum="0123456789abcdef"), ["control_sum = '0123456789abcdef'", "the table gives"]),
        (_set(without=["12", "3"]), ["no tag for ball 3, 12", "37 balls"]),
        (_set(balls={"0F00C0FFEE": "5"}), ["more than one tag for ball 5"]),
        (_set(balls={"0F00C0FFEE": "37"}), ["ball '37'", "0 to 36"]),
        (_set(balls={"0f00c0ffee": "5"}), ["'0f00c0ffee'", "10 hex digits"]),
        (_set(colour="blue"), ["colour: unknown key", "ball_set, control_sum, balls"]),
    ],
)
def test_a_wrong_ball_set_says_what_is_wrong(data: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(TableError) as refused:
        parse(Path("set.toml"), data, BallSet)
    for word in ["set.toml: ", *words]:
        assert word in str(refused.value)


def test_a_tag_twice_in_the_file_is_no_toml() -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads('[balls]\n"0A004C7F2E" = "0"\n"0A004C7F2E" = "1"\n')


# --- the simulated drawer ----------------------------------------------------------------------------------------


def drawn(script: list[tuple[float, str]], until_s: float, seed: int = 7) -> list[AnyReading]:
    options = {"ball_set": "simulated-1", "other_sets": ["simulated-2"]}
    readings, _ = play(SimulatedDrawer(SET, seed), DRAWER, "ball-tags", script, until_s, options=options)
    assert not only(MalformedFrame, readings)
    return [reading for reading in readings if not isinstance(reading, LinkChanged)]


def test_the_simulated_drawer_counts_and_draws_different_balls_in_order() -> None:
    readings = drawn([(1, "count"), (8, "draw 3"), (18, "draw 5")], 40)
    assert readings[0] == DrawerCounted(37, "simulated-1")
    balls = only(BallRead, readings)
    assert [ball.order for ball in balls] == [1, 2, 3, 1, 2, 3, 4, 5]
    assert len({ball.number for ball in balls[:3]}) == 3
    assert {ball.number for ball in balls} <= set(NUMBERS)


def test_every_trouble_can_be_ordered() -> None:
    readings = drawn(
        [
            *[
                (1, "next 17"),
                (1, "draw"),
                (4, "fall back 1"),
                (5, "next 18"),
                (5, "draw"),
                (8, "unread"),
                (11, "double"),
            ],
            *[(14, "foreign"), (17, "jam"), (18, "draw"), (19, "clear"), (20, "lose 30"), (21, "count"), (28, "draw")],
        ],
        32,
    )
    assert readings[:4] == [
        BallRead("17", 1),
        BallFellBack("17"),
        BallRead("18", 1),
        BallUnknown("", "passed the counter without its tag being read"),
    ]
    assert isinstance(readings[4], DrawerFault)
    assert "two balls at once" in readings[4].reason
    assert readings[5:8] == [
        BallUnknown(FOREIGN_TAG, "a tag that is not in set simulated-1"),
        DrawerFault("jam"),
        DrawerCounted(36, "simulated-1"),
    ]
    assert isinstance(readings[8], BallRead)


def test_orders_that_cannot_be_done_are_refused_with_the_reason() -> None:
    drawer = SimulatedDrawer(SET)
    assert drawer.order("jam").startswith("ok")
    assert drawer.order("draw") == "refused: the drawer is jammed"
    assert drawer.order("count") == "refused: the drawer is jammed"
    assert drawer.order("clear").startswith("ok")
    assert drawer.order("draw 38").startswith("refused")
    assert drawer.order("next 37").startswith("refused")
    assert drawer.order("fall back 1").startswith("refused")
    assert drawer.order("juggle").startswith("refused: 'juggle' is no order")
    assert drawer.order("power off") == "ok: power is off"
    assert drawer.order("draw") == "refused: the drawer has no power"
    assert drawer.advance(60.0) == b""


def test_the_same_seed_draws_the_same_balls_and_a_chosen_one_shifts_nothing() -> None:
    script = [(1.0, "draw 3")]
    assert drawn(script, 10) == drawn(script, 10)
    assert drawn(script, 10, seed=8) != drawn(script, 10)
    assert seeded("7/balls").choice(sorted(NUMBERS, key=int)) == drawn([(1, "draw")], 6)[0].number  # type: ignore[union-attr]
