"""Claims: what a line of play shows, as small values that the rules prove.

A line is play from a position on, decision by decision. It falls into turns: decisions of one role without
one of the other between them. A motif is what players name in a turn, such as a capture; each game declares
its own in its ``tactics`` module. A claim says which motif a line shows; ``proves`` checks it by replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal

from games_app.games.base import IllegalAction, State
from games_app.games.motifs import Motif, Seen, Turn
from games_app.games.registry import get_game
from games_app.games.tactics import DecisionTrace, decision_of

Line = Sequence[tuple[str, str]]
"""Roles and actions, one for each decision."""

Use = Literal["does", "allows", "prepares", "later", "prevents", "shows", "ends"]
"""Part of a claim in a reason.

"does": the first turn of the line shows the motif; "allows": the reply to its single decision does;
"prepares": a later turn of the same role does; "later": one of the other role; "prevents": no reply shows it;
"shows": the last turn does, whichever it is; "ends": the game ends with the line, and the role wins it.
"""
TURNS: dict[Use, range] = {
    "does": range(1),
    "allows": range(1, 2),
    "prepares": range(2, 7, 2),
    "later": range(1, 8, 2),
}
"""Numbers of the turns that may show the motif, from 0."""

SURE = range(2, 4)
"""Numbers of the turns whose motif may be sure: only one reply comes before them that the line chooses."""

MOST_TRIED = 1_500
"""Maximum number of decisions that are tried for a claim about every reply."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The last decision of ``line`` brings the motif for ``role``; if it "prevents" it, no reply does.

    ``first``: the number of the decision that begins the turn, ``by``: of the one that players name.
    ``sure``: the motif follows whatever the other role replies before it, with at least the number ``n``.
    """

    use: Use
    kind: str
    role: str
    n: int
    stops: tuple[str, ...]
    first: int
    by: int
    line: tuple[tuple[str, str], ...]
    sure: bool = False

    def plain(self) -> dict[str, Any]:
        """Return the claim as JSON data."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


class TooMany(Exception):
    """Raised when a claim about every reply takes more decisions than may be tried."""


def why_worse(
    motifs: Sequence[Motif],
    state: State,
    played: Line,
    better: Line,
    explains: Callable[[Seen], bool] = lambda seen: True,
) -> list[Claim]:
    """Return at most two claims: what the ``played`` line brought about, and what the ``better`` one does.

    Both begin in ``state`` with a decision of the role to move. ``explains``: whether a motif is of a weight
    that explains the loss. Raises IllegalAction.
    """
    motifs = [Motif(motif.kind, _only(explains, motif.seen)) for motif in motifs]
    play, best = turns_of(state, played), turns_of(state, better)
    if not play or not best:
        return []
    bad = _shown(motifs, "allows" if len(play[0].decisions) == 1 else "later", play, best, played)
    bad = bad or _shown(motifs, "later", play, best, played)
    good = _shown(motifs, "does", best, play, better)
    if good is None and bad and bad.use == "allows":
        good = _preventing(motifs, bad, best[0], better)
    good = good or _shown(motifs, "prepares", best, play, better)
    return [claim for claim in (bad, good) if claim and proves(motifs, claim, state)]


def allowed(motifs: Sequence[Motif], state: State, played: Line, better: Line) -> Claim | None:
    """Return the claim about what a wrong decision allows at once or whatever is replied; None without one.

    It needs no proof of the lines. Raises IllegalAction.
    """
    claims = why_worse(motifs, state, played, better)
    return next(
        (each for each in claims if each.use == "allows" or (each.use == "later" and each.sure)), None
    )


def _only(
    explains: Callable[[Seen], bool], seen: Callable[[Turn], Seen | None]
) -> Callable[[Turn], Seen | None]:
    return lambda turn: found if (found := seen(turn)) and explains(found) else None


def strongest(motifs: Sequence[Motif], state: State, line: Line, role: str) -> Claim | None:
    """Return the motif of ``role`` in a line that matters most; None without one. Raises IllegalAction."""
    found = [
        (seen.weight, -turn.first, kind, seen, turn)
        for turn in turns_of(state, line)
        for kind, seen in _seen(motifs, turn)
        if turn.role == role
    ]
    if not found:
        return None
    _, _, kind, seen, turn = max(found, key=lambda each: each[:2])
    return _claim("shows", kind, seen, turn, line)


def won(state: State, line: Line, role: str) -> Claim | None:
    """Return the claim that the game ends with a line and ``role`` wins it, and by how much; else None.

    The other role may have ended it, as in oware. Raises IllegalAction.
    """
    *_, last = turns_of(state, line)
    if not last.end.is_terminal or last.end.winner != role:
        return None
    scores = get_game(state.slug).score(last.end.facts())
    lead = scores[role] - max(score for other, score in scores.items() if other != role)
    return Claim("ends", "ends", role, lead, (), last.first, len(line) - 1, tuple(line))


def at_once(motifs: Sequence[Motif], state: State, role: str, action: str) -> Claim | None:
    """Return the motif that one decision brings by itself; None without one. Raises IllegalAction."""
    claim = strongest(motifs, state, [(role, action)], role)
    return replace(claim, use="does") if claim else None


def proves(motifs: Sequence[Motif], claim: Claim, state: State) -> bool:
    """Return whether a claim holds from ``state`` on, by replay of its line and the rules alone."""
    motif = next((motif for motif in motifs if motif.kind == claim.kind), None)
    try:
        if claim.use == "ends":
            return won(state, claim.line, claim.role) == claim
        turns = turns_of(state, claim.line)
        return motif is not None and len(turns) > 0 and _holds(motif, claim, turns)
    except (IllegalAction, TooMany):
        return False


def _holds(motif: Motif, claim: Claim, turns: Sequence[Turn]) -> bool:
    last = turns[-1]
    if claim.use == "prevents":
        return len(turns) == 1 and last.end.to_move == (claim.role,) and not _can(motif, claim.n, last.end)
    if (last.first, last.role) != (claim.first, claim.role):
        return False
    if claim.use != "shows" and len(turns) - 1 not in TURNS[claim.use]:
        return False
    if claim.use == "allows" and claim.first != 1:
        return False
    seen = motif.seen(last)
    if seen is None or (seen.stops, last.first + seen.by) != (claim.stops, claim.by):
        return False
    if claim.sure:
        return _guaranteed(motif, replace(claim, n=seen.n), turns) == claim.n
    return seen.n == claim.n


def turns_of(state: State, line: Line) -> list[Turn]:
    """Return the turns of a line. Raises IllegalAction."""
    decisions = []
    for role, action in line:
        decisions.append(decision_of(state, role, action))
        state = decisions[-1].end
    turns, first = list[Turn](), 0
    for role, group in groupby(decisions, key=lambda decision: decision.role):
        turns.append(Turn(role, first, tuple(group)))
        first += len(turns[-1].decisions)
    return turns


def _shown(
    motifs: Sequence[Motif], use: Use, turns: Sequence[Turn], others: Sequence[Turn], line: Line
) -> Claim | None:
    """Return the claim about the first turn with a motif, and the motif of it that matters most.

    A motif does not count if the same turn of the ``others`` shows as much, or the next one makes up for it.
    """
    for number in TURNS[use]:
        if number >= len(turns):
            break
        rest = [*others[number : number + 1], *turns[number + 1 : number + 2]]
        bar = max((seen.weight for turn in rest for _, seen in _seen(motifs, turn)), default=0)
        found = [(kind, seen) for kind, seen in _seen(motifs, turns[number]) if seen.weight > bar]
        if found:
            kind, seen = max(found, key=lambda each: each[1].weight)
            claim = _claim(use, kind, seen, turns[number], line)
            return _made_sure(motifs, claim, turns)
    return None


def _made_sure(motifs: Sequence[Motif], claim: Claim, turns: Sequence[Turn]) -> Claim:
    """Return the claim, sure if the motif follows every reply to the turn before."""
    motif = next(motif for motif in motifs if motif.kind == claim.kind)
    try:
        n = _guaranteed(motif, claim, turns)
    except TooMany:
        return claim
    return replace(claim, n=n, sure=True) if n else claim


def _preventing(motifs: Sequence[Motif], bad: Claim, best: Turn, better: Line) -> Claim | None:
    """Return the claim that no reply to the better turn brings the motif that the other allows."""
    line = tuple((role, action) for role, action in better[: len(best.decisions)])
    return Claim("prevents", bad.kind, bad.role, bad.n, bad.stops, 0, 0, line)


def _claim(use: Use, kind: str, seen: Seen, turn: Turn, line: Line) -> Claim:
    shown = tuple((role, action) for role, action in line[: turn.first + seen.at + 1])
    return Claim(use, kind, turn.role, seen.n, seen.stops, turn.first, turn.first + seen.by, shown)


def _seen(motifs: Sequence[Motif], turn: Turn) -> Iterator[tuple[str, Seen]]:
    for motif in motifs:
        if seen := motif.seen(turn):
            yield motif.kind, seen


def _can(motif: Motif, n: int, state: State) -> bool:
    """Return whether a turn of the role to move shows the motif with at least this number. Raises TooMany."""
    return any((seen := motif.seen(turn)) and seen.n >= n for turn in _every_turn(state, _Tries()))


def _guaranteed(motif: Motif, claim: Claim, turns: Sequence[Turn]) -> int:
    """Return the number with which the motif follows every reply before its turn, at most that of the claim.

    0 if it does not follow, or if the other role could have gone on otherwise before. Raises TooMany.
    """
    number = next((n for n, turn in enumerate(turns) if turn.first == claim.first), 0)
    if number not in SURE or (number == 3 and len(turns[0].decisions) > 1):
        return 0
    tries, least = _Tries(), claim.n
    for reply in _every_turn(turns[number - 1].start, tries):
        if reply.end.to_move != (claim.role,):
            return 0
        most = 0
        for turn in _every_turn(reply.end, tries):
            seen = motif.seen(turn)
            most = max(most, seen.n if seen else 0)
            if most >= least:
                break
        least = min(least, most)
        if not least:
            return 0
    return least


class _Tries:
    """The decisions that may still be tried."""

    def __init__(self) -> None:
        self.left = MOST_TRIED

    def use(self) -> None:
        """Use one of them. Raises TooMany."""
        self.left -= 1
        if self.left < 0:
            raise TooMany


def _every_turn(state: State, tries: _Tries, before: tuple[DecisionTrace, ...] = ()) -> Iterator[Turn]:
    """Yield every turn that the role to move can play. Raises TooMany."""
    (role,) = state.to_move
    for action in state.legal_actions(role):
        tries.use()
        decision = decision_of(state, role, action)
        if decision.end.to_move == (role,):
            yield from _every_turn(decision.end, tries, (*before, decision))
        else:
            yield Turn(role, 0, (*before, decision))
