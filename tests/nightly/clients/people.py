"""People whose programs use the client library."""

from __future__ import annotations

import re

from tests.faults.visitor import Visitor

PASSWORD = "correct horse battery"


class Person:
    """A person with an account, and tokens for their program."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url, name
        self._visitor = Visitor(url)
        self._tokens: dict[tuple[str, ...], str] = {}
        assert self._visitor.send("/account", name=name, password=PASSWORD)[0] == 302

    def token(self, *scopes: str) -> str:
        """Return a token with these scopes, as the page shows it once."""
        if scopes in self._tokens:
            return self._tokens[scopes]
        form = {"do": "make", "program": "bot", "days": "30", "present": PASSWORD, "scopes": list(scopes)}
        status, page, _ = self._visitor.post("/account/tokens", **form)
        assert status == 200, page
        self._tokens[scopes] = re.search(r"bg_[\w-]{43}", page).group()
        return self._tokens[scopes]

    def turn_into_bot(self, owner: Person) -> None:
        """Make the account a bot of this owner."""
        sent = {"do": "turn", "name": self.name, "password": PASSWORD, "sure": "yes"}
        assert owner._visitor.send("/bots", **sent)[0] == 302
