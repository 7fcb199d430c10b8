"""The forms of bots: turning an account into one, and the challenges that it takes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games_app.forms.accounts import LogInForm
from games_app.forms.new_match import Choices
from games_app.models import Bot
from games_app.rules import RULE_SETS
from games_app.services.people.bots import MOST_AT_ONCE, are_in_order
from games_app.services.queries.challenges import STAKES
from games_app.services.queries.terms_text import brief
from games_app.services.state.terms import PRESETS


class TurningForm(LogInForm):
    """The name and the password of the account that becomes a bot; nothing undoes it."""

    sure = forms.BooleanField(
        label=_("This account will be a bot for good"),
        error_messages={"required": _("Tick the box first: this can't be undone.")},
    )

    def __init__(self, sent: Any = None, **more: Any) -> None:
        super().__init__(sent, **more)
        self.fields["name"].label = _("Name of the account")


class BotForm(forms.Form):
    """The challenges that a bot takes. No ticked game means all of them."""

    rule_sets = forms.MultipleChoiceField(
        label=_("Games"), required=False, widget=forms.CheckboxSelectMultiple
    )
    fastest = forms.ChoiceField(label=_("Fastest clock"))
    slowest = forms.ChoiceField(label=_("Slowest clock"))
    stakes = forms.ChoiceField(label=_("Matches"), choices=STAKES.items())
    at_once = forms.IntegerField(label=_("Matches at once"), min_value=1, max_value=MOST_AT_ONCE)

    def __init__(self, bot: Bot, sent: Any = None) -> None:
        names = ("rule_sets", "fastest", "slowest", "stakes", "at_once")
        super().__init__(sent, initial={name: getattr(bot, name) for name in names}, auto_id=f"{bot.pk}_%s")
        clocks: Choices = [(name, brief(terms, 1)) for name, terms in PRESETS.items()]
        games: Choices = [(slug, game.name) for slug, game in RULE_SETS.items()]
        for name, choices in (("rule_sets", games), ("fastest", clocks), ("slowest", clocks)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101  (declared above)
            field.choices = choices

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors and not are_in_order(given["fastest"], given["slowest"]):
            self.add_error("slowest", _("The slowest clock can't be faster than the fastest one."))
        return given
