"""Random play against the invariants: sessions of one table each, watched, replayed, and shrunk when one breaks."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, cast

import msgspec

from devices.clock import Chance, seeded
from studio.games.catalogue import rules_data, rules_digest
from studio.games.house import HouseRules
from studio.houses import list_rules
from studio.policy import Policy, overlaid
from studio.rig.random_table import RandomTable
from studio.rig.random_world import DEALERS, PIT_BOSSES
from studio.rig.watch import InvariantError, Watch
from studio.round.effects import AnyEffect
from studio.round.inputs import AnyInput, Configured
from studio.round.orchestrator import Orchestrator
from studio.round.snapshot import may_be_taken, take_snapshot, take_up
from studio.settings import DeskSettings, Times, load_rulings

ROUNDS_A_SESSION: Final = 40
PATIENCE: Final = 500
"""So many inputs without the end of a round, and the table is taken to be stuck."""
LOOK_EVERY: Final = 25
SNAPSHOT_EVERY: Final = 47
"""After each so many inputs a snapshot is taken, where nothing is in progress."""
MOST_TRIES: Final = 400
"""So many times a counter-example is tried with fewer inputs."""

_inputs: Final = msgspec.json.Encoder()
_read_input: Final = msgspec.json.Decoder(cast("Any", AnyInput))


@dataclass(frozen=True, slots=True)
class CounterExample:
    """Inputs of one table that break an invariant; `inputs` are as few as could be found."""

    invariant: str
    detail: str
    house: str
    variant: str
    seed: str
    inputs: list[AnyInput]
    first_found: int
    """How many inputs it took before it was shrunk."""


def play(
    game: str,
    rounds: int,
    seed: int,
    house: str | None = None,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[int, CounterExample | None]:
    """Play so many random rounds, session after session, up to the first broken invariant; `jobs` processes share them.

    Returns how many rounds were played, and the counter-example. `progress` is called with the rounds played so far;
    once `stopped` is true no further session is begun.
    Raises ConfigError; ValueError where no house has the game.
    """
    offering(game, house)
    work = [
        (game, house, f"{seed}:{number}", min(ROUNDS_A_SESSION, rounds - done))
        for number, done in enumerate(range(0, rounds, ROUNDS_A_SESSION))
    ]
    played = 0
    # Ctrl-C in a terminal comes to every process: the first says what was played, the others end quietly.
    with ProcessPoolExecutor(jobs, initializer=_leave_interruption) if jobs > 1 else nullcontext() as pool:
        results = map(_session, work) if pool is None else pool.map(_session, work, chunksize=4)
        for done, found in results:
            played += done
            progress(played)
            if found is not None or stopped():
                if pool is not None:
                    pool.shutdown(wait=False, cancel_futures=True)
                return played, found
    return played, None


def _leave_interruption() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _session(work: tuple[str, str | None, str, int]) -> tuple[int, CounterExample | None]:
    game, house, seed, rounds = work
    return session(offering(game, house), seed, rounds)


@cache
def offering(game: str, house: str | None) -> tuple[HouseRules, ...]:
    """The rules of every variant of `game`, of one house or of all. Raises ConfigError; ValueError for none."""
    offered = tuple(rules for rules in list_rules() if rules.game == game and house in (None, rules.house))
    if not offered:
        raise ValueError(f"no house plays {game}" if house is None else f"{house} does not play {game}")
    return offered


def session(offered: Sequence[HouseRules], seed: str, rounds: int) -> tuple[int, CounterExample | None]:
    """One table from its first input on, for so many rounds; then all of it once more, through snapshots."""
    random = seeded(seed)
    rules = varied(random.choice(offered), random)
    inputs: list[AnyInput] = [configured(rules, random)]
    table = Orchestrator()
    watch = Watch(table)
    effects = table.handle(inputs[0])
    spelled = [_inputs.encode(effects)]
    snapshots: dict[int, bytes] = {}
    world = RandomTable(table, random, random.choice((0.0, 0.02, 0.1, 0.25)))
    since_round = last = 0
    try:
        watch.see(inputs[0], effects)
        while watch.rounds_ended < rounds:
            given = world.next_input()
            inputs.append(given)
            effects = _handle(table, given)
            spelled.append(_inputs.encode(effects))
            watch.see(given, effects, look=len(inputs) % LOOK_EVERY == 0)
            world.after(effects)
            if len(inputs) % SNAPSHOT_EVERY == 0 and may_be_taken(table):
                snapshots[len(inputs)] = take_snapshot(table)
            since_round = since_round + 1 if watch.rounds_ended == last else 0
            last = watch.rounds_ended
            if since_round > PATIENCE:
                raise InvariantError("alive", _where(table))
        for place, (given, before) in enumerate(zip(inputs, _again(inputs, snapshots), strict=True)):
            if before != spelled[place]:
                raise InvariantError("replay", f"input {place + 1} ({type(given).__name__}) had other effects")
    except InvariantError as broken:
        found = shrunk(inputs, broken) if broken.invariant not in ("replay", "snapshot") else inputs
        return watch.rounds_ended, CounterExample(
            broken.invariant, broken.detail, rules.house, rules.variant, seed, found, len(inputs)
        )
    return watch.rounds_ended, None


def _where(table: Orchestrator) -> str:
    return f"nothing has ended for {PATIENCE} inputs: prompt {table.desk.prompt_key} {table.desk.prompt_about}"


def _handle(table: Orchestrator, given: AnyInput) -> list[AnyEffect]:
    try:
        return table.handle(given)
    except Exception as error:
        raise InvariantError("alive", f"{type(given).__name__} broke the table: {error!r}") from error


def _again(inputs: list[AnyInput], snapshots: dict[int, bytes]) -> Iterator[bytes]:
    """The effects of the same inputs in a new orchestrator, each input read from its bytes as from a journal.

    `snapshots` were taken after so many inputs. Each must be what the inputs lead to once more, and it is a fresh
    orchestrator with that snapshot that goes on.
    """
    table = Orchestrator()
    for number, given in enumerate(inputs, start=1):
        yield _inputs.encode(table.handle(_read_input.decode(_inputs.encode(given))))
        if number in snapshots:
            if take_snapshot(table) != snapshots[number]:
                raise InvariantError("snapshot", f"after input {number}: the inputs lead to another state")
            table = Orchestrator()
            take_up(table, snapshots[number])
            if take_snapshot(table) != snapshots[number]:
                raise InvariantError("snapshot", f"after input {number}: what was taken up is not what was taken")


# --- the houses, and what is varied -------------------------------------------------------------------------------


def varied(rules: HouseRules, random: Chance) -> HouseRules:
    """The house's rules, in two of three sessions with another shoe: fewer decks, other burns, other last hands."""
    shoe = getattr(rules, "shoe", None)
    if shoe is None or random.random() < 0.33:
        return rules
    changed = shoe.model_copy(
        update={
            "decks": random.choice((1, 2, shoe.decks)),
            "cut_from_back_cards": random.choice((7, 16, 26)),
            "burn": random.choice(("none", "first_card_value", "fixed")),
            "burn_count": random.randrange(0, 6),
            "burn_each_round": random.choice((0, 0, 1)),
            "burn_for_new_dealer": random.random() < 0.3,
            "last_hand": random.choice(("current_round", "one_more", "one_more_unless_first")),
        }
    )
    return rules.model_copy(update={"shoe": changed})


@cache
def _policy(house: str, game: str) -> Policy:
    return load_rulings(house, game)


def configured(rules: HouseRules, random: Chance) -> Configured:
    """The first input of a table of these rules, with settings at random."""
    game = rules.game
    kind: Literal["wheel", "shoe"] = "wheel" if game == "roulette" else "shoe"
    licence = {game: "2026-12-31"}
    people = [{"name": name, "roles": ["dealer"], "licences": licence} for name in DEALERS]
    people += [{"name": name, "roles": ["pit_boss"], "licences": {}} for name in PIT_BOSSES]
    people.append({"name": "recorder", "roles": ["technician"], "licences": {}})
    by_hand = ("deal", "burn", "spin", "draw_balls", "turn_reel", "turn_bonus_wheel")
    channels: list[tuple[str, ...]] = [(), (), ("dealer",)]
    if game == "baccarat":
        channels += [("shoe",), ("shoe", "dealer")]
    settings = DeskSettings.model_validate(
        {
            "table": "t1",
            "game": game,
            "times": Times(),
            "launch_before_close": random.random() < 0.7,
            "result_channels": random.choice(channels),
            "manual_entry": by_hand if random.random() < 0.5 or rules.variant == "red_door" else (),
            "inspections": random.choice(((), ("wheel",))),
            "dealer_required": random.random() < 0.3,
            "people": people if random.random() < 0.3 else [],
            "recorder_silent_after_s": random.choice((None, None, 10.0)),
            "card_sets": [{"name": "red", "back": "red"}, {"name": "blue", "back": "blue"}]
            if kind == "shoe" and random.random() < 0.3
            else [],
            "devices": {kind: kind},
            "irregularities": overlaid(_policy(rules.house, game), {}),
        }
    )
    data = rules_data(rules)
    return Configured(
        utc="2026-11-30T00:00:00.000Z",
        monotonic_ns=0,
        table="t1",
        epoch="e1",
        settings=settings.model_dump(mode="json"),
        rules=data,
        rules_digest=rules_digest(rules),
        software="rig",
    )


# --- shrinking ----------------------------------------------------------------------------------------------------


def broken_by(inputs: list[AnyInput]) -> InvariantError | None:
    """What these inputs break in a new table; None when nothing is."""
    table = Orchestrator()
    watch = Watch(table)
    try:
        for given in inputs:
            watch.see(given, _handle(table, given), look=True)
    except InvariantError as broken:
        return broken
    return None


def shrunk(inputs: list[AnyInput], broken: InvariantError) -> list[AnyInput]:
    """As few of the inputs as still break the same invariant: larger pieces are left out first, then smaller ones."""

    def still(some: list[AnyInput]) -> bool:
        found = broken_by(some)
        return found is not None and found.invariant == broken.invariant

    if not still(inputs):
        return inputs
    tries = 0
    step = len(inputs) // 2
    while step > 0:
        place = 1
        while place < len(inputs) and tries < MOST_TRIES:
            tries += 1
            fewer = inputs[:place] + inputs[place + step :]
            if still(fewer):
                inputs = fewer
            else:
                place += step
        step //= 2
    return inputs
