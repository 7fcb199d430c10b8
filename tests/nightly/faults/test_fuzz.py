"""A site answers any request, and never by an error of its own.

`manage.py soak --fuzz 20000` sends more.
"""

from __future__ import annotations

from tests.faults.fuzz import fuzz
from tests.faults.play import SEED

REQUESTS = 200


def test_strange_requests_to_all_routes_are_answered_and_scripts_can_read_the_answers(site):
    found = fuzz(site, REQUESTS, SEED, staff=False)
    assert found.flaws == []
    assert found.statuses.total() == REQUESTS
    assert {200, 302, 400, 403, 404, 405} <= set(found.statuses)
