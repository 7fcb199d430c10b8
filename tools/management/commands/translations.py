"""`manage.py translations`: update and compile the catalogues in locale/, and report what is missing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.plural import to_gettext
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import to_locale

from games_app.drawing.plan import source
from games_app.games.catalogue import BOARDS
from games_app.rules import RULE_SETS
from tools import extraction
from tools.extraction import Found

SERVER, SCRIPTS = "django", "djangojs"
"""Names of the catalogues, as Django has them."""

SOURCES: dict[str, list[tuple[str, Callable[[str], Iterator[Found]]]]] = {
    SERVER: [
        ("games_app/**/*.py", extraction.python),
        ("games_app/**/refusals.py", extraction.sentences),
        ("games_app/games/*/__init__.py", extraction.sentences),
        ("games_app/games/*/**/*.py", extraction.names),
        ("templates/**/*.html", extraction.template),
    ],
    SCRIPTS: [
        ("static/**/*.js", extraction.script),
    ],
}
"""Patterns of files and the extractors of their texts, by catalogue. Both also have those of the drawings."""

FALLBACKS = {"id": ["ms"]}
"""Languages whose translation stands in for a missing one. They have the same plural forms."""

PLURALS = {"es": "nplurals=2; plural=(n != 1);"}
"""Plural forms that differ from Unicode's: millions need none of their own here."""

FORMS = ("zero", "one", "two", "few", "many", "other")
"""Unicode's names of plural forms, in the order in which catalogues have them."""

SEPARATOR = "\x04"
"""Separator of a context and its text, in gettext and in static/i18n.js."""


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
        for language in translated_languages():
            compile_catalogues(language)
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


def translated_languages() -> list[str]:
    """Return the codes of all languages but that of the sources."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def po_file(language: str, domain: str) -> Path:
    return Path(settings.LOCALE_PATHS[0], to_locale(language), "LC_MESSAGES", f"{domain}.po")


def script_file(language: str) -> Path:
    """Return the file with the translations of the scripts, which pages in this language load."""
    return Path(settings.BASE_DIR, "static", "catalogues", f"{language}.js")


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


def read(language: str, domain: str) -> Catalog:
    """Return a stored catalogue, or an empty one for a new language."""
    file, locale = po_file(language, domain), to_locale(language)
    if not file.exists():
        name = Locale.parse(locale).english_name
        head = f"# {name} texts of Quiet Table. Words of the games: glossary.md beside this folder.\n#"
        catalog = Catalog(locale=locale, fuzzy=False, project="Quiet Table", version="1", header_comment=head)
        plural = PLURALS.get(language) or to_gettext(Locale.parse(locale).plural_form)
        catalog.mime_headers = [("Plural-Forms", plural)]
        return catalog
    with file.open("rb") as stream:
        return read_po(stream, locale=locale)


def store(language: str, domain: str, catalog: Catalog) -> None:
    po_file(language, domain).parent.mkdir(parents=True, exist_ok=True)
    with po_file(language, domain).open("wb") as file:
        write_po(file, catalog, width=110, include_lineno=False, ignore_obsolete=True)


def compile_catalogues(language: str) -> None:
    """Write what the site reads: the server's catalogue, and that of the scripts."""
    with po_file(language, SERVER).with_suffix(".mo").open("wb") as file:
        write_mo(file, completed(language, SERVER))
    script_file(language).write_text(script(completed(language, SCRIPTS)), encoding="utf-8")


def translated(message: Message) -> bool:
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    return all(forms) and not message.fuzzy


def untranslated(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id and not translated(message)]


def stand_ins(language: str, domain: str) -> Callable[[Message], tuple[str, Message | None]]:
    """Return a function: the language that stands in for a missing translation, and what it says."""
    others = [(code, read(code, domain)) for code in FALLBACKS.get(language, ())]

    def found(message: Message) -> tuple[str, Message | None]:
        text = message.id if isinstance(message.id, str) else message.id[0]
        for code, catalog in others:
            other = catalog.get(text, message.context)
            if other and translated(other):
                return code, other
        return settings.LANGUAGE_CODE, None

    return found


def completed(language: str, domain: str) -> Catalog:
    """Return the stored translations; a missing one is that of the first fallback that has it."""
    catalog, stand_in = read(language, domain), stand_ins(language, domain)
    for message in untranslated(catalog):
        _, other = stand_in(message)
        if other:
            message.string = other.string
            message.flags.discard("fuzzy")
    return catalog


def script(catalog: Catalog) -> str:
    """Return a script with the translations, for static/i18n.js."""
    names = forms(catalog)
    found: dict[str, object] = {}
    for message in sorted(filter(translated, catalog), key=lambda message: str(message.id)):
        context = f"{message.context}{SEPARATOR}" if message.context else ""
        if isinstance(message.id, str):
            found[context + message.id] = message.string
        else:
            found[context + message.id[1]] = dict(zip(names, message.string or (), strict=True))
    found.pop("", None)  # the catalogue's head
    written = json.dumps(found, ensure_ascii=False)
    return f"// Written by `python3 manage.py translations`.\nglobalThis.catalogue = {written};\n"


def forms(catalog: Catalog) -> list[str]:
    """Return Unicode's names of a catalogue's plural forms."""
    if catalog.num_plurals <= 2:
        return ["one", "other"][-catalog.num_plurals :]
    tags = Locale.parse(str(catalog.locale)).plural_form.tags | {"other"}
    return [name for name in FORMS if name in tags][: catalog.num_plurals]
