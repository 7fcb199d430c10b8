"""The moderators' pages: appeals and reports, what was looked up, and what is done about them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games_app.lib import clock
from games_app.models import Account, AuditEntry, Match, Player, Report
from games_app.moderation import desk
from games_app.moderation.actions import NotDone, Order, perform
from games_app.services.people import players, roles
from games_app.services.people.roles import Role
from games_app.views import limits
from games_app.views.http import form_view
from games_app.views.reporting import REASONS
from games_app.views.staff import staff_only

SUBJECTS = {
    "close": "report",
    "hide": "message",
    "warn": "person",
    "mute": "person",
    "bar": "person",
    "uphold": "person",
    "check": "person",
    "rename": "person",
    "hide-match": "match",
    "show-match": "match",
    "end": "match",
}
"""Action -> field of the form that holds its subject; ``bar`` and ``lift`` may also be about a network.

Nobody is appointed on a page: that takes the terminal.
"""
DONE: Mapping[str, Promise] = {
    "close": gettext_lazy("The report is closed."),
    "hide": gettext_lazy("Nobody sees the message any more."),
    "warn": gettext_lazy("The warning is shown to them now, or on their next page."),
    "mute": gettext_lazy("They can't chat for that time."),
    "bar": gettext_lazy("They can neither chat nor play a new match for that time."),
    "lift": gettext_lazy("What was imposed is lifted."),
    "uphold": gettext_lazy("It stays, and they are told so."),
    "check": gettext_lazy("These wins are checked. New ones are shown again."),
    "rename": gettext_lazy("They have another name now."),
    "hide-match": gettext_lazy("Only its players see the match now."),
    "show-match": gettext_lazy("The match is open to the same people as before."),
    "end": gettext_lazy("The match has ended without a result."),
}
TIMES = {
    "1": gettext_lazy("an hour"),
    "24": gettext_lazy("a day"),
    "168": gettext_lazy("a week"),
    "720": gettext_lazy("30 days"),
}
"""Hours for which somebody is muted or barred."""
LATEST = 20
"""Entries of the log on the page."""


@require_safe
@staff_only
def reports(request: HttpRequest) -> HttpResponse:
    """Show the queue of appeals and reports, or what was looked up."""
    reader, now = _reader(request), clock.now()
    asked = request.GET.get("q", "").strip()[:200]
    found = desk.looked_up(asked, reader, now) if asked else None
    context = {
        "asked": asked,
        "found": found,
        "cases": [] if asked else desk.waiting(reader, now),
        "log": AuditEntry.objects.order_by("-pk")[:LATEST],
        "reasons": REASONS,
        "times": TIMES.items(),
    }
    return render(request, "moderation.html", context, status=404 if asked and found is None else 200)


@require_POST
@form_view(limits.FORMS)
@staff_only
def act(request: HttpRequest) -> HttpResponse:
    """Carry out what a button of a case says, and return to where it was pressed."""
    order = _order(request.POST)
    try:
        if order is None or not order.whom:
            raise NotDone(_("There is nothing to do that to."))
        _check_impartial(_reader(request), order)
        perform(order, f"{request.user} ({_reader(request).public_id})")
    except NotDone as error:
        messages.error(request, str(error))
    else:
        messages.success(request, str(DONE[order.what]))
    asked = request.POST.get("q", "")
    return redirect(f"{reverse('moderation')}?{urlencode({'q': asked})}" if asked else "moderation")


def _order(sent: Mapping[str, str]) -> Order | None:
    what = sent.get("do", "")
    if what not in DONE:
        return None
    whom = sent.get(SUBJECTS.get(what, "person"), "") or (
        sent.get("network", "") if what in ("bar", "lift") else ""
    )
    hours, of = sent.get("hours", ""), sent.get("of", "")
    lasts = timedelta(hours=int(hours) if hours in TIMES else 24)
    why = sent.get("why", "").strip()
    return Order(what, whom, why, lasts, of if of in Report.Reason.values else Report.Reason.OTHER)


def _check_impartial(moderator: Player, order: Order) -> None:
    """Raise NotDone for who decides about themselves, their own running match, or others with a role."""
    if order.what == "close" and desk.is_about(moderator, order.whom):
        raise NotDone(_("This report is about you. Another moderator must decide."))
    if SUBJECTS.get(order.what) == "match":
        match = Match.objects.filter(public_id=order.whom).first()
        if match is not None and desk.plays_in(moderator, match):
            raise NotDone(_("You play in this match. Another moderator must decide."))
    whom = players.find(order.whom) if SUBJECTS.get(order.what, "person") == "person" else None
    if whom == moderator and order.what in ("lift", "uphold", "check"):
        raise NotDone(_("That is about you. Another moderator must decide."))
    own = roles.of(Account.objects.filter(player=moderator).first())
    if whom and roles.of_player(whom) and own != Role.ADMINISTRATOR:
        raise NotDone(_("Only an administrator acts on people with a role here."))


def _reader(request: HttpRequest) -> Player:
    reader: Any = players.current(request.session)
    assert isinstance(reader, Player)  # noqa: S101  (staff_only lets nobody else in)
    return reader
