"""`manage.py serve`: one line says where to play, one key ends everything."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.backing.permissions import mode, open_to_others
from tests.backing.processes import run
from tests.backing.programs import free_port
from tests.nightly.entrance.serving import (
    PATIENCE,
    SOON,
    Serving,
    children,
    cmdline,
    command,
    environment,
    gone,
    ready,
    serving,
    status,
)
from tests.web_server import DATABASE, ROOT, healthy

LONG = 400.0
"""Seconds in which a server is restarted or given up."""


def refused(tmp_path, *arguments, **env):
    """Return the exit code and the output of a start that fails."""
    start = command(tmp_path / "data", *arguments)
    return run(start, cwd=ROOT, env=environment(tmp_path) | env, timeout=PATIENCE)


@dataclass(frozen=True)
class Started:
    """The processes that were started on the data and the static files in a folder."""

    folder: Path
    sites: list[Serving]


@pytest.fixture(scope="module")
def first_starts(tmp_path_factory) -> Iterator[Started]:
    """Start two first starts at once, on separate data and one folder for static files."""
    folder = tmp_path_factory.mktemp("first")
    starts = [command(folder / name, "--port", "0") for name in ("data", "other data")]
    sites = [serving(start, environment(folder) | {"ENGINE_WORKERS": "0"}) for start in starts]
    with ThreadPoolExecutor(len(sites)) as starts, ExitStack() as stack:
        entering = [(site, starts.submit(site.__enter__)) for site in sites]
        entered = []
        for site, one in entering:
            entered.append(one.result())
            stack.push(site.__exit__)
        yield Started(folder, entered)


def test_of_two_first_starts_the_second_waits_for_the_first_and_each_says_what_it_prepares(first_starts):
    creating, collecting = "Creating the database ...\n", "Collecting static files ...\n"
    said = [[line for line in site.before if line in (creating, collecting)] for site in first_starts.sites]
    assert sorted(said) == [[creating], [creating, collecting]]
    for site in first_starts.sites:
        assert site.line == f"Open {site.url}/ (Ctrl-C ends it)\n"
        assert healthy(site.url)


def test_files_are_for_the_own_user_but_static_files_for_everybody(first_starts):
    data, static = first_starts.folder / "data", first_starts.folder / "static"
    made = {file.name for file in data.iterdir()}
    assert made >= {"boardgames.sqlite3", "boardgames.sqlite3-wal", "secret_key"}
    assert open_to_others(data) == set()
    assert mode(data) == 0o700
    assert mode(data / "secret_key") == 0o600
    assert all(mode(path) & 0o044 == 0o044 for path in (static, *static.rglob("*")))
    assert all(mode(path) & 0o011 == 0o011 for path in (static, *static.rglob("*")) if path.is_dir())


def test_asked_to_stop_it_leaves_nothing_running_but_the_data(first_starts):
    """Also with a page open."""
    for site, number in zip(first_starts.sites, (signal.SIGINT, signal.SIGTERM), strict=True):
        processes = children(site.process.pid)
        assert processes
        with socket.create_connection(("127.0.0.1", site.port)) as browser:
            browser.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert browser.recv(20).startswith(b"HTTP/1.1 200")
            assert site.end(number) == (0, "")
        assert all(gone(pid) for pid in processes)
        assert not healthy(site.url)
    assert (first_starts.folder / "data" / "boardgames.sqlite3").exists()


def test_host_and_port_may_stand_in_the_environment_and_what_is_given_counts_more(tmp_path):
    """A host that listens for the network admits any host name."""
    port = free_port()
    env = ready(tmp_path) | {"HOST": "0.0.0.0", "PORT": str(port)}
    with serving(command(tmp_path / "data"), env) as site:
        assert site.port == port
        assert status(f"{site.url}/healthz", "friend.example") == 200
        given = ("--host", "127.0.0.1", "--port", "0")
        shutil.copytree(tmp_path / "data", tmp_path / "other")
        with serving(command(tmp_path / "other", *given), env) as other:
            assert other.port != port
            assert status(f"{other.url}/healthz", "friend.example") == 400


def test_in_the_local_network_one_address_is_allowed_beside_the_machines_own(tmp_path):
    start = command(tmp_path / "data", "--lan", "--host", "127.0.0.2", "--port", "0")
    with serving(start, ready(tmp_path)) as site:
        there = f"http://127.0.0.2:{site.port}/"
        assert f"Open http://127.0.0.1:{site.port}/, others in your network {there} " in site.line
        assert status(f"{there}healthz", "127.0.0.2") == 200
        assert status(f"{site.url}/healthz", "localhost") == 200
        assert status(f"{there}healthz", "friend.example") == 400
        assert "\N{FULL BLOCK}" in site.end()[1]


def test_a_taken_port_is_said_in_a_sentence_before_anything_is_prepared(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = refused(tmp_path, "--port", str(port))
    assert code == 1
    assert said == (
        f"Port {port} is taken by another program. "
        f"End that program, or choose another port, for example --port {port + 1}.\n"
    )
    assert not (tmp_path / "data").exists()


def test_a_ticker_and_a_web_server_that_end_are_started_again(tmp_path):
    with serving(command(tmp_path / "data", "--port", "0"), ready(tmp_path)) as site:
        (ticker,) = tickers(site)
        os.kill(ticker, signal.SIGKILL)
        assert gone(ticker)
        assert healthy(site.url), "play goes on meanwhile"
        becomes_true(lambda: tickers(site))
        web = only_web_server(site)
        os.kill(web, signal.SIGKILL)
        assert gone(web)
        becomes_true(lambda: healthy(site.url))
        code, said = site.end()
        lines = [line.partition("processes: ")[2] for line in said.splitlines()]
        assert (code, lines) == (
            0,
            [
                "The ticker ended; it is started again as often as it does",
                "The web server ended; it is started again",
            ],
        )


def test_tables_of_a_newer_version_are_refused_before_anybody_can_come(tmp_path):
    env = ready(tmp_path)
    with closing(sqlite3.connect(tmp_path / "data" / DATABASE, isolation_level=None)) as record:
        row = ("games_app", "9999_later", "2030-01-01")
        record.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", row)
    code, said = refused(tmp_path, "--port", "0", **env)
    assert code == 1
    assert said == (
        "The tables were changed by a newer version of the site. Install that version again.\n"
        "Not started, because the preparation of the database failed; see above.\n"
    )


@pytest.fixture(scope="module")
def whole_site(tmp_path_factory) -> Iterator[Started]:
    """A running start with everything that it brings along, on prepared files, for a chosen host name."""
    folder = tmp_path_factory.mktemp("whole")
    start = command(folder / "data", "--host", "0.0.0.0", "--port", "0")
    with serving(start, ready(folder) | {"ENGINE_WORKERS": "1", "ALLOWED_HOSTS": "games.example"}) as site:
        yield Started(folder, [site])


def test_chosen_names_are_the_only_ones_beside_the_machines_own(whole_site):
    (site,) = whole_site.sites
    assert status(f"{site.url}/healthz", "games.example") == 200
    assert status(f"{site.url}/healthz", "localhost") == 200
    assert status(f"{site.url}/healthz", "friend.example") == 400


def test_pages_that_come_back_together_wait_for_a_busy_server_in_its_queue(whole_site):
    """If the queue were full, they would try again only after a second, then after two more."""
    (site,) = whole_site.sites
    os.kill(only_web_server(site), signal.SIGSTOP)
    try:
        with ExitStack() as pages:
            for _ in range(200):
                pages.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=SOON))
    finally:
        os.kill(only_web_server(site), signal.SIGCONT)
    assert status(site.url, "localhost") == 200


def test_killed_hard_it_leaves_nothing_running(whole_site):
    """The last test of this site."""
    (site,) = whole_site.sites
    processes = children(site.process.pid)
    assert len(processes) == 5
    os.kill(site.process.pid, signal.SIGKILL)
    assert all(gone(pid) for pid in processes)


def becomes_true(holds: Callable[[], object]) -> None:
    until = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.1)


def web_servers(site: Serving) -> list[int]:
    return [pid for pid in children(site.process.pid) if b"\0boardgames.asgi:application" in cmdline(pid)]


def only_web_server(site: Serving) -> int:
    (web,) = web_servers(site)
    return web


def tickers(site: Serving) -> list[int]:
    return [pid for pid in children(site.process.pid) if b"\0tick\0" in cmdline(pid)]
