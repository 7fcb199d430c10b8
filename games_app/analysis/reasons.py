"""Reasons of mistakes: claims about the lines that a review has found, each proved by the rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from games_app.analysis.decisions import MatchDecision, match_decisions
from games_app.analysis.jobs.models import Plain
from games_app.games.catalogue import MOTIFS
from games_app.games.claims import Line, why_worse
from games_app.games.motifs import DECISIVE, Seen
from games_app.games.rules import play
from games_app.models import Match

Judged = tuple[MatchDecision, Plain]
"""A decision of a match, and what the review says of it."""


SHARE = 3
"""Divisor of a loss in stones: a motif with less than that part of it is not told as its reason."""


def reasons(mistake: Judged, following: Judged | None) -> list[Plain]:
    """Return claims about a mistake: what it brought about, and what the best decision does.

    Each has "proved": whether the whole line that shows it is. ``following``: the next decision of the match.
    """
    (turn, judged), found_next = mistake, None
    if turn.before is None or judged["found"] is None:
        return []
    if following and following[0].before == play(turn.before, turn.role, turn.action).state:
        found_next = following[1]["found"]
    played = ((turn.role, turn.action), *_line(found_next))
    better = _line(judged["found"])
    claims = why_worse(MOTIFS.get(turn.before.slug, ()), turn.before, played, better, _explains(judged))
    is_proved = [found_next is not None and found_next["line_proved"], judged["found"]["line_proved"]]
    return [claim.plain() | {"proved": is_proved[claim.line[0] == better[0]]} for claim in claims]


def _explains(judged: Plain) -> Callable[[Seen], bool]:
    """Return whether a motif explains the loss: a single stone doesn't explain twelve.

    Nor does a win explain a lost margin: the same role wins after every move.
    """
    found = judged["found"]
    played = found["actions"][judged["action"]]
    least = played["loss"]["score"] / SHARE if found["unit"] == "margin" else 0
    outcome = found["value"]["outcome"]
    most = DECISIVE if outcome is not None and outcome == played["outcome"] else math.inf
    return lambda seen: least <= seen.weight < most


def _line(found: Plain | None) -> Line:
    return tuple((role, action) for role, action in found["line"]) if found else ()


def with_reasons(row: Match, decisions: Sequence[Plain]) -> list[Plain]:
    """Return graded decisions, each mistake with its reasons: earlier versions stored reviews without."""
    if all("reasons" in each or not each["grade"] for each in decisions):
        return list(decisions)
    turns = {turn.seq: turn for turn in match_decisions(row)}
    judged = [(turns.get(each["seq"]), each) for each in decisions]
    explained = []
    for (turn, each), (next_turn, next_each) in zip(judged, [*judged[1:], (None, {})], strict=True):
        if turn and each["grade"] and "reasons" not in each:
            following = (next_turn, next_each) if next_turn else None
            each = each | {"reasons": reasons((turn, each), following)}
        explained.append(each)
    return explained
