"""A shuffler by its grammar: what it says, and what its states mean for a batch of cards. Pure.

No maker's protocol is public (devices.md 2.2): a technician writes the grammar for the machine that stands there.
`config/grammars/shuffler.toml` is the one that the simulated shuffler speaks, and nobody's real one.
"""

from __future__ import annotations

from typing import Any

from devices.grammar.events import EventGrammar, EventGrammarFile
from devices.readings import AnyReading, ShufflerDone, ShufflerJam, ShufflerState


class GrammarShuffler(EventGrammar):
    """A shuffler as a `devices.device.DeviceProtocol`: its states as edges, and with them a batch done or stuck."""

    def __init__(self, grammar: EventGrammarFile) -> None:
        super().__init__(grammar)
        self._says_jams = any(line.reading == "shuffler.jam" for line in grammar.says)
        self._state: ShufflerState | None = None
        self._done_told = True  # a batch that was done before we listened is not ours

    def _told(self, reading: Any) -> list[AnyReading]:
        if not isinstance(reading, ShufflerState):
            return super()._told(reading)
        before, self._state = self._state, reading
        if reading == before:
            return []
        readings: list[AnyReading] = [reading]
        if before is None or before.state != reading.state:
            if reading.state == "done" and not self._done_told:
                self._done_told = True
                readings.append(ShufflerDone(batch_colour=reading.batch_colour, cards=reading.cards))
            elif reading.state in ("idle", "loading"):
                self._done_told = False
            elif reading.state == "jam" and not self._says_jams:
                readings.append(ShufflerJam(reason="the machine reports a jam"))
        return readings
