"""Forms of an account's programs: its API tokens and its bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games_app.games.rules import RULE_SETS
from games_app.games.sheet import Text
from games_app.lists.challenges import STAKES
from games_app.lists.terms_text import brief
from games_app.match.terms import CLOCK_PRESETS
from games_app.models import Bot
from games_app.pages.forms.accounts import LogInForm, ProofForm
from games_app.pages.forms.new_match import Choices
from games_app.pages.forms.terms_form import choice_field
from games_app.people.api_tokens import CHALLENGE, LIFETIMES, PLAY, READ
from games_app.people.bots import MOST_AT_ONCE, are_in_order

SCOPE_WORDS: Mapping[str, Text] = {
    READ: _("Read: what you may see here"),
    PLAY: _("Play: make matches, join them, play and chat"),
    CHALLENGE: _("Challenge: invite people to a match"),
}
LIFETIME_WORDS: Mapping[int, Text] = dict(
    zip(LIFETIMES, (_("30 days"), _("90 days"), _("1 year")), strict=True)
)


class TokenForm(ProofForm):
    """A token: the program it is for, its scopes and lifetime, with proof that the account is one's own."""

    program = forms.CharField(
        label=_("Name of the program"),
        max_length=60,
        error_messages={"required": _("Give the token a name.")},
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        widget=forms.CheckboxSelectMultiple,
        choices=list(SCOPE_WORDS.items()),
        initial=[READ],
        error_messages={"required": _("Choose at least one.")},
    )
    days = forms.TypedChoiceField(
        label=_("How long it works"),
        widget=forms.RadioSelect,
        choices=list(LIFETIME_WORDS.items()),
        coerce=int,
        initial=LIFETIMES[1],
    )

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent)
        self.order_fields(["program", "scopes", "days", "present"])


class TurningForm(LogInForm):
    """The name and the password of the account that becomes a bot; nothing undoes it."""

    sure = forms.BooleanField(
        label=_("Make this account a bot. It can't be undone"),
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
        clocks: Choices = [(name, brief(terms, 1)) for name, terms in CLOCK_PRESETS.items()]
        games: Choices = [(slug, game.name) for slug, game in RULE_SETS.items()]
        for name, choices in (("rule_sets", games), ("fastest", clocks), ("slowest", clocks)):
            choice_field(self, name).choices = choices

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not are_in_order(cleaned["fastest"], cleaned["slowest"]):
            self.add_error("slowest", _("The slowest clock can't be faster than the fastest one."))
        return cleaned
