"""A table is back soon after a kill: its process loads what it needs, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from studio import config_errors
from studio.cli import UNUSED
from studio.config_errors import ConfigError, read_toml_head
from studio.houses import config_dir

STARTED = """
import sys
from pathlib import Path
from studio import cli

with cli._without(cli.UNUSED["run"]):
    import studio.commands.run
from studio.houses import load_rules
from studio.settings import desk_settings, load_table

table = load_table(Path({file!r}))
desk_settings(table)
load_rules(table.house, table.game, table.variant)
print(*sorted(sys.modules))
"""


def loaded_by(table: str) -> set[str]:
    file = str(config_dir() / "tables" / f"{table}.toml")
    code = STARTED.format(file=file)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("table", "own", "others"),
    [
        ("roulette-1", "roulette", ("blackjack", "baccarat")),
        ("baccarat-1", "baccarat", ("blackjack", "roulette")),
    ],
)
def test_a_tables_process_loads_its_own_game_alone_and_no_tools(table: str, own: str, others: tuple[str, ...]) -> None:
    loaded = loaded_by(table)
    assert f"studio.games.{own}" in loaded
    assert not loaded & {f"studio.games.{other}" for other in others}
    assert not [name for name in loaded if name.startswith("devices.") and name.endswith("simulator")]
    assert not loaded & {
        *UNUSED["run"],
        "tomlkit",
        "argon2",
        "prometheus_client",
        "studio.floor",
        "studio.rig",
        "numpy",
        "cv2",
    }


def test_what_was_kept_out_of_a_start_can_be_loaded_afterwards() -> None:
    code = "import sys; from studio.cli import main\ntry: main(['run', '--help'])\nexcept SystemExit: import rich"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ('variant = "one"\n[pays]\ntie = "8:1"\n', {"variant": "one"}),
        ('[pays]\ntie = "8:1"\n', {"pays": {"tie": "8:1"}}),
        ('variant = "one"\n', {"variant": "one"}),
    ],
)
def test_the_head_of_a_file_is_read_without_the_rest(tmp_path: Path, text: str, head: dict[str, object]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    assert read_toml_head(file) == head


def test_a_value_over_several_lines_that_looks_like_a_table_is_read_with_the_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('rows = [\n[1, 2],\n[3, 4]\n]\nvariant = "one"\n[pays]\ntie = "8:1"\n')
    assert read_toml_head(file)["variant"] == "one"


def test_a_file_that_is_no_toml_is_refused_by_its_head_too(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("variant = \n[pays]\n")
    with pytest.raises(ConfigError, match="is not TOML"):
        config_errors.read_toml_head(file)
