"""The pages of the published open data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.archive import open_data
from games_app.door import limits
from games_app.door.visitors import Request, wait_ms
from games_app.lib.page_threads import page_threads
from games_app.pages.pictures import retry_later

CONTENT_TYPES = {".gz": "application/gzip", ".json": "application/json"}
"""Content types by the end of a file's name; others are text."""
CHUNK_BYTES = 1 << 16


@require_safe
def months(request: Request) -> HttpResponse:
    return render(request, "archive/open_data.html", {"months": open_data.published()})


@require_safe
def month_file(request: Request, month: str, name: str) -> HttpResponseBase:
    """Stream a published file."""
    size = dict(open_data.published()).get(month, {}).get(name)
    if size is None:
        raise Http404
    if wait := wait_ms(request, limits.OPEN_DATA):
        return retry_later(_("Too many downloads at once. Try again in a moment."), 429, wait)
    path = open_data.root() / month / name
    answer = StreamingHttpResponse(
        _chunks(path), content_type=CONTENT_TYPES.get(path.suffix, "text/plain; charset=utf-8")
    )
    answer["Content-Length"] = size
    answer["Content-Disposition"] = f'attachment; filename="{month}-{name}"'
    return answer


async def _chunks(path: Path) -> AsyncIterator[bytes]:
    with path.open("rb") as opened:
        while chunk := await page_threads.run(opened.read, CHUNK_BYTES):
            yield chunk
