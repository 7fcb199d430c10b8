"""A tournament as a file, JSON or CSV, and on paper."""

from __future__ import annotations

import csv
from io import StringIO

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe
from msgspec import UNSET, Struct, UnsetType, json

from games_app.door.http import answers_json
from games_app.door.visitors import Request
from games_app.lib.clock import ms
from games_app.match.terms import Terms
from games_app.models import Entry
from games_app.tournaments.pages import visible_or_404
from games_app.tournaments.pairing.results import WIN
from games_app.tournaments.record import Record
from games_app.tournaments.table import Table, standings_of

FORMULA_MARKS = "=+-@\t\r"
"""First characters by which a spreadsheet takes a text for a formula."""


class TournamentEntry(Struct, frozen=True):
    """A person in a tournament."""

    number: int
    name: str
    player: str | None
    """The player's public id; null for somebody without a device, or who has withdrawn."""
    left: bool


class TournamentGame(Struct, frozen=True):
    """A game of a tournament; people by their numbers, the first mover first."""

    round: int
    board: int
    first: int
    second: int | None
    """Null for a bye."""
    outcome: str
    """first, second, draw or none; empty until it is decided."""
    decided_by: str
    """match, maker, bye, left, absent, lot or end; empty until it is decided."""
    match: str | None
    """The match's public id; null without one."""


class TournamentPlace(Struct, frozen=True):
    """A line of the standings."""

    place: int
    number: int
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    sonneborn_berger: float


class TournamentFile(Struct, frozen=True, kw_only=True):
    """A tournament with its people, games and standings."""

    id: str
    system: str
    """roundrobin, knockout, swiss or evening."""
    game: str
    options: dict[str, str]
    terms: Terms
    visibility: str
    status: str
    """joining, playing or over."""
    round: int
    rounds: int | UnsetType = UNSET
    minutes: int | UnsetType = UNSET
    begin_within: int | UnsetType = UNSET
    """Minutes in which a paired game must begin, in a round robin all games since its creation."""
    created_at: int
    ended_at: int | None
    people: list[TournamentEntry]
    games: list[TournamentGame]
    standings: list[TournamentPlace]


def file_of(record: Record) -> TournamentFile:
    """Return the data of a tournament that everybody who may see it may have."""
    tournament, number = record.tournament, {entry.pk: entry.number for entry in record.entries}
    return TournamentFile(
        id=tournament.public_id,
        system=tournament.system,
        game=tournament.game,
        options=tournament.options,
        terms=record.terms,
        visibility=tournament.visibility,
        status=tournament.status,
        round=tournament.round,
        rounds=tournament.rounds or UNSET,
        minutes=tournament.minutes or UNSET,
        begin_within=tournament.begin_within or UNSET,
        created_at=ms(tournament.created_at),
        ended_at=ms(tournament.ended_at) if tournament.ended_at else None,
        people=[
            TournamentEntry(entry.number, entry.name, _public_id(entry), entry.left_at is not None)
            for entry in record.entries
        ],
        games=[
            TournamentGame(
                pairing.round,
                pairing.board,
                number[pairing.first_id],
                number[pairing.second_id] if pairing.second_id else None,
                pairing.outcome,
                pairing.decided_by,
                pairing.match,
            )
            for pairing in record.games
        ],
        standings=[
            TournamentPlace(
                each.place,
                each.number,
                each.points / WIN,
                each.games,
                each.wins,
                each.draws,
                each.losses,
                each.sonneborn_berger / (2 * WIN),
            )
            for each in standings_of(record)
        ],
    )


def _public_id(entry: Entry) -> str | None:
    return None if entry.player is None or entry.player.withdrawn else entry.player.public_id


@answers_json
@require_safe
def as_json(request: Request, public_id: str) -> HttpResponse:
    body = json.format(json.encode(file_of(visible_or_404(request, public_id).record)), indent=2)
    return _attachment(HttpResponse(body, content_type="application/json"), public_id, "json")


@require_safe
def as_csv(request: Request, public_id: str) -> HttpResponse:
    """Return the cross table as it is shown, with one line for each person."""
    table = visible_or_404(request, public_id)
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(["place", "number", "name", *table.columns, "points", "wins", "sonneborn_berger"])
    for row in table.rows:
        standing = row.standing
        fields = [row.entry.number, plain(row.entry.name), *(plain(cell.text) for cell in row.cells)]
        if standing:
            scores = [standing.points / WIN, standing.wins, standing.sonneborn_berger / (2 * WIN)]
            writer.writerow([standing.place, *fields, *scores])
        else:
            writer.writerow(["", *fields, "", "", ""])
    return _attachment(
        HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8"), public_id, "csv"
    )


def plain(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(tuple(FORMULA_MARKS)) else text


def _attachment(response: HttpResponse, public_id: str, form: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="tournament-{public_id}.{form}"'
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
def print_view(request: Request, public_id: str) -> HttpResponse:
    table: Table = visible_or_404(request, public_id)
    link = request.build_absolute_uri(reverse("tournament", args=[public_id]))
    return render(request, "tournaments/print.html", {"table": table, "link": link})
