"""The search form for matches, sent by GET: every field is optional."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games_app.explorer import position_keys
from games_app.explorer.search import check_free
from games_app.games.catalogue import SHEETS
from games_app.games.rules import FAMILIES, GAMES, RULE_SETS, Game
from games_app.games.sheet import Text
from games_app.lib.names import LONGEST
from games_app.lists import match_search
from games_app.lists.result_text import ENDING_TEXTS, TIME_CONTROLS
from games_app.models import Seat

ANY = ("", _("Any"))
RATED = "yes"
"""Value of ``rated`` in addresses, as in the form of a new match."""
PLAIN = {"autocomplete": "off", "spellcheck": "false"}
ROLES = sorted({role for game in GAMES.values() for role in game.roles})
LONGEST_MATCH = 100_000


def _choice_label(game: Game) -> Text:
    """Return a rule set as a choice; the first one of a game means all of them."""
    every = len(FAMILIES.get(game.slug, ())) > 1
    return format_lazy(_("{game}, all rule sets"), game=game.name) if every else game.name


class HistoryForm(forms.Form):
    """Filters for a list of matches."""

    player = forms.CharField(
        label=_("Player"), required=False, max_length=LONGEST, widget=forms.TextInput(attrs=PLAIN)
    )
    opponent = forms.CharField(
        label=_("Opponent"), required=False, max_length=LONGEST, widget=forms.TextInput(attrs=PLAIN)
    )
    game = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=[("", _("All games")), *((slug, _choice_label(game)) for slug, game in RULE_SETS.items())],
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ANY,
            (Seat.Outcome.WON, _("Won by the player")),
            (Seat.Outcome.LOST, _("Lost by the player")),
            (Seat.Outcome.DRAWN, _("Drawn")),
            *((role, format_lazy(_("{role} won"), role=_(role.capitalize()))) for role in ROLES),
        ],
    )
    how = forms.ChoiceField(
        label=_("How it ended"),
        required=False,
        choices=[
            ANY,
            *ENDING_TEXTS.items(),
            (match_search.RUNNING, _("Still being played")),
        ],
    )
    pace = forms.ChoiceField(
        label=_("Time"),
        required=False,
        choices=[
            ANY,
            *((pace or match_search.WITHOUT, words) for pace, words in TIME_CONTROLS.items()),
        ],
    )
    rated = forms.ChoiceField(label=_("Rated or not"), required=False, choices=[ANY, (RATED, _("Rated"))])
    least = forms.IntegerField(required=False, min_value=0, max_value=LONGEST_MATCH)
    most = forms.IntegerField(required=False, min_value=0, max_value=LONGEST_MATCH)
    position = forms.CharField(required=False, max_length=position_keys.LONGEST, widget=forms.HiddenInput())
    since = forms.DateField(
        label=_("From date"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("To date"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, data: QueryDict, *, of_one: bool) -> None:
        """Create the form; ``of_one`` drops the field ``player``, since the list is one player's."""
        super().__init__(data)
        if of_one:
            del self.fields["player"]
        self.of_game = RULE_SETS.get(data.get("game") or "")
        choices = SHEETS[self.of_game.slug].choices if self.of_game else {}
        self.option_names = list(choices)
        counted = SHEETS[self.of_game.slug].length if self.of_game else _("Moves")
        self.fields["least"].label = _("%s, at least") % counted
        self.fields["most"].label = _("%s, at most") % counted
        for name, choice in choices.items():
            offered = [ANY, *choice.values.items()]
            self.fields[name] = forms.ChoiceField(label=choice.title, required=False, choices=offered)

    @property
    def near(self) -> list[forms.BoundField]:
        """The fields that are always shown."""
        return [self[name] for name in ("player", "opponent", "game") if name in self.fields]

    @property
    def further(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field not in self.near]

    @property
    def looks_further(self) -> bool:
        return any(field.name in self.chosen() or field.errors for field in self.further)

    def chosen(self) -> Mapping[str, Any]:
        """Return the valid, non-empty values by field. Invalid ones are ignored."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}

    @property
    def position_key(self) -> int | None:
        """The key of the position that the matches came to; None if the address names none."""
        return position_keys.read(self.chosen().get("position", ""))

    def wanted(self, reader: int | None, player_id: int | None) -> match_search.Wanted:
        """Return the filters. Raises Refused for a position that is withheld from the reader now."""
        filters = dict(self.chosen()) | {"position": self.position_key}
        if self.position_key is not None:
            check_free(self.position_key, reader)
        options = {name: filters.pop(name) for name in self.option_names if name in filters}
        rated = filters.pop("rated", "") == RATED
        return match_search.Wanted(
            reader=reader, player_id=player_id, options=options, rated=rated, **filters
        )
