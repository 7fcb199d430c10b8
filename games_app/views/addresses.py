"""What may stand in an address: the id of a match, the slug of a game."""

from __future__ import annotations

from ..ids import LENGTH
from ..rules import GAMES, Game


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
