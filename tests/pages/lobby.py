"""Actions of people in the lobby's pages."""

from __future__ import annotations

from tests.pages.people import make

OPEN = {"opponent": "anybody", "time": "real", "minutes": "5", "increment": "3", "absence": "claim"}


def offer(maker, game="mancala", **changes):
    """Make an open offer; return its address."""
    return make(maker, game, **{**OPEN, **changes})


def take(person, address):
    return person.post("/lobby/take", {"match": address.rsplit("/", 1)[1]})


def text(answer):
    return answer.content.decode()


def play(person, game="mancala", preset="5+3", **fields):
    return person.post("/lobby/play", {"game": game, "preset": preset, **fields})
