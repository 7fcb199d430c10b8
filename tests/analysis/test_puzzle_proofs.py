"""Shipped puzzles hold by the rules alone: plain minimax, without the engine, confirms them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games_app.analysis.puzzles.shipped import WITH_PUZZLES, shipped
from games_app.games.engine.contract import EASY
from games_app.games.engine.levels import reply
from games_app.games.engine.puzzle import LEAST_WAYS
from games_app.games.rules import Accepted, State, get_game, play

FEWEST = 60
"""Number of a game's puzzles on a new site."""
MOST_POSITIONS = 6_000
"""Maximum number of positions for minimax; larger decisions are left to the engine's own tests."""
EVERY = 10
"""Distance of the puzzles that are checked in each run."""
CHECKED = 2
"""Minimum number of decisions that must be small enough to be checked."""
SEEDS = range(5)
HALF, INFINITE = {"mancala": 15, "congkak": 49, "oware": 24}, 1_000
"""Half of all stones: nothing leaves a store, so a side with more has won."""


class TooLarge(Exception):
    """Raised for more positions than plain minimax can search in a test."""


class Minimax:
    """Search for the winner, by the rules alone."""

    def __init__(self, slug: str, role: str, most: int) -> None:
        self.game, self.role, self.most = get_game(slug), role, most
        self.half = HALF.get(slug, INFINITE)
        self.seen: dict[State, bool] = {}

    def wins(self, accepted: Accepted) -> bool:
        """Return whether the role wins after a decision."""
        for ply in accepted.plies:
            for step in ply.trace:
                if step["do"] in ("round", "over"):
                    return step["winner"] == self.role
        state = accepted.state
        if state not in self.seen:
            score = self.game.score(state.facts()) if self.half < INFINITE else {}
            for role, stored in score.items():
                if stored > self.half:
                    return role == self.role
            if len(self.seen) >= self.most:
                raise TooLarge
            (mover,) = state.to_move
            after = (self.wins(play(state, mover, action)) for action in state.legal_actions(mover))
            self.seen[state] = any(after) if mover == self.role else all(after)
        return self.seen[state]


def winning(slug: str, state: State, role: str, most: int) -> list[str] | None:
    """Return the actions that win by plain minimax; None if that needs too many positions."""
    minimax = Minimax(slug, role, most)
    try:
        return [action for action in state.legal_actions(role) if minimax.wins(play(state, role, action))]
    except TooLarge:
        return None


def decisions(slug: str, puzzle: dict) -> Iterator[tuple[State, str]]:
    """Yield each position of the line in which the solver decides, and the right action."""
    role, state = puzzle["role"], get_game(slug).state_from_facts(puzzle["facts"])
    for step in puzzle["steps"]:
        assert state.to_move == (role,)
        yield state, step["right"]
        state = play(state, role, step["right"]).state
        for mover, action in step["follows"]:
            state = play(state, mover, action).state


def checked_decisions(slug: str, puzzles: list[dict], most: int) -> int:
    """Check the decisions that are small enough; return how many there were."""
    checked = 0
    for puzzle in puzzles:
        for state, right in decisions(slug, puzzle):
            found = winning(slug, state, puzzle["role"], most)
            assert found in (None, [right])
            checked += found is not None
    return checked


def test_plain_minimax_finds_the_same_single_win():
    assert checked_decisions("mancala", shipped("mancala")[::EVERY], MOST_POSITIONS) >= CHECKED


@pytest.mark.parametrize("slug", WITH_PUZZLES)
def test_every_line_is_played_to_a_gain_that_can_be_seen(slug):
    for puzzle in shipped(slug):
        game, role = get_game(slug), puzzle["role"]
        state = start = game.state_from_facts(puzzle["facts"])
        over = False
        for step in puzzle["steps"]:
            for mover, action in ((role, step["right"]), *step["follows"]):
                accepted = play(state, mover, action)
                state = accepted.state
                over = any(each["do"] in ("round", "over") for ply in accepted.plies for each in ply.trace)
        assert over or ahead(game, state, role) > ahead(game, start, role)


def ahead(game, state: State, role: str) -> int:
    score = game.score(state.facts())
    return 2 * score[role] - sum(score.values())


def easy_finds(state: State, role: str, right: str) -> bool:
    return any(reply(state, role, EASY, Random(seed)).action == right for seed in SEEDS)


@pytest.mark.parametrize("slug", WITH_PUZZLES)
def test_a_new_site_has_sixty_puzzles_of_a_game_that_nobody_guesses_and_easy_does_not_find(slug):
    puzzles = shipped(slug)
    assert len(puzzles) >= FEWEST
    for puzzle in puzzles:
        ways = 1
        for step in puzzle["steps"]:
            ways *= 1 + len(step["wrong"])
        assert ways >= LEAST_WAYS
        state = get_game(slug).state_from_facts(puzzle["facts"])
        assert not easy_finds(state, puzzle["role"], puzzle["steps"][0]["right"])
