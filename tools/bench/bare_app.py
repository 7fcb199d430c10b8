"""The limit of a server: an ASGI application that sends and stores what the site does, without its work.

No rules, no accounts, no limits, no Django: it answers each action with a ``Sample`` of the site's own
messages, after a commit of the site's own rows, many in one commit. Run by `tools.bench.bare`, with the
sample in the folder that BARE_DATA names.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import msgspec

from boardgames.databases import use_bundled_sqlite

use_bundled_sqlite()
from tools.bench.rows import Rows, Sample, Written, connect  # noqa: E402  (which imports sqlite3)

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]

SAMPLE, DATABASE = "sample.json", "bare.sqlite3"
SEQ = "@SEQ@"
"""Placeholder for the seq in the sample's texts."""
LARGEST_BATCH = 256

sys.setswitchinterval(0.0005)  # as the site does


class Act(msgspec.Struct):
    kind: str
    cmd: str = ""


class Match:
    """The match with this key, and its recipients."""

    def __init__(self, key: int, seq: int) -> None:
        self.key, self.seq = key, seq
        self.sockets: list[Send] = []


class Waiting(NamedTuple):
    match: Match
    written: Written
    send: Send


class Bare:
    """All matches of the process, and its writer's thread."""

    def __init__(self, folder: Path) -> None:
        self._database = folder / DATABASE
        sample = msgspec.json.decode((folder / SAMPLE).read_bytes(), type=Sample)
        self._sample = sample
        self._snapshots = {role: text.split(SEQ) for role, text in sample.snapshots.items()}
        self._frames = [frame.split(SEQ) for frame in sample.frames]
        self._act = msgspec.json.Decoder(Act)
        self._matches: dict[str, Match] = {}
        self._queue: SimpleQueue[Waiting] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._reader = connect(self._database)
        threading.Thread(target=self._write, daemon=True).start()

    def match(self, public_id: str) -> Match:
        if public_id not in self._matches:
            found = "SELECT id, seq FROM games_app_match WHERE public_id = ?"
            self._matches[public_id] = Match(*self._reader.execute(found, [public_id]).fetchone())
        return self._matches[public_id]

    async def page(self, public_id: str, role: str, receive: Any, send: Send) -> None:
        match = self.match(public_id)
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": str(match.seq).join(self._snapshots[role])})
        match.sockets.append(send)
        try:
            while (said := await receive())["type"] != "websocket.disconnect":
                if "text" in said:
                    self._hear(match, said["text"], send)
        finally:
            match.sockets.remove(send)

    def _hear(self, match: Match, text: str, send: Send) -> None:
        said = self._act.decode(text)
        if said.kind == "act":
            match.seq += 1
            self._queue.put(Waiting(match, Written(match.key, match.seq, said.cmd), send))

    def _write(self) -> None:
        rows = Rows(connect(self._database), self._sample)
        while True:
            batch = [self._queue.get()]
            try:
                while len(batch) < LARGEST_BATCH:
                    batch.append(self._queue.get_nowait())
            except Empty:
                pass
            rows.store([one.written for one in batch])
            self._loop.call_soon_threadsafe(self._tell_soon, batch)

    def _tell_soon(self, batch: list[Waiting]) -> None:
        telling = self._loop.create_task(self._tell(batch))
        telling.add_done_callback(lambda done: done.result())

    async def _tell(self, batch: list[Waiting]) -> None:
        for match, (_, seq, cmd), send in batch:
            answer = f'{{"kind":"answer","cmd":"{cmd}","seq":{seq},"again":false,"ok":true}}'
            await send({"type": "websocket.send", "text": answer})
            event = {"type": "websocket.send", "text": str(seq).join(self._frames[seq % 2])}
            for told in list(match.sockets):
                await told(event)


_bare: Bare | None = None


async def application(scope: dict[str, Any], receive: Any, send: Send) -> None:
    global _bare
    _bare = _bare or Bare(Path(os.environ["BARE_DATA"]))
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    await receive()
    *_, public_id = scope["path"].split("/")
    await _bare.page(public_id, scope["query_string"].decode(), receive, send)
