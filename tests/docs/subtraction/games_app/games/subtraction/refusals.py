"""Sentences of the refusals that only subtraction has, by code."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "stone_taken": "Stone {stone} has been taken. Choose one that lies in the row.",
    "too_many": "You would take {n} stones. Take {most} at most, off the end of the row.",
}
