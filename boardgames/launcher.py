"""The command `boardgames` that pipx and uvx start: `manage.py` of the installed tree.

An installed package contains the unchanged tree (pyproject.toml), with this module as its ``__init__.py``.
``manage.py`` installs the site's packages there. Data are kept in the current folder.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
DATA = "boardgames-data"


def main() -> None:
    """Run `manage.py` with the arguments, `serve` without any."""
    os.environ.setdefault("DATA_DIR", str(Path(DATA).resolve()))
    sys.path.insert(0, str(ROOT))
    sys.argv = [str(ROOT / "manage.py"), *(sys.argv[1:] or ["serve"])]
    runpy.run_path(sys.argv[0], run_name="__main__")
