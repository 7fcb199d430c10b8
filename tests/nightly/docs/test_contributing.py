"""The first lines of CONTRIBUTING.md work in a fresh clone: install, serve, reload, run a test."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.backing.programs import free_port
from tests.web_server import ROOT

PATIENCE = 600.0
"""Seconds that only guard against hanging."""
LINES = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL | re.MULTILINE)[0]
CLONE, VENV, INSTALL, MIGRATE, RUNSERVER, TEST = (re.sub(r" +#.*", "", line) for line in LINES.splitlines())


def inside(command: str) -> str:
    """Return the command as a shell runs it after the environment was activated."""
    return f". .venv/bin/activate && {command}"


def shell(folder: Path, command: str) -> str:
    """Run the command without this run's environment; return its output."""
    run = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def env() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "HOME"))}
    return kept | {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contributing")
    assert CLONE.startswith("git clone https://")
    shell(folder, re.sub(r"https://\S+", f"{ROOT} boardgames", CLONE))
    checkout = folder / "boardgames"
    shell(checkout, VENV)
    shell(checkout, inside(INSTALL))
    assert "Preparing" not in shell(checkout, inside(f"{MIGRATE} 2>&1")), "the environment is used as it is"
    return checkout


@pytest.fixture(scope="module")
def url(checkout: Path) -> Iterator[str]:
    port = free_port()
    with subprocess.Popen(
        ["bash", "-c", inside(f"exec {RUNSERVER} {port}")],
        cwd=checkout,
        env=env(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as server:
        try:
            wait(lambda: status(f"http://127.0.0.1:{port}/") == 200)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def wait(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.2)


def status(url: str) -> int:
    """Return the status of the page, or 0 if nobody answers, as during a reload."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def text(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return answer.read().decode()


def replace(file: Path, old: str, new: str) -> None:
    before = file.read_text()
    assert old in before
    file.write_text(before.replace(old, new, 1))


def test_a_websocket_opens_from_the_sites_own_page(url):
    with connect(f"{url.replace('http', 'ws')}/ws/lobby", origin=url, open_timeout=PATIENCE) as socket:
        assert '"kind":"lobby"' in socket.recv(timeout=PATIENCE)


def test_a_changed_script_is_there_at_the_next_request_and_no_browser_keeps_the_old_one(url, checkout):
    replace(checkout / "static" / "i18n.js", "/**", "/** Changed.")
    with urllib.request.urlopen(f"{url}/static/i18n.js", timeout=PATIENCE) as answer:
        assert answer.headers["Cache-Control"] == "max-age=0, public"
        assert "/** Changed." in answer.read().decode()


def test_a_changed_template_is_shown(url, checkout):
    replace(checkout / "templates" / "home.html", "<h1", "<h1 data-changed")
    wait(lambda: "<h1 data-changed" in text(f"{url}/"))


def test_a_change_of_python_restarts_the_server(url, checkout):
    addresses = checkout / "games_app" / "urls.py"
    replace(addresses, 'path("about", ', 'path("about-us", site.about), path("about", ')
    assert status(f"{url}/about-us") in (0, 404)
    wait(lambda: status(f"{url}/about-us") == 200)


def test_one_test_runs_alone_again_and_with_coverage(checkout):
    assert " passed" in shell(checkout, inside(f"{TEST} -o addopts="))
    assert " passed" in shell(checkout, inside("pytest --lf -o addopts= tests/games/test_perft.py"))
    shell(checkout, inside("coverage run -m pytest tests/games/test_perft.py"))
    assert "TOTAL" in shell(checkout, inside("coverage report"))
