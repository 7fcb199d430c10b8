"""Proofs by numbers: the search follows the choices that need the fewest further positions to be proved.

Each question is whether a position's gain is at least so much. It has two *costs*: the number of positions
that are still to be proved for the answer yes, and for the answer no. One proved choice is enough for a yes:
its cost is the least of the choices'. A no needs all choices: its cost is their sum. (The algorithm is known
as df-pn.)
"""

from __future__ import annotations

from typing import Final

from games_app.games.engine.contract import Choice
from games_app.games.engine.search import UNKNOWN, Costs, OutOfBudget, P, Search

DEEPEST: Final = 400
"""Number of choices in a row that a proof may take: Python's stack bounds it."""
ENDLESS: Final = 1 << 60
"""Cost of an answer that is proved to be wrong."""
UNSEEN: Costs = (1, 1)
"""Costs of a question that has not been searched."""
YES: Costs = (0, ENDLESS)
NO: Costs = (ENDLESS, 0)


class ProofSearch(Search[P]):
    """A search that can also prove by numbers. Its costs are kept in the table."""

    def decide(self, position: P, least: int) -> None:
        """Prove whether the gain of a position is at least ``least``. Raises OutOfBudget."""
        while all(self._costs(position, least)):
            self._follow(position, least, ENDLESS, ENDLESS, 0)

    def _costs(self, position: P, least: int) -> Costs:
        """Return what is still to be proved for a yes and for a no; one is zero if the answer is known."""
        bounds = self._get(position) or self._bounds(position)
        if bounds[0] >= least:
            return YES
        if bounds[1] < least:
            return NO
        return self.table.costs(least).get(position, UNSEEN)

    def _follow(self, position: P, least: int, most_yes: int, most_no: int, depth: int) -> None:
        """Search the cheapest choices until the answer is proved or one of its costs reaches its maximum."""
        self.nodes += 1
        if self.nodes >= self._check_at:
            self._check()
        if depth > DEEPEST:
            raise OutOfBudget
        choices = self._choices(position)
        yes: list[int] = []
        no: list[int] = []
        for gain, after, again in choices:
            if again:
                for_yes, for_no = self._costs(after, least - gain)
            else:
                for_no, for_yes = self._costs(after, gain - least + 1)
            yes.append(for_yes)
            no.append(for_no)
            if not for_yes:
                break
        while True:
            cost_yes, cost_no = min(yes, default=ENDLESS), sum(no)
            if not cost_yes or not cost_no:
                self._prove_from(position, choices, yes.index(0) if not cost_yes else -1)
                return
            if cost_yes >= most_yes or cost_no >= most_no:
                self.table.keep_costs(position, least, (cost_yes, cost_no))
                return
            place = yes.index(cost_yes)
            yes[place] = ENDLESS
            # It may cost a quarter more than the next best choice, so that two don't alternate all the time.
            next_yes = min(yes)
            limit_yes = min(most_yes, next_yes + (next_yes >> 2) + 1)
            limit_no = most_no - cost_no + no[place]
            gain, after, again = choices[place]
            if again:
                self._follow(after, least - gain, limit_yes, limit_no, depth + 1)
                yes[place], no[place] = self._costs(after, least - gain)
            else:
                self._follow(after, gain - least + 1, limit_no, limit_yes, depth + 1)
                no[place], yes[place] = self._costs(after, gain - least + 1)

    def _prove_from(self, position: P, choices: list[Choice[P]], best: int) -> None:
        """Store the bounds that follow from those of the choices, or of the ``best`` one if it is enough."""
        bounds = self._get(position) or self._bounds(position)
        entry = bounds if len(bounds) > 2 else (*bounds, *UNKNOWN)
        reached = [self._reached(choice) for choice in ([choices[best]] if best >= 0 else choices)]
        if best >= 0:
            self._prove(position, entry, reached[0][0], entry[1], best)
        elif choices:
            self._prove(position, entry, entry[0], max(most for _, most in reached), entry[5])
        else:
            self._prove(position, entry, 0, 0, -1)
