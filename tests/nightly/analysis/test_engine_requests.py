"""The engine's whole search of a match, without the budget that the tests of each run have."""

from __future__ import annotations

import pytest

from games_app.analysis.requests import progress, request_review
from tests.analysis.test_engine_requests import over, work

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


def test_a_review_of_mancala_is_proved_whole():
    job = request_review(over("mancala"))
    work()
    values = [each["found"]["actions"].values() for each in progress(job).result["decisions"]]
    assert {value["kind"] for actions in values for value in actions} == {"exact"}
    assert {value["loss"]["kind"] for actions in values for value in actions} == {"exact"}
