"""The two folders of a trial (torture, soak, fuzz): what it leaves behind, and the links of its simulated devices."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

LOG_END_CHARACTERS = 1500


class FolderInUseError(Exception):
    """The folder that was named holds journals, which a trial would go on with."""


@contextmanager
def trial_folders(trial: str, data: Path | None) -> Iterator[tuple[Path, Path]]:
    """The folder for journals, logs and stores (`data`, or one that is gone afterwards), and the one for the rig.

    Raises `FolderInUseError` when `data` holds a journal already.
    """
    if data is not None and any(data.glob("*.journal")):
        raise FolderInUseError(f"{data}: holds journals already; name an empty folder")
    with ExitStack() as stack:
        # The rig's own stays short: a socket's path has room for about a hundred characters.
        rig = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="studio-rig-")))
        kept = data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=f"studio-{trial}-")))
        kept.mkdir(parents=True, exist_ok=True)
        yield kept, rig


def tell_logs(folder: Path) -> None:
    """The ends of all logs in `folder`, on standard error: for a trial that did not go on."""
    for log in sorted(folder.glob("*.log")):
        print(f"--- {log.name}\n{log.read_text()[-LOG_END_CHARACTERS:]}", file=sys.stderr)
