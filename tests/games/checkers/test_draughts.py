"""English draughts: published counts, kings, chains, draws, and an engine that moves as the rules do."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from games_app.games.checkers.draughts import LAST_QUIET, DraughtsState
from games_app.games.engine.analyse import analyse, compact_form
from games_app.games.engine.analysis import Limit
from games_app.games.rules import IllegalAction, InvalidFacts, get_game
from games_app.games.text import course, ending
from tests.games.positions import playout
from tests.games.searching import assert_moves_as_the_rules_do, can_search

DRAUGHTS = get_game("draughts")
PUBLISHED = [7, 49, 302, 1469, 7361, 36768, 179740, 845931]
"""Numbers of whole moves from the opening, as published tables of English draughts have them."""
AROUND = ["move 1 1 2 2", "move 8 8 7 7", "move 2 2 1 1", "move 7 7 8 8"]


def position(pawns: dict[str, str], control: str = "black") -> DraughtsState:
    owners = [kind.partition("-")[0] for kind in pawns.values()]
    captures = {"black": 12 - owners.count("red"), "red": 12 - owners.count("black")}
    facts = {"pawns": pawns, "captures": captures, "control": control, "chain": None}
    return DRAUGHTS.state_from_facts(facts | {"quiet": [], "times": 1})


def play(state: DraughtsState, *actions: str) -> DraughtsState:
    for action in actions:
        state = state.apply(state.control, action)
    return state


def counts_by_the_rules() -> Iterator[int]:
    """Yield how many sequences of 1, 2, 3 ... whole moves there are, by the rules."""
    front = Counter({DRAUGHTS.initial_state(): 1})
    while True:
        done: Counter[DraughtsState] = Counter()
        while front:
            chains: Counter[DraughtsState] = Counter()
            for state, ways in front.items():
                for action in state.legal_actions(state.control):
                    after = state.apply(state.control, action)
                    (done if after.chain is None else chains)[after] += ways
            front = chains
        yield done.total()
        front = done


def counts_by_the_engine() -> Iterator[int]:
    """Yield the same by the engine's own moves."""
    _, engine = compact_form(DRAUGHTS.initial_state())
    front = Counter({engine.position(DRAUGHTS.initial_state()): 1})
    while True:
        done: Counter[object] = Counter()
        while front:
            chains: Counter[object] = Counter()
            for here, ways in front.items():
                for _gain, after, again in engine.choices(here):
                    (chains if again else done)[after] += ways
            front = chains
        yield done.total()
        front = done


def test_the_rules_allow_as_many_whole_moves_as_is_published() -> None:
    assert list(islice(counts_by_the_rules(), 5)) == PUBLISHED[:5]


def test_the_engine_counts_as_many_whole_moves_as_is_published() -> None:
    assert list(islice(counts_by_the_engine(), 6)) == PUBLISHED[:6]


@pytest.mark.parametrize("seed", range(4))
def test_the_engine_moves_as_the_rules_do_until_the_end(seed: int) -> None:
    for state, _role, _action in playout(DRAUGHTS.initial_state(), random.Random(seed)):
        if can_search(state):
            assert_moves_as_the_rules_do(state)


def test_a_pawn_on_the_far_row_becomes_a_king_and_its_turn_ends() -> None:
    crowned = play(position({"4 6": "black", "5 7": "red", "7 7": "red", "1 7": "red"}), "jump 4 6 6 8")
    assert crowned.facts()["pawns"]["6 8"] == "black-king"
    assert crowned.control == "red"
    assert {"do": "crown", "role": "black", "at": "6 8"} in crowned.trace


def test_a_king_steps_and_jumps_back() -> None:
    state = position({"5 5": "black-king", "4 4": "red", "8 8": "red"})
    assert state.legal_actions("black") == ["jump 5 5 3 3"]
    assert len(position({"5 5": "black-king", "8 8": "red"}).legal_actions("black")) == 4


def test_the_same_piece_jumps_on_by_the_way_that_its_player_chooses() -> None:
    state = play(
        position({"3 1": "black", "8 2": "black", "4 2": "red", "4 4": "red", "6 4": "red", "7 3": "red"}),
        "jump 3 1 5 3",
    )
    assert state.to_move == ("black",)
    assert state.legal_actions("black") == ["jump 5 3 3 5", "jump 5 3 7 5"]
    for other in ("jump 8 2 6 4", "move 5 3 4 4", "jump 5 3 1 7", "move 8 2 7 3", "move 8 2"):
        with pytest.raises(IllegalAction) as refusal:
            state.apply("black", other)
        assert str(refusal.value) == "The piece at e3 must jump on. It can go to: c5, g5."
    assert play(state, "jump 5 3 7 5").to_move == ("red",)


def test_a_player_who_can_not_move_loses() -> None:
    stuck = position({"1 3": "black", "2 4": "red", "3 5": "red"})
    assert stuck.goals() == {"black": 0, "red": 100}
    assert ending("draughts", stuck.facts()) == "the player to move is blocked"


def test_the_third_time_of_a_position_is_a_draw_and_the_second_is_announced() -> None:
    state = position({"1 1": "black-king", "8 8": "red-king"})
    state = play(state, *AROUND)
    assert course("draughts", state.facts()) == "This position for the second time"
    state = play(state, *AROUND)
    assert state.goals() == {"black": 50, "red": 50}
    assert ending("draughts", state.facts()) == "the same position for the third time"
    assert DRAUGHTS.state_from_facts(state.facts()) == state


def kings_apart(seed: int) -> DraughtsState:
    """Return the end of a game of two kings that keep away from each other and from earlier positions."""
    state, dice = position({"1 1": "black-king", "8 8": "red-king"}), random.Random(seed)
    while state.to_move:
        after = [state.apply(state.control, action) for action in state.legal_actions(state.control)]
        safe = [one for one in after if not any(one._jumps())] or after
        least = min(one.facts()["times"] for one in safe)
        state = dice.choice([one for one in safe if one.facts()["times"] == least])
    return state


def test_forty_moves_of_each_player_without_progress_are_a_draw() -> None:
    state = next(end for end in map(kings_apart, range(200)) if len(end.past) == LAST_QUIET)
    assert state.goals() == {"black": 50, "red": 50}
    assert ending("draughts", state.facts()) == "80 moves without progress"


def test_facts_with_a_past_that_was_never_played_are_refused() -> None:
    facts = play(position({"1 1": "black-king", "8 8": "red-king"}), *AROUND[:2]).facts()
    assert facts["quiet"] == ["a1-b2", "h8-g7"]
    for quiet, times in (
        (["a1-c3", "h8-g7"], 1),
        (["h8-g7", "a1-b2"], 1),
        (["a1-b2"], 1),
        (facts["quiet"], 2),
        ("", 1),
    ):
        with pytest.raises(InvalidFacts):
            DRAUGHTS.state_from_facts(facts | {"quiet": quiet, "times": times})


def test_the_engine_proves_only_what_it_has_searched_to_the_end() -> None:
    assert analyse(DRAUGHTS.initial_state(), Limit(nodes=2_000)).value.kind == "estimate"
    won = analyse(position({"2 4": "black-king", "3 5": "red"}), Limit(nodes=20_000))
    assert (won.value.kind, won.value.score) == ("exact", 100)


def test_a_repetition_that_is_due_is_part_of_what_the_engine_proves() -> None:
    state = play(position({"1 1": "black-king", "8 8": "red-king"}), *AROUND, *AROUND[:3])
    found = analyse(state, Limit(nodes=5_000))
    assert found.actions["move 7 7 8 8"].kind == "exact"
    assert found.actions["move 7 7 8 8"].score == 0
