"""The page of the metrics."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics of this process; a client without the token gets 404."""
    expected = f"Bearer {settings.METRICS_TOKEN}"
    header = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(header, expected):
        raise Http404
    from games_app.server import metrics as own  # noqa: PLC0415  (loads a library that most sites don't need)

    return HttpResponse(own.exposition(), content_type=own.CONTENT_TYPE)
