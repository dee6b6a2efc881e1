"""Tables at the moments that the screens are shown at: made up, so that every picture shows what it is for."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

import msgspec

from studio.messages.telemetry import (
    AlarmView,
    AwaitedDecision,
    AwaitedEntry,
    AwaitedSecond,
    BiasPoint,
    CardSetView,
    Countdown,
    Delivery,
    HandView,
    InspectionView,
    LastResult,
    NextStep,
    OpenIrregularity,
    PlayedView,
    Prompt,
    TableState,
    TableView,
    TimeLineEntry,
    WheelRecord,
)
from studio.messages.wording import IRREGULARITIES, word_prompt

NOW: Final = datetime(2026, 11, 30, 20, 15, 42, tzinfo=UTC)
GOOD: Final = Delivery(published=412, unacknowledged=0, consumer="backend", latency_p50_ms=2.1, latency_p99_ms=6.4)
BACCARAT: Final = (
    "banker banker player tie player player banker banker banker banker banker banker banker player tie tie banker "
    "player player banker player banker banker tie banker player player player player banker"
)
ROULETTE: Final = (
    "17 4 32 0 26 9 11 36 8 22 17 5 29 14 33 1 20 17 0 12 7 35 24 13 2 30 21 18 6 28 34 17 10 25 3 16 31 19 27 23 15 "
    "4 32 9 26 0 17 22 8 11 36 14 5 33 29 1 20 12 35 7 24 13 17 30 2 21 18 6 34 28 10 3 25 16 31 27 19 23 15 4 26 9 0 "
    "32 17 8 36 11 22 5 14 29 33 20 1 12 7 24 35 13"
)


HISTORY: Final = [BiasPoint(50 * n, 30.0 + 11 * (n % 3), 1.2 + n % 4) for n in range(1, 9)]


def at(seconds_ago: float) -> str:
    """A time of the contract, so many seconds before now."""
    moment = NOW - timedelta(seconds=seconds_ago)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def view(
    table: str, game: str, state: TableState, prompt: str, about: dict[str, str] | None = None, **more: Any
) -> TableView:
    """A table's view; what is not given is as on a table where all is well."""
    about = about or {}
    number = int(table.rpartition("-")[2])
    outcomes = (ROULETTE if game == "roulette" else BACCARAT if game == "baccarat" else "").split()
    counts = Counter(outcomes * 4) if game == "roulette" else Counter()
    fields: dict[str, Any] = {
        "table": table,
        "epoch": "1addc1cb",
        "n": 100 + number,
        "game": game,
        "house": "totogaming",
        "state": state,
        "shoe": None if game == "roulette" else f"{table}:1addc1cb:s{number}",
        "round": None if state in ("closed", "shoe_change", "between_rounds") else f"{table}:1addc1cb:r{30 + number}",
        "rounds_done": 29 + number,
        "prompt": Prompt(7, prompt, about, word_prompt(prompt, about), _next(more.pop("follows", None))),
        "announcement": None,
        "cards": {},
        "totals": {},
        "burned": 0,
        "cards_out": 148,
        "cut_card_out": False,
        "last_results": [LastResult(f"r{n}", outcome, "") for n, outcome in enumerate(outcomes[-20:])],
        "irregularity": None,
        "countdown": None,
        "devices": {"wheel": "ready"} if game == "roulette" else {"shoe": "ready"},
        "alarms": [],
        "delivery": GOOD,
        "since_utc": at(9),
        "dealer": ("Ana M.", "Lilit H.", "Narek A.", "Olga P.", "Tigran S.", "Maria K.", "Gor V.", "Ani G.")[
            number - 1
        ],
        "outcomes": outcomes,
        "cards_to_cut": None if game == "roulette" else 260 - 12 * number,
        "wheel": WheelRecord(counts.total(), dict(counts), HISTORY) if game == "roulette" else None,
        "announced_utc": [at(64)] if more.get("alarms") else [],
        "may": ["report", "call_pit_boss"],
        "pit_may": ["open_table"]
        if state == "closed"
        else [
            "close_table",
            "report",
            "go_off_duty",
            "relieve_dealer",
            *(["void_round", "order_shuffle"] if state == "playing" else []),
        ],
        "may_not": {"confirm": "nothing is to be confirmed now", "announce_result": "no result is awaited now"},
    }
    return TableView(**(fields | more))


def _next(follows: tuple[str, dict[str, str]] | None) -> NextStep | None:
    return NextStep(*follows, word_prompt(*follows)) if follows is not None else None


def countdown(left_s: float, length_s: float = 15.0) -> Countdown:
    """A betting window with so much left."""
    return Countdown("betting", at(-left_s), length_s)


def alarm(
    number: int,
    priority: Literal["low", "medium", "high"],
    what: str,
    detail: str = "",
    count: int = 1,
    by: str | None = None,
) -> AlarmView:
    """An alarm, acknowledged if `by` somebody."""
    return AlarmView(
        f"a{number}",
        at(64),
        at(3),
        priority,
        what,
        detail,
        count,
        by,
        at(20) if by else None,
    )


def dealer_betting() -> TableView:
    """Roulette, bets open."""
    return view("roulette-1", "roulette", "betting", "bets_open", countdown=countdown(9.4), follows=("spin", {}))


def dealer_dealing() -> TableView:
    """Baccarat, the third card to Player is due."""
    return view(
        "baccarat-2", "baccarat", "playing", "deal", {"to": "player-3"},
        announcement="No more bets", follows=("next.card_decides", {}),
        hands={"player": HandView(["2h", "3c"], 5), "banker": HandView(["Ts", "6d"], 6)},
    )  # fmt: skip


def dealer_held() -> TableView:
    """Baccarat, a card was read for another place than the one due."""
    kind = "card_misplaced"
    irregularity = OpenIrregularity(
        "baccarat-2:1addc1cb:i1",
        kind,
        "card to player-2",
        "9h for banker-2",
        IRREGULARITIES[kind][1],
        ["void", "go_on"],
    )
    return view(
        "baccarat-2", "baccarat", "held", f"held.{kind}", {"read": "9h for banker-2", "expected": "card to player-2"},
        irregularity=irregularity,
        hands={"player": HandView(["Kd"], 0), "banker": HandView(["4s"], 4)},
        alarms=[alarm(1, "high", kind, "9h for banker-2")],
        time_line=[
            TimeLineEntry(at(31), "table", "bets open"),
            TimeLineEntry(at(16), "timer", "bets closed"),
            TimeLineEntry(at(12), "shoe", "card.read Kd player-1"),
            TimeLineEntry(at(10), "shoe", "card.read 4s banker-1"),
            TimeLineEntry(at(7), "shoe", "card.read 9h banker-2"),
            TimeLineEntry(at(5), "Lilit H.", "call pit boss"),
        ],
    )  # fmt: skip


def dealer_shuffle() -> TableView:
    """Baccarat, the shoe is being made ready."""
    return view(
        "baccarat-2", "baccarat", "shoe_change", "confirm.shuffled",
        follows=("confirm.cut", {}),
        shoe=None, cards_out=0, cards_to_cut=None, may=["confirm", "call_pit_boss"], may_not={}, outcomes=[],
    )  # fmt: skip


def blackjack_split() -> TableView:
    """Blackjack, box 3 has split its eights, and its second hand decides."""
    return view(
        "blackjack-3", "blackjack", "playing", "decide", {"box": "3", "hand": "2", "allowed": "hit, stand, double"},
        boxes=[1, 2, 3, 5, 7],
        hands={
            "box-1.1": HandView(["Ts", "9d"], 19),
            "box-2.1": HandView(["Ah", "Kc"], 21, "blackjack"),
            "box-3.1": HandView(["8s", "3d", "Th"], 21),
            "box-3.2": HandView(["8c", "2h"], 10),
            "box-5.1": HandView(["6h", "9c", "Qd"], 25, "bust"),
            "box-7.1": HandView(["Ad", "6s"], 17, "soft"),
            "dealer": HandView(["6c", None], 6),
        },
        decision=AwaitedDecision(3, 2, ["hit", "stand", "double"], at(-11), 15.0),
        follows=("next.player_decides", {}),
        countdown=Countdown("decision", at(-11), 15.0),
        may=["decide", "call_pit_boss"],
    )  # fmt: skip


def cocktail_shaker() -> TableView:
    """Cocktail roulette: the ball fell on a Shaker number, two of its three balls are drawn."""
    return view(
        "roulette-4", "roulette", "playing", "draw_balls", {"count": "3"},
        follows=("next.round_ends", {}),
        told={"bonus_numbers_drawn": {"17": "shaker", "4": 150, "22": 500, "35": 50}},
        balls=["22", "9"],
        devices={"wheel": "ready", "drawer": "ready"},
        outcomes=[*ROULETTE.split(), "17"],
    )  # fmt: skip


DEALT: Final = [
    TimeLineEntry(at(30), "table", "bets open"),
    TimeLineEntry(at(15), "timer", "bets closed"),
    TimeLineEntry(at(12), "shoe", "card.read 7c player-1"),
    TimeLineEntry(at(10), "shoe", "card.read 5d banker-1"),
    TimeLineEntry(at(8), "shoe", "card.read Jh player-2"),
]


PLAYED: Final = [
    PlayedView(
        "baccarat-7:1addc1cb:r34", "player", {"player-1": "9c", "banker-1": "5d", "player-2": "Kh", "banker-2": "2s"}
    ),
    PlayedView(
        "baccarat-7:1addc1cb:r35",
        "tie",
        {"player-1": "2c", "banker-1": "5d", "player-2": "Ah", "banker-2": "2s", "player-3": "4d"},
        voided=True,
    ),
    PlayedView(
        "baccarat-7:1addc1cb:r36",
        "banker",
        {"player-1": "3c", "banker-1": "9d", "player-2": "Th", "banker-2": "Ks"},
        corrected=True,
    ),
]


def baccarat_ordered() -> TableView:
    """Baccarat between two rounds, with all that a pit boss may order, and a void that waits for a second person."""
    return view(
        "baccarat-7", "baccarat", "between_rounds", "between_rounds", {"outcome": "banker"},
        time_line=DEALT, played=PLAYED, since_utc=at(3),
        pit_may=["close_table", "order_shuffle", "order_free_hand", "go_off_duty", "relieve_dealer", "correct_result",
                 "void_result", "inspected", "inspect_cards", "shuffle_cards", "report"],
        card_sets=[
            CardSetView("red", "red", "live", 8), CardSetView("blue", "blue", "inspected", 8),
            CardSetView("green", "green", "blocked", 8),
        ],
        inspections=[InspectionView("shoe", at(3600), due=False), InspectionView("drawer", "", due=True)],
        seconds=[AwaitedSecond("void_result", "Gor V.", "dealer", {"round": PLAYED[-1].round}, "seen on video")],
    )  # fmt: skip


def unread_card() -> TableView:
    """Baccarat held by a card that could not be read: the house lets two people enter it, and the dealer has."""
    kind = "card_unreadable"
    irregularity = OpenIrregularity(
        "baccarat-2:1addc1cb:i2", kind, "card to player-2", "smudged", IRREGULARITIES[kind][1],
        ["void", "enter"], "both", ["card.read 9h banker-2"],
    )  # fmt: skip
    return msgspec.structs.replace(
        dealer_held(), irregularity=irregularity, entry=AwaitedEntry("deal", 1, "Lilit H."), may=["enter"], may_not={},
        pit_may=["rule", "void_round", "enter"],
        prompt=Prompt(9, f"held.{kind}", {}, ""),
        alarms=[alarm(2, "high", kind, "smudged")],
    )  # fmt: skip


def wall() -> list[TableView]:
    """Eight tables: one held with an alarm, one slow backend, one acknowledged alarm, the others at work."""
    return [
        view("roulette-1", "roulette", "betting", "bets_open", countdown=countdown(9.4),
             time_line=[TimeLineEntry(at(6), "table", "bets open")]),
        dealer_held(),
        view("blackjack-3", "blackjack", "playing", "decide", {"box": "3", "hand": "2", "allowed": "hit"},
             last_results=[LastResult("r1", "dealer", "")], since_utc=at(41)),
        view("roulette-4", "roulette", "playing", "ball_in_play", since_utc=at(18)),
        view("baccarat-5", "baccarat", "shoe_change", "confirm.cut", shoe=None, cards_to_cut=None, cards_out=0,
             since_utc=at(204)),
        view("roulette-6", "roulette", "between_rounds", "between_rounds", {"outcome": "13"},
             alarms=[alarm(4, "medium", "rotor_out_of_band", "32.5 rpm", count=6, by="Davit S.")], since_utc=at(2)),
        view("baccarat-7", "baccarat", "playing", "deal", {"to": "banker-2"}, since_utc=at(12), time_line=DEALT,
             hands={"player": HandView(["7c", "Jh"], 7), "banker": HandView(["5d"], 5)},
             delivery=Delivery(890, 9, "backend", 4.0, 310.0)),
        view("blackjack-8", "blackjack", "closed", "closed", shoe=None, cards_to_cut=None, dealer=None, outcomes=[],
             cards_out=0, last_results=[], since_utc=at(5400)),
    ]  # fmt: skip


def scenes() -> list[dict[str, Any]]:
    """All scenes, as the screens' picture taker reads them."""
    now_ms = NOW.timestamp() * 1000
    dealers = {
        "dealer-betting": dealer_betting(),
        "dealer-dealing": dealer_dealing(),
        "dealer-irregularity": dealer_held(),
        "dealer-shuffle": dealer_shuffle(),
        "blackjack-split": blackjack_split(),
        "cocktail-shaker": cocktail_shaker(),
    }
    made = [{"name": name, "screen": "dealer", "views": [one], "now_ms": now_ms} for name, one in dealers.items()]
    floor = {"screen": "pit", "views": wall(), "now_ms": now_ms}
    listed = {"screen": "pit", "views": [msgspec.structs.replace(one, log_in=True) for one in wall()], "now_ms": now_ms}
    ordered = {"screen": "pit", "views": [baccarat_ordered()], "now_ms": now_ms, "open": "baccarat-7"}
    unread = {"screen": "pit", "views": [unread_card()], "now_ms": now_ms, "open": "baccarat-2"}
    wrong = {"round": PLAYED[-1].round, "changed": {"banker-2": "7d"}}
    return [
        *made,
        {"name": "pit-wall", **floor},
        {"name": "pit-baccarat", **floor, "open": "baccarat-7"},
        {"name": "pit-roulette", **floor, "open": "roulette-1"},
        {"name": "ruling-dialog", **floor, "open": "baccarat-2", "ruling": True},
        {"name": "ruling-two-people", **unread, "ruling": True},
        {"name": "pit-orders", **ordered, "form": "orders"},
        {"name": "pit-correct-rounds", **ordered, "form": "correct"},
        {"name": "pit-correct-places", **ordered, "form": "correct", "filled": wrong},
        {"name": "pit-cards", **ordered, "form": "cards"},
        {"name": "pit-count", **ordered, "form": "cards", "filled": {"counting": "green"}},
        {"name": "pit-inspect", **ordered, "form": "inspect"},
        {"name": "pit-entry", **unread, "form": "entry"},
        *doors("dealer", now_ms),
        {"name": "pit-outside", **listed},
        {"name": "pit-log-in", **listed, "door": "show", "typed": ("21", "580297")},
        {"name": "pit-second-person", **listed, "open": "baccarat-2", "door": "second"},
    ]


def doors(screen: str, now_ms: float) -> list[dict[str, Any]]:
    """The dealer's screen where people log in: nobody there, a PIN half typed, locked, a relief, and the change."""
    nobody = view("baccarat-2", "baccarat", "not_ready", "not_ready", {"devices": "no dealer is on duty"},
                  round=None, log_in=True, dealer=None)  # fmt: skip
    relief = msgspec.structs.replace(dealer_dealing(), log_in=True, relief="Ana M.")
    at_it = {"screen": screen, "now_ms": now_ms}
    return [
        {"name": "dealer-log-in", **at_it, "views": [nobody], "typed": ("7", "135790")},
        {"name": "dealer-locked", **at_it, "views": [nobody], "typed": ("7", "0"), "locked_until_utc": at(-277)},
        {"name": "dealer-relief", **at_it, "views": [relief]},
        {"name": "dealer-change", **at_it, "views": [relief], "door": "show"},
        {"name": "dealer-second-person", **at_it, "views": [relief], "door": "second", "typed": ("21", "")},
    ]
