"""A player's private notes on a match, for the review."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec import Struct

from games_app.lib.rate_limit import RateLimit, whole_seconds
from games_app.services.people import players
from games_app.services.people.notes import NoNote, notes_of, write
from games_app.views import limits
from games_app.views.http import answer, by_method, json_view, problem
from games_app.views.matches import row_or_404
from games_app.views.visitors import get_or_create_player

BY_PERSON = RateLimit("note", burst=60, per_second=1)
"""Rate limit of notes per player. A page sends a note after a pause in typing."""
LARGEST_BODY = 16 * 1024
"""Largest request, in bytes: the longest note, with each of its characters escaped."""


class Noted(Struct, forbid_unknown_fields=True, frozen=True):
    ply: int
    text: str


def _get_notes(request: HttpRequest, public_id: str) -> HttpResponse:
    match, person = row_or_404(request, public_id), players.current(request.session)
    return answer({"notes": notes_of(match, person) if person else {}})


@json_view(limits.NOTES, Noted, LARGEST_BODY)
def _post_notes(request: HttpRequest, noted: Noted, public_id: str) -> HttpResponse:
    match, person = row_or_404(request, public_id), get_or_create_player(request)
    if wait := BY_PERSON.wait(str(person.pk)):
        message = _("Those were very many notes at once. Wait {seconds} s, then send it again.")
        return problem("too_fast", message.format(seconds=whole_seconds(wait)), 429, wait)
    try:
        write(match, person, noted.ply, noted.text)
    except NoNote as error:
        return problem("no_note", str(error), 422)
    return HttpResponse(status=204)


notes = by_method(get=_get_notes, post=_post_notes)
"""Return the reader's own notes, {"notes": {ply: text}}; on POST, store one of them."""
