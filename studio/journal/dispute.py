"""A round as evidence: everything that was read, by whom, when, by which rule, what came of it, and how to prove it.

The file stands alone: each step carries the very bytes that were hashed (as text, they are JSON), so that anybody can
compute the chain again with SHA-256 (docs/journal.md, "The chain").
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Final

import msgspec

from studio.journal.chain import decode_event, encode, genesis, link
from studio.journal.errors import JournalDamaged, RoundUnknown
from studio.journal.proof import prove
from studio.journal.replay import kind_of
from studio.journal.rows import Entry
from studio.journal.signatures import Signers
from studio.journal.store import Journal
from studio.messages.events import (
    AnyEvent,
    ResultVoided,
    RoundCorrected,
    RoundOpened,
    RoundResult,
    RoundVoided,
    TablePaused,
    TableResumed,
)
from studio.policy import Cell, cell_for
from studio.round.inputs import AnyInput, CommandGiven, Configured, DeviceSaid, LogInTried, ProcessStarted, TimerEnded
from studio.round.orchestrator import Orchestrator

FORMAT: Final = 1
_ENDINGS: Final = (RoundResult, RoundVoided, RoundCorrected, ResultVoided)


def dispute_file(path: Path, round_id: str, signers: Signers | None = None) -> dict[str, Any]:
    """The whole evidence of one round, as plain data for JSON. The journal is proved first, and stays as it is.

    Raises `RoundUnknown`, `JournalDamaged` and the other errors of a journal that cannot be read.
    """
    proof = prove(path, signers)
    journal = Journal.open_read_only(path)
    reader = _Reader(round_id)
    before = genesis(journal.table, journal.epoch, journal.created_utc)
    for entry in journal.entries():
        reader.take(entry, before, journal)
        before = entry.hash
    if reader.opened is None:
        last = f"The last rounds are {', '.join(reader.names[-3:])}" if reader.names else "It holds no round yet"
        raise RoundUnknown(str(path), None, f"holds no round {round_id}", last)
    last_input = reader.steps[-1]["input"]
    covering = next((signature for signature in proof.signatures if signature.input_seq >= last_input), None)
    orchestrator = reader.orchestrator
    return {
        "dispute_file": FORMAT,
        "round": round_id,
        "table": proof.table,
        "epoch": proof.epoch,
        "game": reader.opened.game,
        "house": reader.opened.house,
        "variant": reader.opened.variant,
        "shoe": reader.opened.shoe,
        "dealer": reader.opened.dealer,
        "opened_utc": reader.opened.utc,
        "software": reader.software,
        "rules_digest": reader.rules_digest,
        "rules": reader.rules,
        "settings": orchestrator.settings.model_dump(mode="json", exclude={"people"}),
        "endings": reader.endings,
        "irregularities": reader.irregularities,
        "steps": reader.steps,
        "proof": {
            "journal_created_utc": journal.created_utc,
            "genesis": genesis(journal.table, journal.epoch, journal.created_utc).hex(),
            "hash_before_first_step": reader.hash_before,
            "hash_after_last_step": reader.steps[-1]["hash"],
            "head": proof.extent.hash.hex(),
            "inputs_in_journal": proof.extent.inputs,
            "derived_again_identical": reader.identical,
            "signature": None
            if covering is None
            else {
                "covers_up_to_input": covering.input_seq,
                "head": covering.head.hex(),
                "utc": covering.utc,
                "key": covering.key,
                "ed25519": covering.signature.hex(),
                "proved": signers is not None,
            },
        },
    }


class _Reader:
    """Goes through the journal beside a fresh orchestrator, which says by which rule each thing was done."""

    def __init__(self, round_id: str) -> None:
        self.round_id = round_id
        self.orchestrator = Orchestrator()
        self.opened: RoundOpened | None = None
        self.names: list[str] = []
        self.steps: list[dict[str, Any]] = []
        self.endings: list[dict[str, Any]] = []
        self.irregularities: list[dict[str, Any]] = []
        self.hash_before = ""
        self.identical = True
        self.software = self.rules_digest = ""
        self.rules: dict[str, Any] = {}
        self._ended = False
        self._cells: dict[str, Cell] = {}

    def take(self, entry: Entry, before: bytes, journal: Journal) -> None:
        given = entry.input()
        phase = self.orchestrator.phase
        derived = encode(given, self.orchestrator.handle(given))
        events = [decode_event(entry.name, row.seq, row.body) for row in entry.outbox]
        for event in events:
            if isinstance(event, RoundOpened):
                self.names.append(str(event.round))
                if event.round == self.round_id:
                    self.opened = event
                    self.hash_before = before.hex()
                    self.software = self._software
                    self.rules_digest = self.orchestrator.desk.rules_digest
                    self.rules = self.orchestrator.rules.model_dump(mode="json")
        if isinstance(given, Configured | ProcessStarted):
            self._software = given.software
        of_this = any(_concerns(msgspec.to_builtins(event), self.round_id) for event in events)
        if self.opened is None or (self._ended and not of_this):
            return
        self._ended = self._ended or any(
            isinstance(event, RoundResult | RoundVoided) and event.round == self.round_id for event in events
        )
        self.identical &= derived.effects_json == entry.effects_json and [b for _, _, b in derived.outbox] == [
            row.body for row in entry.outbox
        ]
        for event in events:
            self._note(event, phase)
        self.steps.append(_step(entry, given, before, journal))

    _software = ""

    def _note(self, event: AnyEvent, phase: Any) -> None:
        data = msgspec.to_builtins(event)
        if isinstance(event, _ENDINGS) and _concerns(data, self.round_id):
            self.endings.append(data)
        if isinstance(event, TablePaused | TableResumed | RoundVoided):
            kind = event.kind
            if isinstance(event, TablePaused) or kind not in self._cells:
                with contextlib.suppress(LookupError):  # a person voided the round: no rule of the house was asked
                    self._cells[kind] = cell_for(self.orchestrator.settings.irregularities, kind, phase)
            cell = self._cells.get(kind)
            rule = cell.model_dump(mode="json") if cell is not None else None
            self.irregularities.append({"event": data, "phase": phase, "rule_applied": rule})


def _step(entry: Entry, given: AnyInput, before: bytes, journal: Journal) -> dict[str, Any]:
    return {
        "input": entry.seq,
        "utc": given.utc,
        "monotonic_ns": given.monotonic_ns,
        "who": who(given),
        "what": kind_of(given),
        "given": msgspec.to_builtins(given),
        "followed": msgspec.to_builtins(entry.effects()),
        "acknowledged_utc": {row.id: journal.acknowledged_at(row.seq) for row in entry.outbox},
        "hash_before": before.hex(),
        "hash": entry.hash.hex(),
        "hashed": {
            "input": entry.input_json.decode(),
            "effects": entry.effects_json.decode(),
            "events": [{"seq": row.seq, "id": row.id, "body": row.body.decode()} for row in entry.outbox],
        },
    }


def who(given: AnyInput) -> str:
    """Whose word the input is."""
    match given:
        case DeviceSaid(device=device):
            return f"device {device}"
        case CommandGiven(command=command):
            return f"{command.person} ({command.role})"
        case LogInTried(person=person, place=place):
            return f"{person or 'somebody'} at {place}"
        case TimerEnded():
            return "the table's clock"
        case ProcessStarted():
            return "the table's program"
        case _:
            return "the table"


def check_dispute_file(name: str, data: bytes) -> int:
    """Compute the chain of a dispute file again; return how many steps it holds.

    Raises `JournalDamaged` with the first step that does not fit, or when the file is none.
    """
    remedy = "Ask for the file again, and compare it with the journal"
    try:
        told = msgspec.json.decode(data)
        steps: list[dict[str, Any]] = told["steps"]
        proof = told["proof"]
        ended = False
        for number, step in enumerate(steps, start=1):
            row = f"step {number}, input {step['input']}"
            hashed = step["hashed"]
            events = [(one["seq"], one["id"].encode(), one["body"].encode()) for one in hashed["events"]]
            before = bytes.fromhex(step["hash_before"])
            found = link(before, step["input"], hashed["input"].encode(), hashed["effects"].encode(), events)
            if found.hex() != step["hash"] or msgspec.json.decode(hashed["input"]) != step["given"]:
                raise JournalDamaged(name, row, "is not what was hashed", remedy)
            if number > 1:
                # Only after the round has ended may other inputs lie between, and then a correction of it.
                follows = step["hash_before"] == steps[number - 2]["hash"]
                if not follows and (not ended or step["input"] == steps[number - 2]["input"] + 1):
                    raise JournalDamaged(name, row, "does not follow the step before it", remedy)
            ended = ended or any(_is_end(one, told) for one in hashed["events"])
        ends = [
            msgspec.json.decode(one["body"]) for step in steps for one in step["hashed"]["events"] if _is_end(one, told)
        ]
        if ends != told["endings"]:
            raise JournalDamaged(name, "endings", "are not those of the steps", remedy)
        if (proof["hash_before_first_step"], proof["hash_after_last_step"]) != (
            steps[0]["hash_before"],
            steps[-1]["hash"],
        ):
            raise JournalDamaged(name, "proof", "is not that of the steps", remedy)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError, IndexError) as error:
        raise JournalDamaged(name, None, f"is no dispute file ({type(error).__name__}: {error})", remedy) from error
    return len(steps)


def _is_end(one: dict[str, Any], told: dict[str, Any]) -> bool:
    event = msgspec.json.decode(one["body"])
    return event["type"] in {kind.__struct_config__.tag for kind in _ENDINGS} and _concerns(event, told["round"])


def _concerns(event: dict[str, Any], round_id: str) -> bool:
    """Whether the event is of this round, or sets its result right."""
    return round_id in (event.get("round"), event.get("corrected_round"), event.get("voided_round"))
