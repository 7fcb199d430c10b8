"""The list of mutations fits the code, the tests and docs/guarantees.md. `manage.py mutations` runs it."""

from __future__ import annotations

import pytest

from tests.mutations import ROOT, listed
from tests.nightly.docs.test_guarantees import PROMISES, functions

MUTATIONS = listed()


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: f"{one.promise}: {one.breaks}")
def test_a_mutation_can_be_applied_and_its_tests_exist(mutation):
    assert mutation.promise in PROMISES
    assert (ROOT / mutation.file).read_text("utf-8").count(mutation.find) == 1
    assert mutation.replace != mutation.find
    assert mutation.tests
    for test in mutation.tests:
        name, *parts = test.partition("[")[0].split("::")
        file = ROOT / "tests" / name
        assert file.is_file(), test
        assert not parts or parts[-1] in functions(file), test


def test_each_promise_has_a_mutation():
    assert {mutation.promise for mutation in MUTATIONS} == set(PROMISES)
