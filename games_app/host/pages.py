"""The host's page, on which owners see and change how the site runs. For others there is no such page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games_app import site_settings
from games_app.door import limits
from games_app.door.hidden import for_role
from games_app.door.http import answers_json, form_view
from games_app.door.visitors import Request
from games_app.host import changes
from games_app.host.forms import VARIABLES, InvitationForm, RoleForm, SettingsForm
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.management import backup_runs
from games_app.management.commands import status
from games_app.models import Account, Member
from games_app.moderation import actions
from games_app.pages.forms.accounts import ProofForm
from games_app.pages.reauth import passkey_context, proves
from games_app.pages.sharing import qr_code
from games_app.people import accounts, membership, owners, passkeys

MOST_MEMBERS = 50
"""Members shown, newest first."""
FINDINGS_SECONDS = 20
"""Time for which a report of the site's condition is kept: it asks the mail server and Redis."""


def is_owners(request: Request) -> bool:
    """Return whether an owner has sent the request."""
    return owners.is_owner(request.visitor.account)


owners_only = for_role(is_owners, "host")


@sensitive_post_parameters()
@form_view(limits.HOST_FORMS)
@owners_only
def host(request: Request) -> HttpResponse:
    """Show how the site runs; on POST, change what the button names."""
    act = ACTIONS.get(request.POST.get("do", ""))
    if request.method != "POST" or act is None:
        return _page(request)
    try:
        return act(request)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("host")


def _change_settings(request: Request) -> HttpResponse:
    form = SettingsForm(request.POST)
    if not form.is_valid():
        return _page(request, 422, settings_form=form)
    changes.change_settings(form.texts(), _name_in_log(request))
    return _done(request, _("Saved. Open pages follow when they are loaded again."))


def _invite(request: Request) -> HttpResponse:
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, 422, invitation_form=form)
    token = changes.invite(form.cleaned_data["people"], form.cleaned_data["days"], _name_in_log(request))
    link = request.build_absolute_uri(reverse("welcome", args=[token]))
    return _page(request, link=link, qr=qr_code(link))


def _revoke(request: Request) -> HttpResponse:
    changes.revoke(_number(request.POST.get("link", "")), _name_in_log(request))
    return _done(request, _("The link no longer works. Its members stay."), "links")


def _remove_member(request: Request) -> HttpResponse:
    name = changes.remove_member(request.POST.get("member", ""), _name_in_log(request))
    return _done(request, _("{name} is no longer a member.").format(name=name), "members")


def _change_role(request: Request) -> HttpResponse:
    own = _own(request)
    form, proof = RoleForm(request.POST), ProofForm(request.POST)
    if not (form.is_valid() and proves(request, own, proof)):
        return _page(request, 422, role_form=form, proof=proof)
    whom, role = form.cleaned_data["whom"], form.cleaned_data["role"]
    try:
        changes.change_role(whom, role, _name_in_log(request))
    except Refused as error:
        form.add_error("whom", str(error))
        return _page(request, 409, role_form=form)
    if not owners.is_owner(own):
        return redirect("account")
    return _done(request, _("{name} has another role now.").format(name=whom), "roles")


def _back_up(request: Request) -> HttpResponse:
    if changes.back_up(_name_in_log(request)):
        return _done(request, "", "backup")
    messages.error(request, _("A backup is being made already."))
    return redirect("host")


ACTIONS: dict[str, Callable[[Request], HttpResponse]] = {
    "settings": _change_settings,
    "invite": _invite,
    "revoke": _revoke,
    "remove": _remove_member,
    "role": _change_role,
    "backup": _back_up,
}


@require_safe
@answers_json
@owners_only
def backup_state(request: Request) -> HttpResponse:
    """Return for the page's script whether a backup is being made, and else how the last one went."""
    backup = _backup()
    return JsonResponse({"running": backup["running"], "failed": backup["failed"]})


def _backup() -> dict[str, Any]:
    note, running = backup_runs.note(), backup_runs.is_running()
    return {
        "note": note,
        "running": running,
        "failed": not running and bool(note.problem or note.began_at),
        "folder": backup_runs.FOLDER,
        "kept": backup_runs.KEPT,
    }


def _page(request: Request, code: int = 200, **extra: Any) -> HttpResponse:
    own, asked = _own(request), request.GET.get("member", "").strip()[:40]
    kept_as = f"host-findings-{get_language()}"
    report = cache.get_or_set(kept_as, lambda: list(status.findings()), FINDINGS_SECONDS) or []
    context: dict[str, Any] = {
        "account": own,
        "settings_form": SettingsForm(),
        "given": {name: VARIABLES[name] for name in site_settings.given()},
        "invitation_form": InvitationForm(),
        "role_form": RoleForm(),
        "proof": ProofForm(),
        "signs": passkeys.passkeys_of(own).exists(),
        **passkey_context(request),
        "links": membership.valid_links(clock.now()).annotate(come=Count("members")).order_by("-pk"),
        "asked": asked,
        "members": _members(asked)[:MOST_MEMBERS],
        "owner_ids": owners.player_ids.value(),
        "all_members": Member.objects.count(),
        "roles": [(one, accounts.role_of_account(one)) for one in accounts.appointed_accounts()],
        "backup": _backup(),
        "report": report,
        "faults": [finding.wrong for finding in report if finding.wrong],
        **extra,
    }
    return render(request, "host/host.html", context, status=code)


def _members(asked: str) -> QuerySet[Member]:
    members = Member.objects.select_related("player").order_by("-pk")
    return members.filter(player__name__icontains=asked) if asked else members


def _done(request: HttpRequest, told: str, part: str = "") -> HttpResponse:
    if told:
        messages.success(request, told)
    return redirect(reverse("host") + (f"#{part}" if part else ""))


def _own(request: Request) -> Account:
    account = request.visitor.account
    assert account is not None  # noqa: S101  (owners_only lets nobody else in)
    return account


def _name_in_log(request: Request) -> str:
    return actions.name_in_log(_own(request))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
