"""A site that is killed at an arranged game: its match begins once, and a reminder is sent once."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.backing.postgres import Postgres
from tests.browser.accounts import PASSWORD
from tests.faults.visitor import Visitor
from tests.push_service import PushBrowser, push_service
from tests.site import Site

BEGUN = "SELECT count(*) FROM games_app_event WHERE seq = 1 AND cmd LIKE 'appointment:%'"
PLAYED = "SELECT count(*) FROM games_app_appointment WHERE status = 'played' AND match_id IS NOT NULL"
KILLED = -9

_numbers = itertools.count()


@pytest.fixture(scope="module")
def breakable_site(cluster: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose processes these tests end, one test after the other."""
    with Site(tmp_path_factory.mktemp("appointments"), cluster) as running:
        yield running


@pytest.fixture
def game(breakable_site: Site) -> tuple[Site, Visitor, str]:
    """The site, bob, and the address of a game without a clock that he and alice have arranged."""
    site, number = breakable_site, next(_numbers)
    people = {f"{name} {number}": Visitor(site.first.url) for name in ("alice", "bob")}
    for name, visitor in people.items():
        assert visitor.send("/account", name=name, password=PASSWORD)[0] == 302
    found = dict(site.rows("SELECT name, public_id FROM games_app_player"))
    (first, alice), (second, bob) = people.items()
    for visitor, name in ((alice, second), (bob, first)):
        assert visitor.send(f"/player/{found[name]}/friend")[0] == 302
    when = f"{datetime.now(UTC) + timedelta(hours=3):%Y-%m-%dT%H:%M}"
    form = {"side": "random", "visibility": "public", "time": "days", "at": when}
    status, text, page = alice.send(f"/appointments/new/{found[second]}/mancala", **form)
    assert status == 302, text
    assert bob.send(f"{page}/act", do="agree", number="1")[0] == 302
    return site, bob, page


def move(site: Site, page: str, at: datetime) -> None:
    """Let the game be at another time."""
    text = f"{at:%Y-%m-%d %H:%M:%S}.000000{'+00' if site.postgres else ''}"
    site.rows(f"UPDATE games_app_appointment SET at = '{text}' WHERE public_id = '{page.rsplit('/', 1)[1]}'")


def press(visitor: Visitor, page: str) -> int:
    """Press Play now; return the status, 0 if the site was killed meanwhile."""
    try:
        return visitor.send(f"{page}/act", do="play")[0]
    except OSError:
        return 0


def test_match_of_a_site_that_is_killed_begins_once(game):
    site, bob, page = game
    before = site.rows(BEGUN)[0][0], site.rows(PLAYED)[0][0]
    move(site, page, datetime.now(UTC))
    site.first.restart(env=site.env(DEBUG="1", CRASH_AT="match begun:1"))
    assert press(bob, page) == 0
    site.first.restart(env=site.env())
    for _again in range(2):
        assert press(bob, page) == 302
    assert (site.rows(BEGUN)[0][0], site.rows(PLAYED)[0][0]) == (before[0] + 1, before[1] + 1)


def test_reminder_of_a_worker_that_is_killed_is_pushed_once(game):
    site, _bob, page = game
    with push_service() as service:
        phone = subscribed(site, service.origin)
        move(site, page, datetime.now(UTC) + timedelta(minutes=12))
        extra = {"PUSH_SERVICES": service.origin, "SITE_URL": "https://play.example"}
        assert run_worker(site, **extra, DEBUG="1", CRASH_AT="reminded:1") == KILLED
        for _again in range(2):
            assert run_worker(site, **extra) == 0
        kinds = [told["kind"] for told in service.to(phone)]
    assert kinds.count("soon") == 1


def subscribed(site: Site, origin: str) -> PushBrowser:
    """Let bob's phone have notifications."""
    phone = PushBrowser(origin, "phone")
    sent = phone.subscription()
    (player,) = site.rows("SELECT max(id) FROM games_app_player WHERE name LIKE 'bob%'")[0]
    row = {
        "player_id": player,
        "session_key": "'phone'",
        "endpoint": f"'{sent['endpoint']}'",
        "digest": "'phone'",
        "p256dh": f"'{str(sent['p256dh']).rstrip('=')}'",
        "auth": f"'{str(sent['auth']).rstrip('=')}'",
        "language": "'en'",
        "site": "'https://play.example'",
        "zone": "''",
        "created_at": "'2026-01-01 00:00:00'",
        "failures": 0,
    }
    columns, values = ", ".join(row), ", ".join(map(str, row.values()))
    site.rows(f"INSERT INTO games_app_pushdevice ({columns}) VALUES ({values})")
    return phone


def run_worker(site: Site, **extra: str) -> int:
    """Run one round of the worker of notifications; return its exit code."""
    root, env = site.first.prepare()
    command = [sys.executable, "manage.py", "push", "--once"]
    return subprocess.run(command, cwd=root, env=env | site.env(**extra), check=False).returncode
