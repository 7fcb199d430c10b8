"""Strangers who ask at once, through two processes: each offer has one taker, and nobody plays twice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.play import SEED
from tests.faults.visitor import Visitor
from tests.site import Site

PEOPLE, OFFERS = 100, 50
AT_ONCE = 24
"""Requests under way at the same time, on both processes."""
FASTER = "Somebody else was faster"
SEATS = """
SELECT m.public_id, m.status, s.player_id FROM games_app_match m JOIN games_app_seat s ON s.match_id = m.id
WHERE m.open_offer
"""

Answer = tuple[int, str, str]


@pytest.fixture
def people(own_big_site) -> list[Visitor]:
    """Guests with a name and a session each, half of them at either process."""
    servers = own_big_site.servers
    crowd = [Visitor(servers[number % len(servers)].url) for number in range(PEOPLE)]
    named = at_once(
        [lambda n=n, one=one: one.send("/name", "/name", name=f"guest {n}") for n, one in enumerate(crowd)]
    )
    assert {status for status, _, _ in named} == {302}
    return crowd


@pytest.fixture
def own_big_site(postgres, tmp_path_factory):
    with Site(tmp_path_factory.mktemp("own"), postgres) as running:
        yield running


def at_once(requests: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """The answers, in the order of the requests, which are sent in a random one."""
    order = list(range(len(requests)))
    random.Random(SEED).shuffle(order)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        sent = {number: pool.submit(requests[number]) for number in order}
        return [sent[number].result() for number in range(len(requests))]


def offer(maker: Visitor, minutes: int) -> str:
    """The id of an open offer that fits nobody's *Play now*."""
    terms = {"opponent": "anybody", "time": "real", "minutes": str(minutes), "absence": "claim"}
    return maker.make_match("mancala", "random", **terms, name=f"maker {minutes}")


def play(person: Visitor) -> Answer:
    return person.send("/lobby/play", "/lobby", game="mancala", preset="5+3")


def take(person: Visitor, match: str) -> Answer:
    return person.send("/lobby/take", "/lobby", match=match)


def playing(site: Site) -> dict[str, list[int]]:
    """The players of each match that has begun from an offer."""
    found: dict[str, list[int]] = {}
    for match, status, player in site.rows(SEATS):
        if status == "playing":
            found.setdefault(match, []).append(player)
    return found


def nobody_twice(matches: dict[str, list[int]]) -> bool:
    """Whether each match has two people, and each of them no other match."""
    seats = Counter(player for players in matches.values() for player in players)
    return set(seats.values()) <= {1} and all(len(players) == 2 for players in matches.values())


def test_a_hundred_who_take_fifty_offers_at_once_get_fifty_matches(own_big_site, people):
    makers = [Visitor(own_big_site.servers[number % 2].url) for number in range(OFFERS)]
    offers = [offer(maker, minutes) for minutes, maker in enumerate(makers, 1)]
    answers = at_once([lambda n=n, one=one: take(one, offers[n % OFFERS]) for n, one in enumerate(people)])
    led = [path for status, _, path in answers if status == 302]
    too_late = [text for status, text, _ in answers if status == 409]
    assert (len(led), len(too_late)) == (OFFERS, PEOPLE - OFFERS), "everybody is answered"
    assert {path.rsplit("/", 1)[1] for path in led} == set(offers)
    assert all(FASTER in text for text in too_late)
    matches = playing(own_big_site)
    assert set(matches) == set(offers)
    assert nobody_twice(matches)


def test_a_hundred_who_press_play_now_at_once_play_in_fifty_matches(own_big_site, people):
    answers = at_once([lambda one=one: play(one) for one in people])
    assert {status for status, _, _ in answers} == {302}
    matches = playing(own_big_site)
    assert len(matches) == PEOPLE / 2
    assert nobody_twice(matches)
    assert {path.rsplit("/", 1)[1] for _, _, path in answers} == set(matches)


def test_of_people_who_wait_and_take_each_others_offers_at_once_nobody_plays_twice(own_big_site, people):
    """Each takes the next one's offer while somebody else takes their own."""
    ring = people[:40]
    offers = [offer(one, minutes) for minutes, one in enumerate(ring, 1)]
    at_once([lambda n=n, one=one: take(one, offers[(n + 1) % len(ring)]) for n, one in enumerate(ring)])
    matches = playing(own_big_site)
    assert nobody_twice(matches)
    assert len(matches) >= len(ring) / 4
    waiting = {match for match, status, _ in own_big_site.rows(SEATS) if status == "waiting"}
    seated = {player for players in matches.values() for player in players}
    makers = {player for match, _, player in own_big_site.rows(SEATS) if match in waiting}
    assert not seated & makers, "nobody who plays still waits"
