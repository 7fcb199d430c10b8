"""Why the rules refuse an action: one code, one English sentence. The page translates by code."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "no_such_role": "This game has no role {role}.",
    "not_an_action": "{action} is not an action of this game.",
    "not_your_turn": "It is not your turn.",
    "game_over": "The game is over.",
}


def sentence(code: str, args: Mapping[str, str | int]) -> str:
    """The English sentence for ``code`` with its ``args`` filled in."""
    return SENTENCES[code].format(**args)
