"""Docstrings begin with an imperative or a noun phrase, also those of attributes and constants."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

BANNED = frozenset(
    "What Whatever Whether Who Whoever Whom Whose How Where Wherever When Which Why "
    "Is Are Was Were Has Had Does Did May Might Would Can Could Should "
    "So Of As By At For From In On Under With Without Between Beyond Until If Because "
    "Only Also Else Then There Always "
    "It Its They That Those These "
    "Nobody Somebody Anybody Everybody Nothing Something Anything Everything "
    "Gives Raises Returns Says Takes Tells".split()
)
"""Questions, auxiliaries, prepositions, adverbs, pronouns, and verbs in the third person."""

RULE = "begin with an imperative (Return ..., Store ...) or a noun phrase (Seconds until ...)"


def offences(source: str) -> list[tuple[int, str]]:
    """Return line and first word of each docstring that begins with a banned word.

    The docstring of a test may be any remark on its name.
    """
    nodes = list(ast.walk(ast.parse(source)))
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    remarks = {id(each.body[0]) for each in functions if each.name.startswith("test_")}
    texts = (
        (node.lineno, node.value.value)
        for node in nodes
        if id(node) not in remarks
        and isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
    words = ((line, re.match(r"\s*(\w+)", text)) for line, text in texts)
    return sorted((line, word[1]) for line, word in words if word and word[1] in BANNED)


def modules() -> Iterator[tuple[str, Path]]:
    for top in ("games_app", "boardgames", "tools", "tests"):
        for file in sorted((settings.BASE_DIR / top).rglob("*.py")):
            yield file.relative_to(settings.BASE_DIR).as_posix(), file


def test_a_docstring_begins_with_an_imperative_or_a_noun_phrase():
    found = [
        f"{name}:{line}: {word!r}; {RULE}"
        for name, file in modules()
        for line, word in offences(file.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_a_docstring_that_begins_with_a_question_or_a_pronoun_is_noticed():
    source = (
        '"""Rate limits."""\nLONGEST = 5\n"""Whoever waits longer."""\ndef due():\n    """Is it time?"""\n'
    )
    assert offences(source) == [(3, "Whoever"), (5, "Is")]
