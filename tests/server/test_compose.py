"""The containers of docker-compose.yml get no more rights than they need, and Redis asks for a password."""

from __future__ import annotations

import re

import pytest
import redis

from boardgames.environment import redis_url
from games_app.lib.shutdown import SHUTDOWN_GRACE
from tests.backing.composed import compose, composed_valkey


def test_the_proxy_alone_is_open_to_the_network():
    services = compose()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert services["postgres"]["network_mode"] == "none"
    assert compose()["networks"]["back"] == {"internal": True}


@pytest.mark.parametrize("name", compose()["services"])
def test_a_container_may_do_no_more_than_it_needs(name):
    service = compose()["services"][name]
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is (name != "proxy")
    assert re.fullmatch(r"[1-9]\d*[mg]", service["mem_limit"])
    assert 0 < service["pids_limit"] < 1000


def test_a_container_that_serves_players_gets_the_time_to_end():
    for name in ("web", "ticker", "replies", "engine", "mail", "push"):
        assert int(compose()["services"][name]["stop_grace_period"].removesuffix("s")) > SHUTDOWN_GRACE


def test_valkey_makes_its_password_once_and_asks_everybody_for_it(tmp_path):
    passwords = []
    for _ in range(2):
        with composed_valkey(tmp_path) as url:
            passwords.append((tmp_path / "password").read_text())
            with redis.Redis.from_url(url) as mallory, pytest.raises(redis.AuthenticationError):
                mallory.ping()
            with redis.Redis.from_url(redis_url(url, str(tmp_path / "password"))) as known:
                assert known.ping()
    assert passwords[0] == passwords[1]
    assert len(passwords[0].strip()) == 32
    assert {file.name for file in tmp_path.iterdir()} == {"password"}, "it keeps nothing else"
