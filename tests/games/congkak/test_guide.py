"""The sentences of the guides to congkak are true of their positions."""

from __future__ import annotations

import pytest

from games_app.games.catalogue import GUIDES
from games_app.games.guide import Step
from games_app.games.rules import FAMILIES, play

BOARDS = [game.slug for game in FAMILIES["congkak"]]


def step(slug: str, title: str) -> Step:
    return next(step for step in GUIDES[slug].steps if str(step.title) == title)


@pytest.mark.parametrize("slug", BOARDS)
def test_the_sentence_about_a_capture_gives_the_right_numbers(slug: str) -> None:
    capture = step(slug, "Capture")
    ((_, action),) = [(move.role, move.shown) for move in capture.moves]
    (lifted,) = [one for one in play(capture.start, "south", action).plies[0].trace if one["do"] == "capture"]
    assert [n for _, n in lifted["from"]] == ([1, 6] if slug == "congkakriau" else [1, 7])


@pytest.mark.parametrize("slug", BOARDS)
def test_burnt_houses_are_passed_over_in_their_step(slug: str) -> None:
    burnt = step(slug, "Burnt houses")
    scoop = play(burnt.start, "south", burnt.moves[0].shown).plies[0].trace[0]
    passed = {int(house) for house in burnt.start.facts()["burnt"]}
    drops = [stop for stop, _ in scoop["drops"]]
    assert not passed & set(drops)
    assert drops[0] != "A" or drops[-1] == 1
    assert "relays" not in scoop or not scoop["relays"]


@pytest.mark.parametrize("slug", ["sungka", "dakon", "congkakriau"])
def test_a_last_shell_opposite_an_empty_house_stays(slug: str) -> None:
    lone = step(slug, "Nothing opposite")
    end = play(lone.start, "south", lone.moves[0].shown)
    assert {one["do"] for one in end.plies[0].trace} <= {"scoop", "end"}
    assert end.state.facts()["houses"]["5"] == 1
