"""Plays random actions in a match, or watches it if no name is given. Needs `pip install websockets`.

python3 example_client.py http://localhost:8000/new/mancala alice     makes a match and prints its address
python3 example_client.py http://localhost:8000/m/7kq2mzc4xh bob      joins it
"""

import asyncio
import json
import random
import secrets
import sys
import time
from http.cookiejar import CookieJar
from typing import Any
from urllib import parse, request

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

WISHES = {"side": "random", "visibility": "link", "rounds": "1", "opening": "simultaneous", "sowing": "auto"}
ENDED = ("over", "cancelled")


class Client:
    def __init__(self, address: str, name: str = "") -> None:
        self.cookies = CookieJar()
        self.address = self.take_seat(address, name) if name else address
        self.status = ""
        self.seq = self.known = 0  # the last event taken, the last one heard of
        self.command: dict[str, Any] | None = None  # sent and not answered yet
        self.due = 0.0  # when it is to be sent again

    def take_seat(self, address: str, name: str) -> str:
        """Send the form of a new match or of an invitation. Returns the address of the match."""
        opener = request.build_opener(request.HTTPCookieProcessor(self.cookies))
        opener.addheaders = [("Origin", parse.urljoin(address, "/")[:-1])]
        opener.open(address).close()  # brings the cookie csrftoken, or __Host-csrftoken
        token = next(cookie.value for cookie in self.cookies if cookie.name.endswith("csrftoken"))
        form = parse.urlencode(WISHES | {"name": name, "csrfmiddlewaretoken": token}).encode()
        with opener.open(address if "/new/" in address else f"{address}/join", form) as page:
            return str(page.url)

    async def run(self) -> None:
        """Stay until the match has ended, over as many connections as it takes."""
        url = parse.urlsplit(self.address)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        headers = {"Origin": f"{url.scheme}://{url.netloc}", "Cookie": cookies}
        while self.status not in ENDED:
            place = f"{headers['Origin'].replace('http', 'ws', 1)}/ws{url.path}?after={self.seq}"
            try:
                async with connect(place, additional_headers=headers, max_size=2**22) as self.socket:
                    await self.listen()
            except (OSError, WebSocketException) as error:
                foreign = isinstance(error, InvalidStatus) and error.response.status_code == 403
                missing = isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code == 4404
                if foreign or missing:
                    raise
                await asyncio.sleep(random.uniform(0.3, 3))

    async def listen(self) -> None:
        beats = unseen = 0
        self.due = 0.0  # a new connection: what is unanswered goes out again
        while self.status not in ENDED:
            text = await asyncio.wait_for(self.socket.recv(), 10)
            message = json.loads(text)
            self.hear(message)
            beats, unseen = beats + (message["kind"] == "beat"), unseen + len(text)
            if beats == 5 or unseen > 65536:
                beats = unseen = 0
                await self.send({"kind": "seen", "seq": self.seq})
            if self.seq < self.known and message["kind"] in ("event", "events", "beat"):
                await self.send({"kind": "sync", "after": self.seq})
            self.command = self.command or self.choice()
            if self.command and time.monotonic() >= self.due:
                self.due = time.monotonic() + 5
                await self.send(self.command)

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    def hear(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "snapshot":
                if message["protocol"] != 2:
                    sys.exit("The server speaks another protocol than this client.")
                self.take(message["events"])
                self.seq, self.position, self.you = message["seq"], message["position"], message["you"]
                self.status = message["match"]["status"]
            case "event" | "events":
                self.take(message.get("events", [message]))
            case "answer" if self.command and message["cmd"] == self.command["cmd"]:
                self.answered(message)
        if message["kind"] in ("event", "answer", "beat"):
            self.known = max(self.known, message["seq"])

    def take(self, events: list[dict[str, Any]]) -> None:
        """Take what comes next. What comes too early is left: sync brings it again."""
        for event in events:
            if event["seq"] == self.seq + 1:
                self.seq, self.status, self.position = event["seq"], event["status"], event["position"]
                print(self.seq, event["what"], event["role"], *(ply["action"] for ply in event["plies"]))

    def answered(self, answer: dict[str, Any]) -> None:
        if "retry_ms" in answer:
            self.due = time.monotonic() + answer["retry_ms"] / 1000
            return
        self.command, self.due = None, 0.0
        if not answer["ok"]:
            print(answer["message"])

    def choice(self) -> dict[str, Any] | None:
        """A random action, if it is this client's turn in a position that is up to date."""
        role = next((role for role in self.position["to_move"] if role in self.you), None)
        if role is None or self.seq < self.known:
            return None
        base, action = self.position["base"][role], random.choice(self.position["legal"][role])
        return {"kind": "act", "cmd": secrets.token_urlsafe(12), "base": base, "action": action}


if __name__ == "__main__":
    client = Client(*sys.argv[1:])
    print(client.address, flush=True)
    asyncio.run(client.run())
