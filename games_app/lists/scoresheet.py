"""Scoresheet of a match: numbered decisions, in parts that end with a diagram."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games_app.games.rules import Game, get_game
from games_app.match.history import StoredEvent, StoredPly, present_line, stored_events
from games_app.models import Match

DIAGRAMS = 24
"""Maximum number of diagrams drawn for one match."""
APART = 10
"""Number of decisions between two diagrams in games without rounds."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision on the line that leads to the end of the match."""

    number: int
    """Number of its first move, as shown beside the slider of the match's page."""
    role: str
    text: str
    """Notation, including the server's plies that followed, and a sowing's gain ("9 +11", "11 again")."""


@dataclass(slots=True)
class Part:
    """A round, or a number of decisions."""

    number: int
    """Number of the round; 0 in games without rounds."""
    decisions: list[Decision] = field(default_factory=list)
    ply: int = 0
    """The last ply."""
    last: int = 0
    """Number of the last move."""
    score: dict[str, int] = field(default_factory=dict)
    """Score at its end; for a finished round the final score, although the board is refilled by then."""
    drawn: bool = False
    """True if a diagram stands at its end."""


def on_sheet(match: Match) -> list[Part]:
    """Return the parts of a match, in one query."""
    parts = list(_parts(present_line(stored_events(match.pk)), get_game(match.game)))
    every = max(1, -(-len(parts) // DIAGRAMS))
    for index, part in enumerate(parts, 1):
        part.drawn = index % every == 0 or index == len(parts)
    return parts


def _parts(line: list[StoredEvent], game: Game) -> Iterator[Part]:
    part = Part(game.round_of(line[0].position.facts) if line else 0)
    before: dict[str, int] = {}
    last = 0
    for event in line:
        facts = event.position.facts
        ended, score = round_score(event.plies), game.score(facts)
        gain = 0 if ended else _gain(event, before, score)
        part.decisions.append(Decision(last + 1, _roles(event), _written(event, game, gain)))
        last += len(game.moves(ply.action for ply in event.plies))
        part.ply, part.last, part.score, before = event.position.ply, last, ended or score, score
        if game.round_of(facts) != part.number or (not part.number and len(part.decisions) == APART):
            yield part
            part = Part(game.round_of(facts))
    if part.decisions:
        yield part


def _written(event: StoredEvent, game: Game, gain: int) -> str:
    text = game.written(ply.action for ply in event.plies)
    again = len(_movers(event)) == 1 and b'"again"' in bytes(event.plies[-1].trace_json)
    move = f"{text} +{gain}" if gain > again else text
    return _("%(move)s again") % {"move": move} if again else move


def _gain(event: StoredEvent, before: dict[str, int], after: dict[str, int]) -> int:
    """Return the stones that a sowing brought into its player's store; 0 where both roles sowed at once."""
    roles = _movers(event)
    sown = any(b'"scoop"' in bytes(ply.trace_json) for ply in event.plies)
    return sum(after[role] - before.get(role, 0) for role in roles) if sown and len(roles) == 1 else 0


def _roles(event: StoredEvent) -> str:
    return " ".join(_movers(event))


def _movers(event: StoredEvent) -> list[str]:
    return list(dict.fromkeys(ply.role for ply in event.plies))


def round_score(plies: Iterable[StoredPly]) -> dict[str, int]:
    """Return each role's score if one of these plies ended a round, else an empty dict."""
    # A trace may be 4 kB long, so only that of the round's end is decoded.
    for ply in plies:
        if b'"round"' in bytes(ply.trace_json):
            step = next(step for step in ply.trace if step["do"] == "round")
            stores: dict[str, int] = step["stores"]
            return stores
    return {}
