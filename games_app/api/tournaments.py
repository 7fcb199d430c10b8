"""The HTTP API, version 1: tournaments. Their matches are ordinary matches, which the stream announces."""

from __future__ import annotations

from typing import Literal

import msgspec
from django.http import HttpResponse

from games_app.api.door import NDJSON, Cmd, Endpoint, acting, closed, done, endpoint, json_answer, lines
from games_app.door import limits
from games_app.door.visitors import Request, sender_of
from games_app.lib import clock
from games_app.lib.clock import ms
from games_app.match.messages import CommandId
from games_app.models import Match, Tournament
from games_app.tournaments import games, members
from games_app.tournaments.downloads import TournamentFile, file_of
from games_app.tournaments.games import pairing_with
from games_app.tournaments.pages import LISTED, tournament_or_404, visible_or_404
from games_app.tournaments.record import Record


class TournamentLine(msgspec.Struct, frozen=True):
    """A public tournament in a list."""

    id: str
    system: str
    """roundrobin, knockout, swiss or evening."""
    game: str
    status: Literal["joining", "playing", "over"]
    people: int
    """People who take part and have not left."""
    maker: str
    """Name of the person who made it."""
    created_at: int


class Joined(msgspec.Struct, frozen=True):
    """Your place in a tournament."""

    number: int
    name: str


class NextGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that you owe somebody."""

    cmd: CommandId
    """Your own id for the call; sent again, it is carried out once."""
    opponent: int
    """Number of the other person in the tournament."""


class Begun(msgspec.Struct, frozen=True):
    """A game of a tournament that you have begun, or are ready for."""

    match: str | None
    """Its public id; null while the other one must still say that they are there."""


@endpoint(Endpoint("Public tournaments, latest first", TournamentLine, NDJSON))
def tournaments(request: Request) -> HttpResponse:
    if refusal := closed(request):
        return refusal
    rows = Tournament.objects.select_related("maker").filter(visibility=Match.Visibility.PUBLIC)
    newest = [Record(row) for row in rows.order_by("-created_at")[:LISTED]]
    return lines(request, [msgspec.json.encode(_line(record)) for record in newest])


def _line(record: Record) -> TournamentLine:
    row = record.tournament
    return TournamentLine(
        row.public_id,
        row.system,
        row.game,
        row.status,  # type: ignore[arg-type]
        len(record.present),
        row.maker.name,
        ms(row.created_at),
    )


@endpoint(Endpoint("A tournament with its people, games and standings", TournamentFile))
def tournament(request: Request, public_id: str) -> HttpResponse:
    return json_answer(file_of(visible_or_404(request, public_id).record))


@endpoint(acting("Take part in a tournament", Joined, Cmd, limits.JOINS))
def join_tournament(request: Request, sent: Cmd, public_id: str) -> HttpResponse:
    """Take part under the player's own name; a second time changes nothing."""
    sender = sender_of(request)
    tournament_or_404(public_id)
    entry = members.join(public_id, sender.player, sender.player.name, sender.client, clock.now())
    return done(Joined(entry.number, entry.name))


@endpoint(acting("Begin a game that you owe somebody in a tournament", Begun, NextGame, limits.JOINS))
def begin_game(request: Request, sent: NextGame, public_id: str) -> HttpResponse:
    """Begin a game; the second time, the answer is the same match."""
    table, player = visible_or_404(request, public_id), sender_of(request).player
    pairing = pairing_with(table.record, player.pk, sent.opponent)
    if pairing.match is None:
        games.play(public_id, player, pairing.pk, clock.now())
    return done(Begun(games.match_of(pairing.pk) or None))
