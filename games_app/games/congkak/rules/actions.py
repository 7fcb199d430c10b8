"""The action strings of congkak and their notation: ``scoop 3`` is written ``3``, ``drop A`` ``+A``."""

from __future__ import annotations

import re
from typing import Final

from games_app.games.base import NOOP, IllegalAction
from games_app.games.congkak.parameters import Rules

_UNKNOWN_STOP: Final = re.compile(r"(?:scoop|drop) ([0-9]{1,3}|[A-Z])")


def parse(rules: Rules, action: str) -> tuple[str, int]:
    """The verb and the stop of an action string. Raises IllegalAction."""
    if action in rules.actions:
        return rules.actions[action]
    if action == NOOP:
        raise IllegalAction("no_pass")
    unknown = _UNKNOWN_STOP.fullmatch(action)
    if unknown is None:
        raise IllegalAction("not_an_action", action=action)
    if action.startswith("scoop") and unknown[1] in rules.stop_of:
        raise IllegalAction("storehouse_stays")
    if action.startswith("scoop"):
        raise IllegalAction("no_such_house", house=unknown[1], last=rules.numbers(1)[1])
    raise IllegalAction("no_such_stop", stop=unknown[1])


def notation(rules: Rules, action: str) -> str:
    """The notation of an action. Raises IllegalAction."""
    if action not in rules.notations:
        raise IllegalAction("not_an_action", action=action)
    return rules.notations[action]


def action_written(rules: Rules, short: str) -> str:
    """The action with this notation. Raises IllegalAction."""
    if short not in rules.readings:
        raise IllegalAction("not_a_notation", notation=short)
    return rules.readings[short]
