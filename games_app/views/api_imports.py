"""The HTTP API, version 1: imports of match files."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct

from games_app.forms.match_import import ImportForm
from games_app.models import Match
from games_app.services.commands.messages import CommandId
from games_app.services.queries import match_lists
from games_app.store.results import Answer
from games_app.use_cases import matches
from games_app.views import limits
from games_app.views.api_commands import Done, answered, sender_of
from games_app.views.api_door import acting, closed, endpoint
from games_app.views.files import PATIENCE, replaying_imports
from games_app.views.http import problem
from games_app.views.visitors import Request

MADE = "matches/{match}"


class ImportedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A match as a file, in text or JSON (docs/notation.md)."""

    cmd: CommandId
    text: str


LARGEST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE


@endpoint(acting("Import a match", Done, ImportedFile, limits.IMPORTS, status=201, largest=LARGEST))
def import_match(request: Request, sent: ImportedFile) -> HttpResponse:
    """Store a match that was played elsewhere."""
    if refusal := closed(request):
        return refusal
    sender = sender_of(request)
    if made := match_lists.made_with(sender.player.pk, sent.cmd):
        seq = Match.objects.get(public_id=made).seq
        return answered(Answer(made, sent.cmd, seq, again=True), 201, MADE)
    fields = QueryDict(mutable=True)
    fields["text"] = sent.text
    form = ImportForm(fields)
    with replaying_imports.held() as mine:
        if not mine:
            message = _("Too many matches are being imported right now. Try again in a moment.")
            return problem("unavailable", message, 503, round(1000 * PATIENCE))
        if not form.is_valid():
            problems = [str(each) for found in form.errors.values() for each in found]
            return problem("not_imported", problems[0], 422)
    return answered(matches.import_match(sender, form.imported(), sent.cmd), 201, MADE)
