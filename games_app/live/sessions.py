"""Sockets whose person may no longer use them: withdrawn, signed out, or with a token that has ended."""

from __future__ import annotations

from collections.abc import Iterable

from games_app.lib import clock
from games_app.live.db_threads import read
from games_app.live.room import SESSION_ENDED, Connection
from games_app.services.people import api_tokens, devices, players


async def dismiss_ended(pages: Iterable[Connection]) -> None:
    """Close the pages of players who have withdrawn, of signed-out devices, and of tokens that have ended."""
    pages, now = list(pages), clock.now()
    withdrawn = await read(players.withdrawn, {page.viewer for page in pages})
    ended = await read(devices.signed_out, {page.session for page in pages}, now)
    tokens = {page.token for page in pages if page.token is not None}
    revoked = await read(api_tokens.ended, tokens, now) if tokens else tokens
    for page in pages:
        has_ended = page.viewer in withdrawn or page.session in ended or page.token in revoked
        if has_ended and not page.closing:
            await page.dismiss(SESSION_ENDED)
