"""The HTTP API, version 1: the player's arranged games, and answers to proposed times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from django.http import HttpResponse

from games_app.api.door import NDJSON, Cmd, Endpoint, acting, closed, done, endpoint, lines
from games_app.appointments import changes
from games_app.door import limits
from games_app.door.visitors import Request, sender_of
from games_app.lib import clock
from games_app.lib.clock import ms
from games_app.lib.refusals import Refusal, Refused
from games_app.lists import appointments as read_model
from games_app.lists.appointments import Shown
from games_app.match.terms import Terms


class Opponent(msgspec.Struct, frozen=True):
    id: str
    name: str


class AppointmentLine(msgspec.Struct, frozen=True):
    """A time for a game that two people have agreed on, or that one of them proposes."""

    id: str
    status: Literal["proposed", "agreed", "played", "declined", "cancelled", "missed"]
    asked: bool
    """True if you answer the proposed time."""
    at: int
    number: int
    """Number of the last change; agree with it, so that you agree to the time that you have read."""
    opponent: Opponent
    game: str
    options: Mapping[str, str]
    terms: Terms
    match: str | None
    """Id of the match once it has begun."""


class Agree(Cmd, frozen=True):
    """Agree to the time of the change with this number."""

    number: int


@endpoint(Endpoint("Your arranged games, the next one first", AppointmentLine, NDJSON, needs_token=True))
def appointments(request: Request) -> HttpResponse:
    if refusal := closed(request):
        return refusal
    me = request.visitor.player_id
    shown = read_model.open_of(me, clock.now()) if me is not None else []
    return lines(request, [msgspec.json.encode(_line(each)) for each in shown])


def _line(shown: Shown) -> AppointmentLine:
    row, opponent = shown.row, shown.opponent
    return AppointmentLine(
        row.public_id,
        shown.status,  # type: ignore[arg-type]
        shown.is_asked,
        ms(row.at),
        row.number,
        Opponent(opponent.public_id, opponent.name),
        row.game,
        row.options,
        shown.terms,
        shown.match.public_id if shown.match else None,
    )


@endpoint(acting("Agree to a proposed time", AppointmentLine, Agree, limits.FORMS))
def agree_to_appointment(request: Request, sent: Agree, public_id: str) -> HttpResponse:
    """Agree; a second time changes nothing."""
    changes.agree(public_id, sender_of(request), sent.number, clock.now())
    return done(_line(_own(request, public_id)))


@endpoint(acting("Decline a proposed time", AppointmentLine, Cmd, limits.FORMS))
def decline_appointment(request: Request, sent: Cmd, public_id: str) -> HttpResponse:
    changes.decline(public_id, sender_of(request), clock.now())
    return done(_line(_own(request, public_id)))


def _own(request: Request, public_id: str) -> Shown:
    shown = read_model.find(public_id, request.visitor.player_id, clock.now())
    if shown is None:
        raise Refused(Refusal("no_appointment"))
    return shown
