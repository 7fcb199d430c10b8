"""A position of Kalah: legal actions and their application, one stone at a time.

A turn is a ``pick`` and its ``put``s, each an action of its own. Players who sow by hand choose the puts too.
With the pie rule, the second player may answer the first turn with ``swap``: the board is turned, and the
first player moves again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from games_app.games import trace as steps
from games_app.games.base import NOOP, Facts, IllegalAction, Lap, State, Step, Trace, Ways
from games_app.games.mancala.parameters import OTHER, ROLES, SWAP, VERBS, Rules


@dataclass(frozen=True, slots=True)
class MancalaState(State):
    """A position of Kalah.

    ``pits``: the stones at each of the rules' stops; ``hand``: how many ``control`` holds; ``at``: its next
    stop. ``swap``: the second player has not moved yet and may swap sides.
    """

    rules: Rules
    pits: tuple[int, ...]
    control: str
    hand: int = 0
    at: int | None = None
    swap: bool = False
    trace: Trace = field(default=(), compare=False, repr=False)

    roles = ROLES

    @property
    def slug(self) -> str:
        return self.rules.slug

    @property
    def to_move(self) -> tuple[str, ...]:
        if self.at is not None:
            return (self.control,)
        rules = self.rules
        ended = self.pits[rules.parameters.pits] + self.pits[-1] == rules.total
        return () if ended else (self.control,)

    def goals(self) -> dict[str, int]:
        if not self.is_terminal:
            return {}
        return {role: self.rules.goal(self.pits[self.rules.store[role]]) for role in ROLES}

    def forced(self) -> tuple[str, str] | None:
        if self.at is not None:
            return None if self.rules.by_hand else (self.control, f"put {self.rules.stops[self.at]}")
        if not self._holds(self.control) and not self.is_terminal:
            return self.control, NOOP
        return None

    def facts(self) -> Facts:
        stops = self.rules.stops
        facts: Facts = {
            "pits": dict(zip(stops, self.pits, strict=True)),
            "hand": {role: self.hand if role == self.control else 0 for role in ROLES},
            "at": None if self.at is None else stops[self.at],
            "control": self.control,
        }
        if self.rules.parameters.choices:
            facts["swap"] = self.swap
        return {"options": dict(self.rules.options), **facts} if self.rules.options else facts

    def ways(self, role: str) -> Ways:
        stops = self.rules.stops
        if not self.rules.by_hand or role not in self.to_move:
            return {}
        if self.at is not None:
            return {stops[self.at]: [self._falls(self.at, self.hand)]}
        if not self._holds(OTHER[role]):
            return {}
        following = self.rules.following[role]
        return {
            stops[pit]: [self._falls(following[pit], self.pits[pit])]
            for pit in self.rules.pits[role]
            if self.pits[pit]
        }

    def _falls(self, stop: int, stones: int) -> Lap:
        """Return where each of so many stones falls, the first one at ``stop``."""
        falls, following = list[list[int | str]](), self.rules.following[self.control]
        for _ in range(stones):
            falls.append([self.rules.stops[stop]])
            stop = following[stop]
        return falls

    @property
    def can_swap(self) -> bool:
        """Return whether the second player may swap sides now."""
        return self.swap and self.control == ROLES[1]

    def _holds(self, role: str) -> bool:
        """Return whether a stone lies in the role's pits."""
        pits = self.rules.pits[role]
        return any(self.pits[pits.start : pits.stop])

    def _legal(self, role: str) -> list[str]:
        stops = self.rules.stops
        if self.at is not None:
            return [f"put {stops[self.at]}"]
        verb = "pick" if self._holds(OTHER[role]) else "clear"
        actions = [f"{verb} {stops[pit]}" for pit in self.rules.pits[role] if self.pits[pit]] or [NOOP]
        return [*actions, SWAP] if self.can_swap else actions

    def _apply(self, role: str, action: str) -> Self:
        if action == NOOP:
            return self._pass(role)
        if action not in self.rules.actions:
            return self._swapped(role, action)
        verb, stop = self.rules.actions[action]
        if self.at is not None:
            if verb != "put" or stop != self.at:
                raise self._put_next(self.at)
            return self._put(role, stop)
        if not self._holds(role):
            raise IllegalAction("must_pass")
        if verb == "put":
            raise IllegalAction("hand_empty")
        self._check_pit(role, stop)
        sowing = self._holds(OTHER[role])
        if sowing != (verb == "pick"):
            code = "pick_instead" if sowing else "clear_instead"
            raise IllegalAction(code, pit=self.rules.stops[stop][1:])
        return self._pick(role, stop) if sowing else self._clear(role, stop)

    def _pass(self, role: str) -> Self:
        if self.at is not None:
            raise self._put_next(self.at)
        if self._holds(role):
            raise IllegalAction("no_pass")
        return type(self)(self.rules, self.pits, OTHER[role], trace=(steps.passed(role),))

    def _swapped(self, role: str, action: str) -> Self:
        """Turn the board, so that each player has the other's pits and stones."""
        if action not in self.rules.notations:
            raise _not_an_action(action)
        if self.at is not None:
            raise self._put_next(self.at)
        if not self.can_swap:
            raise IllegalAction("no_swap")
        half = len(self.pits) // 2
        pits = self.pits[half:] + self.pits[:half]
        turned = steps.swap(role, zip(self.rules.stops, pits, strict=True))
        return type(self)(self.rules, pits, OTHER[role], trace=(turned,))

    def _pick(self, role: str, pit: int) -> Self:
        rules, stones = self.rules, self.pits[pit]
        pits = list(self.pits)
        pits[pit] = 0
        taken = steps.scoop(role, rules.stops[pit], stones)
        swap = self.swap and role == ROLES[0]
        return type(self)(rules, tuple(pits), role, stones, rules.following[role][pit], swap, (taken,))

    def _put(self, role: str, stop: int) -> Self:
        rules, pits = self.rules, list(self.pits)
        pits[stop] += 1
        hand = self.hand - 1
        fell = steps.drop(role, rules.stops[stop], pits[stop], hand)
        if hand:
            following = rules.following[role][stop]
            return type(self)(rules, tuple(pits), role, hand, following, self.swap, (fell,))
        if stop == rules.store[role]:
            return self._settled(pits, role, [fell, steps.again(role)])
        trace = [fell]
        if pits[stop] == 1 and stop in rules.pits[role]:
            trace += self._captured(pits, role, stop)
        trace.append(steps.end(role))
        return self._settled(pits, OTHER[role], trace)

    def _captured(self, pits: list[int], role: str, pit: int) -> list[Step]:
        """Take the last stone and the opposite pit into the role's store, if the rules allow it."""
        rules = self.rules
        opposite, store = rules.facing - pit, rules.store[role]
        if not pits[opposite] and not rules.parameters.captures_nothing:
            return []
        stones = [(rules.stops[pit], pits[pit]), (rules.stops[opposite], pits[opposite])]
        pits[store] += pits[pit] + pits[opposite]
        pits[pit] = pits[opposite] = 0
        return [steps.capture(role, stones, rules.stops[store], pits[store])]

    def _clear(self, role: str, pit: int) -> Self:
        pits = list(self.pits)
        taken = self._collected(pits, role, [pit])
        return self._settled(pits, role, [taken])

    def _collected(self, pits: list[int], role: str, full: list[int]) -> Step:
        """Bring the stones of the role's ``full`` pits into its store."""
        stops, store = self.rules.stops, self.rules.store[role]
        stones = [(stops[pit], pits[pit]) for pit in full]
        for pit in full:
            pits[store] += pits[pit]
            pits[pit] = 0
        return steps.collect(role, stones, stops[store], pits[store])

    def _settled(self, pits: list[int], control: str, trace: list[Step]) -> Self:
        """The state with an empty hand; if that ends the game, the trace names the winner."""
        rules = self.rules
        if rules.parameters.sweeps:
            trace += self._swept(pits)
        south, north = pits[rules.store["south"]], pits[rules.store["north"]]
        over = south + north == rules.total
        if over:
            trace.append(steps.over(None if south == north else "south" if south > north else "north"))
        swap = self.swap and not over
        return type(self)(rules, tuple(pits), control, swap=swap, trace=tuple(trace))

    def _swept(self, pits: list[int]) -> list[Step]:
        """Give each side the stones in its pits, once one of them has none."""
        full = {role: [pit for pit in self.rules.pits[role] if pits[pit]] for role in ROLES}
        if all(full.values()):
            return []
        return [self._collected(pits, role, own) for role, own in full.items() if own]

    def _check_pit(self, role: str, stop: int) -> None:
        rules = self.rules
        if stop in rules.store.values():
            raise IllegalAction("store_stays")
        pit, own = rules.stops[stop][1:], rules.pits[role]
        if stop not in own:
            first, last = (rules.stops[each][1:] for each in (own[0], own[-1]))
            raise IllegalAction("not_your_pit", pit=pit, first=first, last=last)
        if not self.pits[stop]:
            raise IllegalAction("pit_empty", pit=pit)

    def _put_next(self, at: int) -> IllegalAction:
        if at == self.rules.store[self.control]:
            return IllegalAction("put_next_store", n=self.hand)
        return IllegalAction("put_next_pit", n=self.hand, pit=self.rules.stops[at][1:])


def _not_an_action(action: str) -> IllegalAction:
    verb, _, stop = action.partition(" ")
    if verb in VERBS and stop.isalnum():
        return IllegalAction("no_such_pit", pit=stop)
    return IllegalAction("not_an_action", action=action)
