"""The Python client library has the types and calls of the OpenAPI document."""

from __future__ import annotations

import pytest

from tools import client_library

MODULES = client_library.modules()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_generated_module_is_up_to_date(path):
    assert path.read_text(encoding="utf-8") == MODULES[path], "run `manage.py protocol`"
