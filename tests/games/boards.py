"""Contents of stops, so that one test counts the stones and follows the traces of any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from games_app.games.congkak.rules.sowing import complete
from games_app.games.rules import Facts, Step, Trace
from games_app.games.setup import owner
from games_app.games.trace import Stop
from tests.games.cases import Board, cases


def board(slug: str, facts: Facts) -> Board:
    """Return the places of all stones, without empty stops."""
    return _without_empty(cases(slug).board(facts))


def pieces(slug: str, facts: Facts) -> int:
    """Return the number of stones, wherever they lie."""
    return sum(board(slug, facts).values())


def taken_off(trace: Iterable[Step]) -> int:
    """Return how many stones the trace takes out of the game."""
    return sum(n for step in trace if step["do"] == "capture" and step["to"] is None for _, n in step["from"])


def after(slug: str, facts: Facts, trace: Trace) -> Board:
    """Return the board that the trace's numbers lead to from ``facts``; they must agree on the way."""
    lying = cases(slug).board(facts)
    follow = _on_points if cases(slug).ON_POINTS else _sown
    for step in in_order(trace):
        follow(lying, step)
    return _without_empty(lying)


def in_order(trace: Trace) -> Iterator[Step]:
    """Yield the steps as they happen: a scoop's drops one by one, both roles' in the order of ticks."""
    single = [one for step in complete(trace) for one in _singly(step)]
    for ticked, steps in groupby(single, key=lambda step: "tick" in step):
        together = list(steps)
        yield from sorted(together, key=_moment) if ticked else together


def _moment(step: Step) -> tuple[int, bool]:
    return step["tick"], step["role"] == "north"


def _singly(step: Step) -> Iterator[Step]:
    if step["do"] != "scoop":
        yield step
        return
    drops: list[list[Stop]] = step["drops"]
    yield step | {"drops": []} | ({"tick": step["tick"] - 1} if "tick" in step else {})
    for i, (stop, now) in enumerate(drops):
        tick = {"tick": step["tick"] + i} if "tick" in step else {}
        yield {"do": "drop", "role": step["role"], "at": stop, "now": now} | tick


def _sown(lying: Board, step: Step) -> None:
    """One step of a sowing game."""
    hand = ("hand", step.get("role"))
    match step["do"]:
        case "scoop":
            assert lying[step["from"]] == step["n"]
            _put(lying, hand, step["n"])
            lying[step["from"]] = 0
        case "drop":
            _put(lying, hand, -1)
            _put(lying, step["at"], 1)
            assert lying[step["at"]] == step["now"]
            assert lying[hand] == step.get("hand", lying[hand])
        case "forfeit":
            _put(lying, hand, -1)
            _put(lying, step["to"], 1)
            assert (lying[step["to"]], lying[hand]) == (step["now"], step["hand"])
        case "capture" | "collect":
            for stop, n in step["from"]:
                assert lying.get(stop, 0) == n
                lying[stop] = 0
                _put(lying, step["to"], n)
            assert lying[step["to"]] == step["now"]
        case "swap":
            turned = dict(step["now"])
            stops = list(turned)
            half = len(stops) // 2
            assert [lying.get(stop, 0) for stop in stops] == [*turned.values()][half:] + [*turned.values()][
                :half
            ]
            lying |= turned
        case "round":
            assert step["stores"] == {"south": lying.get("A", 0), "north": lying.get("B", 0)}
        case "refill":
            store = {"south": "A", "north": "B"}[step["role"]]
            full = (lying[store] - step["store"]) // max(1, len(step["houses"]))
            for house in step["houses"]:
                assert lying.get(house, 0) == 0
                lying[house] = full
                _put(lying, store, -full)
            assert lying[store] == step["store"]
        case other:
            assert other in {"pass", "seal", "again", "end", "over"}


def _on_points(lying: Board, step: Step) -> None:
    """One step of a game with single stones on points."""
    match step["do"]:
        case "place":
            _put(lying, ("heap", step["role"]), -1)
            _put(lying, (step["to"], step["role"]), 1)
        case "move":
            (moved,) = [place for place in lying if lying[place] and place[0] == step["from"]]
            assert owner(moved[1]) == step["role"]
            _put(lying, moved, -1)
            _put(lying, (step["to"], moved[1]), 1)
        case "crown":
            _put(lying, (step["at"], step["role"]), -1)
            _put(lying, (step["at"], f"{step['role']}-king"), 1)
        case "capture":
            assert (step["to"], step["now"]) == (None, None)
            for stop, n in step["from"]:
                (taken,) = [place for place in lying if lying[place] and place[0] == stop]
                assert owner(taken[1]) != step["role"]
                _put(lying, taken, -n)
        case "mill":
            for line in step["lines"]:
                assert all(lying[stop, step["role"]] == 1 for stop in line)
        case other:
            assert other in {"pass", "over"}


def _put(lying: Board, stop: object, n: int) -> None:
    lying[stop] = lying.get(stop, 0) + n
    assert lying[stop] >= 0


def _without_empty(lying: Board) -> Board:
    return {stop: n for stop, n in lying.items() if n}
