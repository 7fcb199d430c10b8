"""The forms of a new match whose opponent is known: an invited player, or the computer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games_app.analysis.start_positions import Beginning
from games_app.games.engine.levels import LEVELS
from games_app.games.rules import Game
from games_app.games.sheet import Text
from games_app.lib.names import LEVEL_WORDS
from games_app.lists.adaptive_level import ADAPTIVE
from games_app.lists.challenges import OPEN_FOR
from games_app.lists.evenness import Proposal
from games_app.lists.result_text import sides
from games_app.match.messages import RANDOM, MatchConfig, OpenFor
from games_app.match.terms import CLOCK_PRESETS, Handicap, read
from games_app.models import Bot, Match, Player
from games_app.pages.forms.handicap_fields import FIRST_MOVE, ME, NONE, THEM, fields_of_handicap
from games_app.pages.forms.new_match import NewMatchForm
from games_app.pages.forms.terms_form import TIMES, Radios, choice_field, fields_of
from games_app.people import bots

DEFAULT_OPEN_FOR: OpenFor = "1d"
"""Time for which an invitation is open, unless the form has another."""
BOT_CLOCKS = ("10+5", "5+3", "3+2", "days")
"""Clocks that are proposed for a match with a bot: the first one that it takes."""


@dataclass(frozen=True, slots=True)
class Invited:
    """The player whom a form invites."""

    player: Player
    bot: Bot | None
    not_rated: str
    """Why no rated match is offered; empty if one is."""
    even: Proposal | None = None
    """The handicap that makes a game of the two even, if anything is known of their strength."""


class InviteForm(NewMatchForm):
    """A match to which one player is invited, with the terms of an earlier one, and for how long."""

    CHIPS = (("time", "rated"), (*NewMatchForm.CHIPS[1], "open_for"))

    open_for = Radios(_("Invitation open for"), DEFAULT_OPEN_FOR, list(OPEN_FOR.items()))

    def __init__(
        self, game: Game, invited: Invited, data: QueryDict | None = None, last: Match | None = None
    ) -> None:
        """Create the form; ``last`` is the match to repeat."""
        super().__init__(game, data, has_account=not invited.not_rated)
        self.invited = invited
        for field in ("name", "opponent", "within"):
            self.fields.pop(field, None)
        side = choice_field(self, "side")
        side.choices = [(RANDOM, _("Random side")), *sides(game, None).items()]
        if invited.bot:
            self._suit_bot(invited.bot)
        if last:
            self._repeat(last)

    def _suit_bot(self, bot: Bot) -> None:
        """Offer the clocks that the bot takes. A program need not answer the offer of a second game."""
        clocks = [name for name in CLOCK_PRESETS if bots.takes_clock(bot, CLOCK_PRESETS[name])]
        field = choice_field(self, "time")
        field.choices = [choice for choice in TIMES if choice[0] in (*clocks, "real")]
        field.initial = next((name for name in BOT_CLOCKS if name in clocks), "real")
        self.fields["absence"].initial = "wait" if field.initial == "days" else "claim"
        self.fields["games"].initial = 1
        if "start" in self.fields:
            self.fields["start"].initial = "even"
        if "rated" in self.fields and bot.stakes == Bot.Stakes.RATED:
            self.fields["rated"].initial = "yes"
        elif bot.stakes == Bot.Stakes.CASUAL:
            self.fields.pop("rated", None)

    def _repeat(self, last: Match) -> None:
        """Choose what was chosen in that match, as far as it fits this game."""
        terms = read(last.terms)
        chosen = fields_of(terms) | {"visibility": last.visibility}
        if last.game == self.game.slug:
            given = terms.handicap
            theirs = given and last.seats.filter(role=given.role, player=self.invited.player).exists()
            chosen |= last.options | fields_of_handicap(given, is_mine=not theirs)
        else:
            del chosen["games"], chosen["start"]
        for name, value in chosen.items():
            if name in self.fields and self._is_offered(name, value):
                self.fields[name].initial = value

    def _is_offered(self, name: str, value: str) -> bool:
        field = self.fields[name]
        return not isinstance(field, forms.ChoiceField) or field.valid_value(value)

    @property
    def even_fields(self) -> str:
        """The fields of the proposed handicap, as JSON; empty if none is proposed."""
        even = self.invited.even
        if even is None or "handicap" not in self.fields:
            return ""
        if even.terms.first_move:
            chosen = FIRST_MOVE
        else:
            chosen = str(even.terms.head_start) if even.terms.head_start else NONE
        return json.dumps({"handicap": chosen, "favours": ME if even.is_mine else THEM, "rated": "no"})

    def lasts(self) -> OpenFor:
        """Return how long the invitation is open, once the form is valid."""
        return cast("OpenFor", self.cleaned_data["open_for"] or DEFAULT_OPEN_FOR)


FRIENDLY = "easy"
"""Default level."""

PERFECT = _("Master: plays perfectly")


class ComputerMatchForm(NewMatchForm):
    """A match against the computer, at one of the game's levels. Only people with the link can watch."""

    NOT_ASKED = frozenset({"opponent", "takebacks", "talk", "absence"})

    level = forms.ChoiceField(label=_("How strong"), widget=forms.RadioSelect, initial=FRIENDLY)

    def __init__(
        self,
        game: Game,
        data: QueryDict | None = None,
        name: str = "",
        begins: Beginning | None = None,
        handicap: Handicap | None = None,
    ) -> None:
        super().__init__(game, name=name, begins=begins, handicap=handicap)
        del self.fields["visibility"]
        level, side = choice_field(self, "level"), choice_field(self, "side")
        level.choices = [
            (ADAPTIVE, _("Adaptive: rises after a game that you win, falls after one that you lose")),
            *((each.slug, _words(game, each.slug)) for each in LEVELS[game.slug]),
        ]
        side.choices = [(RANDOM, _("Random side")), *sides(game, begins.state if begins else None).items()]
        side.initial = begins.state.to_move[0] if begins else game.roles[0]
        self.fields["games"].help_text = ""
        self.order_fields(["name", "level", *self.choice_names])
        if data is not None:
            self.is_bound, self.data = True, self._filled(data, name)

    def _filled(self, data: QueryDict, name: str) -> QueryDict:
        filled = data.copy()
        for field in ("level", "side", *self.option_names):
            filled.setdefault(field, str(self.fields[field].initial))
        filled.setdefault("name", name)
        return filled

    def config(self) -> MatchConfig:
        side, adaptive = self.drawn_side(), self.cleaned_data["level"] == ADAPTIVE
        terms = replace(self.agreed_terms(side), talk="off", adaptive=adaptive)
        return MatchConfig(self.game.slug, self.options(), side, Match.Visibility.LINK, terms)


def _words(game: Game, level: str) -> Text:
    perfect = level == "master" and any(each.proofs for each in LEVELS[game.slug])
    return PERFECT if perfect else gettext(LEVEL_WORDS[level].description)
