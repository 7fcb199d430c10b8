"""The recorded games, all of which the rules must replay exactly."""

from __future__ import annotations

from typing import Any

import pytest

from games_app.games.rules import GAMES, Facts, State
from tests.games.recorded import RECORDED, recorded


def facts_of(record: dict[str, Any], facts: Facts) -> Facts:
    """Return recorded facts in the contract's form: a record has the options once for all its positions."""
    return facts | {"options": record["options"]} if record["options"] else facts


def assert_faces(state: State, ply: dict[str, Any], record: dict[str, Any]) -> None:
    """Check that the position is the one in which the recorded ply was played."""
    assert state.facts() == facts_of(record, ply["facts"])
    assert list(state.to_move) == ply["to_move"]
    assert {role: state.legal_actions(role) for role in state.roles} == ply["legal"]
    assert state.forced() in (None, (ply["role"], ply["action"]))
    for viewer, facts in ply.get("views", {}).items():
        assert state.view(None if viewer == "null" else viewer) == facts_of(record, facts)


@pytest.mark.parametrize("slug", RECORDED)
def test_every_recorded_game_replays(slug: str) -> None:
    games = recorded(slug)
    assert games
    for record in games:
        assert record["game"] == slug
        state = GAMES[slug].initial_state(**record["options"])
        for ply in record["plies"]:
            assert_faces(state, ply, record)
            assert GAMES[slug].state_from_facts(state.facts()) == state
            state = state.apply(ply["role"], ply["action"])
        assert state.facts() == facts_of(record, record["final"]["facts"])
        assert state.goals() == record["final"]["goals"]
