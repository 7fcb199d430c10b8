"""Pairing of strangers within one batch: who gets which open offer, and which offers end.

All processes pair one after another, under one lock. So two people who ask at once find each other, an offer
goes to one of them, and nobody is pulled into two real-time matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from games_app.games.rules import get_game
from games_app.lib.names import look_alike
from games_app.lib.refusals import Refusal
from games_app.lists import match_lists, offers
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.messages import Create, Join, MatchConfig, PlayNow
from games_app.match.terms import RealTime, Terms
from games_app.match.transitions import Change, Transition
from games_app.people import friends, ratings
from games_app.record.commands import matches
from games_app.record.commands.registry import Command, Effect, Lobby, Standing, carry_out, making_command

SPARE_OFFERS = 40
"""Offers read beyond one for each sender: some are their own, or of people with the same name."""


def is_needed(commands: Sequence[Command]) -> bool:
    """Return whether any command may take, make or end an open offer: then the lobby must be locked."""
    return any(isinstance(command.message, PlayNow | Join) or _is_offer(command) for command in commands)


def find_offers(lobby: Lobby, commands: Sequence[Command]) -> set[str]:
    """Load into the lobby the offers that the commands may take or end; return them, to be locked."""
    configs = [command.message.config for command in commands if isinstance(command.message, PlayNow)]
    joining = {command.match for command in commands if isinstance(command.message, Join)}
    fitting = [
        offer for config in _distinct(configs) for offer in offers.like(config, len(configs) + SPARE_OFFERS)
    ]
    asking = [command for command in commands if isinstance(command.message, PlayNow | Join)]
    people = {command.player_id for command in asking if command.player_id is not None}
    people.update(maker for _, maker in fitting)
    own = offers.made_by(people, joining) if asking else []
    lobby.offers = list(dict.fromkeys([*(offer for offer, _ in fitting), *own]))
    return set(lobby.offers)


def _before(lobby: Lobby, message: PlayNow, player_id: int, command: Command, now: datetime) -> str | None:
    """Return the match that this command led to before, or that the sender's own offer just led to."""
    done = offers.seated_with(player_id, command.cmd) if command.cmd else None
    return done or _just_begun(lobby, player_id, message.config.terms, now)


@making_command(PlayNow, before=_before)
def play_now(
    lobby: Lobby, message: PlayNow, player_id: int, command: Command, now: datetime
) -> Effect | Refusal:
    """Seat the player at the oldest fitting offer, or make one.

    Their own offer of the same kind stays if nobody else's fits, and ends if somebody's does.
    """
    match = _partner(lobby, message, player_id, now)
    if match is None:
        if made := command.cmd and match_lists.made_with(player_id, command.cmd):
            return Standing(made)
        return matches.create(
            lobby, Create(message.config, message.name, cmd=message.cmd), player_id, command, now
        )
    offer = match.row.public_id
    if match.row.maker_id == player_id:
        return Standing(offer, match.row.seq)
    joined = replace(command, message=Join(message.name, cmd=message.cmd), match=offer)
    effect = seat(lobby, match, joined, carry_out(match, joined, now), now)
    if isinstance(effect, Change):
        ended = {change.match.row.public_id for change in effect.others}
        own = [
            waiting for waiting in _own(lobby, message, player_id, now) if waiting.row.public_id not in ended
        ]
        return replace(effect, others=(*effect.others, *map(_expiry, own)))
    return effect


def seat(
    lobby: Lobby, match: MatchState, joined: Command, effect: Effect | Refusal, now: datetime
) -> Effect | Refusal:
    """Return the effect of taking a free seat, with the end of the players' other real-time offers.

    Nobody else can pull them into a match then.
    """
    if match.row.open_offer and _just_begun(lobby, joined.player_id, match.terms, now):
        return Refusal("offer_begun")
    if not isinstance(effect, Change):
        return effect
    return replace(effect, others=tuple(map(_expiry, _ended_by(lobby, match, joined.player_id, now))))


def _just_begun(lobby: Lobby, player_id: int | None, terms: Terms, now: datetime) -> str | None:
    """Return the match just begun by the person's own offer, if both are in real time."""
    if player_id is None or not isinstance(terms.time, RealTime):
        return None
    lobby.write()
    return offers.just_begun(player_id, now)


def _expiry(offer: MatchState) -> Change:
    return Change(offer, Transition(EventKind.EXPIRED))


def _partner(lobby: Lobby, message: PlayNow, player_id: int, now: datetime) -> MatchState | None:
    """Return the oldest offer that fits what this player asks for; one of their own goes first.

    In a rated match their own goes last: by now, somebody who was too far away may be near enough.
    """
    fitting = [match for match in lobby.waiting(now) if _fits(match, message.config)]
    own = next((match for match in fitting if _is_own(match, message.config, player_id)), None)
    if own and not message.config.terms.rated:
        return own
    playable = _playable(fitting, message, player_id)
    if message.config.terms.rated:
        waits_since = own.row.created_at if own else now
        playable = ratings.are_near(
            playable, player_id, message.config.terms, waits_since, now, message.config.within
        )
    return next(iter(playable), own)


def _own(lobby: Lobby, message: PlayNow, player_id: int, now: datetime) -> list[MatchState]:
    """Return this player's offers with exactly this configuration."""
    waiting = lobby.waiting(now)
    return [match for match in waiting if match.row.maker_id == player_id and _fits(match, message.config)]


def _ended_by(lobby: Lobby, begun: MatchState, joining: int | None, now: datetime) -> Iterator[MatchState]:
    """Yield the real-time offers of the players of a match that begins without days for each turn."""
    if begun.terms.time is not None and not isinstance(begun.terms.time, RealTime):
        return
    players = {*begun.sitters.values(), joining}
    for match in lobby.waiting(now):
        if match is not begun and match.row.maker_id in players and isinstance(match.terms.time, RealTime):
            yield match


def _is_offer(command: Command) -> bool:
    return isinstance(command.message, Create) and command.message.config.open_offer


def _distinct(configs: Sequence[MatchConfig]) -> list[MatchConfig]:
    return [config for number, config in enumerate(configs) if config not in configs[:number]]


def _playable(fitting: Sequence[MatchState], message: PlayNow, player_id: int) -> list[MatchState]:
    """Return the offers of others with whom this player can play."""
    blocked = friends.blocked_or_blocking(player_id) | {player_id} if fitting else frozenset()
    return [
        match
        for match in fitting
        if match.row.maker_id not in blocked and not look_alike(match.host.name, message.name)
    ]


def _is_own(match: MatchState, config: MatchConfig, player_id: int) -> bool:
    """Return whether a fitting offer is this player's own, with the same bound of ratings."""
    return match.row.maker_id == player_id and match.row.within == config.within


def _fits(match: MatchState, config: MatchConfig) -> bool:
    row = match.row
    same = (row.game, row.visibility, match.terms) == (config.game, config.visibility, config.terms)
    return row.open_offer and same and row.options == get_game(row.game).checked_options(config.options)
