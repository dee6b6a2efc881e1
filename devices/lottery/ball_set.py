"""A ball set as a checked table: which tag is in which ball. Pure but for reading the file.

    ball_set = "blue-1"
    control_sum = "5f0c8b1d22e94a67"      # of all that follows and the name; the tool that made the table wrote it
    [balls]
    "0A004C7F2E" = "0"

37 balls, 0 to 36, a tag each: 10 hex digits as the reader sends them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Final

from pydantic import field_validator, model_validator

from devices.tables import Checked, find, load

NUMBERS: Final = tuple(str(number) for number in range(37))
TAG: Final = re.compile(r"[0-9A-F]{10}")
FOLDER: Final = "ballsets"


class BallSet(Checked):
    """A set of 37 balls. `balls` is tag to number."""

    ball_set: str
    control_sum: str
    balls: dict[str, str]

    @field_validator("balls")
    @classmethod
    def _every_ball_once(cls, balls: dict[str, str]) -> dict[str, str]:
        for tag, number in balls.items():
            if TAG.fullmatch(tag) is None:
                raise ValueError(f"tag {tag!r} of ball {number} is not 10 hex digits in capitals")
            if number not in NUMBERS:
                raise ValueError(f"ball {number!r} of tag {tag} is not within 0 to 36")
        held = list(balls.values())
        doubled = sorted({number for number in held if held.count(number) > 1}, key=int)
        if doubled:
            raise ValueError(f"more than one tag for ball {', '.join(doubled)}")
        missing = [number for number in NUMBERS if number not in held]
        if missing:
            raise ValueError(f"no tag for ball {', '.join(missing)}: a set has 37 balls")
        return balls

    @model_validator(mode="after")
    def _sum_is_right(self) -> BallSet:
        reckoned = control_sum(self.ball_set, self.balls)
        if self.control_sum != reckoned:
            raise ValueError(
                f"control_sum = {self.control_sum!r}: the table gives {reckoned!r}. Somebody changed it: compare every "
                "ball with the reader before writing the new sum"
            )
        return self


def control_sum(ball_set: str, balls: Mapping[str, str]) -> str:
    """The first 16 hex digits of the SHA-256 of the set's name and its balls in the order of their tags."""
    text = "\n".join((ball_set, *(f"{tag} {number}" for tag, number in sorted(balls.items()))))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_ball_set(name: str) -> BallSet:
    """The ball set in the file `name`, a path or the name of one under `config/ballsets`. Raises TableError."""
    return load(find(name, FOLDER), BallSet)
