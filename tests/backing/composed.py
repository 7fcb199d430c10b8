"""The content of the compose file, and its Valkey started without containers."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from ruamel.yaml import YAML

from games_app.management.web_server import answers
from tests.backing.programs import free_port, program
from tests.web_server import ROOT

COMPOSE = ROOT / "docker-compose.yml"


@cache
def compose() -> dict:
    return YAML(typ="safe").load(COMPOSE)


def web() -> dict:
    return compose()["services"]["web"]


def in_the_container(text: str) -> str:
    """Return the text that a container gets from the compose file."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text).replace("$$", "$")


@contextmanager
def composed_valkey(folder: Path) -> Iterator[str]:
    """Start the compose file's cache in a folder of this machine and on a free port; yield its address.

    Redis replaces Valkey, which has the same protocol and options.
    """
    port = free_port()
    shell, option, script = map(in_the_container, compose()["services"]["valkey"]["command"])
    script = script.replace("exec valkey-server", f"exec '{program('redis-server')}' --port {port}")
    url = f"redis://127.0.0.1:{port}/0"
    with subprocess.Popen([shell, option, script], cwd=folder, stdout=subprocess.DEVNULL) as running:
        try:
            until = time.monotonic() + 30
            while not answers("127.0.0.1", port):
                assert running.poll() is None
                assert time.monotonic() < until
                time.sleep(0.02)
            yield url
        finally:
            running.terminate()
