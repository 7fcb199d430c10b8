"""URL converters for ids of matches and slugs of games, and numbers in query strings."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games_app.lib.ids import LENGTH
from games_app.rules import GAMES, Game


class MatchId:
    regex = rf"[2-9a-hjkmnp-z]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class GameSlug:
    """Converter between a slug in the URL and its game; unknown slugs don't match."""

    regex = "[a-z]+"

    def to_python(self, value: str) -> Game:
        if value not in GAMES:
            raise ValueError(value)
        return GAMES[value]

    def to_url(self, value: Game | str) -> str:
        return value if isinstance(value, str) else value.slug


class BadQuery(ValueError):
    """An invalid query parameter; the message says what is allowed."""


def number(request: HttpRequest, name: str, below: int) -> int | None:
    """Return the whole number in the query parameter ``name``, or None without one. Raises BadQuery."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and int(text) < below):
        raise BadQuery(_("{name} must be a whole number from 0 to {most}.").format(name=name, most=below - 1))
    return int(text)
