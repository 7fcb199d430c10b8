"""Duration of honest moves, beside attackers and without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tools.percentile import percentile

FACTOR = 5.0
"""Maximum factor of the time of 99 of 100 moves beside attackers, compared with the calm."""
ENOUGH = 200
"""Minimum number of moves of each kind for a judgement."""


@dataclass
class Latency:
    """Each move's seconds from sending to its answer, on good networks and outside known troubles."""

    quiet: Callable[[float, float], bool] = lambda sent, answered: True
    """True if there was no known trouble between these moments."""
    moves: list[tuple[float, float]] = field(default_factory=list)
    """Times when it was sent and answered, by the kit's clock."""
    calm_until: float = 0.0
    """Time until which there were neither troubles nor attackers."""

    def lines(self) -> list[str]:
        calm, later = self._both()
        lines = [f"{name}: {_told(took)}" for name, took in (("calm", calm), ("beside attackers", later))]
        return [*lines, self.verdict()]

    def verdict(self) -> str:
        calm, later = self._both()
        if min(len(calm), len(later)) < ENOUGH:
            return f"p99 not judged: that takes {ENOUGH} moves of each kind"
        ratio = percentile(later, 99) / percentile(calm, 99)
        return f"p99 {'within' if ratio <= FACTOR else 'beyond'} {FACTOR:g} times the calm one: {ratio:.1f}"

    @property
    def too_slow(self) -> bool:
        return "beyond" in self.verdict()

    def _both(self) -> tuple[list[float], list[float]]:
        calm = [answered - sent for sent, answered in self.moves if answered < self.calm_until]
        later = [
            answered - sent
            for sent, answered in self.moves
            if sent >= self.calm_until and self.quiet(sent, answered)
        ]
        return calm, later


def _told(took: Sequence[float]) -> str:
    if not took:
        return "0 moves"
    half, most, worst = (1000 * percentile(took, percent) for percent in (50, 99, 100))
    return f"{len(took)} moves, p50 {half:.0f} ms, p99 {most:.0f} ms, worst {worst:.0f} ms"
