"""Delivery of chat messages to the connections of a match, in the order of their numbers.

A connection gets the messages after the last one it was sent; missing ones are read from the database. While
the match runs, the watchers' room is closed to everybody who might be one of its players, unless both players
admit people at their addresses.
"""

from __future__ import annotations

from games_app.live import protocol
from games_app.live.db_threads import read, read_for_visitor
from games_app.live.room import Connection, Room
from games_app.match import chat, wire
from games_app.match.chat import PAGE, messages_after, messages_before
from games_app.match.wire import ChatRoom


def chat_rooms_of(room: Room, connection: Connection) -> tuple[ChatRoom, ...]:
    """Return the chat rooms that a connection may read now."""
    if room.talk == "off" or not connection.chats:
        return ()
    beside_player = connection.network in room.networks or connection.network in room.elsewhere.networks
    return chat.readable(
        seated=bool(connection.roles),
        known=connection.known,
        over=room.over,
        beside_player=beside_player and not room.nearby,
    )


async def welcome(match: str, room: Room, connection: Connection) -> None:
    """Tell a newcomer which chat rooms they may read.

    If they play, they close the watchers' room to all at their address.
    """
    if connection.roles and connection.network not in room.networks:
        room.networks.add(connection.network)
        await review(room)
    if connection.chats:
        await _admit(room, connection)
        await repair(match, room)


async def review(room: Room) -> None:
    """Open and close chat rooms to the connections after the end, a player's arrival or a decision."""
    for connection in room.ready():
        if connection.chats and chat_rooms_of(room, connection) != tuple(connection.chat):
            await _admit(room, connection)


async def _admit(room: Room, connection: Connection) -> None:
    connection.chat = {
        name: connection.chat.get(name, room.chat[name]) for name in chat_rooms_of(room, connection)
    }
    await connection.push(protocol.encode(protocol.Chat(room.talk, connection.chat)))


async def give(match: str, room: Room, message: wire.ChatMessage) -> None:
    """Send a stored message to each connection that expects it, and missing ones to the others."""
    room.chat[message.room] = max(room.chat[message.room], message.number)
    await _send(room, message)
    await repair(match, room)


async def reach(match: str, room: Room, newest: dict[ChatRoom, int]) -> None:
    """Bring the connections to the numbers that are in the database."""
    for name, number in newest.items():
        room.chat[name] = max(room.chat[name], number)
    await repair(match, room)


async def repair(match: str, room: Room) -> None:
    """Send connections that are behind their missing messages."""
    for name in chat.ROOMS:
        while behind := [
            reader.chat[name] for reader in _readers(room, name) if reader.chat[name] < room.chat[name]
        ]:
            messages = await read(messages_after, match, name, min(behind))
            if not messages:
                break
            for message in messages:
                await _send(room, message)


def _readers(room: Room, name: ChatRoom) -> list[Connection]:
    """Return the connections that have a chat room open and may still read it."""
    return [
        connection
        for connection in room.ready()
        if name in connection.chat and name in chat_rooms_of(room, connection)
    ]


async def _send(room: Room, message: wire.ChatMessage) -> None:
    text = protocol.encode(message)
    for connection in _readers(room, message.room):
        if connection.chat[message.room] == message.number - 1:
            connection.chat[message.room] = message.number
            await connection.push(text)


async def page(room: Room, connection: Connection, request: protocol.ReadChat) -> protocol.ChatPage | None:
    """Return the answer to ``read_chat``, or None if the connection may not read that room.

    This is checked last: a player may have come meanwhile.
    """
    reading = read if connection.roles else read_for_visitor
    messages = await reading(messages_before, connection.match, request.room, request.before)
    if request.room not in chat_rooms_of(room, connection):
        return None
    return protocol.ChatPage(request.room, messages, first=len(messages) < PAGE)
