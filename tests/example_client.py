"""The client of docs/example_client.py as a module."""

from __future__ import annotations

import importlib.util
from typing import Any

from tests.web_server import ROOT

CLIENT = ROOT / "docs" / "example_client.py"


def example_client() -> Any:
    """Return a new module of the file."""
    spec = importlib.util.spec_from_file_location("example_client", CLIENT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
