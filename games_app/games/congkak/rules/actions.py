"""The action strings of congkak and their notation: ``scoop 3`` is written ``3``, ``drop A`` ``+A``."""

from __future__ import annotations

import re
from typing import Final

from games_app.games.base import NOOP, IllegalAction
from games_app.games.congkak.rules.board import ALL_HOUSES, NAMES

ACTIONS: Final = {f"scoop {NAMES[stop]}": ("scoop", stop) for stop in ALL_HOUSES} | {
    f"drop {name}": ("drop", stop) for stop, name in enumerate(NAMES)
}
"""Every action string: its verb and its stop."""

NOTATION: Final = {NOOP: "--"} | {
    text: ("+" if verb == "drop" else "") + str(NAMES[stop]) for text, (verb, stop) in ACTIONS.items()
}
_ACTION_OF: Final = {short: text for text, short in NOTATION.items()}
_UNKNOWN_STOP: Final = re.compile(r"(?:scoop|drop) ([0-9]{1,3}|[A-Z])")


def parse(action: str) -> tuple[str, int]:
    """The verb and the stop of an action string. Raises IllegalAction."""
    if action in ACTIONS:
        return ACTIONS[action]
    if action == NOOP:
        raise IllegalAction("no_pass")
    unknown = _UNKNOWN_STOP.fullmatch(action)
    if unknown is None:
        raise IllegalAction("not_an_action", action=action)
    if action.startswith("scoop") and unknown[1] in NAMES:
        raise IllegalAction("storehouse_stays")
    if action.startswith("scoop"):
        raise IllegalAction("no_such_house", house=unknown[1])
    raise IllegalAction("no_such_stop", stop=unknown[1])


def notation(action: str) -> str:
    """The notation of an action. Raises IllegalAction."""
    if action not in NOTATION:
        raise IllegalAction("not_an_action", action=action)
    return NOTATION[action]


def action_written(short: str) -> str:
    """The action with this notation. Raises IllegalAction."""
    if short not in _ACTION_OF:
        raise IllegalAction("not_a_notation", notation=short)
    return _ACTION_OF[short]
