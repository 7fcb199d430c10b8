"""Figures of several sides over several rounds: medians with their spread, and ratios within each round."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

Round = Mapping[str, float]
"""Figure -> value."""


def spread(values: Sequence[float]) -> str:
    """Return the median, with minimum and maximum if there are several."""
    middle = _number(statistics.median(values))
    return middle if len(values) == 1 else f"{middle} ({_number(min(values))}-{_number(max(values))})"


@dataclass
class Section:
    """One measurement by sides that took turns: their rounds with the same number ran together."""

    title: str
    sides: dict[str, list[Round]] = field(default_factory=dict)

    def add(self, side: str, figures: Round) -> None:
        self.sides.setdefault(side, []).append(figures)

    def ratios(self) -> dict[str, list[Round]]:
        """The first side by each of the others, figure by figure, in each round."""
        (first, own), *others = self.sides.items()
        return {
            f"{first} / {other_side}": [
                {name: one[name] / other[name] for name in one if other.get(name) and not name.endswith("%")}
                for one, other in zip(own, rounds, strict=True)
            ]
            for other_side, rounds in others
        }

    def text(self) -> str:
        rows = {**self.sides, **self.ratios()}
        figures = list(dict.fromkeys(name for rounds in rows.values() for name in rounds[0]))
        table = [["", *figures]]
        for name, rounds in rows.items():
            cells = [[one[figure] for one in rounds if figure in one] for figure in figures]
            table.append([name, *(spread(values) if values else "" for values in cells)])
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
        return "\n".join([self.title, *(f"  {line}" for line in lines)])


@dataclass
class Report:
    """All measurements of one run of a bench."""

    what: str
    """The arguments of the run, in a line."""
    sections: list[Section] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def section(self, title: str) -> Section:
        self.sections.append(Section(title))
        return self.sections[-1]

    def text(self) -> str:
        return "\n\n".join([f"{self.what}; {machine()}", *(one.text() for one in self.sections), *self.notes])

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "machine": machine(), "ratios": [one.ratios() for one in self.sections]}


def machine() -> str:
    return f"{os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()}"


def _number(value: float) -> str:
    """Return three significant digits, two below 1."""
    if value >= 999.5:
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:#.3g}".removesuffix(".") if value >= 1 else f"{value:.2g}"
