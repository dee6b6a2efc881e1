"""`studio deal`: the round that given cards and numbers make, and the inputs that it refuses."""

from __future__ import annotations

from itertools import product

import pytest

from studio.cards import RANKS
from studio.houses import list_rules

from .commanding import Studio

POINTS = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(number): number for number in range(2, 10)}
BANKER_DRAWS_ON = {0: "0123456789", 1: "0123456789", 2: "0123456789", 3: "012345679", 4: "234567", 5: "4567", 6: "67"}
"""rules/baccarat.md 1: Banker's total to the values of Player's third card."""


def types(run_events: list[dict[str, object]]) -> list[object]:
    return [event["type"] for event in run_events]


# --- baccarat ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("house", ["pokerok", "oasis"])
def test_a_natural_is_published_card_by_card_and_ends_in_the_result(studio: Studio, house: str) -> None:
    run = studio("deal", "baccarat", "--house", house, "--cards", "9h 3d Tc 5s", "--json")
    assert run.status == 0
    assert types(run.events) == ["round.opened", "round.bets_closed", *["card.dealt"] * 4, "round.result"]
    assert [event["seq"] for event in run.events] == list(range(1, 8))
    assert {event["table"] for event in run.events} == {"desk"}
    result = run.result
    assert (result["game"], result["house"], result["outcome"]) == ("baccarat", house, "player")
    assert result["hands"]["player"] == {"cards": ["9h", "Tc"], "total": 9, "natural": True}
    assert result["hands"]["banker"] == {"cards": ["3d", "5s"], "total": 8, "natural": True}
    assert result["bets"]["player"] == {"result": "win", "pays": "1:1"}
    assert result["bets"]["banker"] == {"result": "lose", "pays": "0:1"}
    assert len(result["rules_digest"]) == 64


@pytest.mark.parametrize("house", ["pokerok", "oasis"])
def test_a_tie_gives_main_bets_back(studio: Studio, house: str) -> None:
    result = studio("deal", "baccarat", "--house", house, "--cards", "6h 6d Tc Ts", "--json").result
    assert result["outcome"] == "tie"
    assert result["bets"]["player"] == result["bets"]["banker"] == {"result": "push", "pays": "0:1"}
    assert result["bets"]["tie"] == {"result": "win", "pays": "8:1"}


@pytest.mark.parametrize("house", ["pokerok", "oasis"])
def test_each_banker_total_with_each_third_card_of_player(studio: Studio, house: str) -> None:
    """Player draws to a zero; one line a round through standard input."""
    cases = list(product(range(8), RANKS))
    lines = [f"Kh {total if total > 1 else 'QA'[total]}d Qc Ts {third}h 2c" for total, third in cases]
    run = studio("deal", "baccarat", "--house", house, "--json", "-", stdin="\n".join(lines))
    assert run.status == 0
    assert len(run.events) == len(cases)
    for (total, third), result in zip(cases, run.events, strict=True):
        draws = str(POINTS[third]) in BANKER_DRAWS_ON.get(total, "")
        assert len(result["hands"]["player"]["cards"]) == 3
        assert len(result["hands"]["banker"]["cards"]) == (3 if draws else 2), (total, third)


def test_a_red_envelope_may_be_given(studio: Studio) -> None:
    command = ("deal", "baccarat", "--house", "totogaming", "--cards", "6h 6d Tc Ts", "--json", "--draws")
    for draws in ("tie:22x player_pair:15x", '{"tie": 22, "player_pair": 15}', '{"red_envelope": {"tie": 22}}'):
        run = studio(*command, draws)
        assert run.result["bets"]["tie"]["pays"] == "21:1"
        assert run.events[2]["type"] == "round.told"


def test_a_free_hand_is_dealt_where_the_house_has_them(studio: Studio) -> None:
    cards = ("--cards", "9h 3d Tc 5s", "--free-hand", "--json")
    run = studio("deal", "baccarat", "--house", "oasis", *cards)
    assert (run.result["bets"], run.result["free_hand"], run.events[0]["free_hand"]) == ({}, True, True)
    assert "round.bets_closed" not in types(run.events)
    refused = studio("deal", "baccarat", "--house", "pokerok", *cards)
    assert (refused.status, refused.out) == (2, "")
    assert "no free hands" in refused.err


def test_in_words_the_result_comes_last(studio: Studio) -> None:
    run = studio("deal", "baccarat", "--house", "pokerok", "--cards", "9h 3d Tc 5s")
    assert "player-1    9h" in run.out
    assert "wins 1:1" in run.out.splitlines()[-3]


# --- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["1h", "Ax", "10h", "ah", "A", "?"])
def test_what_is_no_card_is_named(studio: Studio, bad: str) -> None:
    run = studio("deal", "baccarat", "--house", "pokerok", "--cards", f"9h {bad} Tc 5s")
    assert (run.status, run.out) == (2, "")
    assert repr(bad) in run.err


def test_more_copies_than_the_shoe_holds_are_named(studio: Studio) -> None:
    run = studio("deal", "baccarat", "--house", "oasis", "--cards", " ".join(["9h"] * 7))
    assert run.status == 2
    assert "'9h' is given 7 times: the shoe holds 6" in run.err
    run = studio("deal", "blackjack", "--house", "totogaming", "--variant", "power", "--cards", "9h")
    assert run.status == 2
    assert "'9h' is not in this shoe" in run.err


@pytest.mark.parametrize(
    ("cards", "missing"),
    [("", "player-1"), ("9h", "banker-1"), ("2h 3d Tc 4s", "player-3"), ("7h 3d Tc Ts", "banker-3")],
)
def test_cards_that_run_out_end_with_three_and_name_the_place(studio: Studio, cards: str, missing: str) -> None:
    run = studio("deal", "baccarat", "--house", "pokerok", "--cards", cards, "--json")
    assert run.status == 3
    assert missing in run.err
    assert "round.result" not in run.out


def test_options_of_another_game_are_refused(studio: Studio) -> None:
    run = studio("deal", "baccarat", "--house", "pokerok", "--cards", "9h 3d Tc 5s", "--number", "17")
    assert run.status == 2
    assert "--number has no place at baccarat" in run.err


def test_an_unknown_house_game_or_variant_is_named_with_those_known(studio: Studio) -> None:
    run = studio("deal", "baccarat", "--house", "nowhere", "--cards", "9h")
    assert run.status == 2
    assert "'nowhere': there are oasis, pokerok, totogaming" in run.err
    run = studio("deal", "roulette", "--house", "totogaming", "--variant", "nothing", "--number", "1")
    assert run.status == 2
    assert "cocktail" in run.err
    assert studio("deal", "poker", "--house", "oasis").status == 2


# --- standard input ----------------------------------------------------------------------------------------------


def test_a_bad_line_is_named_by_its_number_after_the_results_before_it(studio: Studio) -> None:
    for line, status in (("9h 3x Tc 5s", 2), ("9h 3d", 3)):
        stdin = f"9h 3d Tc 5s\n\n6h 6d Tc Ts\n{line}\n9h 3d Tc 5s\n"
        run = studio("deal", "baccarat", "--house", "pokerok", "--json", "-", stdin=stdin)
        assert run.status == status
        assert [result["outcome"] for result in run.events] == ["player", "tie"]
        assert run.err.startswith("line 4: ")


def test_without_json_one_line_a_result(studio: Studio) -> None:
    run = studio("deal", "baccarat", "--house", "pokerok", "--cards", "-", stdin="9h 3d Tc 5s\n6h 6d Tc Ts")
    assert run.out.splitlines() == [
        "player | player 9 9h Tc, banker 8 3d 5s | player wins 1:1",
        "tie | player 6 6h Tc, banker 6 6d Ts | player comes back, banker comes back, tie wins 8:1",
    ]


def test_many_lines_in_blocks_come_out_whole_and_in_order(studio: Studio) -> None:
    lines = [f"{rank}{suit} 3d Tc 5s Kh Kd" for rank in "9A" for suit in "cdhs"] * 2000
    run = studio("deal", "baccarat", "--house", "pokerok", "--json", "-", stdin="\n".join(lines))
    assert [event["seq"] for event in run.events] == list(range(1, 16_001))
    assert [event["hands"]["player"]["cards"][0] for event in run.events] == [line[:2] for line in lines]


def test_lines_of_the_other_games(studio: Studio) -> None:
    run = studio("deal", "roulette", "--house", "totogaming", "--variant", "cocktail", "--json", "-",
                 stdin="17; 4:100x 5:50x 8:shaker\n8; 4:100x 5:50x 8:shaker; 4 8 9\n")  # fmt: skip
    assert [result["outcome"] for result in run.events] == ["17", "8"]
    assert run.events[1]["bets"]["straight:4"]["pays"] == "99:1"
    stdin = "9h 6d 8s Td Kh; 1; 1:stand\n9h 2h 6d 8s 9s Td Kh; 1 2\n"
    run = studio("deal", "blackjack", "--house", "oasis", "--json", "-", stdin=stdin)
    assert [sorted(result["hands"]) for result in run.events] == [
        ["box-1.1", "dealer"],
        ["box-1.1", "box-2.1", "dealer"],
    ]
    run = studio("deal", "roulette", "--house", "pokerok", "-", stdin="17;;;\n")
    assert run.status == 2


# --- roulette ------------------------------------------------------------------------------------------------------

COCKTAIL = ("deal", "roulette", "--house", "totogaming", "--variant", "cocktail", "--number", "17", "--json", "--draws")


def test_cocktail_with_no_bonus_with_a_multiplier_and_with_the_shaker(studio: Studio) -> None:
    """rules/roulette.md 2.4: 24:1; the multiplier; a ball equal to the number 49:1, a ball with its multiplier."""
    assert studio(*COCKTAIL, "4:100x 5:50x 8:shaker").result["bets"]["straight:17"]["pays"] == "24:1"
    assert studio(*COCKTAIL, "17:100x 5:50x 8:shaker").result["bets"]["straight:17"]["pays"] == "99:1"
    run = studio(*COCKTAIL, "17:shaker 5:50x 8:100x", "--balls", "17 5 30")
    bets = run.result["bets"]
    assert [bets[f"straight:{number}"]["pays"] for number in (17, 5, 30)] == ["49:1", "49:1", "24:1"]
    assert run.result["draws"]["balls"] == ["17", "5", "30"]
    assert [event["number"] for event in run.events if event["type"] == "ball.drawn"] == ["17", "5", "30"]


@pytest.mark.parametrize(
    ("draws", "balls", "status", "named"),
    [
        ("17:100x 5:shaker", None, 2, "3 to 5 numbers"),
        ("17:101x 5:50x 8:100x", None, 2, "101"),
        ("37:100x 5:50x 8:100x", None, 2, "'37'"),
        ("17:100x 17:50x 8:100x", None, 2, "'17' is given twice"),
        ("17:lots", None, 2, "'17:lots'"),
        ("{17", None, 2, "neither JSON"),
        ('{"atom.lucky_numbers": {}, "cocktail.bonus_numbers": {}}', None, 2, "'atom.lucky_numbers'"),
        ("17:shaker 5:50x 8:100x", "17 5", 3, "3 balls"),
        ("17:shaker 5:50x 8:100x", "17 5 5", 2, "different"),
        ("17:shaker 5:50x 8:100x", "17 5 40", 2, "'40'"),
    ],
)
def test_draws_and_balls_that_cannot_be(studio: Studio, draws: str, balls: str | None, status: int, named: str) -> None:
    run = studio(*COCKTAIL, draws, *(("--balls", balls) if balls else ()))
    assert run.status == status
    assert named in run.err
    assert "round.result" not in run.out


def test_draws_are_needed_where_the_game_draws_and_refused_where_not(studio: Studio) -> None:
    missing = studio(*COCKTAIL[:-1])
    assert missing.status == 3
    assert "--draws" in missing.err
    refused = studio("deal", "roulette", "--house", "pokerok", "--number", "17", "--draws", "17:50x")
    assert refused.status == 2
    assert "draws nothing at random" in refused.err


@pytest.mark.parametrize("number", ["37", "-1", "00", "x", "017"])
def test_what_is_no_number_of_the_wheel_is_named(studio: Studio, number: str) -> None:
    run = studio("deal", "roulette", "--house", "pokerok", f"--number={number}")
    assert run.status == 2
    assert repr(number) in run.err


def test_one_ball_has_one_number_and_double_ball_two(studio: Studio) -> None:
    run = studio("deal", "roulette", "--house", "pokerok", "--number", "17 4")
    assert run.status == 2
    assert "'4'" in run.err
    double = ("deal", "roulette", "--house", "totogaming", "--variant", "double_ball", "--json", "--number")
    assert studio(*double, "17 4").result["numbers"] == ["17", "4"]
    assert studio(*double, "17").status == 3


def test_red_door_is_given_keys_reel_and_wheel_in_short_or_in_json(studio: Studio) -> None:
    door = ("deal", "roulette", "--house", "totogaming", "--variant", "red_door", "--number", "17", "--json", "--draws")
    drawn = '{"reel": 3, "red_door.keys:3": {"17": 1, "4": 5, "9": 1}, "wheel": ["double", 40]}'
    for draws in ("17 4:5 9 wheel:double wheel:40x", "reel:3 17 4:5x 9 wheel:double wheel:40", drawn):
        result = studio(*door, draws).result
        assert result["bets"]["straight:17"]["pays"] == "79:1"
        assert result["draws"]["keys_count"] == 3
    assert studio(*door, "17 4:5 9 wheel:double").status == 3
    assert studio(*door, '{"red_door.keys": {}, "reel": 3, "wheel": 40}').status == 2


@pytest.mark.parametrize("variant", ["gold_bar", "gold_vault", "lightning", "ultimate"])
def test_draws_of_other_variants(studio: Studio, variant: str) -> None:
    draws, pays = {
        "gold_bar": ("7", "29:1"),
        "gold_vault": ("17:3 4 5 6 7 super:9", "149:1"),
        "lightning": ("17:500x", "499:1"),
        "ultimate": (
            '{"ultimate.lucky_numbers": [{"number": "17", "value": 100}], "ultimate.extras":'
            ' [{"numbers": ["3"], "value": 50}, {"numbers": ["3"], "value": 50}, {"numbers": ["3"], "value": 50}]}',
            "99:1",
        ),
    }[variant]
    command = ("deal", "roulette", "--house", "totogaming", "--variant", variant, "--number", "17", "--json")
    assert studio(*command, "--draws", draws).result["bets"]["straight:17"]["pays"] == pays


# --- blackjack -----------------------------------------------------------------------------------------------------


def test_split_aces_with_a_ten_are_twenty_one_and_no_blackjack(studio: Studio) -> None:
    run = studio("deal", "blackjack", "--house", "oasis", "--cards", "Ah 6d As Td 9c 5h 8c", "--decisions", "1:split",
                 "--json")  # fmt: skip
    result = run.result
    assert result["hands"]["box-1.1"] == {"cards": ["Ah", "Td"], "total": 21, "natural": False}
    assert result["bets"]["main:1.1"]["pays"] == "1:1"


@pytest.mark.parametrize(("house", "shown"), [("pokerok", None), ("totogaming", "Kd")])
def test_the_dealers_ace_with_peek_and_without_hole_card(studio: Studio, house: str, shown: str | None) -> None:
    cards = ("--cards", "9h Ad 8s Kd", "--decisions", "1:insurance", "--json")
    run = studio("deal", "blackjack", "--house", house, *cards)
    second = next(event for event in run.events if event.get("position") == "dealer-2")
    assert second["card"] == shown
    assert run.result["outcome"] == "blackjack"
    assert run.result["bets"]["main:1"]["result"] == "lose"
    assert run.result["bets"]["insurance:1"] == {"result": "win", "pays": "2:1"}


def test_surrender_against_an_ace_is_refused_where_the_house_forbids_it(studio: Studio) -> None:
    cards = ("--cards", "9h Ad 7s Kd", "--decisions", "1:surrender")
    run = studio("deal", "blackjack", "--house", "oasis", *cards)
    assert run.status == 4
    assert "1:surrender" in run.err
    assert "allowed are hit, stand, double" in run.err
    assert studio("deal", "blackjack", "--house", "totogaming", *cards).status == 0


def test_charlie_wins_at_once(studio: Studio) -> None:
    run = studio("deal", "blackjack", "--house", "totogaming", "--cards", "2h 9d 2s 2d 3c 2c 3d 4h 7s 8c",
                 "--decisions", "1:hit 1:hit 1:hit 1:hit 1:hit", "--json")  # fmt: skip
    assert len(run.result["hands"]["box-1.1"]["cards"]) == 7
    assert run.result["bets"]["main:1"] == {"result": "win", "pays": "1:1"}


def test_the_dealer_does_not_draw_when_all_boxes_are_bust(studio: Studio) -> None:
    run = studio("deal", "blackjack", "--house", "oasis", "--boxes", "1 3", "--cards", "9h Th 6d 7s 8d Kc Kd",
                 "--decisions", "1:hit 3:hit", "--json")  # fmt: skip
    assert run.result["hands"]["dealer"]["cards"] == ["6d"]
    taken = [(event["box"], event["action"]) for event in run.events if event["type"] == "decision.taken"]
    assert taken == [(1, "hit"), (3, "hit")]


def test_where_no_decision_is_left_the_hand_stands(studio: Studio) -> None:
    run = studio("deal", "blackjack", "--house", "oasis", "--cards", "5h 6d 7s Td Tc", "--json")
    assert run.result["hands"]["box-1.1"]["total"] == 12
    assert run.result["outcome"] == "bust"


@pytest.mark.parametrize(
    ("decisions", "status", "named"),
    [
        ("1:fold", 2, "'fold' is not an action: there are hit, stand"),
        ("hit", 2, "'hit'"),
        ("1:hit:2", 2, "'hit:2'"),
        ("1.x:hit", 2, "'1.x:hit'"),
        ("1:split", 4, "allowed are hit, stand, double, surrender"),
        ("1:insurance", 4, "allowed are"),
        ("1:stand 1:hit", 4, "1:hit"),
        ("1:stand 2:double", 4, "2:double"),
        ("1.2:hit", 4, "1.2:hit"),
        ("1:stand 1:stand", 0, ""),
    ],
)
def test_decisions_that_are_none_or_not_allowed(studio: Studio, decisions: str, status: int, named: str) -> None:
    run = studio("deal", "blackjack", "--house", "oasis", "--cards", "5h 6d 7s Td Tc", "--decisions", decisions)
    assert run.status == status
    assert named in run.err
    assert ("result:" in run.out) == (status == 0)


@pytest.mark.parametrize(("boxes", "named"), [("0", "box 0"), ("9", "1 to 7"), ("1 1", "twice"), ("a", "'a'")])
def test_boxes_that_the_table_has_not(studio: Studio, boxes: str, named: str) -> None:
    run = studio("deal", "blackjack", "--house", "oasis", "--boxes", boxes, "--cards", "5h 6d 7s Td Tc 5h 6d 7s")
    assert run.status == 2
    assert named in run.err


def test_every_house_and_variant_can_be_dealt(studio: Studio) -> None:
    draws = {
        "atom": "17:50x", "cocktail": "1:50x 2:50x 3:50x", "dynamite": "17:50x", "gold_bar": "3",
        "gold_vault": "1 2 3 4 5", "lightning": "17:50x", "lucky_6": "1:50x 2:75x 3:100x 4:150x 5:250x 6:500x",
        "red_door": "1 2 3",
    }  # fmt: skip
    for rules in list_rules():
        command = ["deal", rules.game, "--house", rules.house, "--variant", rules.variant, "--json"]
        if rules.game == "roulette":
            command += ["--number", "17 4" if rules.variant == "double_ball" else "17"]
            if rules.variant == "ultimate":
                continue
            if rules.variant in draws:
                command += ["--draws", draws[rules.variant]]
        else:
            command += ["--cards", "5h 6d 7s 8c Ac 2d 3s 4h Kd Ks Kh"]
        run = studio(*command)
        assert run.status == 0, (rules.house, rules.variant, run.err)
        assert (run.result["house"], run.result["variant"]) == (rules.house, rules.variant)


def test_help_tells_the_short_forms_and_the_exit_status(studio: Studio) -> None:
    run = studio("deal", "--help")
    assert run.status == 0
    for words in ("17:shaker", "BOX:ACTION", "exit status", "standard input"):
        assert words in run.out
