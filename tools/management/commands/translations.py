"""`manage.py translations`: update and compile the catalogues in locale/, and report what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from boardgames import catalogues
from boardgames.catalogue_compiler import (
    SCRIPTS,
    SERVER,
    po_file,
    read,
    stand_ins,
    translated_languages,
    untranslated,
)
from games_app.drawing.plan import source
from games_app.games.catalogue import BOARDS
from games_app.games.rules import RULE_SETS
from tools import extraction
from tools.extraction import Found

SOURCES: dict[str, list[tuple[str, Callable[[str], Iterator[Found]]]]] = {
    SERVER: [
        ("boardgames/*.py", extraction.python),
        ("games_app/**/*.py", extraction.python),
        ("games_app/**/refusals.py", extraction.sentences),
        ("games_app/games/*/__init__.py", extraction.sentences),
        ("games_app/games/*/**/*.py", extraction.names),
        ("games_app/lib/names.py", extraction.names),
        ("templates/**/*.html", extraction.template),
    ],
    SCRIPTS: [
        ("static/**/*.js", extraction.script),
        ("games_app/lib/names.py", extraction.names),
    ],
}
"""Patterns of files and the extractors of their texts, by catalogue. Both also have those of the drawings."""


class Command(BaseCommand):
    help = "Update the catalogues in locale/ with all texts, compile them, and report what is not translated."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="list what these languages lack")
        parser.add_argument(
            "--complete", action="store_true", help="fail if a language lacks a text; a release asks for this"
        )

    def handle(self, languages: list[str], complete: bool, **_: object) -> None:
        if unknown := {*languages} - {*translated_languages()}:
            raise CommandError(
                f"There is no language {', '.join(unknown)}. Choose from {', '.join(translated_languages())}."
            )
        lacking = []
        for language in translated_languages():
            for domain in SOURCES:
                store(language, domain, updated(language, domain))
        catalogues.prepare(settings.COMPILED_CATALOGUES)
        for language in translated_languages():
            missing = self._report(language, details=language in languages)
            lacking += [language] * bool(missing)
        if complete and lacking:
            raise CommandError(f"Translations are missing: {', '.join(lacking)}.")

    def _report(self, language: str, *, details: bool) -> int:
        """Print how complete a language is, and return how many texts it lacks."""
        catalogs = {domain: read(language, domain) for domain in SOURCES}
        texts = [message for catalog in catalogs.values() for message in catalog if message.id]
        missing = {domain: untranslated(catalog) for domain, catalog in catalogs.items()}
        count = sum(map(len, missing.values()))
        seen = Counter(
            code
            for domain, messages in missing.items()
            for code, _ in map(stand_ins(language, domain), messages)
        )
        shown = ", ".join(f"{n} shown in {code}" for code, n in seen.items())
        self.stdout.write(
            f"{language}: {len(texts) - count} of {len(texts)} texts" + (f", {shown}" if shown else "")
        )
        for domain, messages in missing.items() if details else ():
            for message in messages:
                self.stdout.write(f"  {po_file(language, domain).name}: {message.id}")
        return count


def extracted(domain: str) -> Catalog:
    """Return all texts of a catalogue, each with the files that show it."""
    catalog = Catalog()
    for pattern, texts in SOURCES[domain]:
        for file in sorted(settings.BASE_DIR.glob(pattern)):
            name = file.relative_to(settings.BASE_DIR).as_posix()
            for text, context, note in texts(file.read_text(encoding="utf-8")):
                notes = [note] if note else []
                catalog.add(text, locations=[(name, 0)], context=context, auto_comments=notes)
    for slug, game in RULE_SETS.items():
        drawn = f"games_app/games/{game.family}/board.py"
        own = drawn if slug in BOARDS else f"static/games/{game.family}/board.svg"
        for text, context, note in extraction.drawing(source(slug)):
            catalog.add(text, locations=[(own, 0)], context=context, auto_comments=[note] if note else [])
    return catalog


def updated(language: str, domain: str) -> Catalog:
    """Return the stored translations of the current texts."""
    catalog = read(language, domain)
    catalog.update(extracted(domain), no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def store(language: str, domain: str, catalog: Catalog) -> None:
    po_file(language, domain).parent.mkdir(parents=True, exist_ok=True)
    with po_file(language, domain).open("wb") as file:
        write_po(file, catalog, width=110, include_lineno=False, ignore_obsolete=True)
