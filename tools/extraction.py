"""Extraction of the texts for people from Python, templates, JavaScript and the boards' drawings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from babel.messages.jslexer import Token, tokenize, unquote_string
from django.utils.translation.template import templatize

SINGULAR = {"_", "gettext", "gettext_lazy", "gettext_noop", "t", "mark"}
PLURAL = {"ngettext", "ngettext_lazy", "tn"}
"""Functions with two texts: for one, and for several."""
IN_CONTEXT = {"pgettext", "pgettext_lazy", "tp"}
"""Functions with a context before their text, since the same word has two meanings."""
PERSONS = {"person"}
"""Function of static/boards/text/phrases.js with two texts: said to the viewer, and about somebody else."""

FACTS = {"counted"}
"""Attributes of a drawing's ``<words>`` that contain no words."""

NOTE = re.compile(r"(?:#|//|\*)\s*Translators: (.*?)\s*(?:\*/)?$")
"""A comment that explains the text on the next line, or the first on its own line, to translators."""

TEMPLATE_CALL = re.compile(
    r"""# Translators: .*|\b[np]?gettext\((?:[^'"()]|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")*\)"""
)

Text = str | tuple[str, str]
"""A text, or its forms for one and for several."""


class Found(NamedTuple):
    """A text, the context that tells its meaning from another one, and a note for translators."""

    text: Text
    context: str | None = None
    note: str = ""


def python(source: str) -> Iterator[Found]:
    """Yield the texts in calls."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            arguments = [_constant(argument) for argument in node.args]
            yield from _called(node.func.id, arguments, _note(lines, node.lineno))


def sentences(source: str) -> Iterator[Found]:
    """Yield the texts in the dicts of a module with the sentences of refusals."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict):
            yield from map(Found, filter(None, map(_constant, node.values)))


def names(source: str) -> Iterator[Found]:
    """Yield the ``name`` that a class has as a constant, or that a rule set gets."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            named = (keyword.value for keyword in node.keywords if keyword.arg == "name")
            yield from map(Found, filter(None, map(_constant, named)))
        if isinstance(node, ast.ClassDef):
            for line in node.body:
                if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "name":
                    yield from map(Found, filter(None, [_constant(line.value)]))


def template(source: str) -> Iterator[Found]:
    """Yield the texts of a template, which Django rewrites as calls in Python."""
    yield from python("\n".join(TEMPLATE_CALL.findall(templatize(source))))


def script(source: str) -> Iterator[Found]:
    """Yield the texts of a JavaScript module."""
    lines = source.splitlines()
    tokens = [token for token in tokenize(source, dotted=False) if "comment" not in token.type]
    for place, token in enumerate(tokens):
        if token.type == "template_string":
            for expression in _expressions(token.value):
                yield from script(expression)
        elif token.type == "name" and tokens[place + 1 :] and tokens[place + 1].value == "(":
            texts = list(_leading_texts(tokens[place + 2 :]))
            yield from _called(token.value, texts, _note(lines, token.lineno))


def drawing(source: str) -> Iterator[Found]:
    """Yield the words of a board: those of its game's roles and actions, and those written on it."""
    for node in ElementTree.fromstring(source).iter():  # noqa: S314  (our own file)
        for words in _words(node.tag.rpartition("}")[2], node.attrib):
            one, *several = words.split("|")
            yield Found((one, several[0]) if several else one)
            yield from map(Found, several[1:])


def _note(lines: list[str], number: int) -> str:
    """Return the note for translators on the line before this one, or at its end."""
    found = [NOTE.search(line) for line in reversed(lines[max(number - 2, 0) : number])]
    return next((note[1] for note in found if note), "")


def _expressions(template: str) -> Iterator[str]:
    """Yield the content of ``${...}`` in a template literal. The braces of texts are in pairs too."""
    for start in (found.end() for found in re.finditer(r"\$\{", template)):
        depth, end = 1, start
        while depth and end < len(template):
            depth += {"{": 1, "}": -1}.get(template[end], 0)
            end += 1
        yield template[start : end - 1]


def _called(function: str, texts: Sequence[str | None], note: str) -> Iterator[Found]:
    first, second = [*texts, None, None][:2]
    if function in IN_CONTEXT and first and second:
        yield Found(second, first, note)
    elif function in PLURAL and first and second:
        yield Found((first, second), None, note)
    elif function in SINGULAR | PERSONS and first:
        yield Found(first, None, note)
        if function in PERSONS and second:
            yield Found(second, None, note)


def _constant(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _leading_texts(tokens: Iterable[Token]) -> Iterator[str]:
    """Yield the arguments of a call up to the first that is no text."""
    for token in tokens:
        if token.type in ("string", "template_string"):
            yield unquote_string(token.value)
        elif token.value != ",":
            return


def _words(tag: str, said: dict[str, str]) -> list[str]:
    if tag == "game":
        return [word for role in said["roles"].split() for word in (role, role.capitalize())]
    if tag == "words":
        return [text for name, text in said.items() if name not in FACTS]
    names = {"action": ("task", "choice", "button"), "svg": ("aria-label",)}.get(tag, ("data-word",))
    return [said[name] for name in names if name in said]
