"""Puzzles that come with the site, made by the computer playing itself, so that a new site has some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec

from games_app import games
from games_app.engine.analyse import analysable
from games_app.engine.analysis import Limit
from games_app.engine.levels import LEVELS, reply
from games_app.engine.puzzle import Solution, solve
from games_app.engine.search import Table
from games_app.games.decision import play
from games_app.rules import GAMES, Game, State
from games_app.services.engine.puzzle_search import EASIEST, keep_shipped, plain_puzzle
from games_app.services.engine.serialization import Plain

FOLDER = Path(games.__file__).parent
OPENING, MOST_DECISIONS = 8, 160
OPENING_CHANCE, CHANCE = 0.9, 0.15
"""Share of actions drawn by lot, in the opening and later, so that no two games are alike."""
LEVEL = 2
"""Place of the computer's level that plays, among those of the game."""


def file_of(slug: str) -> Path:
    return FOLDER / slug / "puzzles.json"


def shipped(slug: str) -> list[Plain]:
    """Return the puzzles in the folder of a game; none where it has no such file."""
    file = file_of(slug)
    puzzles: list[Plain] = msgspec.json.decode(file.read_bytes()) if file.exists() else []
    return [puzzle | {"game": slug} for puzzle in puzzles]


def load() -> None:
    """Store the puzzles of all games that are not there yet."""
    for slug in GAMES:
        keep_shipped(shipped(slug))


def make(slug: str, number: int, nodes: int, seed: int) -> Iterator[int]:
    """Make so many puzzles of a game and write its file anew; yield how many there are, after each.

    Half of them at most are so easy that the weakest level solves them.
    """
    made: list[Plain] = []
    easy = 0
    for solution in _solutions(GAMES[slug], nodes, Random(seed)):
        plain = plain_puzzle(solution)
        is_easy = plain["rating"] == EASIEST
        if plain in made or (is_easy and easy >= number // 2):
            continue
        made.append(plain)
        easy += is_easy
        _write(slug, made)
        yield len(made)
        if len(made) == number:
            return


def _write(slug: str, puzzles: list[Plain]) -> None:
    """Write a game's file, easy puzzles first, a line each."""
    ordered = sorted(puzzles, key=lambda plain: float(plain["rating"]))
    lines = [
        msgspec.json.encode({name: plain[name] for name in plain if name != "game"}) for plain in ordered
    ]
    file_of(slug).write_bytes(b"[\n" + b",\n".join(lines) + b"\n]\n")


def _solutions(game: Game, nodes: int, dice: Random) -> Iterator[Solution]:
    """Yield a puzzle of each game that the computer plays against itself, the longest it finds there."""
    while True:
        table, best = Table(), None
        for state in reversed(_played(game, dice)):
            found = solve(state, Limit(nodes), table)
            if found and (best is None or len(found.decisions) > len(best.decisions)):
                best = found
        if best:
            yield best


def _played(game: Game, dice: Random) -> list[State]:
    """Play a game; return some of the later positions that can be searched, in their order."""
    state = game.initial_state(**{name: option.offered for name, option in game.options.items()})
    states = []
    decisions = 0
    while state.to_move and decisions < MOST_DECISIONS:
        role, decisions = state.to_move[0], decisions + 1
        position = analysable(state)
        if position and decisions > OPENING:
            states.append(position)
        chance = OPENING_CHANCE if decisions <= OPENING else CHANCE
        state = play(state, role, _action(game, state, role, chance, dice)).state
    tail = states[len(states) // 2 :]
    return tail[dice.randrange(max(1, len(tail) // 3)) :]


def _action(game: Game, state: State, role: str, chance: float, dice: Random) -> str:
    level = replace(LEVELS[game.slug][LEVEL], chance=chance)
    if analysable(state) is None:
        return dice.choice(state.legal_actions(role))
    return reply(state, role, level, dice).action
