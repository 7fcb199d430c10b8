"""Two processes act on one match at the same moment: one wins.

The other learns why not: the position has changed, the turn has passed, or the match is over.
"""

from __future__ import annotations

from tests.faults import racing
from tests.faults.play import SEED
from tests.faults.test_races import RACES


def test_an_action_and_a_falling_flag_give_one_ending_each_by_order_of_commit(postgres):
    """R11: through two processes, one of which is killed half-way, and a ticker that stands by."""
    races = racing.run(postgres, RACES, SEED)
    assert races.flaws == []
    assert races.is_open, "it was no race"
