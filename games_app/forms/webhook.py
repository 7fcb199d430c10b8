"""The form of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games_app.lib.outbound import LONGEST_ADDRESS
from games_app.models import Webhook

STYLES = [
    (Webhook.Style.DISCORD, _("Discord")),
    (Webhook.Style.SLACK, _("Slack")),
    (Webhook.Style.MATRIX, _("Matrix, by a generic webhook of hookshot")),
    (Webhook.Style.JSON, _("A program of my own: signed JSON")),
]


class WebhookForm(forms.Form):
    """An address and the style of what is sent there."""

    endpoint = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.TextInput({"class": "link-field", "inputmode": "url", "autocomplete": "off"}),
    )
    style = forms.ChoiceField(label=_("What is at that address"), choices=STYLES)
