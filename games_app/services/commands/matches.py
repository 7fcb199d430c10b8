"""Making a match, joining it, cancelling it, and rematches."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import zip_longest

from games_app import rules_service
from games_app.games.catalogue import EVEN
from games_app.lib.names import look_alike
from games_app.lib.refusals import Refusal
from games_app.models import Match, Seat
from games_app.rules import get_game
from games_app.services.commands.messages import Cancel, Join, MatchConfig
from games_app.services.commands.registry import By, command
from games_app.services.people import accounts, blocks, rating_distance
from games_app.services.people.rating_distance import BOUNDS
from games_app.services.state import series
from games_app.services.state.match_state import MatchState, match_state
from games_app.services.state.set_up import first_state
from games_app.services.state.terms import stored
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
    if config.within and not (config.open_offer and config.terms.rated and config.within in BOUNDS):
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
    return match, Transition("created", side, seated={side: (maker, name)})


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
    if row.open_offer and person and blocks.between(person, row.maker_id):
        return Refusal("offer_taken")
    if match.terms.rated and not (person and accounts.has_account(person)):
        return Refusal("rated_needs_account")
    return rating_distance.refusal(match, person) if person else None


@command(Cancel, by=By.MAKER, during={Match.Status.WAITING})
def cancel(match: MatchState, asked: Cancel, person: int | None, now: datetime) -> Transition | Refusal:
    """Cancel the match while its free seat is not taken."""
    return Transition("cancelled", match.roles_of(person)[0], status=Match.Status.CANCELLED)


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
    return Transition("started", role, seated=seated, status=Match.Status.PLAYING, starts=True, then=opening)


def _opening(match: MatchState) -> Iterator[Transition]:
    """Yield an even opening, drawn by lot: one event for each decision."""
    state = match.state
    for action in secrets.choice(EVEN[match.row.game]):
        played = rules_service.play(state, state.to_move[0], action)
        state = played.state
        yield Transition("opening", played.role, played.plies, state, opens=True)


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
