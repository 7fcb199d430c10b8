"""`manage.py wheels`: check for which systems and Pythons every requirement has a wheel.

It writes the answer into docs/hosting.md, with a mark of the requirements for which it was found.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.core.management.base import BaseCommand

from tools.generated import filled, table
from tools.management.commands.lock import resolve

PAGE = settings.BASE_DIR / "docs" / "hosting.md"
REQUIREMENTS = settings.BASE_DIR / "requirements.txt"
FILES = (REQUIREMENTS, settings.BASE_DIR / "constraints.txt")
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")


@dataclass(frozen=True, slots=True)
class System:
    """A system, in people's words and in the resolver's."""

    title: str
    platform: str
    oldest_macos: str = ""


SYSTEMS = (
    System("Linux x64, glibc 2.28 (Debian 10, Ubuntu 20.04)", "x86_64-manylinux_2_28"),
    System("Linux arm64, glibc 2.28 (Raspberry Pi OS 11, 64 bits)", "aarch64-manylinux_2_28"),
    System("macOS 11, arm64", "aarch64-apple-darwin", "11.0"),
    System("Windows x64", "x86_64-pc-windows-msvc"),
)


class Command(BaseCommand):
    help = "Resolve the requirements for each system and Python, wheels only, and write docs/hosting.md."
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        proved = table(("system", *(f"Python {python}" for python in PYTHONS)), self.rows())
        text = f"{mark()}\n{proved}"
        page = filled(PAGE.read_text(encoding="utf-8"), {"wheels": lambda: text})
        PAGE.write_text(page, encoding="utf-8")

    def rows(self) -> Iterator[list[str]]:
        for system in SYSTEMS:
            lacking = [_lacking(system, python) for python in PYTHONS]
            for python, why in zip(PYTHONS, lacking, strict=True):
                self.stdout.write(f"{system.title}, Python {python}: {why or 'yes'}")
            yield [system.title, *("no" if why else "yes" for why in lacking)]


def mark() -> str:
    """Return a comment that names the state of the requirements."""
    wanted = "".join(file.read_text(encoding="utf-8") for file in FILES)
    return f"<!-- requirements {hashlib.sha256(wanted.encode()).hexdigest()[:12]} -->"


def _lacking(system: System, python: str) -> str:
    """Return the resolver's reason why a requirement has no wheel there, or an empty string."""
    env = os.environ | {"MACOSX_DEPLOYMENT_TARGET": system.oldest_macos}
    options = ["--only-binary", ":all:", "--python-platform", system.platform, "--python-version", python]
    run = resolve(REQUIREMENTS, *options, env=env)
    return " ".join(run.stderr.split()) if run.returncode else ""
