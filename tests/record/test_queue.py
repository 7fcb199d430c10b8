"""Players and the server go before everybody else, who still get their turn."""

from __future__ import annotations

from games_app.record.command_queue import LARGEST_BATCH, SHARE, CommandQueue


def filled(first: int, others: int) -> CommandQueue[str]:
    queue: CommandQueue[str] = CommandQueue()
    for number in range(others):
        queue.put(f"other {number}", first=False)
    for number in range(first):
        queue.put(f"player {number}", first=True)
    return queue


def test_players_go_before_those_who_came_sooner_and_no_batch_is_long_because_of_these():
    batch = filled(3, 1000).batch(0)
    assert batch[:4] == ["player 0", "player 1", "player 2", "other 0"]
    assert len(batch) == 3 + SHARE


def test_however_many_players_there_are_the_others_come_to_their_turn():
    queue = filled(3 * LARGEST_BATCH, 2 * SHARE)
    batches = [queue.batch(0) for _ in range(4)]
    assert [len(batch) for batch in batches[:3]] == [LARGEST_BATCH, LARGEST_BATCH, LARGEST_BATCH - SHARE]
    told = [item for batch in batches for item in batch if item.startswith("other")]
    assert told == [f"other {number}" for number in range(2 * SHARE)]
    assert batches[0][-1] == f"other {SHARE - 1}"


def test_without_anything_to_do_it_waits_so_long_and_no_longer():
    assert CommandQueue().batch(0.01) == []
