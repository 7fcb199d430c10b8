"""The proxies of the documented recipes, with the recipes' own configuration.

It is read from the documents. Only addresses are replaced, since a test has free ports and no certificate.
"""

from __future__ import annotations

import re
import time
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from games_app.management.web_server import answers
from tests.backing.composed import compose, in_the_container
from tests.backing.programs import Program, free_port, program
from tests.web_server import ROOT

DEPLOYMENT = ROOT / "docs" / "deployment.md"
PATIENCE = 300.0
"""Seconds in which a proxy must listen."""


def block(language: str, heading: str) -> str:
    """Return the first block in this language below a heading of docs/deployment.md."""
    _, _, section = DEPLOYMENT.read_text().partition(f"\n## {heading}\n")
    _, _, text = section.partition(f"\n```{language}\n")
    return text.partition("\n```")[0]


def replaced(pattern: str, by: str, text: str) -> str:
    """Replace all matches of a pattern; there must be at least one."""
    text, number = re.subn(pattern, by, text, flags=re.MULTILINE | re.DOTALL)
    assert number, f"the recipe has no {pattern}"
    return text


class Proxy(Program):
    """`with Nginx(folder, ports) as proxy:` listens before the web processes on these ports."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        super().__init__(folder)
        self.ports = ports

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.launch(self.command())
        deadline = time.monotonic() + PATIENCE
        while not answers("127.0.0.1", self.port):
            assert self.running, self.last_words()
            assert time.monotonic() < deadline, self.last_words()
            time.sleep(0.02)
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @abstractmethod
    def command(self) -> list[str]:
        """Write the configuration into the folder; return the command that starts the proxy with it."""


class Nginx(Proxy):
    certificate: Path | None = None
    """File with a certificate and its key; without one the proxy speaks no HTTPS."""
    without = ""
    """Pattern of lines that are missing in its recipe."""

    def command(self) -> list[str]:
        temporary = "".join(f"{kind}_temp_path {kind};\n" for kind in ("client_body", "proxy"))
        (self.folder / "nginx.conf").write_text(
            "daemon off;\npid nginx.pid;\nevents {}\n"
            f"http {{\naccess_log off;\n{temporary}include recipe.conf;\n}}\n"
        )
        (self.folder / "recipe.conf").write_text(self._recipe())
        folder = str(self.folder)
        return [program("nginx", ("nginx",)), "-p", folder, "-e", "stderr", "-c", "nginx.conf"]

    def _recipe(self) -> str:
        """Return the recipe with all web processes and this machine's addresses."""
        text = block("nginx", "nginx")
        for port, usual in zip(self.ports, (8000, 8001), strict=False):
            text = replaced(rf"^( *)(# )?server 127\.0\.0\.1:{usual}", rf"\1server 127.0.0.1:{port}", text)
        text = replaced(r"^ *listen \[::\][^;]*;\n", "", text)
        text = replaced(r"listen 80;", f"listen 127.0.0.1:{free_port(self)};", text)
        text = replaced(r"^ *ssl_certificate[^;]*;\n", "", text)
        tls = f" ssl http2; ssl_certificate {self.certificate}; ssl_certificate_key {self.certificate};"
        text = replaced(
            r"listen 443 ssl http2;", f"listen 127.0.0.1:{self.port}{tls if self.certificate else ';'}", text
        )
        return replaced(self.without, "", text) if self.without else text


class Caddy(Proxy):
    """The proxy of docker-compose.yml. Names of containers are unknown here, so it gets addresses."""

    def command(self) -> list[str]:
        text = in_the_container(compose()["configs"]["proxy"]["content"])
        to = " ".join(f"127.0.0.1:{port}" for port in self.ports)
        text = replaced(r"dynamic a web 8000 \{.*?\}", f"to {to}", text)
        text = replaced(r"\A\{", "{\n  admin off", text)
        (self.folder / "Caddyfile").write_text(text)
        variables = [f"SITE=:{self.port}", f"XDG_DATA_HOME={self.folder}", f"XDG_CONFIG_HOME={self.folder}"]
        return ["env", *variables, program("caddy", ("caddy",)), "run", "--config", "Caddyfile"]
