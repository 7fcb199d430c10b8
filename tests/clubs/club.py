"""Clubs for tests: how they are made, and the people in them."""

from __future__ import annotations

from games_app.clubs import members
from games_app.clubs.record import Record, Visibility
from games_app.lib import clock
from games_app.models import Club, Player
from games_app.people import accounts
from games_app.people.client_marks import NO_CLIENT
from tests.cast import guest, new_cmd

PASSWORD = "a long password"


def with_account(name: str) -> Player:
    player = guest(name)
    accounts.open_account(player, PASSWORD, clock.now())
    return player


class Circle:
    """A club of alice with these members."""

    def __init__(self, *names: str, visibility: str = Visibility.PUBLIC, name: str = "Chess cafe") -> None:
        self.alice = with_account("alice")
        self.people: dict[str, Player] = {"alice": self.alice}
        made = members.make(
            self.alice, name, Club.Colour.TEAL, Visibility(visibility), new_cmd(), clock.now()
        )
        self.id = made.public_id
        for each in names:
            self.join(each)

    @property
    def row(self) -> Club:
        return Club.objects.get(public_id=self.id)

    @property
    def now(self) -> Record:
        return Record(self.row)

    def join(self, name: str, player: Player | None = None) -> Player:
        self.people[name] = player or guest(name)
        members.join(self.row.invitation, self.people[name], NO_CLIENT, clock.now())
        return self.people[name]

    def make_helper(self, name: str) -> None:
        members.set_helper(self.id, self.alice.pk, self.people[name].public_id, is_helper=True)

    def roles(self) -> dict[str, str]:
        return {member.player.name: member.role for member in self.now.members}
