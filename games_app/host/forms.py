"""The forms of the host's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games_app import site_settings
from games_app.games.sheet import Text
from games_app.lib.colours import READABLE, Accent, is_colour, reached_contrast
from games_app.management.commands.invite import LONGEST_DAYS, MOST_PEOPLE
from games_app.people.accounts import Role

LONGEST_NAME = 30
USUAL_ACCENT = Accent("#0e6a5b", "#58b9a6")
"""Colours of static/css/tokens.css, from which a choice begins."""

VARIABLES = {name: name.upper() for name in settings.CHANGEABLE}
"""Setting -> its variable of the environment."""
FIELDS = {
    "site_name": ("site_name",),
    "accent": ("colours", "light", "dark"),
    "closed": ("closed",),
    "talk": ("talk",),
    "classes": ("classes",),
}
"""Setting -> its fields in the form."""


class Colour(forms.CharField):
    def __init__(self, label: Text) -> None:
        super().__init__(label=label, max_length=7, widget=forms.TextInput({"type": "color"}), required=False)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).lower()


class Radios(forms.ChoiceField):
    def __init__(self, label: Text, choices: list[tuple[str, Text]]) -> None:
        super().__init__(label=label, widget=forms.RadioSelect, choices=choices)


class SettingsForm(forms.Form):
    """The settings that the owner can change. Those of the environment are shown and ignored."""

    site_name = forms.CharField(label=gettext_lazy("Name of the site"), max_length=LONGEST_NAME)
    colours = Radios(
        gettext_lazy("Colours of links and buttons"),
        [("usual", gettext_lazy("The site's usual green")), ("own", gettext_lazy("Your own"))],
    )
    light = Colour(gettext_lazy("Colour in the light theme"))
    dark = Colour(gettext_lazy("Colour in the dark theme"))
    closed = Radios(
        gettext_lazy("People who may start games and see the lists"),
        [("0", gettext_lazy("Everybody")), ("1", gettext_lazy("Invited people only"))],
    )
    talk = Radios(
        gettext_lazy("Chat in games"),
        [
            ("words", gettext_lazy("Free text and quick phrases")),
            ("phrases", gettext_lazy("Quick phrases only")),
            ("off", gettext_lazy("No chat")),
        ],
    )
    classes = Radios(
        gettext_lazy("Classes, whose teachers make accounts for children"),
        [("1", gettext_lazy("Allowed")), ("0", gettext_lazy("Not allowed"))],
    )

    def __init__(self, sent: Mapping[str, Any] | None = None) -> None:
        now = site_settings.current()
        accent = now.accent or USUAL_ACCENT
        initial = {
            "site_name": now.site_name,
            "colours": "own" if now.accent else "usual",
            **accent._asdict(),
            "closed": str(int(now.closed)),
            "talk": now.talk,
            "classes": str(int(now.classes)),
        }
        super().__init__(sent, initial=initial, auto_id="setting_%s")
        for name in site_settings.given():
            for field in FIELDS[name]:
                self.fields[field].disabled = True

    def clean_site_name(self) -> str:
        name: str = self.cleaned_data["site_name"].strip()
        try:
            settings.CHANGEABLE["site_name"].read(name)
        except ImproperlyConfigured:
            raise forms.ValidationError(_("Use 1 to 30 characters that can be shown.")) from None
        return name

    def clean(self) -> dict[str, Any]:
        cleaned_data = dict(super().clean() or self.cleaned_data)
        if cleaned_data.get("colours") == "own" and not self.fields["colours"].disabled:
            for theme in ("light", "dark"):
                if problem := _problem(theme, cleaned_data.get(theme, "")):
                    self.add_error(theme, problem)
        return cleaned_data

    def texts(self) -> dict[str, str]:
        """Return the settings as the texts of their variables, once the form is valid."""
        sent = self.cleaned_data
        own = sent["colours"] == "own"
        return {
            "site_name": sent["site_name"],
            "accent": f"{sent['light']},{sent['dark']}" if own else "",
            **{name: sent[name] for name in ("closed", "talk", "classes")},
        }


def _problem(theme: str, colour: str) -> str:
    if not is_colour(colour):
        return _("Choose a colour such as #7a1f4b.")
    reached = reached_contrast(theme, colour)
    if reached >= READABLE:
        return ""
    told = {"reached": f"{reached:.1f}", "least": READABLE}
    if theme == "light":
        problem = _(
            "Its contrast is {reached}, and {least} is the least that people can read. Choose a darker one."
        )
    else:
        problem = _(
            "Its contrast is {reached}, and {least} is the least that people can read. Choose a lighter one."
        )
    return problem.format(**told)


class InvitationForm(forms.Form):
    people = forms.IntegerField(
        label=gettext_lazy("People who can use the link"), min_value=1, max_value=MOST_PEOPLE, initial=1
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days for which it works"), min_value=1, max_value=LONGEST_DAYS, initial=7
    )


class RoleForm(forms.Form):
    whom = forms.CharField(label=gettext_lazy("Name of the account"), max_length=20)
    role = Radios(
        gettext_lazy("Role"),
        [
            (Role.MODERATOR, gettext_lazy("Moderator: reads reports and acts on them")),
            (Role.ADMINISTRATOR, gettext_lazy("Administrator: acts on moderators too")),
            (Role.OWNER, gettext_lazy("Owner: has this page too")),
            ("none", gettext_lazy("No role")),
        ],
    )
