"""This process's knowledge of the others' signs of life, by its own clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games_app.record.commands import silence
from games_app.record.commands.outages import LONGEST_PAUSE
from games_app.record.commands.registry import Command
from games_app.record.commands.silence import LEFT, SILENT


@dataclass(slots=True)
class SeenSign:
    """The last sign of life of another process."""

    at: datetime
    """Its time by the clock of the other machine, which may differ."""
    seen_at: datetime
    unchanged: timedelta = timedelta()
    """Time for which it has not changed, while this process looked."""

    @property
    def since(self) -> datetime:
        """Its time by this machine's clock."""
        return self.at if abs(self.seen_at - self.at) <= LONGEST_PAUSE else self.seen_at


class OtherProcesses:
    """The other web processes, looked at about once a second by the writer's thread.

    ``passed`` returns seconds by a monotonic clock.
    """

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed = passed
        self._signs: dict[str, SeenSign] = {}
        self._looked_at = passed()

    def silent(self, own: str, now: datetime) -> dict[str, SeenSign]:
        """Return the last signs of the processes from which pages leave now; ``own`` is this one's name."""
        # If this process was held up, the others may have been too, and sign in a moment.
        passed = min(timedelta(seconds=self._passed() - self._looked_at), LONGEST_PAUSE)
        self._looked_at = self._passed()
        before, self._signs = self._signs, {}
        for name, at in silence.signs(own).items():
            known = before.get(name)
            if known is None or known.at != at:
                known = SeenSign(at, now)
            else:
                known.unchanged += passed
            self._signs[name] = known
        return {
            name: sign
            for name, sign in self._signs.items()
            if SILENT <= sign.unchanged < LEFT and now - sign.at < 2 * LEFT
        }

    def cover(self, own: str, now: datetime) -> list[Command]:
        """Return the commands that put off the clocks of players at silent processes."""
        found = self.silent(own, now).items()
        return [command for name, sign in found for command in silence.cover(name, sign.at, sign.since, now)]
