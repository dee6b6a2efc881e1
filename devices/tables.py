"""Checked tables of a device: a TOML file read as a typed model, and what is wrong in it by file, key and value."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pydantic
from pydantic import BaseModel, ConfigDict
from pydantic_core import ErrorDetails

Model = TypeVar("Model", bound=BaseModel)


class TableError(ValueError):
    """A table that cannot be used. `problems` has one line for each thing that is wrong."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)


class Checked(BaseModel):
    """Base of what is read from such a file: frozen, unknown keys refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def find(name: str, folder: str) -> Path:
    """The file called `name`: a path, or a name (with or without `.toml`) in `folder` of the configuration, which is
    `$STUDIO_CONFIG`, else `./config`, else the one beside the packages. Raises TableError with the places looked at."""
    places = [Path(name), *(root / folder / ending for root in _roots() for ending in (name, f"{name}.toml"))]
    for place in places:
        if place.is_file():
            return place
    raise TableError([f"{name}: no such file; looked for {', '.join(str(place) for place in places)}"])


def find_all(folder: str) -> list[Path]:
    """The files in `folder` of the configuration, by their names."""
    for root in _roots():
        if (root / folder).is_dir():
            return sorted((root / folder).glob("*.toml"))
    return []


def _roots() -> list[Path]:
    named = os.environ.get("STUDIO_CONFIG")
    return [Path(named)] if named else [Path("config"), Path(__file__).resolve().parent.parent / "config"]


def load(file: Path, model: type[Model]) -> Model:
    """`file` as a `model`. Raises TableError, which names file, key, value and what is allowed."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise TableError([f"{file}: cannot be read: {error.strerror}"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TableError([f"{file}: is not TOML: {error}"]) from None
    return parse(file, data, model)


def parse(file: Path, data: dict[str, Any], model: type[Model]) -> Model:
    """`data`, read from `file`, as a `model`. Raises TableError."""
    try:
        return model.model_validate(data)
    except pydantic.ValidationError as error:
        raise TableError([f"{file}: {_problem(one, model)}" for one in error.errors(include_url=False)]) from None


def _problem(details: ErrorDetails, model: type[BaseModel]) -> str:
    key = ".".join(str(step) for step in details["loc"] if step != "[key]")
    match details["type"]:
        case "extra_forbidden":
            return f"{key}: unknown key; known are {_known_keys(details['loc'][:-1], model)}"
        case "missing":
            return f"{key}: missing"
        case "value_error":
            what = str(details.get("ctx", {}).get("error", details["msg"]))
        case _:
            what = details["msg"][:1].lower() + details["msg"][1:]
    given = details["input"]
    shown = f" = {given!r}" if isinstance(given, str | int | float | list) else ""
    return f"{key}{shown}: {what}" if key else what


def _known_keys(path: tuple[int | str, ...], model: type[BaseModel]) -> str:
    """The keys of the table at `path`, for models whose sub-tables are models, or lists or maps of models."""
    for step in path:
        if isinstance(step, str) and step in model.model_fields:
            model = next(_models_in(model.model_fields[step].annotation), model)
    return ", ".join(model.model_fields)


def _models_in(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in getattr(annotation, "__args__", ()):
        yield from _models_in(part)
