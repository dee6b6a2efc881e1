"""The batches of cards of a table with a shuffler: what the table knows of them."""

from __future__ import annotations

from dataclasses import dataclass

from devices.readings import ShufflerDone, ShufflerWork


@dataclass(slots=True)
class Batches:
    """One batch is shuffled while the other is dealt. Colours are those of the backs."""

    work: ShufflerWork | None = None
    """What the shuffler does, as it last said."""
    ready: ShufflerDone | None = None
    """The batch that was shuffled and found right, until its shoe is loaded; only where no card sets are declared."""
    in_play: str | None = None
    """The colour of the present shoe, or of the last one; None where nobody has said."""
    last_set: str | None = None
    """The set of cards that was loaded last."""
    uncounted: bool = False
    """Cards were stuck since the last good count: the next batch must be counted."""
    overdue: tuple[str, str] | None = None
    """What was wrong with a batch while a round was in progress, for when it is over: kind, and what was read."""
