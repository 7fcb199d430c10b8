"""Is this process able to serve?"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games_app.store.writer import writer

LONGEST_SILENCE = 12.0
"""Seconds without a sign of life: more than a lock that is held may take."""


def healthz(request: HttpRequest) -> HttpResponse:
    """200 while what people do can be stored. The database is not asked: who checks would wait for it too."""
    silence = writer.silence()
    if silence > LONGEST_SILENCE:
        said = f"nothing could be stored for {silence:.0f} s"
        return HttpResponse(said, content_type="text/plain", status=503)
    return HttpResponse("ok", content_type="text/plain")
