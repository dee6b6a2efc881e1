"""`studio verify JOURNAL…`: prove the chain, the acknowledgements and the signatures, or name the row that fails."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from studio.journal.dispute import check_dispute_file
from studio.journal.errors import JournalError
from studio.journal.proof import Proof, prove
from studio.journal.signatures import Signers
from studio.keys.files import KeysError, read_public
from studio.keys.signing import fingerprint

HELP = "prove a journal or a dispute file, or name the row that was changed"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`verify FILE… [--key PUB]… [--json]`."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="journals, or dispute files (.json)")
    parser.add_argument(
        "--key",
        action="append",
        type=Path,
        metavar="PUB",
        help="a table's public key: every signature must be by one of these, and every ended shoe be signed",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a file")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when everything is proved, 1 when something does not fit, 2 for a wrong key."""
    try:
        signers = read_signers(args.key) if args.key else None
    except KeysError as error:
        print(error, file=sys.stderr)
        return 2
    status = 0
    for file in args.files:
        try:
            if file.suffix == ".json" and file.is_file():
                steps = check_dispute_file(str(file), file.read_bytes())
                report: dict[str, object] = {"file": str(file), "good": True, "steps": steps}
                words = f"{file}: {steps} steps, each with the hash that was computed from it now"
            else:
                proof = prove(file, signers)
                report, words = _report(file, proof, signers), _in_words(file, proof, signers)
        except JournalError as error:
            report = {"file": str(file), "good": False, "row": error.row, "wrong": error.wrong, "remedy": error.remedy}
            words = str(error)
        status = max(status, 0 if report["good"] else 1)
        if args.json:
            print(json.dumps(report))
        else:
            print(words, file=sys.stdout if report["good"] else sys.stderr)
    return status


def read_signers(files: list[Path]) -> Signers:
    """The public signing keys in the files, by fingerprint. Raises `KeysError` for one that does not sign."""
    signers = {}
    for file in files:
        verifier = read_public(file).verifier
        if verifier is None:
            raise KeysError(f"{file}: this key does not sign; a table's does (`studio keys list`)")
        signers[fingerprint(verifier)] = verifier
    return signers


def _report(file: Path, proof: Proof, signers: Signers | None) -> dict[str, object]:
    return {
        "file": str(file),
        "good": signers is None or not proof.unsigned_ends,
        "table": proof.table,
        "epoch": proof.epoch,
        "inputs": proof.extent.inputs,
        "events": proof.extent.events,
        "acknowledged": proof.acknowledged,
        "head": proof.extent.hash.hex(),
        "signatures": len(proof.signatures),
        "signed_up_to_input": proof.signatures[-1].input_seq if proof.signatures else 0,
        "signatures_proved": signers is not None,
        "unsigned_ends": proof.unsigned_ends,
    }


def _in_words(file: Path, proof: Proof, signers: Signers | None) -> str:
    extent = proof.extent
    lines = [
        f"{file}: table {proof.table}, epoch {proof.epoch}: {extent.inputs} inputs and {extent.events} events, "
        f"unbroken; {proof.acknowledged} acknowledged",
        f"  head {extent.hash.hex()}",
    ]
    if proof.signatures:
        last = proof.signatures[-1]
        whose = "proved" if signers is not None else "not proved: give the table's public key with --key"
        left = f"; {proof.unsigned_inputs} inputs since" if proof.unsigned_inputs else ""
        lines.append(
            f"  {len(proof.signatures)} signatures ({whose}), the last over input {last.input_seq} of {last.utc}, "
            f"key {last.key}{left}"
        )
    else:
        lines.append("  not signed")
    if signers is not None and proof.unsigned_ends:
        ended = ", ".join(map(str, proof.unsigned_ends))
        lines.append(f"  NOT SIGNED although a shoe or the table's day ended: input {ended}; start the table: it signs")
    return "\n".join(lines)
