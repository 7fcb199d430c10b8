"""The recipes of docs/deployment.md meet SECURITY.md's requirements of a proxy, and name existing things."""

from __future__ import annotations

import re
import tomllib

import pytest
from ruamel.yaml import YAML

from boardgames.declarations import SETTINGS
from games_app.lib.shutdown import GRACE
from games_app.servers.limits import HEAD_SECONDS, LARGEST_BODY
from tests.server import ROOT

PAGE = (ROOT / "docs" / "deployment.md").read_text()


def block(language: str, title: str = "") -> str:
    """Return the only block of code in this language that begins with a comment of this title, if given."""
    (found,) = re.findall(rf"^```{language}\n({f'# {title}' if title else ''}\n?.*?)^```", PAGE, re.M | re.S)
    return str(found)


def test_nginx_bounds_what_comes_in_and_says_itself_who_asks():
    text = block("nginx")
    assert re.search(rf"client_max_body_size +{LARGEST_BODY};", text)
    assert re.search(rf"client_header_timeout +{HEAD_SECONDS:g}s;", text)
    passed = dict(re.findall(r"proxy_set_header (\S+) (\S+);", text))
    assert passed["Host"] == "$http_host"
    assert passed["X-Forwarded-For"] == "$remote_addr", "what visitors say of their address is thrown away"
    assert passed["Daphne-Root-Path"] == '""'
    assert "limit_conn " in text


def test_nginx_leads_all_sockets_of_a_match_to_one_process_by_the_address_without_its_query():
    text = block("nginx")
    assert re.search(r"map \$uri (\$\w+) \{\s+~\^/ws/m/ \$uri;", text)
    assert "hash $boardgames_process consistent;" in text


def test_traefik_bounds_what_comes_in_and_asks_whether_a_process_takes_visitors():
    site = YAML(typ="safe").load(block("yaml", "boardgames.yml"))["http"]
    assert site["middlewares"]["size"]["buffering"]["maxRequestBodyBytes"] == LARGEST_BODY
    assert set(site["routers"]["pages"]["middlewares"]) <= set(site["middlewares"])
    balancer = site["services"]["boardgames"]["loadBalancer"]
    assert balancer["healthCheck"]["path"] == "/readyz"
    assert site["middlewares"]["headers"]["headers"]["customRequestHeaders"] == {"Daphne-Root-Path": ""}


def test_systemd_and_platforms_give_the_site_the_time_to_end():
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", block("ini"), re.M)
    assert int(seconds) > GRACE
    fly = tomllib.loads(block("toml"))
    assert int(fly["kill_timeout"].removesuffix("s")) > GRACE
    assert fly["http_service"]["internal_port"] == 8000
    assert set(fly["env"]) <= set(SETTINGS)


@pytest.mark.parametrize("page", ["deployment.md", "hosting.md"])
def test_every_setting_that_the_page_names_is_declared(page):
    text = (ROOT / "docs" / page).read_text()
    named = set(re.findall(r"\b([A-Z]+(?:_[A-Z]+)+)=", text))
    others = {"PIP_NO_INDEX", "PIP_FIND_LINKS", "HTTP_PORT", "HTTPS_PORT"}
    assert named - set(SETTINGS) - others == set()
