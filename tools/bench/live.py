"""How fast is live play? Many matches at once, each action sent when the last has arrived, or at a pace.

Servers and generator share the machine, so that only ratios of one run say much: of two states of the code,
to the bare limit, to the peer.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from functools import partial

from tools.bench import generator
from tools.bench.bare import Bare
from tools.bench.generator import Run, Table
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, alternate, busy, say, sides
from tools.bench.sides import Side

OPENED_AT_ONCE = 20


def measure(
    setup: Setup,
    *,
    matches: Sequence[int] = (50, 200),
    games: Sequence[str] = ("mancala", "congkak"),
    seconds: float = 5.0,
    paced: float = 0.0,
    seed: int = 1,
) -> Report:
    """Play so many matches at once, of each game, against servers that have nothing else to do."""
    how = f"paced at {paced:g} actions a second in all" if paced else "closed loop"
    report = Report(f"live, {setup.rounds} rounds of {seconds:g} s")
    for game in games:
        with sides(setup, game) as found:
            for number in matches:
                section = report.section(f"{game}, {number} matches, {how}")
                alternate(
                    section,
                    found,
                    setup.rounds,
                    partial(play, matches=number, game=game, seconds=seconds, paced=paced, seed=seed),
                )
                report.notes += busy(section)
            for side in found:
                if isinstance(side, Bare):
                    say(f"{game}: raw commits")
                    report.section(f"{game}, raw commits of the same rows").add("database", side.commits())
    return report


def play(side: Side, matches: int, game: str, seconds: float, paced: float, seed: int) -> Round:
    """One round on new matches."""
    return generator.run(_played(side, matches, game, seconds, paced, seed))


async def _played(side: Side, matches: int, game: str, seconds: float, paced: float, seed: int) -> Round:
    run = Run(side, seconds, paced)
    tables = [
        Table(tickets, run, random.Random(f"{seed} {number}"))
        for number, tickets in enumerate(side.tables(matches, game))
    ]
    for begin in range(0, matches, OPENED_AT_ONCE):
        await asyncio.gather(*(table.open() for table in tables[begin : begin + OPENED_AT_ONCE]))
    await run.play(tables)
    return run.figures()
