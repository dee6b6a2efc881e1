"""The wall as a list model: one row a table, the neediest first, rows that move and change only where they must."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QByteArray, QModelIndex, QObject, QPersistentModelIndex, Qt

from dealer_ui.facts import Facts

TILE: Final = int(Qt.ItemDataRole.UserRole)
_NO_PARENT: Final = QModelIndex()


class WallModel(QAbstractListModel):
    """Tiles by place. `show` is given all that is known of one table."""

    def __init__(self, places: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._order = list(places)
        self._tiles: dict[str, Facts] = {place: {} for place in places}

    def show(self, tile: Facts) -> None:
        """Show `tile` at its place, and move it where its need puts it."""
        place = tile["place"]
        row = self._order.index(place)
        if self._tiles[place] == tile:
            return
        self._tiles[place] = tile
        self.dataChanged.emit(self.index(row), self.index(row), [TILE])
        wanted = sorted(self._order, key=self._need).index(place)
        if wanted != row:
            # Rows are counted before the move, so that one that moves down goes before the row after its goal.
            self.beginMoveRows(_NO_PARENT, row, row, _NO_PARENT, wanted + 1 if wanted > row else wanted)
            self._order.insert(wanted, self._order.pop(row))
            self.endMoveRows()

    def _need(self, place: str) -> tuple[int, str]:
        return -int(self._tiles[place].get("attention", 0)), place

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:  # noqa: N802
        """As many as there are tables."""
        return 0 if parent.isValid() else len(self._order)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = TILE) -> Any:
        """A tile's facts; nothing for any other role."""
        if not index.isValid() or role != TILE:
            return None
        return self._tiles[self._order[index.row()]]

    def roleNames(self) -> dict[int, QByteArray]:  # noqa: N802
        """One role: the tile."""
        return {TILE: QByteArray(b"tile")}
