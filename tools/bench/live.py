"""Speed of live play: many matches at once, each action sent after the previous one arrived, or paced.

Servers and generator share the machine, so only ratios of one run are meaningful: between two states of the
code, and to the peer.
"""

from __future__ import annotations

import asyncio
import random
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial

from games_app.games.rules import GAMES
from tools.bench import generator, rounds
from tools.bench.generator import Run, Table
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, alternate, sides
from tools.bench.sides import Side


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--matches", type=int, nargs="+", default=[50, 200], help="played at once")
    parser.add_argument("--games", nargs="+", choices=tuple(GAMES), default=["mancala", "congkak"])
    parser.add_argument("--paced", type=float, default=0.0, help="actions a second in all; 0: closed loop")
    generator.add_options(parser)
    rounds.add_options(parser, peer=True)


def measure(
    setup: Setup, matches: Sequence[int], games: Sequence[str], seconds: float, paced: float
) -> Report:
    """Play so many matches at once, of each game, against otherwise idle servers."""
    how = f"paced at {paced:g} actions a second in all" if paced else "closed loop"
    report = Report(f"live, {setup.rounds} rounds of {seconds:g} s")
    for game in games:
        with sides(setup, game) as found:
            for number in matches:
                section = report.section(f"{game}, {number} matches, {how}")
                one = partial(play, matches=number, game=game, seconds=seconds, paced=paced)
                alternate(section, found, setup.rounds, one)
    return report


async def play(side: Side, matches: int, game: str, seconds: float, paced: float) -> Round:
    """Play one round on new matches."""
    run = Run(side, seconds, paced)
    seats = side.tables(matches, game)
    tables = [Table(tickets, run, random.Random(number)) for number, tickets in enumerate(seats)]
    await asyncio.gather(*(table.open() for table in tables))
    await run.play(tables)
    return run.figures()
