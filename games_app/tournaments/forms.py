"""The form of a new tournament: how people are paired, and the terms of each match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games_app.games.rules import Game
from games_app.match.messages import RANDOM, MatchConfig
from games_app.match.terms import RealTime, Terms
from games_app.models import Match
from games_app.pages.forms.new_match import Chip, NewMatchForm
from games_app.pages.forms.terms_form import Number, Radios, choice_field
from games_app.tournaments.members import Plan
from games_app.tournaments.record import System
from games_app.tournaments.table_parts import time_words

ONCE, TWICE = "once", "twice"
DAY = 24 * 60
"""Minutes of a day."""
USUAL_LIMIT = 3 * DAY
"""Minutes in which a game of a round must begin, unless the maker chooses otherwise."""
LIMITS = ("round_time", "last_day")
"""Fields that limit when games begin: of a knockout and a Swiss, and of a round robin."""
AUDIENCES = [
    (Match.Visibility.PUBLIC, _("Everyone may watch")),
    (Match.Visibility.LINK, _("Only people with the link may watch")),
    (Match.Visibility.SEATS, _("Only the people who play may watch")),
]


class TournamentForm(NewMatchForm):
    """A tournament of one game, with the terms of each of its matches."""

    CHIPS: ClassVar[tuple[Sequence[str], Sequence[str]]] = (
        ("system", "time"),
        ("round_time", "last_day", "visibility", "plays", "start", "hints", "takebacks", "talk", "absence"),
    )
    NUMBERS: ClassVar[Mapping[str, Sequence[str]]] = {System.SWISS: ["rounds"], System.EVENING: ["length"]}
    """System -> the fields of numbers that belong to it."""

    system = Radios(
        _("Who plays whom"),
        ONCE,
        [
            (ONCE, _("Everybody plays everybody")),
            (TWICE, _("Everybody plays everybody twice, sides swapped")),
            (System.KNOCKOUT, _("Knockout: if you lose, you are out")),
            (System.SWISS, _("Swiss: some rounds, with opponents as successful as you")),
            (System.EVENING, _("Evening: when you're free, you get the next game")),
        ],
        _("In the first two, people play when they like, and others can still join."),
    )
    rounds = Number(_("Rounds"), 1, 15, 5)
    length = Number(_("Length of the evening in minutes"), 20, 90, 40)
    round_time = Radios(
        _("Time to begin a game"),
        USUAL_LIMIT,
        [
            (0, _("No limit")),
            *((minutes, lazy(time_words, str)(minutes)) for minutes in (15, 60, DAY, 3 * DAY, 7 * DAY)),
        ],
        _("With a clock of minutes. If only one of the two is there in time, that one wins."),
    )
    last_day = Radios(
        _("Last day"),
        0,
        [
            (0, _("No last day")),
            *((days * DAY, lazy(time_words, str)(days * DAY)) for days in (1, 7, 14, 28, 56)),
        ],
        _("Games that have not begun by then count for nobody."),
    )
    plays = Radios(
        _("Your part"),
        "yes",
        [("yes", _("I play too")), ("no", _("I only run it"))],
    )

    def __init__(self, game: Game, data: QueryDict | None = None, name: str = "") -> None:
        super().__init__(game, data, name=name)
        for field in (*("opponent", "within", "side", "rated", "games", "tips"), "handicap", "favours"):
            self.fields.pop(field, None)
        self.fields["time"].initial = "days"
        choice_field(self, "visibility").choices = AUDIENCES

    def _chip(self, name: str) -> Chip:
        if name in LIMITS:
            return Chip(self[name], {}, is_labelled=True)
        if name != "system":
            return super()._chip(name)
        numbers = {system: [self[number] for number in names] for system, names in self.NUMBERS.items()}
        return Chip(self[name], numbers, is_labelled=False)

    def clean(self) -> dict[str, Any]:
        for system, names in self.NUMBERS.items():
            for name in names:
                if name in self.errors and self.cleaned_data.get("system") != system:
                    del self.errors[name]
                    self.cleaned_data[name] = self.fields[name].initial
        cleaned_data = super().clean()
        is_evening = cleaned_data.get("system") == System.EVENING and not self.errors
        if is_evening and not isinstance(self.terms().time, RealTime):
            self.add_error("time", _("In an evening games need a clock of minutes. Choose one."))
        return cleaned_data

    def terms(self) -> Terms:
        """Return the terms of each match: one game, not rated, and nothing from the engine."""
        return replace(super().terms(), games=1, rated=False, tips=False)

    def _begin_within(self, system: str) -> int:
        """Return the minutes in which games must begin; 0 without a limit."""
        if system in (ONCE, TWICE):
            return int(self.cleaned_data["last_day"] or 0)
        is_limited = system != System.EVENING and isinstance(self.terms().time, RealTime)
        return int(self.cleaned_data["round_time"] or USUAL_LIMIT) if is_limited else 0

    def config(self) -> MatchConfig:
        visibility = self.cleaned_data["visibility"] or Match.Visibility.PUBLIC
        return MatchConfig(self.game.slug, self.options(), RANDOM, visibility, self.terms())

    def plan(self) -> Plan:
        """Return the chosen system, once the form is valid."""
        chosen = self.cleaned_data
        system = chosen["system"] or ONCE
        is_round_robin = system in (ONCE, TWICE)
        return Plan(
            System.ROUND_ROBIN if is_round_robin else System(system),
            games_each=2 if system == TWICE else 1,
            rounds=chosen["rounds"] if system == System.SWISS else 0,
            minutes=chosen["length"] if system == System.EVENING else 0,
            begin_within=self._begin_within(system),
            plays=chosen["plays"] != "no",
        )
