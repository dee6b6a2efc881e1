"""What a table runs: SHA-256 of every file of its software and of its configuration, taken at the start and again.

A table that finds something else than at its start finishes its round and closes (NJ 13:69O-1.5: authenticated on
demand and at least every 24 hours).
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import devices
import studio

SOURCES = (".py", ".toml", ".json")


class Digests(NamedTuple):
    """`files` is path to SHA-256 (hex); `total` stands for all of them."""

    total: str
    files: Mapping[str, str]

    def changed_since(self, before: Digests) -> list[str]:
        """What is not as it was: `changed PATH`, `missing PATH`, `new PATH`."""
        said = [f"missing {name}" for name in sorted(before.files.keys() - self.files.keys())]
        said += [f"new {name}" for name in sorted(self.files.keys() - before.files.keys())]
        both = sorted(self.files.keys() & before.files.keys())
        return said + [f"changed {name}" for name in both if self.files[name] != before.files[name]]


def take(folders: Iterable[Path], files: Iterable[Path] = ()) -> Digests:
    """The digests of every source and configuration file under `folders`, and of `files`.

    A file that cannot be read has the digest `unreadable`: it differs from what it was.
    """
    found: dict[str, str] = {}
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                if name.endswith(SOURCES):
                    found[f"{place}/{name}"] = _digest(Path(place, name))
    for file in files:
        found[str(file)] = _digest(file)
    spelled = "\n".join(f"{digest} {name}" for name, digest in sorted(found.items()))
    return Digests(hashlib.sha256(spelled.encode()).hexdigest(), found)


def software_folders() -> list[Path]:
    """Where the software of a table lies: the packages `studio` and `devices`."""
    return [Path(str(package.__file__)).parent for package in (studio, devices)]


def _digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return "unreadable"


def of_software() -> str:
    """One SHA-256 (hex) over everything by which a table derives what follows from its inputs, wherever it lies.

    The sources of `studio` and `devices`, the version of Python, and those of the libraries that read and write the
    journal's values. Whether a snapshot may be taken up is decided by it: what differs in a comma is other software.
    """
    digest = hashlib.sha256(f"python {platform.python_version()}\n".encode())
    for library in ("msgspec", "pydantic", "pydantic-core"):
        digest.update(f"{library} {importlib.metadata.version(library)}\n".encode())
    for folder in software_folders():
        sources = sorted(f"{at}/{name}" for at, _, names in os.walk(folder) for name in names if name.endswith(".py"))
        for file in sources:
            digest.update(f"{_digest(Path(file))} {file.removeprefix(str(folder))}\n".encode())
    return digest.hexdigest()
