"""The container files are sound, and their commands work. No container engine is needed for this."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack
from hashlib import sha1
from ipaddress import ip_network
from pathlib import Path

import pytest
import redis
from ruamel.yaml import YAML

from boardgames import bundle, settings
from boardgames.databases import postgresql
from boardgames.declarations import SETTINGS
from boardgames.environment import redis_url
from games_app.forms.match_import import LARGEST_FILE
from games_app.lib.rate_limit import TAKE_SCRIPT
from games_app.lib.shutdown import GRACE
from games_app.servers.limits import HEAD_SECONDS, LARGEST_BODY
from tests.backing.processes import run
from tests.faults.visitor import Visitor
from tests.nightly.entrance.serving import ready, serving, status
from tests.nightly.packaging.composed import COMPOSE, compose, composed_valkey, web
from tests.server import ROOT, healthy

DOCKERFILE = ROOT / "Dockerfile"
CHECKS = ROOT / ".github" / "workflows" / "checks.yml"
PORT = "8000"
"""The port on which the container listens unless PORT is set; the tests use a free one."""


def instruction(pattern: str) -> list[str]:
    """Return the JSON list after the instruction in the Dockerfile, with continued lines joined."""
    text = DOCKERFILE.read_text().replace("\\\n", " ")
    (found,) = re.findall(rf"^{pattern}\s*(\[.*\])$", text, re.MULTILINE)
    return json.loads(found)


def given() -> dict[str, str]:
    """Return the web processes' environment if nothing is set outside."""
    return {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in web()["environment"].items()}


def is_own(service: dict) -> bool:
    """Return whether it runs the site's own image."""
    return service["image"] == "boardgames"


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


def test_the_checks_run_on_each_python_that_the_site_is_served_on():
    matrix = YAML(typ="safe").load(CHECKS)["jobs"]["test"]["strategy"]["matrix"]
    (served,) = re.findall(r"^\| system \|(.*)\|$", (ROOT / "docs" / "hosting.md").read_text(), re.MULTILINE)
    assert matrix["python"] == re.findall(r"Python ([\d.]+)", served)


@pytest.mark.nightly
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


def test_the_image_listens_for_everybody_at_the_port_that_it_exposes_unless_a_platform_names_another():
    text = DOCKERFILE.read_text()
    assert f" HOST=0.0.0.0 PORT={PORT}\n" in text
    assert f"\nEXPOSE {PORT}\n" in text
    assert "--port" not in text


@pytest.mark.nightly
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


def test_every_setting_can_be_set_from_outside_or_is_the_compose_files_own_affair():
    named = set(SETTINGS)
    in_the_image = {"DATA_DIR", "STATIC_ROOT", "HOST", "PORT"}
    for_developers = {"DEBUG"}
    passed_on = web()["environment"]
    assert set(passed_on) == named - in_the_image - for_developers
    set_here = {"DATABASE_URL", "REDIS_URL", "REDIS_PASSWORD_FILE", "TRUSTED_PROXIES"}
    for name in set(passed_on) - set_here:
        assert re.fullmatch(rf"\$\{{{name}:-[^}}]*\}}", passed_on[name]), name


def test_what_nobody_has_set_is_as_if_it_were_not_there():
    """The compose file passes it on as empty, or with its own value."""
    assert settings_of(dict.fromkeys(web()["environment"], "")) == settings_of({})
    of_a_container = {"REDIS_PASSWORD_FILE": ""}
    set_here = {"ALLOWED_HOSTS": "*", "TRUSTED_PROXIES": web()["environment"]["TRUSTED_PROXIES"]}
    assert settings_of(given() | of_a_container) == settings_of(set_here)


def settings_of(env: dict[str, str]) -> str:
    shown = ["ALLOWED_HOSTS", "TRUSTED_PROXIES", "CSRF_TRUSTED_ORIGINS", "EMBED_ANCESTORS", "GUESTS_AT_ONCE"]
    shown += ["HTTPS", "DEBUG", "DATA_DIR", "STATIC_ROOT"]
    program = f"from boardgames import settings; print([getattr(settings, name) for name in {shown}])"
    bare = {"PATH": os.environ["PATH"]}
    code, said = run([sys.executable, "-c", program], cwd=ROOT, env=bare | env)
    assert code == 0, said
    return said


def test_the_proxy_alone_is_open_and_only_private_networks_are_believed_about_addresses():
    services = compose()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    believed = web()["environment"]["TRUSTED_PROXIES"].split(",")
    assert all(ip_network(one).is_private for one in believed)
    assert not any(network and "ipam" in network for network in compose()["networks"].values()), (
        "two stacks fit"
    )
    proxy = compose()["configs"]["proxy"]["content"]
    assert "trusted_proxies" not in proxy, "what visitors say of their address is thrown away"


def test_the_image_is_built_once_and_nobody_fetches_it_from_elsewhere():
    own = {name: service for name, service in compose()["services"].items() if is_own(service)}
    assert set(own) == {"engine", "mail", "push", "replies", "tables", "ticker", "web"}
    assert [name for name, service in own.items() if "build" in service] == ["tables"]
    for name in ("web", "ticker"):
        assert own[name]["pull_policy"] == "never"
        assert "tables" in own[name]["depends_on"]


def test_postgresql_lets_in_as_many_connections_as_all_containers_open_with_four_web_processes():
    assert "max_connections" not in compose()["services"]["postgres"]["command"], "so it lets in 100"
    pool = postgresql(given()["DATABASE_URL"])["OPTIONS"]["pool"]
    others = [name for name, service in compose()["services"].items() if is_own(service) and name != "web"]
    kept_for_its_owner = 3
    assert 4 * pool["max_size"] + len(others) * pool["min_size"] <= 100 - kept_for_its_owner


def test_no_password_stands_in_the_file():
    text = COMPOSE.read_text()
    assert re.findall(r"PASSWORD: .*", text) == []
    assert re.findall(r"requirepass (\S+)", text) == ["$$(cat"]


def test_the_proxy_leads_to_the_web_processes_and_takes_what_they_take():
    text = compose()["configs"]["proxy"]["content"]
    assert re.findall(r"dynamic a (\w+) (\d+)", text) == [("web", PORT)]
    (megabytes,) = re.findall(r"max_size (\d+)MB", text)
    # Besides the file, a form sends its other fields and separators.
    assert LARGEST_FILE + settings.DATA_UPLOAD_MAX_MEMORY_SIZE < int(megabytes) * 10**6 < 2 * LARGEST_FILE
    assert int(megabytes) * 10**6 == LARGEST_BODY
    assert re.search(r"^ +request_body \{$", text, re.MULTILINE), "for every path"
    assert re.search(rf"^ +read_header {HEAD_SECONDS:g}s$", text, re.MULTILINE)


def test_the_proxy_leads_all_sockets_of_a_match_to_one_process_by_the_address_without_its_query():
    text = compose()["configs"]["proxy"]["content"]
    (header,) = re.findall(r"^ +lb_policy header (\S+)$", text, re.MULTILINE)
    assert re.findall(rf"^ +request_header /ws/m/\* {header} (\S+)$", text, re.MULTILINE) == ["{path}"]
    removed = text.index(f"request_header -{header}\n"), text.index(f"request_header /ws/m/* {header}")
    assert removed == tuple(sorted(removed)), "visitors can't choose it"


def test_what_does_not_serve_is_not_asked_how_it_serves_and_ends_when_asked_to():
    beside = {
        name: service
        for name, service in compose()["services"].items()
        if is_own(service) and "command" in service
    }
    assert set(beside) == {"ticker", "replies", "engine", "mail", "push", "tables"}
    assert all(service["healthcheck"] == {"disable": True} for service in beside.values())
    # The first process of a container gets only the signals that it handles: `tick` handles Ctrl-C.
    assert beside["ticker"]["stop_signal"] == "SIGINT"


def test_the_containers_get_the_time_to_end():
    for name in ("web", "ticker", "replies", "engine", "mail", "push"):
        assert int(compose()["services"][name]["stop_grace_period"].removesuffix("s")) > GRACE


def test_the_image_holds_all_that_the_site_needs_and_nothing_else():
    """.dockerignore admits what it names: every folder that the site reads, no test, no tool, no data."""
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*"
    let_in = {line.removeprefix("!") for line in lines if line.startswith("!")}
    apps = {name for name in settings.INSTALLED_APPS if (ROOT / name).is_dir()} - {"tools"}
    read = [*settings.TEMPLATES[0]["DIRS"], *settings.STATICFILES_DIRS, *settings.LOCALE_PATHS]
    folders = {"boardgames", *apps, *(str(folder.relative_to(ROOT)) for folder in read)}
    copied = re.findall(r"^COPY (.+\.lock) \./$", DOCKERFILE.read_text(), re.MULTILINE)
    for_bundling = {"package.json", "package-lock.json"}
    assert let_in == {"manage.py", "requirements.txt", *" ".join(copied).split()} | for_bundling | folders


def test_the_image_has_the_bundle_and_keeps_static_files_of_earlier_releases_with_the_data():
    text = DOCKERFILE.read_text()
    bundling, final = text.split("\nFROM ")[-2:]
    assert bundling.endswith("manage.py bundle\n")
    assert f"COPY --from=bundle /build/{bundle.FOLDER.name} {bundle.FOLDER.name}" in final
    assert f"STATIC_ROOT={volumes('web')['data']}/" in final


def volumes(name: str) -> dict[str, str]:
    """Return a service's volumes -> the folders where they are mounted."""
    return dict(line.split(":")[:2] for line in compose()["services"][name]["volumes"])


def test_the_data_outlive_the_containers():
    services = compose()["services"]
    assert set().union(*map(volumes, services)) == set(compose()["volumes"])
    assert volumes("tables") == volumes("ticker") == volumes("web")
    folder = volumes("web")["data"]
    assert f"DATA_DIR={folder}" in DOCKERFILE.read_text()
    assert f"VOLUME {folder}" in DOCKERFILE.read_text()


@pytest.mark.parametrize("name", compose()["services"])
def test_a_container_may_do_no_more_than_it_needs(name):
    service = compose()["services"][name]
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is (name != "proxy")
    assert re.fullmatch(r"[1-9]\d*[mg]", service["mem_limit"])
    assert 0 < service["pids_limit"] < 1000
    assert service["logging"] == {"driver": "json-file", "options": {"max-size": "10m", "max-file": "3"}}
    assert "privileged" not in service
    if not is_own(service):
        assert re.fullmatch(r"(\w+/)?\w+:\d+\.\d+(\.\d+)?-alpine", service["image"]), "one exact version"


def test_neither_proxy_nor_strangers_reach_what_the_web_processes_keep_their_data_in():
    networks, services = compose()["networks"], compose()["services"]
    joined = {name: set(service.get("networks", [])) for name, service in services.items()}
    assert joined == {
        "proxy": {"front"},
        "web": {"front", "back"},
        "ticker": {"back"},
        "engine": {"back"},
        "replies": {"back"},
        "mail": {"front", "back"},
        "push": {"front", "back"},
        "tables": {"back"},
        "postgres": set(),
        "valkey": {"back"},
    }
    assert services["postgres"]["network_mode"] == "none"
    assert networks["back"] == {"internal": True}


def test_valkey_makes_its_password_once_and_asks_everybody_for_it(tmp_path):
    passwords = []
    for _ in range(2):
        with composed_valkey(tmp_path) as url:
            passwords.append((tmp_path / "password").read_text())
            with redis.Redis.from_url(url) as mallory, pytest.raises(redis.AuthenticationError):
                mallory.ping()
            with redis.Redis.from_url(redis_url(url, str(tmp_path / "password"))) as known:
                assert known.ping()
    assert passwords[0] == passwords[1]
    assert len(passwords[0].strip()) == 32
    assert {file.name for file in tmp_path.iterdir()} == {"password"}, "it keeps nothing else"


def test_the_site_runs_as_a_user_of_its_own():
    stages = DOCKERFILE.read_text().split("\nFROM ")
    assert re.search(r"^USER [1-9]\d*$", stages[-1], re.MULTILINE)
