"""Pages of the archive: match files to view, verify, print, download and import, and the open data."""

from __future__ import annotations

import zipfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app import drawing
from games_app.archive import exports, open_data
from games_app.archive.exports import JSON, TEXT, encoded, exported, file_name
from games_app.archive.forms import LARGEST_FILE, LARGEST_TEXT, PORTABLE_NAMES, ImportForm
from games_app.archive.verify import Verdict, verdict
from games_app.door import limits
from games_app.door.access import match_or_404, must_have_begun, no_access_page, visible_or_404
from games_app.door.http import form_view
from games_app.door.visitors import Request, sender_of, unavailable, wait_ms
from games_app.drawing import board
from games_app.games.catalogue import PORTABLE, SHEETS
from games_app.games.rules import get_game
from games_app.lib.page_threads import page_threads
from games_app.lib.rate_limit import whole_seconds
from games_app.lists import result_text
from games_app.lists.scoresheet import on_sheet
from games_app.lists.terms_text import agreed
from games_app.match.match_state import MatchState
from games_app.match.visibility import may_see
from games_app.models import Match
from games_app.pages import sharing
from games_app.pages.pictures import retry_later
from games_app.pages.sharing import is_shown_anywhere
from games_app.people import notes
from games_app.record import use_cases


class OneAtATime:
    def __init__(self) -> None:
        self._lock = BoundedSemaphore(1)

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the lock; yield False if it was not free within REPLAY_PATIENCE.

        The database connection is closed first: a few waiting requests would leave none for other pages.
        """
        connection.close()
        mine = self._lock.acquire(timeout=REPLAY_PATIENCE)
        try:
            yield mine
        finally:
            if mine:
                self._lock.release()


_replaying = OneAtATime()


@form_view(limits.FORMS)
def files_page(request: Request, public_id: str) -> HttpResponse:
    """List the files of the match; a POST also verifies its record."""
    match = match_or_404(public_id)
    must_have_begun(match.row)
    if not may_see(match.row, request.visitor.player_id):
        return no_access_page(request, match)
    if request.method != "POST":
        return _page(request, match)
    if wait := wait_ms(request, limits.VERIFICATIONS):
        return _page(request, match, 429, wait=whole_seconds(wait))
    with _replaying.held() as mine:
        if not mine:
            return _page(request, match, 503, wait=round(REPLAY_PATIENCE))
        own = verdict(public_id)
    return _page(request, match_or_404(public_id), verdict=own)


def site_of(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


@require_safe
def match_file(request: Request, public_id: str, form: str) -> HttpResponse:
    """Return a file of the match; ``form`` is the end of its name."""
    match = visible_or_404(request, public_id)
    if form not in _forms(match.row.game):
        raise Http404(_("Matches of this game have no such file."))
    must_have_begun(match.row)
    if wait := wait_ms(request, limits.EXPORTS):
        return retry_later(_("Too many downloads at once. Try again in a moment."), 429, wait)
    comments = notes.comments(match.row, request.visitor.player_id)
    written = exported(match.row, site_of(request), comments)
    answer = HttpResponse(
        encoded(written, form),
        content_type="application/json" if form == JSON else "text/plain; charset=utf-8",
    )
    answer["Content-Disposition"] = f'inline; filename="{file_name(written, form)}"'
    if match.row.visibility != Match.Visibility.PUBLIC:
        answer["X-Robots-Tag"] = "noindex"
    return answer


def _forms(game: str) -> list[str]:
    portable = PORTABLE.get(game)
    return [JSON, TEXT, *([portable.extension] if portable else [])]


def _page(
    request: HttpRequest,
    match: MatchState,
    status: int = 200,
    *,
    verdict: Verdict | None = None,
    wait: int = 0,
) -> HttpResponse:
    context: dict[str, Any] = {
        "match": match,
        "game": get_game(match.row.game),
        "title": sharing.title(match),
        "result": result_text.sentence(match.row, match.seats),
        "size": board(match.row.game).size(),
        "rounds": get_game(match.row.game).round_of(match.row.facts),
        "portable": PORTABLE.get(match.row.game),
        "embedded": _embedded(request, match),
        "verdict": verdict,
        "wait": wait,
    }
    return render(request, "archive/files.html", context, status=status)


def _embedded(request: HttpRequest, match: MatchState) -> str:
    """Return the URL of the live board for embedding, or an empty string if no site may embed it."""
    allowed = is_shown_anywhere(match.row) or (settings.EMBED_ANCESTORS and may_see(match.row, None))
    return request.build_absolute_uri(reverse("embed", args=[match.row.public_id])) if allowed else ""


@require_safe
def download(request: Request) -> HttpResponseBase:
    """Stream a zip of the player's files: each match as text and as JSON, and texts such as chat messages.

    With ``form=ndjson``, stream a line of JSON per match and nothing else.
    """
    if wait := wait_ms(request, limits.DOWNLOADS):
        return retry_later(_("Too many downloads at once. Try again in a moment."), 429, wait)
    player = request.visitor.player
    matches = exports.matches_of(player) if player else []
    lines = request.GET.get("form") == "ndjson"
    texts = exports.texts(player) if player and not lines else {}
    site, reader = site_of(request), player.pk if player else None
    answer = StreamingHttpResponse(
        _lines(matches, site, reader) if lines else _zipped(matches, site, reader, texts),
        content_type="application/x-ndjson" if lines else "application/zip",
    )
    name = f"quiet-table-matches.{'ndjson' if lines else 'zip'}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


async def _lines(matches: Sequence[int], site: str, reader: int | None) -> AsyncIterator[bytes]:
    for match in matches:
        yield await page_threads.run(_line, match, site, reader)


def _line(match: int, site: str, reader: int | None) -> bytes:
    return encoded(exports.match_file(match, site, reader), "json") + b"\n"


async def _zipped(
    matches: Sequence[int], site: str, reader: int | None, texts: Mapping[str, str]
) -> AsyncIterator[bytes]:
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for match in matches:
            await page_threads.run(exports.add_match, archive, match, site, reader)
            yield pipe.taken()
        for name, text in texts.items():
            archive.writestr(name, text)
    yield pipe.taken()


class _Pipe:
    """A write-only file without seeking, whose written bytes are taken from it piece by piece."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Do nothing: writes are unbuffered."""

    def close(self) -> None:
        """Do nothing: written bytes can still be taken."""

    def taken(self) -> bytes:
        taken, self._parts = b"".join(self._parts), []
        return taken


replaying_imports = OneAtATime()


@form_view(limits.FORMS)
def import_match(request: Request) -> HttpResponse:
    """Show the import form; on POST, import the match and redirect to it, or show the errors."""
    if request.method != "POST":
        return _import_form(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if wait := wait_ms(request, limits.IMPORTS):
        return _import_later(request, form, whole_seconds(wait), 429)
    with replaying_imports.held() as mine:
        if not mine:
            return _import_later(request, form, round(REPLAY_PATIENCE), 503)
        if not form.is_valid():
            return _import_form(request, form, 422)
    answer = use_cases.import_match(sender_of(request), form.imported())
    if answer.refusal:
        form.add_error(None, answer.refusal.message)
        if answer.refusal.code in ("barred", "members_only"):
            return _import_form(request, form, 409)
        return unavailable(_import_form(request, form))
    return redirect("match", answer.match)


def _import_later(request: HttpRequest, form: ImportForm, seconds: int, status: int) -> HttpResponse:
    """Return the form with the pasted text, unparsed; a file must be chosen again."""
    empty = ImportForm(initial={"text": form["text"].value()})
    words = _("Too many matches are being imported right now. Try again in %(seconds)s s.") % {
        "seconds": seconds
    }
    answer = _import_form(request, empty, status, words)
    answer["Retry-After"] = str(seconds)
    return answer


def _import_form(
    request: HttpRequest, form: ImportForm, status: int = 200, problem: str = ""
) -> HttpResponse:
    largest = {"megabytes": LARGEST_FILE // 1024 // 1024, "letters": LARGEST_TEXT}
    context = {"form": form, "problem": problem, "formats": PORTABLE_NAMES, **largest}
    return render(request, "archive/import.html", context, status=status)


PRINT_WIDTH = 600
"""Width of a diagram, in CSS pixels; printing scales it down."""


@require_safe
def print_view(request: Request, public_id: str) -> HttpResponse:
    """Show the print view of a match that has begun."""
    match = match_or_404(public_id)
    row = match.row
    must_have_begun(row)
    if not may_see(row, request.visitor.player_id):
        return no_access_page(request, match)
    sheet = SHEETS[row.game]
    width, height = drawing.board(row.game).size()
    context = {
        "match": match,
        "game": get_game(row.game),
        "title": sharing.title(match),
        "agreed": [*sheet.agreed(row.options), *agreed(match.terms, row.game)],
        "sharing": sharing.match_sharing(request, match),
        "paper": on_sheet(row),
        "height": round(PRINT_WIDTH * height / width),
    }
    return render(request, "archive/print.html", context)


REPLAY_PATIENCE = 10.0
"""Seconds to wait for the lock."""


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
