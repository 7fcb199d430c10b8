"""The puzzles of a game that a new site has: found in games and positions, and chosen to differ in theme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from random import Random

from games_app.analysis.jobs.models import Plain
from games_app.analysis.puzzle_search import plain_puzzle, themes_of
from games_app.analysis.puzzles.reasons import gain
from games_app.analysis.puzzles.shipped import shipped, write
from games_app.games import part
from games_app.games.catalogue import THEMES
from games_app.games.engine.analyse import analysable
from games_app.games.engine.analysis import Limit
from games_app.games.engine.difficulty import Question, is_found_naively, rating_of
from games_app.games.engine.levels import LEVELS, reply
from games_app.games.engine.puzzle import Solution, puzzles_in, quality
from games_app.games.rules import GAMES, Game, State, get_game, play
from games_app.models import Puzzle

OPENING, MOST_DECISIONS = 8, 160
OPENING_CHANCE, CHANCES = 0.9, (0.15, 0.6, 1.0)
"""Share of random actions, in the opening and later, so that no two games are alike."""
COMPOSED, QUICK = 200, 5
"""Number of composed positions for each played game, and the divisor of their nodes: most are no puzzles."""
MOST_OF_A_GAME = 3
LEVEL = 2
"""Index of the level that plays, among those of the game."""
FEWEST_OF_A_THEME = 10
"""Number of puzzles that each theme is to have at least."""
MOST_OF_A_THEME = 0.55
"""Share of the wanted number that may have one theme."""
LENGTHS = frozenset({"one", "two", "long"})
"""Themes of every game: the number of decisions."""
MOST_SINGLE = 3
"""Divisor of the wanted number: at most such a part of the puzzles has a single decision."""


def make(slug: str, number: int, nodes: int, seed: int) -> Iterator[int]:
    """Add puzzles of a game to its file until there are so many of all themes; yield their number after each.

    Those that are there are sorted and rated anew first. Pages can say why each solution wins.
    """
    chosen = Collection(slug, number, [_sorted_anew(plain) for plain in shipped(slug) if _is_good(plain)])
    write(slug, chosen.puzzles)
    solutions = _solutions(GAMES[slug], nodes, Random(seed))
    while not chosen.is_complete:
        plain = plain_puzzle(next(solutions))
        if _is_good(plain) and chosen.add(plain):
            write(slug, chosen.puzzles)
            yield len(chosen.puzzles)


class Collection:
    """A choice of so many puzzles of a game, in which no theme is rare and none prevails."""

    def __init__(self, slug: str, number: int, puzzles: Sequence[Plain]) -> None:
        self.number, self.puzzles = number, list(puzzles)
        names = (theme.name for theme in THEMES[slug] if theme.name not in LENGTHS)
        self.counts = {name: sum(name in plain["themes"].split() for plain in puzzles) for name in names}

    @property
    def is_complete(self) -> bool:
        return len(self.puzzles) >= self.number and self._has_all_themes

    @property
    def _has_all_themes(self) -> bool:
        return min(self.counts.values()) >= FEWEST_OF_A_THEME

    def add(self, plain: Plain) -> bool:
        """Add a puzzle unless it is there already, or there are enough that are like it."""
        names = [name for name in plain["themes"].split() if name in self.counts]
        is_single = len(plain["steps"]) == 1
        if not self._are_wanted(names) or (is_single and self._single() >= self.number // MOST_SINGLE):
            return False
        if any(plain["facts"] == each["facts"] for each in self.puzzles):
            return False
        self.counts.update({name: self.counts[name] + 1 for name in names})
        self.puzzles.append(plain)
        return True

    def _are_wanted(self, names: list[str]) -> bool:
        """Return whether a puzzle with these themes helps: while a theme is rare, the others wait for it."""
        counts = [self.counts[name] for name in names]
        if not counts or max(counts) >= MOST_OF_A_THEME * self.number:
            return False
        return self._has_all_themes or min(counts) < self.number // len(self.counts)

    def _single(self) -> int:
        return sum(len(each["steps"]) == 1 for each in self.puzzles)


def questions(plain: Plain) -> list[Question]:
    """Return each position of a puzzle in which the solver decides, with the right action."""
    state, found = get_game(plain["game"]).state_from_facts(plain["facts"]), []
    for step in plain["steps"]:
        found.append((state, step["right"]))
        for role, action in ((plain["role"], step["right"]), *step["follows"]):
            state = play(state, role, action).state
    return found


def _is_good(plain: Plain) -> bool:
    return not is_found_naively(questions(plain)) and gain(Puzzle(**plain)) is not None


def _sorted_anew(plain: Plain) -> Plain:
    themes = themes_of(plain["game"], plain["facts"], plain["role"], plain["steps"])
    return plain | {"themes": themes, "rating": rating_of(questions(plain))}


def _solutions(game: Game, nodes: int, dice: Random) -> Iterator[Solution]:
    """Yield the best puzzles of games that the computer plays against itself, and of composed positions."""
    limit, quick = Limit(nodes), Limit(nodes // QUICK)
    compose = getattr(part(game.family, "setup"), "composed", None)
    composed: Iterator[State] = (compose(dice) for _ in count()) if compose else iter(())
    while True:
        yield from _best(puzzles_in(reversed(_played(game, dice)), limit))
        for state in islice(composed, COMPOSED):
            yield from puzzles_in(filter(None, [analysable(state)]), quick)


def _best(puzzles: list[Solution]) -> list[Solution]:
    """Return the best puzzles of a game, none of which is part of another one."""
    best: list[Solution] = []
    seen: list[State] = []
    for solution in sorted(puzzles, key=quality, reverse=True):
        states = [decided.state for decided in solution.decisions]
        if not any(state in seen for state in states):
            best.append(solution)
            seen += states
    return best[:MOST_OF_A_GAME]


def _played(game: Game, dice: Random) -> list[State]:
    """Play a game; return some of the later positions that can be searched, in their order."""
    state = game.initial_state(**{name: option.offered for name, option in game.options.items()})
    states, decisions, later = [], 0, dice.choice(CHANCES)
    while state.to_move and decisions < MOST_DECISIONS:
        role, decisions = state.to_move[0], decisions + 1
        position = analysable(state)
        if position and decisions > OPENING:
            states.append(position)
        chance = OPENING_CHANCE if decisions <= OPENING else later
        state = play(state, role, _action(game, state, role, chance, dice)).state
    tail = states[len(states) // 2 :]
    return tail[dice.randrange(max(1, len(tail) // 3)) :]


def _action(game: Game, state: State, role: str, chance: float, dice: Random) -> str:
    level = replace(LEVELS[game.slug][LEVEL], chance=chance)
    if analysable(state) is None:
        return dice.choice(state.legal_actions(role))
    return reply(state, role, level, dice).action
