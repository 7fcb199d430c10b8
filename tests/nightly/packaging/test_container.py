"""The container files are sound, and their commands work. No container engine is needed for this."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import ExitStack
from hashlib import sha1
from pathlib import Path

import pytest
import redis

from boardgames.environment import redis_url
from games_app.lib.rate_limit import TAKE_SCRIPT
from tests.backing.composed import COMPOSE, compose, composed_valkey, web
from tests.faults.visitor import Visitor
from tests.nightly.entrance.serving import ready, serving, status
from tests.web_server import ROOT, healthy

DOCKERFILE = ROOT / "Dockerfile"
CHECKS = ROOT / ".github" / "workflows" / "checks.yml"


def instruction(pattern: str) -> list[str]:
    """Return the JSON list after the instruction in the Dockerfile, with continued lines joined."""
    text = DOCKERFILE.read_text().replace("\\\n", " ")
    (found,) = re.findall(rf"^{pattern}\s*(\[.*\])$", text, re.MULTILINE)
    return json.loads(found)


def given() -> dict[str, str]:
    """Return the web processes' environment if nothing is set outside."""
    return {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in web()["environment"].items()}


def here(command: list[str]) -> list[str]:
    """Return the command with this environment's Python instead of the container's."""
    assert command[0] == "python"
    return [sys.executable, *command[1:]]


def of_the_image() -> dict[str, str]:
    """Return the image's environment, with a free port."""
    text = DOCKERFILE.read_text().partition("\nENV ")[2].partition("\n")[0]
    return dict(re.findall(r"\b(HOST|PORT)=(\S+)", text)) | {"PORT": "0"}


@pytest.mark.parametrize(
    "command",
    [
        ["hadolint", DOCKERFILE],
        ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE],
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *CHECKS.parent.glob("*.yml")],
    ],
    ids=["Dockerfile", "docker-compose.yml", "workflows"],
)
def test_the_file_is_sound(command):
    program = Path(sys.executable).parent / command[0]
    run = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_container_command_serves_and_the_health_check_tells(tmp_path):
    command = instruction("CMD")
    assert "command" not in web(), "the compose file starts what the image does"
    env = ready(tmp_path) | of_the_image()
    env |= {"DATA_DIR": str(tmp_path / "data"), "ALLOWED_HOSTS": "games.example"}
    with serving(here(command), env) as site:
        assert healthy(site.url)
        check, env = here(instruction(r"HEALTHCHECK[^\[]*CMD")), env | {"PORT": str(site.port)}
        assert subprocess.run(check, env=env, check=False).returncode == 0
        site.end()
        assert subprocess.run(check, env=env, check=False, stderr=subprocess.DEVNULL).returncode == 1


def test_the_web_processes_of_the_compose_file_share_one_site(tmp_path, postgres):
    """Start the file's services on a PostgreSQL and a Redis of this machine, under an unused name."""
    database = postgres.new_database()
    (folder := tmp_path / "valkey").mkdir()
    with composed_valkey(folder) as url, ExitStack() as stack:
        password = str(folder / "password")
        backing = {"DATABASE_URL": postgres.socket_url(database)}
        backing |= {"REDIS_URL": url, "REDIS_PASSWORD_FILE": password}
        assert set(backing) <= set(given())
        env = ready(tmp_path) | of_the_image() | given() | backing | {"DATA_DIR": str(tmp_path / "data")}
        tables = compose()["services"]["tables"]
        subprocess.run(here(tables["command"]), cwd=ROOT, env=env, check=True, capture_output=True)
        sites = [
            stack.enter_context(serving(here(instruction("CMD")), env))
            for _ in range(web()["deploy"]["replicas"])
        ]
        assert len(sites) > 1
        assert {status(f"{site.url}/healthz", "friend.example") for site in sites} == {200}
        alice = Visitor(sites[0].url)
        match = alice.make_match("mancala", "north")
        alice.url = sites[-1].url
        alice.post(f"/m/{match}/cancel")
        seen = [event["what"] for event in alice.record(match)]
        assert seen == ["created", "cancelled"], "the other process knows her session"
        with redis.Redis.from_url(redis_url(url, password)) as kept:
            counted = sha1(TAKE_SCRIPT.encode(), usedforsecurity=False).hexdigest()
            assert kept.script_exists(counted) == [True], "they know the password, and count there"
