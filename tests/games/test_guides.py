"""Every guide and course can be followed by the rules, and each of its steps brings what it promises."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games_app.games.catalogue import COURSES, GUIDES
from games_app.games.guide import Move, Step, happening
from games_app.games.rules import State, get_game, play
from tests.games.cases import cases

STEPS = [
    pytest.param(slug, step, id=f"{kind} {slug} {n}")
    for kind, lessons in (("guide", GUIDES), ("course", COURSES))
    for slug, taught in lessons.items()
    for n, step in enumerate(taught.steps, 1)
]


def ways(state: State, moves: tuple[Move, ...]) -> Iterator[State]:
    """Yield the end of every way through the moves that the guide accepts. None gets stuck."""
    if not moves:
        yield state
        return
    move, *rest = moves
    accepted = [move.shown] if move.by_itself else move.accepted(state)
    assert accepted, f"Nothing fulfils {move.goal} in {state}"
    for action in accepted:
        yield from ways(play(state, move.role, action).state, tuple(rest))


@pytest.mark.parametrize(("slug", "step"), STEPS)
def test_every_accepted_way_leads_through_the_step(slug: str, step: Step):
    assert get_game(slug).state_from_facts(step.start.facts()) == step.start
    assert list(ways(step.start, step.moves))


@pytest.mark.parametrize(("slug", "step"), STEPS)
def test_a_page_knows_the_right_actions_after_each_way_to_them(slug: str, step: Step):
    own = [move for move in step.moves if not move.by_itself]
    assert step.asked[""] == own[0].accepted(step.start)
    assert {made.count(",") + bool(made) for made in step.asked} == set(range(len(own)))
    assert all(step.asked.values())


@pytest.mark.parametrize(("slug", "step"), STEPS)
def test_moves_shown_to_the_learner_are_accepted(slug: str, step: Step):
    state = step.start
    for move in step.moves:
        assert move.shown in move.accepted(state)
        state = play(state, move.role, move.shown).state


@pytest.mark.parametrize(("slug", "step"), STEPS)
def test_the_learner_stays_on_one_side_and_is_told_what_to_do_each_time(slug: str, step: Step):
    own = [move for move in step.moves if not move.by_itself]
    assert {move.role for move in own} == {step.learner}
    assert all(move.task for move in own[1:])
    assert step.moves[0] in own


@pytest.mark.parametrize("slug", GUIDES)
def test_goal_of_a_lesson_is_not_reached_by_any_move(slug: str):
    for step in GUIDES[slug].steps:
        (move, *_) = step.moves
        if cases(slug).TO_FIND & set(move.goal):
            assert len(move.accepted(step.start)) == 1
            assert len(step.start.legal_actions(move.role)) > 2


@pytest.mark.parametrize("slug", GUIDES)
def test_the_guide_shows_everything_that_can_happen_in_the_game(slug: str):
    seen = set()
    for step in GUIDES[slug].steps:
        state = step.start
        for move in step.moves:
            accepted = play(state, move.role, move.shown)
            seen |= happening(accepted)
            state = accepted.state
    assert seen >= cases(slug).SHOWN
