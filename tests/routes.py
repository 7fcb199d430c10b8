"""All routes of the site, for tests that cover them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver

from games_app.door.http import is_for_scripts
from games_app.lib.rate_limit import RateLimit

PARAMETERS = {
    "<game:game>": "game",
    "<match:public_id>": "match",
    "<player:public_id>": "player",
    "<player:other_id>": "other player",
    "<tournament:public_id>": "tournament",
    "<appointment:public_id>": "appointment",
    "<club:public_id>": "club",
    "<typed:public_id>": "typed link",
    "<token>": "token",
    "<str:token>": "token",
    "<month>": "month",
    "<name>": "file",
    "<slug:form>": "form",
    "<slug:seed>": "seed",
    "<level:level>": "level",
    "<int:key>": "pairing",
    "(?P<rest>(?s:.*))": "rest",
}
"""Parameters in the paths, and their values."""
EXAMPLES = {
    "game": "mancala",
    "match": "2222222222",
    "player": "2222222222",
    "other player": "3333333333",
    "tournament": "2222222222",
    "appointment": "2222222222",
    "club": "2222222222",
    "typed link": "2222222222.",
    "token": "some-token",
    "month": "2026-11",
    "file": "README.md",
    "form": "pdn",
    "seed": "any",
    "level": "short",
    "pairing": "1",
    "rest": "nowhere",
}


@dataclass(frozen=True)
class Route:
    path: str
    """The path as in urls.py, with its parameters."""
    view: Callable[..., HttpResponseBase]

    @property
    def limit(self) -> RateLimit | None:
        """Return the limit of its forms; None if it takes none."""
        return getattr(self.view, "limit", None)

    @property
    def is_for_scripts(self) -> bool:
        return is_for_scripts(self.view)

    def filled(self, values: Mapping[str, str] = EXAMPLES) -> str:
        """Return the path with values in place of its parameters."""
        path = self.path
        for sign, kind in PARAMETERS.items():
            path = path.replace(sign, values[kind])
        assert "<" not in path, f"give {self.path} an example in tests/routes.py"
        return path


def all_routes() -> list[Route]:
    return list(_routes(get_resolver(), "/"))


def _routes(resolver: Any, before: str) -> Iterator[Route]:
    for one in resolver.url_patterns:
        path = before + str(one.pattern).removeprefix("^").removesuffix("$").removesuffix("\\Z")
        if isinstance(one, URLResolver):
            yield from _routes(one, path)
        elif isinstance(one, URLPattern):
            yield Route(path, one.callback)
