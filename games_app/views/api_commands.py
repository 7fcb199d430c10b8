"""Commands of programs: who sends them, their answers, and the status of each refusal."""

from __future__ import annotations

from django.http import HttpResponse
from msgspec import UNSET, Struct, UnsetType

from games_app.games.refusals import sentences
from games_app.lib.refusals import Refusal
from games_app.services.commands.messages import CommandId
from games_app.services.state import wire
from games_app.store.results import Answer
from games_app.use_cases.matches import Sender
from games_app.views.api_door import done
from games_app.views.http import problem
from games_app.views.visitors import Request, address_of


class Cmd(Struct, frozen=True, forbid_unknown_fields=True):
    """A command without arguments."""

    cmd: CommandId
    """Your own id for the call; sent again, it is carried out once."""


class Done(Struct, frozen=True):
    """Your command was carried out, now or (``again``) when you sent it before."""

    match: str
    seq: int
    """The event that it led to."""
    again: bool
    mine: wire.Position | UnsetType = UNSET
    """The position as you may see it, after a choice that stays hidden."""
    chat: int | UnsetType = UNSET
    """Number of your chat message in its room."""


STATUSES = {
    "malformed": 400,
    "nobody": 401,
    **dict.fromkeys(("not_seated", "not_the_maker", "not_invited", "withdrawn"), 403),
    **dict.fromkeys(("barred", "members_only", "rated_needs_account", "rating_outside", "muted"), 403),
    "no_such_match": 404,
    **dict.fromkeys(("chat_empty", "chat_too_long", "chat_abusive"), 422),
    **dict.fromkeys(("too_many_asides", "left_too_often", "left_by_guests", "too_fast"), 429),
    "chat_too_fast": 429,
    "failed": 500,
    "unavailable": 503,
    **dict.fromkeys(("not_your_turn", "game_over"), 409),
}
"""Status of each refusal. That of others is 422 if the rules of a game refuse, and 409 otherwise."""


def sender_of(request: Request) -> Sender:
    """Return the player of the token as the sender of a command."""
    player = request.visitor.player
    assert player  # noqa: S101  (calls that act need a token)
    return Sender(player, address_of(request), "")


def answered(answer: Answer, status: int = 200, below: str = "") -> HttpResponse:
    """Return the answer to a command; ``below``: path of what it has made, with {match} for the match."""
    if answer.refusal:
        return refused_command(answer.refusal)
    mine = UNSET if answer.mine is None else answer.mine
    chat = answer.chat.number if answer.chat else UNSET
    body = Done(answer.match, answer.seq, answer.again, mine, chat)
    return done(body, status, below.format(match=answer.match))


def refused_command(refusal: Refusal) -> HttpResponse:
    """Return the answer to a command that was refused; Retry-After says when the same may pass."""
    status = STATUSES.get(refusal.code) or (422 if refusal.code in sentences() else 409)
    return problem(refusal.code, refusal.message, status, _retry_ms(refusal))


def _retry_ms(refusal: Refusal) -> int:
    waits = {"seconds": 1000, "minutes": 60_000}
    told = sum(round(unit * refusal.args[name]) for name, unit in waits.items() if name in refusal.args)
    return refusal.retry_ms or told
