"""The catalogues have every text of the site ; what is not translated falls back."""

from __future__ import annotations

import re
from functools import cache
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.core.management import CommandError, call_command

from boardgames.catalogue_compiler import (
    SCRIPTS,
    SERVER,
    completed,
    read,
    script,
    translated,
    untranslated,
)
from tools import extraction
from tools.extraction import Found
from tools.management.commands.translations import SOURCES, extracted, store

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
UPDATE = "run `python3 manage.py translations`"
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


@cache
def stored(language: str, domain: str) -> Catalog:
    return read(language, domain)


@cache
def texts_of_sources(domain: str) -> set[tuple[object, object]]:
    return {(message.context, message.id) for message in extracted(domain)}


@pytest.mark.parametrize(("language", "domain"), catalogues())
def test_a_catalogue_has_the_texts_of_the_sources_and_no_others(language, domain):
    texts = {(message.context, message.id) for message in stored(language, domain)}
    assert texts ^ texts_of_sources(domain) == set(), UPDATE


@pytest.mark.parametrize(("language", "domain"), catalogues())
def test_a_translation_has_the_placeholders_of_its_text(language, domain):
    for message in filter(translated, stored(language, domain)):
        if message.id:
            one, several = (placeholders(forms(message.id)[place]) for place in (0, -1))
            *first, last = forms(message.string)
            assert placeholders(last) == several, message.id
            assert all(placeholders(form) in (one, several) for form in first), message.id


@pytest.mark.parametrize(("language", "domain"), catalogues())
def test_a_text_that_depends_on_a_number_has_the_forms_of_the_language(language, domain):
    catalog = stored(language, domain)
    assert catalog.num_plurals == {"ms": 1, "id": 1, "zh-hans": 1, "es": 2}[language]
    for message in catalog:
        if message.pluralizable:
            assert len(message.string) == catalog.num_plurals, message.id
            assert all(message.string) or not any(message.string), message.id


@pytest.fixture
def partly(tmp_path, settings, monkeypatch) -> None:
    """Malay has one of two texts, and Indonesian and Spanish have none."""
    monkeypatch.setattr("boardgames.catalogues.SOURCES", tmp_path / "locale")
    settings.COMPILED_CATALOGUES = tmp_path / "compiled"
    settings.LANGUAGES = [("en", "English"), ("ms", "Malay"), ("id", "Indonesian"), ("es", "Spanish")]
    for language in ("ms", "id", "es"):
        for domain in SOURCES:
            catalog = read(language, domain)
            catalog.add("Your turn", "Giliran anda" if language == "ms" else "")
            catalog.add(("{n} pit", "{n} pits"))
            catalog.add("Start", "Mula" if language == "ms" else "", context="button")
            store(language, domain, catalog)


@pytest.mark.usefixtures("partly")
def test_a_missing_text_is_that_of_the_next_language_and_then_the_english_one():
    indonesian = script(completed("id", SCRIPTS))
    assert indonesian.endswith('= {"button\\u0004Start": "Mula", "Your turn": "Giliran anda"};\n')
    assert script(completed("es", SCRIPTS)).endswith("= {};\n")
    assert [message.id for message in untranslated(completed("id", SERVER))] == [("{n} pit", "{n} pits")]


@pytest.mark.usefixtures("partly")
def test_a_report_says_what_is_missing_and_only_a_release_asks_for_it(monkeypatch, capsys):
    monkeypatch.setattr("tools.management.commands.translations.updated", read)
    call_command("translations", "es")
    assert capsys.readouterr().out.splitlines() == [
        "ms: 4 of 6 texts, 2 shown in en",
        "id: 0 of 6 texts, 4 shown in ms, 2 shown in en",
        "es: 0 of 6 texts, 6 shown in en",
        "  django.po: Your turn",
        "  django.po: ('{n} pit', '{n} pits')",
        "  django.po: Start",
        "  djangojs.po: Your turn",
        "  djangojs.po: ('{n} pit', '{n} pits')",
        "  djangojs.po: Start",
    ]
    with pytest.raises(CommandError, match="Translations are missing: ms, id, es"):
        call_command("translations", "--complete")
    with pytest.raises(CommandError, match=r"There is no language fr\. Choose from ms, id, es"):
        call_command("translations", "fr")


def test_texts_are_found_inside_others_and_in_both_persons():
    source = """
        t("{a} plays", { a: t("you") });
        person(`you sow`, "{who} sows", { n });
        tn("{n} pit", "{n} pits", n);
        t(x);
        `${t("{a} waits.", { a })} ${tn("{n} move", "{n} moves", n)}`;
    """
    assert [found.text for found in extraction.script(source)] == [
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
    assert [found.text for found in extraction.template(page)] == ["Home", ("%(n)s move", "%(n)s moves")]


def test_a_word_with_two_meanings_has_a_context_and_a_note_for_translators():
    assert list(extraction.script('tp("button", "Start"); t("{n} s") // Translators: seconds')) == [
        Found("Start", "button", "seconds"),
        Found("{n} s", None, "seconds"),
    ]
    source = '# Translators: a verb.\n_("Move")\n\npgettext_lazy("puzzle", "Jump")'
    assert list(extraction.python(source)) == [Found("Move", None, "a verb."), Found("Jump", "puzzle")]
    page = "{# Translators: a verb. #}\n{% translate 'Light' context 'theme' %}"
    assert list(extraction.template(page)) == [Found("Light", "theme", "a verb.")]


def test_a_script_has_the_context_of_a_text_in_its_key():
    catalog = Catalog(locale="ms")
    catalog.add("Start", "Mula", context="button")
    assert '{"button\\u0004Start": "Mula"}' in script(catalog)


def test_a_script_has_plural_forms_by_their_names():
    catalog = Catalog(locale="pl")
    catalog.add(("{n} shell", "{n} shells"), ("{n} muszla", "{n} muszle", "{n} muszli"))
    assert '{"{n} shells": {"one": "{n} muszla", "few": "{n} muszle", "many": "{n} muszli"}}' in script(
        catalog
    )
