"""People with tokens for their programs, and what these programs need."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boardgames_client import Site

from tests.backing.processes import begin
from tests.nightly.clients.people import Person
from tests.web_server import Server


@pytest.fixture(scope="module")
def people(server: Server) -> dict[str, Person]:
    """alice and mallory, and carol's bot."""
    found = {name: Person(server.url, name) for name in ("alice", "carol", "mallory")}
    found["bot"] = Person(server.url, "robin")
    found["bot"].turn_into_bot(owner=found["carol"])
    return found


@pytest.fixture
def site_of(people: dict[str, Person], server: Server) -> Callable[..., Site]:
    """`site_of("alice")`: the site as a program with a token of hers sees it."""
    return lambda name, *scopes: Site(
        server.url, people[name].token(*scopes or ("read", "play", "challenge"))
    )


@pytest.fixture
def computer(server: Server) -> Iterator[None]:
    """The worker that chooses for the computer."""
    root, env = server.prepare()
    command = [sys.executable, "manage.py", "engine", "--only", "replies"]
    worker = begin(command, cwd=root, env=env, output=Path(os.devnull))
    yield
    worker.terminate()
    worker.wait()
