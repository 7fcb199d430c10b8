"""The page on which a person reports a chat message, or another person, to the moderators."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games_app.lib import clock
from games_app.models import ChatMessage, Player, Report
from games_app.services.people import players, reports
from games_app.views import limits
from games_app.views.http import form_view
from games_app.views.player import person_or_404
from games_app.views.visitors import address_of

REASONS = {
    Report.Reason.ABUSE: gettext_lazy("Insults or threats"),
    Report.Reason.SPAM: gettext_lazy("Advertising, or the same again and again"),
    Report.Reason.NAME: gettext_lazy("A name that offends"),
    Report.Reason.UNFAIR: gettext_lazy("Unfair play"),
    Report.Reason.OTHER: gettext_lazy("Something else"),
}


@form_view(limits.REPORTS)
def report(request: HttpRequest) -> HttpResponse:
    """Show the reasons to choose from; on POST, store the report.

    What it is about stands in the query: ``player``, or ``match``, ``room`` and ``number`` of a message.
    """
    reader = players.current(request.session)
    if reader is None:
        raise Http404(_("Only people with a name here can report."))
    about, message = _subject(request, reader)
    context: dict[str, Any] = {"about": about, "message": message, "reasons": REASONS.items()}
    if request.method != "POST":
        return render(request, "report.html", context)
    reason = request.POST.get("reason", "")
    if reason not in Report.Reason.values:
        return render(request, "report.html", context | {"problem": _("Choose a reason.")}, status=422)
    refusal = reports.file(reader, about, message, reason, clock.now(), address_of(request))
    if refusal:
        return render(request, "report.html", context | {"problem": refusal.message}, status=429)
    return render(request, "report.html", context | {"done": True})


def _subject(request: HttpRequest, reader: Player) -> tuple[Player, ChatMessage | None]:
    """Return whom and which message the report is about. Raises Http404."""
    if "player" in request.GET:
        about = person_or_404(request.GET["player"])
        if about == reader:
            raise Http404(_("That is you."))
        return about, None
    number = request.GET.get("number", "")
    asked = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else 0
    message = reports.reportable(request.GET.get("match", ""), request.GET.get("room", ""), asked, reader)
    if message is None or message.player is None:
        raise Http404(_("There is no such message."))
    return message.player, message
