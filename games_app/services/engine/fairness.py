"""Fairness: nothing of the engine for positions that somebody is playing now.

Positions are compared as they are, and not by the way in which they were asked for: set up by hand, pasted,
imported, mirrored or with other stores, it is the same question. The position one decision before is the same
question too, since its analysis has the value of every action and the answer to it. The first position of a
game is nobody's, but one that was chosen for a match to begin from is that match's.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Q

from games_app.engine.analyse import likeness
from games_app.engine.line import Line
from games_app.games.decision import play
from games_app.lib import clock
from games_app.models import Match, Seat
from games_app.rules import State, get_game

Likenesses = frozenset[Hashable]
DESERTED = timedelta(hours=1)
"""Time after which a game against the computer that nobody goes on with keeps no position from others."""


def in_play(game: str, but_from: str = "") -> Likenesses:
    """Return the positions of the running matches of a game, each by its likeness.

    ``but_from``: without those of matches that began after these moves.
    """
    return frozenset(_likenesses(game, but_from))


def gives_away(state: State, withheld: Likenesses) -> bool:
    """Return whether an analysis of ``state`` would be one of a position in ``withheld``."""
    if not withheld:
        return False
    return likeness(state) in withheld or any(likeness(after) in withheld for after in _after(state))


def fair_found(state: State, found: dict[str, Any], withheld: Likenesses) -> dict[str, Any] | None:
    """Return a stored analysis of ``state`` as far as it may be told now; None if nothing of it may.

    It was fair when it was made, but somebody may have come to its positions since.
    """
    if not withheld:
        return found
    if gives_away(state, withheld):
        return None
    return found | {"line": fair_line(state, found["line"], withheld)}


def fair_line(state: State, line: Line, withheld: Likenesses) -> Line:
    """Return the line up to a position in ``withheld``."""
    for number, (role, action) in enumerate(line, 1):
        state = play(state, role, action).state
        if withheld and likeness(state) in withheld:
            return line[:number]
    return line


def _likenesses(game: str, but_from: str) -> Iterator[Hashable]:
    running = Match.objects.filter(game=game, status=Match.Status.PLAYING)
    against_computer = Seat.objects.filter(player__level__gt="").values("match")
    deserted = Q(pk__in=against_computer, acted_at__lt=clock.now() - DESERTED)
    running = running.exclude(deserted)
    for facts, ply, start in running.values_list("facts", "ply", "terms__start").iterator():
        if not (ply or start) or (start and start == but_from):
            continue
        found = likeness(get_game(game).state_from_facts(facts))
        if found is not None:
            yield found


def _after(state: State) -> Iterator[State]:
    for role in state.to_move:
        for action in state.legal_actions(role):
            yield play(state, role, action).state
