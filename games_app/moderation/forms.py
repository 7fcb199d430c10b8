"""The form of an appeal against being muted or barred."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games_app.models import Sanction


class AppealForm(forms.Form):
    words = forms.CharField(
        label=_("What should the moderators know?"),
        max_length=Sanction.LONGEST_APPEAL,
        widget=forms.Textarea(attrs={"rows": 5, "class": "plain-words"}),
        error_messages={
            "required": _("Write why, in a sentence or two."),
            "max_length": _("Please use at most %(limit_value)d characters; this has %(show_value)d."),
        },
    )

    def __init__(self, kind: str, sent: Mapping[str, Any] | None = None) -> None:
        """``kind``: a ``Sanction.Kind``; a page can have a form for each."""
        # A browser counts the end of a line as one character, but sends two.
        plain = {"words": str(sent.get("words", "")).replace("\r\n", "\n")} if sent is not None else None
        super().__init__(plain, auto_id=f"{kind}_%s")
