"""Raw bytes of a device in both directions, with monotonic time, in a bounded set of files; and the link that records.

The files are captures of the second form (`devices.capture`): what was recorded can be decoded, played into a table,
and played on a pseudo-terminal, on this machine or another.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO, Final

from devices.capture import EXACT, FROM_DEVICE, TO_DEVICE, escape
from devices.clock import NS_PER_S, Clock
from devices.readings import LinkState
from devices.transport import Link, OnBytes, OnLink

NS_PER_MS: Final = NS_PER_S // 1000
LEAST_BYTES: Final = 4096


class Recorder:
    """Records into `path` (a name ending in `.tsv`), and when that has `max_bytes` into a new one; the files before it
    are `name.1.tsv` (the last), `name.2.tsv` and so on, `keep` of them. Each begins with when it began.

    A recording never stops a table: when a file cannot be written, `failed` says why and nothing more is recorded.
    Raises ValueError for a name or sizes that cannot be, OSError when the first file cannot be made.
    """

    def __init__(self, path: Path, clock: Clock, *, max_bytes: int = 16 * 2**20, keep: int = 4) -> None:
        if path.suffix != ".tsv":
            raise ValueError(f"a recording is called something.tsv, not {path.name}")
        if max_bytes < LEAST_BYTES or not 0 <= keep <= 999:
            raise ValueError(f"max_bytes is {max_bytes}, keep {keep}: at least {LEAST_BYTES} bytes, 0 to 999 files")
        self.path = path
        self.failed: str | None = None
        self._clock = clock
        self._max_bytes, self._keep = max_bytes, keep
        self._file: IO[bytes] | None = None
        self._size = 0
        self._began_ns = 0
        self._last_ms = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            self._shift()
        self._open()

    def record(self, direction: bytes, data: bytes, monotonic_ns: int) -> None:
        """Write `data`, which went in `direction` at `monotonic_ns`. Never raises."""
        if self._file is None or not data:
            return
        self._last_ms = max(self._last_ms, (monotonic_ns - self._began_ns) // NS_PER_MS)
        line = b"%d\t%s\t%s\n" % (self._last_ms, direction, escape(data))
        try:
            if self._size + len(line) > self._max_bytes:
                self._file.close()
                self._shift()
                self._open()
                line = b"0\t%s\t%s\n" % (direction, escape(data))
            if self._file.write(line) != len(line):
                raise OSError("the disk took only a part of a line")
        except OSError as error:
            self.failed = f"{self.path}: {error.strerror or error}; nothing more is recorded"
            self.close()
            return
        self._size += len(line)

    def now_ns(self) -> int:
        """The time of the recording's clock."""
        return self._clock.monotonic_ns()

    def close(self) -> None:
        """End the recording. May be called again."""
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.close()
            except OSError as error:
                self.failed = self.failed or f"{self.path}: {error.strerror or error}"

    def _open(self) -> None:
        self._began_ns = self._clock.monotonic_ns()
        self._last_ms = 0
        # Without a buffer: what came before a crash is the part that somebody will want to see.
        self._file = self.path.open("xb", buffering=0)
        head = EXACT + f"\tutc={self._clock.utc()}\tmonotonic_ns={self._began_ns}\n".encode()
        self._file.write(head)
        self._size = len(head)

    def _earlier(self, number: int) -> Path:
        return self.path.with_suffix(f".{number}.tsv")

    def _shift(self) -> None:
        """Make room for a new file at `path`; the oldest goes."""
        if self._keep == 0:
            self.path.unlink()
            return
        self._earlier(self._keep).unlink(missing_ok=True)
        for number in range(self._keep - 1, 0, -1):
            if self._earlier(number).exists():
                self._earlier(number).replace(self._earlier(number + 1))
        self.path.replace(self._earlier(1))


class RecordingLink:
    """A link whose bytes are recorded on their way, both ways; else it is the link that it was given."""

    def __init__(self, link: Link, recorder: Recorder) -> None:
        self._link = link
        self._recorder = recorder
        self._on_bytes: OnBytes | None = None
        self._on_link: OnLink | None = None

    def start(self, on_bytes: OnBytes, on_link: OnLink) -> None:
        """Start the link."""
        self._on_bytes, self._on_link = on_bytes, on_link
        self._link.start(self._heard, self._changed)

    def send(self, data: bytes) -> bool:
        """Send `data`, and record it if it went."""
        sent = self._link.send(data)
        if sent:
            self._recorder.record(TO_DEVICE, data, self._recorder.now_ns())
        return sent

    def check_settings(self) -> None:
        """As the link that was given, if it has settings."""
        check_settings = getattr(self._link, "check_settings", None)
        if check_settings is not None:
            check_settings()

    def close(self) -> None:
        """Close the link and end the recording."""
        self._link.close()
        self._recorder.close()

    def _heard(self, data: bytes, monotonic_ns: int) -> None:
        self._recorder.record(FROM_DEVICE, data, monotonic_ns)
        if self._on_bytes is not None:
            self._on_bytes(data, monotonic_ns)

    def _changed(self, state: LinkState, why: str) -> None:
        if self._on_link is not None:
            self._on_link(state, why)
