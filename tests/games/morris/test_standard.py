"""Morris without a last step: a second program, the ends, and an engine that moves as the rules do."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.morris.rules import POINTS, WRITTEN
from games_app.games.morris.standard import StandardState
from games_app.games.perft import perft
from games_app.games.rules import InvalidFacts, get_game
from games_app.games.text import course, ending
from tests.games.morris.second_morris import sequences
from tests.games.positions import playout
from tests.games.searching import assert_moves_as_the_rules_do, can_search

SLUGS = ["morrisstandard", "morriswalking", "morristwelve"]
STANDARD, TWELVE = get_game("morrisstandard"), get_game("morristwelve")


def position(
    white: str, black: str, heaps: tuple[int, int] = (0, 0), slug: str = SLUGS[0], control: str = "white"
) -> StandardState:
    owners = dict.fromkeys(white.split(), "white") | dict.fromkeys(black.split(), "black")
    facts = {
        "points": {point: owners.get(name, "empty") for point, name in zip(POINTS, WRITTEN, strict=True)},
        "heap": dict(zip(("white", "black"), heaps, strict=True)),
        "control": control,
        "mill": False,
        "quiet": [],
        "times": 1,
    }
    return get_game(slug).state_from_facts(facts)


def play(state: StandardState, *written: str) -> StandardState:
    for move in written:
        state = state.apply(state.control, STANDARD.action(move))
    return state


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(
    ("white", "black", "heap", "depth"),
    [
        ("a1 d1 b2 f4", "g7 d7 f6 c3", 2, 3),
        ("", "", 9, 3),
        ("a1 d1 a4 g4 e3", "a7 d7 g7", 0, 3),
        ("a1 d1 b4", "g7 f6 c5", 0, 3),
        ("a1 d1 d2", "g7 d7 a7 b6 d6 f6", 0, 3),
    ],
)
def test_as_many_sequences_as_a_second_program_counts(
    slug: str, white: str, black: str, heap: int, depth: int
) -> None:
    sides = frozenset(white.split()), frozenset(black.split())
    twelve = slug == SLUGS[2]
    heap, depth = (12 if heap == 9 else heap, depth - 1) if twelve else (heap, depth)
    known = sequences(*sides, (heap, heap), depth, flies=slug != SLUGS[1], diagonals=twelve)
    state = position(white, black, (heap, heap), slug)
    assert list(islice(perft(state), depth + 1)) == [1, *known]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_ends_as_its_rules_say(slug: str, seed: int) -> None:
    *_, (last, role, action) = playout(get_game(slug).initial_state(), random.Random(seed))
    end = last.apply(role, action)
    facts = end.facts()
    assert sorted(end.goals().values()) in ([0, 100], [50, 50])
    full = "empty" not in facts["points"].values()
    assert (end.winner == "") == (facts["times"] == 3 or len(facts["quiet"]) == 100 or full)
    assert ending(slug, facts)
    assert course(slug, facts) == ""


@pytest.mark.parametrize("slug", SLUGS)
def test_the_engine_moves_as_the_rules_do_until_the_end(slug: str) -> None:
    game = [state for state, _role, _action in playout(get_game(slug).initial_state(), random.Random(0))]
    for state in game[::4]:
        if can_search(state):
            assert_moves_as_the_rules_do(state)


def test_a_player_who_can_not_move_loses() -> None:
    stuck = position("a7 d7 a4 b4", "g7 d6 a1 b6 b2 c4")
    assert stuck.goals() == {"white": 0, "black": 100}
    assert ending("morrisstandard", stuck.facts()) == "the player to move is blocked"


def test_a_stone_in_a_mill_is_taken_only_when_there_is_no_other() -> None:
    closed = play(position("a1 d1 g4 f6", "a7 d7 g7"), "g4-g1")
    assert closed.legal_actions("white") == ["remove outer n", "remove outer ne", "remove outer nw"]
    assert play(closed, "xa7").goals() == {"white": 100, "black": 0}
    other = play(position("a1 d1 g4 f6", "a7 d7 g7 c3"), "g4-g1")
    assert other.legal_actions("white") == ["remove inner sw"]


def test_three_stones_fly_or_walk() -> None:
    flying, walking = (position("a1 d1 b4", "g7 f6 c5 d2", slug=slug) for slug in SLUGS[:2])
    assert len(flying.legal_actions("white")) == 3 * 17
    assert set(walking.legal_actions("white")) < set(flying.legal_actions("white"))


def test_the_third_time_of_a_position_is_a_draw_and_the_second_is_announced() -> None:
    around = ("a1-a4", "g7-g4", "a4-a1", "g4-g7")
    state = play(position("a1 d1 b4 f2", "g7 f6 c5 d2"), *around)
    assert course("morrisstandard", state.facts()) == "This position for the second time"
    state = play(state, *around)
    assert state.goals() == {"white": 50, "black": 50}
    assert STANDARD.state_from_facts(state.facts()) == state
    with pytest.raises(InvalidFacts):
        STANDARD.state_from_facts(state.facts() | {"times": 2})


def test_a_corner_of_twelve_mens_morris_lies_on_a_mill_across_the_squares() -> None:
    white, black = "a1 b2 d3 d5", "g7 d7 a4 f4"
    assert "mill" not in str(play(position(white, black), "d3-c3").trace)
    closed = play(position(white, black, slug="morristwelve"), "d3-c3")
    assert closed.mill
    assert len(position(white, black, slug="morristwelve").legal_actions("white")) > len(
        position(white, black).legal_actions("white")
    )


def test_a_full_board_is_a_draw() -> None:
    """Colours alternate so that no line is of one colour; the last stone fills the board."""
    whites = "d7 a4 g4 d1 b6 f6 b2 f2 d5 c4 e4".split()
    blacks = "a7 g7 a1 g1 d6 b4 f4 d2 c5 e5 c3 e3".split()
    assert not set(whites) & set(blacks)
    nearly = position(" ".join(whites), " ".join(blacks[:-1]), (1, 1), slug="morristwelve")
    full = play(nearly, "d3", "e3")
    assert full.goals() == {"white": 50, "black": 50}
    assert ending("morristwelve", full.facts()) == "the board is full"
    assert TWELVE.state_from_facts(full.facts()) == full
    assert full.trace[-1] == {"do": "over", "winner": None}


def test_the_first_position_is_estimated_and_says_so() -> None:
    assert analyse(STANDARD.initial_state(), Limit(nodes=2_000)).value.kind == "estimate"
