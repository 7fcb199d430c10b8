"""Keys of positions: mirror images are one, and different positions are different."""

from __future__ import annotations

import random

import pytest

from games_app.explorer.position_keys import (
    move_key,
    moves_from,
    played_from,
    position_key,
    read,
    related_keys,
    written,
)
from games_app.games.rules import RULE_SETS, State, get_game, play, related


def walk(game: str, decisions: int, seed: int = 1) -> list[State]:
    """Return positions of a game played at random that have a key."""
    dice, state = random.Random(seed), get_game(game).initial_state()
    states = []
    for _ in range(decisions):
        if not state.to_move:
            break
        states.append(state)
        role = state.to_move[0]
        state = play(state, role, dice.choice(state.legal_actions(role))).state
    return [key for each in states if (key := played_from(each))]


@pytest.mark.parametrize("game", RULE_SETS)
def test_positions_of_a_game_have_keys_of_their_own(game: str) -> None:
    states = walk(game, 12)
    assert states
    assert len({position_key(state) for state in states}) == len(states)


def test_corners_of_morris_are_one_move_and_one_position() -> None:
    start = get_game("morris").initial_state()
    actions = dict(moves_from(start))
    assert len(actions) == 24
    corners = [f"place {ring} {corner}" for ring in ("inner", "outer") for corner in ("ne", "se", "sw", "nw")]
    assert len({actions[each] for each in corners}) == 1
    assert len(set(actions.values())) == 4
    after = [play(start, "white", action).state for action in actions]
    assert len({position_key(state) for state in after}) == len(set(actions.values()))


def test_same_position_of_the_other_side_has_the_same_key() -> None:
    rules = get_game("kalah6")
    state = played_from(rules.initial_state())
    assert state
    turned = rules.state_from_facts(state.facts() | {"control": "south"})
    assert position_key(turned) == position_key(state)
    assert sorted(key for _, key in moves_from(turned)) == sorted(key for _, key in moves_from(state))


def test_lead_belongs_to_the_position() -> None:
    rules = get_game("oware")
    facts = rules.initial_state().facts()
    seeds = facts["seeds"] | {"1": 2, "2": 2}
    ahead, behind = (
        rules.state_from_facts(facts | {"seeds": seeds | {"S": south, "N": 4 - south}}) for south in (4, 0)
    )
    assert position_key(ahead) != position_key(behind)


def test_rule_sets_of_a_game_have_keys_of_their_own() -> None:
    state = played_from(get_game("morris").initial_state())
    assert state
    keys = related_keys(state)
    assert len(set(keys)) == len(keys) == len(related("morris"))
    assert keys[0] == position_key(state)


def test_secret_choice_and_half_a_sowing_have_no_key() -> None:
    secret = get_game("congkak").initial_state(opening="simultaneous")
    assert played_from(secret) is None
    sown = get_game("oware").initial_state(sowing="hand")
    begun = sown.apply("south", sown.legal_actions("south")[0])
    assert played_from(begun) is None


def test_sowing_by_hand_is_the_same_position_and_move() -> None:
    by_hand, by_itself = (get_game("oware").initial_state(sowing=way) for way in ("hand", "auto"))
    found = played_from(by_hand)
    assert found
    assert position_key(found) == position_key(by_itself)
    action = by_itself.legal_actions("south")[0]
    assert move_key(found, action) == move_key(by_itself, action)


@pytest.mark.parametrize("key", [0, 35, 36, 2**63 - 1])
def test_key_of_an_address_is_read_again(key: int) -> None:
    assert read(written(key)) == key


@pytest.mark.parametrize("text", ["", "A", "-1", "z" * 13, "1" * 14, "é"])
def test_other_texts_are_no_keys(text: str) -> None:
    assert read(text) is None


KEYS = {
    "mancala": 6739335675533626976,
    "morris": 4224695860061147188,
    "checkers": 831831650435230369,
    "oware": 1075035598052440140,
    "dakon": 1120720611365597260,
}
"""Keys of first positions, as sites have stored them."""


@pytest.mark.parametrize("game", KEYS)
def test_stored_keys_stay_valid(game: str) -> None:
    """If a key must change, hosts have to run ``manage.py explorer --rebuild`` after the upgrade."""
    state = played_from(get_game(game).initial_state())
    assert state
    assert position_key(state) == KEYS[game]
