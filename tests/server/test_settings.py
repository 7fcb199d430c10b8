"""Settings in the environment take effect, or are refused at startup with a sentence."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from django.core.exceptions import ImproperlyConfigured

from boardgames.databases import postgresql, waited_for
from boardgames.environment import env_choice, env_hosts, env_link, env_networks, env_origins, redis_url


def test_options_in_the_address_of_the_database_are_kept():
    url = "postgres://alice:secret@db.example/games?sslmode=verify-full&sslrootcert=/ca.pem&connect_timeout=9"
    options = postgresql(f"{url}&options=-c%20statement_timeout%3D1min")["OPTIONS"]
    assert (options["sslmode"], options["sslrootcert"]) == ("verify-full", "/ca.pem")
    assert options["connect_timeout"] == 9
    assert options["options"] == (
        "-c statement_timeout=1min -c lock_timeout=5s -c idle_in_transaction_session_timeout=6s"
    )
    assert options["pool"]


@pytest.mark.parametrize(
    ("argv", "waited"),
    [
        (["/venv/daphne/__main__.py", "boardgames.asgi:application"], True),
        (["/app/manage.py", "tick"], True),
        (["manage.py", "migrate"], False),
        (["manage.py", "verify", "--jobs", "2"], False),
    ],
)
def test_only_what_people_wait_for_is_bounded(monkeypatch, argv, waited):
    assert waited_for(argv) is waited
    monkeypatch.setattr("sys.argv", argv)
    options = postgresql("postgres://alice:secret@db.example/games")["OPTIONS"]
    assert ("statement_timeout" in options["options"], "connection_class" in options["pool"]) == (
        waited,
        waited,
    )


def test_trusted_proxies_are_addresses_and_networks(monkeypatch):
    monkeypatch.setenv("TRUSTED_PROXIES", "10.0.0.1/8, 192.0.2.7,fd00::/8,")
    assert env_networks("TRUSTED_PROXIES") == [
        ip_network("10.0.0.0/8"),
        ip_network("192.0.2.7/32"),
        ip_network("fd00::/8"),
    ]


@pytest.mark.parametrize("wrong", ["proxy.example", "10.0.0.0/33", "10.0.0.0-10.0.0.9"])
def test_another_proxy_is_refused_at_the_start_and_not_with_every_page(monkeypatch, wrong):
    monkeypatch.setenv("TRUSTED_PROXIES", f"10.0.0.0/8,{wrong}")
    with pytest.raises(ImproperlyConfigured, match=f"^TRUSTED_PROXIES must be .* not '{wrong}'$"):
        env_networks("TRUSTED_PROXIES")


@pytest.mark.parametrize("wrong", ["javascript:alert(1)", "ask alice", "play.example"])
def test_another_contact_is_refused_at_the_start(monkeypatch, wrong):
    monkeypatch.setenv("CONTACT", wrong)
    with pytest.raises(ImproperlyConfigured, match=r"^CONTACT must be host@play\.example"):
        env_link("CONTACT")


def test_the_chat_is_one_of_three_kinds(monkeypatch):
    kinds = ("words", "phrases", "off")
    monkeypatch.delenv("TALK", raising=False)
    assert env_choice("TALK", kinds) == "words"
    monkeypatch.setenv("TALK", "phrases")
    assert env_choice("TALK", kinds) == "phrases"
    monkeypatch.setenv("TALK", "shout")
    with pytest.raises(ImproperlyConfigured, match=r"^TALK must be one of words, phrases, off, not 'shout'"):
        env_choice("TALK", kinds)


def test_the_password_of_redis_may_stand_in_a_file(tmp_path):
    file = tmp_path / "password"
    file.write_text("a b@c\n")
    assert redis_url("redis://house:6379/0", str(file)) == "redis://:a%20b%40c@house:6379/0"
    assert redis_url("redis://house:6379/0", "") == "redis://house:6379/0"
    assert redis_url("", str(file)) == ""
    with pytest.raises(ImproperlyConfigured, match=r"^REDIS_PASSWORD_FILE: .*none: No such file"):
        redis_url("redis://house:6379/0", str(tmp_path / "none"))


def test_a_server_that_is_no_redis_is_refused_at_the_start():
    with pytest.raises(ImproperlyConfigured, match=r"^REDIS_URL must begin with redis://, rediss://"):
        redis_url("http://house:6379", "")


@pytest.mark.parametrize("wrong", ["https://play.example", "play.example:8000", "play.example/", "*.example"])
def test_hosts_that_no_page_could_be_asked_for_under_are_refused_at_the_start(monkeypatch, wrong):
    monkeypatch.setenv("ALLOWED_HOSTS", f"localhost,{wrong}")
    with pytest.raises(ImproperlyConfigured, match=r"^ALLOWED_HOSTS must be names such as play\.example, "):
        env_hosts("ALLOWED_HOSTS")


def test_origins_are_schemes_with_names_and_only_frames_take_patterns(monkeypatch):
    monkeypatch.setenv("TRUSTED_ORIGINS", "https://play.example,http://[::1]:8000")
    assert env_origins("TRUSTED_ORIGINS") == ["https://play.example", "http://[::1]:8000"]
    monkeypatch.setenv("EMBED_ANCESTORS", "*,https://*.school.example,http://localhost:*")
    assert len(env_origins("EMBED_ANCESTORS", patterns=True)) == 3


@pytest.mark.parametrize("wrong", ["play.example", "https://play.example/", "https://a.example;x", "*"])
def test_another_origin_is_refused_at_the_start(monkeypatch, wrong):
    monkeypatch.setenv("TRUSTED_ORIGINS", wrong)
    with pytest.raises(
        ImproperlyConfigured, match=r"^TRUSTED_ORIGINS must be origins such as https://play\."
    ):
        env_origins("TRUSTED_ORIGINS")
