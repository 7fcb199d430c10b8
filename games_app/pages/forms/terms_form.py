"""The form fields for the terms of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games_app import site_settings
from games_app.games.sheet import Text
from games_app.lists.terms_text import clock
from games_app.match.terms import (
    CLOCK_PRESETS,
    DEFAULT_CLAIM,
    DEFAULT_CLOCK,
    DEFAULT_DAYS,
    DEFAULT_PAUSE,
    DEFAULT_TERMS,
    Absence,
    Claim,
    Daily,
    Pause,
    RealTime,
    Talk,
    Terms,
    Time,
    Wait,
)


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """Return the field that the form declares as a choice. Raises TypeError for another kind of field."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"The field {name!r} of {type(form).__name__} is no choice")
    return field


class Number(forms.IntegerField):
    """A whole number within bounds; a missing value means the default."""

    def __init__(self, label: Text, least: int, most: int, usual: int) -> None:
        super().__init__(label=label, min_value=least, max_value=most, required=False, initial=usual)
        self.usual = usual

    def clean(self, value: object) -> int:
        number = super().clean(value)
        return self.usual if number is None else int(number)


class Radios(forms.ChoiceField):
    """A choice shown as radio buttons; a missing value is empty and means the default."""

    def __init__(
        self, label: Text, usual: str | int, choices: Sequence[tuple[str | int, Text]], help_text: Text = ""
    ) -> None:
        super().__init__(
            label=label,
            required=False,
            widget=forms.RadioSelect,
            initial=usual,
            choices=choices,
            help_text=help_text,
        )


CLOCKS: Mapping[str, RealTime] = {
    name: terms.time for name, terms in CLOCK_PRESETS.items() if isinstance(terms.time, RealTime)
}
"""The clocks that the lobby offers too; each is a choice of its own."""

NUMBERS_OF: Mapping[tuple[str, str], Sequence[str]] = {
    ("time", "real"): ["minutes", "increment"],
    ("time", "days"): ["days"],
    ("absence", "pause"): ["pause"],
    ("absence", "claim"): ["claim"],
    ("handicap", "clock"): ["less_minutes", "less_increment"],
}
"""(field, choice) -> the number fields that are shown and used while it is chosen."""


TALK: Sequence[tuple[str, Text]] = [
    ("words", _("Messages and quick phrases")),
    ("phrases", _("Quick phrases only")),
    ("off", _("No chat")),
]
"""Kinds of chat, from the freest to none."""


TIMES: Sequence[tuple[str, Text]] = [
    ("none", _("No clock")),
    *((name, lazy(clock, str)(time)) for name, time in CLOCKS.items()),
    ("real", _("Other time")),
    ("days", _("Days for each turn")),
]


class Wish(Protocol):
    """Terms of a match, of which those that are None are left to the form."""

    @property
    def time(self) -> Time: ...
    @property
    def absence(self) -> Absence: ...
    @property
    def games(self) -> int: ...
    @property
    def balanced(self) -> bool: ...
    @property
    def rated(self) -> bool: ...
    @property
    def tips(self) -> bool: ...
    @property
    def hints(self) -> bool | None: ...
    @property
    def takebacks(self) -> bool | None: ...
    @property
    def talk(self) -> Talk | None: ...


def fields_of(terms: Wish) -> dict[str, str]:
    """Return the fields of the form for these terms."""
    fields = {
        "games": str(terms.games),
        "start": "even" if terms.balanced else "usual",
        "rated": "yes" if terms.rated else "no",
        "tips": "both" if terms.tips else "none",
    }
    match terms.time:
        case RealTime(minutes, increment):
            preset = next((name for name, time in CLOCKS.items() if time == terms.time), "real")
            fields |= {"time": preset, "minutes": str(minutes), "increment": str(increment)}
        case Daily(days):
            fields |= {"time": "days", "days": str(days)}
    match terms.absence:
        case Pause(minutes):
            fields |= {"absence": "pause", "pause": str(minutes)}
        case Claim(seconds):
            fields |= {"absence": "claim", "claim": str(seconds)}
    if terms.hints is not None:
        fields["hints"] = "both" if terms.hints else "none"
    if terms.takebacks is not None:
        fields["takebacks"] = "ask" if terms.takebacks else "never"
    if terms.talk is not None:
        fields["talk"] = terms.talk
    return fields


class TermsForm(forms.Form):
    """The terms that players agree on besides the rules. Missing fields take their defaults."""

    time = Radios(_("Time"), "none", TIMES)
    minutes = Number(_("Minutes each"), 1, 60, DEFAULT_CLOCK.minutes)
    increment = Number(_("Seconds more after each turn"), 0, 60, DEFAULT_CLOCK.increment)
    days = Number(_("Days for each turn"), 1, 14, DEFAULT_DAYS.days)
    games = Radios(
        _("How many games"),
        1,
        [
            (1, _("One game")),
            (2, _("Two games, sides swapped")),
            (4, _("Four games, sides swapped")),
            (6, _("Six games, sides swapped")),
        ],
    )
    rated = Radios(
        _("Rated"),
        "no",
        [
            ("no", _("Not rated")),
            ("yes", _("Rated")),
        ],
        _("The result of a rated match changes both ratings. It has no previews, tips or takebacks."),
    )
    start = Radios(
        _("Where play begins"),
        "usual",
        [
            ("usual", _("Usual start")),
            ("even", _("Even opening, drawn by lot")),
        ],
        _(
            "An even opening is two or three moves long. With best play on both sides such a game is drawn: "
            "proved by searching every continuation to its end."
        ),
    )
    hints = Radios(
        _("Preview"),
        "both",
        [
            ("both", _("Show where a move leads")),
            ("none", _("No preview of moves")),
        ],
    )
    tips = Radios(
        _("Computer tips"),
        "none",
        [
            ("none", _("No computer tips")),
            ("both", _("Computer tips for both")),
        ],
        _("On request: what to look at, then the move. Everybody sees who took a tip."),
    )
    takebacks = Radios(
        _("Taking a move back"),
        "ask",
        [("ask", _("Takebacks if both agree")), ("never", _("No takebacks"))],
    )
    absence = Radios(
        _("If a player leaves"),
        "wait",
        [
            ("wait", _("Wait for a player who leaves")),
            ("pause", _("Pause the clock for a player who leaves")),
            ("claim", _("Claim a win if a player leaves")),
        ],
        _(
            "The clock pauses once for each player. A claim is possible after a while, and it can be for a "
            "draw, too."
        ),
    )
    talk = Radios(_("Chat"), DEFAULT_TERMS.talk, TALK)
    pause = Number(_("Minutes that the clock can be paused"), 1, 30, DEFAULT_PAUSE.minutes)
    claim = Number(_("Seconds until a claim"), 30, 3600, DEFAULT_CLAIM.seconds)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer as much chat as the site allows."""
        super().__init__(*args, **kwargs)
        field = choice_field(self, "talk")
        field.choices = TALK[[kind for kind, _label in TALK].index(site_settings.current().talk) :]
        field.initial = site_settings.current().talk

    def clean(self) -> dict[str, Any]:
        cleaned_data = dict(super().clean() or self.cleaned_data)
        self._ignore_hidden(cleaned_data)
        if preset := CLOCKS.get(cleaned_data.get("time", "")):
            cleaned_data |= {"time": "real", "minutes": preset.minutes, "increment": preset.increment}
        return cleaned_data

    def _ignore_hidden(self, cleaned_data: dict[str, Any]) -> None:
        """Ignore errors of numbers that are hidden because their choice was not made."""
        for (field, chosen), numbers in NUMBERS_OF.items():
            for name in numbers:
                if name in self.errors and cleaned_data.get(field) != chosen:
                    del self.errors[name]
                    cleaned_data[name] = self.fields[name].initial

    def terms(self) -> Terms:
        """Return the chosen terms, once the form is valid."""
        cleaned_data = self.cleaned_data
        rated = cleaned_data.get("rated") == "yes"
        time: Mapping[str, Time] = {
            "real": RealTime(cleaned_data["minutes"], cleaned_data["increment"]),
            "days": Daily(cleaned_data["days"]),
        }
        absence: Mapping[str, Absence] = {
            "pause": Pause(cleaned_data["pause"]),
            "claim": Claim(cleaned_data["claim"]),
        }
        return Terms(
            hints=cleaned_data["hints"] != "none" and not rated,
            time=time.get(cleaned_data["time"]),
            takebacks=cleaned_data["takebacks"] != "never" and not rated,
            absence=absence.get(cleaned_data["absence"], Wait()),
            games=int(cleaned_data.get("games") or DEFAULT_TERMS.games),
            balanced=cleaned_data.get("start") == "even",
            rated=rated,
            talk=cast("Talk", cleaned_data["talk"] or site_settings.current().talk),
            tips=cleaned_data.get("tips") == "both" and not rated,
        )
