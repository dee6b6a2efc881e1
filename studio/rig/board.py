"""A table as a person reads it in a terminal, by rich."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from studio.messages.telemetry import TableView

RED = frozenset("dh")
STATE_STYLE = {"held": "bold white on red", "not_ready": "yellow", "closed": "dim"}


def board(views: Sequence[TableView | None], footer: str = "") -> RenderableType:
    """All tables side by side; None for a table that has not been heard of yet."""
    panels = [_panel(view) if view else Panel("waiting for the table", width=58) for view in views]
    return Group(Columns(panels, equal=True), Text(footer, style="dim"))


def _panel(view: TableView) -> Panel:
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    grid.add_row("state", Text(view.state.replace("_", " "), style=STATE_STYLE.get(view.state, "bold")))
    grid.add_row("dealer", Text(view.prompt.text, style="bold"))
    if view.irregularity is not None:
        grid.add_row("rulings", ", ".join(view.irregularity.rulings) or "none now")
    grid.add_row("round", view.round or "-")
    if view.game == "roulette":
        grid.add_row("numbers", " ".join(result.outcome for result in reversed(view.last_results[-12:])) or "-")
    else:
        grid.add_row("cards", _cards(view))
        grid.add_row("last", ", ".join(f"{r.outcome} {r.detail}" for r in reversed(view.last_results[-4:])) or "-")
        cut = ", cut card out" if view.cut_card_out else ""
        grid.add_row("shoe", f"{view.cards_out} cards out, {view.burned} burned{cut}")
    grid.add_row("devices", ", ".join(f"{name} {state}" for name, state in view.devices.items()))
    grid.add_row("unacknowledged", _unacknowledged(view))
    grid.add_row("backend's clock", _backend_clock(view))
    grid.add_row("reading to ack", _latency(view))
    return Panel(grid, title=f"{view.table}  {view.game} of {view.house}", width=58)


def _cards(view: TableView) -> Text:
    line = Text()
    hands: dict[str, list[str]] = {}
    for position, card in view.cards.items():
        hands.setdefault(position.partition("-")[0], []).append(card)
    for hand, cards in hands.items():
        line.append(f"{hand} ")
        for card in cards:
            line.append(f"{card} ", style="red" if card[1] in RED else "bold")
        line.append(f"({view.totals.get(hand, 0)})  ", style="dim")
    return line if hands else Text("-")


def _unacknowledged(view: TableView) -> Text:
    """How many, and what became of them."""
    out = view.delivery
    kinds = {"waiting": out.waiting, "sent": out.sent, "unconfirmed": out.unconfirmed, "rejected": out.rejected}
    parts = ", ".join(f"{count} {kind}" for kind, count in kinds.items() if count)
    line = Text(f"{out.unacknowledged}{f' ({parts})' if parts else ''}")
    if out.rejected_id is not None:
        line.append(f"  {out.rejected_id} {out.rejected_why}", style="bold red")
    return line


def _backend_clock(view: TableView) -> str:
    out = view.delivery
    if out.clock_offset_ms is None or out.clock_error_ms is None:
        return "-"
    return f"ahead by {out.clock_offset_ms:+.1f} ms, give or take {out.clock_error_ms:.1f} ms"


def _latency(view: TableView) -> str:
    delivery = view.delivery
    if delivery.latency_p50_ms is None or delivery.latency_p99_ms is None:
        return "-"
    return f"p50 {delivery.latency_p50_ms:.1f} ms, p99 {delivery.latency_p99_ms:.1f} ms"
