"""Logs by structlog: readable in a terminal, one JSON object a line otherwise; always on standard error."""

from __future__ import annotations

import logging
import sys
from typing import Final, Literal

import structlog
import structlog.tracebacks

Level = Literal["debug", "info", "warning", "error"]

_TRACEBACKS: Final = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)
"""Without local variables: a PIN on its way, or a key, would stand in the log."""


def configure(level: Level = "info") -> None:
    """Set up logging for this process. Table, shoe and round are bound where they are known."""
    terminal = sys.stderr.isatty()
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _TRACEBACKS if not terminal else structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
