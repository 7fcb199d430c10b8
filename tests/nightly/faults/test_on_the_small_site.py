"""The faults of each run, on the small site too: one process on SQLite."""

from __future__ import annotations

import pytest

from tests.faults.test_interruptions import *  # noqa: F403
from tests.faults.test_joining import *  # noqa: F403
from tests.faults.test_loss import *  # noqa: F403
from tests.faults.test_network import *  # noqa: F403
from tests.site import Kind


@pytest.fixture(scope="package", params=["small"])
def kind(request: pytest.FixtureRequest) -> Kind:
    return request.param
