"""Answers of the explorer: what was played from a position, with what results, and in which matches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Literal

from msgspec import Struct

from games_app.analysis.fairness import why_withheld
from games_app.explorer.bands import BANDS, UNRATED, Band
from games_app.explorer.position_keys import moves_from, played_from, position_key, related_keys, written
from games_app.explorer.proofs import stored_proof
from games_app.explorer.tallies import Content, Sample, Tally, content_of, steps_of
from games_app.games.rules import State
from games_app.lib.clock import ms
from games_app.lib.refusals import Refusal, Refused
from games_app.models import ExplorerMatch, ExplorerOccurrence, ExplorerPosition, Match, Seat

NAMED = 3
"""Matches that are named as the newest, and as the strongest."""
MOST_MINE = 2000
"""Number of a reader's latest matches among which their own are counted."""


Rules = Literal["one", "all"]


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """Filters of a question."""

    rules: Rules = "one"
    """Whether the same position under the other rules of the game counts too."""
    band: Band | Literal[""] = ""
    """Empty: all."""
    mine: bool = False
    """Only matches of the reader."""


class Move(Struct, frozen=True):
    """A move from the position, and the results of the matches in which it was played.

    They are seen by the role that moved.
    """

    action: str
    games: int
    won: int
    drawn: int
    lost: int
    value: dict[str, Any] | None
    """Its proved value, for the role to move: {"kind", "score", "outcome"}."""


class NamedMatch(Struct, frozen=True):
    """A match that came to the position after ply ``ply``."""

    id: str
    ply: int
    players: dict[str, str]
    """Names by role; empty for people whose names the reader hides."""
    winner: str | None
    band: str
    ended: int
    """Time of its end in milliseconds."""


class Explored(Struct, frozen=True):
    """Moves that were played from a position in finished public matches between two people.

    Only the first decisions of each match are counted. Moves that are mirror images of each other are counted
    together.
    """

    key: str
    """The position, for ``position`` in an address of the history; empty if it has none."""
    games: int
    moves: list[Move]
    """Those that were played, most often first, then those of which something is proved."""
    newest: list[NamedMatch]
    strongest: list[NamedMatch]
    """Rated ones only, of the highest band."""
    proof: dict[str, Any] | None
    """The proved value of the position: {"role", "scope", "unit", "value"}."""


HidesName = Callable[[int | None], bool]
"""Whether a reader doesn't want to see the name of the player with this primary key."""


def no_name_hidden(player: int | None) -> bool:
    return False


def explored(
    state: State,
    asked: Asked,
    reader: int | None,
    *,
    review: Match | None = None,
    hides_name: HidesName = no_name_hidden,
) -> Explored:
    """Return what was played from ``state``. Raises Refused while fairness withholds it from the reader.

    ``review``: the finished match in whose review they ask.
    """
    if why := why_withheld(reader, state.slug, state, review=review):
        raise Refused(Refusal(f"{why}.explorer"))
    position = played_from(state)
    if position is None:
        return Explored("", 0, [], [], [], None)
    keys = related_keys(position) if asked.rules == "all" else [position_key(position)]
    contents = _of_reader(keys, reader) if asked.mine else _of_all(keys)
    band = BANDS.index(asked.band) if asked.band else None
    counted = [each for content in contents for each in content.tallies if band in (None, each.band)]
    proof = stored_proof(position)
    moves = _moves(position, counted, proof["actions"] if proof else {})
    samples = [each for content in contents for each in content.samples if band in (None, each.band)]
    return Explored(
        written(position_key(position)),
        sum(move.games for move in moves),
        moves,
        *_named(samples, hides_name),
        {name: proof[name] for name in ("role", "scope", "unit", "value")} if proof else None,
    )


def _of_all(keys: Collection[int]) -> list[Content]:
    rows = ExplorerPosition.objects.filter(key__in=keys).values_list("content", flat=True)
    return [content_of(row) for row in rows]


def _of_reader(keys: Collection[int], reader: int | None) -> list[Content]:
    """Return the same of the reader's own matches: few, so they are counted one by one."""
    own = Seat.objects.filter(player=reader, unfinished=False).order_by("-listed_at", "-match")
    matches = list(own.values_list("match", flat=True)[:MOST_MINE]) if reader is not None else []
    there = ExplorerOccurrence.objects.filter(key__in=keys, match__in=matches)
    content = Content([], [])
    for row in ExplorerMatch.objects.filter(match__in=there.values("match")):
        for step in steps_of(row.content):
            if step.key in keys:
                content.count(step, row.band, 1)
                content.samples.append(Sample(row.band, row.match_id, step.ply))
    return [content]


def _moves(position: State, tallies: Iterable[Tally], values: dict[str, dict[str, Any]]) -> list[Move]:
    by_key: dict[int, list[Tally]] = {}
    for tally in tallies:
        by_key.setdefault(tally.move, []).append(tally)
    moves = []
    for action, key in moves_from(position):
        # The first of several mirror images has them all.
        counted, value = by_key.pop(key, []), values.get(action)
        if counted or value:
            won, drawn, lost = (sum(getattr(each, name) for each in counted) for name in RESULTS)
            moves.append(Move(action, won + drawn + lost, won, drawn, lost, value))
    return sorted(moves, key=lambda move: (-move.games, *_rank(move)))


RESULTS = ("won", "drawn", "lost")


def _rank(move: Move) -> tuple[int, float]:
    """Return the sort key of a move among those that were played as often: better ones first."""
    return (-move.value["outcome"], -move.value["score"]) if move.value else (2, 0)


def _named(samples: Collection[Sample], hides_name: HidesName) -> tuple[list[NamedMatch], list[NamedMatch]]:
    """Return the newest and the strongest of these matches, as far as lists show them now."""
    newest = sorted(samples, key=lambda each: -each.match)[:NAMED]
    rated = (each for each in samples if each.band != UNRATED)
    strongest = sorted(rated, key=lambda each: (-each.band, -each.match))[:NAMED]
    shown = _shown({each.match: each for each in (*newest, *strongest)}, hides_name)
    return tuple(  # type: ignore[return-value]
        [shown[each.match] for each in some if each.match in shown] for some in (newest, strongest)
    )


def _shown(samples: dict[int, Sample], hides_name: HidesName) -> dict[int, NamedMatch]:
    listed = Seat.objects.filter(match__in=samples, first=True, listed=True).values("match")
    rows = Match.objects.filter(pk__in=listed).prefetch_related("seats")
    return {row.pk: _match(row, samples[row.pk], hides_name) for row in rows}


def _match(row: Match, sample: Sample, hides_name: HidesName) -> NamedMatch:
    names = {seat.role: "" if hides_name(seat.player_id) else seat.name for seat in row.seats.all()}
    ended = ms(row.ended_at or row.acted_at)
    return NamedMatch(row.public_id, sample.ply, names, row.winner or None, BANDS[sample.band], ended)
