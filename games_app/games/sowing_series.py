"""Exercises in sowing: where does the last stone fall, and what does it take?

The same seed gives the same series. The positions come from random play by the rules, so that every rule set
with a sowing board has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games_app.games.base import Accepted, Game, State, Step, play
from games_app.games.catalogue import BOARDS
from games_app.games.sheet import Text

LENGTH = 10
"""Number of sowings in a series."""
LONGEST_SHORT = 5
"""Maximum number of stones of a short sowing."""
MOST_LAPS = 4
"""Maximum number of hands that are taken up in a sowing: a longer one can't be followed."""
LONGEST_PLAYOUT = 60
"""Number of decisions after which a random game gives no more positions."""
SHARE_OF_CAPTURES = 0.7
"""Part of a series of captures that does capture: otherwise there is nothing to decide."""


class Level(StrEnum):
    """Kinds of sowings, from easy to hard."""

    SHORT = "short"
    ROUND = "round"
    CAPTURES = "captures"
    RELAYS = "relays"


class LevelWords(NamedTuple):
    """The name of a level, and its task, as people read them."""

    title: Text
    task: Text


WORDS = {
    Level.SHORT: LevelWords(_("Short sowings"), _("A few stones, one by one.")),
    Level.ROUND: LevelWords(_("Long sowings"), _("Into the other row, and perhaps all the way round.")),
    Level.CAPTURES: LevelWords(_("Captures"), _("Where does it end, and how many does it take?")),
    Level.RELAYS: LevelWords(_("The sowing goes on"), _("Follow it through several houses to its end.")),
}


@dataclass(frozen=True)
class Sowing:
    """One decision in a position: a sowing and everything that follows from it."""

    start: State
    action: str
    accepted: Accepted

    @property
    def role(self) -> str:
        return self.accepted.role

    @cached_property
    def steps(self) -> list[Step]:
        return [step for ply in self.accepted.plies for step in ply.trace]

    @cached_property
    def falls(self) -> list[str]:
        """The stops where the stones fall, in this order."""
        own = [step for step in self.steps if step.get("role") == self.role]
        return [str(stop) for step in own for stop in _falls(step)]

    @property
    def stones(self) -> int:
        """Number of stones of the first hand."""
        return int(next(step["n"] for step in self.steps if step["do"] == "scoop"))

    @property
    def laps(self) -> int:
        """Number of hands that were taken up, each where the one before ended."""
        return sum(1 + len(step.get("relays", ())) for step in self.steps if step["do"] == "scoop")

    @property
    def taken(self) -> int:
        """Number of stones that the sowing captures, with its own last one where the rules say so."""
        own = [step for step in self.steps if step["do"] == "capture" and step["role"] == self.role]
        return sum(n for step in own for _, n in step["from"])

    @property
    def ends_play(self) -> bool:
        """True if more happens than the sowing and its capture: a round or the game ends."""
        return any(step["do"] in ("collect", "forfeit", "round", "over") for step in self.steps)


def _falls(step: Step) -> Iterator[object]:
    if step["do"] == "drop":
        yield step["at"]
    if step["do"] == "scoop":
        yield from (stop for drops in (step["drops"], *step.get("relays", ())) for stop, _ in drops)


@lru_cache(maxsize=256)
def series(game: Game, level: Level, seed: str) -> tuple[Sowing, ...]:
    """Return the sowings of a series. Raises ValueError for a level that the rule set doesn't have."""
    if level not in levels(game):
        raise ValueError(f"{game.slug} has no sowings of the level {level}")
    chance = Random(f"{game.slug} {level} {seed}")
    sowings: list[Sowing] = []
    while len(sowings) < LENGTH:
        captures = chance.random() < SHARE_OF_CAPTURES
        fitting = [one for one in _played(game, chance) if _fits(one, level, captures=captures)]
        if fitting:
            sowings.append(chance.choice(fitting))
    return tuple(sowings)


@lru_cache(maxsize=64)
def levels(game: Game) -> tuple[Level, ...]:
    """Return the levels of a rule set; none for a game without a sowing board."""
    if game.slug not in BOARDS:
        return ()
    played = _played(game, Random(0))
    relays = any(sowing.laps > 1 for sowing in islice(played, LONGEST_PLAYOUT))
    return tuple(level for level in Level if relays or level is not Level.RELAYS)


def _played(game: Game, chance: Random) -> Iterator[Sowing]:
    """Yield the sowings of a random game, those where each of them decides alone and in the open."""
    state, made = game.initial_state(), 0
    while state.to_move and made < LONGEST_PLAYOUT:
        role = chance.choice(state.to_move)
        action = chance.choice(state.legal_actions(role))
        sowing = Sowing(state, action, play(state, role, action))
        if len(state.to_move) == 1 and sowing.falls and not sowing.ends_play:
            yield sowing
        state, made = sowing.accepted.state, made + 1


def _fits(sowing: Sowing, level: Level, *, captures: bool) -> bool:
    stones, row = len(sowing.falls), BOARDS[sowing.start.slug].length
    match level:
        case Level.SHORT:
            return 2 <= stones <= LONGEST_SHORT and sowing.laps == 1 and not sowing.taken
        case Level.ROUND:
            return stones > row and sowing.laps == 1 and not sowing.taken
        case Level.CAPTURES:
            return stones > 1 and sowing.laps == 1 and bool(sowing.taken) == captures
        case Level.RELAYS:
            return 2 <= sowing.laps <= MOST_LAPS
