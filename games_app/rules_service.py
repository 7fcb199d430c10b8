"""The gate: checks whether a player may do an action now.

Every submitted action passes here before anything is stored. The gate writes nothing: it returns the plies
that follow from the action, or a refusal. It checks seat, turn and ``base``. The rules of a game decide
what is legal: ``State.legal_actions`` and ``State.apply`` in the ``rules`` of ``games/<slug>``.
"""

from __future__ import annotations

from collections.abc import Mapping

from games_app.games.rules import Accepted, IllegalAction, Ply, State, play
from games_app.lib.refusals import Refusal

__all__ = ["Accepted", "Ply", "decide", "judge", "play"]


def judge(
    state: State,
    seats: Mapping[str, int | None],
    bases: Mapping[str, int],
    player_id: int,
    action: str,
    base: int,
) -> Accepted | Refusal:
    """Check one submitted action.

    ``seats`` maps each role to its player's id. ``bases`` maps each role to the seq of the last event that
    changed its choices, and ``base`` is the one that the player had seen. It is compared before the turn is
    checked: a player who decided on an older position can't know whose turn it is now.
    """
    mine = [role for role, sitter in seats.items() if sitter == player_id]
    if not mine:
        return Refusal("not_seated")
    to_move = state.to_move
    if not to_move:
        return Refusal("game_over")
    acting = [role for role in mine if role in to_move]
    role = _meant_role(state, acting or mine, action, bases, base)
    if base != bases[role]:
        return Refusal("stale")
    if role not in to_move:
        # A player who has a seat and may not act waits for the other role.
        return Refusal("not_your_turn.other", {"mover": to_move[0].capitalize()})
    try:
        return play(state, role, action)
    except IllegalAction as error:
        return Refusal.by_the_rules(error)


def decide(state: State, role: str, action: str) -> Accepted:
    """Apply a player's action as ``play`` does. Raises IllegalAction, also for a ``noop`` out of turn."""
    if role in state.roles and role not in state.to_move:
        raise IllegalAction("game_over" if state.is_terminal else "not_your_turn")
    return play(state, role, action)


def _meant_role(state: State, roles: list[str], action: str, bases: Mapping[str, int], base: int) -> str:
    """Return the role of a player who has both seats, if both may act: the one for which the action is legal.

    If it is legal for both, as in a race when both hands are about to drop at the same stop, return the role
    whose base is ``base``.
    """
    if len(roles) == 1:
        return roles[0]
    able = [role for role in roles if action in state.legal_actions(role)] or roles
    return next((role for role in able if bases[role] == base), able[0])
