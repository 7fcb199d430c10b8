"""Moderation: the moderators' desk, and reports, warnings and appeals as players see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games_app.door import limits
from games_app.door.access import own_path, person_or_404
from games_app.door.hidden import for_role
from games_app.door.http import form_view
from games_app.door.visitors import Request
from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.models import ChatMessage, Club, ClubPost, Note, Player, Report, Sanction
from games_app.moderation import desk, reports
from games_app.moderation.actions import Order, perform
from games_app.people import accounts, players, sanctions
from games_app.people.sanctions import WARNING_REASONS


class AppealForm(forms.Form):
    words = forms.CharField(
        label=gettext_lazy("What should the moderators know?"),
        max_length=Sanction.LONGEST_APPEAL,
        widget=forms.Textarea(attrs={"rows": 5, "class": "plain-words"}),
        error_messages={
            "required": gettext_lazy("Write why, in a sentence or two."),
            "max_length": gettext_lazy(
                "Please use at most %(limit_value)d characters; this has %(show_value)d."
            ),
        },
    )

    def __init__(self, kind: str, sent: Mapping[str, Any] | None = None) -> None:
        """``kind``: a ``Sanction.Kind``; a page can have a form for each."""
        # A browser counts the end of a line as one character, but sends two.
        plain = {"words": str(sent.get("words", "")).replace("\r\n", "\n")} if sent is not None else None
        super().__init__(plain, auto_id=f"{kind}_%s")


SUBJECTS = {
    "close": "report",
    "hide": "message",
    "hide-notice": "notice",
    "hide-note": "note",
    "warn": "person",
    "mute": "person",
    "bar": "person",
    "uphold": "person",
    "check": "person",
    "rename": "person",
    "rename-club": "club",
    "close-club": "club",
    "hide-match": "match",
    "show-match": "match",
    "end": "match",
}
"""Action -> field of the form with its subject; ``bar`` and ``lift`` may also be about a network.

Nobody is appointed here: that takes the terminal or the owner's page.
"""
DONE: Mapping[str, Promise] = {
    "close": gettext_lazy("The report is closed."),
    "hide": gettext_lazy("The message is hidden."),
    "hide-notice": gettext_lazy("The notice is hidden."),
    "hide-note": gettext_lazy("The note is hidden."),
    "warn": gettext_lazy("They see the warning now or on the next page they open."),
    "mute": gettext_lazy("They can't chat for that time."),
    "bar": gettext_lazy("They can't chat or start a new match for that time."),
    "lift": gettext_lazy("The sanction is lifted."),
    "uphold": gettext_lazy("The decision stands, and they are told."),
    "check": gettext_lazy("These wins are checked. New ones will appear here."),
    "rename": gettext_lazy("They have another name now."),
    "rename-club": gettext_lazy("It has another name now. Its members read that the moderators changed it."),
    "close-club": gettext_lazy("The club is closed."),
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
"""Hours of a mute or bar."""


def is_staff(request: Request) -> bool:
    return accounts.role_of_account(request.visitor.account) is not None


staff_only = for_role(is_staff, "moderation")


@require_safe
@staff_only
def show_desk(request: Request) -> HttpResponse:
    """Show the queue of appeals and reports, or a looked-up case, with its log."""
    reader, now = _reader(request), clock.now()
    query, before = request.GET.get("q", "").strip()[:200], request.GET.get("before", "")
    case = desk.looked_up(query, reader, now) if query else None
    people = desk.people_named(query) if query and case is None else []
    log = desk.log(
        query, int(before) if before.isascii() and before.isdecimal() and len(before) < 19 else None
    )
    shown = log[: desk.LOG_PAGE]
    context = {
        "asked": query,
        "found": case,
        "people": people,
        "cases": [] if query else desk.waiting(reader, now),
        "sanctioned": [] if query else desk.sanctioned(now),
        "log": shown,
        "earlier": urlencode({"q": query, "before": shown[-1].pk}) if len(log) > len(shown) else "",
        "reasons": REPORT_REASONS,
        "times": TIMES.items(),
    }
    return render(
        request, "moderation/desk.html", context, status=200 if case or people or log or not query else 404
    )


@require_POST
@form_view(limits.FORMS)
@staff_only
def act(request: Request) -> HttpResponse:
    """Carry out the action of a case's button, and return to its page."""
    order = _order(request.POST)
    try:
        if order is None or not order.whom:
            raise Refused(Refusal("not_done"))
        _check_impartial(_reader(request), order)
        perform(order, f"{request.visitor.account} ({_reader(request).public_id})")
    except Refused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, str(DONE[order.what]))
    query = request.POST.get("q", "")
    return redirect(f"{reverse('moderation')}?{urlencode({'q': query})}" if query else "moderation")


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
    """Raise Refused for decisions about oneself, one's running matches, opponents, or others with a role."""
    subject = SUBJECTS.get(order.what, "person")
    if order.what == "close" and desk.is_about(moderator, order.whom):
        raise Refused(Refusal("not_done.own_report"))
    match = desk.match_of(subject, order.whom)
    if match is not None and desk.plays_in(moderator, match):
        raise Refused(Refusal("not_done.own_match"))
    if subject == "club":
        whom = desk.owner_of_club(order.whom)
    else:
        whom = players.find_player(order.whom) if subject == "person" else None
    if whom == moderator and (subject == "club" or order.what in ("lift", "uphold", "check")):
        raise Refused(Refusal("not_done.oneself"))
    if whom and desk.plays_against(moderator, whom):
        raise Refused(Refusal("not_done.opponent"))
    own = accounts.role_of_player(moderator)
    if whom and not accounts.may_act_on(own, accounts.role_of_player(whom)):
        raise Refused(Refusal("not_done.role"))


def _reader(request: Request) -> Player:
    reader: Any = request.visitor.player
    assert isinstance(reader, Player)  # noqa: S101  (staff_only lets nobody else in)
    return reader


REPORT_REASONS = {
    Report.Reason.ABUSE: gettext_lazy("Insults or threats"),
    Report.Reason.SPAM: gettext_lazy("Advertising or spam"),
    Report.Reason.NAME: gettext_lazy("An offensive name"),
    Report.Reason.UNFAIR: gettext_lazy("Unfair play"),
    Report.Reason.OTHER: gettext_lazy("Something else"),
}


@form_view(limits.REPORTS)
def report(request: Request) -> HttpResponse:
    """Show the reasons to choose from; on POST, store the report.

    The query names its subject: ``player``, ``club``, ``notice`` of a club, ``note`` on a match, or
    ``match``, ``room`` and ``number`` of a message.
    """
    reader = request.visitor.player
    if reader is None:
        raise Http404(_("Only people with a name here can report."))
    subject = _subject(request, reader)
    context: dict[str, Any] = {
        "about": subject.about,
        "message": subject.message,
        "post": subject.post,
        "note": subject.note,
        "club": subject.club,
        "back": subject.page,
        "reasons": REPORT_REASONS.items(),
    }
    if request.method != "POST":
        return render(request, "moderation/report.html", context)
    reason = request.POST.get("reason", "")
    if reason not in Report.Reason.values:
        return render(
            request, "moderation/report.html", context | {"problem": _("Choose a reason.")}, status=422
        )
    address = request.visitor.client.address
    refusal = reports.file(
        reader,
        subject.about,
        subject.message,
        reason,
        clock.now(),
        address,
        post=subject.post,
        note=subject.note,
        club=subject.club,
    )
    if refusal:
        return render(request, "moderation/report.html", context | {"problem": refusal.message}, status=429)
    return render(request, "moderation/report.html", context | {"done": True})


@dataclass(frozen=True, slots=True)
class Subject:
    """The person, and the message, notice, note or club of theirs, that a report is about."""

    about: Player
    message: ChatMessage | None = None
    post: ClubPost | None = None
    note: Note | None = None
    club: Club | None = None

    @property
    def page(self) -> str:
        """Address of a page to go back to."""
        if of_match := self.message or self.note:
            return reverse("match", args=[of_match.match.public_id])
        if self.club:
            return reverse("club", args=[self.club.public_id])
        return reverse("clubs") if self.post else reverse("player", args=[self.about.public_id])


def _subject(request: HttpRequest, reader: Player) -> Subject:
    """Return what the report is about. Raises Http404."""
    if "player" in request.GET:
        about = person_or_404(request.GET["player"])
        if about == reader:
            raise Http404(_("That is you."))
        return Subject(about)
    if "club" in request.GET:
        known = reports.reportable_club(request.GET["club"], reader)
        if known is None:
            raise Http404(_("There is no club at this address."))
        club, owner = known
        return Subject(owner, club=club)
    if "notice" in request.GET:
        post = reports.reportable_notice(_number(request.GET["notice"]), reader)
        if post is None:
            raise Http404(_("There is no such notice."))
        return Subject(post.player, post=post)
    if "note" in request.GET:
        note = reports.reportable_note(_number(request.GET["note"]), reader)
        if note is None:
            raise Http404(_("There is no such note."))
        return Subject(note.player, note=note)
    key = _number(request.GET.get("number", ""))
    message = reports.reportable(request.GET.get("match", ""), request.GET.get("room", ""), key, reader)
    if message is None or message.player is None:
        raise Http404(_("There is no such message."))
    return Subject(message.player, message)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


@form_view(limits.APPEALS)
def appeal(request: Request) -> HttpResponse:
    """Show the person's sanctions; on POST, store the appeal against the one of the kind ``against``."""
    player, now = request.visitor.player, clock.now()
    if player is None:
        return redirect("name")
    if request.method != "POST":
        return _appeal_page(request, player, now)
    against = request.POST.get("against", "")
    form = AppealForm(against, request.POST)
    if not form.is_valid():
        return _appeal_page(request, player, now, 422, sent=(against, form))
    if not sanctions.file_appeal(player, against, form.cleaned_data["words"], now):
        problem = _("You have already appealed, or the pause is over.")
        return _appeal_page(request, player, now, 409, problem=problem)
    return redirect("appeal")


def _appeal_page(
    request: HttpRequest,
    player: Player,
    now: datetime,
    status: int = 200,
    *,
    sent: tuple[str, AppealForm] | None = None,
    problem: str = "",
) -> HttpResponse:
    """Return the page, with the form that was ``sent`` in the place of an empty one."""
    forms = dict([sent] if sent else [])
    imposed = [
        (sanction, _(WARNING_REASONS[sanction.reason]), forms.get(sanction.kind) or AppealForm(sanction.kind))
        for sanction in sanctions.appealable_sanctions(player, now)
    ]
    context = {"imposed": imposed, "problem": problem}
    return render(request, "moderation/appeal.html", context, status=status)


@require_POST
@form_view(limits.FORMS)
def confirm_warning(request: Request) -> HttpResponse:
    """Hide the warning from now on, and return to the page that showed it."""
    if player := request.visitor.player:
        sanctions.confirm_warning(player)
    return redirect(own_path(request, request.POST.get("next", "")) or "home")
