"""A player's holidays: the page where they take, end and cancel them."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import redirect, render

from games_app.door import limits
from games_app.door.http import form_view
from games_app.door.visitors import Request
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.lib.time_zones import known_zone
from games_app.match.terms import DAYS_A_YEAR
from games_app.pages.forms.holidays import HolidayForm
from games_app.people import holidays


@form_view(limits.FORMS)
def own_holidays(request: Request) -> HttpResponse:
    """Show the player's holidays of this year and later; on POST, take one, end it or cancel it."""
    player, now = request.visitor.player, clock.now()
    if player is None:
        return render(request, "holidays.html", {"limit": DAYS_A_YEAR})
    if request.method == "POST" and request.POST.get("do") == "end":
        key = request.POST.get("holiday", "")
        holidays.end(player, int(key) if key.isdecimal() and len(key) < 19 else 0, now)
        return redirect("holidays")
    form = HolidayForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        first, last, zone = (form.cleaned_data[name] for name in ("first", "last", "zone"))
        try:
            holidays.take(player, first, last, ZoneInfo(known_zone(zone)), now)
            return redirect("holidays")
        except Refused as error:
            form.add_error("last", str(error))
    taken = holidays.days_taken(player)
    context = {
        "form": form,
        "limit": DAYS_A_YEAR,
        "left": [(year, max(0, DAYS_A_YEAR - taken[year])) for year in (now.year, now.year + 1)],
        "holidays": holidays.of_player(player).filter(until__gt=now),
        "now": now,
    }
    return render(request, "holidays.html", context, status=422 if form.errors else 200)
