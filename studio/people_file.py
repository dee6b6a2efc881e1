"""The list of people as an operator keeps it: entries are changed one at a time, and the file is whole at any moment.

Comments and the order of people stay. What would not be a good list is refused and not written. The file is readable by
its owner alone.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

import pydantic
import tomlkit
from tomlkit.exceptions import TOMLKitError

from studio.config_errors import ConfigError, explain
from studio.people import People

BEGINNING: Final = "# The list of people, kept by `studio people`. It lets people in: nobody but its owner reads it.\n"
MODE: Final = 0o600


class PeopleFile:
    """`people.toml` at `path`. Every change raises ConfigError where it is refused; the file is then as it was."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def people(self) -> People:
        """Who stands in it. Raises ConfigError."""
        return self._checked(self._document())

    def find(self, who: str) -> str:
        """The name of the person who has `who` as a name or staff number. Raises ConfigError naming who there is."""
        people = self.people().people
        for person in people:
            if who in (person.name, person.number):
                return person.name
        known = ", ".join(f"{person.name} ({person.number})" for person in people)
        raise ConfigError([f"{self.path}: nobody is called {who!r} or has that number; there are {known}"])

    def add(self, entry: Mapping[str, Any]) -> None:
        """Put somebody on the list; begins the file where there is none."""

        def change(document: Any) -> None:
            if "people" not in document:
                document["people"] = tomlkit.aot()
            document["people"].append(_as_table(entry))

        self._change(change)

    def remove(self, name: str) -> None:
        """Take somebody off the list."""

        def change(document: Any) -> None:
            left = [one for one in document["people"] if one["name"] != name]
            if not left:
                raise ConfigError([f"{self.path}: {name} is the last one: a table with a list needs people on it"])
            document["people"].clear()
            document["people"].extend(left)

        self._change(change)

    def set(self, name: str, **values: str | datetime) -> None:
        """Change what stands of somebody: `pin` (a hash), `badge`, `unlocked_utc`."""

        def change(document: Any) -> None:
            self._entry(document, name).update(values)

        self._change(change)

    def license(self, name: str, game: str, until: date) -> None:
        """Somebody may deal `game` up to and on the day `until`."""

        def change(document: Any) -> None:
            entry = self._entry(document, name)
            licences = dict(entry.get("licences", {})) | {game: until}
            entry["licences"] = _inline(licences)

        self._change(change)

    # --- the file ------------------------------------------------------------------------------------------------

    def _entry(self, document: Any, name: str) -> Any:
        return next(one for one in document["people"] if one["name"] == name)

    def _document(self) -> Any:
        try:
            return tomlkit.parse(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ConfigError([f"{self.path}: is not there; `studio people add` begins it"]) from None
        except OSError as error:
            raise ConfigError([f"{self.path}: cannot be read: {error.strerror}"]) from None
        except (TOMLKitError, UnicodeDecodeError) as error:
            raise ConfigError([f"{self.path}: is not TOML: {error}"]) from None

    def _checked(self, document: Any) -> People:
        try:
            return People.model_validate(document.unwrap())
        except pydantic.ValidationError as error:
            raise ConfigError(explain(self.path, error, People)) from None

    def _change(self, change: Callable[[Any], None]) -> None:
        document = self._document() if self.path.exists() else tomlkit.parse(BEGINNING)
        change(document)
        self._checked(document)
        self._write(tomlkit.dumps(document))

    def _write(self, text: str) -> None:
        """Write beside it and put it in its place, so that a table never reads half of it."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, passing = tempfile.mkstemp(prefix=".people-", dir=self.path.parent)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    os.fchmod(file.fileno(), MODE)
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                Path(passing).replace(self.path)
            except BaseException:
                Path(passing).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise ConfigError([f"{self.path}: cannot be written: {error.strerror}"]) from None


def _as_table(entry: Mapping[str, Any]) -> Any:
    table = tomlkit.table()
    for key, value in entry.items():
        table[key] = _inline(value) if isinstance(value, Mapping) else value
    return table


def _inline(values: Mapping[str, Any]) -> Any:
    table = tomlkit.inline_table()
    table.update(values)
    return table
