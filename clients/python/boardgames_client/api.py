"""Calls of the site's HTTP API, each sent until it is answered for good."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Any, Self

import httpx

ATTEMPTS = 6
"""Attempts of a call whose answer is lost, or that the site asks to repeat."""
PASSING = (429, 502, 503, 504)
"""Statuses of refusals that pass by themselves."""


class Refused(Exception):
    """Raised for a call that the site refuses for good. The message says what to do."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class Api:
    """The HTTP API of a site, over one pool of connections."""

    def __init__(self, address: str, token: str) -> None:
        self._address, self._token = address.rstrip("/"), token
        self._http = httpx.AsyncClient(
            base_url=f"{self._address}/api/v1/", headers={"Authorization": f"Bearer {token}"}, timeout=30
        )

    async def __aenter__(self) -> Self:
        await self._http.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.__aexit__(kind, error, trace)

    async def get(self, path: str, **query: str | int) -> Any:
        """Return the answer of the API at a path such as "players/k7w2ptx9ab". Raises Refused."""
        return (await self._call("GET", path, query=query)).json()

    async def post(self, path: str, **body: Any) -> Any:
        """Send a call that acts, which takes effect once; return its answer. Raises Refused."""
        return (await self._call("POST", path, body={"cmd": secrets.token_urlsafe(12), **body})).json()

    async def lines(self, path: str, **query: str | int) -> AsyncGenerator[Any]:
        """Yield the lines of a list, such as "matches", over all of its pages. Raises Refused."""
        page = await self._call("GET", path, query=query)
        while True:
            for line in page.iter_lines():
                yield json.loads(line)
            if "next" not in page.links:
                return
            page = await self._call("GET", page.links["next"]["url"])

    async def _call(
        self,
        method: str,
        path: str,
        query: dict[str, str | int] | None = None,
        body: dict[str, Any] | None = None,
    ) -> httpx.Response:
        """Send a call until it is answered for good."""
        for attempt in range(1, ATTEMPTS + 1):
            pause = random.uniform(0.3, 0.6 * 2**attempt)
            try:
                answer = await self._http.request(method, path, params=query or None, json=body)
            except httpx.TransportError:
                if attempt == ATTEMPTS:
                    raise
            else:
                if answer.is_success:
                    return answer
                if answer.status_code not in PASSING or attempt == ATTEMPTS:
                    raise _refused(answer)
                pause += float(answer.headers.get("Retry-After", 0))
            await asyncio.sleep(pause)
        raise AssertionError("The last attempt returns or raises.")


def _refused(answer: httpx.Response) -> Refused:
    try:
        told = answer.json()
        return Refused(answer.status_code, told["code"], told["message"])
    except (ValueError, KeyError, TypeError):
        return Refused(answer.status_code, "unknown", f"The site answered with {answer.status_code}.")
