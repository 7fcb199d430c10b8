"""The model of a large site."""

from dataclasses import replace

import pytest

from tools.capacity import TARGET, Costs, needs, table

SIZES = (1_000, 10_000, 100_000)


def test_more_people_need_more_of_each_part():
    small, middle, large = (needs(people) for people in SIZES)
    for part in ("processes", "web_cores", "database_cores", "redis_cores", "memory", "bandwidth"):
        assert getattr(small, part) <= getattr(middle, part) <= getattr(large, part)


@pytest.mark.parametrize("people", SIZES)
def test_web_processes_share_the_load_and_none_is_fuller_than_the_target(people):
    site = needs(people)
    assert (site.processes - 1) * TARGET / 2 < site.web_cores <= site.processes * TARGET


def test_no_number_of_web_processes_is_enough_if_their_messages_alone_fill_one():
    dear = replace(Costs(), ring=1_000)
    assert needs(100_000, costs=dear).processes == 0


def test_table_has_a_column_for_each_number_of_people():
    heads = next(iter(table(SIZES)))
    assert heads.split()[-3:] == ["1,000", "10,000", "100,000"]
