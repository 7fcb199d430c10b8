"""The rule sets that are no games of their own."""

from __future__ import annotations

import pytest

from games_app.games.rules import GAMES, RULE_SETS


@pytest.fixture(params=[slug for slug in RULE_SETS if slug not in GAMES])
def game(request: pytest.FixtureRequest) -> str:
    """Return each rule set in turn."""
    return str(request.param)
