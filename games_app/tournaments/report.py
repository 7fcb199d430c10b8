"""The report of one person at the end of a tournament: their games, and the best move in their reviews.

Nothing is computed for it: it reads reviews that people have asked for, and that are finished.
"""

from __future__ import annotations

from dataclasses import dataclass

from games_app.analysis.fairness import fair_decisions
from games_app.analysis.requests import finished_reviews
from games_app.analysis.review import best_decision, worse_choices
from games_app.games.rules import get_game
from games_app.models import Entry, Match, Pairing
from games_app.tournaments.pairing.results import WIN
from games_app.tournaments.record import DecidedBy, PairingRow, Record, Status
from games_app.tournaments.table_parts import match_address


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A played game of the person."""

    opponent: Entry
    points: int
    """In halves."""
    address: str

    @property
    def is_win(self) -> bool:
        return self.points == WIN

    @property
    def is_loss(self) -> bool:
        return self.points == 0


@dataclass(frozen=True, slots=True)
class BestMove:
    """The move of the person that was hardest to find."""

    opponent: Entry
    others: int
    """Number of the other moves that would have given a win or a draw away."""
    address: str
    """Page of the match, at this move."""


@dataclass(frozen=True, slots=True)
class Report:
    results: list[OwnResult]
    best: BestMove | None
    """None if no review knows one."""

    @property
    def won(self) -> int:
        return sum(result.is_win for result in self.results)

    @property
    def lost(self) -> int:
        return sum(result.is_loss for result in self.results)

    @property
    def drawn(self) -> int:
        return len(self.results) - self.won - self.lost


def report_of(record: Record, player_id: int | None) -> Report | None:
    """Return the report of a person who has played here; None before the end."""
    entry = record.entry_of(player_id)
    if entry is None or record.tournament.status != Status.OVER:
        return None
    played = [
        pairing
        for pairing in record.games
        if entry.pk in (pairing.first_id, pairing.second_id) and pairing.decided_by == DecidedBy.MATCH
    ]
    results = [
        _result(record, pairing, entry) for pairing in played if pairing.outcome != Pairing.Outcome.NONE
    ]
    return Report(results, _best_move(record, played, entry)) if results else None


def _result(record: Record, pairing: PairingRow, entry: Entry) -> OwnResult:
    (result,) = record.results_of([pairing])
    address = match_address(pairing.match) if pairing.match else ""
    return OwnResult(_opponent(record, pairing, entry), dict(result.points())[entry.number], address)


def _opponent(record: Record, pairing: PairingRow, entry: Entry) -> Entry:
    return next(other for other in record.people_of(pairing) if other != entry)


def _best_move(record: Record, played: list[PairingRow], entry: Entry) -> BestMove | None:
    """Return the hardest right move of the person, unless it must stay hidden now: they may play again."""
    with_match = {pairing.match: pairing for pairing in played if pairing.match}
    roles = get_game(record.tournament.game).roles
    candidates = []
    for public_id, decisions in finished_reviews(with_match).items():
        pairing = with_match[public_id]
        if decision := best_decision(decisions, roles[entry.pk != pairing.first_id]):
            candidates.append((decision, pairing))
    if not candidates:
        return None
    decision, pairing = max(candidates, key=lambda candidate: worse_choices(candidate[0]))
    match = Match.objects.get(public_id=pairing.match)
    if not _is_fair(match, decision, entry.player_id):
        return None
    return BestMove(
        _opponent(record, pairing, entry),
        worse_choices(decision),
        f"{match_address(match.public_id)}#{decision['ply']}",
    )


def _is_fair(match: Match, decision: dict[str, object], player_id: int | None) -> bool:
    """Return whether the person may know this decision's analysis, while they may be playing another game."""
    return fair_decisions(match, [decision], player_id)[0]["found"] is not None
