"""The claims about hundreds of games are true by the facts, and against every reply where they say so."""

from __future__ import annotations

import pytest

from games_app.games.catalogue import MOTIFS
from games_app.games.claims import proves
from games_app.games.rules import RULE_SETS
from tests.games.explaining import assert_true, explained

NODES = 400
GAMES_OF_EACH, GAMES_OF_OTHERS = 200, 5
"""Number of games of each default rule set, and of each other one."""
DEFAULT = {game.family for game in RULE_SETS.values()}


@pytest.mark.parametrize("rule_set", MOTIFS)
def test_every_claim_about_a_game_is_true(rule_set: str) -> None:
    number, claims = GAMES_OF_EACH if rule_set in DEFAULT else GAMES_OF_OTHERS, 0
    for seed in range(number):
        for one in explained(rule_set, 1_000 + seed, NODES):
            assert_true(one)
            assert proves(MOTIFS[rule_set], one.claim, one.state)
            claims += 1
    assert claims > number
