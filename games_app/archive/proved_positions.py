"""Positions of public games whose result is proved, and those that people get wrong, for open data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from games_app.analysis.decisions import match_decisions
from games_app.analysis.fairness import withheld
from games_app.analysis.requests import review_of
from games_app.explorer.position_keys import move_key, moves_from, position_key
from games_app.games.base import Facts
from games_app.games.rules import State
from games_app.models import Match
from games_app.people.bots import bots_among


class ProvedPosition(Struct, frozen=True):
    """A position whose result is proved, with the actions of which the same is known.

    ``value`` and those of ``actions`` are {"score", "outcome"} for the role to move: ``outcome`` is 1 for a
    win, 0 for a draw, -1 for a loss; ``score`` is the difference of both results in ``unit``, or None if only
    the outcome is proved.
    """

    game: str
    rules: int
    """Version of the rules."""
    facts: Facts
    role: str
    engine: str
    unit: str
    scope: str
    """End of what the value counts: of the game, or of a round."""
    value: dict[str, Any]
    actions: dict[str, dict[str, Any]]


class HardPosition(Struct, frozen=True):
    """A proved position in which people gave a win or a draw away, with its mirror images."""

    position: ProvedPosition
    decided: int
    """Number of decisions of people there of which it is proved what they led to."""
    wrong: int
    """Number of these that provably gave the outcome away."""
    played: dict[str, int]
    """How often each action was chosen; of those that are mirror images of each other, the first stands."""


class ProvedDecision(NamedTuple):
    position: ProvedPosition
    state: State
    action: str
    by_person: bool


def proved_decisions(row: Match) -> Iterator[ProvedDecision]:
    """Yield the decisions of the match in positions that its review has proved.

    Those that a running match may need are kept back although the review shows them: a dump can be searched
    for a position.
    """
    job = review_of(row)
    if job is None or not job.result:
        return
    analyses = {each["seq"]: each["found"] for each in job.result["decisions"] if each["found"]}
    kept_back, people = withheld(row.game, None), _people(row)
    for turn in match_decisions(row):
        analysis = analyses.get(turn.seq)
        if turn.before is None or analysis is None or analysis["value"]["outcome"] is None:
            continue
        if kept_back.covers(turn.before):
            continue
        position = ProvedPosition(
            row.game,
            row.rules_version,
            turn.before.facts(),
            analysis["role"],
            job.engine,
            analysis["unit"],
            analysis["scope"],
            _proved(analysis["value"]),
            {
                action: _proved(value)
                for action, value in analysis["actions"].items()
                if value["outcome"] is not None
            },
        )
        yield ProvedDecision(position, turn.before, turn.action, turn.role in people)


def _people(row: Match) -> set[str]:
    """Return the roles on which people sat: not the computer, and no bots."""
    seats = {seat.role: seat.player_id for seat in row.seats.all() if seat.player_id and not seat.level}
    bots = bots_among([player for player in seats.values() if player])
    return {role for role, player in seats.items() if player not in bots}


def _proved(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "score": value["score"] if value["kind"] == "exact" else None,
        "outcome": value["outcome"],
    }


class ProvedPositions:
    """The proved positions of many matches, and what people chose in them."""

    def __init__(self) -> None:
        self._positions: dict[bytes, None] = {}
        self._examples: dict[int, tuple[ProvedPosition, dict[int, str]]] = {}
        """By the key of the position: one of its images, and its actions by the keys of their moves."""
        self._played: dict[int, Counter[str]] = {}

    def add(self, row: Match) -> None:
        """Count a match."""
        for decision in proved_decisions(row):
            self._positions[msgspec.json.encode(decision.position, order="sorted")] = None
            if decision.by_person:
                self._count(decision)

    def _count(self, decision: ProvedDecision) -> None:
        key = position_key(decision.state)
        if key not in self._examples:
            actions = {move: action for action, move in reversed(list(moves_from(decision.state)))}
            self._examples[key] = decision.position, actions
        _, actions = self._examples[key]
        action = actions.get(move_key(decision.state, decision.action))
        if action is not None:
            self._played.setdefault(key, Counter())[action] += 1

    def positions(self) -> list[bytes]:
        """Return the positions as lines, each once."""
        return list(self._positions)

    def hard_positions(self) -> Iterator[bytes]:
        """Yield the positions that somebody got wrong as lines, the most frequent mistakes first."""
        hard = [each for each in map(self._hard, self._played) if each.wrong]
        for each in sorted(hard, key=lambda each: (-each.wrong, -each.decided)):
            yield msgspec.json.encode(each, order="sorted")

    def _hard(self, key: int) -> HardPosition:
        position, _ = self._examples[key]
        played = self._played[key]
        known = {action: number for action, number in played.items() if action in position.actions}
        best = position.value["outcome"]
        wrong = sum(n for action, n in known.items() if position.actions[action]["outcome"] < best)
        return HardPosition(position, sum(known.values()), wrong, dict(played))
