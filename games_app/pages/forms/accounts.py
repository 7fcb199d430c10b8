"""The forms of players and accounts: names, passwords, passkeys, mail addresses, proof of ownership."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from games_app.games.sheet import Text
from games_app.lib import names
from games_app.lib.refusals import Refused
from games_app.people import faces

LONGEST_PASSWORD = 200
"""Maximum length of a password: longer ones only cost time."""

PROBLEMS = {
    "password_too_short": _("A password needs at least 8 characters; several words are easy to remember."),
    "password_too_common": _("This password is too common. Choose another."),
    "password_entirely_numeric": _("A password of digits only is easy to guess. Add some letters."),
}


class NameField(forms.CharField):
    """A player's name, validated for display to others; ``of_account``: password managers fill it in."""

    def __init__(self, *, of_account: bool = False) -> None:
        kind = "username" if of_account else "nickname"
        attrs = {"autocomplete": kind, "spellcheck": "false", "maxlength": names.LONGEST}
        super().__init__(
            label=_("Your name"),
            strip=False,
            widget=forms.TextInput(attrs=attrs),
            error_messages={"required": _("Enter a name; a few letters will do.")},
        )

    def clean(self, value: object) -> str:
        text = super().clean(value)
        try:
            return names.cleaned(text)
        except Refused as error:
            raise forms.ValidationError(str(error)) from error


class NameForm(forms.Form):
    name = NameField()


class OwnNameForm(NameForm):
    """The player's name and face, as the page about both asks for them."""

    face = forms.ChoiceField(
        label=_("Your face"),
        choices=[("", _("Goes with the name")), *faces.FACES.items()],
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("There is no such face. Choose one of those shown.")},
    )


class PasswordField(forms.CharField):
    def __init__(self, label: Text, *, new: bool) -> None:
        kind = "new-password" if new else "current-password"
        widget = forms.PasswordInput(attrs={"autocomplete": kind, "maxlength": LONGEST_PASSWORD})
        required = _("Enter a password.")
        super().__init__(
            label=label,
            strip=False,
            max_length=LONGEST_PASSWORD,
            widget=widget,
            error_messages={"required": required},
        )
        self.new = new

    def validate(self, value: Any) -> None:
        super().validate(value)
        if not self.new:
            return
        try:
            validate_password(value)
        except forms.ValidationError as error:
            problems = [PROBLEMS[problem.code] for problem in error.error_list if problem.code]
            raise forms.ValidationError(problems) from error


class OpenAccountForm(forms.Form):
    name = NameField(of_account=True)
    password = PasswordField(_("Password"), new=True)


class LogInForm(forms.Form):
    name = NameField(of_account=True)
    password = PasswordField(_("Password"), new=False)


class PasswordForm(forms.Form):
    present = PasswordField(_("Current password"), new=False)
    password = PasswordField(_("New password"), new=True)


class PasskeyForm(forms.Form):
    """The form with which the page's script requests a passkey."""

    LONGEST = 40

    name = forms.CharField(label=_("Name of the passkey"), max_length=LONGEST)
    present = PasswordField(_("Current password"), new=False)


class ProofForm(forms.Form):
    """Proof that an account is one's own: its password again, or a passkey that signs this form."""

    passkey = forms.CharField(required=False)
    present = PasswordField(_("Current password"), new=False)

    def __init__(
        self,
        sent: Mapping[str, Any] | None = None,
        *,
        auto_id: str = "proof_%s",
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(sent, auto_id=auto_id, initial=initial)
        self.fields["present"].required = not (sent and sent.get("passkey"))


class ForgottenForm(forms.Form):
    name = NameField(of_account=True)


class NewPasswordForm(forms.Form):
    password = PasswordField(_("New password"), new=True)
