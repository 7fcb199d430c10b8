"""The sentences of the guides to mancala are true of their positions."""

from __future__ import annotations

import pytest

from games_app.games.catalogue import GUIDES
from games_app.games.rules import FAMILIES, State, play

BOARDS = [game.slug for game in FAMILIES["mancala"]]


def finished(slug: str, number: int) -> State:
    """Return the position after the shown moves of a step."""
    step = GUIDES[slug].steps[number]
    state = step.start
    for move in step.moves:
        state = play(state, move.role, move.shown).state
    return state


@pytest.mark.parametrize("slug", BOARDS)
def test_the_sentences_give_the_right_numbers(slug: str) -> None:
    capture, end = GUIDES[slug].steps[3:5]
    lifted = play(capture.start, "south", capture.moves[0].shown).plies[-1].trace[1]
    assert [n for _, n in lifted["from"]] == [1, 5]
    pits = finished(slug, 4).facts()["pits"]
    assert f"{pits['pwinsouth']} stones against {pits['pwinnorth']}" in str(end.after)


@pytest.mark.parametrize("slug", BOARDS)
def test_all_the_way_round_only_the_own_store_gets_a_stone(slug: str) -> None:
    before, after = (state.facts()["pits"] for state in (GUIDES[slug].steps[2].start, finished(slug, 2)))
    assert after["pwinsouth"] == before["pwinsouth"] + 1
    assert after["pwinnorth"] == before["pwinnorth"]
