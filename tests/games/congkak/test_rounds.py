"""Congkak: the ends of rounds and of the match, refilling, and who starts."""

from __future__ import annotations

import random

import pytest

from games_app.games.rules import State
from tests.games.congkak.positions import CONGKAK, done, later, lying, opening, play, turn
from tests.games.positions import playout

LAST = {6: 1, 8: 8, 9: 3}
"""South's last shell, which captures house 8: the round ends with 49-49 if 40 shells lie in A."""


def last_capture(stored: int, **changes: object) -> State:
    """Return the position after a round in which south gets ``stored`` + 9 shells and moves last."""
    return turn(LAST, stored, **changes).apply("south", "scoop 6")


def test_a_round_ends_after_a_turn_that_leaves_a_role_without_shells() -> None:
    after = last_capture(30)
    assert done(after) == ["scoop", "capture", "end", "collect", "round", "refill", "refill"]
    assert after.facts()["round"] == 2


def test_round_ends_too_when_the_next_role_has_no_shells() -> None:
    after = turn({7: 2, 3: 4}, 30).apply("south", "scoop 7")
    assert after.facts()["round"] == 1
    after = turn({3: 1, 4: 0, 6: 2, 11: 5}, 30).apply("south", "scoop 3")
    assert done(after)[:4] == ["scoop", "capture", "end", "collect"]
    assert after.trace[3] == {"do": "collect", "role": "south", "from": [[6, 2]], "to": "A", "now": 38}


def test_shells_left_in_houses_go_to_their_houses_owner() -> None:
    after = last_capture(30)
    assert after.trace[3] == {"do": "collect", "role": "north", "from": [[9, 3]], "to": "B", "now": 59}
    assert after.trace[4] == {"do": "round", "winner": "north", "stores": {"south": 39, "north": 59}}


def test_each_role_refills_seven_a_house_from_its_left_and_the_rest_stays_in_its_store() -> None:
    after = last_capture(30)
    assert after.trace[5:] == (
        {"do": "refill", "role": "south", "houses": [7, 6, 5, 4, 3], "burnt": [1, 2], "store": 4},
        {"do": "refill", "role": "north", "houses": [14, 13, 12, 11, 10, 9, 8], "burnt": [], "store": 10},
    )
    assert lying(after) == dict.fromkeys(range(3, 15), 7) | {"A": 4, "B": 10}
    assert after.facts()["burnt"] == [1, 2]


def test_norths_burnt_houses_are_those_from_eight_on() -> None:
    after = last_capture(70)
    assert after.facts()["burnt"] == [8, 9, 10, 11, 12]
    assert lying(after) == dict.fromkeys([*range(1, 8), 13, 14], 7) | {"A": 30, "B": 5}


@pytest.mark.parametrize(("stored", "starter"), [(30, "south"), (50, "north")])
def test_the_loser_of_a_round_starts_the_next_alone(stored: int, starter: str) -> None:
    after = last_capture(stored)
    facts = after.facts()
    assert after.to_move == (starter,)
    assert (facts["phase"], facts["control"], facts["choosing"]) == ("turn", starter, [starter])


def test_after_49_49_the_role_starts_whose_turn_it_would_have_been() -> None:
    after = last_capture(40)
    assert lying(after) == dict.fromkeys(range(1, 15), 7) | {"A": 0, "B": 0}
    assert after.trace[-3] == {"do": "round", "winner": None, "stores": {"south": 49, "north": 49}}
    assert after.to_move == ("north",)
    assert after.facts()["rounds_won"] == {"south": 0, "north": 0}
    mirrored = turn({13: 1, 1: 8, 2: 3}, 46, control="north").apply("north", "scoop 13")
    assert mirrored.to_move == ("south",)
    assert mirrored.facts()["burnt"] == []


def test_after_49_49_in_the_opening_the_role_starts_that_ended_it_first() -> None:
    state = opening(LAST, 40, ended=["north"], choosing=["south"])
    assert state.apply("south", "scoop 6").to_move == ("north",)


def test_a_later_round_has_no_simultaneous_opening() -> None:
    after = last_capture(30, options={"opening": "simultaneous"})
    assert (after.facts()["phase"], after.to_move) == ("turn", ("south",))


def test_a_burnt_house_can_be_won_back() -> None:
    after = last_capture(70, **later([1, 2]))
    assert after.facts()["burnt"] == [8, 9, 10, 11, 12]


def test_rounds_won_counts_each_winner_the_last_one_too() -> None:
    assert last_capture(30).facts()["rounds_won"] == {"south": 0, "north": 1}
    second = last_capture(70, **later([1, 2]), options={"rounds": "3"})
    assert second.facts()["rounds_won"] == {"south": 1, "north": 1}
    third = {"round": 3, "rounds_won": {"south": 1, "north": 1}}
    over = last_capture(70, **later([1, 2]) | third, options={"rounds": "3"})
    assert over.facts()["rounds_won"] == {"south": 2, "north": 1}


@pytest.mark.parametrize("sowing", ["auto", "hand"])
def test_a_role_that_cannot_fill_a_house_has_lost_the_match(sowing: str) -> None:
    state = turn({6: 1, 8: 1, 9: 3}, 90, sowing=sowing)
    plies = ["south scoop 6"] + ["south drop 7"] * (sowing == "hand")
    after = play(state, *plies)
    assert after.is_terminal
    assert after.goals() == {"south": 100, "north": 0}
    assert after.trace[-1] == {"do": "over", "winner": "south"}


def test_seven_shells_fill_one_house_and_six_none() -> None:
    six = turn({6: 1, 8: 1, 9: 3}, 90).apply("south", "scoop 6")
    assert (six.is_terminal, six.facts()["stores"]) == (True, {"south": 92, "north": 6})
    seven = turn({6: 1, 8: 1, 9: 3}, 89).apply("south", "scoop 6")
    assert not seven.is_terminal
    assert lying(seven) == dict.fromkeys([*range(1, 8), 14], 7) | {"A": 42, "B": 0}
    assert seven.facts()["burnt"] == [8, 9, 10, 11, 12, 13]


@pytest.mark.parametrize("rounds", ["1", "3", "5"])
def test_the_match_is_over_after_so_many_rounds_and_more_shells_win(rounds: str) -> None:
    drawn = {"round": int(rounds), "rounds_won": {"south": 0, "north": 0}}
    for stored, goals in [(41, (100, 0)), (40, (50, 50)), (39, (0, 100))]:
        after = last_capture(stored, options={"rounds": rounds}, **drawn)
        assert after.is_terminal
        assert tuple(after.goals().values()) == goals


def test_a_match_can_be_over_before_its_last_round() -> None:
    after = turn({6: 1, 8: 1, 9: 3}, 90, options={"rounds": "5"}).apply("south", "scoop 6")
    assert after.is_terminal
    assert after.goals() == {"south": 100, "north": 0}


def test_at_the_end_all_shells_lie_in_the_stores_and_burnt_and_round_stay() -> None:
    over = last_capture(84, **later([1], round=4, rounds_won={"south": 1, "north": 2}))
    facts = over.facts()
    assert lying(over) == {"A": 93, "B": 5}
    assert (facts["burnt"], facts["round"], facts["phase"]) == ([1], 4, "over")
    assert (facts["control"], facts["choosing"], facts["ended"]) == (None, [], [])
    assert over.to_move == ()


def test_an_equal_last_round_is_won_by_nobody() -> None:
    after = last_capture(40, options={"rounds": "1"})
    assert after.facts()["rounds_won"] == {"south": 0, "north": 0}
    assert after.trace[-1] == {"do": "over", "winner": None}


@pytest.mark.parametrize("sowing", ["auto", "hand"])
@pytest.mark.parametrize("start", ["simultaneous", "north"])
def test_there_are_98_shells_in_every_position(sowing: str, start: str) -> None:
    state = CONGKAK.initial_state(rounds="5", sowing=sowing, opening=start)
    for before, role, action in playout(state, random.Random(7)):
        facts = before.apply(role, action).facts()
        assert sum(sum(facts[where].values()) for where in ("houses", "stores", "hand")) == 98


def test_the_rounds_of_a_whole_match_end_it_for_good() -> None:
    *_, (last, role, action) = playout(CONGKAK.initial_state(rounds="3"), random.Random(1))
    over = last.apply(role, action)
    assert over.facts()["round"] <= 3
    assert sorted(over.goals().values()) in ([0, 100], [50, 50])
    assert over.legal_actions("south") == over.legal_actions("north") == ["noop"]
    assert over.apply("south", "noop") == over
