"""Choice of what a test does in each run, and what only nightly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from games_app.rules import GAMES

SHARE = 5
"""Number of nightly examples of Hypothesis for each one that a run without nightly tests tries."""
_each_run = False


def pytest_configure(config: pytest.Config) -> None:
    """Note whether this run leaves the nightly tests out, before any module of tests is imported."""
    global _each_run
    _each_run = "not nightly" in config.option.markexpr


def examples(number: int) -> int:
    """Return how many examples Hypothesis tries in this run; nightly it tries ``number``."""
    return max(1, number // SHARE) if _each_run else number


def nightly_except(values: Iterable[Any], *each_run: Any) -> list[Any]:
    """Return parameters of a test of which only ``each_run`` stay in a run without ``--all``.

    For values that share their code and templates, such as games on one page: one represents the rest.
    """
    values = list(values)
    assert set(each_run) <= set(values), "A value of each run is not among the values."
    return [one if one in each_run else pytest.param(one, marks=pytest.mark.nightly) for one in values]


def games_each_run(slugs: Iterable[str]) -> list[Any]:
    """Return parameters of a test of which the games' own rule sets stay in a run without ``--all``."""
    slugs = list(slugs)
    return nightly_except(slugs, *(slug for slug in slugs if slug in GAMES))
