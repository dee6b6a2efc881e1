"""The JSON Schema of the whole contract, made from the structs themselves: what the code speaks is what it says."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from studio.messages import CONTRACT_VERSION
from studio.messages.bus import FromTable, ToTable
from studio.messages.commands import AnyCommand
from studio.messages.events import AnyEvent
from studio.messages.telemetry import TableView

_ROOTS: Final[dict[str, tuple[str, Any]]] = {
    "ToTable": ("What a consumer, a screen or a rig sends to a table's result socket.", ToTable),
    "FromTable": (
        "What a table sends: all of it on the result socket, `view` alone on the telemetry socket.",
        FromTable,
    ),
    "AnyEvent": ("What `deliver` carries.", AnyEvent),
    "AnyCommand": ("What `order` carries.", AnyCommand),
    "AnyView": ("What `view` carries.", TableView),
}


def contract_schema() -> dict[str, Any]:
    """The contract as JSON Schema 2020-12: a frame either way, and below `$defs` every message by its name."""
    roots, components = msgspec.json.schema_components(
        [kind for _, kind in _ROOTS.values()], ref_template="#/$defs/{name}"
    )
    named = {
        name: {"description": about, **root} for (name, (about, _)), root in zip(_ROOTS.items(), roots, strict=True)
    }
    clash = named.keys() & components.keys()
    if clash:
        raise ValueError(f"these messages have the name of a part of the contract: {', '.join(sorted(clash))}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Contract between a table and the world",
        "description": "See docs/contract.md. Fields that are not listed may be added within a version: ignore them.",
        "version": CONTRACT_VERSION,
        "anyOf": [{"$ref": "#/$defs/ToTable"}, {"$ref": "#/$defs/FromTable"}],
        "$defs": named | {name: components[name] for name in sorted(components)},
    }


def schema_text() -> str:
    """The schema as text, always the same for the same contract, with a line end."""
    return json.dumps(contract_schema(), indent=2, ensure_ascii=False) + "\n"
