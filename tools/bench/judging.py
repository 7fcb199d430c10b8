"""Time of the rules for one checked action: `python judging.py ACTIONS SEED`, which prints JSON.

It is a separate program, so that another checkout's rules are measured in the same way.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Iterator

from games_app.games.rules import GAMES, State
from games_app.rules_service import Accepted, judge

OPTIONS = {"congkak": {"rounds": "match", "sowing": "auto", "opening": "south"}}


def played(game: str, dice: random.Random) -> Iterator[int]:
    """Play at random without an end; yield the nanoseconds of each action."""
    first, second = GAMES[game].roles
    seats, bases = {first: 1, second: 2}, {first: 0, second: 0}
    while True:
        state: State = GAMES[game].initial_state(**OPTIONS.get(game, {}))
        while state.to_move:
            role = state.to_move[0]
            action = dice.choice(state.legal_actions(role))
            began = time.perf_counter_ns()
            accepted = judge(state, seats, bases, seats[role] or 0, action, 0)
            taken = time.perf_counter_ns() - began
            assert isinstance(accepted, Accepted), accepted
            yield taken
            state = accepted.state


def main(actions: int, seed: int) -> dict[str, float]:
    figures: dict[str, float] = {}
    for game in sorted(GAMES):
        play = played(game, random.Random(seed))
        timed = [next(play) for _ in range(actions + actions // 10)][actions // 10 :]
        figures[f"{game} us"] = statistics.median(timed) / 1000
    return figures


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
