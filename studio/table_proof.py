"""The proof of what a start left unproved: the older rows of a long journal, beside the table and out of its way."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

import structlog

BEGIN_AFTER_S = 5.0
"""A table that has just started has devices and a backend to meet first."""

_log = structlog.get_logger(__name__)


async def prove_behind(journal: Path, damaged: Callable[[str], None]) -> None:
    """Prove the whole journal in a process of its own at low priority; `damaged` is told the row that does not fit."""
    await asyncio.sleep(BEGIN_AFTER_S)
    prover = await asyncio.create_subprocess_exec(
        *("nice", "-n", "10", sys.executable, "-m", "studio", "verify", "--json", str(journal)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        said, complained = await prover.communicate()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            prover.kill()
        await prover.wait()
        raise
    try:
        report = json.loads(said)
    except ValueError:
        _log.error("journal.not_proved", journal=str(journal), why=complained.decode(errors="replace")[-500:])
        return
    if report["good"]:
        _log.info("journal.proved", journal=str(journal), inputs=report["inputs"], events=report["events"])
    else:
        damaged(f"{report['row'] or 'the file'}: {report['wrong']}")
