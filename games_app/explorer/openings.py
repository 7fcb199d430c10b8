"""Proved openings that come with the site, in ``openings/SLUG.json`` of a game's folder.

Each line names the moves from the start and the proved margins of all moves then, for the role to move:
``{"engine": "mancala-3", "lines": {"": {"6": 4, ...}, "6": {...}}}``. A file of another version of the engine
is ignored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from games_app import games
from games_app.analysis.jobs.models import Plain, plain_analysis, position_text
from games_app.games.engine.analyse import ENGINES, analyse, engine_name
from games_app.games.engine.analysis import Analysis, Limit, Value, Work
from games_app.games.engine.search import TranspositionTable
from games_app.games.rules import Game, State, get_game, play
from games_app.match.start_moves import played

DECISIONS = 4
"""Decisions from the start whose positions have their moves proved."""
NODES = 20_000_000
"""Most positions to visit for one proof."""


class Openings(Struct):
    engine: str
    lines: dict[str, dict[str, int]]


def proved_opening(state: State) -> Plain | None:
    """Return the analysis of a position that comes with the site, as ``plain_analysis``; otherwise None."""
    return _analyses(state.slug).get(position_text(state.facts())) if state.slug in ENGINES else None


@cache
def _analyses(slug: str) -> dict[str, Plain]:
    shipped = _read(slug)
    game, found = get_game(slug), dict[str, Plain]()
    if shipped is None or shipped.engine != engine_name(slug):
        return found
    for moves, margins in shipped.lines.items():
        state = played(game, game.initial_state(), moves).states[-1]
        values = {game.action(move): margin for move, margin in margins.items()}
        found[position_text(state.facts())] = plain_analysis(_analysis(state, values))
    return found


def _analysis(state: State, margins: dict[str, int]) -> Analysis:
    best = max(margins.values())
    return Analysis(
        engine=engine_name(state.slug),
        role=state.to_move[0],
        scope=ENGINES[state.slug].scope,
        value=_exact(best),
        actions={action: _exact(margin) for action, margin in margins.items()},
        best=tuple(action for action, margin in margins.items() if margin == best),
        line=(),
        line_proved=False,
        work=Work(0, 0, "proved"),
    )


def _exact(margin: int) -> Value:
    return Value("margin", margin, margin, margin)


def _file(slug: str) -> Path:
    return Path(games.__file__).parent / get_game(slug).family / "openings" / f"{slug}.json"


def _read(slug: str) -> Openings | None:
    file = _file(slug)
    return msgspec.json.decode(file.read_bytes(), type=Openings) if file.exists() else None


def make(slug: str) -> Iterator[int]:
    """Prove the first positions of a rule set and write its file; yield how many are proved so far.

    A position whose moves can't all be proved is left out, with what follows it.
    """
    game, openings, table = get_game(slug), Openings(engine_name(slug), {}), TranspositionTable()
    waiting = deque([("", game.initial_state())])
    while waiting:
        moves, state = waiting.popleft()
        margins = _margins(game, state, table)
        if margins is None:
            continue
        openings.lines[moves] = margins
        yield len(openings.lines)
        if len(moves.split()) < DECISIONS:
            (role,) = state.to_move
            for move in margins:
                after = play(state, role, game.action(move)).state
                if not after.is_terminal:
                    waiting.append((f"{moves} {move}".strip(), after))
    _write(slug, openings)


def _margins(game: Game, state: State, table: TranspositionTable) -> dict[str, int] | None:
    found = analyse(state, Limit(nodes=NODES), table)
    if any(value.kind != "exact" for value in found.actions.values()):
        return None
    return {game.notation(action): int(value.score) for action, value in found.actions.items()}


def _write(slug: str, openings: Openings) -> None:
    """Write the file, one position a line."""
    lines = ",\n".join(
        f"{msgspec.json.encode(moves).decode()}: {msgspec.json.encode(margins).decode()}"
        for moves, margins in openings.lines.items()
    )
    file = _file(slug)
    file.parent.mkdir(exist_ok=True)
    text = f'{{"engine": "{openings.engine}", "lines": {{\n{lines}\n}}}}\n'
    file.write_text(text, encoding="utf-8")
