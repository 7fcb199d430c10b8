"""Congkak: one role's turn, sown automatically."""

from __future__ import annotations

from games_app.games.congkak.rules.sowing import complete
from tests.games.congkak.positions import done, later, lying, turn


def test_shells_fall_one_by_one_in_sowing_order() -> None:
    after = turn({6: 4, 11: 2}, 10).apply("south", "scoop 6")
    assert lying(after) == {7: 1, 8: 1, 9: 1, 11: 2, "A": 11, "B": 82}
    scoop = {"do": "scoop", "role": "south", "from": 6, "n": 4, "drops": [[7, 1], ["A", 11], [8, 1], [9, 1]]}
    assert after.trace == (scoop, {"do": "end", "role": "south"})


def test_south_leaves_out_storehouse_b() -> None:
    after = turn({7: 9, 3: 1}, 10).apply("south", "scoop 7")
    assert lying(after)["B"] == 78
    assert lying(after) == {3: 1, **dict.fromkeys(range(8, 14), 1), "A": 13, "B": 78}


def test_north_leaves_out_storehouse_a() -> None:
    after = turn({14: 9, 10: 1}, 10, control="north").apply("north", "scoop 14")
    assert lying(after) == {10: 1, **dict.fromkeys(range(1, 7), 1), "A": 10, "B": 81}


def test_a_last_shell_in_the_own_storehouse_gives_another_scoop() -> None:
    after = turn({7: 1, 2: 3, 9: 4}, 10).apply("south", "scoop 7")
    assert after.to_move == ("south",)
    assert after.legal_actions("south") == ["scoop 2"]
    assert after.trace[-1] == {"do": "again", "role": "south"}


def test_a_last_shell_in_the_own_storehouse_ends_the_turn_of_a_role_without_shells() -> None:
    after = turn({7: 1, 9: 4}, 10).apply("south", "scoop 7")
    assert done(after)[:2] == ["scoop", "end"]
    assert after.facts()["round"] == 2


def test_a_house_that_held_shells_is_sown_on_by_itself_on_either_side() -> None:
    after = turn({6: 1, 7: 1, 8: 1, 1: 1}, 10).apply("south", "scoop 6")
    assert lying(after) == {1: 1, 9: 1, 10: 1, "A": 11, "B": 84}
    assert [(step["from"], step["n"]) for step in complete(after.trace) if step["do"] == "scoop"] == [
        (6, 1),
        (7, 2),
        (8, 2),
    ]


def test_a_relay_stands_in_the_step_of_its_scoop() -> None:
    (scoop, _) = turn({6: 1, 7: 1, 8: 1, 1: 1}, 10).apply("south", "scoop 6").trace
    assert scoop["drops"] == [[7, 2]]
    assert scoop["relays"] == [[["A", 11], [8, 2]], [[9, 1], [10, 1]]]


def test_a_last_shell_in_an_own_empty_house_takes_the_opposite_house_too() -> None:
    after = turn({2: 2, 11: 6, 9: 1}, 10).apply("south", "scoop 2")
    assert lying(after) == {3: 1, 9: 1, "A": 17, "B": 79}
    capture = {"do": "capture", "role": "south", "from": [[4, 1], [11, 6]], "to": "A", "now": 17}
    assert after.trace[1:] == (capture, {"do": "end", "role": "south"})
    assert after.to_move == ("north",)


def test_capture_takes_even_an_empty_opposite_house() -> None:
    after = turn({9: 1, 1: 1, 14: 3}, 10, control="north").apply("north", "scoop 9")
    assert lying(after) == {1: 1, 14: 3, "A": 10, "B": 84}
    assert after.trace[1]["from"] == [[10, 1], [5, 0]]


def test_a_last_shell_in_an_opponents_empty_house_stays_there() -> None:
    after = turn({7: 2, 1: 1, 9: 1}, 10).apply("south", "scoop 7")
    assert lying(after) == {1: 1, 8: 1, 9: 1, "A": 11, "B": 84}
    assert after.to_move == ("north",)


def test_fifteen_shells_end_in_the_empty_start_house_and_capture() -> None:
    after = turn({3: 15, 12: 2}, 10).apply("south", "scoop 3")
    assert after.trace[0]["drops"][-1] == [3, 1]
    assert after.trace[1]["from"] == [[3, 1], [12, 3]]
    assert 3 not in lying(after)


def test_sixteen_shells_drop_into_the_start_house_and_relay_behind_it() -> None:
    after = turn({3: 16, 9: 1}, 10).apply("south", "scoop 3")
    scoop = after.trace[0]
    assert scoop["drops"][-2:] == [[3, 1], [4, 2]]
    assert scoop["relays"][0] == [[5, 2], [6, 2]]


def test_burnt_houses_are_passed_over_by_their_owner() -> None:
    state = turn({14: 4, 7: 1, 9: 1}, 20, control="north", **later([1, 2]))
    assert lying(state.apply("north", "scoop 14")) == {3: 1, 4: 1, 5: 1, 7: 1, 9: 1, "A": 20, "B": 73}


def test_burnt_houses_are_passed_over_by_the_opponent() -> None:
    state = turn({7: 3, 1: 1, 14: 1}, 40, **later([8, 9]))
    assert lying(state.apply("south", "scoop 7")) == {1: 1, 10: 1, 11: 1, 14: 1, "A": 41, "B": 53}


def test_with_burnt_houses_fewer_shells_go_all_the_way_round() -> None:
    state = turn({3: 13, 12: 2}, 40, **later([8, 9]))
    assert state.apply("south", "scoop 3").trace[1]["from"] == [[3, 1], [12, 3]]


def test_a_capture_opposite_a_burnt_house_takes_the_last_shell_alone() -> None:
    state = turn({5: 1, 1: 1, 14: 1}, 40, **later([8, 9]))
    assert state.apply("south", "scoop 5").trace[1]["from"] == [[6, 1], [9, 0]]


def test_the_round_goes_on_between_two_scoops_of_a_turn_though_the_opponent_has_no_shell() -> None:
    state = turn({7: 1, 2: 1}, 10)
    after = state.apply("south", "scoop 7")
    assert after.facts()["round"] == 1
    assert after.to_move == ("south",)
    assert after.apply("south", "scoop 2").facts()["round"] == 2
