"""The gate: one person, one action, one answer, and nothing written."""

from __future__ import annotations

import pytest

from games_app.games.rules import IllegalAction, get_game
from games_app.lib.refusals import Refusal
from games_app.rules_service import Accepted, judge

ALICE, BOB, CAROL = 1, 2, 3


def judged(state, person, action, base=0, seats=None):
    seats = seats or dict(zip(state.roles, (ALICE, BOB), strict=True))
    return judge(state, seats, dict.fromkeys(state.roles, 0), person, action, base)


def code(verdict):
    assert isinstance(verdict, Refusal)
    assert verdict.message.endswith(".")
    return verdict.code


def test_a_legal_action_is_accepted_with_everything_the_server_plays_after_it():
    verdict = judged(get_game("mancala").initial_state(), ALICE, "pick p7")
    assert isinstance(verdict, Accepted)
    assert [ply.action for ply in verdict.plies] == ["pick p7", "put p8", "put p9", "put p10"]
    assert verdict.state.to_move == ("south",)


def test_the_gate_leaves_the_position_it_judges_as_it_was():
    state = get_game("morris").initial_state()
    before = state.facts()
    judged(state, ALICE, "place outer n")
    assert state.facts() == before


def test_a_watcher_is_told_that_only_players_act():
    assert code(judged(get_game("mancala").initial_state(), CAROL, "pick p7")) == "not_seated"


def test_player_not_to_move_is_told_who_is():
    verdict = judged(get_game("mancala").initial_state(), BOB, "pick p1")
    assert code(verdict) == "not_your_turn"
    assert "North" in verdict.message


def test_a_noop_is_refused_to_the_player_without_control():
    assert code(judged(get_game("mancala").initial_state(), BOB, "noop")) == "not_your_turn"


def test_an_action_decided_on_an_older_position_is_stale():
    assert code(judged(get_game("checkers").initial_state(), ALICE, "move 1 3 2 4", base=7)) == "stale"


def test_a_player_who_acts_before_they_have_seen_that_the_turn_has_passed_is_told_that_they_are_behind():
    state = get_game("mancala").initial_state().apply("north", "pick p7")
    for action in ("put p8", "put p9", "put p10"):
        state = state.apply("north", action)
    assert state.to_move == ("south",)
    assert code(judged(state, ALICE, "pick p6", base=7)) == "stale"
    assert code(judged(state, ALICE, "pick p6")) == "not_your_turn"


def test_an_illegal_action_is_refused_in_the_words_of_the_rules():
    state = get_game("mancala").initial_state()
    with pytest.raises(IllegalAction) as by_the_rules:
        state.apply("north", "pick p1")
    verdict = judged(state, ALICE, "pick p1")
    assert code(verdict) == by_the_rules.value.code == "not_your_pit"
    assert verdict.message == str(by_the_rules.value)


def test_after_the_end_nobody_acts():
    over = get_game("mancala").state_from_facts(
        {
            "pits": {f"p{n}": 0 for n in range(1, 11)} | {"pwinnorth": 15, "pwinsouth": 15},
            "hand": {"north": 0, "south": 0},
            "at": None,
            "control": "north",
        }
    )
    assert code(judged(over, ALICE, "noop")) == "game_over"


def test_one_person_on_both_sides_acts_for_the_side_that_the_action_is_legal_for():
    state = get_game("congkak").initial_state(opening="simultaneous")
    seats = {"south": ALICE, "north": ALICE}
    assert judged(state, ALICE, "scoop 3", seats=seats).role == "south"
    assert judged(state, ALICE, "scoop 9", seats=seats).role == "north"


def test_of_two_hands_about_to_drop_at_one_stop_the_one_drops_that_was_decided_on_this_event():
    state = get_game("congkak").initial_state(opening="simultaneous", sowing="hand")
    plies = [f"drop {stop}" for stop in (5, 6, 7, "A", 8, 9)]
    for role, action in [("south", "scoop 4"), *(("south", drop) for drop in plies), ("north", "scoop 9")]:
        state = state.apply(role, action)
    assert state.legal_actions("south") == state.legal_actions("north") == ["drop 10"]
    seats, bases = {"south": ALICE, "north": ALICE}, {"south": 9, "north": 10}
    for role, base in bases.items():
        verdict = judge(state, seats, bases, ALICE, "drop 10", base)
        assert isinstance(verdict, Accepted)
        assert verdict.role == role
    assert code(judge(state, seats, bases, ALICE, "drop 10", 8)) == "stale"
