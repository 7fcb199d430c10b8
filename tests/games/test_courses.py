"""Every lesson of the courses is true: the engine or plain search proves what its claim says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games_app.games.catalogue import COURSES
from games_app.games.course import Claim, Lesson
from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.guide import happening
from games_app.games.rules import State, get_game, play

LESSONS = [
    pytest.param(slug, lesson, id=f"{slug} {n}")
    for slug, course in COURSES.items()
    for n, lesson in enumerate(course.lessons, 1)
]


def sought(lesson: Lesson) -> Iterator[tuple[State, str]]:
    """Yield the positions in which the learner has to find a decision, each with the right one."""
    state = lesson.step.start
    for move in lesson.step.moves:
        if move.sought:
            assert move.sought == (move.shown,)
            yield state, move.shown
        state = play(state, move.role, move.shown).state


def others(state: State, right: str) -> list[str]:
    (role,) = state.to_move
    return [action for action in state.legal_actions(role) if action != right]


@pytest.mark.parametrize("slug", COURSES)
def test_a_course_has_eight_to_twelve_lessons_and_no_title_twice(slug: str):
    titles = [str(lesson.step.title) for lesson in COURSES[slug].lessons]
    assert 8 <= len(titles) <= 12
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(("slug", "lesson"), LESSONS)
def test_claim_of_a_lesson_is_proved(slug: str, lesson: Lesson):
    claim = lesson.claim
    decisions = [(state, right) for state, right in sought(lesson) if others(state, right)]
    assert decisions
    for state, right in decisions:
        proofs = [
            *([proved_by_engine(state, right, claim)] if claim.by or claim.wins else []),
            *([is_ahead(state, right, claim)] if claim.ahead else []),
            *([brings_alone(state, right, claim)] if claim.brings else []),
            *([prevents_alone(state, right, claim)] if claim.prevents else []),
        ]
        assert proofs, "A lesson claims something"
        assert all(proofs), f"{right} in {state.facts()}"


def proved_by_engine(state: State, right: str, claim: Claim) -> bool:
    values = analyse(state, Limit(nodes=claim.nodes)).actions
    best = max(values[action].most for action in others(state, right))
    wins = values[right].least > 0 >= best
    return values[right].least - best >= claim.by and (wins or not claim.wins)


def is_ahead(state: State, right: str, claim: Claim) -> bool:
    (role,) = state.to_move

    def gain(action: str) -> int:
        return gained(play(state, role, action).state, role, claim.turns - 1)

    return gain(right) - max(map(gain, others(state, right))) >= claim.ahead


def gained(state: State, role: str, turns: int) -> int:
    """Return the difference of the counts after so many decisions, with the best play of both sides."""
    if not turns or not state.to_move:
        score = get_game(state.slug).score(state.facts())
        return 2 * score[role] - sum(score.values())
    (mover,) = state.to_move
    after = [play(state, mover, action).state for action in state.legal_actions(mover)]
    choose = max if mover == role else min
    return choose(gained(each, role, turns - 1) for each in after)


def brings_alone(state: State, right: str, claim: Claim) -> bool:
    return brings(state, right, claim.brings, claim.turns) and not any(
        brings(state, action, claim.brings, claim.turns) for action in others(state, right)
    )


def brings(state: State, action: str, kind: str, turns: int) -> bool:
    """Return whether the mover makes ``kind`` happen within so many own decisions, against every defence."""
    (role,) = state.to_move
    accepted = play(state, role, action)
    if kind in happening(accepted):
        return True
    if turns == 1 or not accepted.state.to_move:
        return False
    (mover,) = accepted.state.to_move
    if mover == role:
        return can_bring(accepted.state, kind, turns - 1)
    replies = [play(accepted.state, mover, reply).state for reply in accepted.state.legal_actions(mover)]
    return all(can_bring(after, kind, turns - 1) for after in replies)


def can_bring(state: State, kind: str, turns: int) -> bool:
    return any(
        brings(state, action, kind, turns) for mover in state.to_move for action in state.legal_actions(mover)
    )


def prevents_alone(state: State, right: str, claim: Claim) -> bool:
    return not allows(state, right, claim) and all(
        allows(state, action, claim) for action in others(state, right)
    )


def allows(state: State, action: str, claim: Claim) -> bool:
    """Return whether the opponent can make happen what the claim prevents, whatever is taken in between."""
    (role,) = state.to_move
    after = play(state, role, action).state
    if role in after.to_move:
        return all(allows(after, further, claim) for further in after.legal_actions(role))
    return can_bring(after, claim.prevents, claim.turns)
