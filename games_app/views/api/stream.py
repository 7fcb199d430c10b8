"""The stream of a player in the HTTP API. It holds no thread: the event loop writes its lines."""

from __future__ import annotations

from typing import cast

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.cache import patch_cache_control

from games_app.lib.refusals import Refusal
from games_app.live import protocol
from games_app.live.joining import open_sockets
from games_app.live.line_stream import lines
from games_app.live.me import place_of
from games_app.services.people import membership
from games_app.store.writer import RETRY_MS
from games_app.views.api.door import NDJSON, Endpoint, endpoint
from games_app.views.http import refused
from games_app.views.visitors import Request, address_of

AFTER = {"after": "The id of the last line that you have."}


@endpoint(
    Endpoint(
        "What happens in your matches, for as long as you read",
        protocol.StreamMessage,
        NDJSON,
        AFTER,
        needs_token=True,
    )
)
def stream(request: Request) -> HttpResponse:
    """Return a response that goes on until the client closes it."""
    player, token, address = request.visitor.player_id, request.visitor.token, address_of(request)
    assert player  # noqa: S101  (the call needs a token)
    assert token  # noqa: S101
    if membership.is_closed_to(player):
        return refused(Refusal("members_only"), 403)
    place = place_of(request.GET.get("after"), player)
    if isinstance(place, Refusal):
        return refused(place, 429 if place.retry_ms else 400)
    if open_sockets.is_full_for(address):
        return refused(Refusal("too_many_pages", retry_ms=RETRY_MS), 429)
    if request.method == "HEAD":
        return HttpResponse(content_type=NDJSON)
    response = StreamingHttpResponse(lines(player, token, address, place), content_type=NDJSON)
    # Neither a proxy nor the site's own compression may hold lines back.
    response["X-Accel-Buffering"] = "no"
    patch_cache_control(response, private=True, no_store=True)
    return cast("HttpResponse", response)  # which decorators of views leave as it is
