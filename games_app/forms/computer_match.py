"""The form of a match against the computer. Missing fields take the form's defaults."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games_app.engine.levels import LEVELS
from games_app.forms.new_match import NewMatchForm
from games_app.games.sheet import Text
from games_app.models import Match
from games_app.rules import Game
from games_app.services.commands.messages import RANDOM, MatchConfig
from games_app.services.engine.start_positions import Beginning
from games_app.services.queries.result_text import sides

FRIENDLY = "easy"
"""Default level."""

LEVEL_WORDS: Mapping[str, Text] = {
    "beginner": _("Beginner: often plays the first thing it sees"),
    "easy": _("Easy: looks at its own next move"),
    "medium": _("Medium: looks at your answer too"),
    "hard": _("Hard: looks several moves ahead"),
    "expert": _("Expert: looks far ahead"),
    "master": _("Master: as well as it can"),
}
PERFECT = _("Master: plays perfectly")


class ComputerMatchForm(NewMatchForm):
    """A match against the computer, at one of the game's levels. Only people with the link can watch."""

    level = forms.ChoiceField(label=_("How strong"), widget=forms.RadioSelect, initial=FRIENDLY)

    def __init__(
        self,
        game: Game,
        data: QueryDict | None = None,
        name: str = "",
        begins: Beginning | None = None,
    ) -> None:
        super().__init__(game, name=name, begins=begins)
        del self.fields["visibility"]
        level, side = self.fields["level"], self.fields["side"]
        assert isinstance(level, forms.ChoiceField)  # noqa: S101  (declared above)
        assert isinstance(side, forms.ChoiceField)  # noqa: S101  (declared in the class above)
        level.choices = [(each.slug, _words(game, each.slug)) for each in LEVELS[game.slug]]
        side.choices = [(RANDOM, _("Random")), *sides(game, begins.state if begins else None).items()]
        side.initial = begins.state.to_move[0] if begins else game.roles[0]
        self.fields["games"].initial = 1
        self.order_fields(["name", "level", *self.option_names, "side"])
        if data is not None:
            self.is_bound, self.data = True, self._filled(data, name)

    def _filled(self, given: QueryDict, name: str) -> QueryDict:
        filled = given.copy()
        for field in ("level", "side", *self.option_names):
            filled.setdefault(field, str(self.fields[field].initial))
        filled.setdefault("name", name)
        return filled

    def config(self) -> MatchConfig:
        given = self.cleaned_data
        terms = replace(self.terms(), talk="off")
        return MatchConfig(self.game.slug, self.options(), given["side"], Match.Visibility.LINK, terms)


def _words(game: Game, level: str) -> Text:
    perfect = level == "master" and any(each.proofs for each in LEVELS[game.slug])
    return PERFECT if perfect else LEVEL_WORDS[level]
