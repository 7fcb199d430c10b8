"""``manage.py analyse`` prints what the engine knows of a position, and what it doesn't know."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def said(*given: str) -> str:
    out = StringIO()
    call_command("analyse", *given, stdout=out)
    return out.getvalue()


def test_unproved_analysis_says_estimated():
    text = said("checkers", "c3-b4", "--nodes", "1000")
    assert "red to move, this game\nestimated " in text
    assert "proved" not in text


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["checkers", "c3-c4"], "diagonally"),
        (["congkak"], "one role to move"),
        (["mancala", "--option", "rounds=3"], "no option"),
    ],
)
def test_impossible_analysis_is_refused_with_the_reason(given, why):
    with pytest.raises(CommandError, match=why):
        said(*given)
