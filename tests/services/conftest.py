"""The games on which the tests of services try what holds for each."""

from __future__ import annotations

import pytest

from games_app.games.rules import GAMES


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Return each game in turn; tests/nightly/services/conftest.py has the other rule sets."""
    return str(request.param)
