"""Download of all matches of the requesting player, as one streamed file."""

from __future__ import annotations

import zipfile
from collections.abc import AsyncIterator, Mapping, Sequence

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.lib import clock
from games_app.lib.rate_limit import RateLimit
from games_app.models import Match
from games_app.notation import MatchFile
from games_app.services.archive.exports import exported
from games_app.services.people import accounts, passkeys, players
from games_app.services.queries.chat import said_by
from games_app.services.state.rules_versions import KNOWN
from games_app.services.state.visible import BEGUN
from games_app.views.files import file_name, site_of, written_out
from games_app.views.preview import later
from games_app.views.visitors import wait_ms

DOWNLOADING = RateLimit("download", burst=5, per_second=1 / 30)


@require_safe
def download(request: HttpRequest) -> HttpResponseBase:
    """Stream a zip with each match as text and as JSON, what the player said in chats, and their passkeys.

    With ``form=ndjson``, stream a line of JSON per match and nothing else.
    """
    if wait := wait_ms(request, DOWNLOADING):
        return later(_("Too many downloads at once. Try again in a moment."), 429, wait)
    seats = Match.objects.filter(KNOWN, seats__player=players.known(request.session) or 0, status__in=BEGUN)
    mine = list(seats.distinct().order_by("pk").values_list("pk", flat=True))
    lines = request.GET.get("form") == "ndjson"
    words = {} if lines else _words(request)
    answer = StreamingHttpResponse(
        _lines(mine, site_of(request)) if lines else _zipped(mine, site_of(request), words),
        content_type="application/x-ndjson" if lines else "application/zip",
    )
    name = f"quiet-table-matches.{'ndjson' if lines else 'zip'}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


async def _lines(matches: Sequence[int], site: str) -> AsyncIterator[bytes]:
    for match in matches:
        yield await sync_to_async(lambda pk: written_out(_match_file(pk, site), "json"))(match) + b"\n"


async def _zipped(matches: Sequence[int], site: str, words: Mapping[str, str]) -> AsyncIterator[bytes]:
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for match in matches:
            await sync_to_async(_add_match)(archive, match, site)
            yield pipe.taken()
        for name, text in words.items():
            archive.writestr(name, text)
    yield pipe.taken()


def _words(request: HttpRequest) -> dict[str, str]:
    """Return the texts beside the matches, by the name of their file; those that are empty are left out."""
    own = accounts.of(players.current(request.session))
    words = {
        "chat.txt": "".join(said_by(players.known(request.session))),
        "passkeys.txt": "".join(passkeys.listed(own)) if own else "",
    }
    return {name: text for name, text in words.items() if text}


def _add_match(archive: zipfile.ZipFile, match: int, site: str) -> None:
    written = _match_file(match, site)
    for kind in ("txt", "json"):
        entry = zipfile.ZipInfo(file_name(written, kind), clock.moment(written.began).timetuple()[:6])
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, written_out(written, kind))


def _match_file(match: int, site: str) -> MatchFile:
    return exported(Match.objects.prefetch_related("seats").get(pk=match), site)


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
