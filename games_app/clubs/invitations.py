"""Pages of invitation links: their limit for an address, and the form by which a person accepts by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import redirect, render

from games_app.door import limits
from games_app.door.visitors import Request, enforce_rate
from games_app.pages.join_by_name import empty_form, join_by_name
from games_app.record.use_cases import Sender

Invited = TypeVar("Invited")


def find_invited(request: Request, find: Callable[[str], Invited | None], token: str) -> Invited | None:
    """Return what a link invites to. Wrong links count against the limit of the address."""
    enforce_rate(request, limits.CLUB_LINKS, "too_many_forms")
    found = find(token)
    if found is not None:
        limits.CLUB_LINKS.give_back(request.visitor.client.address)
    return found


def accept_by_name(
    request: Request,
    template: str,
    context: Mapping[str, Any],
    accept: Callable[[Sender], object],
    address: tuple[str, str],
) -> HttpResponse:
    """Ask for a name, since programs open links by themselves; on POST, accept and go on to an address.

    ``accept`` raises Refused. ``address``: name of the route, and the club's public id.
    """
    form, status = empty_form(request), 200
    if request.method == "POST":
        rejected = join_by_name(request, lambda sender, _name: accept(sender))
        if rejected is None:
            return redirect(*address)
        form, status = rejected
    return render(request, template, {**context, "form": form}, status=status)
