"""The fields of a form in which the terms of a match are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .rulebook import Text
from .terms import USUAL, Absence, Claim, Daily, Pause, RealTime, Terms, Time, Wait


class Number(forms.IntegerField):
    """A whole number within bounds; the usual one where nothing was sent."""

    def __init__(self, label: Text, least: int, most: int, usual: int) -> None:
        super().__init__(label=label, min_value=least, max_value=most, required=False, initial=usual)
        self.usual = usual

    def clean(self, value: object) -> int:
        number = super().clean(value)
        return self.usual if number is None else int(number)


class TermsForm(forms.Form):
    """What is agreed on beside the rules. What a program doesn't send is as usual."""

    time = forms.ChoiceField(
        label=_("Time"),
        required=False,
        widget=forms.RadioSelect,
        initial="none",
        choices=[
            ("none", _("No clock")),
            ("real", _("Minutes for the whole game")),
            ("days", _("Days for each turn")),
        ],
    )
    minutes = Number(_("Minutes each"), 1, 60, 10)
    increment = Number(_("Seconds more after each turn"), 0, 60, 5)
    days = Number(_("Days for each turn"), 1, 14, 3)
    hints = forms.ChoiceField(
        label=_("Hints"),
        required=False,
        widget=forms.RadioSelect,
        initial="both",
        choices=[
            ("both", _("For both: pointing at a choice shows where it leads")),
            ("none", _("None: both work it out themselves")),
        ],
    )
    takebacks = forms.ChoiceField(
        label=_("Taking a move back"),
        required=False,
        widget=forms.RadioSelect,
        initial="ask",
        choices=[("ask", _("If the other player agrees")), ("never", _("Not in this match"))],
    )
    absence = forms.ChoiceField(
        label=_("When the player to move goes away"),
        required=False,
        widget=forms.RadioSelect,
        initial="wait",
        choices=[
            ("wait", _("The other player waits")),
            ("pause", _("The clock waits too, once for each player")),
            ("claim", _("The other player may claim a win or a draw after a while")),
        ],
    )
    pause = Number(_("Minutes that the clock waits at most"), 1, 30, 5)
    claim = Number(_("Seconds until a claim"), 30, 3600, 120)
    games = forms.ChoiceField(
        label=_("How many games"),
        required=False,
        widget=forms.RadioSelect,
        initial=1,
        choices=[
            (1, _("One")),
            (2, _("Two, with sides swapped")),
            (4, _("Four, with sides swapped after each")),
            (6, _("Six, with sides swapped after each")),
        ],
    )

    start = forms.ChoiceField(
        label=_("Where play begins"),
        required=False,
        widget=forms.RadioSelect,
        initial="usual",
        choices=[
            ("usual", _("At the usual position")),
            ("even", _("After an even opening of two or three moves, drawn by lot")),
        ],
    )

    def clean(self) -> dict[str, Any]:
        given = dict(super().clean() or self.cleaned_data)
        if given.get("absence") == "pause" and given.get("time") != "real":
            self.add_error("absence", _("Without minutes on a clock there is nothing that could wait."))
        if given.get("absence") == "claim" and given.get("time") == "days":
            self.add_error("absence", _("With days for each turn nobody has to be there."))
        return given

    def terms(self) -> Terms:
        """What was asked for, once the form is valid."""
        given = self.cleaned_data
        time: Mapping[str, Time] = {
            "real": RealTime(given["minutes"], given["increment"]),
            "days": Daily(given["days"]),
        }
        absence: Mapping[str, Absence] = {"pause": Pause(given["pause"]), "claim": Claim(given["claim"])}
        return Terms(
            hints=given["hints"] != "none",
            time=time.get(given["time"]),
            takebacks=given["takebacks"] != "never",
            absence=absence.get(given["absence"], Wait()),
            games=int(given["games"] or USUAL.games),
            balanced=given.get("start") == "even",
        )
