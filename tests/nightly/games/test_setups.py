"""Positions set up by hand, in the rule sets that are no games of their own."""

from __future__ import annotations

import pytest

from games_app.games.catalogue import SETUPS
from games_app.games.rules import GAMES
from tests.games.test_setups import *  # noqa: F403


@pytest.fixture(scope="module", params=[slug for slug in SETUPS if slug not in GAMES])
def slug(request: pytest.FixtureRequest) -> str:
    """Return each rule set in turn."""
    return str(request.param)
