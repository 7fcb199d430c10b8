"""Positions of subtraction as text."""

from __future__ import annotations

from games_app.games.base import Facts
from games_app.games.text import row


def draw(facts: Facts) -> list[str]:
    return [row(facts["pits"]), row(facts["pits"].values(), 10), f"control: {facts['control']}"]
