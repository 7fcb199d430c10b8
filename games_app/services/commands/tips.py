"""Tips: what the engine would play, for a player who asks. Each is stored, and shown to all."""

from __future__ import annotations

from datetime import datetime

from games_app.games.catalogue import TIPS
from games_app.lib.refusals import OTHERS_TURN, Refusal
from games_app.models import Match
from games_app.rules import get_game
from games_app.services.commands.messages import TakeTip
from games_app.services.commands.registry import By, command
from games_app.services.people.players import computers_at
from games_app.services.state import pending
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition


def allows_tips(match: MatchState) -> bool:
    """Return whether the players may take tips: never in a rated match, nor in a game that has none."""
    agreed = match.terms.tips or bool(computers_at(match))
    return agreed and not match.terms.rated and match.row.game in TIPS


def tip_refusal(match: MatchState, role: str, base: int) -> Refusal | None:
    """Return why ``role`` can't take a tip for its decision on the position after event ``base``."""
    if not allows_tips(match):
        return Refusal("tips_unrated" if match.terms.rated else "no_tips")
    if base != match.row.bases[role]:
        return Refusal("stale")
    if role not in match.state.to_move:
        return Refusal("not_your_turn", {"mover": match.other(role).capitalize()}, OTHERS_TURN)
    half_done = get_game(match.row.game).continues(match.state.legal_actions(role)[0])
    return Refusal("tip_mid_turn") if half_done else None


@command(TakeTip, by=By.PLAYER, during={Match.Status.PLAYING})
def take_tip(match: MatchState, asked: TakeTip, player_id: int | None, now: datetime) -> Transition | Refusal:
    """Store that the sender takes a tip for the decision on the position after event ``asked.base``."""
    role = match.speaker(player_id)
    if refusal := tip_refusal(match, role, asked.base):
        return refusal
    return Transition(EventKind.TIPPED, role, pending=pending.tipped(match.pending, role))
