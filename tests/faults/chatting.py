"""A page that has requested the chat, and keeps everything that it gets."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.faults.client import Client, new_cmd


class Chatter(Client):
    """A client with the chat open: ``rooms`` that it may read, and the messages of each by number."""

    query: ClassVar[dict[str, str]] = {"chat": "1"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rooms: dict[str, int] | None = None
        """None until the server has said."""
        self.chat: dict[str, dict[int, dict[str, Any]]] = {"players": {}, "watchers": {}}
        self.pages: list[dict[str, Any]] = []

    async def ready(self) -> None:
        await self.until(lambda: self.rooms is not None)

    async def say(self, room: str, text: str, cmd: str | None = None) -> dict[str, Any]:
        return await self.ask({"kind": "say", "cmd": cmd or new_cmd(), "room": room, "text": text})

    async def history(self, room: str, before: int | None = None) -> dict[str, Any]:
        known = len(self.pages)
        await self.send({"kind": "read_chat", "room": room, "before": before})
        await self.until(lambda: len(self.pages) > known)
        return self.pages[-1]

    def texts(self, room: str) -> list[str]:
        """Return the messages, in order; none may be missing or doubled."""
        numbers = list(self.chat[room])
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True, numbers
        return [message.get("text", message.get("phrase", "")) for message in self.chat[room].values()]

    async def _take(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "chat":
                self.rooms = message["rooms"]
            case "chat_message":
                assert message["number"] not in self.chat[message["room"]], "sent twice"
                self.chat[message["room"]][message["number"]] = message
            case "chat_page":
                self.pages.append(message)
        await super()._take(message)
