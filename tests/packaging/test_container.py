"""The container files are sound, and what they start works. No container engine is needed for this."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack
from ipaddress import ip_network
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from boardgames import settings
from games_app.import_form import LARGEST_FILE
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


def given() -> dict[str, str]:
    """What the web processes find in their environment where nothing is set outside."""
    return {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in web()["environment"].items()}


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
    database = postgres.new_database()
    with Redis(tmp_path) as redis, ExitStack() as stack:
        backing = {"DATABASE_URL": postgres.url(database), "REDIS_URL": redis.url}
        assert set(backing) <= set(given())
        env = environment(tmp_path) | given() | backing | {"DATA_DIR": str(tmp_path / "data")}
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


def test_every_setting_can_be_set_from_outside_or_is_the_compose_files_own_affair():
    named = set(re.findall(r"^([A-Z_]+)  ", settings.__doc__, re.MULTILINE))
    in_the_image = {"DATA_DIR", "STATIC_ROOT"}
    for_developers = {"DEBUG"}
    passed_on = web()["environment"]
    assert set(passed_on) == named - in_the_image - for_developers
    set_here = {"DATABASE_URL", "REDIS_URL", "TRUSTED_PROXIES"}
    for name in set(passed_on) - set_here:
        assert re.fullmatch(rf"\$\{{{name}:-[^}}]*\}}", passed_on[name]), name


def test_what_nobody_has_set_is_as_if_it_were_not_there():
    """The compose file passes it on as nothing, or as what it says itself."""
    assert settings_of(dict.fromkeys(web()["environment"], "")) == settings_of({})
    assert settings_of(given()) == settings_of({"ALLOWED_HOSTS": "*", "TRUSTED_PROXIES": network()})


def settings_of(env: dict[str, str]) -> str:
    shown = ["ALLOWED_HOSTS", "TRUSTED_PROXIES", "CSRF_TRUSTED_ORIGINS", "EMBED_ANCESTORS", "GUESTS_AT_ONCE"]
    shown += ["HTTPS", "DEBUG", "DATA_DIR", "STATIC_ROOT"]
    program = f"from boardgames import settings; print([getattr(settings, name) for name in {shown}])"
    bare = {"PATH": os.environ["PATH"]}
    run = [sys.executable, "-c", program]
    return subprocess.run(run, cwd=ROOT, env=bare | env, check=True, capture_output=True, text=True).stdout


def network() -> str:
    (config,) = compose()["networks"]["default"]["ipam"]["config"]
    return config["subnet"]


def test_the_proxy_alone_is_open_and_only_its_own_network_is_believed_about_addresses():
    services = compose()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert web()["environment"]["TRUSTED_PROXIES"] == network()
    assert ip_network(network()).is_private


def test_the_proxy_leads_to_the_web_processes_and_takes_what_they_take():
    text = compose()["configs"]["proxy"]["content"]
    assert re.findall(r"dynamic a (\w+) (\d+)", text) == [("web", PORT)]
    (megabytes,) = re.findall(r"max_size (\d+)MB", text)
    # Besides the file, a form sends its other fields and what stands between them.
    assert LARGEST_FILE + settings.DATA_UPLOAD_MAX_MEMORY_SIZE < int(megabytes) * 10**6 < 2 * LARGEST_FILE


def test_what_does_not_serve_is_not_asked_how_it_serves_and_ends_when_asked_to():
    beside = {
        name: service
        for name, service in compose()["services"].items()
        if "build" in service and service["command"] != web()["command"]
    }
    assert set(beside) == {"ticker", "tables"}
    assert all(service["healthcheck"] == {"disable": True} for service in beside.values())
    # The first process of a container gets no signal but those it handles: `tick` handles Ctrl-C.
    assert beside["ticker"]["stop_signal"] == "SIGINT"


def test_the_image_holds_all_that_the_site_needs_and_nothing_else():
    """.dockerignore lets in what it names: every folder that the site reads, no test, no data."""
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*"
    let_in = {line.removeprefix("!") for line in lines if line.startswith("!")}
    apps = {name for name in settings.INSTALLED_APPS if (ROOT / name).is_dir()}
    read = [*settings.TEMPLATES[0]["DIRS"], *settings.STATICFILES_DIRS]
    folders = {"boardgames", *apps, *(str(folder.relative_to(ROOT)) for folder in read)}
    (copied,) = re.findall(r"^COPY (.+\.txt) \./$", DOCKERFILE.read_text(), re.MULTILINE)
    assert let_in == {"manage.py", *copied.split()} | folders


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
