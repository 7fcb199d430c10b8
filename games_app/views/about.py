"""The pages about the site: what it is, and what it stores of whom."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games_app.rules import GAMES
from games_app.services.people import appeals, devices

DAY = 24 * 60 * 60


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "about.html", {"games": GAMES.values()})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "cookie_days": settings.SESSION_COOKIE_AGE // DAY,
        "appeal_days": appeals.TOLD_FOR.days,
        "network_days": devices.NETWORK_KEPT.days,
        "own_text": settings.PRIVACY_TEXT,
    }
    return render(request, "privacy.html", context)
