"""A round as evidence: what was read, by whom, by which rule, with hashes that anybody can compute again."""

from __future__ import annotations

import hashlib
import json
import struct
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from round.bench import UTC, Bench

from devices.readings import CardRead
from studio.cli import main
from studio.journal.dispute import check_dispute_file, dispute_file
from studio.journal.dispute_page import dispute_page
from studio.journal.errors import JournalDamaged, RoundUnknown
from studio.journal.store import Journal
from studio.keys.signing import fingerprint
from studio.messages.commands import CloseTable, VoidRound
from studio.messages.events import RoundResult, TablePaused
from studio.round.effects import Publish
from studio.round.orchestrator import Orchestrator

from .playing import Played

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
CARDS = ("2h", "3d", "5s", "4c", "Kd", "6h", "9s", "Tc", "8d", "7h", "Qs", "Jh", "3c", "4d", "5h", "6c", "7s", "8c")


def written(path: Path, bench: Bench) -> Path:
    """What the bench was told, as a journal."""
    handler = Orchestrator()
    with Journal.create(path, "t1", "e1", UTC) as journal:
        for given in bench.inputs:
            journal.append(given, handler.handle(given))
        journal.acknowledge(journal.last_event_seq - 1, UTC)
        journal.sign(KEY, UTC)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """One played round, and one in which a card came too early and that was voided by a pit boss."""
    bench = Bench(house="pokerok")
    bench.open()
    bench.make_shoe()
    bench.play_until_idle(CARDS)
    bench.close_bets()
    bench.play_until_idle(CARDS)
    if "between_rounds" in bench.table.desk.timers:
        bench.end_timer("between_rounds")
    bench.read(CardRead("9c"))
    assert bench.table.irregularity is not None
    bench.rule("void", reason='<seen> & "voided"') if "void" in bench.view.irregularity.rulings else bench.command(  # type: ignore[union-attr]
        VoidRound, reason="<seen> & voided"
    )
    bench.command(CloseTable, reason="end")
    return written(tmp_path / "t.journal", bench)


class Tags(HTMLParser):
    """Every element is closed, and none loads or runs anything."""

    VOID = frozenset({"meta", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert not {name for name, _ in attrs} & {"src", "href", "onclick", "onload"}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_round_is_told_with_every_reading_who_when_and_its_result(path: Path) -> None:
    told = dispute_file(path, "t1:e1:r1", {fingerprint(KEY.public_key()): KEY.public_key()})
    assert told["endings"][0]["type"] == "round.result"
    assert told["proof"]["derived_again_identical"] is True
    assert told["proof"]["signature"]["proved"] is True
    readings = [step["given"]["reading"] for step in told["steps"] if step["given"]["input"] == "reading"]
    hands = told["endings"][0]["hands"]
    assert sorted(reading["card"] for reading in readings) == sorted(
        hands["player"]["cards"] + hands["banker"]["cards"]
    )
    assert {step["who"] for step in told["steps"]} >= {"device shoe", "the table's clock"}
    assert all(step["utc"] for step in told["steps"])
    assert told["rules"]["house"] == "pokerok"
    assert told["irregularities"] == []


def test_an_irregularity_is_told_with_the_houses_rule_for_it(path: Path) -> None:
    told = dispute_file(path, "t1:e1:r2")
    first = told["irregularities"][0]
    assert first["event"]["kind"] == "early_card"
    assert first["phase"] == "betting"
    assert "void" in first["rule_applied"]["rulings"]
    assert told["endings"][-1]["type"] == "round.voided"
    assert any(step["who"] == "Ana (pit_boss)" for step in told["steps"])


def test_anybody_can_compute_the_hashes_again_with_nothing_but_sha_256(path: Path) -> None:
    told = json.loads(json.dumps(dispute_file(path, "t1:e1:r1")))
    before = bytes.fromhex(told["proof"]["hash_before_first_step"])
    for step in told["steps"]:
        hashed = step["hashed"]
        given, effects = hashed["input"].encode(), hashed["effects"].encode()
        data = before + struct.pack(">QQ", step["input"], len(given)) + given
        data += struct.pack(">QQ", len(effects), len(hashed["events"])) + effects
        for event in hashed["events"]:
            name, body = event["id"].encode(), event["body"].encode()
            data += struct.pack(">QQ", event["seq"], len(name)) + name + struct.pack(">Q", len(body)) + body
        before = hashlib.sha256(data).digest()
        assert before.hex() == step["hash"]
    assert before.hex() == told["proof"]["hash_after_last_step"]


def changed(told: dict[str, Any], how: str) -> dict[str, Any]:
    step = told["steps"][2]
    match how:
        case "given":
            step["given"]["utc"] = "2026-11-30T13:00:00.000Z"
        case "hashed":
            step["hashed"]["input"] = step["hashed"]["input"].replace("2026", "2027")
        case "missing":
            del told["steps"][2]
        case "ending":
            told["endings"][0]["outcome"] += "?"
        case "hash":
            step["hash"] = "00" * 32
    return told


@pytest.mark.parametrize("how", ["given", "hashed", "missing", "ending", "hash"])
def test_a_changed_dispute_file_is_found(path: Path, how: str) -> None:
    told = dispute_file(path, "t1:e1:r1")
    assert check_dispute_file("d.json", json.dumps(told).encode()) == len(told["steps"])
    with pytest.raises(JournalDamaged):
        check_dispute_file("d.json", json.dumps(changed(told, how)).encode())


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"steps": [], "proof": {}, "endings": []}', b'{"steps": 3}'])
def test_what_is_no_dispute_file_is_refused(data: bytes) -> None:
    with pytest.raises(JournalDamaged):
        check_dispute_file("d.json", data)


@pytest.mark.parametrize("round_id", ["t1:e1:r1", "t1:e1:r2"])
def test_the_page_is_whole_loads_nothing_and_says_what_a_person_asks(path: Path, round_id: str) -> None:
    told = dispute_file(path, round_id)
    tags = Tags()
    tags.feed(dispute_page(told, ["banker pays 19:20 <b>"]))
    tags.close()
    assert tags.open == []
    assert not tags.seen & {"script", "img", "link", "iframe", "object"}
    for word in (round_id, told["proof"]["head"], told["rules_digest"], "device shoe", "banker pays 19:20 <b>"):
        assert word in tags.text
    if round_id.endswith("r2"):
        assert "<seen> &" in tags.text
        assert "early_card" in tags.text


def test_an_unknown_round_is_refused_with_the_last_ones(path: Path) -> None:
    with pytest.raises(RoundUnknown, match="The last rounds are t1:e1:r1, t1:e1:r2"):
        dispute_file(path, "t1:e1:r9")


def test_export_writes_both_files_and_verify_proves_them(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["export", str(path), "--round", "t1:e1:r1", "--out", str(out)]) == 0
    assert sorted(file.name for file in out.iterdir()) == ["t1_e1_r1.html", "t1_e1_r1.json"]
    assert main(["verify", str(out / "t1_e1_r1.json")]) == 0
    assert main(["export", str(path), "--round", "t1:e1:r9", "--out", str(out)]) == 1
    assert "holds no round t1:e1:r9" in capsys.readouterr().err


def test_the_page_speaks_as_the_screens_do_and_shows_cards_as_they_look(tmp_path: Path) -> None:
    played = Played("baccarat", "words", tmp_path / "t.journal")
    held: set[str | None] = set()
    found: str | None = None
    while found is None:
        played.play(1)
        for event in (effect.event for effect in played.effects if isinstance(effect, Publish)):
            held |= {event.round} if isinstance(event, TablePaused) else set()
            found = event.round if isinstance(event, RoundResult) and event.round in held else found
    played.close()
    told = dispute_file(tmp_path / "t.journal", str(found))
    page = dispute_page(told)
    assert "dealer is asked: Card to PLAYER 1" in page
    assert f"({told['irregularities'][0]['event']['kind']})" in page
    hand = told["endings"][0]["hands"]["player"]["cards"]
    suits = dict(zip("cdhs", "♣♦♥♠", strict=True))
    assert " ".join(card[0] + suits[card[1]] for card in hand) in page
    assert "not signed: the table has no key" in page
