"""The lobby's form of a match with a rule set's usual options."""

from __future__ import annotations

from django import forms

from games_app.games.rules import RULE_SETS
from games_app.match.messages import RANDOM, MatchConfig
from games_app.match.terms import CLOCK_PRESETS, rated_preset
from games_app.models import Match

QUICK = {slug: game for slug, game in RULE_SETS.items() if game.can_be_rated}
"""The rule sets of the lobby: those whose options people need not choose first."""


class QuickPlayForm(forms.Form):
    """A choice of ``game`` and ``preset``, ``rated`` or not."""

    game = forms.ChoiceField(choices=[(slug, slug) for slug in QUICK])
    preset = forms.ChoiceField(choices=[(name, name) for name in CLOCK_PRESETS])
    rated = forms.BooleanField(required=False)

    def config(self) -> MatchConfig:
        """Return the chosen configuration, once the form is valid."""
        game = RULE_SETS[self.cleaned_data["game"]]
        options = {name: option.offered for name, option in game.options.items()}
        terms = CLOCK_PRESETS[self.cleaned_data["preset"]]
        if self.cleaned_data["rated"]:
            terms = rated_preset(terms, game.slug)
        return MatchConfig(game.slug, options, RANDOM, Match.Visibility.PUBLIC, terms, open_offer=True)
