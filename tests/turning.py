"""A clock for servers under test that can be turned, so that nobody waits for a minute to pass."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

Ask = Callable[[str], object]
"""Function that runs one SQL statement on the servers' database."""

AROUND = 5.0
"""Seconds before and after a turn in which it is unknown which time a server has read."""


class TurningClock:
    """Clock that servers started with ``env`` follow from then on."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._seconds = 0.0
        self._turns: list[tuple[float, float]] = []
        """Times when it was turned, and its offset from then on."""

    @property
    def env(self) -> dict[str, str]:
        return {"DEBUG": "1", "CLOCK_SHIFT": str(self._file)}

    def turn(self, seconds: float, ask: Ask, *, postgres: bool = False) -> None:
        """Let so many seconds pass at once. People stay present, and it is no outage."""

        def later(moment: str, by: float) -> str:
            if postgres:
                return f"{moment} + interval '{by} seconds'"
            return f"strftime('%Y-%m-%d %H:%M:%f', {moment}, '+{by} seconds')"

        now = later("now()" if postgres else "'now'", self._seconds)
        ask(f"UPDATE games_app_presence SET until = {later('until', seconds)} WHERE until > {now}")
        # Nothing in between: a server that finds the sign of life ahead of its clock takes that for set back.
        turn_at_once = self._written(seconds)
        ask(f"UPDATE games_app_alive SET at = {later('at', seconds)}")
        turn_at_once()

    def turn_unnoticed(self, seconds: float) -> None:
        """Let so many seconds pass in which no server runs: an outage."""
        self._written(seconds)()

    def _written(self, seconds: float) -> Callable[[], None]:
        """Return what turns the clock at once: with an empty file a server would have it jump twice."""
        self._seconds += seconds
        written = self._file.with_suffix(".new")
        written.write_text(str(self._seconds))

        def turn_at_once() -> None:
            self._turns.append((time.time(), self._seconds))
            written.replace(self._file)

        return turn_at_once

    def shown(self, at: float) -> float | None:
        """Return the latest time that a server may have read at this moment of ``time.time()``.

        This includes a server that does not follow a clock which was set back. None if it was turned around
        then.
        """
        if any(abs(at - turned) < AROUND for turned, _ in self._turns):
            return None
        return at + max([0.0, *(off for turned, off in self._turns if turned <= at)])


def on_sqlite(file: Path) -> Ask:
    """Run statements on this database, each committed at once."""

    def ask(statement: str) -> object:
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
            return connection.execute(statement).fetchall()

    return ask
