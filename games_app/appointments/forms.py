"""Forms of a time for a game."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games_app.games.rules import Game
from games_app.lib.time_zones import LONGEST_NAME, local_moment
from games_app.models import Match
from games_app.pages.forms.known_opponent import Invited, InviteForm
from games_app.pages.forms.new_match import NewMatchForm

LONGEST_TIME = 30


def time_field() -> forms.CharField:
    """Return the field of a local time, which is one of UTC until a script names the browser's zone."""
    return forms.CharField(
        label=_("Date and time"),
        max_length=LONGEST_TIME,
        widget=forms.TextInput({"type": "datetime-local"}),
        error_messages={"required": _("Choose a date and a time.")},
    )


def zone_field() -> forms.CharField:
    return forms.CharField(max_length=LONGEST_NAME, required=False, widget=forms.HiddenInput)


class TimeForm(forms.Form):
    """A local time, and the zone of the browser."""

    at = time_field()
    zone = zone_field()

    def clean(self) -> dict[str, Any]:
        self.cleaned_data = cleaned_data = dict(super().clean() or self.cleaned_data)
        _read(self, cleaned_data)
        return cleaned_data

    @property
    def moment(self) -> datetime:
        """The time in UTC, once the form is valid."""
        moment: datetime = self.cleaned_data["moment"]
        return moment


class AppointmentForm(InviteForm):
    """A match at a time: an invitation whose answer is not limited, because the time limits it."""

    CHIPS = (("time", "rated"), tuple(NewMatchForm.CHIPS[1]))

    at = time_field()
    zone = zone_field()

    def __init__(
        self, game: Game, invited: Invited, data: QueryDict | None = None, last: Match | None = None
    ) -> None:
        super().__init__(game, invited, data, last)
        del self.fields["open_for"]

    def clean(self) -> dict[str, Any]:
        cleaned_data = super().clean()
        _read(self, cleaned_data)
        return cleaned_data

    @property
    def moment(self) -> datetime:
        """The time in UTC, once the form is valid."""
        moment: datetime = self.cleaned_data["moment"]
        return moment


def _read(form: forms.Form, cleaned_data: dict[str, Any]) -> None:
    """Store the time in UTC as ``moment``, or the error of the field."""
    if "at" in cleaned_data:
        cleaned_data["moment"] = local_moment(cleaned_data["at"], cleaned_data.get("zone", ""))
        if cleaned_data["moment"] is None:
            form.add_error("at", _("Write the time as 2026-12-05T20:00."))
