"""Claims about the mistakes of whole games, and their truth by the facts and the rules alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from games_app.games.catalogue import MOTIFS
from games_app.games.claims import Claim, turns_of, why_worse
from games_app.games.engine.analyse import analysable, analyse
from games_app.games.engine.analysis import Analysis, Limit
from games_app.games.engine.search import TranspositionTable
from games_app.games.morris.rules import POINTS
from games_app.games.motifs import Turn
from games_app.games.rules import State, get_game, play, related
from games_app.games.tactics import DecisionTrace
from tests.games.test_tips import OPTIONS

BY_LOT = 0.4
"""Share of decisions that are drawn by lot; the others are greedy."""
OF_ONE_DECISION = ("capture", "mill")
"""Motifs that happen in the decision that is named."""
NOTABLE = 3
"""Estimated loss from which a decision is explained."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A claim about the decision ``action`` that was taken in ``state``."""

    state: State
    action: str
    claim: Claim


def weak_game(slug: str, seed: int) -> list[tuple[State, str, str]]:
    """Play a game, partly at random; return its positions with the role and the action."""
    dice = random.Random(seed)
    options = OPTIONS.get(get_game(slug).family, {}) | {"opening": dice.choice(["south", "north"])}
    known = {name: options[name] for name in options if name in get_game(slug).options}
    state, decisions = get_game(slug).initial_state(**known), []
    while state.to_move:
        role = state.to_move[0]
        action = dice.choice(state.legal_actions(role))
        if analysable(state) and dice.random() > BY_LOT:
            action = analyse(state, Limit(depth=1)).best[0]
        decisions.append((state, role, action))
        state = play(state, role, action).state
    return decisions


def explained(slug: str, seed: int, nodes: int) -> Iterator[Explained]:
    """Yield the claims about a game's mistakes, as a review makes them, from the last one backwards."""
    table, following = TranspositionTable(), None
    for state, role, action in reversed(weak_game(slug, seed)):
        if not analysable(state):
            following = None
            continue
        found = analyse(state, Limit(nodes=nodes), table)
        if _is_mistake(found, action):
            played = ((role, action), *(following.line if following else ()))
            for claim in why_worse(MOTIFS[slug], state, played, found.line):
                yield Explained(state, action, claim)
        following = found


def _is_mistake(found: Analysis, action: str) -> bool:
    loss = found.given_away(action)
    return loss.score > 0 if loss.kind != "estimate" else loss.score >= NOTABLE


def assert_true(one: Explained) -> None:
    """Check a claim by the facts before and after what it is about, and every reply where it says so."""
    claim, turns = one.claim, turns_of(one.state, one.claim.line)
    (mover,) = one.state.to_move
    assert claim.line[0] == (mover, one.action) or claim.use in ("does", "prepares", "prevents")
    assert claim.role == mover if claim.use in ("does", "prepares") else claim.role != mover
    if claim.use == "prevents":
        assert turns[-1].end.to_move == (claim.role,)
        assert all(number(claim.kind, turn) < claim.n for turn in every_turn(turns[-1].end))
        return
    assert turns[-1].first == claim.first
    happened = number(claim.kind, turns[-1])
    assert happened >= claim.n if claim.sure else happened == claim.n
    if claim.kind in OF_ONE_DECISION:
        named = turns[-1].decisions[claim.by - claim.first]
        assert number(claim.kind, Turn(claim.role, claim.by, (named,))) > 0
    if claim.sure:
        assert claim.use == "prepares" or len(turns[0].decisions) == 1
        for reply in every_turn(turns[-2].start):
            assert reply.end.to_move == (claim.role,)
            # The first turn that shows it will do: in congkak there can be a million of them.
            assert any(number(claim.kind, turn) >= claim.n for turn in every_turn(reply.end))


def every_turn(
    state: State, before: tuple[tuple[str, str], ...] = (), start: State | None = None
) -> Iterator[Turn]:
    """Yield every turn that can be played in a position."""
    start = start or state
    (role,) = state.to_move
    for action in state.legal_actions(role):
        line, after = (*before, (role, action)), play(state, role, action).state
        if after.to_move == (role,):
            yield from every_turn(after, line, start)
        else:
            yield turns_of(start, line)[0]


def number(kind: str, turn: Turn) -> int:
    """Return how much of a motif happens in a turn, by the facts before and after; 0 if it does not."""
    return max(0, MEASURES[kind](turn))


def _other(turn: Turn) -> str:
    return next(role for role in turn.start.roles if role != turn.role)


def _score(state: State, role: str) -> int:
    return get_game(state.slug).score(state.facts())[role]


def _wins(turn: Turn) -> int:
    return int(turn.end.is_terminal and turn.end.winner == turn.role)


def _wins_round(turn: Turn) -> int:
    before, after = (state.facts()["rounds_won"][turn.role] for state in (turn.start, turn.end))
    return int(after - before)


def _gains_in_a_row(turn: Turn) -> int:
    gained = _score(turn.end, turn.role) - _score(turn.start, turn.role)
    return gained if len(turn.decisions) > 1 else 0


def _captures(turn: Turn) -> int:
    if turn.start.slug in related("checkers"):
        return len(_stones(turn.start, _other(turn))) - len(_stones(turn.end, _other(turn)))
    return max(map(_captured, turn.decisions))


def _captured(decision: DecisionTrace) -> int:
    """Return what the score rises by beyond the stones that fell into the store or were collected."""
    role, store = decision.role, {"north": ("pwinnorth", "B", "N"), "south": ("pwinsouth", "A", "S")}
    laps = [lap for step in decision.steps("scoop") for lap in (step["drops"], *step.get("relays", ()))]
    fell = sum(stop in store[role] for lap in laps for stop, _ in lap)
    fell += sum(step["at"] in store[role] for step in decision.steps("drop"))
    return _score(decision.end, role) - _score(decision.start, role) - fell - _collected(decision)


def _collected(decision: DecisionTrace) -> int:
    return sum(n for step in decision.steps("collect") for _, n in step["from"])


def _stones(state: State, role: str) -> dict[str, str]:
    facts = state.facts()
    return {
        at: piece for at, piece in (facts.get("points") or facts["pawns"]).items() if piece.startswith(role)
    }


def _crowned(turn: Turn) -> int:
    kings = [
        sum(piece.endswith("king") for piece in _stones(state, turn.role).values())
        for state in (turn.start, turn.end)
    ]
    return kings[1] - kings[0]


def _mills(turn: Turn) -> int:
    """Return the mills of the first decision that closed some, by the stone that came to its point."""
    return next(filter(None, map(_closed, turn.decisions)), 0)


def _closed(decision: DecisionTrace) -> int:
    before, after = (set(_stones(state, decision.role)) for state in (decision.start, decision.end))
    (came,) = after - before or {None}
    lines = [{POINTS[i] for i in line} for line in decision.start.grid.lines]  # type: ignore[attr-defined]
    return sum(came in line and line <= after for line in lines)


def _blocked(turn: Turn) -> int:
    stones = _stones(turn.end, _other(turn))
    last = turn.decisions[-1].trace
    if not turn.end.is_terminal and not any(step["do"] == "pass" for step in last):
        return 0
    return len(stones)


MEASURES = {
    "wins": _wins,
    "round": _wins_round,
    "capture": _captures,
    "again": _gains_in_a_row,
    "collect": lambda turn: sum(map(_collected, turn.decisions)),
    "mill": _mills,
    "crown": _crowned,
    "block": _blocked,
}
