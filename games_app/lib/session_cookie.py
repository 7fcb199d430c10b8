"""The session cookie under its present and its old name.

With HTTPS it is ``__Host-sessionid``, which browsers accept from this very host only: no other site of the
domain can replace a visitor's session with its own. It used to be ``sessionid``, and guests have nothing but
this cookie, so a session from that time is accepted under the old name for as long as it lasts. A session
begun under the new name is not, so that it can't be planted under the old one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.utils import timezone

OLD_NAME = "sessionid"
_NEW = "host"


def renamed() -> bool:
    """Return whether the cookie's name differs from the old one."""
    return bool(settings.SESSION_COOKIE_NAME != OLD_NAME)


def key_in(cookies: Mapping[str, str]) -> str | None:
    """Return the session key in the cookies, under either name."""
    return cookies.get(settings.SESSION_COOKIE_NAME) or cookies.get(OLD_NAME)


def by_old_name(cookies: Mapping[str, str]) -> bool:
    """Return whether the session key is present under the old name only."""
    return renamed() and not cookies.get(settings.SESSION_COOKIE_NAME) and OLD_NAME in cookies


def session_of(cookies: Mapping[str, str]) -> SessionBase:
    """Return the session for these cookies.

    It is loaded on first access, except that one under the old name is loaded at once.
    """
    if not by_old_name(cookies):
        return _session(cookies.get(settings.SESSION_COOKIE_NAME))
    old = _session(cookies[OLD_NAME])
    return old if old.keys() and _NEW not in old else _session(None)


def contents_of(many: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """Return what the session for each of these cookies holds, read in one query; empty without one."""
    keys = {key for cookies in many if (key := key_in(cookies))}
    stored = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    found = {one.session_key: one.get_decoded() for one in stored}
    contents = [found.get(key_in(cookies) or "", {}) for cookies in many]
    return [
        {} if by_old_name(cookies) and _NEW in content else content
        for cookies, content in zip(many, contents, strict=True)
    ]


def begin(session: SessionBase) -> None:
    """Mark a new session as begun under the present name."""
    if renamed():
        session[_NEW] = True


def _session(key: str | None) -> SessionBase:
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return session
