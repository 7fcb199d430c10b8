"""Strangers who ask at once through two processes: each offer has one taker, and nobody plays twice."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import psycopg
import pytest

from games_app.record.sql import LOBBY_LOCK
from tests.faults.client import new_cmd
from tests.faults.play import SEED
from tests.faults.visitor import Visitor
from tests.site import Site

PEOPLE, OFFERS, RING = 100, 50, 24
AT_ONCE = 24
"""Number of simultaneous requests, on both processes."""
PATIENCE = 300.0
"""Seconds for which a request is resent that a busy machine could not answer in time."""
SOON = 1.0
"""Seconds in which a player who waits for nobody is answered."""
SEATS = """
SELECT m.public_id, m.status, s.player_id FROM games_app_match m JOIN games_app_seat s ON s.match_id = m.id
WHERE m.open_offer AND m.id > {}
"""

Answer = tuple[int, str, str]


@contextmanager
def pairing_elsewhere(site: Site) -> Iterator[None]:
    """Hold the lobby's lock meanwhile, as another process that pairs people."""
    with psycopg.connect(site.postgres.url(site.database)) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [LOBBY_LOCK])
        yield
        other.rollback()


@dataclass(frozen=True)
class Lobby:
    """The lobby at the start of a test, whatever happened before."""

    site: Site
    before: int
    """The newest match so far."""

    def visitors(self, number: int) -> list[Visitor]:
        """Return new visitors, half of them at either process."""
        servers = itertools.cycle(self.site.servers)
        return [Visitor(next(servers).url) for _ in range(number)]

    def guests(self, number: int) -> list[Visitor]:
        """New visitors with a name and a session each."""
        crowd = self.visitors(number)
        named = at_once([partial(insist, one, "/name", name=f"guest {n}") for n, one in enumerate(crowd)])
        assert {status for status, _, _ in named} == {302}
        return crowd

    def seats(self) -> list[tuple]:
        """Return id, status and players of matches from offers since then."""
        return self.site.rows(SEATS.format(self.before))

    def playing(self) -> dict[str, list[int]]:
        """Return the players of each match that has begun from an offer."""
        found: dict[str, list[int]] = {}
        for match, status, player in self.seats():
            if status == "playing":
                found.setdefault(match, []).append(player)
        return found


@pytest.fixture
def lobby(big_site: Site) -> Lobby:
    ((newest,),) = big_site.rows("SELECT coalesce(max(id), 0) FROM games_app_match")
    return Lobby(big_site, newest)


def at_once(requests: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Return the answers in the order of the requests, which are sent in a random one."""
    order = list(range(len(requests)))
    random.Random(SEED).shuffle(order)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        sent = {number: pool.submit(requests[number]) for number in order}
        return [sent[number].result() for number in range(len(requests))]


def insist(person: Visitor, path: str, **fields: str) -> Answer:
    """Send a form until it is answered, as a busy site's page asks."""
    until = time.monotonic() + PATIENCE
    while (answer := person.send(path, **fields))[0] == 503 and time.monotonic() < until:
        time.sleep(0.5)
    return answer


def offer(maker: Visitor, minutes: int) -> str:
    """Make an open offer that fits nobody's *Play now*; return its id."""
    terms = {"opponent": "anybody", "time": "real", "minutes": str(minutes), "absence": "claim"}
    return maker.make_match("mancala", "random", **terms, name=f"maker {minutes}")


def play(person: Visitor) -> Answer:
    return insist(person, "/lobby/play", game="mancala", preset="5+3", cmd=new_cmd())


def take(person: Visitor, match: str) -> Answer:
    return insist(person, "/lobby/take", match=match)


def nobody_twice(matches: dict[str, list[int]]) -> bool:
    """Return whether each match has two people, and each of them no other match."""
    seats = Counter(player for players in matches.values() for player in players)
    return set(seats.values()) <= {1} and all(len(players) == 2 for players in matches.values())


def test_play_now_waits_while_another_process_pairs(lobby):
    """Else two who ask at once would not see each other's offers."""
    people = lobby.guests(2)
    with ThreadPoolExecutor(2) as pool:
        with pairing_elsewhere(lobby.site):
            asked = [pool.submit(play, one) for one in people]
            assert not wait(asked, timeout=SOON).done
        assert {one.result()[0] for one in asked} == {302}
    assert len(lobby.playing()) == 1


def test_of_people_who_wait_and_take_each_others_offers_at_once_nobody_plays_twice(lobby):
    """Each takes the next one's offer while somebody else takes their own."""
    ring = lobby.guests(RING)
    offers = [offer(one, minutes) for minutes, one in enumerate(ring, 1)]
    at_once([partial(take, one, offers[(n + 1) % RING]) for n, one in enumerate(ring)])
    matches = lobby.playing()
    assert nobody_twice(matches)
    assert len(matches) >= RING / 4
    waiting = {match for match, status, _ in lobby.seats() if status == "waiting"}
    seated = {player for players in matches.values() for player in players}
    makers = {player for match, _, player in lobby.seats() if match in waiting}
    assert not seated & makers, "nobody who plays still waits"
