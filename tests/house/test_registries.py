"""Every list of the games lists all of them, and means the same by their words."""

from __future__ import annotations

import random
import re
from itertools import islice

from games_app.drawing import board
from games_app.games import SLUGS, part, rule_sets
from games_app.games.catalogue import SAMPLES, SCHEMAS, SHEETS
from games_app.games.rules import FAMILIES, GAMES, RULE_SETS
from games_app.games.text import course, ending
from tests.games.positions import playout
from tests.js.node import node_output

SAID = """
import { readFileSync } from "node:fs";
import { GAMES } from "./games.mjs";
const actions = JSON.parse(readFileSync(0));
const said = Object.entries(GAMES).map(([key, game]) => [key, game.slug, game.roles, game.near,
  (actions[key] ?? []).map((action) => [action, game.notation(action), game.stopsOf(action)])]);
console.log(JSON.stringify(said));
"""


TOLD = """
import { readFileSync } from "node:fs";
import { GAMES } from "./games.mjs";
const [what, positions] = JSON.parse(readFileSync(0));
console.log(JSON.stringify(positions.map(([game, facts]) => GAMES[game][what]?.(facts) ?? "")));
"""
GAMES_PLAYED = 5
"""Number of random games of each kind, played to their ends."""
MOST_PLIES = 200
"""Plies after which a game that goes on is not followed."""


def test_every_rule_set_has_a_sheet_and_a_schema_and_every_game_a_sample():
    assert list(SHEETS) == list(SCHEMAS) == list(RULE_SETS)
    assert [slug for slug in SAMPLES if slug in GAMES] == list(GAMES)


def test_the_sheets_of_a_game_compare_the_same_aspects():
    for family in FAMILIES.values():
        assert len({tuple(str(each.title) for each in SHEETS[game.slug].aspects) for game in family}) == 1
        assert len(family) == 1 or len(rule_sets.questions(family[0].slug)) == 3


def test_a_game_has_the_slug_of_its_folder_and_a_drawing_as_text():
    assert set(GAMES) == set(SLUGS)
    assert {game.family for game in RULE_SETS.values()} == set(SLUGS)
    assert all(re.fullmatch("[a-z0-9]{1,16}", slug) for slug in RULE_SETS)
    assert [slug for slug in SLUGS if not hasattr(part(slug, "sheet"), "draw")] == []


def test_the_boards_are_those_of_the_games_and_write_and_draw_every_action_of_a_sample():
    actions = {
        slug: [ply.action for accepted in sample.played() for ply in accepted.plies]
        for slug, sample in SAMPLES.items()
    }
    (told,) = node_output(SAID, actions)
    said = {key: rest for key, *rest in told}
    assert set(said) == set(RULE_SETS)
    for key, (slug, roles, near, written) in said.items():
        plan = board(key).plan
        assert (slug, roles, near) == (key, list(RULE_SETS[key].roles), plan.near)
        for action, notation, stops in written:
            assert notation == RULE_SETS[key].notation(action)
            assert set(stops) <= set(plan.stops)


def test_server_and_browser_say_alike_why_a_game_has_ended():
    ends = [(slug, facts) for slug in RULE_SETS for facts in _ends(slug)]
    (told,) = node_output(TOLD, ["ending", ends])
    assert told == [ending(slug, facts) for slug, facts in ends]


def test_server_and_browser_say_alike_how_far_a_match_has_come():
    positions = [(slug, facts) for slug in RULE_SETS for facts in _on_the_way(slug)]
    (told,) = node_output(TOLD, ["course", positions])
    assert told == [course(slug, facts) for slug, facts in positions]


def _ends(slug):
    """Yield the facts at the ends of games, or of a round if there are rounds."""
    options = {"rounds": "1"} if "rounds" in RULE_SETS[slug].options else {}
    for seed in range(GAMES_PLAYED):
        *_, (state, role, action) = playout(RULE_SETS[slug].initial_state(**options), random.Random(seed))
        yield state.apply(role, action).facts()


def _on_the_way(slug):
    """Some facts of games from their first position to their end, in each number of rounds."""
    options = RULE_SETS[slug].options
    for rounds in options["rounds"].values if "rounds" in options else ("",):
        begun = RULE_SETS[slug].initial_state(**({"rounds": rounds} if rounds else {}))
        *played, (last, role, action) = islice(playout(begun, random.Random(1)), MOST_PLIES)
        yield from (state.facts() for state, _role, _action in played[::20])
        yield last.facts()
        yield last.apply(role, action).facts()
