"""Who may connect to a table: the public keys in its folder that are not revoked, read anew when the folder changes."""

from __future__ import annotations

from pathlib import Path

import structlog

from studio.keys.files import SPEAKS_AS, KeysError, PublicKey, read_folder
from studio.messages.commands import Role as Speaks

_log = structlog.get_logger(__name__)


class AllowList:
    """The bearers of the public keys in `folder`. A key is revoked or added while tables run: no restart is needed.

    Raises `KeysError` when the folder cannot be read at the start; later a folder that cannot be read allows nobody.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen_ns = self._changed_ns()
        self._keys = {key.curve: key for key in read_folder(folder)}
        self.revision = 0
        """Grows each time that somebody who was allowed is so no longer."""

    def bearer(self, curve: str) -> PublicKey | None:
        """Whose CURVE key (Z85) this is; None for a stranger, a table, and a key that is revoked."""
        self.read_again()
        key = self._keys.get(curve)
        return key if key is not None and key.role != "table" and not key.revoked_utc else None

    def named(self, name: str) -> PublicKey | None:
        """The bearer of that name, if still allowed."""
        self.read_again()
        found = (key for key in self._keys.values() if key.name == name)
        return next((key for key in found if key.role != "table" and not key.revoked_utc), None)

    def read_again(self) -> None:
        """Look whether the folder has changed, and read it again if so."""
        changed_ns = self._changed_ns()
        if changed_ns == self._seen_ns:
            return
        self._seen_ns = changed_ns
        before = self._allowed()
        try:
            self._keys = {key.curve: key for key in read_folder(self._folder)}
        except KeysError as error:
            _log.error("keys.unreadable", why=str(error))
            self._keys = {}
        self.revision += not before <= self._allowed()

    def _allowed(self) -> set[str]:
        return {key.curve for key in self._keys.values() if not key.revoked_utc}

    def _changed_ns(self) -> int:
        try:
            return self._folder.stat().st_mtime_ns
        except OSError:
            return -1


def may_speak_as(bearer: PublicKey, role: Speaks) -> bool:
    """Whether the bearer's key allows a command in that role."""
    return role in SPEAKS_AS[bearer.role]
