"""The parameters of Kalah, and the board that follows from them.

The board is stored as the ring of its stops in sowing order, so that opposite pits mirror each other: with
five pits a side, stop i and stop 10 - i.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from games_app.games.base import NOOP, SOWING, Option

ROLES = ("north", "south")
OTHER = {"south": "north", "north": "south"}
VERBS = ("pick", "put", "clear")
SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Parameters:
    """The differences between the rule sets of Kalah.

    ``captures_nothing``: a last stone in an own empty pit is stored even if the opposite pit is empty.
    ``sweeps``: when a side is empty, the other keeps its stones and the game is over; otherwise it clears
    them, a pit a turn. ``table``: a result is worth the points of the published game description; otherwise
    a win is worth 100. ``choices``: what the players choose themselves, by the name of the option.
    """

    pits: int = 5
    stones: int = 3
    captures_nothing: bool = True
    sweeps: bool = True
    table: bool = False
    pie: bool = False
    choices: tuple[str, ...] = ()


SHEET = Parameters(sweeps=False, table=True)

OPTIONS: Mapping[str, Option] = {
    "stones": Option(("3", "4", "5", "6"), "4", "4"),
    "capture": Option(("always", "full"), "always", "always"),
    "pie": Option(("no", "yes"), "no", "no"),
    "sowing": SOWING,
}
"""The choices of players. ``capture``: always, or only if the opposite pit holds stones."""


def chosen(parameters: Parameters, options: Mapping[str, str]) -> Parameters:
    """Return the parameters with the players' choices."""
    return replace(
        parameters,
        stones=int(options.get("stones", parameters.stones)),
        captures_nothing=options["capture"] == "always"
        if "capture" in options
        else parameters.captures_nothing,
        pie=options.get("pie") == "yes",
    )


@dataclass(frozen=True, eq=False, slots=True)
class Rules:
    """The parameters of a match with its board. ``rules_of`` returns the same object for the same ones."""

    slug: str
    parameters: Parameters
    options: Mapping[str, str]
    stops: tuple[str, ...] = field(init=False)
    place: Mapping[str, int] = field(init=False)
    """Stop -> its index in the ring."""
    pits: Mapping[str, range] = field(init=False)
    store: Mapping[str, int] = field(init=False)
    path: Mapping[str, tuple[int, ...]] = field(init=False)
    following: Mapping[str, Mapping[int, int]] = field(init=False)
    actions: Mapping[str, tuple[str, int]] = field(init=False)
    notations: Mapping[str, str] = field(init=False)
    readings: Mapping[str, str] = field(init=False)
    by_hand: bool = field(init=False)
    """The player puts each stone; otherwise a pick sows them all."""
    total: int = field(init=False)
    """Number of stones on the board."""
    facing: int = field(init=False)
    """Sum of the indices of a pit and the opposite one."""

    def __post_init__(self) -> None:
        n = self.parameters.pits
        south, north = ([f"p{i}" for i in range(start, start + n)] for start in (1, n + 1))
        stops = (*south, "pwinsouth", *north, "pwinnorth")
        store = {"south": n, "north": 2 * n + 1}
        path = {role: tuple(i for i in range(len(stops)) if i != store[OTHER[role]]) for role in OTHER}
        actions = {f"{verb} {stop}": (verb, i) for verb in VERBS for i, stop in enumerate(stops)}
        notations = {NOOP: "--"} | (
            {SWAP: SWAP} if self.parameters.pie or "pie" in self.parameters.choices else {}
        )
        for action, (verb, stop) in actions.items():
            written = _written(verb, stops[stop])
            if written is not None:
                notations[action] = written
        tables = {
            "stops": stops,
            "place": {stop: i for i, stop in enumerate(stops)},
            "pits": {"south": range(n), "north": range(n + 1, 2 * n + 1)},
            "store": store,
            "path": path,
            "following": {role: dict(zip(own, own[1:] + own[:1], strict=True)) for role, own in path.items()},
            "actions": actions,
            "notations": notations,
            "readings": {written: action for action, written in notations.items()},
            "by_hand": self.options.get("sowing") == "hand",
            "total": 2 * n * self.parameters.stones,
            "facing": 2 * n,
        }
        for name, table in tables.items():
            object.__setattr__(self, name, table)

    @property
    def by_itself(self) -> Rules:
        """The same rules, with stones that are sown by themselves."""
        options = {name: value for name, value in self.options.items() if name != "sowing"}
        return rules_of(self.slug, self.parameters, tuple(options.items())) if self.by_hand else self

    def goal(self, stones: int) -> int:
        """Return the goal of a role with so many stones in its store at the end."""
        if 2 * stones <= self.total:
            return 50 if 2 * stones == self.total else 0
        return 70 + stones if self.parameters.table else 100


def _written(verb: str, stop: str) -> str | None:
    if stop.startswith("pwin"):
        return f"+{stop[4].upper()}" if verb == "put" else None
    number = stop[1:]
    return {"pick": number, "put": f"+{number}", "clear": f"{number}*"}[verb]


@lru_cache(maxsize=256)
def rules_of(slug: str, parameters: Parameters, options: tuple[tuple[str, str], ...] = ()) -> Rules:
    """Return the rules of a match in which the players chose these ``options``."""
    return Rules(slug, chosen(parameters, dict(options)), dict(options))
