"""Two processes act on one match at the same moment: one wins.

The other learns why not: the position has changed, the turn has passed, or the match is over.
"""

from __future__ import annotations

import asyncio

from tests.faults import racing
from tests.faults.client import new_cmd
from tests.faults.play import SEED, close_all, everybody_at, open_all, seated
from tests.faults.test_races import RACES, two_tabs


def test_an_action_and_a_falling_flag_give_one_ending_each_by_order_of_commit(postgres):
    """R11: through two processes, one of which is killed half-way, and a ticker that stands by."""
    races = racing.run(postgres, RACES, SEED)
    assert races.flaws == []
    assert races.is_open, "it was no race"


async def test_one_command_sent_to_both_processes_at_once_is_done_once(big_site):
    match, (alice, _, carol) = seated(big_site, "mancala")
    tabs = two_tabs(big_site, alice, match)
    await open_all(tabs)
    for action in ("pick p8", "pick p6"):
        cmd, base = new_cmd(), tabs[0].position["base"]["north"]
        answers = await asyncio.gather(*(tab.act("north", action, cmd, base) for tab in tabs))
        assert all(answer["ok"] for answer in answers), answers
        assert sorted(answer["again"] for answer in answers) == [False, True]
        assert len({answer["seq"] for answer in answers}) == 1
        await everybody_at(tabs, answers[0]["seq"])
    assert len(carol.record(match)) == 4
    await close_all(tabs)
