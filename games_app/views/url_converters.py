"""What may stand in an address: the id of a match, the slug of a game, a number behind the question mark."""

from __future__ import annotations

from django.http import HttpRequest

from games_app.lib.ids import LENGTH
from games_app.rules import GAMES, Game


class MatchId:
    regex = rf"[2-9a-hjkmnp-z]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class GameSlug:
    """In the address a slug, in the view the game itself; no other slug matches."""

    regex = "[a-z]+"

    def to_python(self, value: str) -> Game:
        if value not in GAMES:
            raise ValueError(value)
        return GAMES[value]

    def to_url(self, value: Game | str) -> str:
        return value if isinstance(value, str) else value.slug


class BadQuery(ValueError):
    """What an address asks for can't be: the message says what may stand there."""


def number(request: HttpRequest, name: str, below: int) -> int | None:
    """The whole number of this name; None where the address has none. Raises BadQuery."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and int(text) < below):
        raise BadQuery(f"{name} must be a whole number from 0 to {below - 1}.")
    return int(text)
