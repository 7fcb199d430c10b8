"""Mancala: what keeps a position that is set up by hand from being one."""

from __future__ import annotations

import pytest

from games_app.games.catalogue import SETUPS


def said(text: str) -> list[str]:
    return [
        str(problem)
        for problem in SETUPS["mancala"].problems(SETUPS["mancala"].facts(SETUPS["mancala"].read(text), {}))
    ]


@pytest.mark.parametrize(
    "text",
    ["3.3.3.3.3.0.3.3.3.3.3.0_n", "0.0.0.0.0.15.0.0.0.0.0.15_s", "0.0.0.0.0.0.30.0.0.0.0.0_s"],
)
def test_thirty_stones_may_lie_anywhere(text: str) -> None:
    assert said(text) == []


def test_stones_that_are_missing_or_too_many_are_counted() -> None:
    assert said("3.3.3.3.3.0.3.3.3.3.1.0_n") == ["Stones on the board: 28 of 30. Add 2."]
    assert said("3.3.3.3.3.0.3.3.3.3.4.2_n") == ["Stones on the board: 33 of 30. Take 3 away."]
