"""The forms of a new match: for two players, and for two people at one screen."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games_app.analysis.start_positions import Beginning
from games_app.games.catalogue import EVEN, SHEETS, TIPS
from games_app.games.rules import Game
from games_app.games.sheet import OptionText, Text
from games_app.lib.names import look_alike
from games_app.lib.refusals import OF_NAMES, Refusal
from games_app.lists.result_text import sides
from games_app.match.messages import BOTH, RANDOM, RATING_BOUNDS, MatchConfig
from games_app.match.terms import Handicap, RealTime, Terms
from games_app.models import Match
from games_app.pages.forms.accounts import NameField, NameForm
from games_app.pages.forms.handicap_fields import (
    FIRST_MOVE,
    GIVEN_TO,
    ME,
    NONE,
    THEM,
    handicap_in,
    handicaps,
)
from games_app.pages.forms.terms_form import NUMBERS_OF, TIMES, Number, Radios, TermsForm, choice_field

FRIEND, ANYBODY = "friend", "anybody"

LESS_TIME = RealTime(minutes=5, increment=3)
"""Time that the form proposes for the side without a handicap."""

TO_ANYBODY = {"opponent": ANYBODY, "time": "10+5", "absence": "claim"}
"""Choices already made for people who come from the lobby."""

Choices = list[tuple[str, Text]]

VISIBILITIES: Choices = [
    (Match.Visibility.PUBLIC, _("Everyone may watch")),
    (Match.Visibility.LINK, _("Only people with the link may watch")),
    (Match.Visibility.SEATS, _("Nobody else may watch")),
]


class OptionField(forms.ChoiceField):
    """An option of a game. Its labels may depend on other options: the page applies ``wordings`` (JSON)."""

    def __init__(self, choice: OptionText, offered: str, *, required: bool) -> None:
        choices: Choices = list(choice.values.items())
        super().__init__(
            label=choice.title,
            widget=forms.RadioSelect,
            choices=choices,
            initial=offered,
            help_text=choice.hint,
            required=required,
        )
        self.choice = choice

    @property
    def wordings(self) -> str:
        wordings = [
            {
                "when": wording.when,
                "values": {value: str(text) for value, text in wording.values.items()},
                "offered": wording.offered,
            }
            for wording in self.choice.wordings
        ]
        return json.dumps(wordings) if wordings else ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A choice that shows what is chosen, and opens."""

    field: forms.BoundField
    numbers: Mapping[str, Sequence[forms.BoundField]]
    """Fields of numbers that belong to one of its values."""
    is_labelled: bool
    """True if the chosen value says too little without the label."""

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in (self.field, *chain.from_iterable(self.numbers.values())))


class NewMatchForm(TermsForm, NameForm):
    """A match of one game: its options, the maker's side, its visibility, and the terms."""

    CHIPS: ClassVar[tuple[Sequence[str], Sequence[str]]] = (
        ("opponent", "time", "rated", "within"),
        (
            *("side", "handicap", "favours", "games", "start"),
            *("visibility", "hints", "tips", "takebacks", "talk", "absence"),
        ),
    )
    """The choices of every game, before and after the game's own."""
    NOT_ASKED: ClassVar[frozenset[str]] = frozenset()
    """Choices that are left as they are."""

    opponent = Radios(
        _("Who you play with"),
        FRIEND,
        [
            (FRIEND, _("A friend, by link")),
            (ANYBODY, _("Anyone: list it in the lobby")),
        ],
    )
    within = Radios(
        _("Who can take it"),
        0,
        [
            (0, _("Anyone with an account")),
            *(
                (points, format_lazy(_("Ratings within {points} points of mine"), points=points))
                for points in RATING_BOUNDS
            ),
        ],
    )
    side = forms.ChoiceField(label=_("Your side"), widget=forms.RadioSelect)
    handicap = Radios(
        _("Handicap"), NONE, [], _("For players of different strength. Such a match is not rated.")
    )
    favours = Radios(_("Who gets it"), ME, GIVEN_TO)
    less_minutes = Number(_("Minutes of the other side"), 1, 60, LESS_TIME.minutes)
    less_increment = Number(_("Its seconds more after each turn"), 0, 60, LESS_TIME.increment)
    visibility = forms.ChoiceField(
        label=_("Who may watch"),
        widget=forms.RadioSelect,
        initial=Match.Visibility.PUBLIC,
        choices=VISIBILITIES,
    )

    def __init__(
        self,
        game: Game,
        data: QueryDict | None = None,
        name: str = "",
        side: str = "",
        *,
        to_anybody: bool = False,
        has_account: bool = False,
        begins: Beginning | None = None,
        handicap: Handicap | None = None,
    ) -> None:
        """Create the form.

        ``to_anybody``: the match becomes an open offer; ``has_account``: it can be rated. ``begins``: its
        start position, if it isn't the usual one; such a match is between friends. ``handicap``: one that
        has been chosen already, for a role.
        """
        super().__init__(data, initial={"name": name, **(TO_ANYBODY if to_anybody else {})})
        self.game, self.begins, self.given = game, begins, handicap
        sheet = SHEETS[game.slug]
        choices: Choices = [
            (RANDOM, _("Random side")),
            *sides(game, begins.state if begins else None).items(),
        ]
        choices.append((BOTH, _("Both sides, at this screen")))
        field = choice_field(self, "side")
        offered = begins.state.to_move[0] if begins else RANDOM
        field.choices, field.initial = choices, side if side in dict(choices) else offered
        if game.slug not in EVEN or begins:
            del self.fields["start"]
        choice_field(self, "handicap").choices = handicaps(game, with_head_start=not begins)
        if game.slug not in TIPS:
            del self.fields["tips"]
        if not has_account or begins or not game.can_be_rated:
            del self.fields["rated"], self.fields["within"]
        if begins:
            self._suit_chosen_position()
        self.option_names = [] if begins else list(sheet.choices)
        for name in self.option_names:
            option = game.options[name]
            self.fields[name] = OptionField(sheet.choices[name], option.offered, required=not option.unsaid)
        if sheet.games > 1 and not begins:
            self.fields["games"].help_text = sheet.games_because
        self.order_fields(["name", *self.choice_names])

    def _suit_chosen_position(self) -> None:
        """Remove what lists a match or offers it to strangers, who expect a whole game."""
        del self.fields["opponent"]
        field = choice_field(self, "visibility")
        field.choices = [choice for choice in VISIBILITIES if choice[0] != Match.Visibility.PUBLIC]
        field.initial = Match.Visibility.LINK

    def clean(self) -> dict[str, Any]:
        self.cleaned_data = cleaned_data = super().clean()
        if not self.errors.keys() - {"name"}:
            for field, code in self.config().problems():
                if field not in self.errors:
                    self.add_error(field, Refusal(f"impossible_match.{code}").message)
        return cleaned_data

    def refuse(self, refusal: Refusal) -> None:
        """Add the refusal of a valid form as an error: to the name, if it is about the name."""
        of_name = refusal.code in OF_NAMES and "name" in self.fields
        self.add_error("name" if of_name else None, refusal.message)

    @property
    def first_faulty(self) -> forms.BoundField | None:
        """The first field with errors, in the order of the page."""
        return next((field for field in self if field.errors), None)

    @property
    def choice_names(self) -> list[str]:
        """Names of the choices besides the name, in the order of the page."""
        before, after = self.CHIPS
        return [name for name in (*before, *self.option_names, *after) if name in self.fields]

    @property
    def chips(self) -> list[Chip]:
        """The choices that people can make but need not."""
        names = [name for name in self.choice_names if name not in self.NOT_ASKED]
        return [self._chip(name) for name in names if len(self[name]) > 1]

    def _chip(self, name: str) -> Chip:
        numbers = {
            choice: [self[number] for number in names]
            for (field, choice), names in NUMBERS_OF.items()
            if field == name
        }
        return Chip(self[name], numbers, is_labelled=name in (*self.option_names, "open_for", "favours"))

    def config(self) -> MatchConfig:
        """Return the chosen configuration, once the form is valid."""
        cleaned_data, side = self.cleaned_data, self.drawn_side()
        open_offer, terms = cleaned_data.get("opponent") == ANYBODY, self.agreed_terms(side)
        within = int(cleaned_data.get("within") or 0) if open_offer and terms.rated else 0
        return MatchConfig(
            self.game.slug,
            self.options(),
            side,
            cleaned_data["visibility"],
            terms,
            open_offer,
            within or None,
        )

    def drawn_side(self) -> str:
        """Return the maker's side. By lot, it is drawn here if a handicap must know who gets it."""
        side: str = self.cleaned_data["side"]
        chosen = self.cleaned_data.get("handicap") or NONE
        if side != RANDOM or self.given or chosen == NONE:
            return side
        if chosen == FIRST_MOVE:
            return self.game.roles[self.cleaned_data.get("favours") == THEM]
        return secrets.choice(self.game.roles)

    def agreed_terms(self, side: str) -> Terms:
        """Return the terms, with the handicap of a match in which its maker has this side."""
        first, second = self.game.roles
        mine = side if side in self.game.roles else first
        theirs = first if mine == second else second
        role = theirs if self.cleaned_data.get("favours") == THEM else mine
        return replace(self.terms(), handicap=self.given or handicap_in(self.cleaned_data, role))

    def options(self) -> Mapping[str, str]:
        """Return the options of the game: the chosen ones, or those of the game that is continued."""
        if self.begins:
            return self.begins.options
        values = {name: self.cleaned_data[name] for name in self.option_names}
        return {name: value for name, value in values.items() if value}

    def terms(self) -> Terms:
        terms = super().terms()
        return replace(terms, start=self.begins.moves) if self.begins else terms


class SeatNameField(NameField):
    """The name of one of the two people; if it is empty, the side's name is used."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self.label, self.required = label, False

    def clean(self, value: object) -> str:
        return super().clean(value) if str(value or "").strip() else ""


class OneScreenForm(NewMatchForm):
    """A match in which one person sits on both sides. Only people with the link can watch."""

    NOT_ASKED = frozenset({"takebacks", "talk", "absence"})

    def __init__(self, game: Game, data: QueryDict | None = None, name: str = "") -> None:
        """Create the form; ``name`` is the default for the side that moves first."""
        super().__init__(game, data)
        for field in ("name", "opponent", "side", "visibility", "rated", "within"):
            self.fields.pop(field, None)
        choice_field(self, "time").choices = [choice for choice in TIMES if choice[0] != "days"]
        seats = SHEETS[game.slug].seats
        choice_field(self, "favours").choices = list(zip((ME, THEM), seats.values(), strict=True))
        self.name_fields = [f"name_{role}" for role in game.roles]
        for role, field in zip(game.roles, self.name_fields, strict=True):
            self.fields[field] = SeatNameField(str(SHEETS[game.slug].seats[role]))
        self.fields[self.name_fields[0]].initial = name
        self.order_fields([*self.name_fields, *self.choice_names])

    @property
    def seat_names(self) -> list[Any]:
        return [self[field] for field in self.name_fields]

    def clean(self) -> dict[str, Any]:
        cleaned_data = super().clean()
        first, second = (cleaned_data.get(field) or "" for field in self.name_fields)
        if first and second and look_alike(first, second):
            self.add_error(self.name_fields[1], _("The two names look alike. Choose another one."))
        return cleaned_data

    def refuse(self, refusal: Refusal) -> None:
        """Add the refusal of a valid form as an error: of a name to its field."""
        names = {self.cleaned_data[field]: field for field in self.name_fields}
        if refusal.code in OF_NAMES and (field := names.get(refusal.args["name"])):
            self.add_error(field, refusal.message)
        else:
            super().refuse(refusal)

    def config(self) -> MatchConfig:
        terms = self.agreed_terms(BOTH)
        return MatchConfig(self.game.slug, self.options(), BOTH, Match.Visibility.LINK, terms)

    def names(self) -> tuple[str, ...]:
        """Return the chosen names in the order of the roles, once the form is valid; empty if none is."""
        return tuple(self.cleaned_data[field] for field in self.name_fields)
