"""Choice of the connection that is closed when too many wait for something."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from games_app.server.limits import WaitingConnections

PROXY = "198.51.100.1"


class Connection:
    ended = False

    def give_up(self) -> None:
        self.ended = True


@pytest.fixture
def crowd() -> list[Connection]:
    return [Connection() for _ in range(10)]


def ended(crowd: list[Connection]) -> list[int]:
    return [number for number, connection in enumerate(crowd) if connection.ended]


def test_of_one_address_the_oldest_goes_first(crowd):
    waiting = WaitingConnections(per_address=3, in_all=100)
    for number, connection in enumerate(crowd[:5]):
        waiting.add(connection, "192.0.2.1")
        waiting.add(crowd[5 + number], f"192.0.2.{10 + number}")
    assert ended(crowd) == [0, 1]


def test_a_network_that_one_line_is_given_counts_as_one_address(crowd):
    waiting = WaitingConnections(per_address=3, in_all=100)
    for number, connection in enumerate(crowd[:5]):
        waiting.add(connection, f"2001:db8::{number}")
    assert ended(crowd) == [0, 1]


def test_served_client_stays_and_begins_anew_when_it_waits_again(crowd):
    waiting = WaitingConnections(per_address=3, in_all=100)
    for connection in crowd[:3]:
        waiting.add(connection, "192.0.2.1")
    waiting.discard(crowd[0])
    waiting.add(crowd[3], "192.0.2.1")
    waiting.add(crowd[0], "192.0.2.1")
    assert ended(crowd) == [1]


def test_connections_of_a_trusted_proxy_count_in_all_only(crowd, settings):
    settings.TRUSTED_PROXIES = [ip_network(PROXY)]
    waiting = WaitingConnections(per_address=3, in_all=6)
    for connection in crowd:
        waiting.add(connection, PROXY)
    assert ended(crowd) == [0, 1, 2, 3]
