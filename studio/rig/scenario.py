"""Scenarios of whole tables as text that a pit boss can read: what happens, line by line, and what must follow.

A file begins with a heading of `key: value` lines and a blank line; then each line is one step. `#` begins a comment.
Nothing here plays a scenario: see `studio.rig.scenario_player`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, get_args

from devices.readings import ShufflerWork
from studio.config_errors import ConfigError

StepKind = Literal["hardware", "person", "expect"]

_CARDS: Final = r"(?P<cards>[^ ]{2}(?: [^ ]{2})*)"
_BECAUSE: Final = r' because "(?P<reason>[^"]*)"'

HARDWARE: Final[dict[str, str]] = {
    "cards": rf"shoe reads {_CARDS}",
    "card_for": r"shoe reads (?P<card>..) for (?P<position>[\w.-]+)",
    "card_while": r"shoe reads (?P<card>..) while (?P<state>locked|error|setting|other)",
    "card_again": r"shoe sends again (?P<card>..)(?: for (?P<position>[\w.-]+))?",
    "unreadable": r"shoe cannot read a card",
    "cut_card": r"cut card comes out",
    "shoe_starts": r"shoe starts",
    "shoe_says": r"shoe says (?P<winner>player|banker|tie|forced_end)",
    "shoe_fault": r'shoe reports fault (?P<code>\d+) "(?P<reason>[^"]*)"',
    "wheel_phase": r"wheel goes to (?P<phase>[a-z ]+), spin (?P<spin>\d+)",
    "wheel_number": r"wheel says (?P<number>\d+)(?: of spin (?P<spin>\d+))?",
    "wheel_turns": r"wheel counts (?P<turns>\d+(?:\.\d)?) turns",
    "wheel_warns": r"wheel warns of (?P<warning>[a-z ]+)",
    "wheel_two": r"wheel first says (?P<first>\d+), then (?P<second>\d+)",
    "wheel_lost": r"wheel ends the spin without a number",
    "wheel_stops": r"wheel stops",
    "wheel_restarts": r"wheel restarts",
    "rotor": r"rotor runs at (?P<rpm>\d+) rpm",
    "ball": r"drawer gives (?P<number>\d+) as ball (?P<order>\d+)",
    "ball_back": r"drawer loses ball (?P<number>\d+)",
    "ball_unknown": r"drawer reads an unknown ball",
    "drawer_fault": r'drawer reports "(?P<reason>[^"]*)"',
    "drawer_counts": r"drawer counts (?P<balls>\d+) balls",
    "shuffler_state": rf"shuffler is (?P<state>{'|'.join(get_args(ShufflerWork))})(?: with (?P<colour>\w+) cards)?",
    "shuffler_done": r"shuffler has shuffled (?P<cards>\d+|uncounted)(?: (?P<colour>\w+))? cards",
    "shuffler_jam": r"shuffler jams",
    "button": r"button (?P<button>\w+) is pressed",
    "link": r"link to (?P<device>\w+) is (?P<state>\w+)",
    "noisy": r"line to (?P<device>\w+) is noisy",
    "timer": r"time: (?P<timer>[a-z ]+) ends",
    "restart": r"the program is started again",
    "chance": r"chance draws (?P<value>.+)",
    "now": r"the time is (?P<utc>\d{4}-\d\d-\d\d \d\d:\d\d)",
    "again": r"the same command comes again",
    "told": r"(?P<device>\w+) is told: (?P<order>.+)",
}
"""What hardware, clock and process do, by pattern."""

PEOPLE: Final[dict[str, str]] = {
    "open": r"opens the table(?: for (?P<rounds>\d+) rounds)?",
    "close": rf"closes the table{_BECAUSE}",
    "confirm": r"confirms (?P<what>[a-z ]+)",
    "announce": r"announces (?P<value>.+)",
    "boxes": r"names boxes(?P<boxes>(?: \d+,?)*)",
    "decide": r"decides (?P<action>[a-z ]+) for box (?P<box>\d+)(?:, hand (?P<hand>\d+))?",
    "enter": r"enters (?P<value>.+)",
    "report": r"reports (?P<what>\w+)",
    "free_hand": r"orders a free hand",
    "shuffle_now": rf"orders a shuffle{_BECAUSE}",
    "on_duty": r"goes on duty",
    "off_duty": r"goes off duty",
    "log_in": r"logs in by (?P<by>badge|PIN)(?P<wrong>, a wrong one)?(?P<once>, as second)?",
    "log_out": r"logs out",
    "reader": r"holds the badge to the table's reader",
    "relieve": rf"relieves the dealer{_BECAUSE}",
    "inspect": r"has inspected (?P<what>\w+)",
    "alive": r"records",
    "count": r"counts set (?P<card_set>\w+)(?P<but>.*)",
    "shuffle": r"shuffles set (?P<card_set>\w+) by (?P<how>hand|machine|washing)",
    "cut": r"cuts set (?P<card_set>\w+)",
    "correct": rf"corrects round (?P<round>\d+) to (?P<values>[^\"]+){_BECAUSE}",
    "void_result": rf"voids the result of round (?P<round>\d+){_BECAUSE}",
    "rule": rf"rules (?P<ruling>\w+){_BECAUSE}",
    "void_round": rf"voids the round{_BECAUSE}",
    "call": r"calls the pit boss",
}
"""What people do, after their name and role, by pattern."""

AT_THE_DOOR: Final = frozenset({"log_in", "log_out", "reader"})
"""What people do before they may order."""

EXPECTATIONS: Final[dict[str, str]] = {
    "prompt": "what stands on the dealer's screen, whole; with … at its end only how it begins",
    "state": "the table's state in a word",
    "held": "the kind of the irregularity that holds the table, or nothing",
    "allowed": "the rulings that can be given now",
    "published": "an event since the last thing that happened: its type, then `field value, field value`",
    "nothing published": "a type of event that has not come since the last thing that happened",
    "in all": "how many events of a type have come since the beginning: `2 round.result`",
    "refused": "the last command was refused, in words that hold these",
    "noted": "the last order waits for a second person",
    "announced": "what the dealer says now",
    "alarm": "what somebody must look at",
    "cards": "the cards that lie face up: `player-1 Ah, banker-1 9d`",
    "set": "how far a set of cards is: `red blocked`",
}
"""What must follow, by the word before the colon."""

ROLES: Final = ("dealer", "pit boss", "technician", "backend")
HEADING: Final = ("title", "case", "house", "game", "variant", "on", "table", "speed", "setting", "rule", "note")

_PERSON: Final = re.compile(rf"(?P<person>\w+) \((?P<role>{'|'.join(ROLES)})\) (?P<does>.+)")


@dataclass(frozen=True, slots=True)
class Step:
    """One line: `what` is a key of HARDWARE, PEOPLE or EXPECTATIONS, `about` what its pattern found."""

    line: int
    text: str
    kind: StepKind
    what: str
    about: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as it was read."""

    file: Path
    title: str
    house: str
    game: str
    variant: str
    case: int | None
    """The number of the published case in the field standards, section 4, that it plays."""
    on: Literal["orchestrator", "hardware"]
    table: str | None = None
    """On hardware: the table of `config/tables` whose devices are simulated; None for the game's first."""
    speed: int = 20
    """On hardware: how many times faster than life the table's and the devices' own times run."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()


def read_scenario(file: Path) -> Scenario:
    """The scenario in `file`. Raises ConfigError: file, line, and what is understood there."""
    try:
        return parse_scenario(file, file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError([f"{file}: {error.strerror}"]) from None


def parse_scenario(file: Path, text: str) -> Scenario:
    """The scenario that `text` is; `file` stands in errors. Raises ConfigError."""
    lines = list(enumerate(text.splitlines(), start=1))
    heading: dict[str, list[tuple[int, str]]] = {}
    begun = 0
    for number, raw in lines:
        line = _bare(raw)
        if not line:
            if heading and not raw.strip():
                begun = number
                break
            continue
        key, colon, value = line.partition(":")
        if not colon or key not in HEADING:
            raise _wrong(file, number, line, f"the heading, up to a blank line, has {', '.join(HEADING)}")
        heading.setdefault(key, []).append((number, value.strip()))
    steps = tuple(_step(file, number, _bare(raw)) for number, raw in lines if number > begun and _bare(raw))
    if not steps:
        raise ConfigError([f"{file}: no step: a heading, a blank line, then a step a line"])
    one = {key: _once(file, key, found) for key, found in heading.items() if key not in ("setting", "rule", "note")}
    missing = [key for key in ("title", "house", "game") if key not in one]
    if missing:
        raise ConfigError([f"{file}: {missing[0]}: missing in the heading"])
    on = one.get("on", "orchestrator")
    if on not in ("orchestrator", "hardware"):
        raise ConfigError([f"{file}: on: {on!r}: allowed are orchestrator, hardware"])
    case = one.get("case")
    if case is not None and not case.isdecimal():
        raise ConfigError([f"{file}: case: {case!r}: write the number of the published case"])
    return Scenario(
        file=file,
        title=one["title"],
        house=one["house"],
        game=one["game"],
        variant=one.get("variant", "classic"),
        case=None if case is None else int(case),
        on="hardware" if on == "hardware" else "orchestrator",
        table=one.get("table"),
        speed=_speed(file, one.get("speed", "20")),
        settings=_values(file, heading.get("setting", [])),
        rules=_values(file, heading.get("rule", [])),
        steps=steps,
    )


def _speed(file: Path, text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise ConfigError([f"{file}: speed: {text!r}: write a whole number from 1 to 100"])
    return int(text)


def _bare(raw: str) -> str:
    """The line without comment and outer blanks; a `#` within quotes is none."""
    return re.sub(r'#(?=(?:[^"]*"[^"]*")*[^"]*$).*', "", raw).strip()


def _once(file: Path, key: str, found: list[tuple[int, str]]) -> str:
    if len(found) > 1:
        raise ConfigError([f"{file}:{found[1][0]}: {key}: stands in line {found[0][0]} already"])
    return found[0][1]


def _values(file: Path, found: list[tuple[int, str]]) -> dict[str, Any]:
    """`setting: manual_entry = ["deal"]`: the value as in a TOML file."""
    values: dict[str, Any] = {}
    for number, text in found:
        try:
            _merge(values, tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise _wrong(file, number, text, f'key = value, as in manual_entry = ["deal"] ({error})') from None
    return values


def _merge(into: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value


def _step(file: Path, number: int, line: str) -> Step:
    word, colon, value = line.partition(":")
    if colon and word in EXPECTATIONS:
        return Step(number, line, "expect", word, {"value": value.strip()})
    person = _PERSON.fullmatch(line)
    if person is not None:
        for what, pattern in PEOPLE.items():
            found = re.fullmatch(pattern, person["does"])
            if found is not None:
                about = {key: said for key, said in found.groupdict().items() if said is not None}
                return Step(number, line, "person", what, {**about, "person": person["person"], "role": person["role"]})
        raise _wrong(file, number, line, "\n  ".join(("a person does one of:", *_readable(PEOPLE))))
    for what, pattern in HARDWARE.items():
        found = re.fullmatch(pattern, line)
        if found is not None:
            about = {key: said for key, said in found.groupdict().items() if said is not None}
            return Step(number, line, "hardware", what, about)
    raise _wrong(file, number, line, "\n  ".join(("one of:", *understood())))


def understood() -> Iterator[str]:
    """Every form of a line, as a person would write it."""
    yield from _readable(HARDWARE)
    yield from (f"NAME ({'|'.join(ROLES)}) {form}" for form in _readable(PEOPLE))
    yield from (f"{word}: {meaning}" for word, meaning in EXPECTATIONS.items())


def _readable(patterns: Mapping[str, str]) -> Iterator[str]:
    for pattern in patterns.values():
        named = re.sub(r"\(\?P<(\w+)>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", lambda found: found[1].upper(), pattern)
        yield re.sub(r"\(\?:([^()]*)\)\?", r"[\1]", named).replace("\\", "")


def _wrong(file: Path, number: int, line: str, allowed: str) -> ConfigError:
    return ConfigError([f"{file}:{number}: {line!r} is not understood: {allowed}"])
