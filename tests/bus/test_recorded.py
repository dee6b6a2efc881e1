"""Messages as they were recorded under version 1 of the contract are understood by this software, word for word.

A recorded file is never changed. A message that is added to the contract is recorded in a new file of its version.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from studio.messages import CONTRACT_VERSION
from studio.messages.bus import FromTable, ToTable
from studio.messages.commands import AnyCommand
from studio.messages.events import AnyEvent

RECORDED = Path(__file__).with_name("recorded")
KINDS: dict[str, Any] = {"events": AnyEvent, "commands": AnyCommand, "to-table": ToTable, "from-table": FromTable}


def lines(kind: str) -> list[bytes]:
    files = sorted(RECORDED.glob(f"contract-*-{kind}.jsonl"))
    return [line for file in files for line in file.read_bytes().splitlines()]


def assert_kept(recorded: Any, understood: Any, where: str) -> None:
    """All that was recorded is there, with the same value; more may be."""
    if isinstance(recorded, dict):
        assert isinstance(understood, dict), where
        for name, value in recorded.items():
            # A default that is not said on the wire means the same as when it was said.
            if name in understood:
                assert_kept(value, understood[name], f"{where}.{name}")
            else:
                assert value in (None, False, "", 0, [], {}), f"{where}.{name} is gone"
    elif isinstance(recorded, list):
        assert isinstance(understood, list), where
        assert len(recorded) == len(understood), where
        for number, (one, other) in enumerate(zip(recorded, understood, strict=True)):
            assert_kept(one, other, f"{where}[{number}]")
    else:
        assert recorded == understood, where


@pytest.mark.parametrize("kind", KINDS)
def test_every_recorded_message_is_understood_and_nothing_of_it_is_lost(kind: str) -> None:
    decoder = msgspec.json.Decoder(KINDS[kind])
    for line in lines(kind):
        recorded = msgspec.json.decode(line)
        name = recorded.get("type") or recorded.get("command") or recorded.get("frame")
        understood = decoder.decode(line)
        version = recorded.pop("contract", CONTRACT_VERSION if kind == "events" else None)
        assert getattr(understood, "contract", None) == version
        assert_kept(recorded, msgspec.to_builtins(understood), f"{kind} {name}")


@pytest.mark.parametrize("kind", KINDS)
def test_every_message_of_the_contract_is_recorded(kind: str) -> None:
    tag_field = {"events": "type", "commands": "command"}.get(kind, "frame")
    recorded = {msgspec.json.decode(line)[tag_field] for line in lines(kind)}
    missing = {struct.__struct_config__.tag for struct in get_args(KINDS[kind])} - recorded
    assert not missing, f"record {sorted(missing)} in tests/bus/recorded/contract-{CONTRACT_VERSION}-{kind}.jsonl"


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_later_version_adds_to_a_message_is_passed_over(kind: str) -> None:
    """Within a version only fields are added: a reader of today must not mind them."""
    decoder = msgspec.json.Decoder(KINDS[kind])
    for line in lines(kind):
        more = {**msgspec.json.decode(line), "added_later": {"any": "thing"}}
        assert decoder.decode(msgspec.json.encode(more)) == decoder.decode(line)
