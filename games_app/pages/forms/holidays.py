"""The form of a holiday."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class HolidayForm(forms.Form):
    """The first and the last day, in the time zone of the browser."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput({"type": "date"}))
    zone = forms.CharField(
        max_length=64, required=False, widget=forms.HiddenInput({"data-zone": ""}), empty_value="UTC"
    )
