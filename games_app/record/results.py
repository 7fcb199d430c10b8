"""Results of a batch: answers to its commands, and the events to announce."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from games_app.lib.refusals import Refusal
from games_app.match import wire

Announcement = tuple[str, int, str]
"""Public id of a match, seq and frame of its event."""


class Answer(Struct, frozen=True):
    """The answer to a command: done (now or before) as event ``seq`` of ``match``, or refused."""

    match: str
    cmd: str | None
    seq: int
    again: bool = False
    refusal: Refusal | None = None
    mine: wire.Position | None = None
    """Position as the sender may see it, after a choice that stays hidden."""
    chat: wire.ChatMessage | None = None
    """Chat message stored by the command."""

    @property
    def outcome(self) -> str:
        """The answer in a word: done, again (done before) or the code of the refusal."""
        if self.refusal:
            return self.refusal.code
        return "again" if self.again else "done"


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The answers to the commands of a batch, in their order, and the events that they led to."""

    answers: Sequence[Answer] = ()
    events: Sequence[Announcement] = ()
    senders: Sequence[object] = field(default=(), compare=False)
    """Connections to which a listener gives the answers, in the same order; None for others."""

    @property
    def replies(self) -> list[tuple[object, Answer]]:
        """The answers that listeners pass on, each with its sender."""
        pairs = zip(self.senders, self.answers, strict=False)
        return [(sender, answer) for sender, answer in pairs if sender is not None]
