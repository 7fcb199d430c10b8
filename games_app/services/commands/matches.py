"""Making, joining and cancelling matches: invitations, open offers and who may see them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import zip_longest

from django.db.models import Exists, OuterRef, QuerySet

from games_app import rules_service
from games_app.games.catalogue import EVEN
from games_app.lib.names import look_alike
from games_app.lib.refusals import Refusal
from games_app.models import Alive, Match, Presence, Seat
from games_app.rules import get_game
from games_app.services.commands.messages import Cancel, Create, Join, Lapse, MatchConfig, OpenTo, TurnDown
from games_app.services.commands.registry import By, Command, command
from games_app.services.people import accounts, blocks, membership, ratings, reliability, sanctions
from games_app.services.people.ratings import RATING_BOUNDS
from games_app.services.queries import match_lists
from games_app.services.state import series
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.match_state import MatchState, match_state
from games_app.services.state.set_up import first_state
from games_app.services.state.terms import RealTime, stored
from games_app.services.state.transitions import Transition

INVITATION_LASTS = timedelta(hours=24)
MOST_WAITING = 20
"""Most waiting matches of one player at the same time."""

RANDOM, BOTH = "random", "both"


def new_match(
    config: MatchConfig,
    maker: int,
    name: str,
    now: datetime,
    computer: tuple[int, str] | None = None,
    names: Sequence[str] = (),
) -> tuple[MatchState, Transition]:
    """Return a match with this configuration, not stored yet, and its first event.

    With a ``computer``, by player id and name, it begins at once. ``names``: of the two at one screen.

    Raises UnknownGame, InvalidOption, and ValueError for a side or an opening that the game doesn't have, for
    a start that play can't begin at, for an open offer whose terms let a stranger wait for ever, and for a
    bound of ratings where nobody is rated or invited by the lobby.
    """
    game = get_game(config.game)
    if config.open_offer and (not config.terms.suits_strangers or config.side == BOTH):
        raise ValueError("An open offer needs two players, and days for each turn or a clock and a claim")
    if config.terms.balanced and game.slug not in EVEN:
        raise ValueError(f"{game.name} has no opening that is proved even")
    if config.terms.rated and game.slug in EVEN and not config.terms.balanced and config.terms.games % 2:
        raise ValueError(f"{game.name} is rated in pairs or from an even opening: who begins has won else")
    if config.terms.rated and config.side == BOTH:
        raise ValueError("Nobody is rated against themselves")
    if config.within and not (config.open_offer and config.terms.rated and config.within in RATING_BOUNDS):
        raise ValueError("Only a rated open offer is bound to ratings, within one of the distances")
    if config.side not in (*game.roles, RANDOM, BOTH):
        raise ValueError(f"{game.name} has no side {config.side!r}")
    match = _empty(config, maker, now)
    if config.side == BOTH:
        chosen = zip_longest(game.roles, names[: len(game.roles)], fillvalue="")
        both = {role: (maker, given or role.capitalize()) for role, given in chosen}
        return match, _start(match, both, role="")
    side = secrets.choice(game.roles) if config.side == RANDOM else config.side
    if computer:
        return match, _start(match, {side: (maker, name), match.other(side): computer}, role="")
    return match, Transition(EventKind.CREATED, side, seated={side: (maker, name)})


@command(Join, by=By.VISITOR, during={Match.Status.WAITING})
def join(match: MatchState, asked: Join, person: int | None, now: datetime) -> Transition | Refusal:
    """Take the free seat under ``asked.name``; this begins the match."""
    assert person is not None  # noqa: S101  (By.VISITOR implies a person)
    if closed := closed_to(match, person):
        return closed
    free = next(role for role, sitter in match.sitters.items() if sitter is None)
    name, maker_name = asked.name, match.seats[match.other(free)].name
    if accounts.is_reserved(name, person):
        return Refusal("name_reserved", {"name": name})
    if look_alike(name, maker_name):
        return Refusal("same_name", {"name": maker_name})
    return _start(match, {free: (person, name)}, role=free)


def closed_to(match: MatchState, person: int | None) -> Refusal | None:
    """Return why this person can't take the free seat, under whatever name; None if they can."""
    row = match.row
    if row.invited_id not in (None, person):
        return Refusal("not_invited")
    if row.open_offer and person and blocks.is_blocked_between(person, row.maker_id):
        return Refusal("offer_taken")
    if match.terms.rated and not (person and accounts.has_account(person)):
        return Refusal("rated_needs_account")
    return ratings.rating_refusal(match, person) if person else None


@command(Cancel, by=By.MAKER, during={Match.Status.WAITING})
def cancel(match: MatchState, asked: Cancel, person: int | None, now: datetime) -> Transition | Refusal:
    """Cancel the match while its free seat is not taken."""
    return Transition(EventKind.CANCELLED, match.roles_of(person)[0], status=Match.Status.CANCELLED)


def successor(match: MatchState, now: datetime) -> MatchState:
    """Return the rematch, or the series' next game: same game, options and terms, not stored yet."""
    row = match.row
    config = MatchConfig(row.game, row.options, RANDOM, row.visibility, match.terms, row.open_offer)
    following = _empty(config, row.maker_id, now)
    following.row.series = series.following(match, following)
    return following


def swapped(match: MatchState, following: MatchState) -> Transition:
    """Return the first event of the ``following`` match: sides are swapped, unless a game is repeated."""
    seated = {}
    for role, seat in match.seats.items():
        assert seat.player_id is not None  # noqa: S101  (the match was played)
        other = role if series.is_repeated(match) else match.other(role)
        of_side = match.hotseat and seat.name == role.capitalize()
        seated[other] = (seat.player_id, other.capitalize() if of_side else seat.name)
    return _start(following, seated, role="")


def _start(match: MatchState, seated: Mapping[str, tuple[int, str]], role: str) -> Transition:
    opening = tuple(_opening(match)) if match.terms.balanced else ()
    return Transition(
        EventKind.STARTED, role, seated=seated, status=Match.Status.PLAYING, starts=True, then=opening
    )


def _opening(match: MatchState) -> Iterator[Transition]:
    """Yield an even opening, drawn by lot: one event for each decision."""
    state = match.state
    for action in secrets.choice(EVEN[match.row.game]):
        played = rules_service.play(state, state.to_move[0], action)
        state = played.state
        yield Transition(EventKind.OPENING, played.role, played.plies, state, opens=True)


def _empty(config: MatchConfig, maker: int, now: datetime) -> MatchState:
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
        facts=first_state(game.slug, config.options, config.terms.start).facts(),
        bases=dict.fromkeys(game.roles, 0),
        created_at=now,
        acted_at=now,
        deadline=now + INVITATION_LASTS,
    )
    match = match_state(row, [Seat(match=row, role=role) for role in game.roles])
    row.series = series.first(match)
    return match


def not_admitted(maker: int, address: str, now: datetime) -> Refusal | None:
    """Return why the maker, at this address, can make no match at all; None if they can."""
    if membership.is_closed_to(maker):
        return Refusal("members_only")
    return sanctions.refusal(maker, address, now)


def creation_refusal(asked: Create, maker: int, address: str, now: datetime) -> Refusal | None:
    """Return why the maker, at this address, can't have this match; None if they can. Reads the record."""
    if refusal := not_admitted(maker, address, now):
        return refusal
    if asked.config.open_offer and (waits := reliability.refusal(maker, address, now)):
        return waits
    if asked.computer is None and match_lists.waiting_of(maker, now) >= MOST_WAITING:
        return Refusal("too_many_waiting", {"limit": MOST_WAITING})
    if asked.config.terms.rated and not accounts.has_account(maker):
        return Refusal("rated_needs_account")
    if accounts.is_reserved(asked.name, maker):
        return Refusal("name_reserved", {"name": asked.name})
    return invitation_refusal(maker, asked.invited, now) if asked.invited else None


DAY = timedelta(days=1)
MOST_A_DAY = 5
"""Most invitations of one person by one other within a day, whatever became of them."""
STRANGERS_A_DAY = 10
"""Most people whom a person invites within a day without having played with them, each of them once."""


def invitation_refusal(maker: int, invited: int, now: datetime) -> Refusal | None:
    """Return why this player may not invite that one now, if so.

    That the maker was blocked is no reason: the invitation is never shown, and nothing tells of it.
    """
    played = have_played(maker, invited)
    if maker == invited or not (played or _is_open(maker, invited)):
        return Refusal("not_played_with")
    if blocks.has_blocked(maker, invited):
        return Refusal("blocked_by_you")
    if not played:
        return _refused_to_a_stranger(maker, invited, now)
    if _made(maker, now).filter(invited=invited).count() >= MOST_A_DAY:
        return Refusal("too_many_invitations", {"limit": MOST_A_DAY})
    return None


def may_invite(maker: int, invited: int) -> bool:
    """Return whether the two have played, or both have accounts and the one invited is open to all."""
    return maker != invited and (have_played(maker, invited) or _is_open(maker, invited))


def have_played(one: int, other: int) -> bool:
    return Seat.objects.filter(player=one, opponent=other).exclude(listed_at=None).exists()


def _is_open(maker: int, invited: int) -> bool:
    return accounts.is_open_to_invitations(invited) and accounts.has_account(maker)


def _refused_to_a_stranger(maker: int, invited: int, now: datetime) -> Refusal | None:
    if _made(maker, now).filter(invited=invited).exists():
        return Refusal("invited_today")
    played = Seat.objects.filter(player=maker, opponent=OuterRef("invited")).exclude(listed_at=None)
    if _made(maker, now).exclude(Exists(played)).count() >= STRANGERS_A_DAY:
        return Refusal("too_many_strangers", {"limit": STRANGERS_A_DAY})
    return None


def _made(maker: int, now: datetime) -> QuerySet[Match]:
    """Return the invitations that this player has made within a day."""
    return Match.objects.filter(maker=maker, invited__isnull=False, created_at__gt=now - DAY)


@command(TurnDown, by=By.VISITOR, during={Match.Status.WAITING})
def turn_down(match: MatchState, asked: TurnDown, person: int | None, now: datetime) -> Transition | Refusal:
    """Decline the invitation, which ends it."""
    if match.row.invited_id is None or match.row.invited_id != person:
        return Refusal("not_invited")
    return Transition(EventKind.CANCELLED, status=Match.Status.CANCELLED)


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


@command(Lapse, by=By.SERVER, during={Match.Status.WAITING})
def lapse(match: MatchState, asked: Lapse, person: int | None, now: datetime) -> Transition | Refusal:
    """End the offer, whose maker has left."""
    if not match.row.open_offer or not isinstance(match.terms.time, RealTime):
        return Refusal("not_due")
    return Transition(EventKind.EXPIRED, status=Match.Status.EXPIRED)


NARROWER = (Match.Visibility.PUBLIC, Match.Visibility.LINK, Match.Visibility.SEATS)
"""Each is open to fewer people than the one before."""


@command(OpenTo, by=By.PLAYER_OR_MAKER, during={Match.Status.PLAYING, Match.Status.OVER})
def open_to(match: MatchState, asked: OpenTo, person: int | None, now: datetime) -> Transition | Refusal:
    """Set the visibility of the match to ``asked.who``, a ``Match.Visibility``."""
    if match.pending.hidden_from:
        return Refusal("hidden")
    who = Match.Visibility(asked.who)
    if who == match.row.visibility:
        return Refusal("open_already")
    if person != match.row.maker_id and NARROWER.index(who) < NARROWER.index(match.row.visibility):
        return Refusal("only_closer")
    role = match.speaker(person) if match.roles_of(person) else ""
    return Transition(EventKind.OPENED_TO, role, visibility=who)
