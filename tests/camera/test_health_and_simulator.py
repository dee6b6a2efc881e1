"""Whether a camera shows the world; and the world that the simulated camera shows."""

from __future__ import annotations

import numpy as np
import pytest

from devices.camera.codes import DeckTable
from devices.camera.decoding import Decoder, grey
from devices.camera.health import FaultTimes, FrameWatch
from devices.camera.presence import PresenceRules
from devices.camera.simulator import Shown, SimulatedCamera

FRAME_S = 1 / 30


def test_a_frame_that_stays_the_same_for_a_second_is_a_camera_fault() -> None:
    # devices.md 6, case 12 h
    watch = FrameWatch()
    watch.begin(10.0)
    for number in range(40):
        assert watch.frame(10.0 + number * FRAME_S, "77", 80.0) == (number == 0)
        assert bool(watch.fault) == (number >= 30)
    assert watch.fault == "camera fault: the same frame for 1 s"
    assert watch.frame(12.0, "78", 80.0)
    assert watch.fault == ""


def test_a_dark_picture_is_a_camera_fault_and_shows_nothing() -> None:
    watch = FrameWatch()
    watch.begin(10.0)
    for number in range(1, 40):
        assert not watch.frame(10.0 + number * FRAME_S, str(number), 3.0)
    assert "no light for 1 s" in watch.fault


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: FaultTimes(frozen_after_s=0), "frozen_after_s"),
        (lambda: PresenceRules(agree=1), "at least 2 frames"),
        (lambda: PresenceRules(leave_s=0), "leave_s"),
        (lambda: PresenceRules(paper_share=1.0), "paper_share"),
    ],
)
def test_times_that_cannot_be_are_refused(make: object, says: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=says):
        make()


def test_the_same_seed_draws_the_same_cards_and_pictures(table: DeckTable) -> None:
    first, second = SimulatedCamera(3, table), SimulatedCamera(3, table)
    for _ in range(3):
        assert first.order("draw") == second.order("draw")
    for at_s in (0.4, 0.7):
        assert np.array_equal(first.frame(at_s), second.frame(at_s))


def test_the_truth_says_when_a_card_can_be_seen(table: DeckTable) -> None:
    shown: list[Shown] = []
    camera = SimulatedCamera(5, table, fingers=0, on_shown=shown.append)
    camera.order("draw")
    decoder = Decoder()
    seen = {}
    for name in ("from_s", "rest_s", "go_s", "to_s"):
        picture = camera.frame(getattr(shown[0], name) - (0.02 if name == "from_s" else -0.02))
        assert picture is not None
        seen[name] = decoder.texts(grey(picture))
    assert seen["from_s"] == seen["to_s"] == ()
    assert seen["rest_s"] == (shown[0].code,)


def test_a_shoe_ends_with_its_last_card_and_has_one_cut_card(table: DeckTable) -> None:
    camera = SimulatedCamera(5, table, cut_from_back=10)
    drawn = []
    for at_s in range(1000):
        camera.advance(at_s * 1.0)
        drawn.append(camera.order("draw"))
        if drawn[-1].startswith("refused"):
            break
    assert drawn[-1] == "refused: the shoe is empty"
    assert drawn.index("ok: cut card") == 94
    assert len(drawn) == 104 + 2


def test_a_hand_takes_only_so_many_orders(table: DeckTable) -> None:
    camera = SimulatedCamera(5, table)
    answers = [camera.order("draw") for _ in range(20)]
    assert "still to be shown" in answers[-1]


@pytest.mark.parametrize(
    "order", ["jump", "next Zz", "light blur", "light fog 3", "light blur much", "freeze soon", "again", "dark 1 2"]
)
def test_what_is_no_order_is_refused_in_words(table: DeckTable, order: str) -> None:
    assert SimulatedCamera(5, table).order(order).startswith("refused: ")


@pytest.mark.parametrize("trouble", ["silence", "unplug"])
def test_a_trouble_ends_by_itself_after_its_time(table: DeckTable, trouble: str) -> None:
    camera = SimulatedCamera(5, table)
    assert camera.order(f"{trouble} 2").endswith("for 2 s")
    assert camera.frame(1.0) is None
    assert camera.frame(2.1) is not None


def test_the_light_can_be_set(table: DeckTable) -> None:
    camera = SimulatedCamera(5, table)
    assert camera.order("light blur 1.5 noise 12").startswith("ok:")
    assert (camera.light.blur, camera.light.noise) == (1.5, 12.0)
    assert camera.order("status").startswith("ok: sees and speaks, 104 cards left")
