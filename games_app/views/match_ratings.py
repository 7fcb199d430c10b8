"""The ratings at a match, which its page asks for when the match ends while it is open."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games_app.services.people import players
from games_app.services.queries.match_ratings import ratings_at, why_uncounted
from games_app.views.http import answers_json
from games_app.views.matches import visible_or_404


@answers_json
@require_safe
def match_ratings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return each role's rating in words with what the match changed, or why it doesn't count."""
    match = visible_or_404(request, public_id)
    reader = players.known(request.session)
    return JsonResponse({"ratings": ratings_at(match), "uncounted": why_uncounted(match, reader)})
