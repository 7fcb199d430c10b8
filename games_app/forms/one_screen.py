"""The form of a match between two people at this screen."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games_app.forms.accounts import NameField
from games_app.forms.new_match import NewMatchForm
from games_app.games.catalogue import SHEETS
from games_app.lib.names import look_alike
from games_app.lib.refusals import OF_NAMES, Refusal
from games_app.models import Match
from games_app.rules import Game
from games_app.services.commands.messages import BOTH, MatchConfig


class SeatNameField(NameField):
    """The name of one of the two people; if it is empty, the side's name is used."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self.label, self.required = label, False

    def clean(self, value: object) -> str:
        return super().clean(value) if str(value or "").strip() else ""


class OneScreenForm(NewMatchForm):
    """A match in which one person sits on both sides. Only people with the link can watch."""

    def __init__(self, game: Game, data: QueryDict | None = None, name: str = "") -> None:
        """Create the form; ``name`` is the default for the side that moves first."""
        super().__init__(game, data)
        for field in ("name", "opponent", "side", "visibility", "rated", "within"):
            self.fields.pop(field, None)
        self.name_fields = [f"name_{role}" for role in game.roles]
        for role, field in zip(game.roles, self.name_fields, strict=True):
            self.fields[field] = SeatNameField(str(SHEETS[game.slug].seats[role]))
        self.fields[self.name_fields[0]].initial = name
        self.order_fields([*self.name_fields, *self.option_names])

    @property
    def seat_names(self) -> list[Any]:
        return [self[field] for field in self.name_fields]

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        first, second = (given.get(field) or "" for field in self.name_fields)
        if first and second and look_alike(first, second):
            self.add_error(self.name_fields[1], _("The two names look alike. Choose another one."))
        return given

    def refuse(self, refusal: Refusal) -> None:
        """Add the refusal of a valid form as an error: of a name to its field."""
        names = {self.cleaned_data[field]: field for field in self.name_fields}
        if refusal.code in OF_NAMES and (field := names.get(refusal.args["name"])):
            self.add_error(field, refusal.message)
        else:
            super().refuse(refusal)

    def config(self) -> MatchConfig:
        return MatchConfig(self.game.slug, self.options(), BOTH, Match.Visibility.LINK, self.terms())

    def names(self) -> tuple[str, ...]:
        """Return the chosen names in the order of the roles, once the form is valid; empty if none is."""
        return tuple(self.cleaned_data[field] for field in self.name_fields)
