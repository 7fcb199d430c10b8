"""Short forms of a match with a rule set's usual options: in the lobby, and to invite one player or bot."""

from __future__ import annotations

from typing import cast

from django import forms
from django.utils.translation import gettext_lazy as _

from games_app.games.rules import RULE_SETS
from games_app.lists.challenges import OPEN_FOR
from games_app.lists.terms_text import brief
from games_app.match.messages import RANDOM, MatchConfig, OpenFor
from games_app.match.terms import CLOCK_PRESETS, rated_preset
from games_app.models import Bot, Match
from games_app.pages.forms.new_match import Choices
from games_app.pages.forms.terms_form import choice_field
from games_app.people import bots

QUICK = {slug: game for slug, game in RULE_SETS.items() if game.can_be_rated}
"""The rule sets of the lobby: those whose options people need not choose first."""


class QuickPlayForm(forms.Form):
    """A choice of ``game`` and ``preset``, ``rated`` or not."""

    game = forms.ChoiceField(choices=[(slug, slug) for slug in QUICK])
    preset = forms.ChoiceField(choices=[(name, name) for name in CLOCK_PRESETS])
    rated = forms.BooleanField(required=False)

    def config(self, *, open_offer: bool = True) -> MatchConfig:
        """Return the chosen configuration, once the form is valid."""
        game = RULE_SETS[self.cleaned_data["game"]]
        options = {name: option.offered for name, option in game.options.items()}
        terms = CLOCK_PRESETS[self.cleaned_data["preset"]]
        if self.cleaned_data["rated"]:
            terms = rated_preset(terms, game.slug)
        return MatchConfig(game.slug, options, RANDOM, Match.Visibility.PUBLIC, terms, open_offer)


DEFAULT_OPEN_FOR: OpenFor = "1d"
"""Time for which an invitation is open, unless the form has another."""
CASUAL, RATED = ("", _("Casual")), ("1", _("Rated"))


class ChallengeForm(QuickPlayForm):
    """A match to which one player is invited, and for how long."""

    game = forms.ChoiceField(label=_("Game"), choices=[(slug, game.name) for slug, game in RULE_SETS.items()])
    preset = forms.ChoiceField(label=_("Time"), choices=[(name, name) for name in CLOCK_PRESETS])
    rated = forms.BooleanField(label=_("Kind of match"), required=False, widget=forms.Select)
    open_for = forms.ChoiceField(label=_("Open for"), required=False, choices=OPEN_FOR.items())

    def lasts(self) -> OpenFor:
        """Return how long the invitation is open, once the form is valid."""
        return cast(OpenFor, self.cleaned_data["open_for"] or DEFAULT_OPEN_FOR)


class ShownChallengeForm(ChallengeForm):
    """The form as a page shows it, with what the invited player takes."""

    def __init__(self, bot: Bot | None, *, rated: bool) -> None:
        """Create the form for this bot, or a person. ``rated``: both players have accounts."""
        super().__init__(auto_id="invite-%s", initial={"preset": "days", "open_for": DEFAULT_OPEN_FOR})
        games = bot.rule_sets or RULE_SETS if bot else QUICK
        self._choose("game", [(slug, RULE_SETS[slug].name) for slug in games if slug in RULE_SETS])
        clocks: Choices = [(name, brief(terms, 1)) for name, terms in CLOCK_PRESETS.items()]
        self._choose(
            "preset", [one for one in clocks if bot is None or bots.takes_clock(bot, CLOCK_PRESETS[one[0]])]
        )
        kinds = [CASUAL, RATED] if bot is None or bot.stakes == Bot.Stakes.BOTH else [RATED]
        if not rated or (bot and bot.stakes == Bot.Stakes.CASUAL):
            del self.fields["rated"]
        else:
            self.fields["rated"].widget.choices = kinds

    def _choose(self, name: str, choices: Choices) -> None:
        choice_field(self, name).choices = choices
