"""Check of the templates for `manage.py lint`: djade's format, and the length of the lines."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

TEMPLATES = Path(__file__).parent.parent / "templates"
LINE_MAX_LENGTH = 160
DJADE = (str(Path(sys.executable).with_name("djade")), "--check", "--target-version", "5.2")


def long_lines(folder: Path) -> Iterator[str]:
    """Yield the place of each line that is too long."""
    for file in sorted(folder.rglob("*.*")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            if len(line) > LINE_MAX_LENGTH:
                place = file.relative_to(folder.parent)
                yield f"{place}:{number}: {len(line)} characters, at most {LINE_MAX_LENGTH}"


def main() -> int:
    """Print the faults and return the exit code."""
    faults = list(long_lines(TEMPLATES))
    for fault in faults:
        print(fault, flush=True)
    pages = map(str, sorted(TEMPLATES.rglob("*.html")))
    return subprocess.run([*DJADE, *pages], check=False).returncode or bool(faults)


if __name__ == "__main__":
    sys.exit(main())
