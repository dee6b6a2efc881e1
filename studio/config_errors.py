"""What is wrong in a file under `config/`, in words for the person who wrote it: file, key, value, what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pydantic
from pydantic_core import ErrorDetails


class ConfigError(Exception):
    """The configuration cannot be used. `problems` has one line for each thing that is wrong."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)


def explain(file: Path, error: pydantic.ValidationError, model: type[pydantic.BaseModel] | None = None) -> list[str]:
    """One line for each problem that pydantic found in `file`.

    With `model`, the model that `file` was read as, an unknown key is answered with the keys that it might be.
    """
    return [f"{file}: {_problem(details, model)}" for details in error.errors(include_url=False)]


@contextmanager
def named_in(file: Path) -> Iterator[None]:
    """Where what `file` names is looked up: a ConfigError that comes of it says that `file` named it."""
    try:
        yield
    except ConfigError as error:
        raise ConfigError([f"{file}: {problem}" for problem in error.problems]) from None


def read_toml(file: Path) -> dict[str, Any]:
    """The plain data of a TOML file. Raises ConfigError when it cannot be read, or is not TOML and in which line."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError([f"{file}: cannot be read: {error.strerror}"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([f"{file}: is not TOML: {error}"]) from None


def read_toml_head(file: Path) -> dict[str, Any]:
    """At least the keys before the first table of a TOML file, which is much quicker to read. Raises as `read_toml`."""
    try:
        head, table, _ = file.read_text(encoding="utf-8").partition("\n[")
        return tomllib.loads(head + "\n") if table else read_toml(file)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        # A value may stand over several lines, one of which begins like a table; or there is something wrong.
        return read_toml(file)


def _problem(details: ErrorDetails, model: type[pydantic.BaseModel] | None) -> str:
    key = ".".join(str(step) for step in details["loc"] if step != "[key]")
    match details["type"]:
        case "extra_forbidden":
            known = _known_keys(model, details["loc"][:-1])
            return f"{key}: unknown key{f'; known are {known}' if known else ''}"
        case "missing":
            return f"{key}: missing"
        case "value_error":
            what = str(details.get("ctx", {}).get("error", details["msg"]))
        case _:
            what = details["msg"][:1].lower() + details["msg"][1:]
    given = details["input"]
    # A PIN or a badge that was written down wrongly is still somebody's: it is not printed.
    secret = bool(details["loc"]) and details["loc"][-1] in ("pin", "badge")
    plain = isinstance(given, str | int | float) or (
        isinstance(given, list) and not any(isinstance(item, dict) for item in given)
    )
    shown = f" = {given!r}" if plain and not secret else ""
    return f"{key}{shown}: {what}" if key else what


def _known_keys(model: type[pydantic.BaseModel] | None, path: tuple[int | str, ...]) -> str:
    """The keys of the table at `path`, also within lists and maps of models."""
    for step in path:
        if model is not None and isinstance(step, str) and step in model.model_fields:
            model = next(_models_in(model.model_fields[step].annotation), None)
    return ", ".join(model.model_fields) if model is not None else ""


def _models_in(annotation: Any) -> Iterator[type[pydantic.BaseModel]]:
    """The models in an annotation such as `BonusRules | None` or `dict[str, tuple[Cell, ...]]`."""
    if isinstance(annotation, type) and issubclass(annotation, pydantic.BaseModel):
        yield annotation
    for member in getattr(annotation, "__args__", ()):
        yield from _models_in(member)
