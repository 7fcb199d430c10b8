"""Arrivals that are answered together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from django.db import OperationalError

from games_app.live.joining import Gathering


async def test_simultaneous_requests_are_answered_together_and_in_order():
    batches = []

    async def doubled(numbers: Sequence[int]) -> list[int]:
        batches.append(list(numbers))
        return [2 * number for number in numbers]

    gathering = Gathering(doubled)
    assert await asyncio.gather(*(gathering.ask(number) for number in range(3))) == [0, 2, 4]
    assert batches == [[0, 1, 2]]


async def test_a_question_that_fails_fails_alone():
    async def inverse(numbers: Sequence[int]) -> list[float]:
        return [1 / number for number in numbers]

    gathering = Gathering(inverse)
    answers = await asyncio.gather(*(gathering.ask(n) for n in (1, 0, 2)), return_exceptions=True)
    assert (answers[0], type(answers[1]), answers[2]) == (1, ZeroDivisionError, 0.5)


async def test_a_database_out_of_reach_is_asked_once_for_all():
    asked = []

    async def gone(numbers: Sequence[int]) -> list[int]:
        asked.append(len(numbers))
        raise OperationalError

    gathering = Gathering(gone)
    answers = await asyncio.gather(*(gathering.ask(n) for n in range(3)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [OperationalError] * 3
    assert asked == [3]
