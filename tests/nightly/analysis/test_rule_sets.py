"""The tests of games of each run, for all other rule sets."""

from __future__ import annotations

import pytest

from games_app.games.rules import RULE_SETS
from tests.analysis.test_computer import (  # noqa: F401
    assert_played_to_its_end,
    at_once,
    opponents,
    test_every_level_has_a_name_of_its_own,
)
from tests.analysis.test_engine_requests import short_reviews  # noqa: F401
from tests.analysis.test_fair_replies import (  # noqa: F401
    test_it_searches_nothing_where_its_opponent_plays_somebody,
)
from tests.analysis.test_fairness import TestALiveMatch  # noqa: F401
from tests.analysis.test_live_positions import TestAPublicMatch  # noqa: F401
from tests.analysis.test_reviews_and_live_matches import TestTheReview  # noqa: F401
from tests.archive.test_imports import (  # noqa: F401
    test_a_match_played_to_its_end_by_the_rules_comes_back_whole,
    test_an_exported_match_imported_elsewhere_reviews_identically,
)

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_whole_game_is_played_to_its_end(game, opponents):
    assert_played_to_its_end(game, opponents)
