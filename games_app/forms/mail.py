"""The forms about mail: an address, and the name of an account whose password is forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games_app.forms.accounts import PasswordField
from games_app.forms.new_match import NameField


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
    rematches = forms.BooleanField(label=_("Rematches"), required=False)
    next_games = forms.BooleanField(label=_("Next games of a series"), required=False)


class ForgottenForm(forms.Form):
    name = NameField()


class NewPasswordForm(forms.Form):
    password = PasswordField(_("New password"), new=True)
