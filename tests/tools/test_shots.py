"""The pictures can be taken, and the sheet shows them."""

from __future__ import annotations

import subprocess
import sys

from tests.server import ROOT

PNG = b"\x89PNG\r\n"


def test_the_pictures_of_one_page_are_taken_and_shown_on_the_sheet(tmp_path):
    command = [
        sys.executable,
        str(ROOT / "manage.py"),
        "shots",
        "--out",
        str(tmp_path),
        "--only",
        "home-mine",
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    pictures = sorted(file.name for file in tmp_path.glob("*.png"))
    assert pictures == ["home-mine-1280-dark.png", "home-mine-1280.png", "home-mine-390.png"]
    assert all((tmp_path / name).read_bytes().startswith(PNG) for name in pictures)
    sheet = (tmp_path / "index.html").read_text()
    assert all(f'src="{name}"' in sheet for name in pictures)
