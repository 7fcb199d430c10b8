"""Health checks of this process: can it store commands, and should it get new visitors?"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games_app.lib.shutdown import leaving
from games_app.store.writer import writer

LONGEST_SILENCE = 12.0
"""Most seconds without a sign of life: more than a wait for a database lock may take."""


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 while commands can be stored, else 503. No database query: the check would wait for it.

    A failed attempt counts at once, such as on a full disk; one that still waits for a lock counts later.
    """
    silence = writer.silence()
    if writer.is_failing() or silence > LONGEST_SILENCE:
        said = f"nothing could be stored for {silence:.0f} s"
        return HttpResponse(said, content_type="text/plain", status=503)
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 while proxies may send visitors here, 503 once this process is ending."""
    if leaving.is_set():
        return HttpResponse("ending", content_type="text/plain", status=503)
    return healthz(request)
