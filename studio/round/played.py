"""A finished round, as it must be remembered so that its result can be corrected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from studio.games.procedure import AnyRequest


@dataclass(slots=True)
class PlayedRound:
    """A finished round: which event published its result, and what was answered to each request."""

    event_id: str
    answers: list[tuple[AnyRequest, Any]]
    corrections: list[str] = field(default_factory=list)
    voided: bool = False
