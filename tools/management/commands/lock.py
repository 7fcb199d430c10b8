"""`manage.py lock`: write the exact versions of all requirements, with the hashes of their files.

requirements.lock contains what the site runs on, requirements-dev.lock what its tests need besides that; both
for every system and Python at once. manage.py and the image install them.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

RUNTIME = settings.BASE_DIR / "requirements.txt"
FILES = (RUNTIME, settings.BASE_DIR / "requirements-dev.txt")
OLDEST = "3.11"
HEAD = "# Written by `manage.py lock` from {name} and constraints.txt. Change those, then run the command.\n"


class Command(BaseCommand):
    help = "Write requirements.lock and requirements-dev.lock: versions and hashes of all that is installed."
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        options = ["--universal", "--python-version", OLDEST, "--generate-hashes", "--no-annotate"]
        for file in FILES:
            run = resolve(file, *options, "--constraints", str(RUNTIME))
            if run.returncode:
                raise CommandError(f"{file.name}: {' '.join(run.stderr.split())}")
            packages = [line for line in run.stdout.splitlines() if not line.startswith(" ")]
            locked = file.with_suffix(".lock")
            locked.write_text(HEAD.format(name=file.name) + run.stdout, encoding="utf-8")
            self.stdout.write(f"{locked.name}: {len(packages)} packages")


def resolve(
    requirements: Path, *options: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `uv pip compile`; its output is the resolved requirements, its errors say why there are none."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-header", *options]
    return subprocess.run([*command, str(requirements)], env=env, capture_output=True, text=True, check=False)
