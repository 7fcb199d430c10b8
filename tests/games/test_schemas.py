"""The facts and actions that each rule set describes are those of random games."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

import jsonschema
import pytest

from games_app.games.catalogue import SCHEMAS
from games_app.games.rules import NOOP, RULE_SETS, State
from tests.games.positions import playout

GAMES_PLAYED = 3
MOST_PLIES = 150
"""Plies after which a game that goes on is not followed."""


@cache
def positions(slug: str) -> list[State]:
    """Return the positions of random games, each with other options, including the last ones."""
    found = []
    for n in range(GAMES_PLAYED):
        options = {
            name: option.values[n % len(option.values)] for name, option in RULE_SETS[slug].options.items()
        }
        beginning = RULE_SETS[slug].initial_state(**options)
        plies = islice(playout(beginning, random.Random(n)), MOST_PLIES)
        found += [beginning, *(state.apply(role, action) for state, role, action in plies)]
    return found


@pytest.mark.parametrize("slug", RULE_SETS)
def test_facts_and_views_are_those_of_the_schema(slug: str) -> None:
    schema = jsonschema.Draft202012Validator(SCHEMAS[slug].as_json)
    for state in positions(slug):
        schema.validate(state.facts())
        for viewer in (None, *state.roles) if not state.is_open else ():
            schema.validate(state.view(viewer))


@pytest.mark.parametrize("slug", RULE_SETS)
def test_legal_actions_are_those_of_the_schema(slug: str) -> None:
    legal = {
        action for state in positions(slug) for role in state.to_move for action in state.legal_actions(role)
    }
    kinds = {action.verb: action.pattern for action in SCHEMAS[slug].actions}
    assert [text for text in legal if not kinds[text.partition(" ")[0]].fullmatch(text)] == []
    assert {text.partition(" ")[0] for text in legal} | {NOOP} == set(kinds) | {NOOP}  # a pass is rare


@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_schema_is_one_and_each_part_has_a_meaning(slug: str) -> None:
    schema = SCHEMAS[slug]
    jsonschema.Draft202012Validator.check_schema(schema.as_json)
    assert all(part.meaning for part in (*schema.facts.values(), *schema.actions))
