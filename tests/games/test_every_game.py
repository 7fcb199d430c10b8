"""Properties of each position of each game.

tests/nightly/games/test_every_game.py checks them for all other rule sets, too.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games_app.games.refusals import sentence
from games_app.games.rules import (
    GAMES,
    NOOP,
    RULE_SETS,
    IllegalAction,
    InvalidFacts,
    InvalidOption,
    State,
    UnknownGame,
    get_game,
)
from tests.games import boards
from tests.games.cases import cases
from tests.games.positions import every_action, garbage, playout, plies, spoilt_facts, states, texts

T = TypeVar("T")
SLUGS = list(RULE_SETS)
FIRST = [("mancala", "north"), ("morris", "white"), ("checkers", "black"), ("congkak", "south")]
"""The games that the pages list first, in their order, and the first role to move in each."""
WAITING = {"not_your_turn", "already_chosen", "opening_ended"}


@pytest.fixture(scope="module", params=GAMES)
def slug(request: pytest.FixtureRequest) -> str:
    """Return each rule set in turn."""
    return str(request.param)


def plain(data: object) -> bool:
    """Return whether data survives JSON unchanged."""
    return bool(json.loads(json.dumps(data, allow_nan=False)) == data)


def attempt(refusal: type[Exception], do: Callable[[Any], T], given: Any) -> T | None:
    """Return the result of ``do``, or None if it raises the refusal; any other error fails the test."""
    try:
        return do(given)
    except refusal:
        return None


def with_numbers_as(kind: Callable[[int], object], data: Any) -> Any:
    """Return data in which every number is another kind of number of the same size."""
    if isinstance(data, dict):
        return {name: with_numbers_as(kind, value) for name, value in data.items()}
    return kind(data) if type(data) is int else data


def outcome(state: State, role: str, text: str) -> State | IllegalAction:
    try:
        return state.apply(role, text)
    except IllegalAction as refusal:
        return refusal


def test_the_catalogue_lists_the_games_in_its_order_with_who_moves_first() -> None:
    assert [(slug, game.roles[0]) for slug, game in GAMES.items()][: len(FIRST)] == FIRST
    assert [get_game(slug).slug for slug in SLUGS] == SLUGS
    assert {RULE_SETS[slug].version for slug in SLUGS} == {1}


def test_an_unknown_slug_is_an_unknown_game() -> None:
    with pytest.raises(UnknownGame):
        get_game("go")


@pytest.mark.parametrize("options", [{"colour": "red"}, {"rounds": "2"}, {"rounds": 3}, {"sowing": ""}])
def test_a_wrong_option_is_refused(slug: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        RULE_SETS[slug].initial_state(**options)


@given(data=st.data())
def test_no_stone_appears_and_none_vanishes_but_by_capture(slug: str, data: st.DataObject) -> None:
    state, role, action = data.draw(plies(slug))
    new = state.apply(role, action)
    before, left = boards.pieces(slug, state.facts()), boards.pieces(slug, new.facts())
    assert left + boards.taken_off(new.trace) == before


@given(data=st.data())
def test_the_trace_leads_from_the_facts_before_to_the_facts_after(slug: str, data: st.DataObject) -> None:
    state, role, action = data.draw(plies(slug))
    new = state.apply(role, action)
    assert new.trace
    assert boards.after(slug, state.facts(), new.trace) == boards.board(slug, new.facts())
    assert (new.trace[-1]["do"] == "over") == new.is_terminal
    assert all(plain(step) for step in new.trace)
    assert len(json.dumps(new.trace, separators=(",", ":"))) < 4096


@given(data=st.data())
def test_facts_lead_back_to_an_equal_state(slug: str, data: st.DataObject) -> None:
    state = data.draw(states(slug))
    facts = state.facts()
    again = RULE_SETS[slug].state_from_facts(json.loads(json.dumps(facts)))
    assert again == state
    assert hash(again) == hash(state)
    assert again.facts() == facts
    assert plain(facts)
    assert all(plain(state.view(viewer)) for viewer in (None, *state.roles))
    assert again.to_move == state.to_move
    assert again.forced() == state.forced()
    assert again.goals() == state.goals()
    assert again.trace == ()


@given(data=st.data())
def test_apply_changes_nothing_but_its_result(slug: str, data: st.DataObject) -> None:
    state, role, action = data.draw(plies(slug))
    facts, trace = copy.deepcopy(state.facts()), copy.deepcopy(state.trace)
    new = state.apply(role, action)
    assert (state.facts(), state.trace) == (facts, trace)
    assert new != state
    assert state.apply(role, action) == new


@given(data=st.data())
def test_the_legal_actions_are_those_that_apply_accepts(slug: str, data: st.DataObject) -> None:
    state = data.draw(states(slug))
    for role in state.to_move:
        probed = {action: outcome(state, role, action) for action in every_action(slug)}
        accepted = sorted(action for action, result in probed.items() if isinstance(result, State))
        assert state.legal_actions(role) == accepted
        assert accepted


@given(data=st.data())
def test_any_text_gives_a_state_or_a_refusal_in_words(slug: str, data: st.DataObject) -> None:
    state = data.draw(states(slug))
    text = data.draw(texts(slug))
    for role in state.roles:
        result = outcome(state, role, text)
        if isinstance(result, State):
            assert text in state.legal_actions(role)
            continue
        assert text not in state.legal_actions(role)
        assert str(result) == sentence(result.code, result.args)
        assert str(result).isprintable()
        assert len(str(result)) < 200
        assert plain(result.args)


@pytest.mark.parametrize("text", ["", " ", "\n", "noop\n", " noop", "NOOP", "no op", "--", "\ud800", "٧"])
def test_actions_are_exact_strings(slug: str, text: str) -> None:
    state = RULE_SETS[slug].initial_state()
    with pytest.raises(IllegalAction) as refusal:
        state.apply(state.to_move[0], text)
    assert refusal.value.code == "not_an_action"
    assert str(refusal.value).isprintable()


def test_an_endless_string_is_refused_in_a_short_sentence(slug: str) -> None:
    state = RULE_SETS[slug].initial_state()
    for text in ("7" * 10**6, "pick p" + "1" * 10**6, "place " + "x" * 10**6 + " n", "scoop " + "9" * 10**6):
        with pytest.raises(IllegalAction) as refusal:
            state.apply(state.to_move[0], text)
        assert len(str(refusal.value)) < 200


@given(data=st.data())
def test_player_without_control_can_only_wait(slug: str, data: st.DataObject) -> None:
    state = data.draw(states(slug))
    for role in set(state.roles) - set(state.to_move):
        assert state.legal_actions(role) == [NOOP]
        assert state.apply(role, NOOP) == state
        with pytest.raises(IllegalAction) as refusal:
            state.apply(role, every_action(slug)[1])
        assert refusal.value.code in ({"game_over"} if state.is_terminal else WAITING)


def test_a_stranger_has_no_role(slug: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        RULE_SETS[slug].initial_state().apply("mallory", NOOP)
    assert refusal.value.code == "no_such_role"


@given(data=st.data())
def test_forced_action_is_the_only_legal_one(slug: str, data: st.DataObject) -> None:
    state = data.draw(states(slug))
    forced = state.forced()
    if forced:
        role, action = forced
        assert state.to_move == (role,)
        assert state.legal_actions(role) == [action]
        assert action == NOOP or action.startswith(cases(slug).FORCED)
    else:
        assert all(state.legal_actions(role) != [NOOP] for role in state.to_move)


@given(data=st.data())
def test_there_are_goals_at_the_end_and_only_there(slug: str, data: st.DataObject) -> None:
    state = data.draw(states(slug))
    assert state.is_terminal == (state.to_move == ())
    assert set(state.goals()) == (set(state.roles) if state.is_terminal else set())
    assert all(type(goal) is int and 0 <= goal <= 100 for goal in state.goals().values())


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_goals_are_in_the_order_of_the_roles(rule_set: str) -> None:
    game = RULE_SETS[rule_set]
    beginning = game.initial_state(**({"rounds": "1"} if "rounds" in game.options else {}))
    for seed in range(3):
        *_, (state, role, action) = playout(beginning, random.Random(seed))
        assert tuple(state.apply(role, action).goals()) == game.roles


@given(data=st.data())
def test_notation_can_be_read_back(slug: str, data: st.DataObject) -> None:
    state = data.draw(states(slug))
    actions = {action for role in state.to_move for action in state.legal_actions(role)}
    written = {action: RULE_SETS[slug].notation(action) for action in actions}
    assert {RULE_SETS[slug].action(notation): notation for notation in written.values()} == written


@given(data=st.data())
def test_unknown_notation_is_refused(slug: str, data: st.DataObject) -> None:
    game, text = RULE_SETS[slug], data.draw(texts(slug))
    for read, write in ((game.action, game.notation), (game.notation, game.action)):
        other = attempt(IllegalAction, read, text)
        assert other is None or write(other) == text


@given(facts=garbage)
def test_garbage_is_not_facts(slug: str, facts: Any) -> None:
    with pytest.raises(InvalidFacts):
        RULE_SETS[slug].state_from_facts(facts)


@given(data=st.data())
def test_spoilt_facts_are_refused_or_are_those_of_another_state(slug: str, data: st.DataObject) -> None:
    facts = data.draw(spoilt_facts(data.draw(states(slug)).facts()))
    state = attempt(InvalidFacts, RULE_SETS[slug].state_from_facts, facts)
    if state is None:
        return
    assert state.facts() == facts
    assert plain(facts)
    for role in state.to_move:
        for action in state.legal_actions(role):
            new = state.apply(role, action)
            assert RULE_SETS[slug].state_from_facts(new.facts()) == new


def test_true_is_no_number_and_no_key_may_be_missing_or_too_many(slug: str) -> None:
    game, facts = RULE_SETS[slug], RULE_SETS[slug].initial_state().facts()
    flags = with_numbers_as(lambda n: bool(n) if n in (0, 1) else n, facts)
    floats = with_numbers_as(float, facts)
    without = [{name: value for name, value in facts.items() if name != key} for key in facts]
    assert flags == floats == facts
    others = [one for one in (flags, floats) if repr(one) != repr(facts)]
    for wrong in (*others, *without, facts | {"more": 1}):
        with pytest.raises(InvalidFacts):
            game.state_from_facts(wrong)


def test_a_refusal_survives_the_way_to_another_process(slug: str) -> None:
    state = RULE_SETS[slug].initial_state()
    with pytest.raises(IllegalAction) as refusal:
        state.apply(state.to_move[0], "fly")
    copied = pickle.loads(pickle.dumps(refusal.value))
    assert (copied.code, copied.args, str(copied)) == (
        refusal.value.code,
        refusal.value.args,
        str(refusal.value),
    )
