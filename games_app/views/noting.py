"""A player's private notes on a match, for the review."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from games_app.lib.rate_limit import RateLimit, whole_seconds
from games_app.models import Match
from games_app.services.people import players
from games_app.services.people.notes import NoNote, notes_of, write
from games_app.views.matches import row_or_404
from games_app.views.visitors import get_or_create_player, wait_ms

BY_PERSON = RateLimit("note", burst=60, per_second=1)
"""Rate limit of notes per player. A page sends a note after a pause in typing."""
BY_ADDRESS = RateLimit("note-address", burst=300, per_second=3)
"""Rate limit of notes per address: enough for a class, and a bound on clients that discard their cookies."""


class Noted(Struct, forbid_unknown_fields=True, frozen=True):
    ply: int
    text: str


_decoder = msgspec.json.Decoder(Noted)


@require_http_methods(["GET", "HEAD", "POST"])
def notes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the reader's own notes, {"notes": {ply: text}}; on POST, store one of them."""
    match = row_or_404(request, public_id)
    answer = _write(request, match) if request.method == "POST" else _read(request, match)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _read(request: HttpRequest, match: Match) -> HttpResponse:
    person = players.current(request.session)
    return JsonResponse({"notes": notes_of(match, person) if person else {}})


def _write(request: HttpRequest, match: Match) -> HttpResponse:
    try:
        noted = _decoder.decode(request.body)
        if wait := wait_ms(request, BY_ADDRESS):
            return _later(wait)
        person = get_or_create_player(request)
        if wait := BY_PERSON.wait(str(person.pk)):
            return _later(wait)
        write(match, person, noted.ply, noted.text)
    except (msgspec.DecodeError, UnicodeError):
        return JsonResponse({"message": _("That can't be read. Send JSON with ply and text.")}, status=400)
    except NoNote as error:
        return JsonResponse({"message": str(error)}, status=422)
    return HttpResponse(status=204)


def _later(wait: int) -> HttpResponse:
    seconds = whole_seconds(wait)
    message = _("Those were very many notes at once. Wait {seconds} s, then send it again.")
    answer = JsonResponse({"message": message.format(seconds=seconds), "retry_ms": wait}, status=429)
    answer.headers["Retry-After"] = str(seconds)
    return answer
