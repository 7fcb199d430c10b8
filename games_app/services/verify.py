"""Does a stored match replay? Its plies through the rules, compared with all that the record says of them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec

from ..models import Event, Match, Move
from ..rules import IllegalAction, State, get_game
from .play import winner

REWINDS = ("taken_back", "unsealed")


def verify(public_id: str) -> list[str]:
    """What in the record differs from a replay, one sentence each; empty if it is sound.

    Raises Match.DoesNotExist.
    """
    match = Match.objects.get(public_id=public_id)
    return Replay(match).run()


class Replay:
    """One walk through a match's events, with the positions that the rules give beside it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.states: dict[int, State] = {0: get_game(match.game).initial_state(**match.options)}
        """The position after each ply, also those that were taken back."""
        self.head = self.last = 0
        """The ply that the position follows, and the last one ever played."""
        self.after: dict[int, int] = {}
        """The ply that each was played on."""
        self.unrevealed: list[dict[str, Any]] = []
        self.differences: list[str] = []

    @property
    def state(self) -> State:
        return self.states[self.head]

    def run(self) -> list[str]:
        moves: dict[int, list[Move]] = defaultdict(list)
        for move in Move.objects.filter(match=self.match).order_by("number"):
            moves[move.seq].append(move)
        events = list(Event.objects.filter(match=self.match).order_by("seq"))
        self._same("the number of events", len(events), self.match.seq)
        for index, event in enumerate(events, 1):
            self._same("the seq of an event", event.seq, index)
            try:
                self._event(event, moves.pop(event.seq, []))
            except IllegalAction as error:
                self.differences.append(f"Event {event.seq}: a recorded ply is illegal: {error}")
                return self.differences
        self._same("the plies that belong to no event", list(moves), [])
        self._end()
        return self.differences

    def _event(self, event: Event, moves: list[Move]) -> None:
        played = [self._ply(move) for move in moves]
        frame = msgspec.json.decode(event.frame)
        if event.what in REWINDS:
            self._rewind(event)
        hidden = self.state.view(None) != self.state.facts()
        known = [*self.unrevealed, *played]
        shown, self.unrevealed = ([], known) if hidden else (known, [])
        where = f"event {event.seq}"
        self._same(f"{where}, ply", event.ply, self.head)
        self._same(f"{where}, the ply shown", frame["position"]["ply"], self.head)
        self._same(f"{where}, the plies shown", frame["plies"], shown)
        self._same(f"{where}, the position shown", frame["position"]["facts"], self.state.view(None))

    def _ply(self, move: Move) -> dict[str, Any]:
        self.last += 1
        self._same(f"ply {self.last}, its number", (move.number, move.after), (self.last, self.head))
        state = self.state.apply(move.role, move.action)
        self.states[self.last], self.after[self.last], self.head = state, self.head, self.last
        return {"n": self.head, "role": move.role, "action": move.action, "trace": _plain(state.trace)}

    def _rewind(self, event: Event) -> None:
        """The head moves back to a ply that it follows. What was sealed and taken back is never shown."""
        if event.ply in self._line():
            self.head, self.unrevealed = event.ply, []
        else:
            self.differences.append(
                f"Event {event.seq} goes back to ply {event.ply}, which was not played here"
            )

    def _line(self) -> set[int]:
        """The plies that lead to the position, and 0."""
        line, number = {0}, self.head
        while number:
            line.add(number)
            number = self.after[number]
        return line

    def _end(self) -> None:
        self._same("the present position", self.match.facts, _plain(self.state.facts()))
        self._same("the last ply", (self.match.ply, self.match.last_number), (self.head, self.last))
        if self.match.how == Match.How.RULES:
            self._same("the goals", self.match.goals, self.state.goals())
            self._same("the winner", self.match.winner, winner(self.state))
        elif self.state.is_terminal:
            self.differences.append("The rules end the match, but the record does not say so.")

    def _same(self, what: str, recorded: object, replayed: object) -> None:
        if recorded != replayed:
            self.differences.append(f"Different in {what}: recorded {recorded!r}, replayed {replayed!r}")


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
