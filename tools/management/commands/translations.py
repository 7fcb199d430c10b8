"""`manage.py translations`: update the catalogues in locale/ with the texts, and compile them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.plural import to_gettext
from django.conf import settings
from django.core.management.base import BaseCommand

from games_app.drawing.plan import source
from games_app.games.catalogue import BOARDS
from games_app.rules import RULE_SETS
from tools import extraction
from tools.extraction import Text

SERVER, SCRIPTS = "django", "djangojs"
"""Names of the catalogues, as Django has them."""

SOURCES: dict[str, list[tuple[str, Callable[[str], Iterator[Text]]]]] = {
    SERVER: [
        ("games_app/**/*.py", extraction.python),
        ("games_app/**/refusals.py", extraction.sentences),
        ("games_app/games/*/**/*.py", extraction.names),
        ("templates/**/*.html", extraction.template),
    ],
    SCRIPTS: [
        ("static/**/*.js", extraction.script),
    ],
}
"""Patterns of files and the extractors of their texts, by catalogue. Both also have those of the drawings."""

FORMS = ("zero", "one", "two", "few", "many", "other")
"""Unicode's names of plural forms, in the order in which catalogues have them."""


class Command(BaseCommand):
    help = "Update the catalogues in locale/ with all texts, compile them, and name what is not translated."
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        for language, _name in settings.LANGUAGES:
            if language == settings.LANGUAGE_CODE:
                continue
            for domain in SOURCES:
                catalog = updated(language, domain)
                po_file(language, domain).parent.mkdir(parents=True, exist_ok=True)
                with po_file(language, domain).open("wb") as file:
                    write_po(file, catalog, width=110, include_lineno=False, ignore_obsolete=True)
                self._report(language, domain, catalog)
            with po_file(language, SERVER).with_suffix(".mo").open("wb") as file:
                write_mo(file, read(language, SERVER))
            script_file(language).write_text(script(read(language, SCRIPTS)), encoding="utf-8")

    def _report(self, language: str, domain: str, catalog: Catalog) -> None:
        missing = [message.id for message in catalog if message.id and not translated(message)]
        self.stdout.write(f"{language}/{domain}: {len(catalog)} texts, {len(missing)} not translated")
        for text in missing:
            self.stdout.write(f"  {text}")


def po_file(language: str, domain: str) -> Path:
    return Path(settings.LOCALE_PATHS[0], language, "LC_MESSAGES", f"{domain}.po")


def script_file(language: str) -> Path:
    """Return the file with the translations of the scripts, which pages in this language load."""
    return Path(settings.BASE_DIR, "static", "catalogues", f"{language}.js")


def extracted(domain: str) -> Catalog:
    """Return all texts of a catalogue, each with the files that show it."""
    catalog = Catalog()
    for pattern, texts in SOURCES[domain]:
        for file in sorted(settings.BASE_DIR.glob(pattern)):
            name = file.relative_to(settings.BASE_DIR).as_posix()
            for text in texts(file.read_text(encoding="utf-8")):
                catalog.add(text, locations=[(name, 0)])
    for slug, game in RULE_SETS.items():
        drawn = f"games_app/games/{game.family}/board.py"
        own = drawn if slug in BOARDS else f"static/games/{game.family}/board.svg"
        for text in extraction.drawing(source(slug)):
            catalog.add(text, locations=[(own, 0)])
    return catalog


def updated(language: str, domain: str) -> Catalog:
    """Return the stored translations of the current texts."""
    catalog = read(language, domain)
    catalog.update(extracted(domain), no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def read(language: str, domain: str) -> Catalog:
    file = po_file(language, domain)
    if not file.exists():
        catalog = Catalog(locale=language, fuzzy=False)
        catalog.mime_headers = [("Plural-Forms", to_gettext(Locale.parse(language).plural_form))]
        return catalog
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def translated(message: Message) -> bool:
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    return all(forms) and not message.fuzzy


def script(catalog: Catalog) -> str:
    """Return a script with the translations, for static/i18n.js."""
    tags = Locale.parse(str(catalog.locale)).plural_form.tags | {"other"}
    names = [name for name in FORMS if name in tags]
    found: dict[str, object] = {}
    for message in sorted(filter(translated, catalog), key=lambda message: str(message.id)):
        if isinstance(message.id, str):
            found[message.id] = message.string
        else:
            found[message.id[1]] = dict(zip(names, message.string or (), strict=False))
    found.pop("", None)  # the catalogue's head
    written = json.dumps(found, ensure_ascii=False)
    return f"// Written by `python3 manage.py translations`.\nglobalThis.catalogue = {written};\n"
