"""Withdrawal of a player's personal data. Matches stay, since they are the opponent's too.

All personal data are the name, the account, the mail address, the private notes, the attempts at puzzles and
the list of devices, and these are deleted. The player's row stays, for the matches, with a neutral name and
another public id.
"""

from __future__ import annotations

from datetime import datetime

from games_app.lib import clock
from games_app.lib.ids import new_public_id
from games_app.lib.names import WITHDRAWN
from games_app.lib.refusals import Refusal
from games_app.models import (
    ChatMessage,
    LobbyPresence,
    Match,
    Note,
    Player,
    Presence,
    PuzzleAttempt,
    PuzzleDay,
    PuzzleRating,
    Report,
    Seat,
)
from games_app.services.commands.messages import NO_ID, Cancel, Forget, Message, Resign
from games_app.services.commands.registry import By, Command, command
from games_app.services.people import (
    accounts,
    appeals,
    blocks,
    client_marks,
    devices,
    mail_addresses,
    membership,
    returning,
)
from games_app.services.state.match_state import MatchState
from games_app.services.state.pending import REMATCH, Pending, withdrawn
from games_app.services.state.transitions import Transition

UNFINISHED = (Match.Status.WAITING, Match.Status.PLAYING)
ENDED = frozenset({"wrong_phase", "invitation_expired", "time_is_up"})
"""Refusal codes of a match that needs no ending: it has ended already, or is about to."""


@command(Forget, by=By.SERVER, during=set(Match.Status))
def forget(match: MatchState, asked: Forget, person: int | None, now: datetime) -> Transition | Refusal:
    """Remove the name of the player ``asked.who`` from the seats and from every earlier event."""
    who = asked.who
    roles = tuple(role for role in match.roles_of(who) if match.seats[role].name != WITHDRAWN)
    if not roles:
        return Refusal("not_due")
    seated = dict.fromkeys(roles, (who, WITHDRAWN))
    return Transition(
        "forgotten", roles[0], seated=seated, forgets=True, pending=_without_rematch(match, roles)
    )


def _without_rematch(match: MatchState, roles: tuple[str, ...]) -> Pending:
    """Return the pending state without a rematch offer of the withdrawn player."""
    offer = match.pending.offers.get(REMATCH)
    return withdrawn(match.pending, REMATCH, offer.by) if offer and offer.by in roles else match.pending


def guises(player: Player) -> list[Player]:
    """Return the guests whose matches went over to the player's account, and at last the player."""
    return [*Player.objects.filter(merged_into=player).order_by("pk"), player]


def endings(player: Player) -> list[Command]:
    """Return the commands that cancel the player's waiting matches and resign the running ones."""
    matches = Match.objects.filter(seats__player=player, status__in=UNFINISHED).distinct()
    ends: dict[str, Message] = {Match.Status.WAITING: Cancel(), Match.Status.PLAYING: Resign(NO_ID)}
    found = matches.order_by("pk").values_list("public_id", "status")
    return [Command(ends[status], public_id, player.pk, from_server=True) for public_id, status in found]


def farewells(player: Player) -> list[Command]:
    """Return the commands that remove the player's name from each of their matches."""
    named = Seat.objects.filter(player=player).exclude(name=WITHDRAWN)
    matches = Match.objects.filter(seats__in=named).distinct().order_by("pk")
    ids = matches.values_list("public_id", flat=True)
    return [Command(Forget(player.pk), public_id, None, from_server=True) for public_id in ids]


def erase(player: Player) -> None:
    """Delete the rest: notes, blocks, words, reports, appeals, the account, the name; sign out everywhere."""
    said = ChatMessage.objects.filter(player=player)
    said.update(player=None, cmd=None, name="", text="", phrase="", hidden=True)
    Report.objects.filter(reporter=player).delete()
    blocks.forget(player)
    Note.objects.filter(player=player).delete()
    PuzzleAttempt.objects.filter(player=player).delete()
    PuzzleRating.objects.filter(player=player).delete()
    PuzzleDay.objects.filter(player=player).delete()
    Presence.objects.filter(person=str(player.pk)).delete()
    LobbyPresence.objects.filter(person=str(player.pk)).delete()
    appeals.forget(player)
    client_marks.forget(player.pk)
    returning.revoke(player)
    membership.forget(player)
    accounts.close(player)
    mail_addresses.forget(player)
    devices.sign_out_others(player, "", clock.now())
    player.name, player.chose_name, player.public_id = WITHDRAWN, False, new_public_id()
    player.warning = ""
    player.save(update_fields=["name", "chose_name", "public_id", "warning"])
