"""Validation of external facts: each function returns the value or raises InvalidFacts.

The messages name the place and what is allowed there, never the value: it can be anything, of any size.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from games_app.games.base import InvalidFacts


def record(value: object, keys: Collection[str], what: str) -> dict[str, Any]:
    """``value`` as an object with exactly these keys."""
    if not isinstance(value, dict) or value.keys() != set(keys):
        raise InvalidFacts(f"{what} must have exactly these keys: {', '.join(keys)}")
    return value


def whole(value: object, least: int, most: int, what: str) -> int:
    """``value`` as a whole number from ``least`` to ``most``, excluding True and False."""
    if type(value) is not int or not least <= value <= most:
        raise InvalidFacts(f"{what} must be a whole number from {least} to {most}")
    return value


def by_role(value: object, roles: tuple[str, str], most: int, what: str) -> tuple[int, int]:
    """``value`` as an object with a whole number for each role, returned in the roles' order."""
    fields = record(value, roles, what)
    first, second = (whole(fields[role], 0, most, f"{what} of {role}") for role in roles)
    return first, second


def one_of(value: object, allowed: Collection[str], what: str) -> str:
    """``value`` as one of the ``allowed`` words."""
    if not isinstance(value, str) or value not in allowed:
        raise InvalidFacts(f"{what} must be one of: {', '.join(allowed)}")
    return value


def require(holds: bool, what: str) -> None:
    """Raise InvalidFacts with ``what`` unless the condition holds."""
    if not holds:
        raise InvalidFacts(what)
