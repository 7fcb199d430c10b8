"""Making, joining and cancelling matches, their visibility, and moderators' decisions about them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import zip_longest

from django.db.models import Exists, OuterRef
from msgspec import structs

from games_app import rules_service
from games_app.games.catalogue import EVEN
from games_app.games.engine.levels import next_level
from games_app.games.rules import get_game
from games_app.lib.names import look_alike
from games_app.lib.refusals import Refusal
from games_app.lists import match_lists
from games_app.match import pending, series
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState, match_state
from games_app.match.messages import (
    BOTH,
    INVITATION_OPEN_FOR,
    RANDOM,
    CallOff,
    Cancel,
    Create,
    EndMatch,
    HideMatch,
    Import,
    Join,
    Lapse,
    MatchConfig,
    OpenTo,
    Pair,
    ShowMatch,
)
from games_app.match.start_moves import first_state
from games_app.match.terms import RealTime, stored
from games_app.match.transitions import Change, Ending, FinishedMatch, NewPosition, Occupant, Transition
from games_app.match.visibility import BEGUN
from games_app.models import Alive, Match, Player, Presence, Seat
from games_app.people import accounts, bots, friends, locked, players, ratings, reliability, sanctions
from games_app.record.commands.invitations import invitation_refusal
from games_app.record.commands.registry import (
    By,
    Command,
    Effect,
    Lobby,
    command,
    making_command,
    server_command,
)

INVITATION_LASTS = timedelta(hours=24)
MOST_WAITING = 20
"""Maximum number of waiting matches of one player at the same time."""


def new_match(
    config: MatchConfig,
    maker: int,
    name: str,
    now: datetime,
    computer: Occupant | None = None,
    names: Sequence[str] = (),
) -> Change:
    """Return the beginning of a match with this configuration, not stored yet.

    With a ``computer`` it begins at once. ``names``: of the two at one screen.

    Raises UnknownGame, InvalidOption, and ValueError for settings with a problem.
    """
    game = get_game(config.game)
    if problems := config.problems():
        raise ValueError(f"No match has these settings: {problems}")
    match = empty_match(config, maker, now)
    if config.side == BOTH:
        chosen = zip_longest(game.roles, names[: len(game.roles)], fillvalue="")
        seated = {role: Occupant(maker, seat_name or role.capitalize()) for role, seat_name in chosen}
        return _start(match, seated, role="")
    side = secrets.choice(game.roles) if config.side == RANDOM else config.side
    if computer:
        return _start(match, {side: Occupant(maker, name), match.other(side): computer}, role="")
    return Change(match, Transition(EventKind.CREATED, side, seated={side: Occupant(maker, name)}))


@command(Join, by=By.VISITOR, during={Match.Status.WAITING}, takes_seat=True)
def join(match: MatchState, message: Join, player_id: int, now: datetime) -> Change | Refusal:
    """Take the free seat under ``message.name``; this begins the match."""
    if closed := closed_to(match, player_id):
        return closed
    free = next(role for role, sitter in match.sitters.items() if sitter is None)
    name, maker_name = message.name, match.seats[match.other(free)].name
    if refusal := accounts.name_refusal(name, player_id):
        return refusal
    if look_alike(name, maker_name):
        return Refusal("same_name", {"name": maker_name})
    started = _start(match, {free: Occupant(player_id, name)}, role=free)
    return replace(started, takes_name=name if message.takes_name else "")


def closed_to(match: MatchState, player_id: int | None) -> Refusal | None:
    """Return why this person can't take the free seat, under any name; None if they can."""
    row = match.row
    if row.invited_id not in (None, player_id):
        return Refusal("not_invited")
    if row.open_offer and player_id and bots.is_bot(player_id):
        return Refusal("bot_in_lobby")
    if row.open_offer and player_id and friends.is_blocked_between(player_id, row.maker_id):
        return Refusal("offer_taken")
    if match.terms.rated and not (player_id and accounts.has_account(player_id)):
        return Refusal("rated_needs_account")
    if player_id and (apart := _apart(match, player_id)):
        return apart
    return ratings.rating_refusal(match, player_id) if player_id else None


def _apart(match: MatchState, player_id: int) -> Refusal | None:
    """Return why a person can't join because one of the two is locked in a class; None if they can."""
    two = {match.row.maker_id, player_id}
    if refusal := locked.meeting_refusal(two):
        return refusal
    is_open = match.row.visibility != Match.Visibility.SEATS or match.row.open_offer
    return Refusal("locked.visible") if is_open and locked.has_locked(two) else None


@command(Cancel, by=By.MAKER, during={Match.Status.WAITING})
def cancel(match: MatchState, message: Cancel, player_id: int, now: datetime) -> Transition | Refusal:
    """Cancel the match while its free seat is not taken."""
    return Transition(EventKind.CANCELLED, match.roles_of(player_id)[0])


def successor(match: MatchState, now: datetime) -> Change:
    """Return the beginning of the rematch, or of the series' next game: the same game, options and terms.

    Players swap sides, unless a game is repeated or one of them always moves first. A handicap goes with its
    player.
    """
    row, given = match.row, match.terms.handicap
    stays = series.is_repeated(match) or bool(given and given.first_move)
    terms = match.terms
    if given and not stays:
        terms = structs.replace(terms, handicap=structs.replace(given, role=match.other(given.role)))
    config = MatchConfig(row.game, row.options, RANDOM, row.visibility, terms, row.open_offer)
    following = empty_match(config, row.maker_id, now)
    following.row.series = series.following(match, following)
    seated = {}
    for role, seat in match.seats.items():
        new_role = role if stays else match.other(role)
        of_side = match.hotseat and seat.name == role.capitalize()
        name = new_role.capitalize() if of_side else seat.name
        seated[new_role] = _adapted(match, role, now) or Occupant(seat.player_id, name, seat.level)
    return _start(following, seated, role="")


def _adapted(match: MatchState, role: str, now: datetime) -> Occupant | None:
    """Return the computer at the level that follows this game, if it adapts; None at any other seat."""
    seat, row = match.seats[role], match.row
    if not (match.terms.adaptive and seat.level) or row.status != Match.Status.OVER or row.how in Match.VOID:
        return None
    score = series.points(match, match.other(role))
    return players.occupant(players.computer(row.game, next_level(row.game, seat.level, score), now))


def _start(match: MatchState, seated: Mapping[str, Occupant], role: str) -> Change:
    opening = tuple(_opening(match)) if match.terms.balanced else ()
    return Change(match, Transition(EventKind.STARTED, role, seated=seated), then=opening)


def _opening(match: MatchState) -> Iterator[Transition]:
    """Yield an even opening, drawn by lot: one event for each sowing, also where players sow by hand."""
    state, game = match.state, get_game(match.row.game)
    for action in secrets.choice(EVEN[match.row.game]):
        role = state.to_move[0]
        played = rules_service.play(state, role, action)
        plies, state = played.plies, played.state
        while game.continues(drop := state.legal_actions(role)[0]):
            played = rules_service.play(state, role, drop)
            plies, state = plies + played.plies, played.state
        yield Transition(EventKind.OPENING, role, NewPosition(state, plies))


def empty_match(config: MatchConfig, maker: int, now: datetime) -> MatchState:
    """Return a match with free seats, without any event."""
    game = get_game(config.game)
    row = Match(
        game=game.slug,
        options=game.checked_options(config.options),
        terms=stored(config.terms),
        rules_version=game.version,
        visibility=Match.Visibility(config.visibility),
        maker_id=maker,
        open_offer=config.open_offer,
        within=config.within,
        facts=first_state(game.slug, config.options, config.terms.start, config.terms.handicap).facts(),
        bases=dict.fromkeys(game.roles, 0),
        created_at=now,
        acted_at=now,
        deadline=now + INVITATION_LASTS,
    )
    match = match_state(row, [Seat(match=row, role=role) for role in game.roles])
    row.series = series.first(match)
    return match


def _made_before(
    lobby: Lobby, message: Create | Import | Pair, player_id: int, command: Command, now: datetime
) -> str | None:
    """Return the match that this command has made before."""
    return match_lists.made_with(player_id, command.cmd) if command.cmd else None


@making_command(Create, before=_made_before)
def create(
    lobby: Lobby, message: Create, player_id: int, command: Command, now: datetime
) -> Effect | Refusal:
    """Make a match: an invitation, an open offer, or one that begins at once."""
    if refusal := _creation_refusal(message, command, player_id, now):
        return refusal
    config = locked.private(message.config) if locked.is_locked(player_id) else message.config
    made = new_match(config, player_id, message.name, now, message.computer, message.names)
    if message.invited:
        made.match.row.invited_id = message.invited
        made.match.row.deadline = now + INVITATION_OPEN_FOR[message.open_for]
    if message.config.open_offer:
        lobby.offers.append(made.match.row.public_id)
    return replace(made, takes_name=message.name if message.takes_name else "")


def _creation_refusal(message: Create, command: Command, maker: int, now: datetime) -> Refusal | None:
    """Return why the maker can't have this match; None if they can. Reads the record."""
    people = {maker, *([message.invited] if message.invited else [])}
    if apart := locked.meeting_refusal(people):
        return apart
    if message.config.open_offer and locked.is_locked(maker):
        return Refusal("locked.lobby")
    if message.config.open_offer and bots.is_bot(maker):
        return Refusal("bot_in_lobby")
    if message.config.open_offer and (waits := reliability.refusal(maker, command.client.address, now)):
        return waits
    if message.computer is None and match_lists.waiting_of(maker, now) >= MOST_WAITING:
        return Refusal("too_many_waiting", {"limit": MOST_WAITING})
    if message.config.terms.rated and not accounts.has_account(maker):
        return Refusal("rated_needs_account")
    if command.by_token and (barred := bots.program_refusal(maker, message.config.terms)):
        return barred
    for name in filter(None, (message.name, *message.names)):
        if refusal := accounts.name_refusal(name, maker):
            return refusal
    return invitation_refusal(maker, message.invited, message.config, now) if message.invited else None


@making_command(Pair, before=_made_before)
def pair(lobby: Lobby, message: Pair, player_id: int, command: Command, now: datetime) -> Effect | Refusal:
    """Begin a match of two people whom its maker pairs."""
    seated = {seat.player_id for seat in message.seats if seat.player_id is not None}
    if Player.all_withdrawn().filter(pk__in=seated).exists():
        return Refusal("withdrawn")
    if barred := next(filter(None, (sanctions.refusal(person, "", now) for person in seated)), None):
        return barred
    if apart := locked.meeting_refusal(
        {seat.player_id for seat in message.seats if seat.player_id and not seat.level}
    ):
        return apart
    config = locked.private(message.config) if locked.has_locked(seated) else message.config
    match = empty_match(config, player_id, now)
    return _start(match, dict(zip(match.seats, message.seats, strict=True)), role="")


@making_command(Import, before=_made_before, makes_match=False)
def import_match(
    lobby: Lobby, message: Import, player_id: int, command: Command, now: datetime
) -> Effect | Refusal:
    """Store a match that is over. It has no players or watchers, so its events aren't announced."""
    if locked.is_locked(player_id):
        return Refusal("locked")
    message.match.row.maker_id = player_id
    message.events[0].sender_id, message.events[0].cmd = player_id, command.cmd
    return FinishedMatch(message.match, message.events, message.plies)


OFFER_LEFT = timedelta(minutes=1)
"""Time without any page of the match after which its maker has left; a reload takes seconds."""


def deserted_offers(now: datetime) -> list[Command]:
    """Return commands for real-time offers whose makers have left; an outage gives them a new minute."""
    since = now - OFFER_LEFT
    if Alive.objects.filter(since__gt=since).exists():
        return []
    here = Presence.objects.filter(match=OuterRef("pk"), until__gt=since).exclude(roles="")
    offers = Match.objects.filter(
        ~Exists(here),
        open_offer=True,
        status=Match.Status.WAITING,
        created_at__lte=since,
        terms__time__kind="real",
    )
    ids = offers.order_by("pk").values_list("public_id", flat=True)
    return [Command(Lapse(), public_id, None, from_server=True) for public_id in ids]


@server_command(Lapse, during={Match.Status.WAITING})
def lapse(match: MatchState, message: Lapse, player_id: None, now: datetime) -> Transition | Refusal:
    """End the offer, whose maker has left."""
    if not match.row.open_offer or not isinstance(match.terms.time, RealTime):
        return Refusal("not_due")
    return Transition(EventKind.EXPIRED)


NARROWER = (Match.Visibility.PUBLIC, Match.Visibility.LINK, Match.Visibility.SEATS)
"""Visibilities, each open to fewer people than the one before."""


@command(OpenTo, by=By.PLAYER_OR_MAKER, during={Match.Status.PLAYING, Match.Status.OVER})
def open_to(match: MatchState, message: OpenTo, player_id: int, now: datetime) -> Transition | Refusal:
    """Set the visibility of the match to ``message.who``, a ``Match.Visibility``."""
    if match.pending.hidden_from:
        return Refusal("hidden")
    visibility = Match.Visibility(message.who)
    if visibility == match.row.visibility:
        return Refusal("open_already")
    if locked.has_locked([sitter for sitter in match.sitters.values() if sitter]):
        return Refusal("locked.visible")
    if player_id != match.row.maker_id and NARROWER.index(visibility) < NARROWER.index(match.row.visibility):
        return Refusal("only_closer")
    role = match.speaker(player_id) if match.roles_of(player_id) else ""
    closed = pending.closed(match.pending, match.row.visibility)
    return Transition(EventKind.OPENED_TO, role, visibility=visibility, pending=closed)


@server_command(EndMatch, during={Match.Status.PLAYING})
def end_match(match: MatchState, message: EndMatch, player_id: None, now: datetime) -> Transition | Refusal:
    """End the match without a result, as a moderator decided."""
    return Transition(EventKind.ENDED, ending=Ending(Match.How.MODERATOR))


@server_command(CallOff, during={Match.Status.PLAYING})
def call_off(match: MatchState, message: CallOff, player_id: None, now: datetime) -> Transition | Refusal:
    """Cancel the match for both players."""
    return Transition(EventKind.ABORTED, ending=Ending(Match.How.ABORTED))


@server_command(HideMatch, during=BEGUN)
def hide_match(match: MatchState, message: HideMatch, player_id: None, now: datetime) -> Transition | Refusal:
    """Close the match to everybody but its players; one that they closed themselves stays closed."""
    if match.pending.hidden_from:
        return Refusal("open_already")
    closed = pending.closed(match.pending, match.row.visibility)
    hidden = structs.replace(closed, hidden_from=match.row.visibility)
    return Transition(EventKind.OPENED_TO, visibility=Match.Visibility.SEATS, pending=hidden)


@server_command(ShowMatch, during=BEGUN)
def show_match(match: MatchState, message: ShowMatch, player_id: None, now: datetime) -> Transition | Refusal:
    """Restore a hidden match's former visibility."""
    before = match.pending.hidden_from
    if not before:
        return Refusal("not_hidden")
    shown = structs.replace(match.pending, hidden_from="")
    return Transition(EventKind.OPENED_TO, visibility=before, pending=shown)
