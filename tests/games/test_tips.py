"""Tips say what to look at in a position, without the move."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games_app.drawing import board
from games_app.games.catalogue import TIPS
from games_app.games.rules import GAMES, get_game
from games_app.games.tactics import DecisionTrace, decision_of, look_at

OPTIONS = {"congkak": {"rounds": "1"}}


def decisions(game: str, seeds: int) -> Iterator[DecisionTrace]:
    """All decisions of some games that are drawn by lot."""
    for seed in range(seeds):
        dice = random.Random(seed)
        state = get_game(game).initial_state(**OPTIONS.get(get_game(game).family, {}))
        while state.to_move:
            role = state.to_move[0]
            decision = decision_of(state, role, dice.choice(state.legal_actions(role)))
            yield decision
            state = decision.end


def told(game: str, facts: dict, role: str, action: str) -> tuple[str, list[str]]:
    text, stops = look_at(TIPS[game], decision_of(get_game(game).state_from_facts(facts), role, action))
    return str(text), stops


@pytest.mark.parametrize("game", [slug for slug in TIPS if slug in GAMES])
def test_each_decision_has_one_and_each_is_about_places_on_the_board(game):
    on_board, seen = set(board(game).plan.stops), set()
    for decision in decisions(game, 25):
        text, stops = look_at(TIPS[game], decision)
        seen.add(str(text))
        assert on_board >= set(stops)
    assert seen == {str(tip.text) for tip in TIPS[game]}


@pytest.mark.parametrize("game", TIPS)
def test_tips_do_not_name_the_place_where_a_stone_is_taken_up_and_put_down(game):
    for decision in decisions(game, 3):
        _, stops = look_at(TIPS[game], decision)
        step = decision.trace[0]
        assert not {str(step.get("from")), str(step.get("to"))} <= set(stops)


def test_mancala_names_the_stones_that_can_be_captured_and_those_in_danger():
    facts = GAMES["mancala"].initial_state().facts()
    empty = dict.fromkeys(facts["pits"], 0)
    capture = facts | {"pits": empty | {"p6": 2, "p3": 4, "p10": 1, "pwinnorth": 12, "pwinsouth": 11}}
    assert told("mancala", capture, "north", "pick p6")[1] == ["p3"]
    danger = facts | {"pits": empty | {"p1": 1, "p9": 5, "p6": 1, "p5": 1, "pwinnorth": 11, "pwinsouth": 11}}
    text, stops = told("mancala", danger, "north", "pick p9")
    assert (text, stops) == ("Your opponent can capture here. You can prevent it.", ["p9"])


def test_morris_names_the_stones_of_a_mill_and_of_one_that_threatens():
    facts = GAMES["morris"].initial_state().facts()
    points = dict.fromkeys(facts["points"], "empty")
    two = facts | {"heap": {"white": 7, "black": 7}, "step": 4}
    two["points"] = points | dict.fromkeys(("outer nw", "outer n"), "white")
    two["points"] |= dict.fromkeys(("inner sw", "inner s"), "black")
    assert told("morris", two, "white", "place outer ne") == (
        "You can close a mill with these stones.",
        ["outer nw", "outer n"],
    )
    assert told("morris", two, "white", "place inner se") == (
        "Your opponent threatens to close a mill here. You can prevent it.",
        ["inner s", "inner sw"],
    )


def test_congkak_tells_nothing_of_a_choice_that_both_make_at_once():
    state = GAMES["congkak"].initial_state()
    for action in state.legal_actions("north"):
        _, stops = look_at(TIPS["congkak"], decision_of(state, "north", action))
        assert stops == []
