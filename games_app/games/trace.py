"""The steps of a trace: what an action did, in order, for drawing and for sentences.

A step is a plain JSON dict whose ``do`` names it. A *stop* is a place of stones, by its name in the facts;
``now`` is its content after the step, ``hand`` the role's hand after the step. ``tick`` appears only in
congkak's simultaneous opening, where both roles sow at once. docs/trace.md lists all steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games_app.games.base import Step

Stop = int | str
Stones = Iterable[tuple[Stop, int]]


def scoop(role: str, stop: Stop, n: int, drops: Stones = (), tick: int | None = None) -> Step:
    """All ``n`` stones of ``stop`` go to the hand, then one falls at each of ``drops``: (stop, now).

    No drops: only taken up. With ``tick``, the i-th drop falls in tick ``tick + i``. Congkak adds ``relays``.
    """
    return _at_tick({"do": "scoop", "role": role, "from": stop, "n": n, "drops": _pairs(drops)}, tick)


def drop(role: str, at: Stop, now: int, hand: int) -> Step:
    """One stone falls from the hand."""
    return {"do": "drop", "role": role, "at": at, "now": now, "hand": hand}


def forfeit(role: str, at: Stop, to: Stop, now: int, hand: int, tick: int | None = None) -> Step:
    """A shell dropped into the burnt house ``at`` is lost to the store ``to``, the opponent's."""
    return _at_tick({"do": "forfeit", "role": role, "at": at, "to": to, "now": now, "hand": hand}, tick)


def capture(
    role: str, stones: Stones, to: Stop | None = None, now: int | None = None, tick: int | None = None
) -> Step:
    """``stones``, (stop, n), captured, the last stone's own stop first; into the store ``to`` if given."""
    return _at_tick({"do": "capture", "role": role, "from": _pairs(stones), "to": to, "now": now}, tick)


def place(role: str, to: Stop) -> Step:
    """A stone from the heap comes onto the board."""
    return {"do": "place", "role": role, "to": to}


def move(role: str, start: Stop, to: Stop) -> Step:
    """A piece goes from stop to stop."""
    return {"do": "move", "role": role, "from": start, "to": to}


def mill(role: str, lines: Iterable[Sequence[str]]) -> Step:
    """The mills that were just closed, three points each."""
    return {"do": "mill", "role": role, "lines": [list(line) for line in lines]}


def crown(role: str, at: Stop) -> Step:
    """The role's pawn at ``at`` becomes a king."""
    return {"do": "crown", "role": role, "at": at}


def passed(role: str) -> Step:
    """A ``noop`` in control."""
    return {"do": "pass", "role": role}


def swap(role: str, stones: Stones) -> Step:
    """The sides are swapped: ``stones`` is what lies at every stop then, (stop, now)."""
    return {"do": "swap", "role": role, "now": _pairs(stones)}


def seal(role: str) -> Step:
    """The role has chosen; which house stays secret."""
    return {"do": "seal", "role": role}


def again(role: str, tick: int | None = None) -> Step:
    """The last stone fell into the role's own store: it goes on."""
    return _at_tick({"do": "again", "role": role}, tick)


def end(role: str, tick: int | None = None) -> Step:
    """The role's turn has ended."""
    return _at_tick({"do": "end", "role": role}, tick)


def collect(role: str, stones: Stones, to: Stop, now: int) -> Step:
    """The role's remaining ``stones``, (stop, n), go to its own store without being sown."""
    return {"do": "collect", "role": role, "from": _pairs(stones), "to": to, "now": now}


def round_over(winner: str | None, stores: Mapping[str, int]) -> Step:
    """A round has ended: its winner, None when equal, and what each role's store holds."""
    return {"do": "round", "winner": winner, "stores": dict(stores)}


def refill(role: str, houses: Iterable[int], burnt: Iterable[int], store: int) -> Step:
    """The role's ``houses`` were filled as at the start, those ``burnt`` were not; ``store`` is left over."""
    return {"do": "refill", "role": role, "houses": list(houses), "burnt": list(burnt), "store": store}


def over(winner: str | None) -> Step:
    """The game has ended: its winner, None for a draw."""
    return {"do": "over", "winner": winner}


def _pairs(stones: Stones) -> list[list[Stop]]:
    return [[stop, n] for stop, n in stones]


def _at_tick(step: Step, tick: int | None) -> Step:
    if tick is not None:
        step["tick"] = tick
    return step
