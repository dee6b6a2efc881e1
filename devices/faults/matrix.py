"""Every kind of simulated device by every fault of its line: what the driver tells, and what a table does with it.

`tests/devices/test_fault_matrix.py` plays each cell and holds it to what stands here: that `tells` is told, that
`links` are the states gone through, that nothing is told which did not happen, and that nothing is missing unless
`may_miss`. The rulings that a house has for each irregularity are in `config/houses/*/irregularities.toml`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from devices.faults.menu import MENU, FaultName
from devices.faults.own import WHEEL


class Cell(NamedTuple):
    """What follows from one fault on one kind of line.

    `driver`, `table`: in words. `tells`: kinds of readings that come because of it. `may_miss`: something that happened
    may not be told. `links`: link states, in order.
    """

    driver: str
    table: str
    tells: tuple[str, ...] = ()
    may_miss: bool = False
    links: tuple[str, ...] = ()


NOTHING: Final = "nothing: it does not notice"
_PIECES: Final = "puts the pieces together: a frame counts with its end only"
_LOST: Final = ("lost", "ready")
_REPEATED: Final = "tells a repeated state once"
_MALFORMED: Final = ("frame.malformed",)
_NOISY: Final = "counts and keeps the bytes; line_noisy holds the table when more than half of 5 s is bad"
_GONE: Final = "link lost at once: holds in a round, goes on when it is back"
_NOISE_BESIDE: Final = "counts and keeps the bytes; line_noisy is an alarm, and the round goes on"
_BESIDE: Final = "link lost at once: an alarm, shown; the round goes on"

_WHEEL: Final[dict[FaultName, Cell]] = {
    "drop": Cell(
        "goes by the next report; a spin whose step from 4 to 5 was not heard is unresolved",
        "wheel_unresolved holds: void, or two people enter the number",
        may_miss=True,
    ),
    "split": Cell(_PIECES, NOTHING),
    "join": Cell("takes line by line", NOTHING),
    "noise": Cell("drops what is no line, goes by the next report", _NOISY, _MALFORMED, may_miss=True),
    "delay": Cell("tells everything, later", "bets close by its own time, if the wheel's word comes later"),
    "duplicate": Cell(_REPEATED, NOTHING),
    "stuck": Cell(
        "hears the same state: no edge, no result; then a spin that went by",
        "waits at its prompt, the dealer calls; afterwards wheel_unresolved",
        may_miss=True,
    ),
    "checksum": Cell("SS2 lines have no check; a wrong last character is no line", _NOISY, _MALFORMED, may_miss=True),
    "reorder": Cell("tells each step once; a number that was ended is not told again", NOTHING, may_miss=True),
    "unplug": Cell(
        "lost at once; opened again by name, asked how it is set, ready after 2 frames; a spin seen again goes on",
        _GONE + "; a spin that ended meanwhile is wheel_unresolved",
        may_miss=True,
        links=_LOST,
    ),
    "silence": Cell(
        "stale at 2 s, asked once, and whether it is only muted; down at 5 s; then its parameters are read again",
        "link_down holds in a round; a spin that ended meanwhile is wheel_unresolved",
        may_miss=True,
        links=("stale", "down", "ready"),
    ),
    "power cycle": Cell(
        "stale, down; then the counter begins again: wheel.restarted; its parameters are read again",
        "wheel_restarted: the round is void by the house's rule",
        ("wheel.restarted",),
        may_miss=True,
        links=("stale", "down", "ready"),
    ),
}

_SHOE: Final[dict[FaultName, Cell]] = {
    "drop": Cell(
        "cannot know of a card that was not sent",
        "the next card names its place: card_misplaced holds, the missing one is entered by two people",
        may_miss=True,
    ),
    "split": Cell(_PIECES, NOTHING),
    "join": Cell("takes frame by frame", NOTHING),
    "noise": Cell("the check fails: no card", "card_misplaced at the next card; " + _NOISY, _MALFORMED, may_miss=True),
    "delay": Cell("tells everything, later", "waits: the dealer's prompt stands until the card is read"),
    "duplicate": Cell("same sequence and content: one card", NOTHING),
    "stuck": Cell("same sequence and content: told once", "waits; the next true card is card_misplaced", may_miss=True),
    "checksum": Cell(
        "no card; told with what the check says and both reckonings",
        "the card is missing: card_misplaced at the next one",
        _MALFORMED,
        may_miss=True,
    ),
    "reorder": Cell("tells them as they came", "card_misplaced holds at the first one out of turn", may_miss=True),
    "unplug": Cell(
        "lost at once; opened again by name; forgets the last frame, so that a repeat would be told",
        _GONE + "; cards drawn meanwhile are missing: card_misplaced at the next one",
        may_miss=True,
        links=_LOST,
    ),
    "silence": Cell(
        "cannot know: a shoe is silent between cards",
        "waits at its prompt; the next card heard is card_misplaced",
        may_miss=True,
    ),
    "power cycle": Cell(
        "hears the start: shoe.started, though its sequence begins again",
        "shoe_restarted holds; no round is opened by it",
        ("shoe.started",),
        may_miss=True,
    ),
}

_DRAWER: Final[dict[FaultName, Cell]] = {
    "drop": Cell(
        "a ball counted without its tag, or a counter that jumped, is ball.unknown",
        "ball_unknown holds",
        ("ball.unknown",),
        may_miss=True,
    ),
    "split": Cell(_PIECES, NOTHING),
    "join": Cell("takes frame by frame", NOTHING),
    "noise": Cell("drops what is no frame; the tag is sent again while it is there", _NOISY, _MALFORMED, may_miss=True),
    "delay": Cell("tells everything, later", "waits at its prompt"),
    "duplicate": Cell("one presence of a tag, one count of a ball", NOTHING),
    "stuck": Cell("hears the same frame: no ball", "waits; then ball_unknown for those that passed", may_miss=True),
    "checksum": Cell("no tag: the next repetition is heard", _NOISY, _MALFORMED, may_miss=True),
    "reorder": Cell(
        "a count that overtakes its tag is a ball unread; the tag is then the next ball's, or too many",
        "ball_unknown or drawer_fault holds",
        may_miss=True,
    ),
    "unplug": Cell(
        "lost at once; then the counter's heartbeat says how many balls passed unheard",
        _GONE + "; ball_unknown for those that passed",
        may_miss=True,
        links=_LOST,
    ),
    "silence": Cell(
        "stale at 3 s, down at 8 s; then the heartbeat says what passed unheard",
        "link_down holds in a draw; ball_unknown afterwards",
        may_miss=True,
        links=("stale", "ready"),
    ),
    "power cycle": Cell(
        "stale; the counter begins at nothing: drawer.fault",
        "drawer_fault holds in a draw: count the balls again",
        ("drawer.fault",),
        may_miss=True,
        links=("stale", "ready"),
    ),
}

_SHUFFLER: Final[dict[FaultName, Cell]] = {
    "drop": Cell("goes by the next report, a second later", NOTHING),
    "split": Cell(_PIECES, NOTHING),
    "join": Cell("takes line by line", NOTHING),
    "noise": Cell("drops what is no line, goes by the next report", _NOISE_BESIDE, _MALFORMED),
    "delay": Cell("tells everything, later", "waits for the batch"),
    "duplicate": Cell(_REPEATED, NOTHING),
    "stuck": Cell("hears the same state", "waits for the batch", may_miss=True),
    "checksum": Cell("a wrong last character is no line", _NOISE_BESIDE, _MALFORMED),
    "reorder": Cell("tells states as they came; a batch is done once", NOTHING, may_miss=True),
    "unplug": Cell("lost at once; then the state is heard again", _BESIDE + "; the next shuffle waits for it",
                   may_miss=True, links=_LOST),
    "silence": Cell("stale at 3 s, down at 8 s; then the state is heard again", _BESIDE, may_miss=True,
                    links=("stale", "ready")),
    "power cycle": Cell(
        "stale; then idle: the batch was never done",
        "no batch: it is put in again",
        may_miss=True,
        links=("stale", "ready"),
    ),
}  # fmt: skip

_SCANNER: Final[dict[FaultName, Cell]] = {
    "drop": Cell(
        "cannot know of a code that was not sent",
        "waits at its prompt: the dealer shows the card again, nothing was taken for it",
        may_miss=True,
    ),
    "split": Cell(_PIECES, NOTHING),
    "join": Cell("takes line by line", NOTHING),
    "noise": Cell(
        "a code that is not in the table is card.unreadable; no code is the end of another",
        "card_unreadable holds; a table of long codes with a check leaves less to luck",
        ("card.unreadable",),
        may_miss=True,
    ),
    "delay": Cell("tells everything, later", "waits at its prompt"),
    "duplicate": Cell("one presence: a repeat without a leave is the same card", NOTHING),
    "stuck": Cell(
        "the card before is read again after it had left: card.read of another card of that face",
        "a face too many is card_beyond_composition; else only the eye sees it: two sources where it matters",
        may_miss=True,
    ),
    "checksum": Cell("a code has no check; a wrong last character is card.unreadable", "card_unreadable holds",
                     ("card.unreadable",), may_miss=True),
    "reorder": Cell("tells them as they came", "takes them as they came: the eye is the second source", may_miss=True),
    "unplug": Cell(
        "lost at once, opened again by name",
        _GONE + "; a card shown meanwhile was not taken, and is asked for",
        may_miss=True,
        links=_LOST,
    ),
    "silence": Cell("cannot know: silent between cards", "waits at its prompt: the card is shown again", may_miss=True),
    "power cycle": Cell("cannot know", "waits at its prompt: the card is shown again", may_miss=True),
}  # fmt: skip

_BUTTONS: Final[dict[FaultName, Cell]] = {
    "drop": Cell("a press whose line is lost is none", "waits: press again", may_miss=True),
    "split": Cell(_PIECES, NOTHING),
    "join": Cell("takes line by line", NOTHING),
    "noise": Cell("drops what is no line", "waits: press again; " + _NOISE_BESIDE, _MALFORMED, may_miss=True),
    "delay": Cell("tells everything, later", "does it when it comes, if it may still be done then"),
    "duplicate": Cell("a level that is repeated is no press", NOTHING),
    "stuck": Cell("a level that is repeated is no press", "waits: press again", may_miss=True),
    "checksum": Cell("a wrong last character is no line", _NOISE_BESIDE, _MALFORMED, may_miss=True),
    "reorder": Cell("a press and its release overtaken are still one press", NOTHING, may_miss=True),
    "unplug": Cell("lost at once; levels are forgotten: no phantom press", _BESIDE, may_miss=True, links=_LOST),
    "silence": Cell("asked every second: stale at 3 s; no phantom press", "link_down is shown", may_miss=True,
                    links=("stale", "ready")),
    "power cycle": Cell("stale; levels are heard again: no phantom press", "link_down is shown", may_miss=True,
                        links=("stale", "ready")),
}  # fmt: skip

_KEYS: Final[dict[FaultName, Cell]] = {
    "drop": Cell("a press whose event is lost is none", "waits: press again", may_miss=True),
    "split": Cell(_PIECES, NOTHING),
    "join": Cell("takes event by event", NOTHING),
    "noise": Cell("drops what is no event", "waits: press again", _MALFORMED, may_miss=True),
    "delay": Cell("tells everything, later", "does it when it comes, if it may still be done then"),
    "duplicate": Cell(
        "a key that is down is not pressed again: one press",
        NOTHING,
    ),
    "stuck": Cell("a key that is down is not pressed again", "waits: press again", may_miss=True),
    "checksum": Cell("a wrong last character is no event", "waits: press again", _MALFORMED, may_miss=True),
    "reorder": Cell("a press is told when it comes", NOTHING, may_miss=True),
    "unplug": Cell("errno 19: lost at once, keys are forgotten: no phantom press", _BESIDE, may_miss=True, links=_LOST),
    "silence": Cell("cannot know: it is silent between presses", "waits: press again", may_miss=True),
    "power cycle": Cell("cannot know", "waits: press again", may_miss=True),
}

MATRIX: Final[dict[str, dict[FaultName, Cell]]] = {
    "wheel": _WHEEL,
    "shoe": _SHOE,
    "drawer": _DRAWER,
    "shuffler": _SHUFFLER,
    "scanner": _SCANNER,
    "buttons": _BUTTONS,
    "keys": _KEYS,
}
"""Kind of simulator to fault to what follows."""


def matrix_text(width: int = 118) -> str:
    """The matrix as a table for a terminal of `width` columns."""
    first = max(len(name) for name in (*MENU, *WHEEL)) + 2
    lines: list[str] = []
    for kind, row in MATRIX.items():
        lines += _rows(kind, {name: (cell.driver, cell.table) for name, cell in row.items()}, first, width)
    own = {name: (fault.driver, fault.table) for name, fault in WHEEL.items()}
    lines += _rows("wheel itself", own, first, width)
    return "\n".join(lines).rstrip()


def _rows(head: str, rows: Mapping[str, tuple[str, str]], first: int, width: int) -> Iterator[str]:
    column = (width - first) // 2
    yield f"{head:<{first}}{'the driver':<{column}}the table"
    yield "-" * width
    for name, cells in rows.items():
        driver, table = (textwrap.wrap(cell, column - 2) for cell in cells)
        for at in range(max(len(driver), len(table))):
            said = [part[at] if at < len(part) else "" for part in (driver, table)]
            yield f"{name if at == 0 else '':<{first}}{said[0]:<{column}}{said[1]}".rstrip()
    yield ""
