"""Decisions of moderators about a match."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.services.commands.messages import EndMatch, HideMatch, ShowMatch
from games_app.services.commands.registry import By, command
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Ending, Transition
from games_app.services.state.visibility import BEGUN


@command(EndMatch, by=By.SERVER, during={Match.Status.PLAYING})
def end_match(
    match: MatchState, asked: EndMatch, player_id: int | None, now: datetime
) -> Transition | Refusal:
    """End the match without a result."""
    return Transition(EventKind.ENDED, ending=Ending(Match.How.MODERATOR))


@command(HideMatch, by=By.SERVER, during=BEGUN)
def hide_match(
    match: MatchState, asked: HideMatch, player_id: int | None, now: datetime
) -> Transition | Refusal:
    """Close the match to everybody but its players; one that they closed themselves stays closed."""
    if match.pending.hidden_from:
        return Refusal("open_already")
    hidden = replace(match.pending, hidden_from=match.row.visibility)
    return Transition(EventKind.OPENED_TO, visibility=Match.Visibility.SEATS, pending=hidden)


@command(ShowMatch, by=By.SERVER, during=BEGUN)
def show_match(
    match: MatchState, asked: ShowMatch, player_id: int | None, now: datetime
) -> Transition | Refusal:
    """Restore a hidden match's former visibility."""
    before = match.pending.hidden_from
    if not before:
        return Refusal("not_hidden")
    return Transition(EventKind.OPENED_TO, visibility=before, pending=replace(match.pending, hidden_from=""))
