"""Forms of clubs: a club's own data, and a notice."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games_app.lib.chat_text import MESSAGE_MAX_LENGTH, cleaned
from games_app.lib.refusals import Refusal
from games_app.models import Club

COLOURS = [
    (Club.Colour.TEAL, _("Teal")),
    (Club.Colour.BLUE, _("Blue")),
    (Club.Colour.PLUM, _("Plum")),
    (Club.Colour.RED, pgettext_lazy("colour", "Red")),
    (Club.Colour.AMBER, _("Amber")),
    (Club.Colour.OLIVE, _("Olive")),
]
VISIBILITIES = [
    (Club.Visibility.PUBLIC, _("Public: everyone sees the members, their games and the ladder.")),
    (Club.Visibility.VISIBLE, _("Visible: everyone sees its name; only members see more.")),
    (Club.Visibility.HIDDEN, _("Hidden: only members see that it exists.")),
]


class ClubForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the club"),
        max_length=Club.LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={
            "required": _("Give the club a name."),
            "max_length": _("Please use at most %(limit_value)d characters; this has %(show_value)d."),
        },
    )
    colour = forms.ChoiceField(
        label=_("Colour"),
        choices=COLOURS,
        widget=forms.RadioSelect,
        initial=Club.Colour.TEAL,
        error_messages={"required": _("Choose one of the colours.")},
    )
    visibility = forms.ChoiceField(
        label=_("Who sees it"),
        choices=VISIBILITIES,
        widget=forms.RadioSelect,
        initial=Club.Visibility.VISIBLE,
        help_text=_("People join by an invitation link only."),
        error_messages={"required": _("Choose who sees the club.")},
    )

    def clean_name(self) -> str:
        name = cleaned(self.cleaned_data["name"])
        if isinstance(name, Refusal):
            raise forms.ValidationError(name.message)
        return name

    def for_class(self) -> ClubForm:
        """Return the form without the choice of who sees it: a class is hidden."""
        del self.fields["visibility"]
        self.fields["name"].label = _("Name of the class")
        return self

    @property
    def chosen(self) -> tuple[str, Club.Colour, Club.Visibility]:
        """The name, the colour and the visibility, once the form is valid."""
        data = self.cleaned_data
        return (
            data["name"],
            Club.Colour(data["colour"]),
            Club.Visibility(data.get("visibility", Club.Visibility.HIDDEN)),
        )


class NoticeForm(forms.Form):
    text = forms.CharField(
        label=_("Write a notice"),
        max_length=MESSAGE_MAX_LENGTH,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={
            "required": _("Write a sentence or two."),
            "max_length": _("Please use at most %(limit_value)d characters; this has %(show_value)d."),
        },
    )
