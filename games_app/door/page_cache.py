"""Cache of what many readers see alike: whole pages for strangers, and the lines of public lists.

Each is rendered once, until something in it changes. The key of a kept page consists of everything that the
page is made from, so it never has to be invalidated.
The token against cross-site requests, and whatever else is made anew for each reader, is filled in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from django.core.cache import caches
from django.core.cache.utils import make_template_fragment_key
from django.db.models import Model
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games_app import site_settings
from games_app.door.context import appearance
from games_app.door.visitors import Request, is_phone
from games_app.lib import clock
from games_app.lists import attention, match_lists


def placeholder() -> str:
    """Return a text that stands for something of the reader's in a kept page. No name can contain it."""
    return secrets.token_urlsafe(24)


TOKEN = placeholder()
"""Stands for the token in a kept page."""


def is_stranger(request: Request) -> bool:
    """Return whether the reader gets the page of all strangers: without a session and a query."""
    return request.visitor.player_id is None and request.method == "GET" and not request.META["QUERY_STRING"]


def strangers_page(
    request: Request,
    template: str,
    made_from: object,
    context: Callable[[], dict[str, Any]],
    fill: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Return the page for a stranger.

    ``made_from``: everything in ``context`` that may change, with an exact repr. ``fill``: placeholders in
    the rendered page, and the texts for this reader.
    """
    pages, key = caches["strangers"], _key(request, template, made_from)
    kept: tuple[str, dict[str, list[str]]] | None = pages.get(key)
    if kept is None:
        made = str(render_to_string(template, context() | {"csrf_token": TOKEN}, request))
        kept = made, vars(request).get("inline_hashes", {})
        pages.set(key, kept)
    text, vars(request)["inline_hashes"] = kept
    for mark, own in {TOKEN: get_token(request), **(fill or {})}.items():
        text = text.replace(mark, own)
    return HttpResponse(text)


def columns_of(rows: Iterable[Model | None]) -> list[list[Any]]:
    """Return the stored values of the rows, as a part of what a page is made from."""
    return [[getattr(row, field.attname) for field in row._meta.concrete_fields] for row in rows if row]


def _key(request: Request, template: str, made_from: object) -> str:
    """Return the key of the page, with what every page shows of the request and of the lobby."""
    parts = (
        template,
        made_from,
        site_settings.current(),
        attention.attention_of(None, clock.now()),
        request.build_absolute_uri(),
        appearance(request),
        is_phone(request),
        get_language(),
    )
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


KEPT_SECONDS = 600


def public_lines(ids: Sequence[int], reader: int | None) -> list[SafeString]:
    """Return the lines of these matches, in this order, as ``reader`` sees them.

    Of a match whose line is kept, only what its version consists of is read.
    """
    fragments, language = caches["template_fragments"], get_language()
    versions = match_lists.versions(ids, reader)
    keys = {
        public_id: make_template_fragment_key("line", [language, version])
        for public_id, version in versions.items()
    }
    kept = fragments.get_many(keys.values())
    missing = [public_id for public_id in keys if keys[public_id] not in kept]
    for line in match_lists.lines(missing, reader) if missing else []:
        text = render_to_string("partials/line_public.html", {"line": line})
        key = keys[line.match.pk]
        kept[key] = text
        fragments.set(key, text, KEPT_SECONDS)
    return [kept[keys[public_id]] for public_id in ids if public_id in keys and keys[public_id] in kept]
