"""Authentication of sockets: for whom a client opens one, and when that person may no longer use it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import unquote_plus

from games_app.lib import clock
from games_app.lib.ids import has_token
from games_app.lib.refusals import Refusal
from games_app.live.db_threads import note, read
from games_app.live.joining import headers, player_id_of
from games_app.live.room import SESSION_ENDED, Connection
from games_app.people import api_tokens, devices, players


class Bearer(NamedTuple):
    player_id: int | None
    token: int | None = None
    """Primary key of the personal token; None with a session, and for strangers."""
    may_act: bool = True


async def bearer_of(scope: dict[str, Any]) -> Bearer | Refusal:
    """Return for whom the socket is opened, or why its token is refused."""
    if has_token(unquote_plus(scope["query_string"].decode("latin-1"))):
        return Refusal("token_in_address")
    sent = headers(scope).get("authorization")
    if sent is None:
        return Bearer(await player_id_of(scope["cookies"]))
    kind, _, token = sent.partition(" ")
    # It notes the use of the token, so it may wait for a locked database.
    api_token = await note(api_tokens.find, token.strip(), clock.now()) if kind.lower() == "bearer" else None
    if api_token is None:
        return Refusal("bad_token")
    scopes = api_tokens.scopes_of(api_token)
    if api_tokens.READ not in scopes:
        return Refusal("out_of_scope", {"scope": api_tokens.READ})
    return Bearer(api_token.account.player_id, api_token.pk, api_tokens.PLAY in scopes)


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
