"""The HTTP API, version 1: making, joining and importing matches, inviting people, commands in a match."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse, QueryDict
from msgspec import Struct

from games_app.analysis.fairness import is_seated
from games_app.analysis.start_positions import Beginning, beginning
from games_app.api.door import Cmd, Done, acting, answered, closed, endpoint, refused_command
from games_app.api.match_forms import Challenge, Invitation, NewMatch, form_of, game_of, level_in
from games_app.archive.forms import ImportForm
from games_app.archive.pages import REPLAY_PATIENCE, replaying_imports
from games_app.door import limits
from games_app.door.access import person_or_404, visible_or_404
from games_app.door.http import View, problem
from games_app.door.visitors import Request, enforce_rate, sender_of
from games_app.games.rules import InvalidOption
from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.lists import match_lists
from games_app.match import messages, wire
from games_app.match.messages import CommandId
from games_app.models import Match, Player
from games_app.pages.forms.new_match import NewMatchForm
from games_app.people import bots
from games_app.people.api_tokens import CHALLENGE
from games_app.record import use_cases
from games_app.record.commands.invitations import know_each_other
from games_app.record.results import Answer

MADE = "matches/{match}"
LARGEST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class Declining(Cmd, frozen=True, forbid_unknown_fields=True):
    reason: wire.DeclineReason | None = None
    """Reason for the person who invited you."""


@endpoint(acting("Make a match", Done, NewMatch, limits.NEW_MATCHES, status=201))
def make_match(request: Request, new_match: NewMatch) -> HttpResponse:
    """Make a match: by link, open to everybody in the lobby, or against the computer."""
    if refusal := closed(request):
        return refusal
    if made := _made_before(request, new_match):
        return made
    sender = sender_of(request)
    form = _form(request, sender.player, new_match)
    answer = use_cases.make_match(
        sender, form.config(), sender.player.name, new_match.cmd, level=level_in(form)
    )
    return answered(answer, 201, MADE)


@endpoint(acting("Invite a player", Done, Challenge, limits.NEW_MATCHES, scope=CHALLENGE, status=201))
def invite(request: Request, challenge: Challenge, public_id: str) -> HttpResponse:
    """Make a match that only this player may join."""
    if refusal := closed(request):
        return refusal
    invited, sender = person_or_404(public_id), sender_of(request)
    if made := _made_before(request, challenge):
        return made
    if invited.withdrawn:
        return refused_command(Refusal("not_played_with"))
    if not (bots.is_bot(invited.pk) or know_each_other(sender.player.pk, invited.pk)):
        enforce_rate(request, limits.STRANGERS_INVITED, "too_many_forms")
    form = _form(request, sender.player, challenge)
    return answered(
        use_cases.invite(sender, invited, form.config(), challenge.cmd, challenge.open_for), 201, MADE
    )


def _made_before(request: Request, invitation: Invitation) -> HttpResponse | None:
    """Return the answer to a call that has made a match before; its terms may be impossible by now."""
    me = request.visitor.player_id
    made = match_lists.made_with(me, invitation.cmd) if me else None
    return answered(Answer(made, invitation.cmd, 1, again=True), 201, MADE) if made else None


def _form(request: Request, maker: Player, invitation: Invitation) -> NewMatchForm:
    """Return the valid form of the wanted match. Raises Refused."""
    try:
        return form_of(invitation, maker.name, _begins(request, invitation))
    except InvalidOption as error:
        raise Refused(Refusal("impossible_match.options", {"error": str(error)})) from error


def _begins(request: Request, invitation: Invitation) -> Beginning | None:
    """Return the position after the moves, or None for the usual one. Raises InvalidOption, Refused."""
    game, moves, me = game_of(invitation), invitation.terms.start, request.visitor.player_id
    if not moves.strip():
        return None
    enforce_rate(request, limits.START_POSITIONS, "too_many_forms")
    if (
        isinstance(invitation, NewMatch)
        and invitation.opponent == "computer"
        and me
        and is_seated(game.slug, me)
    ):
        raise Refused(Refusal("seated.start"))
    start = beginning(game, invitation.options, moves)
    return start if start.moves else None


@endpoint(acting("Take the free seat of a match", Done, Cmd, limits.JOINS))
def join(request: Request, sent: Cmd, public_id: str) -> HttpResponse:
    """Take the free seat under the player's own name."""
    sender = sender_of(request)
    return _send(request, messages.Join(sender.player.name, cmd=sent.cmd), public_id)


@endpoint(acting("Cancel a match of yours that waits", Done, Cmd, limits.FORMS))
def cancel(request: Request, sent: Cmd, public_id: str) -> HttpResponse:
    """Cancel a waiting match."""
    return _send(request, messages.Cancel(cmd=sent.cmd), public_id)


@endpoint(acting("Decline an invitation to you", Done, Declining, limits.FORMS))
def decline(request: Request, sent: Declining, public_id: str) -> HttpResponse:
    """Decline an invitation."""
    return _send(request, messages.TurnDown(sent.reason, cmd=sent.cmd), public_id)


def _send(request: Request, message: messages.Message, public_id: str) -> HttpResponse:
    received = clock.now()
    match = visible_or_404(request, public_id)
    return answered(use_cases.send(sender_of(request), match, message, received))


def _command(name: str, summary: str, message: type[messages.ClientCommand]) -> View:
    """Return the view that sends a command of the live protocol, whose kind its address tells."""

    def send(request: Request, sent: messages.ClientCommand, public_id: str) -> HttpResponse:
        return _send(request, sent, public_id)

    send.__name__ = name
    return endpoint(acting(summary, Done, message, limits.API_COMMANDS))(send)


def _chat(name: str, summary: str, message: type[messages.Say | messages.SayPhrase]) -> View:
    """Return the view that sends a chat message."""

    def say(request: Request, sent: messages.ClientCommand, public_id: str) -> HttpResponse:
        match = visible_or_404(request, public_id)
        # Only an open socket shows whether a watcher is at a player's address: see ``live.chat``.
        if not match.roles_of(request.visitor.player_id) and match.row.status != Match.Status.OVER:
            return refused_command(Refusal("chat_closed"))
        return _send(request, sent, public_id)

    say.__name__ = name
    return endpoint(acting(summary, Done, message, limits.API_CHAT))(say)


COMMANDS: dict[str, View] = {
    "actions": _command("act", "Play an action", messages.Act),
    "resign": _command("resign", "Resign", messages.Resign),
    "abort": _command("abort", "Call the match off", messages.Abort),
    "offers": _command("offer", "Offer a draw or a pause, or ask to take back", messages.Offer),
    "offers/accept": _command("accept_offer", "Accept the other player's offer", messages.Accept),
    "offers/decline": _command("decline_offer", "Decline the other player's offer", messages.Decline),
    "offers/withdraw": _command("withdraw_offer", "Withdraw your own offer", messages.Withdraw),
    "rematch": _command("rematch", "Offer another match after the end, or accept it", messages.Rematch),
    "claim": _command("claim", "End a match whose other player is away", messages.Claim),
    "unseal": _command("unseal", "Open your own sealed choice", messages.Unseal),
    "time": _command("give_time", "Give the other player time", messages.GiveTime),
    "visibility": _command("set_visibility", "Set who may see the match", messages.OpenTo),
    "chat": _chat("say", "Say something in your own words", messages.Say),
    "chat/phrases": _chat("say_phrase", "Say a quick phrase, or react", messages.SayPhrase),
}
"""Views by path below a match. docs/protocol.md explains the commands."""


class ImportedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A match as a file, in a form that docs/notation.md describes."""

    cmd: CommandId
    text: str


@endpoint(acting("Import a match", Done, ImportedFile, limits.IMPORTS, status=201, largest=LARGEST))
def import_match(request: Request, sent: ImportedFile) -> HttpResponse:
    """Store a match that was played elsewhere."""
    if refusal := closed(request):
        return refusal
    sender = sender_of(request)
    if made := match_lists.made_with(sender.player.pk, sent.cmd):
        seq = Match.objects.get(public_id=made).seq
        return answered(Answer(made, sent.cmd, seq, again=True), 201, MADE)
    fields = QueryDict(mutable=True)
    fields["text"] = sent.text
    form = ImportForm(fields)
    with replaying_imports.held() as mine:
        if not mine:
            return refused_command(Refusal("unavailable.imports", retry_ms=round(1000 * REPLAY_PATIENCE)))
        if not form.is_valid():
            problems = [str(each) for messages in form.errors.values() for each in messages]
            return problem("not_imported", problems[0], 422)
    return answered(use_cases.import_match(sender, form.imported(), sent.cmd), 201, MADE)
