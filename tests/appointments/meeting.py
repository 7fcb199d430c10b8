"""Two people who know each other, and the times that they propose."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from games_app.appointments import changes
from games_app.lib import clock
from games_app.match.messages import RANDOM, MatchConfig
from games_app.match.terms import CLOCK_PRESETS, Terms
from games_app.models import Account, Appointment, Friendship, Match, Player
from games_app.people import friends
from games_app.people.client_marks import NO_CLIENT
from games_app.record.use_cases import Sender
from tests.cast import guest, new_cmd

CLOCK, DAYS = CLOCK_PRESETS["5+3"], CLOCK_PRESETS["days"]
HOUR = timedelta(hours=1)
AHEAD = 3 * HOUR


def sender(player: Player) -> Sender:
    return Sender(player, NO_CLIENT)


def befriended(*names: str) -> list[Player]:
    """Return people who are all friends of the first one."""
    people = [Player.objects.filter(name=name).first() or guest(name) for name in names]
    own = [
        Account.objects.get_or_create(
            player=player, defaults={"name": player.name, "created_at": clock.now()}
        )[0]
        for player in people
    ]
    for account in own[1:]:
        if not friends.are_friends(people[0].pk, account.player_id):
            now = clock.now()
            Friendship.objects.create(asker=own[0], asked=account, asked_at=now, agreed_at=now)
    return people


def proposal(
    proposer: str = "alice",
    other: str = "bob",
    *,
    terms: Terms = CLOCK,
    ahead: timedelta = AHEAD,
    cmd: str = "",
    options: Mapping[str, str] | None = None,
    side: str = RANDOM,
) -> Appointment:
    """Let one of two friends propose a game of mancala so far ahead."""
    people = befriended(proposer, other)
    config = MatchConfig("mancala", options or {}, side, Match.Visibility.PUBLIC, terms)
    now = clock.now()
    return changes.propose(sender(people[0]), people[1], config, now + ahead, cmd or new_cmd(), now)


def agreed(*, terms: Terms = CLOCK, ahead: timedelta = AHEAD) -> Appointment:
    """Let alice propose a game, and bob agree."""
    row = proposal(terms=terms, ahead=ahead)
    changes.agree(row.public_id, sender(row.other), row.number, clock.now())
    return fresh(row)


def fresh(row: Appointment) -> Appointment:
    return Appointment.objects.select_related("proposer", "other", "match").get(pk=row.pk)
