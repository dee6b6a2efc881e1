"""Which alarms stand: their cause lasts, or nobody has seen them yet. The others are history, and on record."""

from __future__ import annotations

import msgspec

from studio.messages.telemetry import AlarmView
from studio.round.in_play import READY, TableInPlay


def alarms_standing(table: TableInPlay) -> list[AlarmView]:
    """The alarms that a screen shows."""
    marked = [msgspec.structs.replace(alarm, lasts=lasts(table, alarm)) for alarm in table.desk.alarms]
    return [alarm for alarm in marked if alarm.lasts or alarm.acknowledged_by is None]


def lasts(table: TableInPlay, alarm: AlarmView) -> bool:
    """Whether the cause of an alarm is still there."""
    held = table.irregularity
    if held is not None and (alarm.what, alarm.detail) == (held.kind, held.read):
        return True
    match alarm.what:
        case "link_down":
            return table.devices.get(alarm.detail.partition(" ")[0], "ready") not in READY
        case "line_settings":
            return table.devices.get(alarm.detail.partition(":")[0]) == "line_wrong"
        case "wheel_not_approved":
            return alarm.detail.partition(":")[0] in table.host.wrong
        case "wheel_muted":
            return alarm.detail.partition(" ")[0] in table.host.muted
        case "recorder_silent":
            return not table.recorder_runs
        case "set_blocked":
            card_set = table.card_sets.get(alarm.detail.partition(":")[0])
            return card_set is not None and card_set.state == "blocked"
        case "copy_lost":
            place = alarm.detail.partition(": ")[0]
            return not any(
                known.what == "copy_back" and known.last_utc >= alarm.last_utc and known.detail.startswith(f"{place}: ")
                for known in table.desk.alarms
            )
        case "clock_drift":
            return not _since(table, alarm, "clock_agrees")
        case "result_rejected" | "result_unconfirmed":
            return table.unanswered == alarm.what
        case "journal_damaged":
            return True
        case _:
            return False


def _since(table: TableInPlay, alarm: AlarmView, what: str) -> bool:
    """Whether `what` was noticed after the alarm."""
    return any(known.what == what and known.last_utc >= alarm.last_utc for known in table.desk.alarms)
