"""What the drivers of typing devices share: lines of key events to presses. Pure."""

from __future__ import annotations

from abc import ABC, abstractmethod

from devices.keys.events import KeyDecoder, Lost, NoEvent, Press, parse_event
from devices.lines import LineSplitter
from devices.noise import NoiseWatch
from devices.readings import AnyReading, MalformedFrame


class KeyProtocol(ABC):
    """A device that types, as a `devices.device.DeviceProtocol`; what a press means is for the heir to say."""

    name: str

    def __init__(self) -> None:
        self._splitter = LineSplitter()
        self._decoder = KeyDecoder()
        self._noise = NoiseWatch()
        self.frames_well_formed = 0
        self.frames_malformed = 0

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings that `data` completes at `at_s` (monotonic seconds)."""
        readings: list[AnyReading] = []
        for piece in self._splitter.feed(data):
            event = parse_event(piece)
            if isinstance(event, NoEvent):
                self.frames_malformed += 1
                readings.append(MalformedFrame(raw=event.raw.hex(), reason="no key event"))
                if (noisy := self._noise.record(at_s, malformed=1, well_formed=0)) is not None:
                    readings.append(noisy)
                continue
            self.frames_well_formed += 1
            self._noise.record(at_s, malformed=0, well_formed=1)
            taken = self._decoder.take(event)
            if isinstance(taken, Lost):
                readings += self._lost()
            elif isinstance(taken, Press):
                readings += self._pressed(taken, at_s)
        return readings

    def link_opened(self, at_s: float) -> bytes:
        """A (new) keyboard: no key is down, nothing was typed."""
        # Lines of events are made by the link as a whole: there is no fragment at its beginning to be dropped.
        self._splitter = LineSplitter()
        self._decoder.forget()
        self._forget()
        return b""

    def poll(self, at_s: float) -> bytes:
        """Nothing can be asked."""
        return b""

    @abstractmethod
    def _pressed(self, press: Press, at_s: float) -> list[AnyReading]:
        """What a press means."""

    @abstractmethod
    def _lost(self) -> list[AnyReading]:
        """What it means that a press may be missing."""

    @abstractmethod
    def _forget(self) -> None:
        """Forget what was typed."""
