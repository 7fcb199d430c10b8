"""Forms of notifications: a mail address, the choice of news, and a webhook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games_app.lib.outbound import LONGEST_ADDRESS
from games_app.models import Webhook
from games_app.pages.forms.accounts import PasswordField, ProofForm


class AddressForm(forms.Form):
    """A mail address. An account also needs its password, since mail to the address can reset it."""

    address = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"required": _("Enter an address."), "invalid": _("That isn't an e-mail address.")},
    )
    present = PasswordField(_("Current password"), new=False)

    def __init__(self, sent: Mapping[str, Any] | None = None, *, has_account: bool) -> None:
        super().__init__(sent)
        if not has_account:
            del self.fields["present"]


class ChoicesForm(forms.Form):
    """Choice of news: the fields of ``MailAddress`` with these names."""

    turns = forms.BooleanField(label=_("My turn in daily matches"), required=False)
    invitations = forms.BooleanField(label=_("Invitations"), required=False)
    appointments = forms.BooleanField(label=_("Games at a time we agreed on"), required=False)
    paired = forms.BooleanField(label=_("My next game in a tournament"), required=False)
    rematches = forms.BooleanField(label=_("Rematches"), required=False)
    next_games = forms.BooleanField(label=_("Next games of a series"), required=False)


STYLES = [
    (Webhook.Style.DISCORD, _("Discord")),
    (Webhook.Style.SLACK, _("Slack")),
    (Webhook.Style.MATRIX, _("Matrix, by a generic webhook of hookshot")),
    (Webhook.Style.JSON, _("A program of my own: signed JSON")),
]


class WebhookForm(ProofForm):
    """An address and the style of what is sent there, with proof that the account is one's own."""

    endpoint = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.TextInput({"class": "link-field", "inputmode": "url", "autocomplete": "off"}),
    )
    style = forms.ChoiceField(label=_("What is at that address"), choices=STYLES)

    def __init__(self, sent: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(sent, initial=initial)
        self.order_fields(["endpoint", "style", "present"])
