"""Puzzles that come with the site, made by the computer playing itself, so that a new site has some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from random import Random

import msgspec

from games_app import games
from games_app.analysis.jobs.models import Plain
from games_app.analysis.puzzle_search import keep_shipped, plain_puzzle
from games_app.games import part
from games_app.games.engine.analyse import analysable
from games_app.games.engine.analysis import Limit
from games_app.games.engine.levels import LEVELS, reply
from games_app.games.engine.puzzle import Solution, puzzles_in, quality
from games_app.games.rules import GAMES, Game, State, play

FOLDER = Path(games.__file__).parent
OPENING, MOST_DECISIONS = 8, 160
OPENING_CHANCE, CHANCES = 0.9, (0.15, 0.6, 1.0)
"""Share of random actions, in the opening and later, so that no two games are alike."""
COMPOSED = 200
"""Number of composed positions searched for each played game, in games that have them."""
MOST_OF_A_GAME = 3
LEVEL = 2
"""Index of the level that plays, among those of the game."""


def file_of(slug: str) -> Path:
    return FOLDER / slug / "puzzles.json"


WITH_PUZZLES = tuple(slug for slug in GAMES if file_of(slug).exists())
"""The games that come with puzzles, in catalogue order."""


def shipped(slug: str) -> list[Plain]:
    """Return the puzzles in the folder of a game; none if it has no such file."""
    file = file_of(slug)
    puzzles: list[Plain] = msgspec.json.decode(file.read_bytes()) if file.exists() else []
    return [puzzle | {"game": slug} for puzzle in puzzles]


def load() -> None:
    """Store the puzzles of all games that are not stored yet."""
    for slug in GAMES:
        keep_shipped(shipped(slug))


def make(slug: str, number: int, nodes: int, seed: int) -> Iterator[int]:
    """Add puzzles of a game to its file until there are so many; yield their number after each."""
    made = shipped(slug)
    for solution in _solutions(GAMES[slug], nodes, Random(seed)):
        plain = plain_puzzle(solution)
        if any(plain["facts"] == each["facts"] for each in made):
            continue
        made.append(plain)
        _write(slug, made)
        yield len(made)
        if len(made) >= number:
            return


def _write(slug: str, puzzles: list[Plain]) -> None:
    """Write a game's file, easy puzzles first, one line each."""
    ordered = sorted(puzzles, key=lambda plain: float(plain["rating"]))
    lines = [
        msgspec.json.encode({name: plain[name] for name in plain if name != "game"}) for plain in ordered
    ]
    file_of(slug).write_bytes(b"[\n" + b",\n".join(lines) + b"\n]\n")


def _solutions(game: Game, nodes: int, dice: Random) -> Iterator[Solution]:
    """Yield the best puzzles of games that the computer plays against itself, and of composed positions."""
    limit, compose = Limit(nodes), getattr(part(game.family, "setup"), "composed", None)
    composed: Iterator[State] = (compose(dice) for _ in count()) if compose else iter(())
    while True:
        yield from _best(puzzles_in(reversed(_played(game, dice)), limit))
        for state in islice(composed, COMPOSED):
            yield from puzzles_in(filter(None, [analysable(state)]), limit)


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
