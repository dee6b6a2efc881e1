"""A house's table in words: every cell with what is told, ruled, by whom, and what is published."""

from __future__ import annotations

import pytest

from studio.config_errors import ConfigError
from studio.faults import faults_of
from studio.houses import houses
from studio.irregularity_table import WIDTH, tell_irregularities
from studio.policy import RULINGS


@pytest.mark.parametrize("house", houses())
def test_every_kind_of_every_game_and_every_ruling_is_told(house: str) -> None:
    told = tell_irregularities(house)
    for game in ("baccarat", "blackjack", "roulette"):
        assert f"\n{game}\n" in told
        for kind, fault in faults_of(game).items():
            assert f"  {fault.number} {kind}: {fault.what}" in told
    for ruling, (meaning, event) in RULINGS.items():
        assert f"  {ruling:<23}{event:<19}{meaning}" in told
    assert max(map(len, told.splitlines())) <= WIDTH + 4


def test_the_house_s_own_rule_and_the_people_are_told() -> None:
    told = tell_irregularities("pokerok", "roulette")
    assert "re_spin, void, by dealer or pit boss; the house itself rules re_spin at once" in told
    assert "the house itself rules go_on once every device is back" in told
    assert "result_stands, void, by two people, one a pit boss" in told
    assert "baccarat" not in told


def test_a_house_that_is_none_is_named() -> None:
    with pytest.raises(ConfigError, match="ritz"):
        tell_irregularities("ritz")
