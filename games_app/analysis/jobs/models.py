"""Jobs of the engine and their results, and analyses as plain data, the form in jobs and pages.

Everything here can be computed again from the record.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import models

from games_app.games.engine.analysis import Analysis, Loss, Value
from games_app.games.rules import Facts


class Job(models.Model):
    """A question for the engine. A repeated question gets the same job."""

    class Kind(models.TextChoices):
        REPLY = "reply"
        POSITION = "position"
        REVIEW = "review"
        PUZZLES = "puzzles"

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    key = models.TextField(unique=True)
    """Kind and subject, exactly: never a bare hash."""
    kind = models.CharField(max_length=10, choices=Kind)
    engine = models.CharField(max_length=24)
    """Game and version of the requested engine, such as "mancala-1"."""
    about = models.JSONField()
    """Subject: {"match"} of a review or of puzzles, {"game", "facts"} of a position."""
    priority = models.PositiveSmallIntegerField()
    """Sort key of waiting jobs, ascending."""
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    worker = models.CharField(max_length=60, blank=True)
    """Worker that has the job, or had it last."""
    lease_until = models.DateTimeField(null=True)
    """Time after which a running job is given to another worker."""
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    """Number of parts, of which ``done`` are done; 0 until it is known."""
    result = models.JSONField(null=True)
    """Result; a partial one while the job is running."""
    short = models.BooleanField(default=False, db_default=False)
    """True if the result comes from a search that was cut short because others were waiting."""
    asked_at = models.DateTimeField()
    """Time of the last request."""

    class Meta:
        indexes = [models.Index(fields=["state", "priority", "id"], name="job_waiting")]

    def __str__(self) -> str:
        return f"{self.key}: {self.state}"


class Request(models.Model):
    """One browser's request for a job. It expires unless the page keeps asking."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="requests")
    browser = models.CharField(max_length=32)
    address = models.CharField(max_length=32)
    """Hash of the client address."""
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["job", "browser"], name="one_request_a_browser")]
        indexes = [models.Index(fields=["address", "until"], name="request_address")]

    def __str__(self) -> str:
        return f"job {self.job_id} for {self.browser}"


class Turn(models.Model):
    """The last time that a job was started for an address."""

    address = models.CharField(max_length=32, primary_key=True)
    served_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.address}: {self.served_at}"


class Evaluation(models.Model):
    """The stored analysis of one position."""

    engine = models.CharField(max_length=24)
    limit = models.CharField(max_length=10)
    """Name of the search's limit."""
    position = models.TextField()
    """Facts of the position as JSON with sorted keys."""
    found = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["engine", "limit", "position"], name="one_evaluation_a_position")
        ]

    def __str__(self) -> str:
        return f"{self.engine}, {self.limit}: {self.position}"


Plain = dict[str, Any]


def plain_value(value: Value) -> Plain:
    """Return {"kind", "score", "outcome"}: ``outcome`` is 1, 0 or -1 if it is proved, otherwise None."""
    return {"kind": value.kind, "score": value.score, "outcome": value.outcome}


def plain_analysis(analysis: Analysis) -> Plain:
    """Return the analysis for ``role``; each action of "actions" has its "loss" against the best."""
    return {
        "role": analysis.role,
        "scope": analysis.scope,
        "unit": analysis.value.unit,
        "value": plain_value(analysis.value),
        "best": list(analysis.best),
        "actions": {
            action: plain_value(value) | {"loss": plain_loss(analysis.given_away(action))}
            for action, value in analysis.actions.items()
        },
        "line": analysis.line,
        "line_proved": analysis.line_proved,
        "nodes": analysis.work.nodes,
        "stopped": analysis.work.stopped,
    }


def plain_loss(loss: Loss) -> Plain:
    return {"kind": loss.kind, "score": loss.score}


def position_text(facts: Facts) -> str:
    """Return the facts as one text, the same for equal facts."""
    return msgspec.json.encode(facts, order="sorted").decode()
