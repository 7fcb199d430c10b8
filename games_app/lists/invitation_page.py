"""Read model of a match that waits for its second player, as its maker or an invited person sees it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from games_app.games.sheet import Text
from games_app.lists import challenges
from games_app.lists.match_page import MatchPage
from games_app.lists.match_ratings import ratings_at, why_not_to_count
from games_app.lists.result_text import sides
from games_app.match.visibility import open_position
from games_app.match.wire import DeclineReason
from games_app.models import Seat
from games_app.people import bots
from games_app.people.client_marks import Client


@dataclass(frozen=True, eq=False)
class InvitationPage(MatchPage):
    """A waiting match: its maker waits here for somebody, and others may take the free seat."""

    client: Client
    """The reader's client: two people with the same one play no match that counts."""

    @cached_property
    def maker(self) -> Seat:
        return self.match.host

    @cached_property
    def side(self) -> str:
        """The reader's role: the maker's own, or the free one."""
        free = next(seat for seat in self.match.seats.values() if not seat.player_id)
        return self.maker.role if self.roles else free.role

    @property
    def side_text(self) -> Text:
        match = self.match
        return sides(self.game, match.state if match.terms.start else None)[self.side]

    @cached_property
    def position(self) -> dict[str, Any]:
        return open_position(self.match.state)

    @property
    def left_ms(self) -> int:
        """Milliseconds until the invitation expires: pages don't rely on the device's clock."""
        assert self.match.row.deadline  # noqa: S101  (every match that waits has one)
        return max(0, (self.match.row.deadline - self.now) // timedelta(milliseconds=1))

    @property
    def is_for_bot(self) -> bool:
        return bots.is_bot(self.match.row.invited_id or 0)

    @cached_property
    def rating(self) -> str:
        """The maker's rating in words; empty if the match is not rated."""
        return ratings_at(self.match).get(self.maker.role, "")

    @cached_property
    def uncounted(self) -> str:
        """The sentence why the match would not count if the reader took the seat; empty if it may."""
        if self.reader is None or self.roles:
            return ""
        return why_not_to_count(self.match, self.reader.pk, self.client, self.now)

    @cached_property
    def reasons(self) -> dict[DeclineReason, Text]:
        """The reasons for which the reader, if invited, may decline."""
        row = self.match.row
        if row.invited_id is None or row.invited_id != self.reader_id:
            return {}
        bot_ids = bots.bots_among((row.maker_id, row.invited_id))
        return challenges.reasons(
            self.match, bot_made_it=row.maker_id in bot_ids, to_bot=row.invited_id in bot_ids
        )
