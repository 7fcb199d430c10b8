"""Pairing of strangers within one transaction: who gets which open offer, and which offers end by that.

All processes pair one after another, under one lock, so that two people who ask at once find each other, an
offer goes to one of them, and nobody is pulled into two real-time matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games_app.lib.names import look_alike
from games_app.models import Match
from games_app.rules import get_game
from games_app.services.commands.messages import Create, Join, MatchConfig, PlayNow
from games_app.services.commands.registry import Command
from games_app.services.people import blocks, ratings
from games_app.services.queries import offers
from games_app.services.state.match_state import MatchState
from games_app.services.state.terms import RealTime
from games_app.store.sql import lock_lobby

SPARE = 40
"""Offers looked at beyond one for each who asks: some are their own, or of people with the same name."""


@dataclass(slots=True)
class Pairing:
    """The open offers that the commands of one batch may take or end, those that wait longest first."""

    offers: list[str] = field(default_factory=list)

    def lock(self, commands: Sequence[Command]) -> set[str]:
        """Lock the lobby if any command is about it; return the offers whose matches must be locked too."""
        asking = [one for one in commands if isinstance(one.message, PlayNow)]
        joining = [one for one in commands if isinstance(one.message, Join)]
        if not (asking or joining or any(_is_offer(one) for one in commands)):
            return set()
        lock_lobby()
        found = [offer for config in _distinct(asking) for offer in offers.like(config, len(asking) + SPARE)]
        people = {one.person for one in (*asking, *joining) if one.person is not None}
        people.update(maker for _, maker in found)
        others = offers.made_by(people, {one.match for one in joining}) if asking or joining else []
        self.offers = list(dict.fromkeys([*(offer for offer, _ in found), *others]))
        return set(self.offers)

    def partner(
        self, known: Mapping[str, MatchState], asked: PlayNow, person: int, now: datetime
    ) -> MatchState | None:
        """Return the oldest offer that fits what this player asks for; one of their own goes first.

        In a rated match it goes last: who was too far away when it was made may be near enough by now.
        """
        fitting = [match for match in self._waiting(known, now) if _fits(match, asked.config)]
        own = next((match for match in fitting if _is_own(match, asked.config, person)), None)
        if own and not asked.config.terms.rated:
            return own
        others = _playable(fitting, asked, person)
        if asked.config.terms.rated:
            waits_since = own.row.created_at if own else now
            others = ratings.are_near(
                others, person, asked.config.terms, waits_since, now, asked.config.within
            )
        return next(iter(others), own)

    def own(
        self, known: Mapping[str, MatchState], asked: PlayNow, person: int, now: datetime
    ) -> list[MatchState]:
        """Return the offers of this player that say just what is asked for."""
        waiting = self._waiting(known, now)
        return [match for match in waiting if match.row.maker_id == person and _fits(match, asked.config)]

    def ended_by(
        self, known: Mapping[str, MatchState], begun: MatchState, now: datetime
    ) -> Iterator[MatchState]:
        """Yield the real-time offers of the players of a match that begins without days for each turn."""
        if begun.terms.time is not None and not isinstance(begun.terms.time, RealTime):
            return
        for match in self._waiting(known, now):
            if match.row.maker_id in begun.sitters.values() and isinstance(match.terms.time, RealTime):
                yield match

    def _waiting(self, known: Mapping[str, MatchState], now: datetime) -> list[MatchState]:
        found = [known[offer] for offer in self.offers if offer in known]
        return [match for match in found if match.row.status_at(now) == Match.Status.WAITING]


def _is_offer(command: Command) -> bool:
    return isinstance(command.message, Create) and command.message.config.open_offer


def _distinct(asking: Sequence[Command]) -> list[MatchConfig]:
    configs: list[MatchConfig] = []
    for command in asking:
        assert isinstance(command.message, PlayNow)  # noqa: S101  (selected by the caller)
        if command.message.config not in configs:
            configs.append(command.message.config)
    return configs


def _playable(fitting: Sequence[MatchState], asked: PlayNow, person: int) -> list[MatchState]:
    """Return the offers of others with whom this player can play."""
    blocked = blocks.blocked_or_blocking(person) | {person} if fitting else frozenset()
    return [
        match
        for match in fitting
        if match.row.maker_id not in blocked and not look_alike(match.host.name, asked.name)
    ]


def _is_own(match: MatchState, config: MatchConfig, person: int) -> bool:
    """Return whether a fitting offer is this player's own, with the same bound of ratings."""
    return match.row.maker_id == person and match.row.within == config.within


def _fits(match: MatchState, config: MatchConfig) -> bool:
    row = match.row
    same = (row.game, row.visibility, match.terms) == (config.game, config.visibility, config.terms)
    return row.open_offer and same and row.options == get_game(row.game).checked_options(config.options)
