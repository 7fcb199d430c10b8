"""Import of a match file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games_app.forms.match_import import LARGEST_FILE, LARGEST_TEXT, ImportForm
from games_app.lib.rate_limit import RateLimit, whole_seconds
from games_app.services.commands.registry import Command
from games_app.store.writer import writer
from games_app.views import limits
from games_app.views.http import form_view
from games_app.views.one_at_a_time import PATIENCE, OneAtATime
from games_app.views.visitors import address_of, get_or_create_player, unavailable, wait_ms

IMPORTING = RateLimit("import", burst=6, per_second=1 / 20)
"""Rate limit of imports per address: each match is replayed, which can take seconds."""

_replaying = OneAtATime()


@form_view(limits.FORMS)
def import_match(request: HttpRequest) -> HttpResponse:
    """Show the import form; on POST, import the match and redirect to it, or show the errors."""
    if request.method != "POST":
        return _form(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if wait := wait_ms(request, IMPORTING):
        return _later(request, form, whole_seconds(wait), 429)
    with _replaying.held() as mine:
        if not mine:
            return _later(request, form, round(PATIENCE), 503)
        if not form.is_valid():
            return _form(request, form, 422)
    person = get_or_create_player(request).pk
    answer = writer.ask(Command(form.imported(), "", person, address=address_of(request)), first=False)
    if answer.refusal:
        form.add_error(None, answer.refusal.on_a_page)
        if answer.refusal.code in ("barred", "members_only"):
            return _form(request, form, 409)
        return unavailable(_form(request, form))
    return redirect("match", answer.match)


def _later(request: HttpRequest, form: ImportForm, seconds: int, status: int) -> HttpResponse:
    """Return the form with the pasted text, not parsed; a file must be chosen again."""
    empty = ImportForm(initial={"text": form["text"].value()})
    words = _("Very many matches are read at the moment. Try again in %(seconds)s s.") % {"seconds": seconds}
    answer = _form(request, empty, status, words)
    answer["Retry-After"] = str(seconds)
    return answer


def _form(request: HttpRequest, form: ImportForm, status: int = 200, problem: str = "") -> HttpResponse:
    limits = {"megabytes": LARGEST_FILE // 1024 // 1024, "letters": LARGEST_TEXT}
    context = {"form": form, "problem": problem, **limits}
    return render(request, "import.html", context, status=status)
