"""The rule sets of Kalah: what their parameters change, and that a second program finds the same."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from games_app.games.engine.analyse import analyse, images
from games_app.games.engine.analysis import Limit
from games_app.games.mancala import engine
from games_app.games.mancala.parameters import Parameters, Rules
from games_app.games.mancala.rules import MancalaState
from games_app.games.perft import perft
from games_app.games.rules import IllegalAction, InvalidFacts, InvalidOption, get_game, play
from tests.games.mancala.second_kalah import Kalah
from tests.games.positions import playout

KALAH = get_game("kalah64")
FREE = ["kalah4", "kalah5", "kalah6"]
SMALL = {
    (1, 3): 6,
    (1, 4): -2,
    (2, 3): -2,
    (2, 6): 8,
    (3, 1): 0,
    (3, 2): 4,
    (3, 3): 2,
    (4, 1): 2,
}
"""(pits, stones) -> the first player's margin with best play, as the engine and the second program find it.

Who wins is as in the table of Irving, Donkers and Uiterwijk, Solving Kalah (2000).
"""


def start(pits: int, stones: int, **more: bool) -> MancalaState:
    """Return the first position of a board that no rule set needs to have."""
    rules = Rules("kalah64", Parameters(pits, stones, **more), {})
    held = (0 if i in rules.store.values() else stones for i in range(len(rules.stops)))
    return MancalaState(rules, tuple(held), "north", swap=rules.parameters.pie)


@pytest.fixture(autouse=True)
def _endings_of_small_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ENDINGS", dict.fromkeys(range(1, 7), 8))


def proved(state: MancalaState) -> float:
    found = analyse(state, Limit(nodes=1_000_000, every=False))
    assert found.value.kind == "exact"
    return found.value.score


@pytest.mark.parametrize(("pits", "stones"), SMALL)
@pytest.mark.parametrize("alone", [True, False])
def test_small_boards_are_worth_what_a_second_program_finds(pits: int, stones: int, alone: bool) -> None:
    margin = proved(start(pits, stones, captures_nothing=alone))
    assert margin == Kalah(pits, stones, alone).value()
    assert not alone or margin == SMALL[pits, stones]


@pytest.mark.parametrize(("pits", "stones"), [(2, 3), (2, 5), (2, 6), (3, 1), (3, 2), (3, 3), (4, 1)])
def test_with_the_pie_rule_the_engine_finds_what_a_second_program_finds(pits: int, stones: int) -> None:
    margin = proved(start(pits, stones, pie=True))
    assert margin == Kalah(pits, stones).value(pie=True)
    assert margin <= 0


@pytest.mark.parametrize("slug", ["kalah64", "kalah66", *FREE])
def test_as_many_sequences_as_a_second_program_counts_with_the_pie_rule(slug: str) -> None:
    of = get_game(slug).initial_state().rules.parameters
    known = Kalah(of.pits, of.stones).sequences(18, pie=True)
    assert list(islice(perft(get_game(slug).initial_state(pie="yes")), len(known))) == known


def test_captures_only_from_full_pits_if_players_choose_so() -> None:
    free = get_game("kalah6")
    known = Kalah(6, 3, alone=False).sequences(18)
    assert list(islice(perft(free.initial_state(stones="3", capture="full")), len(known))) == known
    assert known != Kalah(6, 3).sequences(18)


@pytest.mark.parametrize("seed", range(6))
def test_all_stones_are_stored_once_a_side_is_empty(seed: int) -> None:
    for state, _role, action in playout(KALAH.initial_state(), random.Random(seed)):
        assert not action.startswith("clear")
        assert action != "noop"
        held = [sum(state.pits[pit] for pit in pits) for pits in state.rules.pits.values()]
        assert state.hand or all(held)
    *_, (last, role, action) = playout(KALAH.initial_state(), random.Random(seed))
    end = last.apply(role, action)
    stored = KALAH.score(end.facts())
    assert sum(stored.values()) == 48
    assert end.goals() == {each: 100 if n > 24 else 50 if n == 24 else 0 for each, n in stored.items()}


def test_a_swap_turns_the_board_and_lets_the_first_player_move_again() -> None:
    begun = KALAH.initial_state(pie="yes")
    assert "swap" not in begun.legal_actions("north")
    (answered,) = (play(begun, "north", "pick p7").state,)
    assert "swap" in answered.legal_actions("south")
    swapped = answered.apply("south", "swap")
    assert swapped.to_move == ("north",)
    assert swapped.pits == answered.pits[7:] + answered.pits[:7]
    assert "swap" not in swapped.legal_actions("north")
    assert "swap" not in play(swapped, "north", swapped.legal_actions("north")[0]).state.legal_actions(
        "south"
    )


def test_the_first_turn_lasts_until_the_other_is_to_move() -> None:
    again = play(KALAH.initial_state(pie="yes"), "north", "pick p9").state
    assert again.to_move == ("north",)
    assert again.swap
    assert "swap" not in again.legal_actions("north")


def test_without_the_pie_rule_nobody_swaps() -> None:
    state = play(KALAH.initial_state(), "north", "pick p7").state
    with pytest.raises(IllegalAction) as refusal:
        state.apply("south", "swap")
    assert refusal.value.code == "no_swap"
    with pytest.raises(IllegalAction) as refusal:
        play(get_game("mancala").initial_state(), "north", "pick p6").state.apply("south", "swap")
    assert refusal.value.code == "not_an_action"


def test_facts_with_a_swap_that_is_no_longer_possible_are_refused() -> None:
    facts = play(KALAH.initial_state(pie="yes"), "north", "pick p7").state.facts()
    late = facts | {"pits": facts["pits"] | {"p1": 3, "pwinsouth": 1}}
    for wrong in (late, facts | {"options": {"pie": "no"}}, facts | {"swap": 1}):
        with pytest.raises(InvalidFacts):
            KALAH.state_from_facts(wrong)


def test_only_own_terms_have_all_choices_and_are_never_rated() -> None:
    assert [slug for slug in FREE if get_game(slug).can_be_rated] == []
    assert KALAH.can_be_rated
    with pytest.raises(InvalidOption):
        KALAH.initial_state(stones="5")
    assert sum(get_game("kalah5").initial_state(stones="6").pits) == 60


def test_a_position_on_the_full_board_is_estimated_and_says_so() -> None:
    found = analyse(KALAH.initial_state(), Limit(nodes=2_000))
    assert found.value.kind == "estimate"


def test_rule_sets_share_the_keys_of_positions_that_lie_alike() -> None:
    plain = play(KALAH.initial_state(), "north", "pick p7").state
    with_pie = play(KALAH.initial_state(pie="yes"), "north", "pick p7").state
    own_terms = play(get_game("kalah6").initial_state(), "north", "pick p7").state
    other = play(get_game("kalah6").initial_state(stones="5"), "north", "pick p7").state
    assert images(plain) == images(with_pie) == images(own_terms) != images(other)
