"""Tips for a player of a running match."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games_app import use_cases
from games_app.engine_jobs.askers import TooManyWaiting
from games_app.engine_jobs.models import Job
from games_app.engine_jobs.queue import ENDED
from games_app.lib import clock
from games_app.services.commands.messages import Seq, TakeTip
from games_app.services.commands.play import tip_refusal
from games_app.services.commands.registry import Command, turned_away
from games_app.services.engine.opponent import public_state
from games_app.services.engine.requests import NotAnalysed, place_to_look, request_tip
from games_app.views import limits
from games_app.views.access import visible_or_404
from games_app.views.analysis import asker_of, crowded
from games_app.views.http import answer, json_view, problem, refused
from games_app.views.visitors import Request

LARGEST = 256
"""Largest request, in bytes."""

WITHHELD = {
    "seated": gettext_noop(
        "You are playing this game against somebody else too. There are no tips until that match is over."
    ),
    "in_play": gettext_noop(
        "Two people are playing a position like this now. Ask again after your next move."
    ),
    "no_engine": gettext_noop("There are no tips in this game."),
}


class Asked(Struct, forbid_unknown_fields=True, frozen=True):
    """``base``: the event after which the player decides; ``move``: True for the move too."""

    base: Seq
    move: bool = False


@json_view(limits.TIPS, Asked, LARGEST)
def tip(request: Request, asked: Asked, public_id: str) -> HttpResponse:
    """Return what to look at, {"state", "text", "stops"}, and if asked the "move"; or how far the engine is.

    A tip is told only when it is stored that it was taken.
    """
    match, me = visible_or_404(request, public_id), request.visitor.player_id
    taking = Command(TakeTip(cmd=f"tip-{asked.base}", base=asked.base), public_id, me)
    if refusal := turned_away(match, taking, clock.now()):
        return refused(refusal, 409)
    assert me is not None  # noqa: S101  (people without a seat are turned away)
    role = match.speaker(me)
    if refusal := tip_refusal(match, role, asked.base):
        return refused(refusal, 409)
    try:
        job = request_tip(match, role, me, asker_of(request))
    except NotAnalysed as error:
        return problem(error.reason, _(WITHHELD[error.reason]), 409)
    except TooManyWaiting:
        return crowded()
    if job.state not in ENDED:
        return answer({"state": job.state})
    if job.state != Job.State.DONE or not job.result:
        return problem("no_tip", _("The engine found no tip. Try again."), 409)
    stored = use_cases.take_tip(match, taking)
    if stored.refusal:
        return refused(stored.refusal, 409)
    action = job.result["action"]
    text, stops = place_to_look(public_state(match, role), match.row.game, role, action)
    told = {"state": job.state, "role": role, "text": text, "stops": stops}
    return answer(told | {"move": action} if asked.move else told)
