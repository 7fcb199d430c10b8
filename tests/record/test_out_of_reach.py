"""R4: while the record can't be reached, people who act learn of it soon."""

from __future__ import annotations

import itertools
import threading
import time
from concurrent.futures import Future

import pytest
from django.db import DataError, IntegrityError, InterfaceError, InternalError, OperationalError

from games_app.match.messages import Act
from games_app.record import chores
from games_app.record.batch import Batch
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer

pytestmark = pytest.mark.django_db(transaction=True)

LONG = 0.3
"""Seconds that an unreachable database makes each one wait here: chores are always due again by then."""
ENOUGH = 6
"""Number of commands."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_between_two_commands_the_writer_waits_for_the_record_once_at_most(monkeypatch):
    tried, done, ended = [], threading.Event(), Future()

    def fails_as(name):
        def fail(*_, renew=False):
            if done.is_set():
                ended.set_result(threading.current_thread())
                raise SystemExit
            tried.append("sign" if renew else name)
            time.sleep(LONG)
            raise OperationalError("out of reach")

        return fail

    for chore in ("overdue", "noticed"):
        monkeypatch.setattr(chores, chore, fails_as(chore))
    monkeypatch.setattr(Batch, "run", fails_as("act"))
    writer = Writer()

    def act_again(answer):
        assert answer.refusal.code == "unavailable"
        if tried.count("act") < ENOUGH:
            writer.submit(Command(Act("again-and-again", 0, ""), "match", None), act_again)
        else:
            done.set()

    writer.start()
    writer.submit(Command(Act("again-and-again", 0, ""), "match", None), act_again)
    assert done.wait(timeout=120)
    thread = ended.result(timeout=120)
    thread.join(timeout=120)
    assert not thread.is_alive(), "no writer is left behind"
    assert "sign" in tried
    first = tried.index("act")
    waits = [len(list(group)) for act, group in itertools.groupby(tried[first:], "act".__eq__) if not act]
    assert waits
    assert set(waits) == {1}


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OperationalError, "unavailable"),
        (InterfaceError, "unavailable"),
        (InternalError, "unavailable"),
        (IntegrityError, "failed"),
        (DataError, "failed"),
    ],
)
def test_only_what_passes_is_to_be_tried_again(monkeypatch, error, code):
    def fail(*_):
        raise error

    monkeypatch.setattr(Batch, "run", fail)
    (answer,) = Writer().run([Command(Act("again-and-again", 0, ""), "match", None)])
    assert answer.refusal.code == code
    assert bool(answer.refusal.retry_ms) == (code == "unavailable")
