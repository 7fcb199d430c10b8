"""Common parts of all benches: the participating sides, and rounds in which they take turns."""

from __future__ import annotations

import contextlib
import resource
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.web_server import ROOT
from tools.bench import generator
from tools.bench.peer import MEMORY, STORAGES, Peer, event_size
from tools.bench.report import Round, Section
from tools.bench.sides import Side, Site

OPEN_FILES = 2**16
"""Maximum number of files, including sockets, that a process may have open, if the machine allows it."""


@dataclass(frozen=True)
class Setup:
    """Choice of the sides to measure besides the site, and the number of rounds."""

    rounds: int = 3
    against: str = ""
    """The path of another checkout."""
    peer: bool = False
    peer_storage: str = MEMORY


def add_options(parser: ArgumentParser, *, peer: bool = False) -> None:
    """Add the options of Setup; with ``peer`` also those of boardgame.io."""
    parser.add_argument("--rounds", type=int, default=3, help="in which the sides take turns")
    parser.add_argument("--against", default="", metavar="PATH", help="also another checkout")
    if peer:
        parser.add_argument("--peer", action="store_true", help="also boardgame.io, by npm")
        parser.add_argument("--peer-storage", choices=STORAGES, default=MEMORY, help="of boardgame.io")


def checkouts(against: str) -> dict[str, Path]:
    """Return this checkout and the other one, if any, by the names of their sides."""
    return {"site": ROOT} | ({"against": Path(against).resolve()} if against else {})


@contextlib.contextmanager
def sides(setup: Setup, game: str) -> Iterator[list[Side]]:
    """Run all sides, the site first. Each is checked after the measurement."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, OPEN_FILES)), hard))
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as running:
        folder = Path(name)
        found: list[Side] = [
            running.enter_context(Site(folder / side, side, root))
            for side, root in checkouts(setup.against).items()
        ]
        if setup.peer:
            size = generator.run(event_size(found[0], game))
            say(f"{game}: an event has {size} bytes")
            found.append(running.enter_context(Peer(folder / "peer", game, size, setup.peer_storage)))
        yield found
        for side in found:
            say(f"{side.name}: checking the record")
            side.check()


def alternate(
    section: Section, sides: list[Side], rounds: int, measure: Callable[[Side], Coroutine[Any, Any, Round]]
) -> None:
    """Measure the sides in turns, and begin each round with another of them."""
    for number in range(rounds):
        for side in sides[number % len(sides) :] + sides[: number % len(sides)]:
            say(f"{section.title}: round {number + 1} of {rounds}, {side.name}")
            section.add(side.name, generator.run(measure(side)))
    section.sides = {side.name: section.sides[side.name] for side in sides}


def say(what: str) -> None:
    """Print the progress to stderr, apart from the figures."""
    print(what, file=sys.stderr, flush=True)
