"""People of a table played at random: commands that may be right, late, doubled, or none of their business."""

from __future__ import annotations

from typing import Any, Final

from devices.clock import Chance
from studio.cards import DECK
from studio.games.procedure import Agree
from studio.messages import commands
from studio.rig.random_world import DEALERS, PIT_BOSSES, RandomWorld, Step
from studio.round.hold import REPORTED_BY_PEOPLE
from studio.round.inputs import TimerEnded

STEPS: Final = ("cards_inspected", "shuffled", "cut", "shoe_loaded", "hole_card_turned", "ball_drawer_full")
ROLES: Final[dict[str, str]] = {
    "Eva": "dealer",
    "Ida": "dealer",
    "Ana": "pit_boss",
    "Boris": "pit_boss",
    "Tom": "technician",
    "backend": "backend",
    "stranger": "dealer",
}


def prank(at: RandomWorld) -> Step | None:
    """A command by somebody, right or wrong; sometimes one that was given before, sometimes a timer long stopped."""
    random, table = at.random, at.table
    chosen = random.randrange(20)
    if chosen == 0 and at.given:
        return random.choice(at.given)
    if chosen == 1:
        name = random.choice(("betting", "between_rounds", "decision", "settle", "boxes", "recorder"))
        running = table.desk.timers.get(name)
        token = running.token if running is not None and random.random() < 0.5 else random.randrange(50)
        return TimerEnded(utc="", monotonic_ns=0, timer=name, token=token)
    if isinstance(table.request, Agree) and random.random() < 0.3:
        return at.order(commands.AnnounceResult, "Eva", "dealer", value=_due_result(at))
    person = random.choice(tuple(ROLES))
    role = ROLES[person] if random.random() < 0.9 else random.choice(tuple(ROLES.values()))
    if chosen in (2, 3, 4):
        return at.order(commands.ReportIrregularity, person, role, kind=_reported(at))
    if chosen in (5, 6, 7):
        return _change_of_result(at, person, role)
    kind, fields = _command(at, random)
    return at.order(kind, person, role, **fields)


def _reported(at: RandomWorld) -> str:
    known = [kind for kind in REPORTED_BY_PEOPLE if kind in at.table.settings.irregularities]
    return at.random.choice(known) if known else "card_on_floor"


def _change_of_result(at: RandomWorld, person: str, role: str) -> Step | None:
    """A published result is corrected or voided, by two people, by one, or by one twice."""
    random, table = at.random, at.table
    if not table.played:
        return None
    round_id = random.choice(list(table.played)[-2:])
    for _ in range(random.randrange(2)):
        at.waiting += _two_orders(at, person, role, round_id)
    first, second = _two_orders(at, person, role, round_id)
    at.waiting.insert(0, second)
    return first


def _two_orders(at: RandomWorld, person: str, role: str, round_id: str) -> list[Step]:
    """The same order by two people, or by one twice."""
    random = at.random
    about: dict[str, Any] = {"round": round_id, "reason": "video" if random.random() < 0.95 else " "}
    kind: type[Any] = commands.VoidResult
    if random.random() < 0.7:
        kind = commands.CorrectResult
        about["values"] = {_place(at, random): _value(at, random) for _ in range(random.randrange(1, 3))}
    second = random.choice((person, *PIT_BOSSES, *PIT_BOSSES, *DEALERS))
    return [at.order(kind, person, role, **about), at.order(kind, second, ROLES[second], **about)]


def _due_result(at: RandomWorld) -> str:
    return at.table.request.value if isinstance(at.table.request, Agree) else "17"


def _place(at: RandomWorld, random: Chance) -> str:
    if at.table.rules.game == "roulette":
        return "ball-1"
    if at.table.rules.game == "baccarat":
        return random.choice(("player", "banker")) + random.choice(("-1", "-2", "-3"))
    return random.choice(("dealer-1", "dealer-2", "box-1.1.1", "box-1.1.2"))


def _value(at: RandomWorld, random: Chance) -> str:
    if at.table.rules.game == "roulette":
        return str(random.randrange(40))
    return str(random.choice(DECK)) if random.random() < 0.95 else "Xx"


def _command(at: RandomWorld, random: Chance) -> tuple[type[Any], dict[str, Any]]:
    table = at.table
    held = table.irregularity
    round_id = table.desk.round_id or "r0"
    sets = [*table.card_sets, "green"]
    rare = random.random() < 0.1
    choices: list[tuple[type[Any], dict[str, Any]]] = [
        (commands.ConfirmStep, {"what": random.choice(STEPS)}),
        (commands.AnnounceResult, {"value": random.choice(("player", "banker", "tie", _due_result(at)))}),
        (commands.BoxesInPlay, {"round": round_id, "boxes": [random.randrange(9) for _ in range(2)]}),
        (
            commands.TakeDecision,
            {"round": round_id, "box": random.randrange(4), "hand": 1, "action": random.choice(("hit", "stand", "x"))},
        ),
        (commands.EnterValue, {"value": at.value()}),
        (commands.OrderFreeHand, {}),
        (commands.GoOnDuty, {}),
        (commands.GoOffDuty, {}),
        (commands.RecordInspection, {"what": random.choice(("wheel", "shoe"))}),
        (commands.RecorderAlive, {}),
        (commands.ShuffleCards, {"card_set": random.choice(sets), "how": "washed"}),
        (commands.CutCards, {"card_set": random.choice(sets)}),
        (commands.InspectCards, {"card_set": random.choice(sets), "counts": {"Ah": 8}}),
        (commands.AcknowledgeAlarm, {"alarm": f"a{random.randrange(9)}"}),
        (commands.CallPitBoss, {}),
        (
            commands.GiveRuling,
            {
                "irregularity": held.id if held else "i0",
                "ruling": random.choice(held.rule.rulings if held else ("go_on", "void")),
                "reason": random.choice(("video", "")),
            },
        ),
        (commands.VoidRound, {"reason": "ordered"}),
    ]
    if rare:
        choices = [
            (commands.OpenTable, {"rounds": random.choice((None, 1, 5))}),
            (commands.CloseTable, {"reason": "end of shift"}),
            (commands.OrderShuffle, {"reason": "asked for"}),
        ]
    return random.choice(choices)
