"""`manage.py status --url` finds what a proxy does wrong, and says what to change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.backing.certificates import certificate
from tests.backing.management import manage
from tests.backing.programs import free_port
from tests.backing.recipes import Nginx
from tests.nightly.entrance.test_status import faults
from tests.web_server import Server

ENV = {"HTTPS": "1", "TRUSTED_PROXIES": "127.0.0.1"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("outside"), ENV) as running:
        yield running


def seen(server: Server, folder: Path, without: str = "", **env: str) -> list[str]:
    """Return the faults that are found through the recipe for nginx without these lines."""
    proxy = Nginx(folder, [server.port])
    proxy.without = without
    if server.env:
        proxy.certificate = certificate(folder / "certificate.pem")
    with proxy:
        url = proxy.url.replace("http:", "https:" if server.env else "http:")
        trusting = {"SSL_CERT_FILE": str(proxy.certificate)} | server.env if server.env else {}
        _, said = manage("status", "--url", url, data=server.data, **trusting | env)
    return [fault for fault in faults(said) if not fault.startswith("The disk")]


def header(name: str) -> str:
    return rf"^ *proxy_set_header {name} [^\n]*\n"


@pytest.mark.parametrize(
    ("without", "fault"),
    [
        (header("X-Forwarded-Proto"), "X-Forwarded-Proto: https does not arrive, so every form is refused."),
        (header("X-Forwarded-For"), "X-Forwarded-For does not arrive, so all visitors count as one address"),
        (header("Host"), "The site does not accept the host name that arrives."),
        (header("Upgrade"), "Websockets are answered with "),
    ],
)
def test_a_header_that_does_not_arrive_is_named(site, tmp_path, without, fault):
    (said,) = seen(site, tmp_path, without)
    assert said.startswith(fault)


@pytest.mark.parametrize(
    ("env", "fault"),
    [
        ({}, None),
        ({"SSL_CERT_FILE": ""}, "Browsers refuse the certificate of 127.0.0.1:"),
        ({"HTTPS": ""}, "The site does not know that visitors use HTTPS. Set HTTPS=1."),
        ({"SECRET_KEY": "of another site"}, "Another site answers at 127.0.0.1:"),
    ],
)
def test_the_recipe_is_well_with_the_right_settings(site, tmp_path, env, fault):
    said = seen(site, tmp_path, **env)
    assert [one.startswith(fault) for one in said] == ([True] if fault else [])


def test_a_proxy_that_is_not_trusted_is_named(tmp_path):
    with Server(tmp_path / "data") as server:
        (said,) = seen(server, tmp_path)
    assert said.startswith("All visitors count as one address, 127.0.0.1. Add it to TRUSTED_PROXIES.")


def test_an_address_at_which_nobody_answers_is_said(site):
    _, said = manage("status", "--url", f"https://127.0.0.1:{free_port()}", data=site.data)
    assert "can't be reached: Connection refused. Check the name and the port." in faults(said)[-1]
    _, said = manage("status", "--url", "play.example", data=site.data)
    assert faults(said)[-1] == "The address must be like https://play.example, without a path."
