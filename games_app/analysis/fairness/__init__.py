"""Fairness: the engine helps nobody in a running game.

Every page and worker that tells something of the engine asks here first; the other modules of this package
are its own. ``why_withheld`` answers about one position, ``withheld`` about many for one reader:

- A player of a running match against another person gets nothing about that game, of whatever position.
- Everybody else gets nothing about the positions of live matches between two people, nor about what can
  follow within a move and the reply. That holds for matches that are public, were public before somebody
  closed them, or are rated. Other private matches withhold nothing, so nobody can find them by asking. A
  refusal doesn't say whether or which match is the reason.
- A member of a club gets nothing about the position of its open question, nor about what can follow.
- A match withholds nothing from the review of a finished match that was first (``Timeline.is_before``):
  nobody can blind a review by playing its moves again, or along with it.

Positions are compared as they are, however they were reached: set up by hand, pasted, imported, mirrored or
with other stores. An analysis tells the value of every decision, so the positions after them count too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Literal

from django.db.models import QuerySet, Value

from games_app.analysis.decisions import match_decisions
from games_app.analysis.fairness.live_positions import LivePositions, live_positions_of
from games_app.analysis.fairness.standing import PositionKeys, RunningMatch, SeatRow, place_of, rows
from games_app.analysis.jobs.models import Job, Plain
from games_app.games.engine.analyse import images, likeness, reach
from games_app.games.engine.candidates import PrincipalVariation
from games_app.games.rules import Facts, State, get_game, play, related
from games_app.lib import clock
from games_app.lib.clock import ms
from games_app.match.history import present_line, state_shown, stored_events
from games_app.models import ClubQuestion, Match, Seat


class Timeline:
    """The positions of a finished match, and the times when it reached them."""

    def __init__(self, row: Match) -> None:
        self._row = row

    def is_before(self, state: State, running: RunningMatch) -> bool:
        """Return whether this match reached ``state`` before a review of it could help the running match.

        It did if it came there before the running match was a move and a reply from where it stands now. It
        also did if the running match follows it, and came later to each of its last positions. An imported
        match, whose times anybody can write, must have been here before the other.
        """
        if self._row.origin is not None:
            return self._row.pk < running.match
        steps = running.last_steps
        if not steps:
            return False
        came = self._came_to(likeness(state))
        return came < steps[0].at or all(self._came_to(like) < at for like, at in steps)

    def _came_to(self, like: int | None) -> int:
        return NEVER if like is None else self._came.get(like, NEVER)

    @cached_property
    def _came(self) -> dict[int, int]:
        """Times, by the likeness of the position, in milliseconds."""
        end = get_game(self._row.game).state_from_facts(self._row.facts)
        befores = [(turn.before, turn.came) for turn in match_decisions(self._row) if turn.before is not None]
        line = [*befores, (end, ms(self._row.acted_at))]
        likes = [(likeness(state), at) for state, at in reversed(line)]
        return {like: at for like, at in likes if like is not None}


Why = Literal["seated", "in_play"]
"""The reader plays this game against another person, or somebody is playing near this position."""


@dataclass(frozen=True, slots=True)
class Withheld:
    """The engine's knowledge about one game that one reader may not have now."""

    everything: bool
    """True for a player of a running match of the game against another person."""
    _own: tuple[PositionKeys, ...]
    """Places of the reader's own running matches, private ones too, and of open questions of their clubs."""
    _live: LivePositions
    _now: datetime
    _timeline: Timeline | None
    """The match whose review is read."""
    _start: str
    """Matches that began after these moves don't count; empty: all count."""

    @property
    def nothing(self) -> bool:
        return not self.everything and not self._own and not self._live.standings

    def why(self, state: State) -> Why | None:
        """Return why the reader may not know an analysis of ``state`` now; None if they may."""
        if self.everything:
            return "seated"
        return "in_play" if self.covers(state) else None

    def covers(self, state: State) -> bool:
        """Return whether an analysis of ``state`` would reveal a withheld position."""
        if not images(state):
            return False
        following = reach(state, 1)
        if self.has(state) or any(not following.isdisjoint(place.images) for place in self._own):
            return True
        return self._counts(state, self._live.here(following, self._now))

    def has(self, state: State) -> bool:
        """Return whether ``state`` itself is withheld."""
        seen = images(state)
        own = any(not seen.isdisjoint(place.near) for place in self._own)
        return own or self._counts(state, self._live.near(seen, self._now))

    def line(self, state: State, line: PrincipalVariation) -> PrincipalVariation:
        """Return the line up to the first withheld position."""
        for number, (role, action) in enumerate(line, 1):
            state = play(state, role, action).state
            if self.has(state):
                return line[:number]
        return line

    def shown_part(self, state: State, analysis: dict[str, Any]) -> dict[str, Any] | None:
        """Return the part of an analysis of ``state`` that may be shown now; None if no part may.

        It was fair when it was made, but somebody may have reached its positions since.
        """
        return None if self.why(state) else analysis | {"line": self.line(state, analysis["line"])}

    def _counts(self, state: State, matches: Iterable[RunningMatch]) -> bool:
        """Return whether one of these matches, which stand near ``state``, withholds it."""
        others = [match for match in matches if not self._start or match.start != self._start]
        timeline = self._timeline
        return any(timeline is None or not timeline.is_before(state, match) for match in others)


def withheld(game: str, reader: int | None, *, review: Match | None = None, start: str = "") -> Withheld:
    """Return what the engine withholds of a game from ``reader``, a player's key; None: a stranger.

    ``review``: the finished match that is reviewed. ``start``: the moves after which a new match shall begin.
    """
    timeline = Timeline(review) if review else None
    own = [] if reader is None else list(rows(_own_seats(game, reader)))
    places = (*_places(own), *_asked_places(game, reader))
    return Withheld(bool(own), places, live_positions_of(game), clock.now(), timeline, start)


def why_withheld(reader: int | None, game: str, state: State, *, review: Match | None = None) -> Why | None:
    """Return why a reader may not know an analysis of ``state`` now; None if they may."""
    return withheld(game, reader, review=review).why(state)


def is_seated(game: str, reader: int | None) -> bool:
    """Return whether a player sits in a running match of the game against another person.

    It doesn't matter how long ago its last move was: a player who waits must gain nothing by it.
    """
    return reader is not None and _own_seats(game, reader).exists()


def helps(reply_to: int, match: Match, state: State, *, opening: bool) -> bool:
    """Return whether the computer's reply in ``state`` of a match would help somebody in a running one.

    It would if the player whom it replies to may soon come there in a match against another person, or if
    their game has come by the position of that match. So it would near the open question of a club of
    theirs. Else it would near a public live match; but these share their ``opening`` with many games.
    """
    if _is_asked(match.game, reply_to, state):
        return True
    if not opening and withheld(match.game, None).has(state):
        return True
    places = _places(rows(_own_seats(match.game, reply_to)))
    way = {image for each in _way(match) for image in images(each)} if places else set()
    return any(way.intersection(place.images) or images(state).intersection(place.near) for place in places)


def why_tip_withheld(match: Match, reader: int, state: State, *, opening: bool) -> Why | None:
    """Return why a player of a match may have no tip for ``state``; None if they may.

    A tip is what the strongest computer would reply, and is fair where its reply would be. The match itself
    withholds nothing from its players: its terms allow tips to both, or one of them is the computer.
    """
    if _own_seats(match.game, reader).exclude(match=match).exists():
        return "seated"
    if _is_asked(match.game, reader, state):
        return "in_play"
    near = live_positions_of(match.game).near(images(state), clock.now())
    return "in_play" if not opening and any(each.match != match.pk for each in near) else None


def _places(own: Iterable[SeatRow]) -> tuple[PositionKeys, ...]:
    positions = (row.position() for row in own)
    return tuple(place_of(position) for position in positions if position is not None)


def _is_asked(game: str, reader: int, state: State) -> bool:
    """Return whether ``state`` is the open question of a club of this reader, or can soon follow it."""
    return any(not images(state).isdisjoint(place.near) for place in _asked_places(game, reader))


def _asked_places(game: str, reader: int | None) -> tuple[PositionKeys, ...]:
    """Return the places of the questions that a reader, as a member of a club, is to answer alone."""
    if reader is None:
        return ()
    asked = ClubQuestion.objects.filter(
        closed_at=None,
        asked_at__gt=clock.now() - ASKED_FOR,
        game__in=related(game),
        club__members__player=reader,
        club__members__left_at=None,
    )
    return tuple(_place_of(*each) for each in asked.values_list("game", "facts"))


def _place_of(game: str, facts: Facts) -> PositionKeys:
    return place_of(get_game(game).state_from_facts(facts))


def _way(match: Match) -> Iterator[State]:
    """Yield the positions that led to the present one, as everybody saw them."""
    for event in present_line(stored_events(match.pk)):
        if (state := state_shown(match.game, event.position.facts)) is not None:
            yield state


def _own_seats(game: str, reader: int) -> QuerySet[Seat]:
    """Return the seats of a player at running matches of a game, in any rule set, against other people."""
    # A value: SQLite finds a bare column by no index.
    seats = Seat.objects.filter(player=reader, unfinished=Value(value=True), opponent__level="")
    seats = seats.filter(match__game__in=related(game), match__status=Match.Status.PLAYING)
    return seats.exclude(opponent=reader)


NEVER = 2**63
ASKED_FOR = timedelta(hours=3)
"""Time in which an open question withholds its position: a forgotten one must not for ever."""


def fair_decisions(row: Match, decisions: Sequence[Plain], reader: int | None) -> list[Plain]:
    """Return the decisions of a review without those that somebody has reached in play since it was made."""
    if not decisions:
        return []
    unfair = withheld(row.game, reader, review=row)
    if unfair.nothing:
        return list(decisions)
    before = {turn.seq: turn.before for turn in match_decisions(row)}
    shown = []
    for each in decisions:
        state = before.get(each["seq"])
        analysis = unfair.shown_part(state, each["found"]) if state and each["found"] else None
        why = "in_play" if each["found"] and not analysis else each["why"]
        reasons = [
            reason
            for reason in each.get("reasons", ())
            if state and analysis and len(unfair.line(state, reason["line"])) == len(reason["line"])
        ]
        told = {"reasons": reasons} if "reasons" in each else {}
        shown.append(each | {"found": analysis, "why": why} | told)
    return shown


def fair_position(job: Job, reader: int | None) -> Plain | None:
    """Return a job's results for a position, without those that somebody has reached in play since."""
    if not job.result:
        return None
    state = get_game(job.about["game"]).state_from_facts(job.about["facts"])
    return withheld(job.about["game"], reader).shown_part(state, job.result["found"])
