"""Simuls: rounds in which one person, the giver, plays against many at once; the invitation of a guest."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core import signing

from games_app.clubs import members, rounds
from games_app.clubs.record import Record, Sight, locked
from games_app.lib.clock import ms
from games_app.lib.refusals import Refusal, Refused
from games_app.lists import wall
from games_app.lists.wall import Board
from games_app.models import Club, ClubBoard, ClubRound, Match, Player
from games_app.people import client_marks
from games_app.people.client_marks import Client

SALT = "simul"
INVITED_FOR = timedelta(days=1)
"""Time for which a guest can accept the invitation to a simul."""


def invitation(simul: ClubRound) -> str:
    """Return the token of the link by which a guest becomes the giver of a simul."""
    return signing.dumps(simul.pk, salt=SALT)


def invited_to(token: str) -> ClubRound | None:
    """Return the simul with this invitation, as long as it waits for its guest."""
    try:
        key = signing.loads(token, salt=SALT, max_age=INVITED_FOR)
    except signing.BadSignature:
        return None
    simul = ClubRound.objects.select_related("club", "maker").filter(pk=key).first()
    return simul if simul and _is_open(simul) else None


def _is_open(simul: ClubRound) -> bool:
    return simul.awaits_guest and simul == rounds.newest(simul.club)


def accept(token: str, guest: Player, client: Client, now: datetime) -> ClubRound:
    """Make the guest the giver of a simul, and begin its games. Raises Refused."""
    simul = invited_to(token)
    if simul is None:
        raise Refused(Refusal("no_simul"))
    with locked(simul.club.public_id):
        simul.refresh_from_db()
        if not _is_open(simul):
            raise Refused(Refusal("no_simul"))
        if refusal := members.not_admitted(guest, client.address, now):
            raise Refused(refusal)
        if simul.boards.filter(first=guest).exists():
            raise Refused(Refusal("simul_oneself"))
        client_marks.record([(guest.pk, client)], now)
        simul.giver, simul.created_at = guest, now
        simul.save(update_fields=["giver", "created_at"])
        boards = list(simul.boards.all())
        for board in boards:
            board.first_id, board.second_id = rounds.at_board(
                guest.pk, board.first_id, opens=simul.giver_opens
            )
            board.ordered = True
        ClubBoard.objects.bulk_update(boards, ["first", "second", "ordered"])
    rounds.begin_ordered(simul.club)
    return simul


def may_watch(record: Record, player_id: int | None) -> bool:
    """Return whether this person may see the club's newest round: its guest sees no more of the club."""
    return record.sight(player_id) >= Sight.PAGE or is_giver(rounds.newest(record.club), player_id)


def given_by(club: Club, player_id: int | None) -> ClubRound | None:
    """Return the newest simul that this person gives in the club."""
    if player_id is None:
        return None
    return club.rounds.filter(giver=player_id).select_related("giver").order_by("-number").first()


def is_giver(newest: ClubRound | None, player_id: int | None) -> bool:
    """Return whether this person plays all boards of the round."""
    return newest is not None and player_id is not None and newest.giver_id == player_id


def next_board(simul: ClubRound, after: str, now: datetime) -> str:
    """Return the giver's next board that waits for a decision, seen from the match ``after``.

    The next one that goes on if none waits; empty if all are over.
    """
    running = simul.boards.filter(match__status=Match.Status.PLAYING).order_by("number")
    picks = list(running.values_list("match__public_id", flat=True))
    place = picks.index(after) + 1 if after in picks else 0
    boards = wall.boards(picks, simul.visibility)
    order = [match for match in (*picks[place:], *picks[:place]) if match in boards]
    giver = simul.giver.public_id if simul.giver else ""
    waiting = (match for match in order if _waits(boards[match], giver, now))
    return next(waiting, next(iter(order), ""))


def _waits(board: Board, giver: str, now: datetime) -> bool:
    standing = board.standing
    is_mover = any(seat.player == giver and seat.role in standing.to_move for seat in board.seats)
    return is_mover and standing.paused_until <= ms(now)
