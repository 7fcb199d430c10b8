"""Compilation of the catalogues, with the texts of other languages where a translation is missing."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.plural import to_gettext
from django.conf import settings
from django.utils.translation import to_locale

from boardgames import catalogues

SERVER, SCRIPTS = "django", "djangojs"
"""Names of the catalogues, as Django has them."""

FALLBACKS = {"id": ["ms"]}
"""Languages whose translation stands in for a missing one. They have the same plural forms."""

PLURALS = {"es": "nplurals=2; plural=(n != 1);"}
"""Plural forms that differ from Unicode's: millions need none of their own here."""

FORMS = ("zero", "one", "two", "few", "many", "other")
"""Unicode's names of plural forms, in the order in which catalogues have them."""

SEPARATOR = "\x04"
"""Separator of a context and its text, in gettext and in static/i18n.js."""


def compiled() -> dict[str, bytes]:
    """Return the files that the site reads: the server's catalogue and the script of each language."""
    files = {}
    for language in translated_languages():
        server = io.BytesIO()
        write_mo(server, completed(language, SERVER))
        files[f"locale/{to_locale(language)}/LC_MESSAGES/{SERVER}.mo"] = server.getvalue()
        files[f"static/catalogues/{language}.js"] = script(completed(language, SCRIPTS)).encode()
    return files


def translated_languages() -> list[str]:
    """Return the codes of all languages but that of the sources."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def po_file(language: str, domain: str) -> Path:
    return Path(catalogues.SOURCES, to_locale(language), "LC_MESSAGES", f"{domain}.po")


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
    texts: dict[str, object] = {}
    for message in sorted(filter(translated, catalog), key=lambda message: str(message.id)):
        context = f"{message.context}{SEPARATOR}" if message.context else ""
        if isinstance(message.id, str):
            texts[context + message.id] = message.string
        else:
            texts[context + message.id[1]] = dict(zip(names, message.string or (), strict=True))
    texts.pop("", None)  # the catalogue's head
    written = json.dumps(texts, ensure_ascii=False)
    return f"globalThis.catalogue = {written};\n"


def forms(catalog: Catalog) -> list[str]:
    """Return Unicode's names of a catalogue's plural forms."""
    if catalog.num_plurals <= 2:
        return ["one", "other"][-catalog.num_plurals :]
    tags = Locale.parse(str(catalog.locale)).plural_form.tags | {"other"}
    return [name for name in FORMS if name in tags][: catalog.num_plurals]
