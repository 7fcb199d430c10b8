"""Properties of each position of the rule sets that are no games of their own."""

from __future__ import annotations

import pytest

from games_app.games.rules import GAMES, RULE_SETS
from tests.games.test_every_game import *  # noqa: F403


@pytest.fixture(scope="module", params=[slug for slug in RULE_SETS if slug not in GAMES])
def slug(request: pytest.FixtureRequest) -> str:
    """Return each rule set in turn."""
    return str(request.param)
