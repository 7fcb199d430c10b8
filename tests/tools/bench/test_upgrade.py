"""The benchmark of an upgrade runs all migrations with the requested number of matches."""

from __future__ import annotations

import json

import pytest

from tests.nightly.entrance.commands import done


@pytest.mark.slow
def test_each_migration_is_measured_on_the_matches_that_were_asked_for(tmp_path):
    told = json.loads(done("bench", "upgrade", "--matches", "100", "--json", data=tmp_path))
    assert (told["database"], told["matches"], told["moves"]) == ("sqlite", 100, 1402)
    names = [step["name"] for step in told["steps"]]
    assert names[0] == "0002_terms"
    assert names == sorted(set(names))
    assert len(names) > 30
