"""What two players agree on beside the rules: chosen with the match, shown to both, kept by a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct


class Terms(Struct, frozen=True):
    """The terms of one match. What an older record doesn't say is as the defaults here say."""

    hints: bool = True
    """Whether the page shows a player where a choice would lead before it is made."""


USUAL = Terms()


def stored(terms: Terms) -> dict[str, Any]:
    """``terms`` as plain JSON data, for the row of a match."""
    plain: dict[str, Any] = msgspec.to_builtins(terms)
    return plain


def read(data: Mapping[str, Any]) -> Terms:
    """Terms as they were stored. Raises msgspec.ValidationError for what never were any."""
    return msgspec.convert(dict(data), Terms)
