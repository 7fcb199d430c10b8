"""The sentences of refusals: complete, and spoken to a person."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from games_app import rules
from games_app.rules.refusals import SENTENCES, sentence

SOURCES = sorted(Path(rules.__file__).parent.rglob("*.py"))
CODES = {
    code
    for source in SOURCES
    for line in re.findall(r"IllegalAction\((.*)", source.read_text(encoding="utf-8"))
    for code in re.findall(r'"(\w+)"', line.split(",")[0])
}


def test_every_code_that_the_rules_raise_has_a_sentence() -> None:
    assert CODES - set(SENTENCES) == set()
    assert len(CODES) > 30


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_is_whole_once_its_args_are_filled_in(code: str) -> None:
    names = [name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name]
    said = sentence(code, dict.fromkeys(names, "7"))
    assert said[-1] == "."
    assert "{" not in said
