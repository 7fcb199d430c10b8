"""Positions reached by play, and strings and data that belong to no game, for Hypothesis."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from games_app.games.rules import NOOP, Facts, Option, State, get_game
from tests.games.cases import cases

LONGEST = 150


def playout(state: State, choose: random.Random) -> Iterator[tuple[State, str, str]]:
    """Play at random from ``state`` to its end; yield each position with the acting role and its action."""
    while state.to_move:
        role = choose.choice(state.to_move)
        action = choose.choice(state.legal_actions(role))
        yield state, role, action
        state = state.apply(role, action)


@st.composite
def plies(draw: st.DrawFn, slug: str) -> tuple[State, str, str]:
    """Draw a position of a random game, and a legal action of a role to move."""
    options = {name: draw(values(option)) for name, option in get_game(slug).options.items()}
    play = playout(get_game(slug).initial_state(**options), random.Random(draw(st.integers(0, 2**32))))
    ply = next(play)
    for _, later in zip(range(draw(st.integers(0, LONGEST))), play, strict=False):
        ply = later
    return ply


def values(option: Option) -> st.SearchStrategy[str]:
    return st.sampled_from(option.values)


def states(slug: str) -> st.SearchStrategy[State]:
    """Draw positions of random games, including the last ones."""
    return st.one_of(plies(slug).map(lambda ply: ply[0]), plies(slug).map(lambda ply: ply[0].apply(*ply[1:])))


def every_action(slug: str) -> list[str]:
    """Return everything that could be an action of the game in some position, and more."""
    return [NOOP, *cases(slug).ACTIONS]


def texts(slug: str) -> st.SearchStrategy[str]:
    """Draw any text, or a text that is nearly an action."""
    actions = st.sampled_from(every_action(slug))
    foreign = st.sampled_from(["\n", " ", "\0", "١", "１", "x", "🎲"])
    spoilt = st.builds(_inserted, actions, foreign, st.integers(0, 9))
    return st.one_of(st.text(), spoilt, actions.map(str.upper), actions.map(lambda action: action * 999))


def _inserted(text: str, foreign: str, at: int) -> str:
    return text[:at] + foreign + text[at:]


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 110),
    st.integers(),
    st.floats(),
    st.sampled_from(["white", "south", "north", "empty", "p1", "A", "1", ""]),
    st.text(max_size=5),
)
garbage = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@st.composite
def spoilt_facts(draw: st.DrawFn, facts: Facts) -> Facts:
    """Draw the facts with one value replaced, removed or added somewhere in them."""
    key = draw(st.sampled_from([*facts, "more"]))
    inner = facts.get(key)
    if isinstance(inner, dict) and inner and draw(st.integers(0, 3)):
        return facts | {key: draw(spoilt_facts(inner))}
    if draw(st.booleans()):
        return {name: value for name, value in facts.items() if name != key}
    return facts | {key: draw(garbage)}
