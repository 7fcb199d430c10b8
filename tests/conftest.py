"""Fixtures of all tests: a database in a file, a key of their own, and the logs of their servers."""

from __future__ import annotations

import math
import os
import platform
import shutil
import signal
import sqlite3
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.db import connections
from hypothesis import HealthCheck, settings

from games_app.lib import kept
from tests.audit import empty_audit_log
from tests.backing.once import RUN, new_folder
from tests.backing.postgres import Postgres
from tests.games.lacking import notes
from tests.web_server import DATABASE, ENGINES, Server, migrated

pytest_plugins = ["tests.browser.announcement", "tests.page_fixtures", "tests.second_try"]

USUAL = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("each run", USUAL)
settings.register_profile("nightly", USUAL, max_examples=100)
settings.load_profile("each run")


def pytest_configure(config: pytest.Config) -> None:
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            # As in a run in the background or with nohup: its programs would ignore the signal, too.
            signal.signal(number, usual)
    os.environ["PYTHON"] = sys.executable  # for the tests in JavaScript, which ask Python for drawings
    site_settings.SECRET_KEY = "only for tests, " * 4
    # With all workers of a run busy, a picture or an analysis may wait longer than people do.
    site_settings.NICENESS = 0
    # Tests count queries, and say themselves when a setting is read again.
    kept.KEPT_SECONDS = math.inf
    if RUN not in os.environ:
        # Only in the process that starts the workers, or works alone.
        folder = new_folder()
        os.environ[RUN] = str(folder)
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        config.add_cleanup(lambda: os.environ.pop(RUN, None))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"on Python {platform.python_version()}")
    for note in notes():
        terminalreporter.write_line(note)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Use databases in files, and a data folder, for workers.

    The writer's thread has its own connection, so the databases can't be in memory. They are copies of
    databases that are migrated once in a run, for all of pytest's workers.
    """
    folder = tmp_path_factory.mktemp("database")
    for alias, name in (("default", DATABASE), ("engine", ENGINES)):
        shutil.copy(migrated() / name, folder)
        database = connections[alias].settings_dict
        database["TEST"]["NAME"] = str(folder / name)
        # No power cut hits a test of this process, and each commit would wait for the disk.
        database["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
    empty_of_puzzles(folder / DATABASE)


def empty_of_puzzles(file: Path) -> None:
    """Remove the puzzles that the command `migrate` adds: tests begin without rows."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("DELETE FROM games_app_puzzle")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Return whether to use the existing databases."""
    return True


@pytest.fixture(autouse=True)
def _live_positions_are_read_anew() -> None:
    """Empty the index of live positions: the matches of an earlier test are gone."""
    from games_app.analysis.fairness.live_positions import forget  # noqa: PLC0415  (Django is set up by now)

    forget()


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    """Forget settings of the site that an earlier test has stored."""
    for part in kept.Kept.everything:
        part.forget()


@pytest.fixture(autouse=True)
def _audit_log_can_be_emptied(request: pytest.FixtureRequest) -> Iterator[None]:
    """Empty the audit log before all tables: the database lets nobody else do so."""
    yield
    marker = request.node.get_closest_marker("django_db")
    if marker and marker.kwargs.get("transaction"):
        empty_audit_log()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server with an empty record, for the tests of one module."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One cluster for the whole run; each site has its own database in it."""
    with Postgres() as running:
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, pytest.TestReport]:
    report = yield
    if report.failed:
        for one in Server.witnesses:
            report.sections.append((f"log of the server in {one.data.name}", one.last_words()))
    if call.when == "teardown":
        Server.witnesses = [one for one in Server.witnesses if one.running]
    return report
