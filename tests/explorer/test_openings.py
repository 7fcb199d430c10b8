"""Proved openings that come with the site: they are those of the present engine, and true."""

from __future__ import annotations

import random

import pytest

from games_app.explorer.openings import DECISIONS, Openings, _analyses, _read, proved_opening
from games_app.games.engine.analyse import analyse, engine_name
from games_app.games.engine.analysis import Limit
from games_app.games.rules import get_game, play
from games_app.match.start_moves import played

SHIPPED = ("mancala", "kalah4")


def shipped(slug: str) -> Openings:
    openings = _read(slug)
    assert openings
    return openings


@pytest.mark.parametrize("slug", SHIPPED)
def test_openings_are_of_the_present_engine_and_have_every_position_of_the_first_moves(slug: str) -> None:
    openings = shipped(slug)
    assert openings.engine == engine_name(slug)
    game = get_game(slug)
    for moves, margins in openings.lines.items():
        state = played(game, game.initial_state(), moves).states[-1]
        (role,) = state.to_move
        assert {game.action(move) for move in margins} == set(state.legal_actions(role))
        if len(moves.split()) < DECISIONS:
            for move in margins:
                after = play(state, role, game.action(move)).state
                assert after.is_terminal or f"{moves} {move}".strip() in openings.lines


@pytest.mark.parametrize("slug", SHIPPED)
def test_values_of_neighbours_agree(slug: str) -> None:
    """A move is worth what the best reply leaves."""
    openings, game = shipped(slug), get_game(slug)
    for moves, margins in openings.lines.items():
        state = played(game, game.initial_state(), moves).states[-1]
        (role,) = state.to_move
        for move, margin in margins.items():
            replies = openings.lines.get(f"{moves} {move}".strip())
            if replies:
                after = play(state, role, game.action(move)).state
                assert margin == max(replies.values()) * (1 if after.to_move == (role,) else -1)


def test_some_values_are_proved_again() -> None:
    game = get_game("mancala")
    lines = shipped("mancala").lines
    deepest = sorted(moves for moves in lines if len(moves.split()) == DECISIONS)
    for moves in random.Random(5).sample(deepest, 2):
        state = played(game, game.initial_state(), moves).states[-1]
        found = analyse(state, Limit(nodes=20_000_000))
        assert {game.notation(action): value.score for action, value in found.actions.items()} == lines[moves]


def test_other_rules_and_other_engines_have_no_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert proved_opening(get_game("morris").initial_state()) is None
    assert proved_opening(get_game("kalah4").initial_state(stones="6")) is None
    monkeypatch.setattr("games_app.explorer.openings.engine_name", lambda slug: "mancala-0")
    assert _analyses.__wrapped__("mancala") == {}
