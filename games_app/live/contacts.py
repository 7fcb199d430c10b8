"""Pages of friends: each hears what changes among its player's contacts."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import override

from games_app.lib import clock
from games_app.live import protocol
from games_app.live.db_threads import read
from games_app.live.room import Connection
from games_app.live.sessions import dismiss_ended
from games_app.services.queries.contacts import Contacts, contacts_of


class ContactPages:
    """The pages of friends in this process, in the event loop and the beat of the lobby."""

    def __init__(self) -> None:
        self._told: dict[Connection, str] = {}
        """Page -> the last message that it got."""

    def reset(self) -> None:
        self._told.clear()

    async def enter(self, page: Connection) -> None:
        """Send a player's page its contacts."""
        self._told[page] = ""
        await self._tell([page])

    def leave(self, page: Connection) -> None:
        self._told.pop(page, None)

    async def tell(self) -> None:
        """Send each page its contacts if they have changed; close those of devices that were signed out."""
        if not self._told:
            return
        await dismiss_ended(self._told)
        for page in [page for page in self._told if page.closing]:
            self.leave(page)
        await self._tell(list(self._told))

    async def _tell(self, pages: Collection[Connection]) -> None:
        found = await read(contacts_of, {int(page.viewer) for page in pages}, clock.now())
        for page in pages:
            with override(page.language):
                text = protocol.encode(_message(found[int(page.viewer)]))
            if self._told.get(page, text) != text:
                self._told[page] = text
                await page.push(text)


def _message(contacts: Contacts) -> protocol.Contacts:
    return protocol.Contacts(
        [protocol.Friend(one.player.public_id, one.player.name, one.here) for one in contacts.friends],
        [protocol.Person(one.public_id, one.name) for one in contacts.asking],
        [protocol.Person(one.public_id, one.name) for one in contacts.asked],
        [
            protocol.Invited(
                one.match.public_id,
                str(one.game.name),
                one.variant,
                one.name,
                one.maker.public_id,
                clock.ms(one.until),
            )
            for one in contacts.invitations
        ],
    )
