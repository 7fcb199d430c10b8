"""The container files are sound, and what they start works. No container engine is needed for this."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.entrance.serving import environment, serving, status
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


def web() -> dict:
    return YAML(typ="safe").load(COMPOSE)["services"]["web"]


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


def test_what_the_compose_file_leaves_empty_lets_everybody_in(tmp_path):
    given = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in web()["environment"].items()}
    env = environment(tmp_path) | {"DATA_DIR": str(tmp_path / "data"), **given}
    with serving(here(web()["command"]), env) as site:
        assert status(f"{site.url}/healthz", "friend.example") == 200


def test_the_image_holds_all_that_the_site_needs_and_nothing_else():
    """.dockerignore lets in what it names: every folder of the site, no test, no data."""
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*"
    let_in = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert let_in == {"manage.py", "requirements.txt", "boardgames", "games_app", "static", "templates"}


def test_the_data_outlive_the_container():
    volume, folder = web()["volumes"][0].split(":")
    assert f"DATA_DIR={folder}" in DOCKERFILE.read_text()
    assert f"VOLUME {folder}" in DOCKERFILE.read_text()
    assert volume in YAML(typ="safe").load(COMPOSE)["volumes"]


def test_the_site_runs_as_a_user_of_its_own():
    stages = DOCKERFILE.read_text().split("\nFROM ")
    assert re.search(r"^USER [1-9]\d*$", stages[-1], re.MULTILINE)
