"""A match in memory: its rows, its state of the rules, clocks and pending offers.

A match is read only by the version of the rules under which it is played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from games_app.games.rules import RULE_SETS, Game, State, get_game
from games_app.lib.clock import ms
from games_app.lib.codec import converter
from games_app.lib.driver import read_rows
from games_app.lib.refusals import Refusal, Refused
from games_app.match import wire
from games_app.match.clocks import read_clocks
from games_app.match.history import MatchHistory, StoredHistory
from games_app.match.pending import Pending
from games_app.match.terms import Control, Terms, read
from games_app.models import Match, Seat

_pending = converter(Pending)


def known_rules(match: str = "") -> Q:
    """Return the condition for matches whose rules are known here; ``match``: prefix of their columns."""
    versions = ((game.slug, game.version) for game in RULE_SETS.values())
    return reduce(or_, (Q((f"{match}game", slug), (f"{match}rules_version", n)) for slug, n in versions))


KNOWN_RULES = known_rules()


@dataclass(slots=True, eq=False)
class MatchState:
    row: Match
    seats: dict[str, Seat]
    """Seats by role, in the order of the game's roles."""
    state: State
    terms: Terms
    clocks: wire.Clocks | None
    pending: Pending
    history: MatchHistory
    stored: tuple[Any, ...] | None = None
    """Values that the writer last stored in the row's columns; None if it has not stored the row here."""

    @property
    def sitters(self) -> dict[str, int | None]:
        """Player ids by role; None for a free seat."""
        return {role: seat.player_id for role, seat in self.seats.items()}

    def roles_of(self, player_id: int | None) -> tuple[str, ...]:
        if player_id is None:
            return ()
        return tuple([role for role, seat in self.seats.items() if seat.player_id == player_id])

    @property
    def controls(self) -> dict[str, Control] | None:
        """The time of each role; None without clocks."""
        if self.terms.time is None:
            return None
        return {role: self.terms.time_of(role) or self.terms.time for role in self.seats}

    @property
    def host(self) -> Seat:
        """The seat of the inviting player in a waiting match: the only one that is taken."""
        return next(seat for seat in self.seats.values() if seat.player_id)

    @property
    def hotseat(self) -> bool:
        """True if one person has both seats."""
        return len(set(self.sitters.values())) == 1 and None not in self.sitters.values()

    def alone(self, player_id: int | None) -> bool:
        """Return whether this person has both seats."""
        return len(self.roles_of(player_id)) == len(self.seats)

    def speaker(self, player_id: int | None) -> str:
        """Return the role for which a seated person acts: with both seats, the one that is to move."""
        roles = self.roles_of(player_id)
        return next((role for role in roles if role in self.state.to_move), roles[0])

    def is_paused(self, now: datetime) -> bool:
        """Return whether the players have agreed on a pause that lasts at ``now``."""
        return ms(now) < self.pending.paused_until

    def other(self, role: str) -> str:
        return next(other for other in self.seats if other != role)


def load(public_ids: Iterable[str]) -> dict[str, MatchState]:
    """Return the matches under these ids whose rules are known here, in two queries for any number of ids."""
    rows = read_rows(Match, "public_id", list(public_ids))
    seats: dict[int, list[Seat]] = {row.id: [] for row in rows}
    for seat in read_rows(Seat, "match_id", list(seats)):
        seats[seat.match_id].append(seat)
    return {row.public_id: match_state(row, seats[row.id]) for row in rows if has_known_rules(row)}


def match_states(rows: Iterable[Match]) -> dict[str, MatchState]:
    """Return by public id the matches of these rows, without those whose rules are not known here."""
    return {row.public_id: match_state(row, row.seats.all()) for row in rows if has_known_rules(row)}


def match_state(row: Match, seats: Iterable[Seat]) -> MatchState:
    """Return the match with these rows. Raises Refused."""
    game = rules(row.game, row.rules_version)
    by_role = {seat.role: seat for seat in seats}
    in_order = {role: by_role[role] for role in game.roles}
    clocks = None if row.clocks is None else read_clocks(row.clocks)
    pending = _pending(row.pending)
    state = game.state_from_facts(row.facts)
    return MatchState(row, in_order, state, read(row.terms), clocks, pending, StoredHistory(row))


def has_known_rules(row: Match) -> bool:
    """Return whether the rules of this match are known here. Raises UnknownGame."""
    return row.rules_version == get_game(row.game).version


def rules(slug: str, version: int) -> Game:
    """Return the game with this version of its rules. Raises UnknownGame, and Refused for another version."""
    game = get_game(slug)
    if version != game.version:
        raise Refused(unknown_rules(game, version))
    return game


def unknown_rules(game: Game, version: int) -> Refusal:
    """Return the refusal of a match under rules that this version of the site doesn't have."""
    return Refusal("unknown_rules", {"rules": version, "version": game.version, "name": game.name})
