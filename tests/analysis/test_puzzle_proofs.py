"""Shipped puzzles hold by the rules alone: plain minimax, without the engine, confirms them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod
from random import Random

import pytest

from games_app.analysis.puzzles.collection import FEWEST_OF_A_THEME, LENGTHS
from games_app.analysis.puzzles.shipped import WITH_PUZZLES, shipped
from games_app.games.engine.contract import EASY
from games_app.games.engine.difficulty import LEAST_WAYS
from games_app.games.engine.levels import reply
from games_app.games.rules import Accepted, State, get_game, play

FEWEST, FEWEST_THEMES = 100, 5
"""Numbers of a game's puzzles on a new site, and of its themes beside the lengths."""
MOST_OF_A_THEME = 0.6
"""Share of the puzzles above which a theme does not sort them."""
SPREAD = 400
"""Difference between the ratings of puzzles that a tenth is easier, and a tenth harder than."""
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


def one_ply(state: State, role: str) -> list[str]:
    """Return what the level that looks at its own move chooses, by lot."""
    return [reply(state, role, EASY, Random(seed)).action for seed in SEEDS]


def most_taken(slug: str, state: State, role: str) -> list[str]:
    """Return the actions that take most at once."""
    game = get_game(slug)
    takes = {
        action: ahead(game, play(state, role, action).state, role) for action in state.legal_actions(role)
    }
    return [action for action, taken in takes.items() if taken == max(takes.values())]


@pytest.mark.parametrize("slug", WITH_PUZZLES)
def test_neither_a_greedy_player_nor_one_who_looks_one_move_ahead_finds_a_solution(slug):
    for puzzle in shipped(slug):
        questions = list(decisions(slug, puzzle))
        state, right = questions[0]
        assert right not in one_ply(state, puzzle["role"])
        greedy = [(most_taken(slug, state, puzzle["role"]), right) for state, right in questions]
        for place in (0, -1):
            assert [taken[place] for taken, _ in greedy] != [right for _, right in greedy]


@pytest.mark.parametrize("slug", WITH_PUZZLES)
def test_nobody_guesses_a_solution_easily(slug):
    for puzzle in shipped(slug):
        assert prod(1 + len(step["wrong"]) for step in puzzle["steps"]) >= LEAST_WAYS


@pytest.mark.parametrize("slug", WITH_PUZZLES)
def test_a_new_site_has_a_hundred_puzzles_of_a_game_in_five_themes_that_sort_them(slug):
    puzzles = shipped(slug)
    assert len(puzzles) >= FEWEST
    counts = Counter(name for puzzle in puzzles for name in puzzle["themes"].split() if name not in LENGTHS)
    assert len(counts) >= FEWEST_THEMES
    assert min(counts.values()) >= FEWEST_OF_A_THEME
    assert max(counts.values()) <= MOST_OF_A_THEME * len(puzzles)
    assert all(set(puzzle["themes"].split()) - LENGTHS for puzzle in puzzles)


@pytest.mark.parametrize("slug", WITH_PUZZLES)
def test_two_thirds_of_a_game_s_puzzles_have_several_decisions_and_their_ratings_spread(slug):
    puzzles = shipped(slug)
    assert 3 * sum(len(puzzle["steps"]) > 1 for puzzle in puzzles) >= 2 * len(puzzles)
    ratings = sorted(puzzle["rating"] for puzzle in puzzles)
    tenth = len(ratings) // 10
    assert ratings[-tenth] - ratings[tenth] >= SPREAD
