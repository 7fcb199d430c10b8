"""The list of mutations fits the code, the tests and docs/guarantees.md. `manage.py mutations` runs it."""

from __future__ import annotations

import pytest

from tests.mutations import ROOT, Mutation, is_noticed, listed
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


def test_a_mutation_is_noticed_if_a_test_fails_and_survives_if_none_does(tmp_path):
    subject, test = tmp_path / "double.mjs", tmp_path / "tests" / "double.test.mjs"
    test.parent.mkdir()
    subject.write_text("export const double = (n) => 2 * n;")
    test.write_text(
        'import assert from "node:assert"; import { test } from "node:test"; '
        'import { double } from "../double.mjs"; test("doubles", () => assert.equal(double(2), 4));'
    )

    def tried(replace: str) -> tuple[bool, list[str]]:
        said: list[str] = []
        change = Mutation("R1", "Doubles nothing", subject.name, "2 * n", replace, (test.name,))
        return is_noticed(change, tmp_path, said.append), said

    assert tried("n") == (True, ["R1  noticed  Doubles nothing"])
    assert tried("n + n") == (False, ["R1  SURVIVED  Doubles nothing"])
    assert subject.read_text() == "export const double = (n) => 2 * n;"
