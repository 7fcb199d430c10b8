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
from urllib import error, parse, request

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

WISHES = {"side": "random", "visibility": "link", "rounds": "1", "opening": "simultaneous", "sowing": "auto"}
ENDED = ("over", "cancelled", "expired")
FINAL = (4401, 4403, 4404, 4423)  # close codes after which another attempt would end the same way
FULL = 4429  # too many sockets or messages come from this address
QUESTIONS, ANSWERS = ("act", "sync"), ("answer", "events", "snapshot")
FORM_ATTEMPTS = 10


class Client:
    def __init__(self, address: str, name: str = "") -> None:
        self.cookies = CookieJar()
        self.plays = bool(name)
        self.status = ""
        self.seq = self.known = 0  # the last event taken, the last one heard of
        self.refused_at = -1  # how far the match was when something was refused for good
        self.command: dict[str, Any] | None = None  # sent and not answered yet
        self.due = 0.0  # when it is to be sent again
        self.asked_at = 0.0  # since when nothing has been answered; 0 if nothing was asked
        self.failures = 0  # attempts to connect since the last snapshot
        self.address = self.take_seat(address, name) if name else address

    def take_seat(self, address: str, name: str) -> str:
        """Send the form of a new match or of an invitation. Returns the address of the match."""
        site = parse.urljoin(address, "/")[:-1]
        self.opener = request.build_opener(request.HTTPCookieProcessor(self.cookies))
        self.opener.addheaders = [("Origin", site)]
        self.submit(address)  # brings the cookie csrftoken
        self.submit(f"{site}/name", name=name)  # brings the session: a lost answer costs no seat any more
        if "/new/" in address:
            return self.submit(address, name=name, cmd=secrets.token_urlsafe(12), **WISHES)
        try:
            return self.submit(f"{address}/join", name=name)
        except error.HTTPError as refused:
            if refused.code != 409:
                raise
            return address  # if an answer was lost it is this client that sits there: the snapshot says so

    def submit(self, address: str, **fields: str) -> str:
        """Send a form until it is answered, or get a page. Returns the address that it leads to."""
        token = next((cookie.value for cookie in self.cookies if cookie.name.endswith("csrftoken")), "")
        form = parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode() if fields else None
        for attempt in range(1, FORM_ATTEMPTS + 1):
            try:
                with self.opener.open(address, form, timeout=30) as page:
                    return str(page.url)
            except OSError as failed:
                answered = isinstance(failed, error.HTTPError)
                if attempt == FORM_ATTEMPTS or (answered and failed.code not in (429, 502, 503, 504)):
                    raise
                asked = failed.headers.get("Retry-After") if answered else None
            time.sleep(int(asked or 0) + random.uniform(0.3, 2))
        raise AssertionError

    async def run(self) -> None:
        """Stay until the match has ended, over as many connections as it takes."""
        url = parse.urlsplit(self.address)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        headers = {"Origin": f"{url.scheme}://{url.netloc}", "Cookie": cookies}
        while self.status not in ENDED:
            place = f"{headers['Origin'].replace('http', 'ws', 1)}/ws{url.path}?after={self.seq}"
            code = 0
            try:
                async with connect(place, additional_headers=headers, max_size=2**22) as self.socket:
                    await self.listen()
            except InvalidStatus as failed:
                if failed.response.status_code == 403:
                    raise
            except ConnectionClosed as failed:
                code = failed.rcvd.code if failed.rcvd else 0
                if code in FINAL:
                    raise
            except (OSError, WebSocketException):
                pass
            if self.status not in ENDED:
                self.failures += 1
                longest = min(5.0, 0.3 * 2**self.failures)
                await asyncio.sleep(random.uniform(30, 60) if code == FULL else random.uniform(0.3, longest))

    async def listen(self) -> None:
        """Take messages until the match has ended. A connection counts as made with its snapshot."""
        self.greeted = False
        self.beats = self.unseen = 0
        self.due = self.asked_at = 0.0  # a new connection: what is unanswered goes out again
        heard_at = time.monotonic()
        while self.status not in ENDED:
            try:
                text = await asyncio.wait_for(self.socket.recv(), 1)
            except TimeoutError:
                pass
            else:
                heard_at = time.monotonic()
                await self.heard(json.loads(text), len(text))
            self.check(heard_at)
            if self.greeted:
                self.command = self.command or self.choice()
                await self.post()

    async def heard(self, message: dict[str, Any], size: int) -> None:
        """Take a message, say what was seen, and ask for what is missing."""
        self.hear(message)
        self.beats, self.unseen = self.beats + (message["kind"] == "beat"), self.unseen + size
        if self.beats == 5 or self.unseen > 65536:
            self.beats = self.unseen = 0
            await self.send({"kind": "seen", "seq": self.seq})
        if self.seq < self.known and message["kind"] in ("event", "events", "beat"):
            await self.send({"kind": "sync", "after": self.seq})

    def check(self, heard_at: float) -> None:
        """Give up a connection that brings nothing, or takes nothing to the server."""
        now = time.monotonic()
        if now - heard_at > 10 or (self.asked_at and now - self.asked_at > 25):
            raise ConnectionError("The connection is dead.")

    async def post(self) -> None:
        """Send the command if it is time to, for the first time or once more."""
        if self.command and time.monotonic() >= self.due:
            self.due = time.monotonic() + 5
            await self.send(self.command)

    async def send(self, message: dict[str, Any]) -> None:
        if message["kind"] in QUESTIONS:
            self.asked_at = self.asked_at or time.monotonic()
        await self.socket.send(json.dumps(message))

    def hear(self, message: dict[str, Any]) -> None:
        if message["kind"] in ANSWERS:
            self.asked_at = 0.0
        match message["kind"]:
            case "snapshot":
                self.begin(message)
            case "event" | "events":
                self.take(message.get("events", [message]))
            case "answer" if self.command and message["cmd"] == self.command["cmd"]:
                self.answered(message)
        if message["kind"] in ("event", "answer", "beat"):
            self.known = max(self.known, message["seq"])

    def begin(self, snapshot: dict[str, Any]) -> None:
        """Go on from what the snapshot says, also where it is older than what was known: a backup is back."""
        if snapshot["protocol"] != 3:
            sys.exit("The server speaks another protocol than this client.")
        if self.plays and not snapshot["you"]:
            sys.exit("Somebody else sits there. Without a name you can watch.")
        self.failures, self.greeted = 0, True
        self.take(snapshot["events"])
        self.seq = self.known = snapshot["seq"]
        self.refused_at = -1
        self.position, self.you = snapshot["position"], snapshot["you"]
        self.status = snapshot["match"]["status"]

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
            if answer["code"] != "stale":  # else another choice may be right at once
                self.refused_at = self.seq

    def choice(self) -> dict[str, Any] | None:
        """A random action, if it is this client's turn in a position that is up to date."""
        role = next((role for role in self.position["to_move"] if role in self.you), None)
        if role is None or self.seq < self.known or self.seq == self.refused_at:
            return None
        base, action = self.position["base"][role], random.choice(self.position["legal"][role])
        return {"kind": "act", "cmd": secrets.token_urlsafe(12), "base": base, "action": action}


if __name__ == "__main__":
    client = Client(*sys.argv[1:])
    print(client.address, flush=True)
    asyncio.run(client.run())
