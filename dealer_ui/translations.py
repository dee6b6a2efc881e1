"""Keeps the translation files: what the screens say, collected; what is missing, listed; what is compiled, compared.

`python -m dealer_ui.translations` brings every `.ts` file up to date with the screens, keeps what was translated, and
compiles the `.qm` files. Qt's own tools read and write the same files; ours also collects the wording of the tables,
which is data and stands in no QML.
"""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from dealer_ui.entrance import REASONS, SECONDED
from dealer_ui.sentences import PHRASES, WORDS
from dealer_ui.words import I18N, LANGUAGES
from studio.messages.wording import ALARMS, ANNOUNCEMENTS, FOLLOWS, IRREGULARITIES, PROMPTS

Sources: TypeAlias = dict[str, list[str]]
"""Context to the English that is said in it."""

HERE: Final = Path(__file__).parent
_QSTR: Final = re.compile(r'qsTr\("((?:[^"\\]|\\.)*)"')
_SAID: Final = re.compile(r'say\("(\w+)", "([^"]+)"\)')


def sources() -> Sources:
    """Everything that the screens can say, by context, each once and in order."""
    found: Sources = {
        file.stem: _QSTR.findall(file.read_text(encoding="utf-8")) for file in sorted((HERE / "qml").glob("*.qml"))
    }
    found["Wall"] = ["pockets", "sectors"]
    for file in sorted(HERE.glob("*_facts.py")):
        for context, text in _SAID.findall(file.read_text(encoding="utf-8")):
            found.setdefault(context, []).append(text)
    found["LogIn"] = [*REASONS.values(), *SECONDED.values(), "the same order", "no link to the table"]
    found["Prompts"] = [text for key, text in PROMPTS.items() if not key.startswith("held.")]
    found["Prompts"] += FOLLOWS.values()
    found["Alarms"] = list(ALARMS.values())
    found["Announcements"] = list(ANNOUNCEMENTS.values())
    found["Faults"] = [text for fault in IRREGULARITIES.values() for text in fault]
    found["Words"] = list(WORDS.values())
    found["Phrases"] = list(PHRASES)
    return {context: list(dict.fromkeys(texts)) for context, texts in found.items() if texts}


def file_of(language: str) -> Path:
    """The translation file of a language."""
    return I18N / f"screens_{language}.ts"


def read(file: Path) -> dict[tuple[str, str], str]:
    """Context and source to its translation; unfinished ones are not in it."""
    known: dict[tuple[str, str], str] = {}
    if not file.exists():
        return known
    for context in ET.parse(file).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is None or translation.get("type") is not None:
                continue
            if translation.text:
                known[name, message.findtext("source", "")] = translation.text
    return known


def missing(language: str, wanted: Mapping[str, Iterable[str]] | None = None) -> list[tuple[str, str]]:
    """What `language` lacks, as context and source. English lacks nothing: it is what the sources are written in."""
    if language == "en":
        return []
    known = read(file_of(language))
    wanted = sources() if wanted is None else wanted
    return [(context, text) for context, texts in wanted.items() for text in texts if (context, text) not in known]


def update(language: str, more: Mapping[str, str] | None = None) -> None:
    """Bring the file of `language` up to date. A text that is known in one context is known in all of them; `more`
    are translations to add, by source."""
    known = read(file_of(language))
    by_text = {text: said for (_, text), said in known.items()} | dict(more or {})
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    for name, texts in sources().items():
        context = ET.SubElement(root, "context")
        ET.SubElement(context, "name").text = name
        for text in texts:
            message = ET.SubElement(context, "message")
            ET.SubElement(message, "source").text = text
            translation = ET.SubElement(message, "translation")
            said = known.get((name, text)) or by_text.get(text)
            if said is None:
                translation.set("type", "unfinished")
            else:
                translation.text = said
    ET.indent(root, " ")
    text = ET.tostring(root, encoding="unicode")
    file_of(language).write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{text}\n', encoding="utf-8")


def compile_to(language: str, compiled: Path) -> None:
    """Compile the file of `language` with Qt's own tool. Raises subprocess.CalledProcessError."""
    tool = Path(sys.executable).parent / "pyside6-lrelease"
    subprocess.run(
        [str(tool), "-silent", str(file_of(language)), "-qm", str(compiled)], check=True, capture_output=True
    )


def main() -> int:
    """Update and compile; prints how much each language lacks."""
    for language in LANGUAGES:
        if language == "en":
            continue
        update(language)
        compile_to(language, file_of(language).with_suffix(".qm"))
        lacks = missing(language)
        print(f"{LANGUAGES[language]}: {len(lacks)} missing of {sum(map(len, sources().values()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
