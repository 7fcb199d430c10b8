"""The form behind the buttons of the lobby: a rule set with its usual options, and terms from the presets."""

from __future__ import annotations

from django import forms

from games_app.models import Match
from games_app.rules import RULE_SETS
from games_app.services.commands.messages import RANDOM, MatchConfig
from games_app.services.state.terms import PRESETS, rated_preset

QUICK = {slug: game for slug, game in RULE_SETS.items() if game.can_be_rated}
"""The rule sets of the lobby: those whose options people need not choose first."""


class QuickPlayForm(forms.Form):
    """A choice of ``game`` and ``preset``, ``rated`` or not."""

    game = forms.ChoiceField(choices=[(slug, slug) for slug in QUICK])
    preset = forms.ChoiceField(choices=[(name, name) for name in PRESETS])
    rated = forms.BooleanField(required=False)

    def config(self, *, open_offer: bool = True) -> MatchConfig:
        """Return the chosen configuration, once the form is valid."""
        game = RULE_SETS[self.cleaned_data["game"]]
        options = {name: option.offered for name, option in game.options.items()}
        terms = PRESETS[self.cleaned_data["preset"]]
        if self.cleaned_data["rated"]:
            terms = rated_preset(terms, game.slug)
        return MatchConfig(game.slug, options, RANDOM, Match.Visibility.PUBLIC, terms, open_offer)
