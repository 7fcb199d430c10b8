"""The container files are sound, and what they start works. No container engine is needed for this."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.backing.redis import Redis
from tests.entrance.serving import environment, serving, status
from tests.faults.visitor import Visitor
from tests.server import ROOT, healthy

DOCKERFILE = ROOT / "Dockerfile"
COMPOSE = ROOT / "docker-compose.yml"
PORT = "8000"
"""Where the container listens; the tests take a free port instead."""


def instruction(pattern: str) -> list[str]:
    """The JSON list that the Dockerfile gives after the instruction, lines continued by backslash joined."""
    text = DOCKERFILE.read_text().replace("\\\n", " ")
    (found,) = re.findall(rf"^{pattern}\s*(\[.*\])$", text, re.MULTILINE)
    return json.loads(found)


def compose() -> dict:
    return YAML(typ="safe").load(COMPOSE)


def web() -> dict:
    return compose()["services"]["web"]


def here(command: list[str], port: int = 0) -> list[str]:
    """The command with this environment's Python instead of the container's, and with a free port."""
    assert command[0] == "python"
    return [sys.executable, *(part.replace(PORT, str(port)) for part in command[1:])]


@pytest.mark.parametrize(
    "command",
    [["hadolint", DOCKERFILE], ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE]],
    ids=["Dockerfile", "docker-compose.yml"],
)
def test_the_file_is_sound(command):
    program = Path(sys.executable).parent / command[0]
    run = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_container_command_serves_and_the_health_check_tells(tmp_path):
    command = instruction("CMD")
    assert web()["command"] == command, "both files must start the same"
    env = environment(tmp_path) | {"DATA_DIR": str(tmp_path / "data"), "ALLOWED_HOSTS": "games.example"}
    with serving(here(command), env) as site:
        assert healthy(site.url)
        check = here(instruction(r"HEALTHCHECK[^\[]*CMD"), site.port)
        assert subprocess.run(check, check=False).returncode == 0
        site.end()
        assert subprocess.run(check, check=False, stderr=subprocess.DEVNULL).returncode == 1


def test_the_web_processes_of_the_compose_file_share_one_site(tmp_path, postgres):
    """What the file starts, on a PostgreSQL and a Redis of this machine, under a name that nobody has set."""
    given = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in web()["environment"].items()}
    database = postgres.new_database()
    with Redis(tmp_path) as redis, ExitStack() as stack:
        backing = {"DATABASE_URL": postgres.url(database), "REDIS_URL": redis.url}
        assert set(backing) <= set(given)
        env = environment(tmp_path) | given | backing | {"DATA_DIR": str(tmp_path / "data")}
        tables = compose()["services"]["tables"]
        subprocess.run(here(tables["command"]), cwd=ROOT, env=env, check=True, capture_output=True)
        sites = [
            stack.enter_context(serving(here(web()["command"]), env))
            for _ in range(web()["deploy"]["replicas"])
        ]
        assert len(sites) > 1
        assert {status(f"{site.url}/healthz", "friend.example") for site in sites} == {200}
        alice = Visitor(sites[0].url)
        match = alice.make_match("mancala", "north")
        alice.url = sites[-1].url
        alice.post(f"/m/{match}/cancel", f"/m/{match}")
        seen = [event["what"] for event in alice.record(match)]
        assert seen == ["created", "cancelled"], "the other process knows her session"


def test_every_variable_of_the_compose_file_is_one_that_the_site_knows():
    known = (ROOT / "boardgames" / "settings.py").read_text()
    assert [name for name in web()["environment"] if name not in known] == []


def test_the_proxy_alone_is_open_and_alone_believed_about_addresses():
    services = compose()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    (network,) = compose()["networks"]["default"]["ipam"]["config"]
    assert web()["environment"]["TRUSTED_PROXIES"] == network["subnet"]


def test_the_image_holds_all_that_the_site_needs_and_nothing_else():
    """.dockerignore lets in what it names: every folder of the site, no test, no data."""
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*"
    let_in = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert let_in == {"manage.py", "requirements.txt", "boardgames", "games_app", "static", "templates"}


def test_the_data_outlive_the_containers():
    volumes = {
        name: service["volumes"][0].split(":")
        for name, service in compose()["services"].items()
        if "volumes" in service
    }
    assert {volume for volume, _ in volumes.values()} == set(compose()["volumes"])
    assert volumes["tables"] == volumes["web"]
    folder = volumes["web"][1]
    assert f"DATA_DIR={folder}" in DOCKERFILE.read_text()
    assert f"VOLUME {folder}" in DOCKERFILE.read_text()


def test_the_site_runs_as_a_user_of_its_own():
    stages = DOCKERFILE.read_text().split("\nFROM ")
    assert re.search(r"^USER [1-9]\d*$", stages[-1], re.MULTILINE)
