"""The languages of the screens, by Qt's own translation files, switchable at run time."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Property, QCoreApplication, QObject, QTranslator, Signal, Slot

I18N: Final = Path(__file__).parent / "i18n"
LANGUAGES: Final[dict[str, str]] = {"en": "English", "ru": "Русский", "hy": "Հայերեն"}
COMPLETE: Final = ("en", "ru")
"""Offered at the screen; the others are prepared, and what they lack is shown in English."""


class Words(QObject):
    """The language now spoken. QML says it again by `QQmlEngine.retranslate`, models by `changed`."""

    changed = Signal()

    def __init__(self, language: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._translator: QTranslator | None = None
        self._language = "en"
        self.speak(language)

    def _get_language(self) -> str:
        return self._language

    language = Property(str, _get_language, notify=changed)

    def _get_next_name(self) -> str:
        return LANGUAGES[self._next()]

    next_name = Property(str, _get_next_name, notify=changed)
    """The language that a tap switches to, by its own name."""

    @Slot(str)
    def speak(self, language: str) -> None:
        """Speak `language` from now on. Raises ValueError for one that there is no file for."""
        if language not in LANGUAGES:
            raise ValueError(f"{language!r}: the languages are {', '.join(LANGUAGES)}")
        if self._translator is not None:
            QCoreApplication.removeTranslator(self._translator)
            self._translator = None
        if language != "en":
            translator = QTranslator(self)
            file = I18N / f"screens_{language}.qm"
            if not translator.load(str(file)):
                raise ValueError(f"{file}: missing or no translation file: run python -m dealer_ui.translations")
            QCoreApplication.installTranslator(translator)
            self._translator = translator
        self._language = language
        self.changed.emit()

    @Slot()
    def switch(self) -> None:
        """Speak the next complete language."""
        self.speak(self._next())

    def _next(self) -> str:
        at = COMPLETE.index(self._language) if self._language in COMPLETE else -1
        return COMPLETE[(at + 1) % len(COMPLETE)]


def say(context: str, english: str) -> str:
    """`english` in the language now spoken."""
    return QCoreApplication.translate(context, english)
