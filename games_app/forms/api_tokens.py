"""The form that makes a token of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games_app.forms.accounts import ProofForm
from games_app.games.sheet import Text
from games_app.services.people.api_tokens import CHALLENGE, LIFETIMES, PLAY, READ

SCOPE_WORDS: Mapping[str, Text] = {
    READ: _("Read: what you may see here"),
    PLAY: _("Play: make matches, join them, play and chat"),
    CHALLENGE: _("Challenge: invite people to a match"),
}
LIFETIME_WORDS: Mapping[int, Text] = dict(
    zip(LIFETIMES, (_("30 days"), _("90 days"), _("1 year")), strict=True)
)


class TokenForm(ProofForm):
    """A token: the program it is for, its scopes and lifetime, with proof that the account is one's own."""

    program = forms.CharField(
        label=_("Name of the program"),
        max_length=60,
        error_messages={"required": _("Give the token a name.")},
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        widget=forms.CheckboxSelectMultiple,
        choices=list(SCOPE_WORDS.items()),
        initial=[READ],
        error_messages={"required": _("Choose at least one.")},
    )
    days = forms.TypedChoiceField(
        label=_("How long it works"),
        widget=forms.RadioSelect,
        choices=list(LIFETIME_WORDS.items()),
        coerce=int,
        initial=LIFETIMES[1],
    )

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent)
        self.order_fields(["program", "scopes", "days", "present"])
