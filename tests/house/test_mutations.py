"""The list of mutations fits the code, the tests and docs/guarantees.md. `manage.py mutations` runs it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.house.test_guarantees import PROMISES, is_there
from tests.mutations import ROOT, Mutation, listed


@pytest.fixture(scope="module")
def mutations() -> list[Mutation]:
    return listed()


@cache
def text(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


def test_each_mutation_can_be_applied(mutations):
    assert [one for one in mutations if text(one.file).count(one.find) != 1] == []
    assert [one for one in mutations if one.replace == one.find] == []


def test_the_tests_of_each_mutation_exist(mutations):
    assert [one for one in mutations if not one.tests] == []
    assert [name for one in mutations for name in one.tests if not is_there(name)] == []


def test_each_promise_has_a_mutation(mutations):
    assert {one.promise for one in mutations} == set(PROMISES)
