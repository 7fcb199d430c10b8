"""Common parts of all benches: the participating sides, and rounds in which they take turns."""

from __future__ import annotations

import contextlib
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.backing.postgres import Postgres
from tests.server import prepared
from tools.bench.bare import Bare, sample_of
from tools.bench.big_site import BigSite
from tools.bench.generator import FULLY_BUSY
from tools.bench.peer import MEMORY, Peer
from tools.bench.report import Round, Section
from tools.bench.sides import Side, Site

SQLITE, POSTGRES = "sqlite", "postgres"
SPARE_FILES = 200
"""Number of files that a process has open besides its sockets."""


@dataclass(frozen=True)
class Setup:
    """Choice of the sides to measure besides the site, and the number of rounds."""

    rounds: int = 3
    bare: bool = False
    peer: bool = False
    peer_storage: str = MEMORY
    against: str = ""
    """The path of another checkout."""
    pythons: Sequence[str] = ()
    """Paths of other interpreters that have the requirements installed."""
    database: str = SQLITE
    """The site's database; the other sides keep to SQLite."""
    processes: Sequence[int] = (1,)
    """Numbers of web processes, each a side of its own."""

    def __post_init__(self) -> None:
        if self.database == SQLITE and tuple(self.processes) != (1,):
            raise SystemExit("Several web processes need --database postgres.")


@contextlib.contextmanager
def sides(setup: Setup, game: str) -> Iterator[list[Side]]:
    """Run all sides, the site first. Each is checked after the measurement."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as running:
        folder = Path(name)
        found: list[Side] = [running.enter_context(site) for site in _sites(setup, folder, running)]
        if setup.bare or setup.peer:
            say(f"{game}: taking a sample of what the site tells and stores")
            with Site(folder / "sample") as small:
                sample = sample_of(small, game)
            say(f"{game}: an event has {len(sample.frames[0])} bytes")
            if setup.bare:
                empty_record = prepared(bundled=True)[2]
                found.append(running.enter_context(Bare(folder / "bare", sample, empty_record)))
            if setup.peer:
                peer = Peer(folder / "peer", game, len(sample.frames[0]), setup.peer_storage)
                found.append(running.enter_context(peer))
        yield found
        for side in found:
            say(f"{side.name}: checking the record")
            side.check()


def _sites(setup: Setup, folder: Path, running: contextlib.ExitStack) -> Iterator[Site]:
    """Yield the requested site, then the other sides."""
    if setup.database == POSTGRES:
        postgres = running.enter_context(Postgres())
        for number in setup.processes:
            yield BigSite(folder / f"site{number}", postgres, number)
    else:
        yield Site(folder / "site")
    if setup.against:
        yield Site(folder / "against", "against", root=Path(setup.against).resolve())
    for number, python in enumerate(setup.pythons):
        yield Site(folder / f"python{number}", python, python=str(Path(python).absolute()))


def alternate(section: Section, sides: list[Side], rounds: int, measure: Callable[[Side], Round]) -> None:
    """Measure the sides in turns, and begin each round with another of them."""
    for number in range(rounds):
        for side in sides[number % len(sides) :] + sides[: number % len(sides)]:
            say(f"{section.title}: round {number + 1} of {rounds}, {side.name}")
            section.add(side.name, measure(side))
    section.sides = {side.name: section.sides[side.name] for side in sides}


def busy(section: Section) -> list[str]:
    """Return a sentence for each side whose figures the generator may have limited."""
    return [
        f"{section.title}: the generator was busy for {most:.0f} % of a core against {name}, "
        f"so that {name} may bear more than this."
        for name, rounds in section.sides.items()
        if (most := max(one.get("generator %", 0) for one in rounds)) > FULLY_BUSY
    ]


def allow_files(sockets: int) -> None:
    """Allow this process and the servers that it starts so many open sockets, or say why that fails."""
    needed = sockets + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SystemExit(
            f"{sockets} sockets need {needed} open files; this machine allows {hard} (ulimit -Hn)."
        )
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def say(what: str) -> None:
    """Print the progress to stderr, apart from the figures."""
    print(what, file=sys.stderr, flush=True)
