"""Shared by all tests."""

import pydantic.fields  # noqa: F401 - Qt's import hook trips over pydantic when it meets it half imported
