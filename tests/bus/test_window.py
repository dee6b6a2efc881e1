"""The rules of delivery without sockets: whatever is lost, repeated or restarted, order and completeness hold."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.bus.delivery import WINDOW, ResultDelivery, Verdict
from studio.bus.wire import Sent

from .ends import EPOCH, TABLE, FakeOutbox

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("publish"), st.integers(1, 90)),
        st.tuples(st.sampled_from(["take", "take_without_ack", "lose", "late_ack"]), st.integers(1, 90)),
        st.tuples(
            st.sampled_from(["tick", "reject", "reject", "hello", "full", "table_restarts", "forged_ack"]), st.just(1)
        ),
    ),
    max_size=60,
)


class World:
    """A table, a wire that can be cut, and a consumer that keeps what it is told to keep."""

    def __init__(self) -> None:
        self.outbox = FakeOutbox()
        self.committed: list[int] = []
        self.late: list[int] = []
        self.wire: list[dict[str, object]] = []
        self.full = False
        self.now_s = 0.0
        self.rejected = 0
        self.told: list[tuple[str, str, str, str]] = []
        self.start()

    def start(self) -> None:
        self.rejected = 0
        self.delivery = ResultDelivery(
            self.outbox, table=TABLE, epoch=EPOCH, send=self.send, on_outcome=lambda *what: self.told.append(what)
        )
        self.hello()

    def send(self, frame: bytes) -> Sent:
        if self.full:
            return Sent.FULL
        self.wire.append(msgspec.json.decode(frame))
        seq = self.wire[-1]["event"]["seq"]  # type: ignore[index]
        # What the consumer will not take holds back all that follows it.
        assert not (self.rejected and seq > self.rejected), f"{seq} is sent although {self.rejected} is rejected"
        return Sent.OUT

    def hello(self) -> None:
        self.wire.clear()
        assert self.delivery.begin(len(self.committed), "Z") == len(self.committed) + 1
        self.delivery.pump(self.now_s)

    def take(self, count: int, *, acknowledge: bool) -> None:
        for frame in self.wire[:count]:
            event = frame["event"]
            assert isinstance(event, dict)
            seq = event["seq"]
            if seq == len(self.committed) + 1:
                self.committed.append(seq)
                if seq == self.rejected:
                    self.rejected = 0
            if seq > len(self.committed):
                # A gap: a consumer says hello again, which begins the wire anew.
                self.hello()
                return
            if acknowledge:
                self.acknowledge(seq)
            else:
                self.late.append(seq)
        del self.wire[:count]

    def reject(self) -> None:
        """The consumer will not take the next event, if it is on the wire."""
        due = len(self.committed) + 1
        if self.wire and self.wire[0]["event"]["seq"] == due:  # type: ignore[index]
            verdict = self.delivery.reject(due, f"{TABLE}:{EPOCH}:{due}", ("not_accepted", "why"), self.now_s)
            assert verdict in (Verdict.TAKEN, Verdict.REPEATED)
            self.rejected = due
            self.wire.clear()

    def acknowledge(self, seq: int) -> Verdict:
        verdict = self.delivery.acknowledge(seq, f"{TABLE}:{EPOCH}:{seq}", self.now_s, "Z")
        self.delivery.pump(self.now_s)
        return verdict

    def step(self, what: str, count: int) -> None:
        self.full = what == "full"
        match what:
            case "publish":
                self.delivery.pump(self.now_s, self.outbox.publish(count))
            case "take":
                self.take(count, acknowledge=True)
            case "take_without_ack":
                self.take(count, acknowledge=False)
            case "lose":
                del self.wire[:count]
            case "late_ack":
                for seq in self.late[:count]:
                    self.acknowledge(seq)
                del self.late[:count]
            case "tick" | "full":
                self.now_s += 10.1
                self.delivery.resend(self.now_s, only_oldest=False)
                self.delivery.look(self.now_s)
            case "reject":
                self.reject()
            case "hello":
                self.hello()
            case "table_restarts":
                self.start()
            case "forged_ack":
                seq = self.outbox.last_event_seq + 1
                assert self.delivery.acknowledge(seq, f"{TABLE}:{EPOCH}:{seq}", self.now_s, "Z") is Verdict.UNKNOWN


@given(STEPS)
@settings(max_examples=150, deadline=None)
def test_the_consumer_has_everything_once_in_order_and_nothing_else_is_acknowledged(
    steps: list[tuple[str, int]],
) -> None:
    world = World()
    for what, count in steps:
        world.step(what, count)
        assert world.committed == list(range(1, len(world.committed) + 1))
        assert world.outbox.acknowledged_seq <= len(world.committed)
        assert world.delivery.in_flight <= WINDOW
        outcomes = world.delivery.outcomes(consumer_present=True)
        assert min(outcomes) >= 0
        assert outcomes.rejected <= 1
    for _ in range(3 + 2 * world.outbox.last_event_seq // WINDOW):
        # A quiet end: time passes, nothing is lost any more.
        world.step("tick", 1)
        world.step("hello", 1)
        while world.wire:
            world.take(len(world.wire), acknowledge=True)
    assert world.committed == list(range(1, world.outbox.last_event_seq + 1))
    assert world.outbox.acknowledged_seq == world.outbox.last_event_seq
    assert world.delivery.outcomes(consumer_present=True) == (0, 0, 0, 0)
    # Whatever was told of an event ends with its acknowledgement, in this process or the one before.
    assert not world.told or world.told[-1][0] == "acknowledged" or "table_restarts" in dict(steps)


def test_rows_handed_over_are_not_read_again() -> None:
    world = World()
    fresh = world.outbox.publish(3)
    world.outbox.outbox_after = None  # type: ignore[method-assign, assignment]
    assert world.delivery.pump(0.0, fresh) is Sent.OUT
    assert len(world.wire) == 3


def test_the_time_to_resending_doubles_and_only_a_prompt_answer_shortens_it() -> None:
    world = World()
    world.step("publish", 1)
    sent_at = []
    for tenth in range(1, 400):
        before = len(world.wire)
        world.delivery.resend(tenth / 10, only_oldest=False)
        if len(world.wire) > before:
            sent_at.append(tenth / 10)
    assert sent_at == [1, 3, 7, 15, 25, 35]
    world.acknowledge(1)
    world.wire.clear()
    world.now_s = 40.0
    world.step("publish", 1)
    world.delivery.resend(49.9, only_oldest=False)
    assert len(world.wire) == 1
    world.acknowledge(2)
    world.now_s = 50.0
    world.step("publish", 1)
    world.delivery.resend(51.1, only_oldest=False)
    assert [frame["attempt"] for frame in world.wire] == [1, 1, 2]
