"""Constant parts of templates are rendered once for each language; everything else for each reader."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils import translation

from boardgames.template_loader import Address, Constant, fold


def folded(source: str) -> Template:
    template = Template("{% load i18n static %}" + source)
    fold(template.nodelist)
    return template


def rendered(template: Template, language: str = "en", **names: object) -> str:
    with translation.override(language):
        return template.render(Context(names))


def test_neighbouring_constant_parts_become_one_text_for_each_language():
    template = folded(
        '<p>{% translate "Rules" %} <a href="{% url \'about\' %}">{% translate "About" %}</a></p>'
    )
    assert [type(node) for node in template.nodelist] == [Constant]
    for language, words in (("en", "Rules"), ("ms", "Peraturan"), ("en", "Rules")):
        assert f"<p>{words} " in rendered(template, language)


def test_parts_that_depend_on_the_reader_are_rendered_each_time():
    template = folded(
        '{% if me %}{% translate "Rules" %}: {{ me }}{% else %}{% translate "About" %}{% endif %}'
    )
    seen = [rendered(template, me=me) for me in ("alice", "<b>", "")]
    assert seen == ["Rules: alice", "Rules: &lt;b&gt;", "About"]


@pytest.mark.parametrize(
    "source",
    [
        "{% translate name %}",
        '{% translate "Rules" as words %}{{ words }}{{ name }}',
        "{% blocktranslate %}Follow {{ name }}{% endblocktranslate %}",
        "{% url 'rules' name as there %}{{ there }}{{ name }}",
    ],
)
def test_a_translation_or_address_with_a_variable_stays(source):
    plain, template = Template("{% load i18n %}" + source), folded(source)
    for name in ("mancala", "morris"):
        assert rendered(template, name=name) == plain.render(Context({"name": name}))


def test_an_address_is_that_of_its_arguments():
    template = folded("{% url 'rules' name %}")
    assert isinstance(template.nodelist[-1], Address)
    assert [rendered(template, name=name) for name in ("mancala", "morris")] == [
        "/rules/mancala",
        "/rules/morris",
    ]


def test_joined_lines_are_rendered_without_breaks_and_indentation():
    source = """{% joinlines %}
      {% for name in names %}
        <b>{{ name }}</b>&#32;
        {% if forloop.last %}!{% endif %}
      {% endfor %}
    {% endjoinlines %}"""
    page = "<b>alice</b>&#32;<b>bob</b>&#32;!"
    for template in (Template(source), folded(source)):
        assert rendered(template, names=["alice", "bob"]) == page


@pytest.mark.django_db
def test_indentation_of_pages_is_not_sent(client):
    assert "\n " not in client.get("/about").content.decode()
