"""Health checks: whether commands can be stored, and whether proxies may send visitors here."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games_app.lib import proxies
from games_app.lib.proxies import arrival
from games_app.lib.shutdown import leaving
from games_app.record.writer import writer

LONGEST_SILENCE = 12.0
"""Maximum seconds without a sign of life: more than a wait for a database lock may take."""


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 while commands can be stored, otherwise 503.

    It makes no database query, since the check would wait for it. A failed attempt, such as on a full disk,
    counts at once; one that still waits for a lock counts later.
    """
    if seen := arrival(request):
        return HttpResponse(msgspec.json.encode(seen), content_type="application/json")
    silence = writer.chores.silence()
    if writer.is_failing() or silence > LONGEST_SILENCE:
        text = f"nothing could be stored for {silence:.0f} s"
        return HttpResponse(text, content_type="text/plain", status=503)
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 while proxies may send visitors here, 503 once this process is ending."""
    if leaving.is_set():
        return HttpResponse("ending", content_type="text/plain", status=503)
    health = healthz(request)
    if proxies.is_fault_noted():
        health.write(f"\n{proxies.HTTPS_FAULT}")
    return health
