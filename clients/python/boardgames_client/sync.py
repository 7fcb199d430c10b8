"""The library for synchronous programs: the same names and calls, without ``async`` and ``await``.

The asynchronous site runs in a thread, so that both have one implementation and notebooks can use either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from boardgames_client import bot, schemas
from boardgames_client.api import Refused
from boardgames_client.bot import AnyInvitation
from boardgames_client.connection import Closed
from boardgames_client.match import BaseMatch, Turn
from boardgames_client.portal import Portal
from boardgames_client.site import PRESETS
from boardgames_client.sync_calls import Calls

__all__ = ["PRESETS", "Choose", "Closed", "Match", "Refused", "Site", "Turn", "run"]

Choose: TypeAlias = Callable[[Turn], str]
"""Function that returns one of the legal actions of a turn."""


class Site(Calls):
    """A site: ``with Site(address, token) as site``, or ``close`` it at the end."""

    def match(self, public_id: str) -> Match:
        """Return a match, to be played over its own socket."""
        return Match(self, public_id)


class Match(BaseMatch):
    """A match in which the token's player has a seat, or watches."""

    def __init__(self, portal: Portal, public_id: str) -> None:
        super().__init__(portal.site.connection, public_id)
        self._portal = portal

    def play(self, choose: Choose) -> schemas.Result | None:
        """Play until the match has ended; return its result, None if it never began.

        ``choose`` is called once for each position in which the player is to move. Raises Closed, and
        ValueError for an action that isn't legal.
        """
        return self._portal.serve(lambda callbacks: self._play(callbacks(choose)))


def run(site: Site, choose: Choose, accept: Callable[[AnyInvitation], bool] = lambda _: True) -> None:
    """Accept invitations and play every match of the token's player, for ever.

    The token needs the scopes ``read`` and ``play``. Raises Closed, Refused, what ``Match.play`` raises, and
    CancelledError of concurrent.futures when another thread closes the site.
    """
    site.serve(lambda callbacks: bot.run(site.site, callbacks(choose), callbacks(accept)))
