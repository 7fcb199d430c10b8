"""Matches whose moves an engine judges."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Page

from games_app.analysis.puzzles.shipped import shipped
from games_app.games.rules import get_game, play
from tests.browser.playing import patiently
from tests.played import Decision, Played, begin, offered
from tests.web_server import Server

REVIEWED = 400_000
"""Milliseconds within which a review is done, on a machine with much else to do."""


def by_lot(game: str, seed: int) -> list[Decision]:
    """A whole random game."""
    state, dice, decisions = get_game(game).initial_state(**offered(game)), random.Random(seed), []
    while state.to_move:
        role = dice.choice(state.to_move)
        decisions.append((role, dice.choice(state.legal_actions(role))))
        state = play(state, *decisions[-1]).state
    return decisions


def finished(own_url: str, game: str, seed: int = 3) -> Played:
    match = begin(own_url, game)
    match.play(by_lot(game, seed))
    return match


def steps_of(page: Page) -> list[dict]:
    """Return the solution, which the page doesn't have."""
    position = json.loads(page.locator("#position").text_content() or "")
    return next(each["steps"] for each in shipped("mancala") if each["facts"] == position["facts"])


@pytest.fixture(scope="module")
def judged(quick: Server) -> Played:
    """A match of mancala whose review somebody has asked for, and waited for."""
    match = finished(quick.url, "mancala")
    match.alice.post(f"{match.path}/review")
    for _ in patiently():
        if json.loads(match.alice.get(f"{match.path}/review")[1])["state"] == "done":
            break
    return match
