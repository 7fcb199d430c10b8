"""Decisions about all running games of a club's newest round: pause, go on, end.

The owner and the helpers of the club decide. The record carries each out as a command of the server itself,
so nobody else can send one, and a decision reaches only games that this club began.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games_app.clubs.record import locked, must_run
from games_app.lib.refusals import Refusal, Refused
from games_app.models import ClubRound, Match
from games_app.record import use_cases
from games_app.record.commands.pauses import HELD_MINUTES


def is_paused(newest: ClubRound, now: datetime) -> bool:
    """Return whether all games of the round are paused."""
    return newest.paused_until is not None and now < newest.paused_until


def pause(public_id: str, by: int | None, now: datetime) -> None:
    """Pause all running games of the newest round between two people. Raises Refused."""
    matches = _decide(public_id, by, now + timedelta(minutes=HELD_MINUTES))
    use_cases.hold(matches)


def go_on(public_id: str, by: int | None) -> None:
    """Let all running games of the newest round go on. Raises Refused."""
    use_cases.release(_decide(public_id, by, None))


def end(public_id: str, by: int | None) -> None:
    """End all running games of the newest round without a result. Raises Refused."""
    use_cases.call_off(_decide(public_id, by, None))


def _decide(public_id: str, by: int | None, paused_until: datetime | None) -> list[str]:
    """Store until when the newest round is paused; return its running games. Sent again, it is the same."""
    with locked(public_id) as record:
        must_run(record, by)
        newest = record.club.rounds.order_by("-number").first()
        if newest is None:
            raise Refused(Refusal("no_round"))
        newest.paused_until = paused_until
        newest.save(update_fields=["paused_until"])
        running = newest.boards.filter(match__status=Match.Status.PLAYING).order_by("number")
        return list(running.values_list("match__public_id", flat=True))
