"""One page's socket: reads what the client sends, hands commands to the writer, and is fed by the hub."""

from __future__ import annotations

import uuid
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs

import msgspec
from channels.consumer import AsyncConsumer, get_handler_name
from channels.exceptions import StopConsumer
from channels.utils import await_many_dispatch
from django.conf import settings

from ..batch import Answer
from ..services.history import PAGE, frames_after
from ..services.loaded import load
from ..services.registry import Command
from ..services.visible import snapshot
from ..writer import writer
from . import protocol
from .hub import hub
from .reader import read
from .room import Connection

NO_SUCH_MATCH = 4404
"""Close code: the address names no match."""


class MatchConsumer(AsyncConsumer):
    """Serves one connection to one match."""

    connection: Connection
    person: int | None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Channels' own loop, without a channel layer: the hub feeds this connection."""
        self.scope, self.base_send = scope, send
        try:
            await await_many_dispatch([receive], self.dispatch)
        except StopConsumer:
            pass

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own, less its hop to a thread at every message: nothing here opens a database connection."""
        await getattr(self, get_handler_name(message))(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        match = self.scope["url_route"]["kwargs"]["match"]
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        after = next((int(text) for text in query.get("after", ()) if text.isdecimal() and len(text) < 10), None)
        session_key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        self.person = await read(_person_of, session_key)
        key = str(self.person or session_key or uuid.uuid4())
        self.connection = Connection(match, key, (), self._send, self._close)
        await hub.enter(self.connection)
        await self.base_send({"type": "websocket.accept"})
        found = await read(_snapshot_for, match, self.person, after)
        if found is None:
            await hub.leave(self.connection)
            await self.base_send({"type": "websocket.close", "code": NO_SUCH_MATCH})
            return
        text, seq, self.connection.roles = found
        await hub.welcome(self.connection, text, seq)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        text = message.get("text")
        try:
            if wait := self.connection.wait_ms():
                raise protocol.too_fast(text, wait)
            request = protocol.decode(text)
        except protocol.Malformed as error:
            answer = Answer(self.connection.match, error.cmd, self.connection.seq or 0, refusal=error.refusal)
            await self.connection.push(protocol.encode(protocol.answer(answer)))
            return
        match request:
            case protocol.Sync(after):
                self.connection.unseen = 0
                await self._catch_up(after)
            case protocol.Seen():
                self.connection.unseen = 0
            case _:
                self._submit(request)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        await hub.leave(self.connection)
        raise StopConsumer

    def _submit(self, request: protocol.Act | protocol.Resign | protocol.Rematch) -> None:
        data = msgspec.structs.asdict(request)
        kind, cmd = request.__struct_config__.tag, data.pop("cmd")
        command = Command(str(kind), self.connection.match, self.person, cmd, data)
        writer.submit(command, lambda answer: hub.answer(self.connection, answer))

    async def _catch_up(self, after: int) -> None:
        frames = await read(frames_after, self.connection.match, after)
        seq = frames[-1][0] if frames else after
        await self.connection.push(protocol.events([frame for _, frame in frames], seq))

    async def _send(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})

    async def _close(self, code: int) -> None:
        await self.base_send({"type": "websocket.close", "code": code})


def _person_of(session_key: str | None) -> int | None:
    if not session_key:
        return None
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    person: int | None = store.get("person")
    return person


def _snapshot_for(
    public_id: str, person: int | None, after: int | None
) -> tuple[str, int, tuple[str, ...]] | None:
    """The snapshot as text, the seq it was taken at, and the viewer's roles."""
    match = load([public_id]).get(public_id)
    if match is None:
        return None
    frames = []
    if after is not None and 0 < match.row.seq - after <= PAGE:
        frames = [msgspec.Raw(text.encode()) for seq, text in frames_after(public_id, after) if seq <= match.row.seq]
    roles = match.roles_of(person)
    return protocol.encode(snapshot(match, roles, frames)), match.row.seq, roles
