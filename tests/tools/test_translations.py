"""The catalogues have every text of the site, translated, and are compiled."""

from __future__ import annotations

import io
import re
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.conf import settings

from games_app.games.folders import SLUGS
from tools import extraction
from tools.management.commands.translations import (
    SCRIPTS,
    SERVER,
    SOURCES,
    extracted,
    own_texts,
    po_file,
    read,
    script,
    script_file,
    translated,
    untranslated_games,
)

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
UPDATE = "run `python3 manage.py translations`, and translate what it names"
PERCENT = re.compile(r"%(?:\(\w+\))?[sd]")
TAG = re.compile(r"<[^>]+>")


def placeholders(text: str) -> set[str]:
    """Placeholders and markup, which a translation must keep."""
    fields = {f"{{{name}:{form}}}" for _, name, form, _ in Formatter().parse(text) if name is not None}
    return fields | set(PERCENT.findall(text)) | set(TAG.findall(text))


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def catalogues() -> list[tuple[str, str]]:
    return [(language, domain) for language in LANGUAGES for domain in SOURCES]


@pytest.mark.parametrize(("language", "domain"), catalogues())
def test_a_catalogue_has_the_texts_of_the_sources_and_no_others(language, domain):
    stored = {message.id for message in read(language, domain)}
    wanted = {message.id for message in extracted(domain)}
    assert stored ^ wanted == set(), UPDATE


@pytest.mark.parametrize(("language", "domain"), catalogues())
def test_every_text_is_translated_but_those_of_a_game_that_is_not_at_all(language, domain):
    excused = set().union(*(own_texts(domain)[slug] for slug in untranslated_games(language)))
    missing = {message.id for message in read(language, domain) if message.id and not translated(message)}
    assert missing - excused == set()


@pytest.mark.parametrize(("language", "domain"), catalogues())
def test_a_translation_has_the_placeholders_of_its_text(language, domain):
    for message in filter(translated, read(language, domain)):
        for form in forms(message.string if message.id else ()):
            assert placeholders(form) == placeholders(forms(message.id)[-1]), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_of_the_site_are_translated_and_each_has_texts_of_its_own(language):
    assert untranslated_games(language) == []
    assert all(own for own in own_texts(SERVER).values())


def test_a_language_without_a_catalogue_has_no_game():
    assert untranslated_games("eo") == list(SLUGS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_the_catalogues_say(language):
    compiled = io.BytesIO()
    write_mo(compiled, read(language, SERVER))
    assert po_file(language, SERVER).with_suffix(".mo").read_bytes() == compiled.getvalue(), UPDATE
    assert script_file(language).read_text(encoding="utf-8") == script(read(language, SCRIPTS)), UPDATE


def test_texts_are_found_inside_others_and_in_both_persons():
    source = """
        t("{a} plays", { a: t("you") });
        person(`you sow`, "{who} sows", { n });
        tn("{n} pit", "{n} pits", n);
        t(x);
        `${t("{a} waits.", { a })} ${tn("{n} move", "{n} moves", n)}`;
    """
    assert list(extraction.script(source)) == [
        "{a} plays",
        "you",
        "you sow",
        "{who} sows",
        ("{n} pit", "{n} pits"),
        "{a} waits.",
        ("{n} move", "{n} moves"),
    ]
    page = """{% translate 'Home' %}
        {% blocktranslate count n=k %}{{ n }} move{% plural %}{{ n }} moves{% endblocktranslate %}"""
    assert list(extraction.template(page)) == ["Home", ("%(n)s move", "%(n)s moves")]


def test_a_script_has_plural_forms_by_their_names():
    catalog = Catalog(locale="pl")
    catalog.add(("{n} shell", "{n} shells"), ("{n} muszla", "{n} muszle", "{n} muszli"))
    assert '{"{n} shells": {"one": "{n} muszla", "few": "{n} muszle", "many": "{n} muszli"}}' in script(
        catalog
    )
