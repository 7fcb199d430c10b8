"""The package for pipx and uvx contains the tree that the site needs, and starts its manage.py."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.web_server import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
INCLUDED = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]


def test_its_command_runs_manage_py_and_keeps_data_where_it_was_given(tmp_path):
    for source, target in INCLUDED.items():
        (place := tmp_path / "packages" / target).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
        copy(ROOT / source, place)
    (here := tmp_path / "here").mkdir()
    module, function = PROJECT["project"]["scripts"]["boardgames"].split(":")
    program = (
        f"import sys; from {module} import {function}; sys.argv = ['boardgames', *sys.argv[1:]]; {function}()"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, "status"],
        cwd=here,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path / "packages")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"data folder  {here / 'boardgames-data'}, " in run.stdout, run.stderr
    assert "There is no record yet" in run.stdout
    assert Path(here / "boardgames-data").is_dir()
