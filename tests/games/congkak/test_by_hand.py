"""Congkak sown by hand: each drop is the player's, and a shell in a burnt house is lost."""

from __future__ import annotations

import pytest

from games_app.games.rules import State
from tests.games.congkak.positions import CONGKAK, done, later, lying, opening, play, turn


def sowing(houses: dict[int, int], south: int, at: int | str, held: int, **changes: object) -> State:
    """Return a position in which south's hand holds ``held`` shells and has come to ``at``."""
    in_hand = {"hand": {"south": held, "north": 0}, "at": {"south": at, "north": None}, "choosing": []}
    return turn(houses, south, sowing="hand", **in_hand | changes)


def test_a_scoop_fills_the_hand_only() -> None:
    after = turn({3: 4, 9: 1}, 10, sowing="hand").apply("south", "scoop 3")
    facts = after.facts()
    assert (facts["hand"], facts["at"]) == ({"south": 4, "north": 0}, {"south": 3, "north": None})
    assert (lying(after), facts["choosing"], after.to_move) == ({9: 1, "A": 10, "B": 83}, [], ("south",))
    assert after.trace == ({"do": "scoop", "role": "south", "from": 3, "n": 4, "drops": []},)


def test_each_shell_falls_at_the_next_stop_of_the_path() -> None:
    state = turn({6: 3, 1: 1, 9: 1}, 10, sowing="hand").apply("south", "scoop 6")
    for stop in ("7", "A", "8"):
        assert state.legal_actions("south") == [f"drop {stop}"]
        state = state.apply("south", f"drop {stop}")
    assert lying(state) == {1: 1, 7: 1, 8: 1, 9: 1, "A": 11, "B": 83}
    assert (state.to_move, state.facts()["at"]) == (("north",), {"south": None, "north": None})


def test_a_drop_says_what_lies_there_and_what_is_still_in_the_hand() -> None:
    after = sowing({9: 1}, 10, 7, 2).apply("south", "drop A")
    assert after.facts()["at"]["south"] == "A"
    assert after.trace == ({"do": "drop", "role": "south", "at": "A", "now": 11, "hand": 1},)


def test_from_house_14_south_goes_on_to_house_1_and_north_to_its_store() -> None:
    assert sowing({9: 1}, 10, 14, 2).legal_actions("south") == ["drop 1"]
    north = turn({14: 2, 1: 1}, 10, control="north", sowing="hand").apply("north", "scoop 14")
    assert north.legal_actions("north") == ["drop B"]


def test_in_a_relay_the_hand_refills_by_itself() -> None:
    after = sowing({8: 3, 1: 1}, 10, "A", 1).apply("south", "drop 8")
    facts = after.facts()
    assert (facts["hand"]["south"], facts["at"]["south"], facts["houses"]["8"]) == (4, 8, 0)
    assert after.trace == (
        {"do": "drop", "role": "south", "at": 8, "now": 4, "hand": 0},
        {"do": "scoop", "role": "south", "from": 8, "n": 4, "drops": []},
    )
    assert after.legal_actions("south") == ["drop 9"]


def test_the_last_shell_captures_as_when_sown_by_itself() -> None:
    after = sowing({10: 6, 9: 1, 1: 1}, 10, 4, 1).apply("south", "drop 5")
    assert done(after) == ["drop", "capture", "end"]
    assert lying(after) == {1: 1, 9: 1, "A": 17, "B": 79}


def test_the_last_shell_in_the_own_storehouse_gives_another_scoop() -> None:
    after = sowing({1: 1, 9: 1}, 10, 7, 1).apply("south", "drop A")
    assert (done(after), after.to_move) == (["drop", "again"], ("south",))
    assert after.legal_actions("south") == ["scoop 1"]


def test_the_last_shell_in_the_own_storehouse_ends_the_turn_of_a_role_without_shells() -> None:
    after = sowing({9: 1}, 10, 7, 1).apply("south", "drop A")
    assert done(after)[:2] == ["drop", "end"]
    assert after.facts()["round"] == 2


def test_burnt_houses_on_the_way_are_legal_and_so_is_the_stop_behind_them() -> None:
    state = sowing({14: 1, 4: 2}, 20, 14, 3, **later([1, 2, 3]))
    assert state.legal_actions("south") == ["drop 1", "drop 2", "drop 3", "drop 4"]
    passed = state.apply("south", "drop 4")
    assert lying(passed) == {4: 3, 14: 1, "A": 20, "B": 72}


def test_a_shell_dropped_into_a_burnt_house_goes_to_the_opponents_storehouse() -> None:
    after = sowing({14: 1, 4: 2}, 20, 14, 3, **later([1, 2, 3])).apply("south", "drop 2")
    assert lying(after) == {4: 2, 14: 1, "A": 20, "B": 73}
    assert after.trace == ({"do": "forfeit", "role": "south", "at": 2, "to": "B", "now": 73, "hand": 2},)
    assert after.facts()["at"]["south"] == 2


def test_sowing_goes_on_from_the_burnt_house_and_those_behind_it_are_no_longer_legal() -> None:
    after = sowing({14: 1, 4: 2}, 20, 14, 3, **later([1, 2, 3])).apply("south", "drop 2")
    assert after.legal_actions("south") == ["drop 3", "drop 4"]
    assert after.apply("south", "drop 3").legal_actions("south") == ["drop 4"]


def test_several_shells_can_be_lost_one_after_another() -> None:
    state = sowing({14: 1, 4: 2}, 20, 14, 4, **later([1, 2, 3]))
    after = play(state, "south drop 1", "south drop 2", "south drop 3")
    assert lying(after) == {4: 2, 14: 1, "A": 20, "B": 74}
    assert after.facts()["hand"]["south"] == 1


def test_a_last_shell_lost_in_a_burnt_house_ends_the_turn() -> None:
    after = sowing({14: 1, 4: 2}, 20, 14, 1, **later([1, 2])).apply("south", "drop 1")
    assert done(after) == ["forfeit", "end"]
    assert lying(after) == {4: 2, 14: 1, "A": 20, "B": 75}
    assert (after.to_move, after.facts()["at"]["south"]) == (("north",), None)


def test_a_shell_lost_in_the_opponents_burnt_house_goes_to_the_opponent_too() -> None:
    state = sowing({14: 1, 4: 2}, 40, "A", 2, **later([8, 9]))
    assert state.legal_actions("south") == ["drop 10", "drop 8", "drop 9"]
    assert lying(state.apply("south", "drop 9"))["B"] == lying(state)["B"] + 1


def test_a_shell_lost_in_ones_own_burnt_house_by_north_goes_to_south() -> None:
    hand = {"hand": {"south": 0, "north": 2}, "at": {"south": None, "north": 7}, "choosing": []}
    state = turn({14: 1, 4: 2}, 40, control="north", sowing="hand", **hand, **later([8, 9]))
    after = state.apply("north", "drop 8")
    assert lying(after)["A"] == 41
    assert after.trace[0]["to"] == "A"


def test_a_lost_last_shell_can_end_the_round() -> None:
    after = sowing({14: 1}, 20, 14, 1, **later([1, 2])).apply("south", "drop 1")
    assert done(after)[:4] == ["forfeit", "end", "collect", "round"]
    assert after.facts()["round"] == 3


def race(*plies: str) -> State:
    return play(CONGKAK.initial_state(sowing="hand"), *plies)


def test_nothing_is_sealed_in_a_race() -> None:
    state = race("south scoop 3")
    assert state.facts()["sealed"] == {"south": None, "north": None}
    assert state.facts()["hand"] == {"south": 7, "north": 0}
    assert all(state.view(viewer) == state.facts() for viewer in (None, "south", "north"))


def test_in_a_race_both_act_whenever_they_like() -> None:
    state = race("south scoop 3", "south drop 4", "north scoop 12", "south drop 5", "north drop 13")
    assert state.to_move == ("south", "north")
    assert state.facts()["choosing"] == []
    assert (state.legal_actions("south"), state.legal_actions("north")) == (["drop 6"], ["drop 14"])
    assert state.facts()["at"] == {"south": 5, "north": 13}


def test_the_order_of_arrival_is_the_order_of_play() -> None:
    # North's scoop of 8 empties it before, or takes what south has dropped there after.
    start = race(
        "south scoop 1", *[f"south drop {stop}" for stop in (2, 3, 4, 5, 6, 7, "A")], "south scoop 7"
    )
    start = play(start, "south drop A")
    early = play(start, "north scoop 8", "south drop 8")
    late = play(start, "south drop 8", "north scoop 8")
    assert (early.facts()["hand"]["north"], late.facts()["hand"]["north"]) == (7, 8)
    assert (early.facts()["houses"]["8"], late.facts()["houses"]["8"]) == (1, 0)


def test_in_a_race_who_reaches_the_own_storehouse_scoops_again_while_the_other_still_sows() -> None:
    state = race(
        "north scoop 10", "south scoop 1", *[f"south drop {stop}" for stop in (2, 3, 4, 5, 6, 7, "A")]
    )
    assert state.facts()["choosing"] == ["south"]
    assert state.trace[-1] == {"do": "again", "role": "south"}
    assert state.apply("south", "scoop 2").facts()["hand"] == {"south": 8, "north": 7}


def in_a_race(houses: dict[int, int], south: int, **changes: object) -> State:
    return opening(houses, south, sowing="hand", **changes)


def test_first_to_end_the_race_waits_for_the_other_and_has_control_first() -> None:
    holding = {"hand": {"south": 1, "north": 1}, "at": {"south": 1, "north": "B"}, "choosing": []}
    state = in_a_race({4: 2, 12: 2}, 10, **holding)
    waiting = state.apply("north", "drop 1")
    assert (waiting.facts()["ended"], waiting.to_move) == (["north"], ("south",))
    after = waiting.apply("south", "drop 2")
    facts = after.facts()
    assert (facts["phase"], facts["control"], facts["ended"]) == ("turn", "north", [])
    first = state.apply("south", "drop 2").apply("north", "drop 1")
    assert first.facts()["control"] == "south"


def test_a_role_that_must_scoop_and_was_robbed_of_its_last_shells_ends_the_race() -> None:
    holding = {"hand": {"south": 0, "north": 1}, "at": {"south": None, "north": 8}, "choosing": ["south"]}
    after = in_a_race({6: 4, 12: 2}, 10, **holding).apply("north", "drop 9")
    assert done(after)[:4] == ["drop", "capture", "end", "end"]
    assert [step["role"] for step in after.trace[2:4]] == ["north", "south"]
    assert after.facts()["round"] == 2


def test_a_robbed_role_ends_at_once_while_the_other_goes_on() -> None:
    holding = {"hand": {"south": 0, "north": 1}, "at": {"south": None, "north": 14}, "choosing": ["south"]}
    state = in_a_race({6: 4, 12: 2}, 10, **holding)
    assert state.apply("north", "drop B").facts()["choosing"] == ["south", "north"]


def test_a_sowing_role_without_shells_in_its_houses_does_not_end() -> None:
    holding = {"hand": {"south": 2, "north": 1}, "at": {"south": "A", "north": 14}, "choosing": []}
    after = in_a_race({12: 2}, 10, **holding).apply("north", "drop B")
    assert after.facts()["ended"] == []
    assert after.to_move == ("south", "north")


@pytest.mark.parametrize("starter", ["south", "north"])
def test_a_single_starter_sows_by_hand_without_a_race(starter: str) -> None:
    state = CONGKAK.initial_state(sowing="hand", opening=starter)
    assert state.to_move == (starter,)
    after = state.apply(starter, state.legal_actions(starter)[0])
    assert after.to_move == (starter,)
    assert after.facts()["choosing"] == []
