"""Notice of a newer release, for hosts who ask for it: nothing else asks another server for versions."""

from __future__ import annotations

import re
from http.client import HTTPException

import msgspec
from django.conf import settings
from msgspec import Struct

from games_app.lib import outbound
from games_app.lib.rooms import Finding

ANSWER_SECONDS = 10.0
"""Longest wait for the list of tags."""
MAX_BYTES = 1_000_000
"""Maximum size of that list."""

Release = tuple[int, ...]


class Tag(Struct):
    """A tag of the repository, as the APIs of GitHub, GitLab, Forgejo and Gitea list it."""

    name: str


def finding(address: str) -> Finding:
    """Compare this version with the tags at an address. Without an answer nothing is wrong."""
    if not address.startswith(("https://", "http://")):
        return Finding("releases", "not known: the address must begin with https://")
    try:
        newest = max(_tagged(address), default=())
    except (outbound.Forbidden, OSError, HTTPException) as error:
        return Finding("releases", f"not known: no list of tags at {address} ({error})")
    except msgspec.DecodeError:
        return Finding("releases", f"not known: {address} is no list of tags in JSON")
    number = ".".join(map(str, newest))
    if newest <= (_release(settings.VERSION) or ()):
        return Finding("releases", f"the newest is {number}" if newest else "none")
    wrong = f"Release {number} is newer than this one. CHANGELOG.md says what it changes."
    return Finding("releases", f"{number} is available", wrong)


def _tagged(address: str) -> list[Release]:
    # The host has chosen the address, which may be in their own network.
    body = outbound.get(
        address,
        {"User-Agent": f"boardgames/{settings.VERSION}", "Accept": "application/json"},
        seconds=ANSWER_SECONDS,
        max_bytes=MAX_BYTES,
        allowed={outbound.origin_of(address)},
    )
    return [release for tag in msgspec.json.decode(body, type=list[Tag]) if (release := _release(tag.name))]


def _release(name: str) -> Release | None:
    """Return the numbers of a release such as "v0.11.0"; None for any other name."""
    match = re.fullmatch(r"v?([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})", name)
    return tuple(map(int, match.groups())) if match else None
