"""A clock that stands still until a test turns it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games_app.lib import clock
from games_app.record.writer import writer

Turn = Callable[[float], datetime]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Turn:
    """Function that sets the site's clock to so many seconds after the test began, and returns its time."""
    start = clock.moment(clock.ms(clock.now()))

    def turn(seconds: float) -> datetime:
        shown = start + timedelta(seconds=seconds)
        monkeypatch.setattr(clock, "now", lambda: shown)
        return shown

    writer.forget()
    turn(0)
    return turn
