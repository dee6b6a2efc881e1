"""What the pit boss's monitor shows: a tile a table, sorted by what needs attention, and a table opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealer_ui import bias, numbers, phrases, roads, wheel
from dealer_ui.facts import Facts, last_result, milliseconds, short, table_facts, tile
from dealer_ui.order_facts import order_facts
from dealer_ui.phrases import Say
from studio.messages.telemetry import AlarmView, BiasPoint, TableView, WheelRecord
from studio.messages.wording import ALARMS, IRREGULARITIES

BIG_ROAD_COLUMNS: Final = 24
HOT: Final = 5
_PRIORITY: Final = {"high": 3, "medium": 2, "low": 1}
LATE_MS: Final = 250.0
"""A backend that takes longer than this to acknowledge is worth a word."""


def attention(view: TableView | None, silent: bool) -> int:
    """How much a table needs somebody; the wall is sorted by it, the neediest first."""
    if silent or view is None:
        return 90
    unseen = max((_PRIORITY[alarm.priority] for alarm in view.alarms if alarm.acknowledged_by is None), default=0)
    if view.state == "held":
        return 100
    seen = max((_PRIORITY[alarm.priority] for alarm in view.alarms), default=0)
    not_ready = 25 if view.state == "not_ready" else 0
    slow_backend = 0 if backend_health(view, lambda _, english: english)[1] or view.state == "closed" else 18
    return max(20 * unseen, 5 * seen, not_ready, slow_backend) - (1 if view.state == "closed" else 0)


def tile_facts(name: str, view: TableView | None, silent: bool, say: Say) -> Facts:
    """One tile of the wall."""
    if view is None:
        return {
            "place": name, "known": False, "silent": silent, "table": name, "game": "", "gameKey": "", "state": "",
            "stateWord": "", "dealer": "", "shoeRound": "", "sinceMs": 0.0, "cut": "", "last": [], "devices": [],
            "devicesGood": False, "backend": "", "backendGood": False, "alarms": [], "held": "",
            "attention": attention(None, silent),
        }  # fmt: skip
    backend, good = backend_health(view, say)
    what = table_facts(view, say)
    return {
        "place": name,
        "known": True,
        "silent": silent,
        "table": view.table,
        "game": what["game"],
        "gameKey": view.game,
        "state": view.state,
        "stateWord": what["stateWord"],
        "dealer": view.dealer or "—",
        "shoeRound": " · ".join(part for part in (short(view.shoe), short(view.round)) if part) or "—",
        "sinceMs": milliseconds(view.since_utc),
        "cut": _cut(view, say),
        "last": [last_result(outcome, "", say) for outcome in reversed(view.outcomes[-6:])]
        or [last_result(result.outcome, "", say) for result in reversed(view.last_results[-6:])],
        "devices": what["devices"],
        "devicesGood": all(entry["good"] for entry in what["devices"]),
        "backend": backend,
        "backendGood": good,
        "alarms": alarm_facts(view.alarms, say),
        "held": what["held"].get("what", ""),
        "attention": attention(view, silent),
    }


def backend_health(view: TableView, say: Say) -> tuple[str, bool]:
    """How the results go out, in a word, and whether that is good."""
    delivery = view.delivery
    if delivery.consumer is None:
        return say("Wall", "backend away"), False
    if delivery.unacknowledged > 3:
        return say("Wall", "{count} not acknowledged").format(count=delivery.unacknowledged), False
    latency = delivery.latency_p99_ms
    if latency is None:
        return say("Wall", "backend ready"), True
    return say("Wall", "backend {ms} ms").format(ms=round(latency)), latency < LATE_MS


def _cut(view: TableView, say: Say) -> str:
    if view.game == "roulette":
        return ""
    if view.cut_card_out:
        return say("Wall", "cut card out")
    if view.cards_to_cut is None:
        return say("Wall", "{count} cards out").format(count=view.cards_out)
    return say("Wall", "{count} to the cut card").format(count=view.cards_to_cut)


def alarm_facts(alarms: Sequence[AlarmView], say: Say) -> list[Facts]:
    """Alarms, the unacknowledged and the weightiest first."""
    ordered = sorted(alarms, key=lambda alarm: (alarm.acknowledged_by is not None, -_PRIORITY[alarm.priority]))
    return [
        {
            "id": alarm.id,
            "priority": alarm.priority,
            "word": phrases.word(say, alarm.priority),
            "what": alarm_words(alarm.what, say),
            "detail": phrases.sentence(say, alarm.detail),
            "count": alarm.count,
            "sinceMs": milliseconds(alarm.first_utc),
            "acknowledged": alarm.acknowledged_by is not None,
            "by": alarm.acknowledged_by or "",
        }
        for alarm in ordered
    ]


def alarm_words(kind: str, say: Say) -> str:
    """What an alarm is about."""
    if kind in IRREGULARITIES:
        return say("Faults", IRREGULARITIES[kind][0])
    return say("Alarms", ALARMS[kind]) if kind in ALARMS else phrases.word(say, kind)


def page_facts(view: TableView, say: Say) -> Facts:
    """A table opened: what the dealer sees, and its time line, roads, numbers and bias beside it."""
    hundred = [number for number in view.outcomes if wheel.is_pocket(number)]
    double_zero = "00" in hundred or (view.wheel is not None and "00" in view.wheel.pockets)
    return (
        table_facts(view, say)
        | order_facts(view, say)
        | {
            "timeLine": [
                {
                    "utc": entry.utc[11:19],
                    "who": phrases.word(say, entry.who),
                    "what": phrases.sentence(say, entry.what),
                }
                for entry in reversed(view.time_line)
            ],
            "alarms": alarm_facts(view.alarms, say),
            "sinceMs": milliseconds(view.since_utc),
            "cut": _cut(view, say),
            "backend": backend_health(view, say)[0],
            "backendGood": backend_health(view, say)[1],
            "bead": _beads(view, plate=True),
            "bigRoad": _beads(view, plate=False),
            "hundred": [tile(number) for number in reversed(hundred)],
            "hot": _often(hundred, 0, double_zero),
            "cold": _often(hundred, 1, double_zero),
            "bias": bias_facts(view.wheel, double_zero, say),
        }
    )


def _beads(view: TableView, *, plate: bool) -> list[Facts]:
    if view.game != "baccarat":
        return []
    outcomes = [outcome for outcome in view.outcomes if outcome in roads.WINNERS]
    beads = roads.bead_plate(outcomes) if plate else roads.big_road(outcomes)
    shown = roads.last_columns(beads, BIG_ROAD_COLUMNS)
    return [{"column": b.column, "row": b.row, "winner": b.winner, "ties": b.ties} for b in shown]


def _often(known: Sequence[str], which: int, double_zero: bool) -> list[Facts]:
    often = numbers.counts(known)
    if not often:
        return []
    chosen = numbers.hot_and_cold(known, HOT, double_zero)[which]
    return [tile(number) | {"count": often[number]} for number in chosen]


def bias_facts(record: WheelRecord | None, double_zero: bool, say: Say) -> Facts:
    """The figure over pockets and sectors since the table's journal began, how sure it is, and how it came to be."""
    if record is None or not record.spins:
        return {}
    figures = {"pockets": bias.pocket_bias(record.pockets, double_zero)}
    if not double_zero:
        figures["sectors"] = bias.sector_bias(record.pockets)
    return {
        "spins": record.spins,
        "figures": [_figure(say("Wall", over), over, figure, record.history) for over, figure in figures.items()],
    }


def _figure(words: str, over: str, figure: bias.Bias, points: Sequence[BiasPoint]) -> Facts:
    past = [value for point in points if (value := getattr(point, over)) is not None]
    return {
        "over": words,
        "chiSquare": f"{figure.chi_square:.1f}",
        "freedom": figure.freedom,
        "chance": bias.spelled_chance(figure.chance),
        "enough": figure.enough,
        "suspect": figure.suspect,
        "history": [bias.chance_of(value, figure.freedom) for value in past],
    }
